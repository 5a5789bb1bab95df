//! What wants a login and what nothing is stored for: answered all the same, as that service answers a key.

use axum::extract::Path;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::errors::ShapeRefusal;
use super::requests::Login;
use crate::service::Sandbox;

/// Figures and groups of analytics, by what they are about.
const SUBJECTS: [(&str, &str, &str); 3] = [
    (
        "payments",
        "payment_success_rate payment_count payment_success_count payment_processed_amount avg_ticket_size \
         retries_count connector_success_rate debit_routing sessionized_payment_success_rate \
         sessionized_payment_count sessionized_payment_success_count sessionized_payment_processed_amount \
         sessionized_avg_ticket_size sessionized_retries_count sessionized_connector_success_rate \
         sessionized_debit_routing payments_distribution failure_reasons",
        "connector payment_method payment_method_type currency authentication_type status client_source \
         client_version profile_id card_network merchant_id routing_approach",
    ),
    (
        "refunds",
        "refund_success_rate refund_count refund_success_count refund_processed_amount \
         sessionized_refund_success_rate sessionized_refund_count sessionized_refund_success_count \
         sessionized_refund_processed_amount sessionized_refund_reason sessionized_refund_error_message",
        "currency refund_status connector refund_type profile_id refund_reason refund_error_message",
    ),
    (
        "dispute",
        "dispute_status_metric total_amount_disputed total_dispute_lost_amount sessionized_dispute_status_metric \
         sessionized_total_amount_disputed sessionized_total_dispute_lost_amount",
        "connector dispute_stage currency",
    ),
];

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/payments/v2/filter", get(not_there))
        .route("/payments/filter", post(not_there))
        .route("/payouts/aggregate", get(not_there))
        .route("/analytics/v1/merchant/{subject}/info", get(info))
        .route("/analytics/v1/{subject}/info", get(info))
        .route("/mandates/list", get(nothing))
}

/// Refused to a key; the sandbox has none of it for a login either.
async fn not_there(login: Login) -> ShapeRefusal {
    login.require().err().unwrap_or_else(ShapeRefusal::not_there)
}

/// The sandbox has none.
async fn nothing() -> Json<Value> {
    Json(json!([]))
}

/// What analytics can be asked for.
async fn info(Path(subject): Path<String>) -> Response {
    let known = SUBJECTS.into_iter().find(|(name, _, _)| *name == subject);
    let Some((_, metrics, dimensions)) = known else {
        return (StatusCode::NOT_FOUND, format!("unknown variant `{subject}`")).into_response();
    };
    let named =
        |names: &str| -> Value { names.split_whitespace().map(|name| json!({ "name": name, "desc": "" })).collect() };
    let body = json!({ "metrics": named(metrics), "downloadDimensions": null, "dimensions": named(dimensions) });
    Json(body).into_response()
}
