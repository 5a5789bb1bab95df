//! A bulk run that approval is asked for, as colleagues get it: what it does with its sums in the request, and each item
//! beside it.
//!
//! What comes back was written by somebody else's program: it is shown and begun only where the items are those of the
//! request, of the operation that was approved, and each says of itself what the database holds it to.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::features::bulk::{ApprovedRun, BulkItem, BulkKind, BulkPlan};
use paydesk_domain::approval::{ApprovalItem, ApprovalRequest, BULK_FAMILY, SharedOperation};
use paydesk_domain::ids::BulkRunId;
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::scrub::scrubbed;

use super::text;

/// What a run does, without its items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunSummary {
    pub kind: BulkKind,
    /// Of every cancellation or refund; empty where none was given.
    #[serde(default)]
    pub reason: String,
    /// What moves, or all of the payments where nothing does.
    pub sums: Vec<Money>,
}

/// The request for a plan and its items; or why it cannot be made.
pub(super) fn write(
    plan: &BulkPlan,
    (reason, why): (&str, &str),
) -> Result<(ApprovalRequest, Arc<[ApprovalItem]>), &'static str> {
    let why = why.trim();
    let reason = if plan.kind.takes_reason() { reason.trim() } else { "" };
    match () {
        () if why.is_empty() => return Err(text::REASON_MISSING),
        () if why.chars().count() > super::TEXT_MAX_CHARS => return Err(text::REASON_TOO_LONG),
        () if scrubbed(reason) != reason || scrubbed(why) != why => return Err(text::LOOKS_SECRET),
        () => {}
    }
    let summary = RunSummary { kind: plan.kind, reason: reason.to_owned(), sums: plan.sums.amounts().collect() };
    let request = ApprovalRequest {
        id: plan.approval_id,
        operation: operation(plan.kind, plan.items.len()),
        family: BULK_FAMILY.to_owned(),
        resource: plan.id.as_str().to_owned(),
        account: None,
        plan: Arc::new(serde_json::to_value(summary).unwrap_or_default()),
        reason: why.to_owned(),
    };
    Ok((request, plan.items.iter().map(|item| write_item(plan.kind, item)).collect()))
}

/// What the request says of its run; `None` where it is of no run, or another version wrote it.
pub(super) fn read(request: &ApprovalRequest) -> Option<RunSummary> {
    let summary: RunSummary = serde_json::from_value(Value::clone(&request.plan)).ok()?;
    let count = request.operation.count.and_then(|count| usize::try_from(count).ok())?;
    let is_of_run = request.family == BULK_FAMILY && operation(summary.kind, count) == request.operation;
    is_of_run.then_some(summary)
}

/// The run with its items; `None` where they are not what the request says.
pub(super) fn read_run(request: &ApprovalRequest, items: &[ApprovalItem]) -> Option<ApprovedRun> {
    let RunSummary { kind, reason, sums } = read(request)?;
    let items: Vec<BulkItem> = items.iter().map(|item| read_item(kind, item)).collect::<Option<_>>()?;
    let counted: MoneySums = items.iter().map(|item| item.amount.clone()).collect();
    let is_whole = operation(kind, items.len()) == request.operation && counted.amounts().eq(sums);
    is_whole.then(|| ApprovedRun { id: BulkRunId::new(&*request.resource), kind, reason, items })
}

fn operation(kind: BulkKind, count: usize) -> SharedOperation {
    let name = <&str>::from(kind.endpoint()).to_owned();
    SharedOperation { name, amount: None, count: i64::try_from(count).ok() }
}

fn moved(kind: BulkKind, item: &BulkItem) -> Option<Money> {
    kind.moves_money().then(|| item.amount.clone())
}

fn write_item(kind: BulkKind, item: &BulkItem) -> ApprovalItem {
    ApprovalItem {
        family: <&str>::from(kind.claimed()).to_owned(),
        resource: item.target.clone(),
        amount: moved(kind, item),
        body: Arc::new(serde_json::to_value(item).unwrap_or_default()),
    }
}

fn read_item(kind: BulkKind, shared: &ApprovalItem) -> Option<BulkItem> {
    let item: BulkItem = serde_json::from_value(Value::clone(&shared.body)).ok()?;
    let is_itself = item.target == shared.resource
        && shared.family == <&str>::from(kind.claimed())
        && shared.amount == moved(kind, &item)
        && item.amount.minor >= 0;
    is_itself.then_some(item)
}
