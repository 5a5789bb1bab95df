//! `/analytics/v1/{scope}/metrics/*`: disputes and payments, each taking an array
//! of queries or one.

use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::post;
use axum::{Json, Router};
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::answer::{ErrorAnswer, HandlerResult};
use super::body::{JsonValue, PathId};
use crate::engine::analytics::{self, FigureValue, NamedFigure, Query, QueryReport, QuerySubject};
use crate::engine::quoted;
use crate::service::Sandbox;

/// The only scope (API reference).
const SCOPE: &str = "merchant";

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/analytics/v1/{scope}/metrics/disputes", post(disputes))
        .route("/analytics/v1/{scope}/metrics/payments", post(payments))
}

async fn disputes(sandbox: State<Sandbox>, scope: PathId, body: JsonValue) -> HandlerResult<ReportBody> {
    answer(sandbox, scope, QuerySubject::Disputes, body).await
}

async fn payments(sandbox: State<Sandbox>, scope: PathId, body: JsonValue) -> HandlerResult<ReportBody> {
    answer(sandbox, scope, QuerySubject::Payments, body).await
}

async fn answer(
    State(sandbox): State<Sandbox>,
    PathId(scope): PathId,
    subject: QuerySubject,
    JsonValue(body): JsonValue,
) -> HandlerResult<ReportBody> {
    if scope != SCOPE {
        let message = format!("there are no analytics for the scope {}: use {SCOPE}", quoted(&scope));
        return Err(ErrorAnswer::invalid_request(StatusCode::NOT_FOUND, "IR_05", message));
    }
    let queries = Query::read_all(subject, &body)?;
    let QueryReport { rows, totals } = sandbox.read(move |work| analytics::analyse(work, subject, &queries)).await?;
    Ok(Json(ReportBody {
        query_data: rows.into_iter().map(object).collect(),
        meta_data: totals.into_iter().map(object).collect(),
    }))
}

/// The envelope of both.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ReportBody {
    query_data: Vec<Map<String, Value>>,
    meta_data: Vec<Map<String, Value>>,
}

fn object(entries: Vec<NamedFigure>) -> Map<String, Value> {
    entries.into_iter().map(|(name, figure)| (name, value(figure))).collect()
}

fn value(figure: FigureValue) -> Value {
    match figure {
        FigureValue::Integer(number) => json!(number),
        FigureValue::Word(word) => json!(word),
        FigureValue::ByStatus(counts) => {
            counts.into_iter().map(|(status, count)| (status.to_owned(), json!(count))).collect()
        }
        FigureValue::Ratio(millionths) => json!(millionths.map(|millionths| millionths as f64 / 1_000_000.0)),
    }
}
