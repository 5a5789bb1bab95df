//! Secrets are taken out of what is stored or shared: card numbers, IBANs and keys that somebody typed or pasted into a text, or that
//! the service repeats. The journal and the records go through here; what the look of a secret is says
//! [`paydesk_domain::scrub`].
//!
//! Ids stay as they are, whatever they look like: things are found again by them.

use serde_json::{Map, Value};

use paydesk_domain::metadata::OPERATION_ID;
use paydesk_domain::scrub::scrubbed_within;
use paydesk_domain::service_text::is_id;

use crate::records::Record;

/// Longest text of the service, in bytes.
const TEXT_MAX_BYTES: usize = 4 * 1024;
/// Longest metadata as JSON, in bytes: the documented 50 pairs of 540 characters fit twice.
const METADATA_MAX_BYTES: usize = 64 * 1024;
/// Longest text of a request, in bytes: evidence may be long.
const TYPED_MAX_BYTES: usize = 64 * 1024;
/// References of the merchant that are called ids, and are free texts.
const REFERENCES: [&str; 2] = ["merchant_order_reference_id", "merchant_reference_id"];
/// Longest id of an operation of ours, in bytes.
const ID_MAX_BYTES: usize = 100;

/// The record as it may be written: the texts it was made with and those that the service reported.
pub fn clean_record(record: &Record) -> Record {
    let clean = |object: &std::sync::Arc<Value>| {
        let mut object = Value::clone(object);
        clean_object(&mut object);
        std::sync::Arc::new(object)
    };
    Record { sent: record.sent.as_ref().map(clean), reported: record.reported.as_ref().map(clean), ..record.clone() }
}

fn clean_object(object: &mut Value) {
    let Some(fields) = object.as_object_mut() else { return };
    for (name, value) in fields {
        match name.as_str() {
            "metadata" => drop(clean_metadata(value)),
            // A link is opened and copied as it is.
            name if is_text(name) && !is_address(value) => drop(clean_typed(value)),
            _ => {}
        }
    }
}

fn is_address(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.starts_with("https://") || text.starts_with("http://"))
}

/// A text as it may be written.
pub fn cleaned(text: &str) -> String {
    scrubbed_within(text, TEXT_MAX_BYTES)
}

/// Whether a field holds what a person typed, and no id.
pub fn is_text(field: &str) -> bool {
    !is_id(field) || REFERENCES.contains(&field)
}

/// Whether a text in it had to be changed. Numbers are amounts and the like, and stay.
pub fn clean_typed(value: &mut Value) -> bool {
    match value {
        Value::Object(fields) => {
            let texts = fields.iter_mut().filter(|(name, _)| is_text(name));
            texts.fold(false, |changed, (_, value)| clean_typed(value) | changed)
        }
        Value::Array(values) => values.iter_mut().fold(false, |changed, value| clean_typed(value) | changed),
        Value::String(text) => {
            let kept = scrubbed_within(text, TYPED_MAX_BYTES);
            let is_changed = kept != *text;
            *text = kept;
            is_changed
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

/// Whether it had to be changed. The id of our operation stays: a read or an event is recognised by it.
pub fn clean_metadata(metadata: &mut Value) -> bool {
    let is_too_long = metadata.to_string().len() > METADATA_MAX_BYTES;
    let Value::Object(pairs) = metadata else { return clean_value(metadata) };
    if is_too_long {
        pairs.retain(|name, value| name == OPERATION_ID && value.as_str().is_some_and(|id| id.len() <= ID_MAX_BYTES));
        return true;
    }
    clean_pairs(pairs)
}

fn clean_pairs(pairs: &mut Map<String, Value>) -> bool {
    let count = pairs.len();
    pairs.retain(|name, _| cleaned(name) == *name);
    let values = pairs.iter_mut().filter(|(name, _)| *name != OPERATION_ID);
    let changed = values.fold(false, |changed, (_, value)| clean_value(value) | changed);
    changed | (pairs.len() != count)
}

/// Whether a text in it had to be changed.
pub fn clean_value(value: &mut Value) -> bool {
    let text = match value {
        Value::Object(pairs) => return clean_pairs(pairs),
        Value::Array(values) => return values.iter_mut().fold(false, |changed, value| clean_value(value) | changed),
        Value::Null | Value::Bool(_) => return false,
        Value::String(text) => text.clone(),
        Value::Number(number) => number.to_string(),
    };
    let stored = cleaned(&text);
    let is_changed = stored != text;
    if is_changed {
        *value = Value::String(stored);
    }
    is_changed
}
