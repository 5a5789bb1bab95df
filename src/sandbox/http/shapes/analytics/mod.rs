//! `/analytics/v1/merchant/metrics/{payments,refunds,disputes}`: an array of one query, for a login; rows with the names of
//! that service.
//!
//! The engine counts payments by status and by what is grouped by; `disputes` counts disputes, which have more statuses
//! there, and `refunds` refunds, of which the engine has no figures. `query` translates what is asked, `rows` sums up. Groups
//! that the sandbox knows nothing of are one group without a value, and so are filters by them, which let everything
//! through. Disputes that are grouped by currency are 500, as that service answers them.

mod disputes;
mod query;
mod refunds;
mod rows;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};

use self::query::{FigureSubject, MetricsQuery};
use self::rows::{Totals, rows_of, totals_of};
use super::errors::{ShapeRefusal, ShapedResult};
use super::requests::Login;
use crate::engine::analytics::{self, NamedFigure, Query, QuerySubject};
use crate::engine::{Refusal, Work};
use crate::http::body::JsonValue;
use crate::service::Sandbox;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/analytics/v1/merchant/metrics/payments", post(payment_figures))
        .route("/analytics/v1/merchant/metrics/refunds", post(refund_figures))
        .route("/analytics/v1/merchant/metrics/disputes", post(dispute_figures))
}

async fn payment_figures(State(sandbox): State<Sandbox>, login: Login, JsonValue(body): JsonValue) -> ShapedResult {
    answer(&sandbox, FigureSubject::Payments, login, &body).await
}

async fn refund_figures(State(sandbox): State<Sandbox>, login: Login, JsonValue(body): JsonValue) -> ShapedResult {
    answer(&sandbox, FigureSubject::Refunds, login, &body).await
}

async fn dispute_figures(State(sandbox): State<Sandbox>, login: Login, JsonValue(body): JsonValue) -> ShapedResult {
    answer(&sandbox, FigureSubject::Disputes, login, &body).await
}

/// The body is read before the login is looked at.
async fn answer(sandbox: &Sandbox, subject: FigureSubject, login: Login, body: &Value) -> ShapedResult {
    let Some([query]) = body.as_array().map(Vec::as_slice) else {
        return Err(ShapeRefusal::body("Json deserialize error: an array of length 1 is expected").into());
    };
    let asked = MetricsQuery::read(subject, query)?;
    login.require()?;
    if asked.metrics.iter().any(|metric| metric == "failure_reasons") {
        return Err(ShapeRefusal::went_wrong().into());
    }
    let wanted = asked.clone();
    let counted = sandbox.read(move |work| count(work, &wanted)).await?;
    if asked.is_failed_at() && !counted.is_empty() {
        return Err(ShapeRefusal::went_wrong().into());
    }
    let rows = rows_of(&asked, &counted);
    let totals: Totals = totals_of(&asked, &rows);
    Ok(Json(json!({ "queryData": rows, "metaData": [totals] })))
}

fn count(work: &Work, asked: &MetricsQuery) -> Result<Vec<Vec<NamedFigure>>, Refusal> {
    match asked.subject {
        FigureSubject::Payments => {
            let queries = Query::read_all(QuerySubject::Payments, &asked.engine_query())?;
            Ok(analytics::analyse(work, QuerySubject::Payments, &queries)?.rows)
        }
        FigureSubject::Refunds => refunds::count(work, asked),
        FigureSubject::Disputes => disputes::count(work, asked),
    }
}
