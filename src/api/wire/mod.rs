//! The JSON shapes of the specification, checked once at the border.
//!
//! Decoding is lenient: unknown fields stay in the raw value, missing optional fields are fine. What the desk
//! acts upon must be there and of the right type; what is not is reported with its JSON path, never invented.

pub mod payments;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};

use super::error::DecodeError;

/// A JSON object together with the path it stands at.
pub struct Object<'a> {
    map: &'a Map<String, Value>,
    path: String,
}

impl<'a> Object<'a> {
    /// Reads `value`, found at `path` (empty at the root), as an object.
    pub fn new(value: &'a Value, path: impl Into<String>) -> Result<Self, DecodeError> {
        let path = path.into();
        match value.as_object() {
            Some(map) => Ok(Self { map, path }),
            None => Err(unexpected(&path, "an object", Some(value))),
        }
    }

    fn at(&self, name: &str) -> String {
        if self.path.is_empty() { name.to_owned() } else { format!("{}.{name}", self.path) }
    }

    /// The value of a field; `null` counts as absent.
    pub fn get(&self, name: &str) -> Option<&'a Value> {
        self.map.get(name).filter(|value| !value.is_null())
    }

    fn required<T>(&self, name: &str, expected: &'static str, value: Option<T>) -> Result<T, DecodeError> {
        value.ok_or_else(|| unexpected(&self.at(name), expected, self.get(name)))
    }

    fn optional<T>(
        &self,
        name: &str,
        expected: &'static str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, DecodeError> {
        self.get(name)
            .map(|value| read(value).ok_or_else(|| unexpected(&self.at(name), expected, Some(value))))
            .transpose()
    }

    /// A text that must be there.
    pub fn text(&self, name: &str) -> Result<&'a str, DecodeError> {
        self.required(name, "a text", self.get(name).and_then(Value::as_str))
    }

    /// A whole number that must be there and fit 64 bits.
    pub fn integer(&self, name: &str) -> Result<i64, DecodeError> {
        self.required(name, "a whole number", self.get(name).and_then(Value::as_i64))
    }

    pub fn optional_text(&self, name: &str) -> Result<Option<&'a str>, DecodeError> {
        self.optional(name, "a text", Value::as_str)
    }

    /// A text that may be absent, as an owned value.
    pub fn optional_string(&self, name: &str) -> Result<Option<String>, DecodeError> {
        Ok(self.optional_text(name)?.map(str::to_owned))
    }

    /// A text that is only shown: a number will do, as some services send years and codes.
    pub fn optional_shown(&self, name: &str) -> Result<Option<String>, DecodeError> {
        self.optional(name, "a text", |value| match value {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => None,
        })
    }

    pub fn optional_integer(&self, name: &str) -> Result<Option<i64>, DecodeError> {
        self.optional(name, "a whole number", Value::as_i64)
    }

    pub fn optional_time(&self, name: &str) -> Result<Option<DateTime<Utc>>, DecodeError> {
        self.optional(name, "a time (ISO 8601)", |value| value.as_str().and_then(parse_time))
    }

    pub fn optional_object(&self, name: &str) -> Result<Option<Object<'a>>, DecodeError> {
        self.get(name).map(|value| Object::new(value, self.at(name))).transpose()
    }

    pub fn array(&self, name: &str) -> Result<&'a [Value], DecodeError> {
        self.required(name, "a list", self.get(name).and_then(Value::as_array)).map(Vec::as_slice)
    }
}

/// Reads an ISO 8601 timestamp; one without an offset is taken as UTC.
fn parse_time(text: &str) -> Option<DateTime<Utc>> {
    let with_offset = DateTime::parse_from_rfc3339(text).ok().map(|time| time.with_timezone(&Utc));
    with_offset
        .or_else(|| chrono::NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").ok().map(|t| t.and_utc()))
}

/// The body with credentials masked (`client_secret`, the value of a new API key): raw views are copied into tickets.
pub fn without_secrets(mut body: Value) -> Value {
    for name in ["client_secret", "api_key"] {
        if let Some(secret) = body.get_mut(name).filter(|secret| secret.is_string()) {
            *secret = Value::String("(hidden)".to_owned());
        }
    }
    body
}

fn unexpected(path: &str, expected: &'static str, found: Option<&Value>) -> DecodeError {
    let path = if path.is_empty() { "the top".to_owned() } else { path.to_owned() };
    let found = match found {
        None => "nothing".to_owned(),
        Some(Value::Null) => "null".to_owned(),
        Some(Value::Bool(_)) => "true or false".to_owned(),
        Some(Value::Number(number)) => format!("the number {number}"),
        Some(Value::String(text)) => format!("the text “{}”", crate::domain::text::visible(text, 40)),
        Some(Value::Array(_)) => "a list".to_owned(),
        Some(Value::Object(_)) => "an object".to_owned(),
    };
    DecodeError { path, expected, found }
}
