//! The operation that is open beside the list, with every step of it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::operations::journal::{JournalEntry, JournalStep, Recorded};
use crate::problem::Problem;
use paydesk_domain::ids::OperationId;
use paydesk_domain::zone::Zone;

use super::record::{AuditOutcome, step_detail};
use super::text;

/// The open operation; its steps are read from the journal when it is opened.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenedAudit {
    pub operation_id: OperationId,
    pub steps: AuditSteps,
}

/// What was read of the open operation.
#[derive(Debug, Clone, PartialEq)]
pub enum AuditSteps {
    Reading,
    Read { steps: Vec<AuditStep>, request: Option<AuditRequest> },
    Failed(Problem),
}

/// One entry of the journal, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditStep {
    pub at: DateTime<Utc>,
    pub time_text: String,
    pub title: &'static str,
    pub detail: String,
}

/// What was to be sent, as the journal keeps it: without secrets.
#[derive(Debug, Clone, PartialEq)]
pub struct AuditRequest {
    /// `POST /payments/pay_1/capture`.
    pub line: String,
    pub body: Option<Arc<Value>>,
}

impl AuditSteps {
    pub(super) fn of(entries: &[JournalEntry], zone: Zone) -> Self {
        let step = |entry: &JournalEntry| AuditStep {
            at: entry.at,
            time_text: zone.full(entry.at),
            title: title(&entry.step),
            detail: step_detail(&entry.step),
        };
        Self::Read {
            steps: entries.iter().map(step).collect(),
            request: entries.iter().find_map(|entry| request(&entry.step)),
        }
    }
}

fn title(step: &JournalStep) -> &'static str {
    match step {
        JournalStep::Prepared(_) => text::RECORDED,
        JournalStep::Sending { .. } => text::SENT,
        JournalStep::Confirmed { .. } => text::CONFIRMED,
        JournalStep::Unknown { .. } => text::NO_CLEAR_RESPONSE,
        JournalStep::Declined { .. }
        | JournalStep::Rejected { .. }
        | JournalStep::NotSent { .. }
        | JournalStep::Resolved { .. } => AuditOutcome::after(step).label(),
    }
}

fn request(step: &JournalStep) -> Option<AuditRequest> {
    let JournalStep::Prepared(Recorded::Known(description)) = step else { return None };
    let request = &description.plan.request;
    let line = format!("{} {}", request.method.as_str(), request.path);
    Some(AuditRequest { line, body: request.body.clone().map(Arc::new) })
}
