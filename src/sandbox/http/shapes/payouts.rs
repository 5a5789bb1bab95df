//! `/payouts`: every call answers the whole payout.

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Value, json};

use super::errors::{ShapeRefusal, ShapedResult};
use super::payout_requests;
use super::requests::{QUERY_PAGE_MAX, QueryPairs, page_size};
use crate::engine::fields::FieldReader;
use crate::engine::payouts::{self, PayoutChange, PayoutInput};
use crate::engine::{Refusal, Work};
use crate::http::body::{JsonBody, PathId};
use crate::hyperswitch;
use crate::service::Sandbox;
use crate::storage::documents;
use crate::storage::payouts::PayoutRecord;
use paydesk_domain::payout::PayoutStatus;

/// Parameters of the list.
const LIST_PARAMETERS: [&str; 7] =
    ["customer_id", "starting_after", "ending_before", "limit", "created", "start_time", "end_time"];

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/payouts/create", post(create))
        .route("/payouts/list", get(list).post(list_by_body))
        .route("/payouts/{payout_id}", get(retrieve).put(update))
        .route("/payouts/{payout_id}/confirm", post(confirm))
        .route("/payouts/{payout_id}/fulfill", post(fulfil))
        .route("/payouts/{payout_id}/cancel", post(cancel))
}

async fn create(State(sandbox): State<Sandbox>, body: JsonBody) -> ShapedResult {
    let body = payout_requests::read(body.0);
    let input = PayoutInput::read(&FieldReader::new(&body))?;
    let base_url = sandbox.hosts().base_url().to_owned();
    let payout = sandbox.transaction(move |work| payouts::create(work, input, &base_url)).await?;
    match payout.status {
        PayoutStatus::RequiresCreation => {
            Err(ShapeRefusal::bad_request("IR_39", "no processor supports this payout").into())
        }
        _ => Ok(Json(hyperswitch::payout(sandbox.credentials(), &payout))),
    }
}

async fn update(State(sandbox): State<Sandbox>, PathId(id): PathId, body: JsonBody) -> ShapedResult {
    let body = payout_requests::read(body.0);
    let fields = FieldReader::new(&body);
    let (change, is_confirmed) = (PayoutChange::read_update(&fields)?, fields.boolean("confirm")?.unwrap_or(false));
    let work = move |work: &mut Work| {
        let updated = payouts::update(work, &id, change)?;
        if is_confirmed { payouts::confirm(work, &id) } else { Ok(updated) }
    };
    whole(&sandbox, work).await
}

async fn confirm(State(sandbox): State<Sandbox>, PathId(id): PathId, _: JsonBody) -> ShapedResult {
    whole(&sandbox, move |work| payouts::confirm(work, &id)).await
}

async fn fulfil(State(sandbox): State<Sandbox>, PathId(id): PathId, _: JsonBody) -> ShapedResult {
    whole(&sandbox, move |work| payouts::fulfil(work, &id)).await
}

async fn cancel(State(sandbox): State<Sandbox>, PathId(id): PathId, _: JsonBody) -> ShapedResult {
    whole(&sandbox, move |work| payouts::cancel(work, &id)).await
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> ShapedResult {
    whole(&sandbox, move |work| payouts::find(work, &id)).await
}

/// `{size, data}`.
async fn list(State(sandbox): State<Sandbox>, query: QueryPairs) -> ShapedResult {
    let query = query.only(&LIST_PARAMETERS)?;
    let limit = page_size(query.number("limit")?, QUERY_PAGE_MAX)?;
    let (customer_id, after) =
        (query.text("customer_id").map(str::to_owned), query.text("starting_after").map(str::to_owned));
    let rows = sandbox.read(move |work| {
        let mut found: Vec<PayoutRecord> = documents::newest(work.db, usize::MAX, 0)?;
        found.retain(|payout| customer_id.as_ref().is_none_or(|id| *id == payout.customer_id));
        let place = after.and_then(|id| found.iter().position(|payout| payout.payout_id == id)).map_or(0, |at| at + 1);
        let page = found.iter().skip(place).take(limit);
        Ok(page.map(|payout| hyperswitch::payout_row(work.credentials, payout)).collect::<Vec<Value>>())
    });
    let rows = rows.await?;
    Ok(Json(json!({ "size": rows.len(), "data": rows })))
}

/// `{size, data, total_count}`.
async fn list_by_body(State(sandbox): State<Sandbox>, body: JsonBody) -> ShapedResult {
    let fields = body.fields();
    let number = |name: &str| -> Result<Option<usize>, Refusal> {
        Ok(fields.integer(name)?.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
    };
    let (limit, offset) = (number("limit")?, number("offset")?.unwrap_or(0));
    let limit = page_size(limit, QUERY_PAGE_MAX)?;
    let found = sandbox.read(move |work| {
        let found: Vec<PayoutRecord> = documents::newest(work.db, limit, offset)?;
        let rows: Vec<Value> = found.iter().map(|payout| hyperswitch::payout_row(work.credentials, payout)).collect();
        let total = documents::count::<PayoutRecord>(work.db)?;
        Ok(json!({ "size": rows.len(), "data": rows, "total_count": total }))
    });
    Ok(Json(found.await?))
}

async fn whole(
    sandbox: &Sandbox,
    work: impl FnOnce(&mut Work) -> Result<PayoutRecord, Refusal> + Send + 'static,
) -> ShapedResult {
    let payout = sandbox.transaction(work).await?;
    Ok(Json(hyperswitch::payout(sandbox.credentials(), &payout)))
}
