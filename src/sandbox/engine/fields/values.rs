//! Values that several resources take: amounts, currencies, addresses on the web and of people, metadata.

use serde_json::{Map, Value};

use super::reader::{FieldReader, kind_of};
use crate::engine::refusal::{Reason, Refusal, quoted};
use paydesk_domain::metadata::check_metadata;
use paydesk_domain::money::Currency;
use paydesk_domain::payout::is_country;

/// Largest amount the sandbox takes, in the lowest unit (ours: the specification shows no maximum).
pub const AMOUNT_MAX_MINOR: i64 = 999_999_999_999;

impl FieldReader<'_> {
    /// An amount from 1 to `max`, in the lowest unit.
    pub fn amount(&self, field: &str, max: i64) -> Result<Option<i64>, Refusal> {
        match self.integer(field)? {
            Some(amount) if amount < 1 => {
                Err(Refusal::invalid(field, format!("must be at least 1 in minor units, not {amount}")))
            }
            Some(amount) if amount > max => {
                Err(Refusal::invalid(field, format!("must be at most {max} in minor units, not {amount}")))
            }
            amount => Ok(amount),
        }
    }

    /// The field `currency`: an ISO 4217 code, in capitals.
    pub fn currency(&self) -> Result<Option<String>, Refusal> {
        let Some(text) = self.text("currency")?.filter(|text| !text.is_empty()) else {
            return Ok(None);
        };
        let currency = Currency::iso4217(text);
        if !currency.is_known() {
            let rule = format!("must be a three-letter ISO 4217 code, not {}", quoted(text));
            return Err(Refusal::invalid("currency", rule));
        }
        Ok(Some(currency.code().to_owned()))
    }

    /// An http or https address.
    pub fn url(&self, field: &str) -> Result<Option<String>, Refusal> {
        match self.text(field)? {
            Some(url) if !(url.starts_with("https://") || url.starts_with("http://")) => {
                Err(Refusal::invalid(field, format!("must be an http or https address, not {}", quoted(url))))
            }
            url => Ok(url.map(str::to_owned)),
        }
    }

    /// An object as it will be stored.
    pub fn map(&self, field: &str) -> Result<Option<Map<String, Value>>, Refusal> {
        self.object(field)?;
        Ok(self.value(field).and_then(Value::as_object).cloned())
    }

    /// The field `metadata`: texts, numbers and booleans within the limits; echoed as they came.
    pub fn metadata(&self) -> Result<Option<Map<String, Value>>, Refusal> {
        let Some(map) = self.map("metadata")? else {
            return Ok(None);
        };
        let text_of = |(key, value): (&String, &Value)| match value {
            Value::String(text) => Ok((key.clone(), text.clone())),
            Value::Number(_) | Value::Bool(_) => Ok((key.clone(), value.to_string())),
            Value::Null | Value::Array(_) | Value::Object(_) => {
                let field = format!("metadata.{}", paydesk_domain::text::visible(key, 40));
                Err(Refusal::invalid(&field, format!("must be a string, not {}", kind_of(value))))
            }
        };
        let pairs: Vec<(String, String)> = map.iter().map(text_of).collect::<Result<_, _>>()?;
        check_metadata(pairs.iter().map(|(key, value)| (key.as_str(), value.as_str())))
            .map_err(|error| Refusal::new(Reason::Invalid, error.to_string()))?;
        Ok(Some(map))
    }

    /// Refuses a country that is no two-letter code.
    pub fn check_country(&self, field: &str) -> Result<(), Refusal> {
        match self.text(field)? {
            Some(code) if !is_country(code) => {
                let rule = format!("must be a two-letter ISO 3166-1 code, not {}", quoted(code));
                Err(Refusal::invalid(&self.name_of(field), rule))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// Checks the object `field` as an address of which every part is optional.
    pub fn check_address(&self, field: &str) -> Result<(), Refusal> {
        let Some(address) = self.object(field)? else {
            return Ok(());
        };
        for part in ["line1", "line2", "line3", "city", "state", "zip", "first_name", "last_name"] {
            address.text(part)?;
        }
        address.check_country("country")
    }

    /// Checks the object `field` as billing or shipping of which every part is optional (payouts, subscriptions).
    pub fn check_billing(&self, field: &str) -> Result<(), Refusal> {
        let Some(billing) = self.object(field)? else {
            return Ok(());
        };
        billing.check_address("address")?;
        if let Some(phone) = billing.object("phone")? {
            phone.text("number")?;
            phone.text("country_code")?;
        }
        billing.text("email").map(|_| ())
    }
}
