//! What the journal keeps of an operation: entries that are only ever added, and how they are read back.
//!
//! Pure data. Holds no key and no card data. Writing, hashing and reading the file is the store's work.

pub use paydesk_domain::metadata::OPERATION_ID;

mod format_1;
mod reading;

pub use reading::{JournalCheck, JournalLine, JournalPage};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use paydesk_api::error::ApiError;
use paydesk_api::operation::Target;
use paydesk_domain::ids::OperationId;
use paydesk_domain::problem::Problem;
use paydesk_domain::profile::{Environment, ProfileId};
use paydesk_domain::text::visible;

use super::{ExecutionProof, Operation, OperationPlan, Outcome, Phase, Precondition, ResolvedAs, Seen};

/// One line of the journal.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "format_1::AnyEntry")]
pub struct JournalEntry {
    pub operation_id: OperationId,
    pub profile_id: ProfileId,
    /// At most one operation of a target is open in a profile.
    pub target: Target,
    pub at: DateTime<Utc>,
    pub step: JournalStep,
    /// The database of the team was away, and the rule of the profile let this desk go on.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_alone: bool,
}

/// How far the operation came ([law](crate::law#journal)).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "step", rename_all = "snake_case")]
pub enum JournalStep {
    /// Written before anything else.
    Prepared(Recorded),
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
        /// The service did the same under an id of its own: asked again, it would do it again.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        own_id: bool,
        /// What was said of it cannot all be true, as `why` says.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        contradicted: bool,
        /// The status in its answer, where that is one of what cannot all be true.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        answer: Option<String>,
        /// Its target was reported as it was not before it was sent: what shows it as before proves nothing.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        changed: bool,
        /// The service refused every attempt in plain words.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        refused: bool,
        /// A person withdrew it after it had met the rate limit: it never leaves again.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        withdrawn: bool,
        /// The plain refusal of the only attempt, which is not final yet.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        refusal: Option<RecordedRefusal>,
    },
    Resolved {
        by: ResolvedBy,
        finding: String,
        /// The status in which it was found done, if it was.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        done_in: Option<String>,
        /// How it ended, where that is not told by who settled it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ended: Option<ResolvedAs>,
    },
}

/// What the service answered instead of doing it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedRefusal {
    pub code: String,
    pub message: String,
}

/// Who settled an unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ResolvedBy {
    Read,
    Webhook,
    Person,
}

/// The name of a step without its details: what the store answers with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, strum::IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum JournalStepName {
    Prepared,
    Sending,
    Confirmed,
    Declined,
    Rejected,
    NotSent,
    Unknown,
    Resolved,
}

impl JournalStepName {
    /// After a final step the target is free for another operation.
    pub fn is_final(self) -> bool {
        match self {
            Self::Confirmed | Self::Declined | Self::Rejected | Self::NotSent | Self::Resolved => true,
            Self::Prepared | Self::Sending | Self::Unknown => false,
        }
    }
}

impl JournalStep {
    pub fn name(&self) -> JournalStepName {
        match self {
            Self::Prepared(_) => JournalStepName::Prepared,
            Self::Sending { .. } => JournalStepName::Sending,
            Self::Confirmed { .. } => JournalStepName::Confirmed,
            Self::Declined { .. } => JournalStepName::Declined,
            Self::Rejected { .. } => JournalStepName::Rejected,
            Self::NotSent { .. } => JournalStepName::NotSent,
            Self::Unknown { .. } => JournalStepName::Unknown,
            Self::Resolved { .. } => JournalStepName::Resolved,
        }
    }
}

/// What was prepared, as far as this version can read it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Recorded {
    Known(Box<Description>),
    /// Written by another version of Paydesk.
    Foreign(Value),
}

/// What is to be done, to what, and what the person saw: enough to resolve it after a crash.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Description {
    pub environment: Environment,
    /// The user of the operating system.
    pub operator: String,
    pub plan: OperationPlan,
    #[serde(rename = "seen")]
    pub precondition: Precondition,
}

/// Why a journal entry is not known to be on disk. All but `Failed` concern one operation: its entry is certainly not
/// there, and the journal is as good as before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalRefusal {
    /// Another window or process has an open operation on the same target.
    AlreadyOpen,
    /// The operation is not open in the journal: another window ended it, or it was never prepared.
    NotOpen,
    /// The operation was prepared before, or this attempt of it, or a later one, was written down before: from
    /// somewhere else it may have been sent.
    WrittenAlready,
    /// The disk said no; the entry may or may not be there.
    Failed(Problem),
}

impl Operation {
    /// The entry that says `step` of this operation.
    pub fn entry(&self, step: JournalStep, at: DateTime<Utc>) -> JournalEntry {
        JournalEntry {
            operation_id: self.id.clone(),
            profile_id: self.profile_id.clone(),
            target: self.plan.target.clone(),
            at,
            step,
            is_alone: false,
        }
    }

    /// That its outcome is not known, and whether what was said of it contradicts itself.
    pub(super) fn unknown_step(&self, why: String, own_id: bool) -> JournalStep {
        let contradicted = self.seen.contradiction().is_some();
        let answer = self.seen.answer.as_deref().filter(|_| contradicted).map(|answer| visible(answer, 60));
        let Seen { changed, refused, .. } = self.seen;
        let refusal =
            self.plain_refusal().cloned().map(|ApiError { code, message, .. }| RecordedRefusal { code, message });
        let (attempt, withdrawn) = (self.attempts, self.is_withdrawn);
        JournalStep::Unknown { attempt, why, own_id, contradicted, answer, changed, refused, withdrawn, refusal }
    }

    pub(super) fn describe(&self) -> JournalStep {
        JournalStep::Prepared(Recorded::Known(Box::new(Description {
            environment: self.environment,
            operator: self.operator.clone(),
            plan: self.plan.clone(),
            precondition: self.precondition.clone(),
        })))
    }
}

/// What a journal reports of operations.
#[derive(Debug, Default)]
pub struct Restored {
    /// Those without a final step, oldest first.
    pub open: Vec<Operation>,
    /// Those that were done, oldest first.
    pub done: Vec<Operation>,
    /// What open operations work on that this version does not know: a newer one wrote them.
    pub foreign: Vec<Target>,
}

/// Rebuilds operations from their entries, oldest first.
///
/// An operation that was only prepared was never sent. One that was being sent may have happened.
pub fn restore(entries: &[JournalEntry]) -> Restored {
    let mut restored: Vec<Operation> = Vec::new();
    let mut foreign: Vec<&JournalEntry> = Vec::new();
    for entry in entries {
        if let JournalStep::Prepared(recorded) = &entry.step {
            match recorded {
                Recorded::Known(description) => restored.push(prepared(entry, description)),
                Recorded::Foreign(_) => foreign.push(entry),
            }
        } else if let Some(operation) = restored.iter_mut().find(|operation| operation.id == entry.operation_id) {
            apply(operation, &entry.step, entry.at);
        } else if entry.step.name().is_final() {
            foreign.retain(|prepared| prepared.operation_id != entry.operation_id);
        }
    }
    let (open, mut done): (Vec<Operation>, Vec<Operation>) = restored.into_iter().partition(Operation::is_open);
    done.retain(|operation| operation.is_done() || operation.left_to_refund().is_some());
    Restored { open, done, foreign: foreign.into_iter().map(|entry| entry.target.clone()).collect() }
}

fn prepared(entry: &JournalEntry, description: &Description) -> Operation {
    Operation {
        id: entry.operation_id.clone(),
        profile_id: entry.profile_id.clone(),
        environment: description.environment,
        plan: description.plan.clone(),
        precondition: description.precondition.clone(),
        operator: description.operator.clone(),
        prepared_at: entry.at,
        undo_until: None,
        attempts: 0,
        first_sent_at: None,
        last_sent_at: None,
        sent_at: None,
        lost_at: None,
        unanswered_at: None,
        excluded_at: None,
        target_asked_at: None,
        checked_at: None,
        unmeasured_checks: 0,
        answer: None,
        has_own_id: false,
        is_withdrawn: false,
        first_source: None,
        seen: Seen::default(),
        phase: Phase::NeverSent,
    }
}

/// Why an operation is unknown whose answer did not arrive in the run that sent it.
const CLOSED_BEFORE: &str = "Paydesk was closed before the response arrived";

fn apply(operation: &mut Operation, step: &JournalStep, at: DateTime<Utc>) {
    match step {
        JournalStep::Prepared(_) => {}
        JournalStep::Sending { attempt } => {
            operation.attempts = *attempt;
            operation.attempt_left(at);
            operation.lost_at = Some(at);
            operation.unanswered_at = Some(at);
            operation.seen.refused = false;
            operation.become_unknown(CLOSED_BEFORE, at);
        }
        JournalStep::Unknown { why, own_id, contradicted, answer, changed, refused, withdrawn, refusal, .. } => {
            operation.has_own_id |= own_id;
            operation.is_withdrawn |= withdrawn;
            operation.seen.refused = *refused;
            operation.seen.changed |= changed;
            operation.seen.restore(contradicted.then(|| why.clone()), answer.as_ref(), at);
            operation.lost_at = operation.last_sent_at.or(Some(at));
            operation.unanswered_at = operation.lost_at;
            operation.become_unknown(if why.is_empty() { CLOSED_BEFORE.to_owned() } else { why.clone() }, at);
            let refusal = refusal.clone().map(|RecordedRefusal { code, message }| ApiError {
                kind: String::new(),
                code,
                message,
            });
            operation.refused_plainly(refusal, at);
        }
        JournalStep::Confirmed { status } => {
            operation.phase = Phase::Ended(Outcome::Done { status: status.clone(), proof: ExecutionProof::Answer });
        }
        JournalStep::Resolved { done_in: Some(status), .. } => {
            operation.phase = Phase::Ended(Outcome::Done { status: status.clone(), proof: ExecutionProof::Effect });
        }
        JournalStep::Rejected { code, message } => {
            let (code, message) = (code.clone(), message.clone());
            operation.phase = Phase::Ended(Outcome::Rejected { http_status: None, code, message });
        }
        JournalStep::NotSent { .. } | JournalStep::Declined { .. } | JournalStep::Resolved { done_in: None, .. } => {
            operation.phase = Phase::Ended(Outcome::Closed)
        }
    }
}
