//! Card numbers, account numbers and keys in a text, in forms that are not those of a form.

use serde_json::{Value, json};

/// What nothing may hold, as the service wrote it.
pub const MARKS: [&str; 8] = [
    "4242.4242.4242.4242",
    "5555 5555-5555 4444",
    "４０００００００００００００６９",
    "378282246310005",
    "DE89 3704 0044 0532 0130 00",
    "gb29nwbk60161331926819",
    "cAnArYiNtExT+7f3c9b0e51d84a26kQ",
    "4242424242424242",
];

/// All of them in one text, with characters that nobody sees.
pub fn text() -> String {
    let [dots, mixed, wide, amex, iban, lower, key, _] = MARKS;
    format!("a{dots}b {mixed} {wide} x{amex}x {iban}, ref{lower} \u{202e}snd_{key}\u{200b}")
}

/// `document` with that text in every text that is no id, no code and no time.
pub fn with_texts(document: &Value) -> Value {
    const CODES: [&str; 9] = [
        "status",
        "currency",
        "created",
        "capture_method",
        "type",
        "dispute_stage",
        "timestamp",
        "updated",
        "modified_at",
    ];
    let is_kept = |name: &str| name == "id" || name.ends_with("_id") || name.ends_with("_at") || CODES.contains(&name);
    match document {
        Value::String(_) => text().into(),
        Value::Array(values) => values.iter().map(with_texts).collect(),
        Value::Object(fields) => {
            let field = |(name, value): (&String, &Value)| match is_kept(name) || name.contains("amount") {
                true => (name.clone(), value.clone()),
                false => (name.clone(), with_texts(value)),
            };
            let mut fields: serde_json::Map<String, Value> = fields.iter().map(field).collect();
            for name in ["description", "reason", "name", "error_message", "unified_message", "connector_reason"] {
                fields.insert(name.to_owned(), text().into());
            }
            fields.insert("metadata".to_owned(), json!({"note": text(), (text()): 1, "card": 4242424242424242_i64}));
            fields.into()
        }
        Value::Null | Value::Bool(_) | Value::Number(_) => document.clone(),
    }
}
