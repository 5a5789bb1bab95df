//! The one door for text that comes from a service: what of a document is masked, by where it stands.
//!
//! `api::json::parse` sends every answer and every event through [`mask`] before anything else has it, so that no part of
//! Paydesk (store, screen, export, log, team) meets a card number, an account number or a key that somebody wrote into a
//! description, a name, metadata or the message of a decline. Nobody else parses what a service sent; a test of the
//! architecture holds to that.
//!
//! Ids and references stay whole, whatever they look like: objects are found again by them, and answers are compared with
//! them. Amounts are never touched. Links are opened as they are. A key or client secret that the service gives once
//! stays until its decoder has taken it out, see `api::wire::without_secrets`.

use std::borrow::Cow;

use serde_json::{Map, Value};

use super::digit::digit;
use super::metadata::OPERATION_ID;
use super::scrub::scrubbed;

/// What the service gives once: taken out by the decoders.
const GIVEN_ONCE: [&str; 2] = ["client_secret", "api_key"];
/// The longest numbers of telephones in use; card numbers of today are longer.
const PHONE_MAX_DIGITS: usize = 13;

/// What a text or number is, by the name of its field.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TextPlace {
    /// Anything: a description, a name, a message.
    Free,
    /// Names and values that a merchant chose.
    Metadata,
    Id,
    Link,
    Amount,
    Phone,
    GivenOnce,
}

impl TextPlace {
    /// The place of a field within this one.
    pub fn field(self, name: &str) -> Self {
        match (self, name) {
            (Self::Metadata, OPERATION_ID) => Self::Id,
            (Self::Metadata, _) => Self::Metadata,
            (_, name) if name == "metadata" || name.ends_with("_metadata") => Self::Metadata,
            (_, name) if GIVEN_ONCE.contains(&name) => Self::GivenOnce,
            (_, name) if is_id(name) => Self::Id,
            (_, name) if name.contains("amount") => Self::Amount,
            (_, name) if name.contains("phone") => Self::Phone,
            (_, name) if ["link", "url", "uri"].iter().any(|end| name.ends_with(end)) => Self::Link,
            (_, _) => Self::Free,
        }
    }

    /// `text` as it may be stored and shown; borrowed where nothing is masked.
    pub fn masked(self, text: &str) -> Cow<'_, str> {
        let is_whole = match self {
            Self::GivenOnce => true,
            Self::Id => !text.contains(char::is_whitespace),
            Self::Link => text.starts_with("https://") || text.starts_with("http://"),
            Self::Amount => text.bytes().all(|byte| byte.is_ascii_digit()),
            Self::Phone => text.chars().filter(|c| digit(*c).is_some()).count() <= PHONE_MAX_DIGITS,
            Self::Free | Self::Metadata => false,
        };
        if is_whole { Cow::Borrowed(text) } else { scrubbed(text) }
    }

    /// A number as a text where it is masked.
    pub fn masked_number(self, number: &serde_json::Number) -> Option<String> {
        match self {
            Self::Amount | Self::Id => None,
            Self::Free | Self::Metadata | Self::Link | Self::Phone | Self::GivenOnce => {
                match scrubbed(&number.to_string()) {
                    Cow::Owned(text) => Some(text),
                    Cow::Borrowed(_) => None,
                }
            }
        }
    }

    /// A name of a field: only what a merchant named may be a secret.
    pub fn masked_name(self, name: &str) -> Cow<'_, str> {
        if self == Self::Metadata { scrubbed(name) } else { Cow::Borrowed(name) }
    }
}

/// Whether a field holds an id, by its name.
pub fn is_id(field: &str) -> bool {
    field == "id" || field.ends_with("_id") || field.ends_with("_ids")
}

/// Masks every text of a document of the service where it stands; whether there was any to mask.
pub fn mask(document: &mut Value) -> bool {
    mask_at(TextPlace::Free, document)
}

fn mask_at(place: TextPlace, value: &mut Value) -> bool {
    let masked = match value {
        Value::Null | Value::Bool(_) => None,
        Value::Number(number) => place.masked_number(number),
        Value::String(text) => match place.masked(text) {
            Cow::Owned(text) => Some(text),
            Cow::Borrowed(_) => None,
        },
        Value::Array(values) => return values.iter_mut().fold(false, |any, value| mask_at(place, value) | any),
        Value::Object(fields) => return mask_fields(place, fields),
    };
    let is_masked = masked.is_some();
    if let Some(text) = masked {
        *value = Value::String(text);
    }
    is_masked
}

fn mask_fields(place: TextPlace, fields: &mut Map<String, Value>) -> bool {
    let any = fields.iter_mut().fold(false, |any, (name, value)| mask_at(place.field(name), value) | any);
    if fields.keys().all(|name| matches!(place.masked_name(name), Cow::Borrowed(_))) {
        return any;
    }
    let named = std::mem::take(fields).into_iter();
    *fields = named.map(|(name, value)| (place.masked_name(&name).into_owned(), value)).collect();
    true
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const CARD: &str = "4242.4242.4242.4242";

    fn masked(mut document: Value) -> Value {
        mask(&mut document);
        document
    }

    #[test]
    fn free_texts_are_masked_wherever_they_stand() {
        let document = json!({"description": CARD, "customer": {"name": "de89 3704 0044 0532 0130 00"},
            "data": [{"error_message": "no key snd_abc", "tags": [CARD]}], "error_code": 4242424242424242_i64});
        let shown = json!({"description": "************4242", "customer": {"name": "******************3000"},
            "data": [{"error_message": "no key snd_(hidden)", "tags": ["************4242"]}],
            "error_code": "************4242"});
        assert_eq!(masked(document), shown);
    }

    #[test]
    fn ids_references_amounts_and_links_stay_whole() {
        let document = json!({"payment_id": "4242424242424242", "merchant_order_reference_id": "4242424242424242",
            "id": 4242424242424242_i64, "amount": 4242424242424242_i64, "dispute_amount": "4242424242424242",
            "link": "https://pay.example/pay_1_secret_x/4242424242424242", "client_secret": "pay_1_secret_x",
            "related_ids": ["4242424242424242"], "phone": "4915112345678", "created": "2026-11-21T10:00:00Z"});
        assert_eq!(masked(document.clone()), document);
        assert!(!mask(&mut document.clone()));
    }

    #[test]
    fn what_only_is_in_the_field_of_an_id_or_a_link_is_masked() {
        let document = json!({"payment_id": "4242 4242 4242 4242", "return_url": CARD, "amount": CARD, "phone": CARD});
        let stars = "************4242";
        assert_eq!(
            masked(document),
            json!({"payment_id": stars, "return_url": stars, "amount": stars, "phone": stars})
        );
    }

    #[test]
    fn metadata_is_masked_with_its_names_and_our_operation_stays() {
        let operation = "op_4242424242424242";
        let document = json!({"metadata": {(CARD): 1, "card_id": CARD, "n": 4242424242424242_i64,
            "deep": {"amount": CARD}, OPERATION_ID: operation, "order": "2026-1001"}});
        let stars = "************4242";
        let shown = json!({"metadata": {(stars): 1, "card_id": stars, "n": stars, "deep": {"amount": stars},
            OPERATION_ID: operation, "order": "2026-1001"}});
        assert_eq!(masked(document), shown);
    }
}
