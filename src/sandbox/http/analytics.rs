//! `/analytics/v1/{scope}/metrics/*` (spec, *Endpoints*): disputes and payments, each taking an array of queries or one.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};

use super::answer::{Answer, ErrorAnswer};
use super::body::{JsonValue, PathId};
use crate::sandbox::engine::analytics::{Query, Report, Subject};
use crate::sandbox::engine::quoted;
use crate::sandbox::service::Sandbox;

/// The only scope (spec, *Notes and conflicts* 3).
const SCOPE: &str = "merchant";

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/analytics/v1/{scope}/metrics/disputes", post(disputes))
        .route("/analytics/v1/{scope}/metrics/payments", post(payments))
}

async fn disputes(sandbox: State<Sandbox>, scope: PathId, body: JsonValue) -> Answer<Report> {
    answer(sandbox, scope, Subject::Disputes, body).await
}

async fn payments(sandbox: State<Sandbox>, scope: PathId, body: JsonValue) -> Answer<Report> {
    answer(sandbox, scope, Subject::Payments, body).await
}

async fn answer(
    State(sandbox): State<Sandbox>,
    PathId(scope): PathId,
    subject: Subject,
    JsonValue(body): JsonValue,
) -> Answer<Report> {
    if scope != SCOPE {
        let message = format!("there are no analytics of the scope {}: it is {SCOPE}", quoted(&scope));
        return Err(ErrorAnswer::invalid_request(StatusCode::NOT_FOUND, "IR_05", message));
    }
    let queries = Query::read_all(subject, &body)?;
    Ok(Json(sandbox.call(move |engine| engine.analyse(subject, &queries)).await?))
}
