//! `/refunds`: create, retrieve, list.

use std::cmp::Reverse;

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Map, Value, json};

use super::errors::{Refused, ShapeRefusal, ShapedResult};
use super::requests::{QUERY_PAGE_MAX, QueryPairs, array_of_words, only_fields, page_size, time};
use crate::engine::refunds::{self, RefundInput};
use crate::engine::{Refusal, Work};
use crate::http::body::{JsonBody, PathId};
use crate::hyperswitch::{self, payment_status, refund_status};
use crate::service::Sandbox;
use crate::storage;
use crate::storage::refunds::RefundRecord;

/// The fields of `RefundRequest`; others are refused.
const FIELDS: &str = "payment_id refund_id merchant_id amount reason refund_type metadata merchant_connector_details \
    split_refunds all_keys_required";
/// Types of refunds.
const TYPES: [&str; 2] = ["instant", "scheduled"];
/// Statuses by the names that filters have for them; two are of no refund of the sandbox.
const FILTER_STATUSES: [(&str, &str); 5] = [
    ("success", "succeeded"),
    ("failure", "failed"),
    ("manual_review", "review"),
    ("transaction_failure", "-"),
    ("pending", "pending"),
];
/// Statuses of payments that can be refunded.
const REFUNDABLE: [&str; 2] = ["succeeded", "partially_captured"];

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/refunds", post(create))
        .route("/refunds/list", post(list))
        .route("/refunds/profile/list", post(list))
        .route("/refunds/aggregate", get(aggregate))
        .route("/refunds/v2/filter", get(filters))
        .route("/refunds/{refund_id}", get(retrieve))
}

async fn create(State(sandbox): State<Sandbox>, body: JsonBody) -> ShapedResult {
    only_fields(&body.0, FIELDS)?;
    let refund_type = body.fields().string("refund_type")?;
    if refund_type.as_ref().is_some_and(|word| !TYPES.contains(&word.as_str())) {
        let word = refund_type.unwrap_or_default();
        return Err(ShapeRefusal::body(format!("Json deserialize error: unknown variant `{word}`")).into());
    }
    let mut input = RefundInput::read(&body.fields())?;
    input.refund_type.get_or_insert_with(|| TYPES[0].to_owned());
    let refund = sandbox.transaction(move |work| {
        if let Some(refused) = refusal(work, &input)? {
            return Ok(Err(refused));
        }
        let refund = refunds::create(work, input)?;
        Ok(Ok(hyperswitch::refund(work.credentials, &refund)))
    });
    Ok(Json(refund.await??))
}

/// What that service finds before it makes a refund: the status of the payment, the amount, then the id.
fn refusal(work: &Work, input: &RefundInput) -> Result<Option<ShapeRefusal>, Refusal> {
    let payment = work.payment(&input.payment_id)?;
    let status = payment_status(&payment);
    if !REFUNDABLE.contains(&status) {
        return Ok(Some(ShapeRefusal::bad_request("IR_14", format!("a payment that is {status} cannot be refunded"))));
    }
    let left = payment.amount_received - storage::refunds::not_failed_total(work.db, &payment.payment_id)?;
    if left <= 0 || input.amount.is_some_and(|amount| amount > left) {
        return Ok(Some(ShapeRefusal::bad_request("IR_13", format!("{left} is left to refund"))));
    }
    let Some(id) = &input.refund_id else {
        return Ok(None);
    };
    let taken = storage::refunds::by_id(work.db, id)?;
    Ok(taken.map(|_| ShapeRefusal::bad_request("HE_01", "a refund with this id was already attempted")))
}

/// With `force_sync` after the processor was asked.
async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId, query: QueryPairs) -> ShapedResult {
    let refund = match query.is_true("force_sync") {
        true => sandbox.transaction(move |work| refunds::ask_processor(work, &id)).await?,
        false => sandbox.read(move |work| refunds::find(work, &id)).await?,
    };
    Ok(Json(hyperswitch::refund(sandbox.credentials(), &refund)))
}

/// How many refunds there are of each status, by the names that filters have for them.
async fn aggregate(State(sandbox): State<Sandbox>, query: QueryPairs) -> ShapedResult {
    let (from, to) = (query.time("start_time")?, query.time("end_time")?);
    let found = sandbox.read(|work| Ok(storage::refunds::page(work.db, None, 0, i64::MAX as usize)?)).await?;
    let within = |refund: &&RefundRecord| {
        from.is_none_or(|from| refund.created >= from) && to.is_none_or(|to| refund.created <= to)
    };
    let count = |status: &str| found.iter().filter(within).filter(|refund| refund_status(refund) == status).count();
    let counts = FILTER_STATUSES.map(|(name, status)| (name.to_owned(), count(status).into()));
    Ok(Json(json!({ "status_with_count": Map::from_iter(counts) })))
}

/// What the list can be filtered by.
async fn filters() -> Json<Value> {
    let mut statuses = FILTER_STATUSES.map(|(name, _)| name);
    statuses.sort_unstable();
    Json(json!({
        "connector": hyperswitch::connectors(),
        "currency": hyperswitch::currencies(),
        "refund_status": statuses,
    }))
}

/// `{count, total_count, data}`, the one that changed last first.
async fn list(State(sandbox): State<Sandbox>, body: JsonBody) -> ShapedResult {
    let fields = body.fields();
    let (payment_id, refund_id) = (fields.string("payment_id")?, fields.string("refund_id")?);
    let number = |name: &str| -> Result<_, Refused> {
        Ok(fields.integer(name)?.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
    };
    let limit = page_size(number("limit")?, QUERY_PAGE_MAX)?;
    let offset = number("offset")?.unwrap_or(0);
    let owned = |words: Option<Vec<&str>>| words.map(|words| words.into_iter().map(str::to_owned).collect::<Vec<_>>());
    let (statuses, currencies) =
        (owned(array_of_words(&fields, "refund_status")?), owned(array_of_words(&fields, "currency")?));
    let (from, to) = (fields.text("start_time")?.and_then(time), fields.text("end_time")?.and_then(time));
    let wanted = move |refund: &RefundRecord| {
        let is_in = |words: &Option<Vec<String>>, word: &str| {
            words.as_ref().is_none_or(|words| words.is_empty() || words.iter().any(|known| known == word))
        };
        refund_id.as_ref().is_none_or(|id| *id == refund.refund_id)
            && is_in(&statuses, refund_status(refund))
            && is_in(&currencies, &refund.currency)
            && from.is_none_or(|from| refund.created >= from)
            && to.is_none_or(|to| refund.created <= to)
    };
    let found = sandbox.read(move |work| {
        let mut found = storage::refunds::page(work.db, payment_id.as_deref(), 0, i64::MAX as usize)?;
        found.retain(wanted);
        found.sort_by_key(|refund| Reverse(refund.modified));
        let page = found.iter().skip(offset).take(limit);
        let rows: Vec<Value> = page.map(|refund| hyperswitch::refund(work.credentials, refund)).collect();
        Ok(json!({ "count": rows.len(), "total_count": found.len(), "data": rows }))
    });
    Ok(Json(found.await?))
}
