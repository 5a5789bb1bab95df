//! `/_sandbox/*`: the clock, faults, the ledger, switches, data on demand. JSON in and out, with any valid key.

use std::str::FromStr;

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Serialize;
use serde_json::{Value, json};
use strum::VariantNames;

use super::answer::HandlerResult;
use super::body::{JsonBody, PathId, QueryFields};
use super::keys::LOG_PATH;
use super::payments::whole_payment;
use crate::clock::ClockReading;
use crate::engine::fields::FieldReader;
use crate::engine::payments::{self, PaymentBody};
use crate::engine::{
    ListEnd, RefundChecks, Refusal, SandboxSettings, SandboxSettingsChange, SandboxShapes, SignatureEncoding, api_keys,
};
use crate::faults::{ActiveFault, Fault, FaultKind, Faults};
use crate::request_log::LogEntry;
use crate::seed::SeedPlan;
use crate::service::Sandbox;
use crate::storage::ledger::LedgerRow;
use paydesk_domain::review::{ReviewStatus, ReviewStatusSource};

/// Rows of the ledger in one answer.
const LEDGER_PAGE: i64 = 10_000;
/// Longest delay a fault may cause.
const MAX_DELAY_MS: i64 = 600_000;

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/_sandbox/clock", get(read_clock).post(set_clock))
        .route("/_sandbox/ledger", get(ledger))
        .route("/_sandbox/faults", get(list_faults).post(add_fault).delete(clear_faults))
        .route("/_sandbox/settings", get(read_settings).post(change_settings))
        .route("/_sandbox/reset", post(reset))
        .route("/_sandbox/seed", post(seed))
        .route(LOG_PATH, get(log))
        .route("/_sandbox/api_keys/{key_id}/revoke", post(revoke_key))
        .route("/_sandbox/payments/{payment_id}/reject", post(reject))
        .route("/_sandbox/payments/{payment_id}/expire", post(expire))
}

/// Rows under `data`.
#[derive(Serialize)]
pub struct DataList<T> {
    pub data: Vec<T>,
}

async fn read_clock(State(sandbox): State<Sandbox>) -> Json<ClockReading> {
    Json(sandbox.clock().reading())
}

async fn set_clock(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<ClockReading> {
    let fields = body.fields();
    let (advance, freeze) = (fields.integer("advance_seconds")?, fields.boolean("freeze")?);
    if advance.is_none() && freeze.is_none() {
        return Err(Refusal::missing("advance_seconds or freeze").into());
    }
    let reading = sandbox.call(move |engine| {
        let reading = freeze.map(|freeze| engine.freeze_clock(freeze)).transpose()?;
        let reading = advance.map(|seconds| engine.advance_clock(seconds)).transpose()?.or(reading);
        Ok(reading.unwrap_or_else(|| engine.clock().reading()))
    });
    Ok(Json(reading.await?))
}

async fn ledger(State(sandbox): State<Sandbox>, query: QueryFields) -> HandlerResult<DataList<LedgerRow>> {
    let after = query.fields().integer("after")?.unwrap_or(0);
    let data = sandbox.call(move |engine| engine.ledger(after, LEDGER_PAGE)).await?;
    Ok(Json(DataList { data }))
}

async fn add_fault(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<Value> {
    let fault = read_fault(&body.fields())?;
    let active = sandbox.faults().add(fault);
    let too_many = || Refusal::not_allowed(format!("there are {} faults already: clear some", Faults::MAX));
    Ok(Json(json!({ "fault_id": active.ok_or_else(too_many)? })))
}

fn read_fault(fields: &FieldReader) -> Result<Fault, Refusal> {
    fields.required_text("kind")?;
    let kind = fields.choice("kind", FaultKind::VARIANTS)?.and_then(|word| FaultKind::from_str(word).ok());
    let path = fields.required_text("path")?;
    if !path.starts_with('/') {
        return Err(Refusal::invalid("path", "must start with “/”; * matches one segment, ** for any rest"));
    }
    Ok(Fault {
        method: fields.text("method")?.map(str::to_ascii_uppercase),
        path: path.to_owned(),
        kind: kind.ok_or_else(|| Refusal::missing("kind"))?,
        count: positive(fields, "count", i64::MAX)?,
        per_million: read_probability(fields)?,
        delay_ms: positive(fields, "delay_ms", MAX_DELAY_MS)?.unwrap_or(0),
        bytes: positive(fields, "bytes", i64::MAX)?.and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(0),
    })
}

fn positive(fields: &FieldReader, field: &str, max: i64) -> Result<Option<u64>, Refusal> {
    let number = fields.integer(field)?;
    if number.is_some_and(|number| !(0..=max).contains(&number)) {
        return Err(Refusal::invalid(field, format!("must be from 0 to {max}")));
    }
    Ok(number.and_then(|number| u64::try_from(number).ok()))
}

/// A share from 0 to 1, as so many of a million.
fn read_probability(fields: &FieldReader) -> Result<u64, Refusal> {
    let Some(value) = fields.value("probability") else {
        return Ok(1_000_000);
    };
    match value.as_f64() {
        Some(share) if (0.0..=1.0).contains(&share) => Ok((share * 1_000_000.0).round() as u64),
        Some(_) | None => Err(Refusal::invalid("probability", "must be a number from 0 to 1")),
    }
}

async fn list_faults(State(sandbox): State<Sandbox>) -> Json<DataList<Value>> {
    let data = sandbox.faults().list().iter().map(fault_body).collect();
    Json(DataList { data })
}

fn fault_body(active: &ActiveFault) -> Value {
    let fault = &active.fault;
    json!({
        "fault_id": active.fault_id,
        "method": fault.method,
        "path": fault.path,
        "kind": fault.kind.as_ref(),
        "count": fault.count,
        "probability": fault.per_million as f64 / 1_000_000.0,
        "delay_ms": fault.delay_ms,
        "bytes": fault.bytes,
        "struck": active.applied,
    })
}

async fn clear_faults(State(sandbox): State<Sandbox>) -> Json<Value> {
    sandbox.faults().clear();
    sandbox.recent_answers().clear_reads();
    Json(json!({ "data": [] }))
}

async fn read_settings(State(sandbox): State<Sandbox>) -> HandlerResult<SandboxSettings> {
    Ok(Json(sandbox.call(|engine| Ok(engine.settings())).await?))
}

async fn change_settings(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<SandboxSettings> {
    let fields = body.fields();
    let order = fields.choice("refund_checks", RefundChecks::VARIANTS)?;
    let encoding = fields.choice("signature_encoding", SignatureEncoding::VARIANTS)?;
    let list_end = fields.choice("list_end", ListEnd::VARIANTS)?;
    let shapes = fields.choice("shapes", SandboxShapes::VARIANTS)?;
    let change = SandboxSettingsChange {
        payment_exists_as_400: fields.boolean("payment_exists_as_400")?,
        partial_capture_releases_remainder: fields.boolean("partial_capture_releases_remainder")?,
        approve_captures_manual: fields.boolean("approve_captures_manual")?,
        forgets_refund_ids: fields.boolean("forgets_refund_ids")?,
        refund_checks: order.and_then(|word| RefundChecks::from_str(word).ok()),
        review_status: review_status(&fields)?,
        unlisted_dispute_status: fields.boolean("unlisted_dispute_status")?,
        analytics_documented_only: fields.boolean("analytics_documented_only")?,
        signature_encoding: encoding.and_then(|word| SignatureEncoding::from_str(word).ok()),
        list_end: list_end.and_then(|word| ListEnd::from_str(word).ok()),
        shapes: shapes.and_then(|word| SandboxShapes::from_str(word).ok()),
        login_endpoints_take_keys: fields.boolean("login_endpoints_take_keys")?,
        no_payout_processor: fields.boolean("no_payout_processor")?,
    };
    let settings = sandbox.call(move |engine| engine.change_settings(change)).await?;
    sandbox.set_shapes(&settings);
    Ok(Json(settings))
}

fn review_status(fields: &FieldReader<'_>) -> Result<Option<ReviewStatus>, Refusal> {
    let Some(word) = fields.text("review_status")? else { return Ok(None) };
    let status = ReviewStatus::parse(word, ReviewStatusSource::Assumed);
    status.map(Some).map_err(|error| Refusal::invalid("review_status", format!("cannot be used: {error}")))
}

async fn reset(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<SeedPlan> {
    let plan = read_plan(&body.fields(), 0)?;
    let settings = sandbox.call(move |engine| engine.reset(plan).map(|()| engine.settings())).await?;
    sandbox.set_shapes(&settings);
    sandbox.faults().clear();
    sandbox.recent_answers().clear();
    sandbox.limiter().reset();
    sandbox.log().clear();
    sandbox.reload_keys().await?;
    Ok(Json(plan))
}

async fn seed(State(sandbox): State<Sandbox>, body: JsonBody) -> HandlerResult<SeedPlan> {
    let plan = read_plan(&body.fields(), crate::config::DEFAULT_PAYMENTS)?;
    sandbox.call(move |engine| engine.reseed(plan)).await?;
    Ok(Json(plan))
}

fn read_plan(fields: &FieldReader, payments: u32) -> Result<SeedPlan, Refusal> {
    let seed = fields.integer("seed")?.map_or(1, i64::cast_unsigned);
    let payments = match fields.integer("payments")? {
        None => payments,
        Some(number) => u32::try_from(number)
            .ok()
            .filter(|number| *number <= SeedPlan::MAX_PAYMENTS)
            .ok_or_else(|| Refusal::invalid("payments", format!("must be from 0 to {}", SeedPlan::MAX_PAYMENTS)))?,
    };
    Ok(SeedPlan { seed, payments })
}

async fn log(State(sandbox): State<Sandbox>) -> Json<DataList<LogEntry>> {
    Json(DataList { data: sandbox.log().entries() })
}

async fn revoke_key(State(sandbox): State<Sandbox>, PathId(key_id): PathId) -> HandlerResult<Value> {
    let revoked = key_id.clone();
    sandbox.transaction(move |work| api_keys::revoke(work, &revoked)).await?;
    sandbox.reload_keys().await?;
    Ok(Json(json!({ "key_id": key_id, "revoked": true })))
}

async fn reject(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<PaymentBody> {
    whole_payment(&sandbox, move |work| payments::reject(work, &id)).await
}

async fn expire(State(sandbox): State<Sandbox>, PathId(id): PathId) -> HandlerResult<PaymentBody> {
    whole_payment(&sandbox, move |work| payments::expire(work, &id)).await
}
