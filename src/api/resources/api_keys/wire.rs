//! [API keys](crate::resources::api_keys::reference#create) as JSON. The value of a new key comes once, in the answer to its
//! creation, and is taken out of it before the answer goes anywhere.

use std::sync::Arc;

use chrono::{DateTime, NaiveDate, NaiveTime, Utc};
use serde_json::Value;

use crate::error::DecodeError;
use crate::wire::{MASK, Notes, Object, raw_without_secrets};
use paydesk_domain::api_key::ApiKeyRecord;
use paydesk_domain::document::Raw;
use paydesk_domain::ids::{ApiKeyId, MerchantId};
use paydesk_domain::secret::SecretText;

/// Where the value is.
const VALUE: &str = "api_key";

/// Takes the key's value out of an answer and leaves a mask in its place. `None` where there is none, or where it was
/// taken before.
pub fn take_value(body: &mut Value) -> Option<SecretText> {
    take(body, VALUE)
}

/// Takes a secret text out of the top of an answer, leaving a mask.
pub(crate) fn take(body: &mut Value, name: &str) -> Option<SecretText> {
    match body.get_mut(name) {
        Some(Value::String(text)) if !text.is_empty() && text != MASK => {
            Some(SecretText::moved(std::mem::replace(text, MASK.to_owned())))
        }
        Some(_) | None => None,
    }
}

/// Reads what is stored of a key: its id and name must be there. A value that was not taken is masked.
pub fn decode_api_key(body: impl Into<Raw>) -> Result<ApiKeyRecord, DecodeError> {
    let body = raw_without_secrets(body);
    let object = Object::new(&body, "")?;
    let mut notes = Notes::default();
    let record = ApiKeyRecord {
        key_id: ApiKeyId::new(object.text("key_id")?),
        merchant_id: notes.shown(object.optional_text("merchant_id")).map(MerchantId::new),
        name: object.text("name")?.to_owned(),
        description: notes.shown(object.optional_string("description")),
        created: notes.shown(object.optional_time("created")),
        expiration: notes.shown(expiration(&object)),
        unreadable: Vec::new(),
        raw: Arc::clone(&body),
    };
    Ok(ApiKeyRecord { unreadable: notes.into_unreadable(), ..record })
}

/// `null` and the word `never` are the same; a date is its midnight in UTC.
fn expiration(key: &Object<'_>) -> Result<Option<DateTime<Utc>>, DecodeError> {
    match key.get("expiration").and_then(Value::as_str) {
        Some("never") => Ok(None),
        Some(text) => match text.parse::<NaiveDate>() {
            Ok(date) => Ok(Some(date.and_time(NaiveTime::MIN).and_utc())),
            Err(_) => key.optional_time("expiration"),
        },
        None => key.optional_time("expiration"),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn body() -> Value {
        json!({"key_id": "key_1", "merchant_id": "mer_1", "name": "Warehouse", "api_key": "snd_topsecret",
            "created": "2026-11-21T10:00:00Z", "expiration": null})
    }

    #[test]
    fn the_value_is_taken_out_once_and_a_mask_stays() {
        let mut body = body();
        assert_eq!(take_value(&mut body).unwrap().expose(), "snd_topsecret");
        assert_eq!(body["api_key"], MASK);
        assert_eq!(take_value(&mut body), None);
        for other in [json!(null), json!({"api_key": 7}), json!({"api_key": ""}), json!([])] {
            assert_eq!(take_value(&mut other.clone()), None, "{other}");
        }
    }

    #[test]
    fn what_is_kept_has_no_value_even_where_it_was_not_taken() {
        let record = decode_api_key(body()).unwrap();
        assert!(!format!("{record:?}").contains("topsecret"));
        assert_eq!((record.key_id.as_str(), record.name.as_str()), ("key_1", "Warehouse"));
        assert_eq!((record.expiration, record.unreadable), (None, vec![]));
    }

    #[test]
    fn id_and_name_have_to_be_there_and_never_is_never() {
        for field in ["key_id", "name"] {
            let mut body = body();
            body[field] = json!(7);
            assert_eq!(decode_api_key(body).unwrap_err().path, field);
        }
        let expiration = |value: Value| {
            let mut body = body();
            body["expiration"] = value;
            let record = decode_api_key(body).unwrap();
            (record.expiration, record.unreadable.len())
        };
        let midnight = Some("2027-01-01T00:00:00Z".parse().unwrap());
        assert_eq!(expiration(json!("never")), (None, 0));
        assert_eq!(expiration(json!("2027-01-01")), (midnight, 0));
        assert_eq!(expiration(json!("2027-01-01T01:00:00+01:00")), (midnight, 0));
        assert_eq!(expiration(json!("some day")), (None, 1));
        assert_eq!(expiration(json!(7)), (None, 1));
    }
}
