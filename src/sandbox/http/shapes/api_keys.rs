//! `/api_keys`: `expiration` has to be said.

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::Value;

use super::errors::{ShapeRefusal, ShapedResult};
use super::requests::only_fields;
use crate::engine::api_keys::{self, ApiKeyInput};
use crate::http::body::{JsonBody, PathId};
use crate::hyperswitch;
use crate::service::Sandbox;
use crate::storage::keys;

pub fn routes() -> Router<Sandbox> {
    Router::new().route("/api_keys/{merchant_id}", post(create)).route("/api_keys/{merchant_id}/list", get(list))
}

async fn create(State(sandbox): State<Sandbox>, PathId(merchant_id): PathId, body: JsonBody) -> ShapedResult {
    only_fields(&body.0, "name description expiration")?;
    if let Some(name) = ["name", "expiration"].into_iter().find(|name| !body.fields().has(name)) {
        return Err(ShapeRefusal::body(format!("Json deserialize error: missing field `{name}`")).into());
    }
    let input = ApiKeyInput::read(&body.fields())?;
    let key = sandbox.transaction(move |work| api_keys::create(work, &merchant_id, input)).await?;
    sandbox.reload_keys().await?;
    Ok(Json(hyperswitch::api_key(&key)))
}

/// A bare array of the keys that were made, oldest first.
async fn list(State(sandbox): State<Sandbox>, PathId(merchant_id): PathId) -> ShapedResult {
    let made = sandbox.read(|work| Ok(keys::made(work.db)?)).await?;
    let rows = made.iter().map(|(key, detail)| hyperswitch::api_key_row(&merchant_id, key, detail));
    Ok(Json(Value::Array(rows.collect())))
}
