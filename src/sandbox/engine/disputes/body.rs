//! A dispute as answers and events show it: with the fields of the specification, and, where the sandbox shows more
//! than the service, with all of them.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::engine::settings::SandboxSettings;
use crate::storage::disputes::{DisputeRecord, SandboxDisputeStatus};

/// A list item, exactly (API reference).
#[derive(Debug, Serialize)]
pub struct DisputeBody {
    dispute_id: String,
    payment_id: String,
    amount: i64,
    currency: String,
    status: String,
    reason: String,
    created: DateTime<Utc>,
}

/// What a dispute that waits for evidence is called where the [settings](SandboxSettings) ask for an unlisted word.
const UNLISTED: &str = "needs_response";

impl DisputeBody {
    pub fn new(dispute: &DisputeRecord, settings: &SandboxSettings) -> Self {
        let waits = dispute.status == SandboxDisputeStatus::DisputeOpened;
        let status = if waits && settings.unlisted_dispute_status { UNLISTED } else { dispute.status.as_ref() };
        Self {
            dispute_id: dispute.dispute_id.clone(),
            payment_id: dispute.payment_id.clone(),
            amount: dispute.amount,
            currency: dispute.currency.clone(),
            status: status.to_owned(),
            reason: dispute.reason.clone(),
            created: dispute.created,
        }
    }
}

/// Everything about a dispute, as `/_sandbox/disputes` answers it (ours).
#[derive(Debug, Serialize)]
pub struct DisputeDetailBody {
    #[serde(flatten)]
    item: DisputeBody,
    stage: String,
    /// `null` once nothing more is taken because it is decided.
    evidence_deadline: Option<DateTime<Utc>>,
    evidence_submitted_at: Option<DateTime<Utc>>,
    evidence: Map<String, Value>,
    modified_at: DateTime<Utc>,
}

impl DisputeDetailBody {
    pub fn new(dispute: DisputeRecord, settings: &SandboxSettings) -> Self {
        let is_open = matches!(dispute.status, SandboxDisputeStatus::DisputeOpened | SandboxDisputeStatus::Challenged);
        Self {
            item: DisputeBody::new(&dispute, settings),
            stage: dispute.stage.as_ref().to_owned(),
            evidence_deadline: is_open.then_some(dispute.deadline),
            evidence_submitted_at: dispute.evidence_submitted,
            evidence: dispute.evidence,
            modified_at: dispute.modified,
        }
    }
}
