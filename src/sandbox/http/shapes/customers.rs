//! `/customers`: create, retrieve and update answer the same customer.

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};

use super::errors::ShapedResult;
use crate::sandbox::engine::customers::{self, CustomerInput};
use crate::sandbox::engine::{Refusal, Work};
use crate::sandbox::http::body::{JsonBody, PathId};
use crate::sandbox::hyperswitch;
use crate::sandbox::service::Sandbox;
use crate::sandbox::storage::customers::CustomerRecord;

pub fn routes() -> Router<Sandbox> {
    Router::new().route("/customers", post(create)).route("/customers/{customer_id}", get(retrieve).post(update))
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

async fn whole(
    sandbox: &Sandbox,
    work: impl FnOnce(&mut Work) -> Result<CustomerRecord, Refusal> + Send + 'static,
) -> ShapedResult {
    let customer = sandbox.transaction(work).await?;
    Ok(Json(hyperswitch::customer(&customer)))
}
