//! API keys: `CreateApiKeyResponse`.

use chrono::{DateTime, Utc};
use serde_json::{Value, json};

use super::fields::{Fields, time};
use crate::engine::api_keys::ApiKeyBody;
use crate::storage::keys::{KeyDetail, KeyRow};

/// How much of a key lists show.
const PREFIX_CHARS: usize = 12;

/// A key as lists show it: only the beginning of its value.
pub fn api_key_row(merchant_id: &str, key: &KeyRow, detail: &KeyDetail) -> Value {
    let prefix: String = key.value.chars().take(PREFIX_CHARS).collect();
    Fields::default()
        .set("key_id", key.key_id.clone())
        .set("merchant_id", merchant_id)
        .set("name", detail.name.clone())
        .set("description", detail.description.clone())
        .set("prefix", prefix)
        .at("created", detail.created)
        .set("expiration", expiration(key.expires))
        .object()
}

/// One that does not expire says `never`.
fn expiration(expires: Option<DateTime<Utc>>) -> Value {
    expires.map_or_else(|| json!("never"), |at| json!(time(at)))
}

/// A new key. One that does not expire says `never`.
pub fn api_key(key: &ApiKeyBody) -> Value {
    Fields::default()
        .set("key_id", key.key_id.clone())
        .set("merchant_id", key.merchant_id.clone())
        .set("name", key.name.clone())
        .set("description", key.description.clone())
        .set("api_key", key.api_key.clone())
        .at("created", key.created)
        .set("expiration", expiration(key.expiration))
        .object()
}
