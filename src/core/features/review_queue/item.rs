//! One payment of the queue, and what was decided on it.

use chrono::{DateTime, Utc};

use crate::operations::wording::outcome_text;
use crate::operations::{Operation, Outcome, Phase};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::Money;
use paydesk_domain::payment::{PaymentAction, PaymentStatus};

/// One payment of the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReviewItem {
    pub payment_id: PaymentId,
    pub amount: Money,
    pub created: Option<DateTime<Utc>>,
    pub decision: ReviewDecision,
}

/// What was decided on a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewDecision {
    Open,
    Skipped,
    Decided(Box<Decided>),
    /// It left review without a decision of this round, and has this status now.
    Elsewhere(PaymentStatus),
}

impl ReviewDecision {
    /// Whether it waits for a decision.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Open | Self::Skipped)
    }
}

/// What a person can decide.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecisionKind {
    Approve,
    Cancel,
}

impl DecisionKind {
    pub fn action(self) -> PaymentAction {
        match self {
            Self::Approve => PaymentAction::Approve,
            Self::Cancel => PaymentAction::Cancel,
        }
    }
}

/// A decision of this round.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decided {
    pub kind: DecisionKind,
    pub operation_id: OperationId,
    pub amount: Money,
    pub state: DecisionState,
    /// The person took it back.
    pub is_undone: bool,
}

/// How far a decision came.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DecisionState {
    /// It is not sent yet; `until` is known once it is in the journal.
    Undoable {
        until: Option<DateTime<Utc>>,
    },
    UnderWay,
    Done,
    /// It may have happened; *Operations* shows it.
    Unknown,
    /// It did not happen, and why.
    Failed(String),
}

impl DecisionState {
    /// What an operation says of its decision.
    pub(super) fn of(operation: &Operation) -> Self {
        match &operation.phase {
            Phase::Preparing => Self::Undoable { until: None },
            Phase::Undoable { until } => Self::Undoable { until: Some(*until) },
            Phase::Checking { .. } | Phase::AwaitingTurn { .. } | Phase::Starting | Phase::Sending { .. } => {
                Self::UnderWay
            }
            Phase::Unknown(_) => Self::Unknown,
            Phase::NeverSent => Self::Undoable { until: None },
            Phase::Ended(Outcome::Done { .. }) => Self::Done,
            Phase::Ended(outcome) => Self::Failed(outcome_text(operation, outcome).1),
        }
    }

    /// Whether nothing more comes of it.
    pub(super) fn is_final(&self) -> bool {
        matches!(self, Self::Done | Self::Failed(_))
    }

    /// Whether it can still be taken back.
    pub fn can_be_undone(&self) -> bool {
        matches!(self, Self::Undoable { .. })
    }
}
