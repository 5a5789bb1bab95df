//! Takes secrets out of what is stored of a call: by the names of fields, and by the look of texts wherever they are.
//!
//! A net with two layers: a field known to hold a secret is masked whatever it holds, and what looks like a key, a card
//! number or an IBAN is masked in every free text, as in what the service sends ([`TextPlace`]). Values are masked while
//! they are written.

use std::collections::HashSet;
use std::sync::LazyLock;

use serde::ser::SerializeMap as _;
use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use paydesk_domain::payout::{VARIANTS, masked as with_stars};
use paydesk_domain::service_text::TextPlace;

pub use paydesk_domain::scrub::{MASK, scrubbed};

/// Most of one body that is stored, in bytes.
pub const TEXT_MAX_BYTES: usize = 64 * 1024;

/// Masked wherever they are, whatever they hold.
const HIDDEN: [&str; 18] = [
    "api_key",
    "token",
    "totp",
    "secret",
    "password",
    "authorization",
    "card_cvc",
    "cvc",
    "cvv",
    "card_exp_month",
    "card_exp_year",
    "card_holder_name",
    "account_holder_name",
    "expiry_month",
    "expiry_year",
    "cryptogram",
    "tax_registration_id",
    "document_details",
];
/// Endings of such names: `client_secret`, `payment_token`, `webhook_key`.
const HIDDEN_ENDS: [&str; 4] = ["_secret", "_token", "_key", "_password"];

/// A value that is written without its secrets. No copy of it is made: an answer may be large.
pub struct Masked<'a>(pub &'a Value);

/// A value within it, in a field of this kind.
struct Placed<'a>(TextPlace, &'a Value);

/// A value of which only the shape is written: every text and number is hidden.
struct Shape<'a>(&'a Value);

/// An account or card number of which the last four characters are written.
struct Stars<'a>(&'a Value);

impl Serialize for Masked<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        Placed(TextPlace::Free, self.0).serialize(to)
    }
}

impl Serialize for Placed<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let Self(place, value) = *self;
        match value {
            Value::Null | Value::Bool(_) => value.serialize(to),
            Value::Number(number) => match place.masked_number(number) {
                None => value.serialize(to),
                Some(text) => to.serialize_str(&text),
            },
            // Nobody is shown more of one body, so nothing behind is looked at.
            Value::String(text) => {
                to.serialize_str(&place.masked(&text[..text.floor_char_boundary(2 * TEXT_MAX_BYTES)]))
            }
            Value::Array(values) => to.collect_seq(values.iter().map(|value| Placed(place, value))),
            Value::Object(map) => fields(place, map, to),
        }
    }
}

fn fields<S: Serializer>(place: TextPlace, map: &Map<String, Value>, to: S) -> Result<S::Ok, S::Error> {
    let mut written = to.serialize_map(Some(map.len()))?;
    for (name, value) in map {
        let shown = scrubbed(name);
        match value {
            Value::Null => written.serialize_entry(&shown, value)?,
            value if is_hidden(name) => written.serialize_entry(&shown, &Shape(value))?,
            value if is_number_of_account(name) => written.serialize_entry(&shown, &Stars(value))?,
            value => written.serialize_entry(&shown, &Placed(place.field(name), value))?,
        }
    }
    written.end()
}

impl Serialize for Shape<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::Null => to.serialize_unit(),
            Value::Bool(_) | Value::Number(_) | Value::String(_) => to.serialize_str(MASK),
            Value::Array(values) => to.collect_seq(values.iter().map(Shape)),
            Value::Object(map) => to.collect_map(map.iter().map(|(name, value)| (name, Shape(value)))),
        }
    }
}

impl Serialize for Stars<'_> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        match self.0 {
            Value::String(text) => to.serialize_str(&with_stars(text)),
            Value::Number(number) => to.serialize_str(&with_stars(&number.to_string())),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => Shape(self.0).serialize(to),
        }
    }
}

/// `value` with its shape and nothing else: every text and number is hidden. For small values of ours.
pub fn shape_of(value: &Value) -> Value {
    match value {
        Value::Null => Value::Null,
        Value::Bool(_) | Value::Number(_) | Value::String(_) => Value::String(MASK.to_owned()),
        Value::Array(values) => values.iter().map(shape_of).collect(),
        Value::Object(map) => map.iter().map(|(name, value)| (name.clone(), shape_of(value))).collect(),
    }
}

fn is_hidden(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    HIDDEN.contains(&name.as_str()) || HIDDEN_ENDS.iter().any(|end| name.ends_with(end))
}

/// Card and account numbers, of which the last four characters may be shown.
fn is_number_of_account(name: &str) -> bool {
    static NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let fields = VARIANTS.iter().flat_map(|variant| variant.fields());
        fields.filter(|field| field.kind.is_masked()).map(|field| field.name).collect()
    });
    NAMES.contains(name.to_ascii_lowercase().as_str())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn masked(value: &Value) -> Value {
        serde_json::to_value(Masked(value)).unwrap()
    }

    #[test]
    fn fields_that_hold_secrets_are_masked_at_any_depth_and_keep_their_shape() {
        let body = json!({
            "client_secret": "pay_1_secret_x", "payment_token": 7, "Password": "p", "amount": 500, "note": null,
            "data": [{"card": {"card_number": "4242424242424242", "card_cvc": "737", "card_exp_month": "03",
                "card_holder_name": "Ada", "card_network": "Visa"}}],
            "payout_method_data": {"bank": {"iban": "DE89370400440532013000", "bank_name": "B",
                "bank_account_number": 123456789012_i64}},
            "metadata": {"webhook_secret": {"a": "b"}},
        });
        let shown = masked(&body);
        assert_eq!(shown["amount"], 500);
        assert_eq!(shown["note"], Value::Null);
        let card = json!({"card_number": "************4242", "card_cvc": MASK, "card_exp_month": MASK,
            "card_holder_name": MASK, "card_network": "Visa"});
        assert_eq!(shown["data"][0]["card"], card);
        let bank = json!({"iban": "******************3000", "bank_name": "B", "bank_account_number": "********9012"});
        assert_eq!(shown["payout_method_data"]["bank"], bank);
        assert_eq!(shown["metadata"], json!({"webhook_secret": {"a": MASK}}));
        for name in ["client_secret", "payment_token", "Password"] {
            assert_eq!(shown[name], MASK, "{name}");
        }
    }

    #[test]
    fn what_looks_like_a_secret_is_masked_in_any_field_and_name() {
        assert_eq!(masked(&json!(4242424242424242_i64)), json!("************4242"));
        assert_eq!(masked(&json!({"4242424242424242": 1})), json!({"************4242": 1}));
        assert_eq!(masked(&json!({"amount": 12840, "limit": 100})), json!({"amount": 12840, "limit": 100}));
    }
}
