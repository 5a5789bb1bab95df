//! API keys: `CreateApiKeyResponse`.

use serde_json::{Value, json};

use super::fields::{Fields, time};
use crate::sandbox::engine::api_keys::ApiKeyBody;

/// A new key. One that does not expire says `never`.
pub fn api_key(key: &ApiKeyBody) -> Value {
    let expiration = key.expiration.map_or_else(|| json!("never"), |at| json!(time(at)));
    Fields::default()
        .set("key_id", key.key_id.clone())
        .set("merchant_id", key.merchant_id.clone())
        .set("name", key.name.clone())
        .set("description", key.description.clone())
        .set("api_key", key.api_key.clone())
        .at("created", key.created)
        .set("expiration", expiration)
        .object()
}
