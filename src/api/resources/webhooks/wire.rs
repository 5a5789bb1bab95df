//! [Webhook events](crate::resources::webhooks::reference) as JSON. Read leniently: what an event speaks of
//! varies, and one that says nothing but its id is stored all the same.

use std::sync::Arc;

use serde_json::Value;

use crate::error::DecodeError;
use crate::json::{self, JsonError};
use crate::wire::{Notes, Object, without_secrets};
use paydesk_domain::ids::{EventId, MerchantId};
use paydesk_domain::webhook::{ContentType, WebhookEvent};

/// Longest id of an event that is taken, in bytes: it is kept for ever.
const EVENT_ID_MAX_BYTES: usize = 256;

/// Reads the exact bytes of a delivery.
pub fn decode_event(body: &[u8]) -> Result<WebhookEvent, DecodeError> {
    let value = json::parse(body).map_err(|error| no_json(&error))?;
    let event = Object::new(&value, "")?;
    let event_id = event.text("event_id")?;
    if event_id.is_empty() || event_id.len() > EVENT_ID_MAX_BYTES {
        let found = format!("a string of {} bytes", event_id.len());
        return Err(DecodeError { path: "event_id".to_owned(), expected: "an ID of 1 to 256 bytes", found });
    }
    let mut notes = Notes::default();
    let content = notes.shown(event.optional_object("content"));
    let kind = content.as_ref().and_then(|content| notes.shown(content.optional_text("type"))).unwrap_or_default();
    let kind = ContentType::from_word(kind);
    let object = content.as_ref().and_then(|content| content.get("object")).cloned().unwrap_or_default();
    let object_id = kind.id_field().and_then(|field| object.get(field)?.as_str()).filter(|id| !id.is_empty());
    Ok(WebhookEvent {
        event_id: EventId::new(event_id),
        merchant_id: notes.shown(event.optional_text("merchant_id")).map(MerchantId::new),
        event_type: notes.shown(event.optional_string("event_type")).unwrap_or_default(),
        object_id: object_id.map(str::to_owned),
        content: kind,
        timestamp: notes.shown(event.optional_time("timestamp")),
        object: Arc::new(without_secrets(object)),
        future_time: None,
    })
}

/// What the sandbox takes to send webhooks to `url`, those of the time before included (ours: the specification leaves
/// the registration out).
pub fn registration(url: &str) -> Value {
    serde_json::json!({ "url": url, "past_events": true })
}

/// Ids and addresses of the webhooks that the sandbox lists.
pub fn registered(listed: &Value) -> Vec<(String, String)> {
    let rows = listed.get("data").and_then(Value::as_array);
    let text = |row: &Value, name: &str| Some(row.get(name)?.as_str()?.to_owned());
    rows.into_iter().flatten().filter_map(|row| Some((text(row, "webhook_id")?, text(row, "url")?))).collect()
}

fn no_json(error: &JsonError) -> DecodeError {
    let found = match error {
        JsonError::Syntax(error) => format!("something else ({error})"),
        JsonError::RepeatedName => "an object that names a field twice".to_owned(),
        JsonError::TooMuch => "more values than any event has".to_owned(),
    };
    DecodeError { path: "the top".to_owned(), expected: "JSON", found }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn read(body: &Value) -> Result<WebhookEvent, DecodeError> {
        decode_event(body.to_string().as_bytes())
    }

    #[test]
    fn an_event_of_the_specification_is_read_with_its_object() {
        let object = json!({"payment_id": "pay_1", "status": "succeeded", "client_secret": "x"});
        let event = read(&json!({"merchant_id": "mer_1", "event_id": "evt_1", "event_type": "payment_succeeded",
            "content": {"type": "payment_details", "object": object}, "timestamp": "2026-11-21T10:00:00Z"}))
        .unwrap();
        assert_eq!((event.event_id.as_str(), event.object_id.as_deref()), ("evt_1", Some("pay_1")));
        assert_eq!((event.content, event.event_type.as_str()), (ContentType::Payment, "payment_succeeded"));
        assert_eq!(event.timestamp, "2026-11-21T10:00:00Z".parse().ok());
        assert_eq!(event.object["client_secret"], "(hidden)");
    }

    #[test]
    fn an_event_that_tells_nothing_but_its_id_is_read_and_one_without_is_not() {
        let event = read(&json!({"event_id": "evt_1", "content": 7, "timestamp": "soon"})).unwrap();
        assert_eq!((event.object_id, event.timestamp), (None, None));
        assert_eq!(event.content, ContentType::Unknown("".into()));
        for body in [
            json!({}),
            json!({"event_id": 7}),
            json!({"event_id": ""}),
            json!([]),
            json!({"event_id": "x".repeat(257)}),
        ] {
            assert!(read(&body).is_err(), "{body}");
        }
        assert!(decode_event(b"{\"event_id\": \"evt_1\"").is_err());
        assert!(decode_event(b"\xff").is_err());
        assert!(decode_event(br#"{"event_id": "evt_1", "event_id": "evt_2"}"#).is_err());
        assert!(decode_event(format!("{{\"event_id\": \"evt_1\", \"a\": {}", "[".repeat(10_000)).as_bytes()).is_err());
    }
}
