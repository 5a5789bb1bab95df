//! `/customers`: create, retrieve and update answer the same customer.

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};

use serde_json::{Value, json};

use super::errors::{Refused, ShapedResult};
use super::requests::{QueryPairs, cut_page};
use crate::engine::customers::{self, CustomerInput};
use crate::engine::{Refusal, Work};
use crate::http::body::{JsonBody, PathId};
use crate::hyperswitch;
use crate::service::Sandbox;
use crate::storage;
use crate::storage::customers::CustomerRecord;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/customers", post(create))
        .route("/customers/list", get(list))
        .route("/customers/list_with_count", get(list_with_count))
        .route("/customers/payment_methods", get(payment_methods))
        .route("/customers/{customer_id}", get(retrieve).post(update))
}

async fn create(State(sandbox): State<Sandbox>, body: JsonBody) -> ShapedResult {
    let input = CustomerInput::read(&body.fields())?;
    whole(&sandbox, move |work| customers::create(work, input)).await
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> ShapedResult {
    whole(&sandbox, move |work| customers::find(work, &id)).await
}

async fn update(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> ShapedResult {
    let input = CustomerInput::read_update(&body.fields())?;
    whole(&sandbox, move |work| customers::update(work, &id, &input)).await
}

/// A bare array, oldest first.
async fn list(State(sandbox): State<Sandbox>, query: QueryPairs) -> ShapedResult {
    Ok(Json(page(&sandbox, &query).await?.0))
}

/// `{data, total_count}`.
async fn list_with_count(State(sandbox): State<Sandbox>, query: QueryPairs) -> ShapedResult {
    let (rows, total) = page(&sandbox, &query).await?;
    Ok(Json(json!({ "data": rows, "total_count": total })))
}

async fn page(sandbox: &Sandbox, query: &QueryPairs) -> Result<(Value, i64), Refused> {
    let (limit, offset) = cut_page(query.number("limit")?, query.number("offset")?);
    let found = sandbox.read(move |work| {
        let rows = storage::customers::page(work.db, offset, limit)?;
        Ok((rows.iter().map(hyperswitch::customer_row).collect(), storage::customers::count(work.db)?))
    });
    Ok(found.await?)
}

/// The sandbox stores no methods of customers.
async fn payment_methods() -> Json<Value> {
    Json(json!({ "customer_payment_methods": [], "is_guest_customer": true }))
}

async fn whole(
    sandbox: &Sandbox,
    work: impl FnOnce(&mut Work) -> Result<CustomerRecord, Refusal> + Send + 'static,
) -> ShapedResult {
    let customer = sandbox.transaction(work).await?;
    Ok(Json(hyperswitch::customer(&customer)))
}
