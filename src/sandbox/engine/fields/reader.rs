//! Reads JSON objects field by field, so that every refusal names the field and what it should have been. `null` is
//! the same as absent; unknown fields are ignored.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use serde_json::{Map, Value};

use crate::engine::refusal::{Refusal, quoted};

/// A JSON object of a request, and its path within the body.
#[derive(Debug, Clone)]
pub struct FieldReader<'a> {
    map: &'a Map<String, Value>,
    path: String,
}

impl<'a> FieldReader<'a> {
    pub fn new(map: &'a Map<String, Value>) -> Self {
        Self { map, path: String::new() }
    }

    /// An object at `path` within the body.
    pub fn at(map: &'a Map<String, Value>, path: String) -> Self {
        Self { map, path }
    }

    /// The full name of a field, for messages: `billing.address.line1`.
    pub fn name_of(&self, field: &str) -> String {
        if self.path.is_empty() { field.to_owned() } else { format!("{}.{field}", self.path) }
    }

    pub fn has(&self, field: &str) -> bool {
        self.value(field).is_some()
    }

    /// The names of the fields that are there.
    pub fn names(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        self.map.iter().filter(|(_, value)| !value.is_null()).map(|(name, _)| name.as_str())
    }

    pub fn value(&self, field: &str) -> Option<&'a Value> {
        self.map.get(field).filter(|value| !value.is_null())
    }

    pub fn text(&self, field: &str) -> Result<Option<&'a str>, Refusal> {
        self.read(field, "a string", Value::as_str)
    }

    /// A string as it will be stored.
    pub fn string(&self, field: &str) -> Result<Option<String>, Refusal> {
        Ok(self.text(field)?.map(str::to_owned))
    }

    /// A string that has to be there and say something.
    pub fn required_text(&self, field: &str) -> Result<&'a str, Refusal> {
        self.text(field)?.filter(|text| !text.is_empty()).ok_or_else(|| Refusal::missing(&self.name_of(field)))
    }

    /// A string such as a card number: a refusal does not repeat what came instead.
    pub fn secret_text(&self, field: &str) -> Result<Option<&'a str>, Refusal> {
        let Some(value) = self.value(field) else {
            return Ok(None);
        };
        value.as_str().map(Some).ok_or_else(|| Refusal::invalid(&self.name_of(field), "must be a string"))
    }

    pub fn integer(&self, field: &str) -> Result<Option<i64>, Refusal> {
        self.read(field, "an integer", Value::as_i64)
    }

    pub fn boolean(&self, field: &str) -> Result<Option<bool>, Refusal> {
        self.read(field, "true or false", Value::as_bool)
    }

    pub fn array(&self, field: &str) -> Result<Option<&'a Vec<Value>>, Refusal> {
        self.read(field, "an array", Value::as_array)
    }

    pub fn object(&self, field: &str) -> Result<Option<FieldReader<'a>>, Refusal> {
        let map = self.read(field, "an object", Value::as_object)?;
        Ok(map.map(|map| FieldReader { map, path: self.name_of(field) }))
    }

    pub fn required_object(&self, field: &str) -> Result<FieldReader<'a>, Refusal> {
        self.object(field)?.ok_or_else(|| Refusal::missing(&self.name_of(field)))
    }

    /// One of `choices`.
    pub fn choice(&self, field: &str, choices: &[&str]) -> Result<Option<&'a str>, Refusal> {
        match self.text(field)? {
            Some(text) if !choices.contains(&text) => {
                let rule = format!("must be one of {}, not {}", choices.join(", "), quoted(text));
                Err(Refusal::invalid(&self.name_of(field), rule))
            }
            found => Ok(found),
        }
    }

    /// An ISO 8601 time; without a zone it is read as UTC, without a time as midnight.
    pub fn time(&self, field: &str) -> Result<Option<DateTime<Utc>>, Refusal> {
        let Some(text) = self.text(field)? else {
            return Ok(None);
        };
        let refusal = || {
            let rule = format!("must be an ISO 8601 timestamp such as 2026-11-21T10:00:00Z, not {}", quoted(text));
            Refusal::invalid(&self.name_of(field), rule)
        };
        parse_time(text).map(Some).ok_or_else(refusal)
    }

    fn read<T>(
        &self,
        field: &str,
        wanted: &str,
        convert: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, Refusal> {
        let Some(value) = self.value(field) else {
            return Ok(None);
        };
        let refusal = || Refusal::invalid(&self.name_of(field), format!("must be {wanted}, not {}", kind_of(value)));
        convert(value).map(Some).ok_or_else(refusal)
    }
}

/// What a JSON value is, for a message that says what it should have been.
pub fn kind_of(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "a boolean".to_owned(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(_) => "a string".to_owned(),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

fn parse_time(text: &str) -> Option<DateTime<Utc>> {
    let zoned = DateTime::parse_from_rfc3339(text).map(|time| time.to_utc());
    let naive = || NaiveDateTime::parse_from_str(text, "%Y-%m-%dT%H:%M:%S%.f").map(|time| time.and_utc());
    let date = || NaiveDate::parse_from_str(text, "%Y-%m-%d").map(|date| date.and_time(NaiveTime::MIN).and_utc());
    zoned.or_else(|_| naive()).or_else(|_| date()).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::engine::refusal::Reason;

    #[test]
    fn a_refusal_names_the_field_with_its_path_and_what_it_should_have_been() {
        let body = json!({"amount": "12", "billing": {"address": {"zip": 4}}, "confirm": null});
        let fields = FieldReader::new(body.as_object().unwrap());
        assert_eq!(fields.integer("amount").unwrap_err().message, "amount must be an integer, not a string");
        let address = fields.object("billing").unwrap().unwrap().object("address").unwrap().unwrap();
        let refusal = address.required_text("zip").unwrap_err();
        assert_eq!(refusal.message, "billing.address.zip must be a string, not the number 4");
        assert_eq!(address.required_text("city").unwrap_err().reason, Reason::Missing);
        assert_eq!(fields.boolean("confirm"), Ok(None));
    }

    #[test]
    fn times_are_read_with_a_zone_without_one_and_as_dates() {
        let same = ["2026-11-21T00:00:00Z", "2026-11-21T01:00:00+01:00", "2026-11-21T00:00:00", "2026-11-21"];
        assert!(same.iter().all(|text| parse_time(text) == parse_time(same[0])));
        assert_eq!(parse_time("yesterday"), None);
    }
}
