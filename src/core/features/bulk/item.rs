//! One object of a bulk run: what is to be done to it, and how far that came.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::operations::journal::JournalStep;
use crate::operations::{Outcome, ResolvedAs};
use paydesk_domain::document::says_failed;
use paydesk_domain::ids::{OperationId, PaymentId, RefundId};
use paydesk_domain::money::Money;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{PaymentRow, PaymentStatus};
use paydesk_domain::payment_mark::{KnownOfPayment, PaymentMark};
use paydesk_domain::payout::PayoutStatus;

use super::exclusion::Exclusion;
use super::kind::BulkKind;
use super::text;

/// What is to be done to one object, as the person confirmed it. Its operation has its id from the start: what the
/// journal records under it is what became of it, whatever happened to Paydesk meanwhile.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BulkItem {
    /// The id of the payment or the payout.
    pub target: String,
    pub operation_id: OperationId,
    /// What moves, or all of the payment where nothing moves.
    pub amount: Money,
    /// Whether that is all that can be moved.
    pub whole: bool,
    /// The amount of the payment as it was seen, in the lowest unit.
    pub seen_minor: i64,
    pub seen_status: String,
    /// What was received and what could be captured, where that was known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_received: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_capturable: Option<i64>,
    /// What had been refunded of the payment, or was being refunded, as far as that was known; of a refund alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seen_refunded: Option<i64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created: Option<DateTime<Utc>>,
    /// The line of the file that asked for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Its own reason, as a file has it; else that of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// Who paid or is paid, while its plan is shown. Not kept.
    #[serde(skip)]
    pub person: Option<String>,
}

impl BulkItem {
    /// Its status as it was seen, in the words of the list of what it works on: a payment may say more than its status.
    pub fn status_label(&self, kind: BulkKind) -> String {
        if kind.subject() == ResourceKind::Payout {
            return PayoutStatus::from_word(&self.seen_status).label().into_owned();
        }
        let row = self.seen_payment();
        let mark = PaymentMark::of(&row, KnownOfPayment::default());
        mark.map_or_else(|| row.status.label().into_owned(), |mark| mark.label().to_owned())
    }

    /// The refund that it asks for: as often as it is sent, it is the same one.
    pub(super) fn refund_id(&self) -> RefundId {
        RefundId::new(format!("ref_{}", self.operation_id.random_part()))
    }

    /// The id of the record that says how it goes on after it was accepted: a refund or a payout.
    pub(super) fn record_id(&self, kind: BulkKind) -> Option<String> {
        match kind {
            BulkKind::Refund => Some(self.refund_id().into_string()),
            BulkKind::Fulfil => Some(self.target.clone()),
            BulkKind::Capture | BulkKind::Cancel | BulkKind::Approve => None,
        }
    }

    fn seen_payment(&self) -> PaymentRow {
        PaymentRow {
            payment_id: PaymentId::new(self.target.as_str()),
            status: PaymentStatus::from_word(&self.seen_status),
            amount: self.amount.with_minor(self.seen_minor),
            created: self.created,
            capturable_minor: self.seen_capturable,
            received_minor: self.seen_received,
            customer_id: None,
            payment_method: None,
            unified_code: None,
            unified_message: None,
        }
    }
}

/// An object that is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Excluded {
    pub target: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// What was asked for, where that could be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub amount: Option<Money>,
    pub exclusion: Exclusion,
}

/// How far an item came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemState {
    /// It has not begun.
    Waiting,
    /// Its operation is open.
    UnderWay,
    /// It was prepared before a crash and never sent.
    Prepared,
    /// It was sent, and what came of it is found out as for every operation.
    Unknown,
    Ended(ItemOutcome),
}

/// How an item ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ItemOutcome {
    Done {
        status: String,
    },
    /// The service accepted it, and has not said yet how it ended.
    Pending {
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
    /// Found out later, by a read, an event or a person; or something else happened to it meanwhile.
    Settled {
        finding: String,
    },
}

impl ItemOutcome {
    /// Whether it certainly did not happen, so that asking once more can have no second effect.
    pub fn may_be_asked_again(&self) -> bool {
        match self {
            Self::Declined { .. } | Self::Rejected { .. } | Self::NotSent { .. } => true,
            Self::Done { .. } | Self::Pending { .. } | Self::Settled { .. } => false,
        }
    }

    /// The service accepted it, and left it in this status.
    fn accepted(kind: BulkKind, status: String) -> Self {
        if kind.is_under_way_in(&status) { Self::Pending { status } } else { Self::Done { status } }
    }
}

impl ItemState {
    /// What the last entry of its operation in the journal shows, after a restart.
    pub fn of_step(kind: BulkKind, step: &JournalStep) -> Self {
        let outcome = match step.clone() {
            JournalStep::Prepared(_) => return Self::Prepared,
            JournalStep::Sending { .. } | JournalStep::Unknown { .. } => return Self::Unknown,
            JournalStep::Confirmed { status } => ItemOutcome::accepted(kind, status),
            JournalStep::Declined { code, message } => ItemOutcome::Declined { code, message },
            JournalStep::Rejected { code, message } => ItemOutcome::Rejected { code, message },
            JournalStep::NotSent { why } => ItemOutcome::NotSent { why },
            JournalStep::Resolved { done_in: Some(status), .. } => ItemOutcome::accepted(kind, status),
            JournalStep::Resolved { ended: Some(ResolvedAs::Declined), finding: message, .. } => {
                ItemOutcome::Declined { code: String::new(), message }
            }
            JournalStep::Resolved { finding, .. } => ItemOutcome::Settled { finding },
        };
        Self::Ended(outcome)
    }

    /// What the service reported of it since it was accepted; `None` where that is nothing new.
    pub(super) fn reported(&self, kind: BulkKind, status: &str) -> Option<Self> {
        let Self::Ended(ItemOutcome::Done { status: before } | ItemOutcome::Pending { status: before }) = self else {
            return None;
        };
        let (code, message) = (String::new(), status.to_owned());
        let outcome = match says_failed(status) {
            true => ItemOutcome::Declined { code, message },
            false => ItemOutcome::accepted(kind, message),
        };
        (before != status).then_some(Self::Ended(outcome))
    }

    /// What became of its operation.
    pub fn of_outcome(kind: BulkKind, outcome: &Outcome, text: impl FnOnce() -> String) -> Self {
        Self::Ended(match outcome.clone() {
            Outcome::Done { status, .. } => ItemOutcome::accepted(kind, status),
            Outcome::Declined { code, message } => ItemOutcome::Declined { code: code.unwrap_or_default(), message },
            Outcome::Rejected { code, message, .. } => ItemOutcome::Rejected { code, message },
            Outcome::NotSent { why } => ItemOutcome::NotSent { why },
            Outcome::Overtaken(_) | Outcome::NotAnswered { .. } | Outcome::ClosedByPerson | Outcome::Closed => {
                ItemOutcome::Settled { finding: text() }
            }
        })
    }
}

/// What a count is of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, strum::EnumCount, strum::EnumIter)]
pub enum ItemGroup {
    Waiting,
    UnderWay,
    Done,
    /// Accepted by the service, which has not said yet how it ended.
    Pending,
    NotSent,
    /// The service, or a bank, refused it.
    Failed,
    Unknown,
    Settled,
}

impl ItemState {
    pub fn group(&self) -> ItemGroup {
        match self {
            Self::Waiting | Self::Prepared => ItemGroup::Waiting,
            Self::UnderWay => ItemGroup::UnderWay,
            Self::Unknown => ItemGroup::Unknown,
            Self::Ended(ItemOutcome::Done { .. }) => ItemGroup::Done,
            Self::Ended(ItemOutcome::Pending { .. }) => ItemGroup::Pending,
            Self::Ended(ItemOutcome::NotSent { .. }) => ItemGroup::NotSent,
            Self::Ended(ItemOutcome::Declined { .. } | ItemOutcome::Rejected { .. }) => ItemGroup::Failed,
            Self::Ended(ItemOutcome::Settled { .. }) => ItemGroup::Settled,
        }
    }

    /// The word of a row, as operations have it.
    pub fn word(&self) -> &'static str {
        match self {
            Self::Waiting => text::WAITING,
            Self::UnderWay => text::UNDER_WAY,
            Self::Prepared => text::NOT_SENT,
            Self::Unknown => text::UNKNOWN,
            Self::Ended(ItemOutcome::Done { .. }) => text::DONE,
            Self::Ended(ItemOutcome::Pending { .. }) => text::PENDING,
            Self::Ended(ItemOutcome::Declined { .. }) => text::DECLINED,
            Self::Ended(ItemOutcome::Rejected { .. }) => text::REJECTED,
            Self::Ended(ItemOutcome::NotSent { .. }) => text::NOT_SENT,
            Self::Ended(ItemOutcome::Settled { .. }) => text::SETTLED,
        }
    }

    /// What is known beside the word: a status, a code with its message, a finding.
    pub fn detail(&self) -> String {
        match self {
            Self::Waiting | Self::UnderWay | Self::Prepared => String::new(),
            Self::Unknown => "See its details in Operations".to_owned(),
            Self::Ended(outcome) => match outcome {
                ItemOutcome::Done { status } | ItemOutcome::Pending { status } => status.clone(),
                ItemOutcome::Declined { code, message } | ItemOutcome::Rejected { code, message } => {
                    text::code_and_message(code, message)
                }
                ItemOutcome::NotSent { why } => why.clone(),
                ItemOutcome::Settled { finding } => finding.clone(),
            },
        }
    }
}
