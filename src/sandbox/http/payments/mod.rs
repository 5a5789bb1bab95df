//! `/payments`: reads requests, calls the engine, shapes answers (API reference).

mod bodies;

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};

use self::bodies::{ApproveBody, CancelBody, CaptureBody, RowBody};
use super::answer::{ErrorAnswer, HandlerResult};
use super::body::{JsonBody, PathId, QueryFields};
use super::pages::ListBody;
use crate::engine::payments::{self, CaptureInput, PaymentBody, PaymentInput, PaymentListInput};
use crate::engine::{Refusal, Work};
use crate::service::Sandbox;
use crate::storage::payments::PaymentRecord;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/payments", post(create))
        .route("/payments/list", get(list_by_query).post(list_by_body))
        .route("/payments/{payment_id}", get(retrieve).post(update))
        .route("/payments/{payment_id}/confirm", post(confirm))
        .route("/payments/{payment_id}/capture", post(capture))
        .route("/payments/{payment_id}/cancel", post(cancel))
        .route("/payments/{payment_id}/approve", post(approve))
}

async fn create(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<PaymentBody> {
    let input = PaymentInput::read(&body.fields())?;
    let payment = sandbox.transaction(move |work| payments::create(work, &input)).await?;
    let client_secret = payment.detail.client_secret.clone();
    Ok(Json(PaymentBody::new(sandbox.credentials(), payment).with_client_secret(client_secret)))
}

async fn update(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> HandlerResult<PaymentBody> {
    let input = PaymentInput::read(&body.fields())?;
    whole_payment(&sandbox, move |work| payments::update(work, &id, &input)).await
}

async fn confirm(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> HandlerResult<PaymentBody> {
    let input = PaymentInput::read(&body.fields())?;
    whole_payment(&sandbox, move |work| payments::confirm(work, &id, &input)).await
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<PaymentBody> {
    let payment = sandbox.read(move |work| work.payment(&id)).await?;
    Ok(Json(PaymentBody::new(sandbox.credentials(), payment)))
}

async fn list_by_body(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<ListBody<RowBody>> {
    list(&sandbox, PaymentListInput::read(&body.fields())).await
}

async fn list_by_query(State(sandbox): State<Sandbox>, query: QueryFields) -> HandlerResult<ListBody<RowBody>> {
    list(&sandbox, PaymentListInput::read(&query.fields())).await
}

async fn list(sandbox: &Sandbox, input: Result<PaymentListInput, Refusal>) -> HandlerResult<ListBody<RowBody>> {
    let input = input?;
    let page = sandbox.read(move |work| payments::list(work, input)).await?;
    Ok(Json(ListBody::new(page, RowBody::new)))
}

async fn capture(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> HandlerResult<CaptureBody> {
    let input = CaptureInput::read(&body.fields())?;
    let payment = sandbox.transaction(move |work| payments::capture(work, &id, &input)).await?;
    Ok(Json(CaptureBody::new(payment)))
}

async fn cancel(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> HandlerResult<CancelBody> {
    let reason = body.fields().string("cancellation_reason")?;
    let payment = sandbox.transaction(move |work| payments::cancel(work, &id, reason)).await?;
    Ok(Json(CancelBody::new(payment)))
}

async fn approve(State(sandbox): State<Sandbox>, PathId(id): PathId, _: JsonBody) -> HandlerResult<ApproveBody> {
    let payment = sandbox.transaction(move |work| payments::approve(work, &id)).await?;
    Ok(Json(ApproveBody::new(payment)))
}

/// Answers that show the whole payment.
pub async fn whole_payment(
    sandbox: &Sandbox,
    work: impl FnOnce(&mut Work) -> Result<PaymentRecord, Refusal> + Send + 'static,
) -> Result<Json<PaymentBody>, ErrorAnswer> {
    let payment = sandbox.transaction(work).await?;
    Ok(Json(PaymentBody::new(sandbox.credentials(), payment)))
}
