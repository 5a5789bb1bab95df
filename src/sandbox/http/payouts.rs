//! `/payouts`: reads requests, calls the engine, shapes answers; and the sandbox's
//! own way to read payouts, which the specification does not show.

use axum::extract::State;
use axum::routing::{get, post, put};
use axum::{Json, Router};

use super::answer::{ErrorAnswer, HandlerResult};
use super::body::{JsonBody, PathId, QueryFields};
use super::pages::Objects;
use crate::engine::Refusal;
use crate::engine::fields::FieldReader;
use crate::engine::page::PageInput;
use crate::engine::payouts::{self, PayoutBody, PayoutChange, PayoutInput, PayoutUpdateBody};
use crate::service::Sandbox;
use crate::storage::payouts::PayoutRecord;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/payouts/create", post(create))
        .route("/payouts/{payout_id}", put(update))
        .route("/payouts/{payout_id}/fulfill", post(fulfil))
        .route("/payouts//fulfill", post(fulfil_nothing))
        .route("/_sandbox/payouts", get(list))
        .route("/_sandbox/payouts/{payout_id}", get(retrieve))
}

async fn create(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<PayoutBody> {
    let input = PayoutInput::read(&body.fields())?;
    let base_url = sandbox.hosts().base_url().to_owned();
    let payout = sandbox.transaction(move |work| payouts::create(work, input, &base_url)).await?;
    Ok(Json(with_secret(&sandbox, payout)))
}

async fn update(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> HandlerResult<PayoutUpdateBody> {
    let change = PayoutChange::read_update(&body.fields())?;
    let payout = sandbox.transaction(move |work| payouts::update(work, &id, change)).await?;
    Ok(Json(PayoutUpdateBody::new(payout)))
}

async fn fulfil(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> HandlerResult<PayoutBody> {
    check_same_id(&body.fields(), &id)?;
    let payout = sandbox.transaction(move |work| payouts::fulfil(work, &id)).await?;
    Ok(Json(with_secret(&sandbox, payout)))
}

/// The path names no payout: 400 (API reference).
async fn fulfil_nothing() -> ErrorAnswer {
    Refusal::missing("payout_id in the path").into()
}

/// `payout_id` is in the body too, and is the one of the path
/// (API reference).
fn check_same_id(fields: &FieldReader, id: &str) -> Result<(), Refusal> {
    match fields.required_text("payout_id")? {
        same if same == id => Ok(()),
        _ => Err(Refusal::invalid("payout_id", "must be the one in the path")),
    }
}

/// Creation and fulfilment answer the same shape.
fn with_secret(sandbox: &Sandbox, payout: PayoutRecord) -> PayoutBody {
    let client_secret = payout.client_secret.clone();
    PayoutBody::new(sandbox.credentials(), payout).with_client_secret(client_secret)
}

async fn list(State(sandbox): State<Sandbox>, query: QueryFields) -> HandlerResult<Objects<PayoutBody>> {
    let page = PageInput::read(&query.fields())?;
    let (found, total) = sandbox.read(move |work| payouts::list(work, page)).await?;
    let bodies = found.into_iter().map(|payout| PayoutBody::new(sandbox.credentials(), payout));
    Ok(Json(Objects::new(bodies, total)))
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<PayoutBody> {
    let payout = sandbox.read(move |work| payouts::find(work, &id)).await?;
    Ok(Json(PayoutBody::new(sandbox.credentials(), payout)))
}
