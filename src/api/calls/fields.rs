//! Writes the body of a request, field by field: what is not given is not sent.

use serde_json::{Map, Value};

/// A JSON object on its way out.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BodyFields(Map<String, Value>);

impl BodyFields {
    pub fn new() -> Self {
        Self::default()
    }

    /// Always sent.
    pub fn set(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.0.insert(name.to_owned(), value.into());
        self
    }

    /// Sent unless empty.
    pub fn text(self, name: &str, text: &str) -> Self {
        if text.is_empty() { self } else { self.set(name, text) }
    }

    /// Sent where given.
    pub fn maybe(self, name: &str, value: Option<impl Into<Value>>) -> Self {
        match value {
            Some(value) => self.set(name, value),
            None => self,
        }
    }

    /// Sent where true: `false` is what the service assumes.
    pub fn flag(self, name: &str, flag: bool) -> Self {
        if flag { self.set(name, true) } else { self }
    }

    /// Sent unless nothing is in it.
    pub fn object(self, name: &str, fields: Self) -> Self {
        if fields.0.is_empty() { self } else { self.set(name, fields.into_value()) }
    }

    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn into_value(self) -> Value {
        Value::Object(self.0)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn what_is_not_given_is_not_sent() {
        let inner = BodyFields::new().text("city", "Bristol").text("state", "");
        let fields = BodyFields::new().set("amount", 5).maybe("time_zone", None::<i64>).flag("confirm", false);
        let body = fields.object("address", inner).object("phone", BodyFields::new()).into_value();
        assert_eq!(body, json!({"amount": 5, "address": {"city": "Bristol"}}));
    }
}
