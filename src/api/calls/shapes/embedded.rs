//! JSON that somebody else made (a wallet's SDK, an identity check), as a secret text on its way out.

use serde_json::Value;

use crate::call::wipe_texts;
use paydesk_domain::secret::SecretText;

/// `{"name": inner}`, where `inner` is JSON.
pub fn within(name: &str, inner: &SecretText) -> SecretText {
    let name = Value::from(name).to_string();
    // As much room as is needed: growing would leave copies behind.
    let mut text = String::with_capacity(name.len() + inner.expose().len() + 3);
    for part in ["{", &name, ":", inner.expose(), "}"] {
        text.push_str(part);
    }
    SecretText::moved(text)
}

/// Whether the text is a JSON object.
pub fn is_object(json: &SecretText) -> bool {
    let mut value: Value = serde_json::from_str(json.expose()).unwrap_or_default();
    let is_object = value.is_object();
    wipe_texts(&mut value);
    is_object
}
