//! `/subscriptions`: the confirmation answers another shape than the rest.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::routing::{get, post, put};
use axum::{Json, Router};
use serde_json::Value;

use super::errors::{Refused, ShapeRefusal, ShapedResult};
use super::requests::{QueryPairs, cut_page};
use crate::engine::Refusal;
use crate::engine::page::PageInput;
use crate::engine::subscriptions::{self, PlanChange, SubscriptionInput};
use crate::http::body::{JsonBody, PathId};
use crate::hyperswitch;
use crate::service::Sandbox;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/subscriptions/create", post(create))
        .route("/subscriptions/list", get(list))
        .route("/subscriptions/{subscription_id}", get(retrieve))
        .route("/subscriptions/{subscription_id}/confirm", post(confirm))
        .route("/subscriptions/{subscription_id}/update", put(update))
}

/// The header `X-Profile-Id` names a profile of the merchant.
fn check_profile(sandbox: &Sandbox, headers: &HeaderMap) -> Result<(), Refused> {
    match headers.get("x-profile-id").and_then(|value| value.to_str().ok()).filter(|id| !id.is_empty()) {
        None => Err(Refusal::missing("X-Profile-Id").into()),
        Some(id) if id != sandbox.credentials().profile_id => Err(Refusal::not_found("business profile", id).into()),
        Some(_) => Ok(()),
    }
}

/// A bare array, newest first; without the header the refusal is bare too.
async fn list(State(sandbox): State<Sandbox>, headers: HeaderMap, query: QueryPairs) -> ShapedResult {
    if !headers.contains_key("x-profile-id") {
        return Err(ShapeRefusal::header_missing("X-Profile-Id").into());
    }
    check_profile(&sandbox, &headers)?;
    let (limit, offset) = cut_page(query.number("limit")?, query.number("offset")?);
    let rows = sandbox.read(move |work| {
        let (found, _) = subscriptions::list(work, PageInput { limit, offset })?;
        let rows = found.iter().map(|(one, payment)| hyperswitch::subscription(work.credentials, one, payment));
        Ok(Value::Array(rows.collect()))
    });
    Ok(Json(rows.await?))
}

async fn create(State(sandbox): State<Sandbox>, headers: HeaderMap, body: JsonBody) -> ShapedResult {
    check_profile(&sandbox, &headers)?;
    let input = SubscriptionInput::read(&body.fields())?;
    let (created, payment) = sandbox.transaction(move |work| subscriptions::create(work, &input)).await?;
    Ok(Json(hyperswitch::subscription(sandbox.credentials(), &created, &payment)))
}

async fn confirm(
    State(sandbox): State<Sandbox>,
    headers: HeaderMap,
    PathId(id): PathId,
    body: JsonBody,
) -> ShapedResult {
    check_profile(&sandbox, &headers)?;
    let (confirmed, payment) = sandbox.transaction(move |work| subscriptions::confirm(work, &id, &body.0)).await?;
    Ok(Json(hyperswitch::subscription_confirmation(sandbox.credentials(), &confirmed, &payment)))
}

async fn update(
    State(sandbox): State<Sandbox>,
    headers: HeaderMap,
    PathId(id): PathId,
    body: JsonBody,
) -> ShapedResult {
    check_profile(&sandbox, &headers)?;
    let change = PlanChange::read(&body.fields())?;
    let (updated, payment) = sandbox.transaction(move |work| subscriptions::change_plan(work, &id, &change)).await?;
    Ok(Json(hyperswitch::subscription(sandbox.credentials(), &updated, &payment)))
}

async fn retrieve(State(sandbox): State<Sandbox>, headers: HeaderMap, PathId(id): PathId) -> ShapedResult {
    check_profile(&sandbox, &headers)?;
    let (found, payment) = sandbox.read(move |work| subscriptions::find(work, &id)).await?;
    Ok(Json(hyperswitch::subscription(sandbox.credentials(), &found, &payment)))
}
