//! `/disputes`: the list is a bare array, evidence answers the dispute.

use std::cmp::Reverse;
use std::str::FromStr;

use axum::extract::State;
use axum::routing::{get, post};
use axum::{Json, Router};
use serde_json::{Map, Value, json};
use strum::VariantNames as _;

use super::errors::{Refused, ShapedResult};
use super::requests::{QueryPairs, cut_page};
use crate::engine::disputes::{self, EvidenceInput};
use crate::engine::{Refusal, Work};
use crate::http::body::{JsonBody, PathId};
use crate::hyperswitch::{self, dispute_status, stored_dispute_status};
use crate::service::Sandbox;
use crate::storage;
use crate::storage::disputes::{DisputeFilter, DisputeRecord, SandboxDisputeStage};

/// Parameters of the list.
const LIST_PARAMETERS: [&str; 13] = [
    "dispute_id",
    "payment_id",
    "limit",
    "offset",
    "profile_id",
    "dispute_status",
    "dispute_stage",
    "reason",
    "connector",
    "currency",
    "merchant_connector_id",
    "start_time",
    "end_time",
];

pub fn routes() -> Router<Sandbox> {
    Router::new()
        .route("/disputes/list", get(list))
        .route("/disputes/evidence", post(submit))
        .route("/disputes/evidence/{dispute_id}", get(evidence))
        .route("/disputes/filter", get(filters))
        .route("/disputes/aggregate", get(aggregate))
        .route("/disputes/{dispute_id}", get(retrieve))
}

/// What a list is asked for.
#[derive(Debug)]
struct WantedDisputes {
    statuses: Option<Vec<&'static str>>,
    stages: Option<Vec<SandboxDisputeStage>>,
    currencies: Option<Vec<String>>,
    dispute_id: Option<String>,
    reason: Option<String>,
    filter: DisputeFilter,
}

impl WantedDisputes {
    fn read(query: &QueryPairs) -> Result<Self, Refused> {
        let text = |name: &str| query.text(name).map(str::to_owned);
        let filter = DisputeFilter {
            payment_id: text("payment_id"),
            created_from_ms: query.time("start_time")?.map(|time| time.timestamp_millis()),
            created_to_ms: query.time("end_time")?.map(|time| time.timestamp_millis()),
            ..DisputeFilter::default()
        };
        Ok(Self {
            statuses: query.words("dispute_status", known_status)?,
            stages: query.words("dispute_stage", |word| SandboxDisputeStage::from_str(word).ok())?,
            currencies: query.words("currency", |word| Some(word.to_owned()))?,
            dispute_id: text("dispute_id"),
            reason: text("reason"),
            filter,
        })
    }

    fn lets(&self, dispute: &DisputeRecord) -> bool {
        self.statuses.as_ref().is_none_or(|words| words.contains(&dispute_status(dispute)))
            && self.stages.as_ref().is_none_or(|stages| stages.contains(&dispute.stage))
            && self.currencies.as_ref().is_none_or(|codes| codes.contains(&dispute.currency))
            && self.dispute_id.as_ref().is_none_or(|id| *id == dispute.dispute_id)
            && self.reason.as_ref().is_none_or(|reason| *reason == dispute.reason)
    }
}

/// The words of statuses.
const STATUSES: [&str; 7] = [
    "dispute_opened",
    "dispute_expired",
    "dispute_accepted",
    "dispute_cancelled",
    "dispute_challenged",
    "dispute_won",
    "dispute_lost",
];

fn known_status(word: &str) -> Option<&'static str> {
    STATUSES.into_iter().find(|known| *known == word && stored_dispute_status(word).is_some())
}

/// The one that changed last first.
async fn list(State(sandbox): State<Sandbox>, query: QueryPairs) -> ShapedResult {
    let query = query.only(&LIST_PARAMETERS)?;
    let wanted = WantedDisputes::read(&query)?;
    let (limit, offset) = cut_page(query.number("limit")?, query.number("offset")?);
    let rows = sandbox.read(move |work| {
        let mut found = storage::disputes::page(work.db, &wanted.filter, 0, i64::MAX as usize)?;
        found.retain(|dispute| wanted.lets(dispute));
        found.sort_by_key(|dispute| Reverse(dispute.modified));
        let page = found.iter().skip(offset).take(limit);
        Ok(page.map(|dispute| hyperswitch::dispute(work.credentials, dispute)).collect())
    });
    Ok(Json(Value::Array(rows.await?)))
}

async fn retrieve(State(sandbox): State<Sandbox>, PathId(id): PathId) -> ShapedResult {
    whole(&sandbox, move |work| disputes::find(work, &id)).await
}

/// The files of the evidence.
async fn evidence(State(sandbox): State<Sandbox>, PathId(id): PathId) -> ShapedResult {
    let files = sandbox.read(move |work| {
        let dispute = disputes::find(work, &id)?;
        Ok(hyperswitch::evidence_files(&dispute, |id| storage::files::by_id(work.db, id).ok().flatten()))
    });
    Ok(Json(files.await?))
}

/// What the list can be filtered by.
async fn filters() -> Json<Value> {
    Json(json!({
        "connector": hyperswitch::connectors(),
        "currency": hyperswitch::currencies(),
        "dispute_status": STATUSES,
        "dispute_stage": SandboxDisputeStage::VARIANTS,
    }))
}

/// How many disputes there are of each status.
async fn aggregate(State(sandbox): State<Sandbox>, query: QueryPairs) -> ShapedResult {
    let filter = DisputeFilter {
        created_from_ms: query.time("start_time")?.map(|time| time.timestamp_millis()),
        created_to_ms: query.time("end_time")?.map(|time| time.timestamp_millis()),
        ..DisputeFilter::default()
    };
    let found = sandbox.read(move |work| Ok(storage::disputes::page(work.db, &filter, 0, i64::MAX as usize)?)).await?;
    let count = |status: &str| found.iter().filter(|dispute| dispute_status(dispute) == status).count();
    let counts = STATUSES.map(|status| (status.to_owned(), count(status).into()));
    Ok(Json(json!({ "status_with_count": Map::from_iter(counts) })))
}

async fn submit(State(sandbox): State<Sandbox>, body: JsonBody) -> ShapedResult {
    let input = EvidenceInput::read(&body.fields())?;
    whole(&sandbox, move |work| disputes::submit(work, &input)).await
}

async fn whole(
    sandbox: &Sandbox,
    work: impl FnOnce(&mut Work) -> Result<DisputeRecord, Refusal> + Send + 'static,
) -> ShapedResult {
    let body = sandbox.transaction(move |unit| {
        let dispute = work(unit)?;
        Ok(hyperswitch::dispute(unit.credentials, &dispute))
    });
    Ok(Json(body.await?))
}
