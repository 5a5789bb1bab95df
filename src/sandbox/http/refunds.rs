//! `/refunds`, and what the sandbox shows of refunds at `/_sandbox/refunds` (ours).

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};

use super::answer::HandlerResult;
use super::body::{JsonBody, PathId, QueryFields};
use super::pages::ListBody;
use crate::engine::page::PageInput;
use crate::engine::refunds::{self, RefundBody, RefundInput};
use crate::service::Sandbox;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/refunds", post(create))
        .route("/_sandbox/refunds", get(list))
        .route("/_sandbox/refunds/{refund_id}", get(retrieve))
}

async fn create(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<RefundBody> {
    let input = RefundInput::read(&body.fields())?;
    let refund = sandbox.transaction(move |work| refunds::create(work, input)).await?;
    Ok(Json(RefundBody::new(sandbox.credentials(), refund)))
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<RefundBody> {
    let refund = sandbox.read(move |work| refunds::find(work, &id)).await?;
    Ok(Json(RefundBody::new(sandbox.credentials(), refund)))
}

async fn list(State(sandbox): State<Sandbox>, query: QueryFields) -> HandlerResult<ListBody<RefundBody>> {
    let fields = query.fields();
    let (payment_id, page) = (fields.string("payment_id")?, PageInput::read(&fields)?);
    let page = sandbox.read(move |work| refunds::list(work, payment_id.as_deref(), page)).await?;
    Ok(Json(ListBody::new(page, |refund| RefundBody::new(sandbox.credentials(), refund))))
}
