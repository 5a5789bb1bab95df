//! What all bodies share: the processor, how times are written, and maps that are filled field by field.

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value, json};

/// The processor that all payments go through.
pub const CONNECTOR: &str = "fauxpay";
/// The account at it.
pub const CONNECTOR_ACCOUNT: &str = "mca_sandbox";

/// The fields of an address.
const ADDRESS: &str = "city country line1 line2 line3 zip state first_name last_name origin_zip";

/// The processors, by their names, as filters of lists show them.
pub fn connectors() -> Value {
    json!({ CONNECTOR: [{ "connector_label": "fauxpay_default", "merchant_connector_id": CONNECTOR_ACCOUNT }] })
}

/// The currencies of that service.
const CURRENCIES: &str = "\
    AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD \
    CAD CDF CHF CLF CLP CNY COP CRC CUC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS \
    GIP GMD GNF GTQ GYD HKD HNL HRK HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW \
    KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN \
    NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE \
    SLL SOS SRD SSP STD STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND \
    VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL";

/// The codes of currencies, as filters of lists show them.
pub fn currencies() -> Vec<&'static str> {
    CURRENCIES.split_whitespace().collect()
}

/// An address with every field that it can have.
pub fn address(address: Option<&Value>) -> Value {
    let fields = address.and_then(Value::as_object);
    fields.map_or(Value::Null, |fields| Fields::with_nulls(ADDRESS).copy(fields, ADDRESS).object())
}

/// `billing` and `shipping`: address, telephone and e-mail.
pub fn contact(contact: Option<&Value>) -> Value {
    let Some(fields) = contact.and_then(Value::as_object) else {
        return Value::Null;
    };
    Fields::with_nulls("address phone email")
        .copy(fields, "phone email")
        .set("address", address(fields.get("address")))
        .object()
}

/// `customer` of a payment or payout.
pub fn customer_of(id: Option<&str>, contact: [Option<&str>; 4]) -> Value {
    let [name, email, phone, phone_country_code] = contact;
    json!({
        "id": id,
        "name": name,
        "email": email,
        "phone": phone,
        "phone_country_code": phone_country_code,
        "customer_document_details": null,
    })
}

/// The id of the one attempt that a payment has.
pub fn attempt_id(payment_id: &str) -> String {
    format!("{payment_id}_1")
}

/// A time with milliseconds: `2026-11-21T10:00:00.000Z`.
pub fn time(at: DateTime<Utc>) -> String {
    at.to_rfc3339_opts(SecondsFormat::Millis, true)
}

/// The start of a bucket of analytics: `2026-11-21 00:00:00`, without a zone.
pub fn bucket_time(at: DateTime<Utc>) -> String {
    at.format("%Y-%m-%d %H:%M:%S").to_string()
}

/// A JSON object under construction.
#[derive(Debug, Default)]
pub struct Fields(Map<String, Value>);

impl Fields {
    /// An object that has these fields, separated by spaces, as `null` until they are set.
    pub fn with_nulls(names: &str) -> Self {
        Self(names.split_whitespace().map(|name| (name.to_owned(), Value::Null)).collect())
    }

    pub fn set(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Sets a time.
    pub fn at(self, name: &str, at: impl Into<Option<DateTime<Utc>>>) -> Self {
        self.set(name, at.into().map(time))
    }

    /// Sets a field only where there is a value; without one the field is left out.
    pub fn set_some(self, name: &str, value: Option<Value>) -> Self {
        match value {
            Some(value) => self.set(name, value),
            None => self,
        }
    }

    /// Copies `names` from another object, where it has them.
    pub fn copy(mut self, from: &Map<String, Value>, names: &str) -> Self {
        for name in names.split_whitespace() {
            if let Some(value) = from.get(name) {
                self.0.insert(name.to_owned(), value.clone());
            }
        }
        self
    }

    pub fn object(self) -> Value {
        Value::Object(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_milliseconds_and_buckets_have_neither_t_nor_zone() {
        let at: DateTime<Utc> = "2026-11-21T10:00:00Z".parse().unwrap();
        assert_eq!(time(at), "2026-11-21T10:00:00.000Z");
        assert_eq!(bucket_time(at), "2026-11-21 10:00:00");
    }

    #[test]
    fn a_field_without_a_value_is_null_where_it_is_listed_and_absent_where_it_is_not() {
        let body = Fields::with_nulls("connector").set_some("refunds", None).set("amount", 5).object();
        assert_eq!(body.to_string(), r#"{"connector":null,"amount":5}"#);
    }
}
