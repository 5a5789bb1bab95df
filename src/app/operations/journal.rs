//! What the journal keeps of an operation: entries that are only ever added, and how they are read back.
//!
//! Pure data. Holds no key and no card data. Writing, hashing and reading the file is the store's work.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::api::operation::{Family, Target};
use crate::domain::ids::{OperationId, PaymentId};
use crate::domain::money::{Currency, Money};
use crate::domain::payment::PaymentStatus;

use super::{Intent, Operation, Phase, Seen};

/// One line of the journal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct JournalEntry {
    pub operation_id: OperationId,
    pub profile_id: String,
    /// At most one operation of a target is open in a profile.
    pub target: Target,
    pub at: DateTime<Utc>,
    pub step: Step,
}

/// How far the operation came (operations, section 2).
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum Step {
    /// Written before anything else.
    Prepared(Box<Description>),
    /// Durable before the first byte leaves.
    Sending {
        attempt: u32,
    },
    Confirmed {
        status: String,
    },
    Declined {
        code: String,
        message: String,
    },
    Rejected {
        code: String,
        message: String,
    },
    NotSent {
        why: String,
    },
    /// Sent; what came of it is not known yet.
    Unknown {
        attempt: u32,
        why: String,
    },
    Resolved {
        by: ResolvedBy,
        finding: String,
    },
}

/// Who settled an unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResolvedBy {
    Read,
    Person,
}

/// The name of a step without its details: what the store answers with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum StepName {
    Prepared,
    Sending,
    Confirmed,
    Declined,
    Rejected,
    NotSent,
    Unknown,
    Resolved,
}

impl StepName {
    /// After a final step the payment is free for another operation.
    pub fn is_final(self) -> bool {
        match self {
            Self::Confirmed | Self::Declined | Self::Rejected | Self::NotSent | Self::Resolved => true,
            Self::Prepared | Self::Sending | Self::Unknown => false,
        }
    }
}

impl Step {
    pub fn name(&self) -> StepName {
        match self {
            Self::Prepared(_) => StepName::Prepared,
            Self::Sending { .. } => StepName::Sending,
            Self::Confirmed { .. } => StepName::Confirmed,
            Self::Declined { .. } => StepName::Declined,
            Self::Rejected { .. } => StepName::Rejected,
            Self::NotSent { .. } => StepName::NotSent,
            Self::Unknown { .. } => StepName::Unknown,
            Self::Resolved { .. } => StepName::Resolved,
        }
    }
}

/// What is to be done, to what, and what the person saw: enough to resolve it after a crash.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Description {
    pub environment: String,
    /// `capture`, `cancel` or `approve`.
    pub operation: String,
    /// The amount of the payment, in the lowest unit of `currency`.
    pub amount_minor: i64,
    pub currency: String,
    /// What a capture takes, in the lowest unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub capture_minor: Option<i64>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub descriptor_prefix: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub descriptor_suffix: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancellation_reason: Option<String>,
    /// The canonical request: `POST /payments/pay_1/capture {"amount_to_capture":500}`.
    pub request: String,
    pub seen_status: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_received_minor: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_capturable_minor: Option<i64>,
    pub seen_at: DateTime<Utc>,
    /// The user of the operating system.
    pub operator: String,
}

impl Operation {
    /// The entry that says `step` of this operation.
    pub fn entry(&self, step: Step, at: DateTime<Utc>) -> JournalEntry {
        JournalEntry {
            operation_id: self.id.clone(),
            profile_id: self.profile_id.clone(),
            target: Target::new(Family::Payment, self.payment_id.as_str()),
            at,
            step,
        }
    }

    pub(super) fn describe(&self) -> Description {
        let (prefix, suffix) = self.intent.descriptor();
        let request = self.request();
        let body = request.body.as_ref().map(ToString::to_string).unwrap_or_default();
        Description {
            environment: self.environment.word().to_ascii_lowercase(),
            operation: self.intent.name().to_owned(),
            amount_minor: self.seen.amount.minor,
            currency: self.seen.amount.currency.code().to_owned(),
            capture_minor: self.intent.capture_minor(),
            descriptor_prefix: prefix.to_owned(),
            descriptor_suffix: suffix.to_owned(),
            cancellation_reason: self.intent.reason().map(str::to_owned),
            request: format!("{} {} {body}", request.method.as_str(), request.path),
            seen_status: self.seen.status.as_str().to_owned(),
            seen_received_minor: self.seen.received_minor,
            seen_capturable_minor: self.seen.capturable_minor,
            seen_at: self.seen.at,
            operator: self.operator.clone(),
        }
    }
}

/// What a journal tells of the operations without a final step.
#[derive(Debug, Default)]
pub struct Restored {
    /// Oldest first.
    pub operations: Vec<Operation>,
    /// Entries of an operation this desk does not know (a newer one wrote them): payment and operation.
    pub unknown: Vec<(PaymentId, String)>,
}

/// Rebuilds the operations that have no final step from their entries, oldest first.
///
/// An operation that was only prepared was never sent. One that was being sent may have happened.
pub fn restore(entries: &[JournalEntry]) -> Restored {
    let mut restored: Vec<Operation> = Vec::new();
    let mut unknown = Vec::new();
    for entry in entries {
        if let Step::Prepared(description) = &entry.step {
            match from_description(entry, description) {
                Some(operation) => restored.push(operation),
                None => unknown.push((PaymentId::new(&*entry.target.resource), description.operation.clone())),
            }
        } else if let Some(operation) = restored.iter_mut().find(|operation| operation.id == entry.operation_id) {
            apply(operation, &entry.step, entry.at);
        }
    }
    restored.retain(|operation| !matches!(operation.phase, Phase::Ended(_)));
    Restored { operations: restored, unknown }
}

fn from_description(entry: &JournalEntry, description: &Description) -> Option<Operation> {
    let currency = Currency::from_code(&description.currency);
    let money = |minor| Money::new(minor, currency.clone());
    let intent = match description.operation.as_str() {
        "capture" => Intent::Capture {
            amount: money(description.capture_minor?),
            prefix: description.descriptor_prefix.clone(),
            suffix: description.descriptor_suffix.clone(),
        },
        "cancel" => Intent::Cancel { reason: description.cancellation_reason.clone() },
        "approve" => Intent::Approve,
        _ => return None,
    };
    Some(Operation {
        id: entry.operation_id.clone(),
        profile_id: entry.profile_id.clone(),
        environment: super::environment_from_word(&description.environment),
        payment_id: PaymentId::new(&*entry.target.resource),
        intent,
        seen: Seen {
            status: PaymentStatus::from_word(&description.seen_status),
            amount: money(description.amount_minor),
            received_minor: description.seen_received_minor,
            capturable_minor: description.seen_capturable_minor,
            at: description.seen_at,
        },
        operator: description.operator.clone(),
        prepared_at: entry.at,
        attempts: 0,
        last_sent_at: None,
        unknown_attempt: false,
        checked_at: None,
        phase: Phase::NeverSent,
    })
}

fn apply(operation: &mut Operation, step: &Step, at: DateTime<Utc>) {
    match step {
        Step::Prepared(_) => {}
        Step::Sending { attempt } => {
            operation.attempts = *attempt;
            operation.last_sent_at = Some(at);
            operation.unknown_attempt = true;
            operation.phase = Phase::unknown("the desk was closed before the answer came", at);
        }
        Step::Unknown { why, .. } => {
            operation.unknown_attempt = true;
            operation.phase = Phase::unknown(why.clone(), at);
        }
        Step::NotSent { .. }
        | Step::Confirmed { .. }
        | Step::Declined { .. }
        | Step::Rejected { .. }
        | Step::Resolved { .. } => operation.phase = Phase::Ended(super::Outcome::Closed),
    }
}
