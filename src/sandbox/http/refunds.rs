//! [`/refunds`](crate::api::reference::refunds), and what the sandbox shows of refunds at `/_sandbox/refunds` (ours).

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Serialize;

use super::answer::HandlerResult;
use super::body::{JsonBody, PathId, QueryFields};
use crate::sandbox::engine::payments::PageInput;
use crate::sandbox::engine::refunds::{RefundBody, RefundInput, RefundList};
use crate::sandbox::service::Sandbox;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/refunds", post(create))
        .route("/_sandbox/refunds", get(list))
        .route("/_sandbox/refunds/{refund_id}", get(retrieve))
}

async fn create(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<RefundBody> {
    let input = RefundInput::read(&body.fields())?;
    let refund = sandbox.call(|engine| engine.create_refund(input)).await?;
    Ok(Json(RefundBody::new(sandbox.credentials(), refund)))
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<RefundBody> {
    let refund = sandbox.call(move |engine| engine.refund(&id)).await?;
    Ok(Json(RefundBody::new(sandbox.credentials(), refund)))
}

/// The envelope of the list.
#[derive(Serialize)]
struct ListBody {
    count: usize,
    total_count: i64,
    has_more: bool,
    data: Vec<RefundBody>,
}

async fn list(State(sandbox): State<Sandbox>, query: QueryFields) -> HandlerResult<ListBody> {
    let fields = query.fields();
    let (payment_id, page) = (fields.string("payment_id")?, PageInput::read(&fields)?);
    let list = sandbox.call(move |engine| engine.list_refunds(payment_id.as_deref(), page)).await?;
    let RefundList { rows, total, has_more } = list;
    let data: Vec<RefundBody> = rows.into_iter().map(|row| RefundBody::new(sandbox.credentials(), row)).collect();
    Ok(Json(ListBody { count: data.len(), total_count: total, has_more, data }))
}
