//! How a payment is paid: the method, its type, and the data of the instrument
//! ([API reference](crate::resources::payments::reference#create)).
//!
//! All of the data leaves as the secret part of a request, whatever the method: cards, account numbers and what a
//! wallet hands out are stored nowhere.

use chrono::{DateTime, Utc};

use crate::call::{SecretPart, secret_json};
use crate::calls::fields::BodyFields;
use crate::calls::shapes::{PAYMENT_CARD, is_object, within};
use crate::input::{self, Checks, CryptoData, InputError, MethodData, MethodInput, NamedData, PaymentMethod, Rule};
use paydesk_domain::secret::SecretText;

/// Where the data is in a body.
const DATA: &str = "payment_method_data";

impl MethodData {
    fn is_of(&self, method: PaymentMethod) -> bool {
        match self {
            Self::Card(_) => method == PaymentMethod::Card,
            Self::Crypto(_) => method == PaymentMethod::Crypto,
            Self::Named(_) => !matches!(method, PaymentMethod::Card | PaymentMethod::Crypto),
        }
    }
}

impl MethodInput {
    /// Every broken rule. With `charged`, the request is to charge the method at once.
    pub fn check(&self, charged: bool, now: DateTime<Utc>) -> Vec<InputError> {
        let mut checks = Checks::default();
        let types = self.method.types();
        if !types.is_empty() {
            checks.add_given("payment_method_type", &self.method_type, |field, word| input::one_of(field, word, types));
        }
        let missing = charged && self.method.needs_data() && self.data.is_none();
        checks.forbid(missing, DATA, Rule::is("required to confirm with this method"));
        match &self.data {
            None => {}
            Some(data) if !data.is_of(self.method) => {
                checks.forbid(true, DATA, format!("the data of {}", self.method.word()));
            }
            Some(MethodData::Card(card)) => checks.extend(card.check("payment_method_data.card", &PAYMENT_CARD, now)),
            Some(MethodData::Crypto(crypto)) => checks.extend(crypto.check("payment_method_data.crypto")),
            Some(MethodData::Named(named)) => checks.extend(named.check(&format!("{DATA}.{}", self.method.word()))),
        }
        checks.into_errors()
    }

    /// Adds what may be stored of it to a body.
    pub fn write(&self, fields: BodyFields) -> BodyFields {
        fields.set("payment_method", self.method.word()).text("payment_method_type", &self.method_type)
    }

    /// The data, to be laid into the body.
    pub fn secret(&self) -> Option<SecretPart> {
        let inner = match self.data.as_ref()? {
            MethodData::Card(card) => card.to_json(),
            MethodData::Crypto(crypto) => crypto.to_json(),
            MethodData::Named(named) => within(&named.name, &named.json),
        };
        Some(SecretPart::of_json(&[DATA], within(self.method.word(), &inner)))
    }
}

impl CryptoData {
    /// Every broken rule; `field` is where it is in the body.
    pub fn check(&self, field: &str) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::required(&format!("{field}.pay_currency"), &self.pay_currency));
        checks.add(input::required(&format!("{field}.wallet_address"), &self.wallet_address));
        checks.into_errors()
    }

    /// As it is sent.
    pub fn to_json(&self) -> SecretText {
        secret_json(&self.fields().into_value())
    }

    fn fields(&self) -> BodyFields {
        BodyFields::new()
            .text("pay_currency", &self.pay_currency)
            .text("wallet_address", &self.wallet_address)
            .text("network", &self.network)
            .text("wallet_address_tag", &self.wallet_address_tag)
            .text("payment_method_id", &self.payment_method_id)
            .text("external_customer_id", &self.external_customer_id)
    }
}

impl NamedData {
    /// Every broken rule; `field` is where the name is in the body.
    pub fn check(&self, field: &str) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.add(input::required(&format!("{field}.<name>"), &self.name));
        checks.forbid(!is_object(&self.json), &format!("{field}.{}", self.name), "a JSON object");
        checks.into_errors()
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};
    use strum::IntoEnumIterator as _;

    use super::*;
    use crate::call::{Method, Request};
    use crate::input::CardData;

    fn broken(method: PaymentMethod, method_type: &str, data: Option<MethodData>, charged: bool) -> Vec<String> {
        let input = MethodInput { method, method_type: method_type.to_owned(), data };
        let errors = input.check(charged, "2026-11-21T10:00:00Z".parse().unwrap());
        errors.into_iter().map(|error| error.field).collect()
    }

    fn named(name: &str, json: &str) -> MethodData {
        MethodData::Named(NamedData { name: name.to_owned(), json: SecretText::new(json) })
    }

    fn crypto() -> CryptoData {
        let text = str::to_owned;
        CryptoData { pay_currency: text("BTC"), wallet_address: text("bc1q"), ..CryptoData::default() }
    }

    #[test]
    fn a_type_goes_with_its_method_where_the_specification_names_them() {
        for (method, word, fits) in [
            (PaymentMethod::Card, "credit", true),
            (PaymentMethod::Card, "", true),
            (PaymentMethod::Card, "crypto_currency", false),
            (PaymentMethod::Crypto, "crypto_currency", true),
            (PaymentMethod::Crypto, "credit", false),
            (PaymentMethod::Upi, "upi_intent", true),
            (PaymentMethod::Upi, "upi", false),
            (PaymentMethod::BankTransfer, "sepa", true),
            (PaymentMethod::Wallet, "whatever", true),
        ] {
            assert_eq!(broken(method, word, None, false).is_empty(), fits, "{method:?} {word}");
        }
    }

    #[test]
    fn what_cannot_be_charged_without_data_needs_some_to_be_confirmed() {
        for method in PaymentMethod::iter() {
            assert!(broken(method, "", None, false).is_empty());
            let needs_none = matches!(method, PaymentMethod::PayLater | PaymentMethod::Upi);
            assert_eq!(broken(method, "", None, true).is_empty(), needs_none, "{method:?}");
        }
    }

    #[test]
    fn data_of_another_method_is_refused() {
        let (card, crypto) = (|| MethodData::Card(CardData::default()), || MethodData::Crypto(crypto()));
        for (method, data) in [
            (PaymentMethod::Card, crypto()),
            (PaymentMethod::Card, named("n", "{}")),
            (PaymentMethod::Crypto, card()),
            (PaymentMethod::Crypto, named("n", "{}")),
            (PaymentMethod::Wallet, card()),
            (PaymentMethod::BankTransfer, crypto()),
        ] {
            assert_eq!(broken(method, "", Some(data.clone()), true), [DATA], "{method:?} {data:?}");
        }
    }

    #[test]
    fn crypto_needs_currency_and_address_and_a_named_method_a_name_and_an_object() {
        let empty = MethodData::Crypto(CryptoData::default());
        let both = ["payment_method_data.crypto.pay_currency", "payment_method_data.crypto.wallet_address"];
        assert_eq!(broken(PaymentMethod::Crypto, "", Some(empty), true), both);
        assert!(broken(PaymentMethod::Crypto, "", Some(MethodData::Crypto(crypto())), true).is_empty());
        assert!(broken(PaymentMethod::Wallet, "", Some(named("web", r#"{"token":"t"}"#)), true).is_empty());
        let nameless = broken(PaymentMethod::Wallet, "", Some(named("", "{}")), true);
        assert_eq!(nameless, ["payment_method_data.wallet.<name>"]);
        for json in ["", "[]", "7", "{", "{}}", "null"] {
            let broken = broken(PaymentMethod::Wallet, "", Some(named("web", json)), true);
            assert_eq!(broken, ["payment_method_data.wallet.web"], "{json}");
        }
    }

    #[test]
    fn data_leaves_in_its_place_and_is_not_printed() {
        let text = r#"{"token":"tok_secret","n":[1]}"#;
        let data = Some(named("we\"b", text));
        let input = MethodInput { method: PaymentMethod::Wallet, method_type: "x".to_owned(), data };
        let body = input.write(BodyFields::new()).into_value();
        let request = Request { secret: input.secret(), ..Request::operation(Method::Post, "/payments", body) };
        let sent: Value = serde_json::from_str(&request.wire_body()).unwrap();
        let expected = json!({"payment_method": "wallet", "payment_method_type": "x",
            "payment_method_data": {"wallet": {"we\"b": {"token": "tok_secret", "n": [1]}}}});
        assert_eq!(sent, expected);
        assert!(!format!("{input:?} {request:?}").contains("tok_secret"));
    }
}
