//! `/customers`: reads requests, calls the engine, shapes answers (API reference).

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use chrono::{DateTime, Utc};
use serde::Serialize;

use super::answer::HandlerResult;
use super::body::{JsonBody, PathId};
use crate::engine::customers::{self, CustomerBody, CustomerInput};
use crate::service::Sandbox;

pub fn routes() -> Router<Sandbox> {
    Router::new().route("/customers", post(create)).route("/customers/{customer_id}", get(retrieve).post(update))
}

/// The answer to an update: these five fields (API reference).
#[derive(Debug, Serialize)]
struct UpdateBody {
    customer_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    modified_at: DateTime<Utc>,
}

async fn create(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<CustomerBody> {
    let input = CustomerInput::read(&body.fields())?;
    let customer = sandbox.transaction(move |work| customers::create(work, input)).await?;
    Ok(Json(CustomerBody::new(customer)))
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<CustomerBody> {
    let customer = sandbox.read(move |work| customers::find(work, &id)).await?;
    Ok(Json(CustomerBody::new(customer)))
}

async fn update(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> HandlerResult<UpdateBody> {
    let input = CustomerInput::read_update(&body.fields())?;
    let customer = sandbox.transaction(move |work| customers::update(work, &id, &input)).await?;
    let (customer_id, detail) = (customer.customer_id, customer.detail);
    Ok(Json(UpdateBody {
        customer_id,
        email: detail.email,
        name: detail.name,
        description: detail.description,
        modified_at: customer.modified,
    }))
}
