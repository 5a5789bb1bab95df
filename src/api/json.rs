//! JSON as it arrives from outside: parsed once, and refused where one object names a field twice.
//!
//! Parsers disagree on which of two equal names counts, so an answer with both proves neither: `{"status":"failed",
//! "status":"succeeded"}` is no answer. Says nothing of what the fields mean; that is the decoders' work.

use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

/// Why bytes are not JSON that can be relied on.
#[derive(Debug)]
pub enum JsonError {
    Syntax(serde_json::Error),
    /// An object names a field twice.
    RepeatedName,
}

/// Begins the message of the parser's error for a repeated name; the parser adds the position.
const REPEATED: &str = "a name stands twice in one object";

/// Parses a whole document.
pub fn parse(bytes: &[u8]) -> Result<Value, JsonError> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let value = Unique.deserialize(&mut deserializer);
    match value.and_then(|value| deserializer.end().map(|()| value)) {
        Ok(value) => Ok(value),
        Err(error) if error.is_data() && error.to_string().starts_with(REPEATED) => Err(JsonError::RepeatedName),
        Err(error) => Err(JsonError::Syntax(error)),
    }
}

/// Any JSON value in which no object repeats a name.
struct Unique;

impl<'de> DeserializeSeed<'de> for Unique {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Unique {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    #[expect(clippy::disallowed_types, reason = "what serde hands over; it is kept as it is and never calculated with")]
    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::String(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Value, E> {
        Ok(Value::String(text))
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut values = Vec::new();
        while let Some(value) = items.next_element_seed(Unique)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut object = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(Unique)?;
            if object.insert(name, value).is_some() {
                return Err(A::Error::custom(REPEATED));
            }
        }
        Ok(Value::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_document_is_read_as_the_usual_parser_reads_it() {
        let text = r#" {"a": [1, -2, 3.5, 18446744073709551615, true, null, "é"], "b": {"a": {}}} "#;
        let usual: Value = serde_json::from_str(text).unwrap();
        assert_eq!(parse(text.as_bytes()).unwrap(), usual);
        assert_eq!(parse(b"[]").unwrap(), json!([]));
    }

    #[test]
    fn a_name_that_stands_twice_is_refused_wherever_it_stands() {
        for text in [r#"{"a":1,"a":1}"#, r#"[{"b":{"x":1,"y":2,"x":3}}]"#, r#"{"a":1,"\u0061":2}"#] {
            assert!(matches!(parse(text.as_bytes()), Err(JsonError::RepeatedName)), "{text}");
        }
    }

    #[test]
    fn what_is_cut_or_goes_on_too_long_is_no_document() {
        assert!(matches!(parse(br#"{"a":1"#), Err(JsonError::Syntax(error)) if error.is_eof()));
        assert!(matches!(parse(b"{} {}"), Err(JsonError::Syntax(error)) if !error.is_eof()));
        let quoted = format!(r#"{{"{REPEATED}": 1"#);
        assert!(matches!(parse(quoted.as_bytes()), Err(JsonError::Syntax(_))));
    }
}
