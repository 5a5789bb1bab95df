//! `/payment_link`: read and listed; links are made by `POST /payments` with `payment_link`.

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::Value;

use super::errors::{Refused, ShapedResult};
use super::requests::cut_page;
use crate::engine::payment_links;
use crate::http::body::{JsonBody, PathId};
use crate::hyperswitch;
use crate::service::Sandbox;
use crate::storage::documents;
use crate::storage::payment_links::PaymentLinkRecord;

pub fn routes() -> Router<Sandbox> {
    Router::new().route("/payment_link/list", post(list)).route("/payment_link/{payment_link_id}", get(retrieve))
}

/// A bare array, newest first.
async fn list(State(sandbox): State<Sandbox>, body: JsonBody) -> ShapedResult {
    let fields = body.fields();
    let number = |name: &str| -> Result<_, Refused> {
        Ok(fields.integer(name)?.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
    };
    let (limit, offset) = cut_page(number("limit")?, number("offset")?);
    let rows = sandbox.read(move |work| {
        let found: Vec<PaymentLinkRecord> = documents::newest(work.db, limit, offset)?;
        let row = |link| hyperswitch::payment_link_row(work.credentials, link, work.base_url, work.now);
        Ok(Value::Array(found.iter().map(row).collect()))
    });
    Ok(Json(rows.await?))
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> ShapedResult {
    let link = sandbox.read(move |work| {
        let link = payment_links::find(work, &id)?.record;
        Ok(hyperswitch::payment_link_row(work.credentials, &link, work.base_url, work.now))
    });
    Ok(Json(link.await?))
}
