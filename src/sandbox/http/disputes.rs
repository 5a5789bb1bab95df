//! `/disputes`, and raising and looking into disputes at `/_sandbox` (ours).

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use chrono::{DateTime, Utc};
use serde::Serialize;

use super::answer::HandlerResult;
use super::body::{JsonBody, PathId, QueryFields};
use super::pages::ListBody;
use crate::engine::disputes::{self, DisputeBody, DisputeDetailBody, DisputeInput, DisputeListInput, EvidenceInput};
use crate::engine::{Refusal, SandboxSettings, Work};
use crate::service::Sandbox;
use crate::storage::disputes::DisputeRecord;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/disputes/list", get(list_by_query).post(list_by_body))
        .route("/disputes/evidence", post(submit))
        .route("/_sandbox/disputes", get(list_details))
        .route("/_sandbox/disputes/{dispute_id}", get(retrieve))
        .route("/_sandbox/payments/{payment_id}/dispute", post(raise))
}

async fn list_by_body(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<ListBody<DisputeBody>> {
    list(&sandbox, DisputeListInput::read(&body.fields()), |dispute, settings| DisputeBody::new(&dispute, settings))
        .await
}

async fn list_by_query(State(sandbox): State<Sandbox>, query: QueryFields) -> HandlerResult<ListBody<DisputeBody>> {
    list(&sandbox, DisputeListInput::read(&query.fields()), |dispute, settings| DisputeBody::new(&dispute, settings))
        .await
}

async fn list_details(
    State(sandbox): State<Sandbox>,
    query: QueryFields,
) -> HandlerResult<ListBody<DisputeDetailBody>> {
    list(&sandbox, DisputeListInput::read(&query.fields()), DisputeDetailBody::new).await
}

async fn list<T>(
    sandbox: &Sandbox,
    input: Result<DisputeListInput, Refusal>,
    shape: impl Fn(DisputeRecord, &SandboxSettings) -> T,
) -> HandlerResult<ListBody<T>> {
    let input = input?;
    let (page, settings) = sandbox.read(move |work| Ok((disputes::list(work, &input)?, work.settings.clone()))).await?;
    Ok(Json(ListBody::new(page, |dispute| shape(dispute, &settings))))
}

/// The answer to evidence.
#[derive(Serialize)]
struct EvidenceBody {
    dispute_id: String,
    status: &'static str,
    evidence_submitted_at: Option<DateTime<Utc>>,
}

async fn submit(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<EvidenceBody> {
    let input = EvidenceInput::read(&body.fields())?;
    let dispute = sandbox.transaction(move |work| disputes::submit(work, &input)).await?;
    Ok(Json(EvidenceBody {
        dispute_id: dispute.dispute_id,
        status: "submitted",
        evidence_submitted_at: dispute.evidence_submitted,
    }))
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<DisputeDetailBody> {
    let read = move |work: &mut Work| Ok(DisputeDetailBody::new(disputes::find(work, &id)?, &work.settings));
    Ok(Json(sandbox.read(read).await?))
}

async fn raise(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> HandlerResult<DisputeDetailBody> {
    let input = DisputeInput::read(&body.fields())?;
    detail(&sandbox, move |work| disputes::raise_for_payment(work, &id, input)).await
}

async fn detail(
    sandbox: &Sandbox,
    dispute: impl FnOnce(&mut Work) -> Result<DisputeRecord, Refusal> + Send + 'static,
) -> HandlerResult<DisputeDetailBody> {
    let detail = |work: &mut Work| {
        let dispute = dispute(work)?;
        Ok(DisputeDetailBody::new(dispute, &work.settings))
    };
    Ok(Json(sandbox.transaction(detail).await?))
}
