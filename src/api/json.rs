//! JSON as it arrives from outside: parsed once, within a budget, and refused where one object names a field twice.
//!
//! Parsers disagree on which of two equal names counts, so an answer with both proves neither: `{"status":"failed",
//! "status":"succeeded"}` is no answer. Each value costs many times the memory of its shortest text (`0,`), so values are
//! counted, too. Nothing else parses what a service sent: what leaves here has no card number, account number or key in
//! its texts. Says nothing else of what the fields mean; that is the decoders' work.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;
use std::sync::Arc;

use serde::de::{DeserializeSeed, Deserializer, Error as _, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use paydesk_domain::scrub::scrubbed;
use paydesk_domain::service_text;

use super::wire;

/// Why bytes are not JSON that can be relied on.
#[derive(Debug)]
pub enum JsonError {
    Syntax(serde_json::Error),
    /// An object names a field twice.
    RepeatedName,
    /// It has more values than [`VALUES_MAX`], or is deeper than [`DEPTH_MAX`].
    TooMuch,
}

/// Most values of one document, each element and field counted. A report of the analytics, the largest answer that is
/// read whole, has 20,000 rows of some fifteen.
pub const VALUES_MAX: usize = 400_000;
/// Most values within each other. The specification's answers have six; metadata may nest.
pub const DEPTH_MAX: usize = 64;

/// Begins the message of the parser's error for a repeated name; the parser adds the position.
const REPEATED: &str = "a name appears twice in one object";
/// Message of the parser for a document beyond the budget.
const TOO_MUCH: &str = "the document has too many values";

/// Parses a whole document that a service sent, and masks what is secret in its texts, see
/// [`service_text`].
///
/// # Errors
///
/// Where it is no JSON, names a field twice, or is beyond the budget.
pub fn parse(bytes: &[u8]) -> Result<Value, JsonError> {
    let mut value = parse_whole(bytes)?;
    service_text::mask(&mut value);
    Ok(value)
}

/// The bytes of a document without what [`parse`] masks in it: the same bytes where that is nothing. What is no JSON is
/// masked as a text.
pub fn without_secrets(bytes: &[u8]) -> Cow<'_, [u8]> {
    let Ok(whole) = parse_whole(bytes) else { return text_without_secrets(bytes) };
    // No decoder takes out of stored bytes what the service gives once.
    let mut masked = wire::without_secrets(whole.clone());
    service_text::mask(&mut masked);
    if masked == whole { bytes.into() } else { masked.to_string().into_bytes().into() }
}

/// Masks the secrets in shared bytes.
pub fn shared_without_secrets(bytes: Arc<[u8]>) -> Arc<[u8]> {
    let masked = match without_secrets(&bytes) {
        Cow::Borrowed(_) => None,
        Cow::Owned(masked) => Some(masked.into()),
    };
    masked.unwrap_or(bytes)
}

fn text_without_secrets(bytes: &[u8]) -> Cow<'_, [u8]> {
    match scrubbed(&String::from_utf8_lossy(bytes)) {
        Cow::Owned(text) => text.into_bytes().into(),
        Cow::Borrowed(_) => bytes.into(),
    }
}

fn parse_whole(bytes: &[u8]) -> Result<Value, JsonError> {
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let left = Cell::new(VALUES_MAX);
    let value = LimitedValue { left: &left, depth_left: DEPTH_MAX }.deserialize(&mut deserializer);
    match value.and_then(|value| deserializer.end().map(|()| value)) {
        Ok(value) => Ok(value),
        Err(error) if is(&error, REPEATED) => Err(JsonError::RepeatedName),
        Err(error) if is(&error, TOO_MUCH) => Err(JsonError::TooMuch),
        Err(error) => Err(JsonError::Syntax(error)),
    }
}

/// Whether the error is ours, which begins like this.
fn is(error: &serde_json::Error, beginning: &str) -> bool {
    error.is_data() && error.to_string().starts_with(beginning)
}

/// Any JSON value in which no object repeats a name, as long as the budget lasts.
#[derive(Clone, Copy)]
struct LimitedValue<'a> {
    left: &'a Cell<usize>,
    depth_left: usize,
}

impl LimitedValue<'_> {
    /// For a value within this one; refused where there is nothing left for it.
    fn inner<E: serde::de::Error>(self) -> Result<Self, E> {
        let depth_left = self.depth_left.checked_sub(1).ok_or_else(|| E::custom(TOO_MUCH))?;
        Ok(Self { depth_left, ..self })
    }

    fn spend<E: serde::de::Error>(self) -> Result<(), E> {
        self.left.set(self.left.get().checked_sub(1).ok_or_else(|| E::custom(TOO_MUCH))?);
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for LimitedValue<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Value, D::Error> {
        self.spend()?;
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for LimitedValue<'_> {
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

    #[expect(
        clippy::disallowed_types,
        reason = "what serde hands over; it is stored as it is and never calculated with"
    )]
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
        let inner = self.inner()?;
        let mut values = Vec::new();
        while let Some(value) = items.next_element_seed(inner)? {
            values.push(value);
        }
        Ok(Value::Array(values))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let inner = self.inner()?;
        let mut object = Map::new();
        while let Some(name) = entries.next_key::<String>()? {
            let value = entries.next_value_seed(inner)?;
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
    fn a_parsed_document_has_no_secret_in_its_texts() {
        let text =
            br#"{"description": "4242.4242.4242.4242 and DE89370400440532013000", "payment_id": "4242424242424242"}"#;
        let shown =
            json!({"description": "************4242 and ******************3000", "payment_id": "4242424242424242"});
        assert_eq!(parse(text).unwrap(), shown);
    }

    #[test]
    fn bytes_stay_as_they_are_unless_something_in_them_is_masked() {
        let plain = br#"{ "description" : "Invoice 7", "amount":  1.0 }"#;
        assert!(matches!(without_secrets(plain), Cow::Borrowed(_)));
        let masked = without_secrets(br#"{ "description" : "4242424242424242", "amount":  5 }"#);
        assert_eq!(&*masked, br#"{"description":"************4242","amount":5}"#);
        let given_once = without_secrets(br#"{"client_secret":"pay_1_secret_x"}"#);
        assert_eq!(&*given_once, br#"{"client_secret":"(hidden)"}"#);
        assert_eq!(&*without_secrets(b"card 4242424242424242, {"), b"card ************4242, {");
        assert_eq!(&*without_secrets(b"\xff\xfe"), b"\xff\xfe");
    }

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
    fn more_values_or_a_deeper_nesting_than_the_budget_are_refused() {
        let list = |count: usize| format!("[{}]", vec!["0"; count].join(","));
        assert!(parse(list(VALUES_MAX - 1).as_bytes()).is_ok());
        assert!(matches!(parse(list(VALUES_MAX).as_bytes()), Err(JsonError::TooMuch)));
        let fields: Vec<String> = (0..VALUES_MAX).map(|number| format!("\"{number}\":0")).collect();
        assert!(matches!(parse(format!("{{{}}}", fields.join(",")).as_bytes()), Err(JsonError::TooMuch)));
        for (open, close) in [("[", "]"), (r#"{"a":"#, "}")] {
            let nested = |depth: usize| format!("{}0{}", open.repeat(depth), close.repeat(depth));
            assert!(parse(nested(DEPTH_MAX).as_bytes()).is_ok(), "{open}");
            assert!(matches!(parse(nested(DEPTH_MAX + 1).as_bytes()), Err(JsonError::TooMuch)), "{open}");
            assert!(matches!(parse(open.repeat(8 * 1024 * 1024 / open.len()).as_bytes()), Err(JsonError::TooMuch)));
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
