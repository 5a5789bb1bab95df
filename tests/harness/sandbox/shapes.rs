//! Shapes of answers, compared with those typed by hand.

use serde_json::Value;

use crate::helpers::fixture;

/// Fails unless the response has the fields and values of the fixture. A text of the fixture that ends in `_1` is
/// for one that only the sandbox knows: an id, a secret, an address of its own.
#[track_caller]
pub fn assert_same_shape(answer: &Value, name: &str) {
    let mut expected = fixture(name);
    fill_in(&mut expected, answer);
    assert_eq!(*answer, expected, "{name}");
}

pub fn fill_in(expected: &mut Value, answer: &Value) {
    match expected {
        Value::String(text) if text.ends_with("_1") && answer.is_string() => *expected = answer.clone(),
        Value::Object(map) => map.iter_mut().for_each(|(name, value)| fill_in(value, &answer[name])),
        Value::Array(values) => values.iter_mut().enumerate().for_each(|(at, value)| fill_in(value, &answer[at])),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
