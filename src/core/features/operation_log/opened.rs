//! The operation that is open beside the list, with every step of it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::operations::journal::{JournalEntry, JournalStep, Recorded};
use crate::problem::Problem;
use crate::text;
use paydesk_domain::ids::OperationId;
use paydesk_domain::zone::Zone;

use super::record::{LoggedOutcome, step_detail};

/// The open operation; its steps are read from the journal when it is opened.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenedOperation {
    pub operation_id: OperationId,
    pub steps: LoggedSteps,
}

/// What was read of the open operation.
#[derive(Debug, Clone, PartialEq)]
pub enum LoggedSteps {
    Reading,
    Read { steps: Vec<LoggedStep>, request: Option<LoggedRequest> },
    Failed(Problem),
}

/// One entry of the journal, for people.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LoggedStep {
    pub at: DateTime<Utc>,
    pub time_text: String,
    pub title: &'static str,
    pub detail: String,
}

/// What was to be sent, as the journal keeps it: without secrets.
#[derive(Debug, Clone, PartialEq)]
pub struct LoggedRequest {
    /// `POST /payments/pay_1/capture`.
    pub line: String,
    pub body: Option<Arc<Value>>,
}

impl LoggedSteps {
    pub(super) fn of(entries: &[JournalEntry], zone: Zone) -> Self {
        let step = |entry: &JournalEntry| LoggedStep {
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
        JournalStep::Confirmed { .. } => "Confirmed by the service",
        JournalStep::Unknown { changed: true, .. } => "Changed at the service",
        JournalStep::Unknown { refused: true, .. } => "Refused, not final yet",
        JournalStep::Unknown { .. } => "No clear response",
        JournalStep::Declined { .. }
        | JournalStep::Rejected { .. }
        | JournalStep::NotSent { .. }
        | JournalStep::Resolved { .. } => LoggedOutcome::after(step).label(),
    }
}

fn request(step: &JournalStep) -> Option<LoggedRequest> {
    let JournalStep::Prepared(Recorded::Known(description)) = step else { return None };
    let request = &description.plan.request;
    let line = format!("{} {}", request.method.as_str(), request.path);
    Some(LoggedRequest { line, body: request.body.clone().map(Arc::new) })
}
