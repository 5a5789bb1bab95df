//! `/payments/list`: asked for with a query by a key, with a body by a login.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use axum::extract::State;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::{Value, json};

use super::errors::{Refused, ShapeRefusal, ShapedResult};
use super::requests::{BODY_PAGE_MAX, Login, QUERY_PAGE_MAX, QueryPairs, array_of_words, page_size, time};
use crate::engine::fields::FieldReader;
use crate::engine::index::{CustomerFilter, IndexFilter};
use crate::engine::page::ms_rounded_up;
use crate::engine::{Refusal, Work};
use crate::http::body::JsonBody;
use crate::hyperswitch::{self, payment_status};
use crate::service::Sandbox;
use crate::storage;
use crate::storage::payments::PaymentRecord;

/// Parameters of the list that is asked for with a query.
const LIST_PARAMETERS: [&str; 9] = [
    "customer_id",
    "starting_after",
    "ending_before",
    "limit",
    "created",
    "created.lt",
    "created.gt",
    "created.lte",
    "created.gte",
];
pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/payments/list", get(list_by_query).post(list_by_body))
        .route("/payments/profile/list", get(list_by_query).post(list_by_body))
        .route("/payments/aggregate", get(count_by_status))
}

/// `{size, data}`, newest first. Both bounds include the payment they name; `starting_after` begins with the newest all
/// the same.
async fn list_by_query(State(sandbox): State<Sandbox>, query: QueryPairs) -> ShapedResult {
    let query = query.only(&LIST_PARAMETERS)?;
    let limit = page_size(query.number("limit")?, QUERY_PAGE_MAX)?;
    let filter = query_filter(&query)?;
    let text = |name: &str| query.text(name).map(str::to_owned);
    let (customer_id, oldest, newest) = (text("customer_id"), text("starting_after"), text("ending_before"));
    let rows = sandbox.read(move |work| {
        let filter = IndexFilter { customer: customer(work, customer_id.as_deref())?, ..filter };
        let seqs = work.index.page(&filter, 0, work.index.len()).seqs;
        let oldest = oldest.map(|id| work.payment(&id)).transpose()?.map_or(0, |payment| payment.seq);
        let newest = newest.map(|id| work.payment(&id)).transpose()?.map_or(i64::MAX, |payment| payment.seq);
        let page: Vec<i64> = seqs.into_iter().filter(|seq| (oldest..=newest).contains(seq)).take(limit).collect();
        rows(work, &page)
    });
    let rows = rows.await?;
    Ok(Json(json!({ "size": rows.len(), "data": rows })))
}

/// That service counts times finer than it shows them: a payment was made a little after the time that it shows, so that
/// `lte` with that time leaves it out, as `lt` does, and `gt` does not, as `gte`.
fn query_filter(query: &QueryPairs) -> Result<IndexFilter, Refused> {
    let at = |name: &str| query.time(name);
    let from = [at("created.gte")?.map(ms_rounded_up), at("created.gt")?.map(ms_rounded_up)];
    let before = |time| ms_rounded_up(time) - 1;
    let to = [at("created.lte")?.map(before), at("created.lt")?.map(before)];
    let exact = at("created")?.map(|time| time.timestamp_millis());
    Ok(IndexFilter {
        created_from_ms: from.into_iter().chain([exact]).flatten().max(),
        created_to_ms: to.into_iter().chain([exact]).flatten().min(),
        ..IndexFilter::default()
    })
}

fn customer(work: &Work, customer_id: Option<&str>) -> Result<Option<CustomerFilter>, Refusal> {
    let Some(id) = customer_id else {
        return Ok(None);
    };
    let seq = storage::customers::seq_of(work.db, id)?;
    Ok(Some(seq.map_or(CustomerFilter::Unknown, CustomerFilter::Known)))
}

fn rows(work: &Work, seqs: &[i64]) -> Result<Vec<Value>, Refusal> {
    let payments = storage::payments::by_seqs(work.db, seqs)?;
    let rows: rusqlite::Result<_> = payments.iter().map(|payment| hyperswitch::payment_row(work, payment)).collect();
    Ok(rows?)
}

/// What the list that is asked for with a body filters by, beside what the index does.
#[derive(Debug)]
struct BodyFilter {
    status: Option<Vec<String>>,
    currency: Option<Vec<String>>,
    payment_method: Option<Vec<String>>,
    payment_id: Option<String>,
    /// In minor units, both included.
    amounts: RangeInclusive<i64>,
}

impl BodyFilter {
    fn read(fields: &FieldReader) -> Result<Self, Refused> {
        let words = |name: &str| -> Result<Option<Vec<String>>, ShapeRefusal> {
            Ok(array_of_words(fields, name)?.map(|words| words.into_iter().map(str::to_owned).collect()))
        };
        Ok(Self {
            status: words("status")?,
            currency: words("currency")?,
            payment_method: words("payment_method")?,
            payment_id: fields.string("payment_id")?,
            amounts: amounts(fields)?,
        })
    }

    fn lets(&self, payment: &PaymentRecord) -> bool {
        let is_in = |words: &Option<Vec<String>>, word: &str| {
            words.as_ref().is_none_or(|words| words.is_empty() || words.iter().any(|known| known == word))
        };
        is_in(&self.status, payment_status(payment))
            && is_in(&self.currency, &payment.currency)
            && is_in(&self.payment_method, payment.payment_method.as_deref().unwrap_or_default())
            && self.payment_id.as_ref().is_none_or(|id| *id == payment.payment_id)
            && self.amounts.contains(&payment.amount)
    }
}

fn amounts(fields: &FieldReader) -> Result<RangeInclusive<i64>, Refused> {
    let Some(range) = fields.object("amount_filter")? else { return Ok(i64::MIN..=i64::MAX) };
    let (from, to) = (range.integer("start_amount")?, range.integer("end_amount")?);
    Ok(from.unwrap_or(i64::MIN)..=to.unwrap_or(i64::MAX))
}

/// `{count, total_count, data}`, for a login.
async fn list_by_body(State(sandbox): State<Sandbox>, login: Login, body: JsonBody) -> ShapedResult {
    let fields = body.fields();
    let number = |name: &str| -> Result<Option<usize>, Refusal> {
        Ok(fields.integer(name)?.map(|number| usize::try_from(number).unwrap_or(usize::MAX)))
    };
    let (limit, offset) = (number("limit")?, number("offset")?.unwrap_or(0));
    let wanted = BodyFilter::read(&fields)?;
    let at = |name: &str| -> Result<_, Refusal> { Ok(fields.text(name)?.and_then(time)) };
    let filter = IndexFilter {
        created_from_ms: at("start_time")?.map(ms_rounded_up),
        created_to_ms: at("end_time")?.map(|time| time.timestamp_millis()),
        ..IndexFilter::default()
    };
    let customer_id = fields.string("customer_id")?;
    login.require()?;
    let limit = page_size(limit, BODY_PAGE_MAX)?;
    let found = sandbox.read(move |work| {
        let filter = IndexFilter { customer: customer(work, customer_id.as_deref())?, ..filter };
        let seqs = work.index.page(&filter, 0, work.index.len()).seqs;
        let mut found = storage::payments::by_seqs(work.db, &seqs)?;
        found.retain(|payment| wanted.lets(payment));
        let page = found.iter().skip(offset).take(limit);
        let rows: rusqlite::Result<Vec<Value>> = page.map(|payment| hyperswitch::payment_row(work, payment)).collect();
        let rows = rows?;
        Ok(json!({ "count": rows.len(), "total_count": found.len(), "data": rows }))
    });
    Ok(Json(found.await?))
}

/// Every status that the counts name.
const STATUSES: &str = "succeeded failed cancelled cancelled_post_capture processing requires_customer_action \
    requires_merchant_action requires_payment_method requires_confirmation requires_capture \
    partially_authorized_and_requires_capture partially_captured partially_captured_and_capturable \
    partially_captured_and_processing conflicted expired";

/// `{status_with_count}` of the payments of a time, for a login.
async fn count_by_status(State(sandbox): State<Sandbox>, login: Login, query: QueryPairs) -> ShapedResult {
    login.require()?;
    let filter = IndexFilter {
        created_from_ms: query.time("start_time")?.map(ms_rounded_up),
        created_to_ms: query.time("end_time")?.map(|time| time.timestamp_millis()),
        ..IndexFilter::default()
    };
    let counted = sandbox.read(move |work| {
        let seqs = work.index.page(&filter, 0, work.index.len()).seqs;
        let mut counts: BTreeMap<&str, u64> = STATUSES.split_whitespace().map(|status| (status, 0)).collect();
        for payment in storage::payments::by_seqs(work.db, &seqs)? {
            *counts.entry(payment_status(&payment)).or_default() += 1;
        }
        Ok(json!({ "status_with_count": counts }))
    });
    Ok(Json(counted.await?))
}
