//! `/subscriptions`, the catalogue of plans, and the sandbox's own way to read
//! subscriptions.

use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::routing::{get, post, put};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::answer::{ErrorAnswer, HandlerResult};
use super::body::{JsonBody, PathId, QueryFields};
use super::pages::Objects;
use crate::engine::Refusal;
use crate::engine::page::PageInput;
use crate::engine::subscriptions::plans::PLANS;
use crate::engine::subscriptions::{self, PlanChange, SubscriptionAndPayment, SubscriptionBody, SubscriptionInput};
use crate::service::Sandbox;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/subscriptions/create", post(create))
        .route("/subscriptions/{subscription_id}/confirm", post(confirm))
        .route("/subscriptions/{subscription_id}/update", put(update))
        .route("/_sandbox/plans", get(plans))
        .route("/_sandbox/subscriptions", get(list))
        .route("/_sandbox/subscriptions/{subscription_id}", get(retrieve))
}

/// The header `X-Profile-Id`, which names the sandbox's own profile
/// (API reference).
#[derive(Debug)]
struct ProfileHeader;

impl FromRequestParts<Sandbox> for ProfileHeader {
    type Rejection = ErrorAnswer;

    async fn from_request_parts(parts: &mut Parts, sandbox: &Sandbox) -> Result<Self, ErrorAnswer> {
        let header = parts.headers.get("x-profile-id").map(|value| value.to_str().unwrap_or("?"));
        match header.filter(|id| !id.is_empty()) {
            None => Err(Refusal::missing("the X-Profile-Id header").into()),
            Some(id) if id != sandbox.credentials().profile_id => {
                Err(Refusal::invalid("X-Profile-Id", "is not a profile of this merchant").into())
            }
            Some(_) => Ok(Self),
        }
    }
}

async fn plans() -> Json<Value> {
    Json(json!({ "data": PLANS }))
}

async fn create(State(sandbox): State<Sandbox>, _: ProfileHeader, body: JsonBody) -> HandlerResult<SubscriptionBody> {
    let input = SubscriptionInput::read(&body.fields())?;
    let created = sandbox.transaction(move |work| subscriptions::create(work, &input)).await?;
    let client_secret = created.0.client_secret.clone();
    Ok(Json(whole(&sandbox, created).with_client_secret(client_secret)))
}

async fn confirm(
    State(sandbox): State<Sandbox>,
    _: ProfileHeader,
    PathId(id): PathId,
    body: JsonBody,
) -> HandlerResult<SubscriptionBody> {
    let confirmed = sandbox.transaction(move |work| subscriptions::confirm(work, &id, &body.0)).await?;
    Ok(Json(whole(&sandbox, confirmed)))
}

async fn update(
    State(sandbox): State<Sandbox>,
    _: ProfileHeader,
    PathId(id): PathId,
    body: JsonBody,
) -> HandlerResult<SubscriptionBody> {
    let change = PlanChange::read(&body.fields())?;
    let updated = sandbox.transaction(move |work| subscriptions::change_plan(work, &id, &change)).await?;
    Ok(Json(whole(&sandbox, updated)))
}

async fn list(State(sandbox): State<Sandbox>, query: QueryFields) -> HandlerResult<Objects<SubscriptionBody>> {
    let page = PageInput::read(&query.fields())?;
    let (found, total) = sandbox.read(move |work| subscriptions::list(work, page)).await?;
    Ok(Json(Objects::new(found.into_iter().map(|subscription| whole(&sandbox, subscription)), total)))
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<SubscriptionBody> {
    let found = sandbox.read(move |work| subscriptions::find(work, &id)).await?;
    Ok(Json(whole(&sandbox, found)))
}

fn whole(sandbox: &Sandbox, (subscription, payment): SubscriptionAndPayment) -> SubscriptionBody {
    SubscriptionBody::new(sandbox.credentials(), subscription, payment)
}
