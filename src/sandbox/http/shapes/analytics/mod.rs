//! `/analytics/v1/merchant/metrics/{payments,disputes}`: an array of one query, for a login; rows with the names of
//! that service.
//!
//! The engine counts payments by status and by what is grouped by, and `disputes` counts disputes, which have more statuses
//! there; `query` translates what is asked, `rows` sums up. Groups that
//! the sandbox knows nothing of are one group without a value, and so are filters by them, which let everything through.

mod disputes;
mod query;
mod rows;

use axum::extract::State;
use axum::routing::post;
use axum::{Json, Router};
use serde_json::{Value, json};

use self::query::MetricsQuery;
use self::rows::{Totals, rows_of, totals_of};
use super::errors::{ShapeRefusal, ShapedResult};
use super::requests::Login;
use crate::engine::analytics::{self, Query, QuerySubject};
use crate::http::body::JsonValue;
use crate::service::Sandbox;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/analytics/v1/merchant/metrics/payments", post(payment_figures))
        .route("/analytics/v1/merchant/metrics/disputes", post(dispute_figures))
}

async fn payment_figures(State(sandbox): State<Sandbox>, login: Login, JsonValue(body): JsonValue) -> ShapedResult {
    answer(&sandbox, QuerySubject::Payments, login, &body).await
}

async fn dispute_figures(State(sandbox): State<Sandbox>, login: Login, JsonValue(body): JsonValue) -> ShapedResult {
    answer(&sandbox, QuerySubject::Disputes, login, &body).await
}

/// The body is read before the login is looked at.
async fn answer(sandbox: &Sandbox, subject: QuerySubject, login: Login, body: &Value) -> ShapedResult {
    let Some([query]) = body.as_array().map(Vec::as_slice) else {
        return Err(ShapeRefusal::body("Json deserialize error: an array of length 1 is expected").into());
    };
    let asked = MetricsQuery::read(subject, query)?;
    login.require()?;
    if asked.metrics.iter().any(|metric| metric == "failure_reasons") {
        return Err(ShapeRefusal::went_wrong().into());
    }
    let queries = Query::read_all(subject, &asked.engine_query())?;
    let wanted = asked.clone();
    let counted = sandbox.read(move |work| match subject {
        QuerySubject::Payments => Ok(analytics::analyse(work, subject, &queries)?.rows),
        QuerySubject::Disputes => disputes::count(work, &wanted),
    });
    let rows = rows_of(&asked, &counted.await?);
    let totals: Totals = totals_of(subject, &rows);
    Ok(Json(json!({ "queryData": rows, "metaData": [totals] })))
}
