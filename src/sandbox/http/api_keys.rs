//! `/api_keys`: makes keys with the admin key (API reference).

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};

use super::answer::HandlerResult;
use super::body::{JsonBody, PathId};
use crate::engine::api_keys::{self, ApiKeyBody, ApiKeyInput};
use crate::service::Sandbox;

pub fn routes() -> Router<Sandbox> {
    Router::new().route("/api_keys/{merchant_id}", post(create))
}

async fn create(
    State(sandbox): State<Sandbox>,
    PathId(merchant_id): PathId,
    body: JsonBody,
) -> HandlerResult<ApiKeyBody> {
    let input = ApiKeyInput::read(&body.fields())?;
    let key = sandbox.transaction(move |work| api_keys::create(work, &merchant_id, input)).await?;
    sandbox.reload_keys().await?;
    Ok(Json(key))
}
