//! Money operations in flight: what is wanted, how far it came, what is known of it.
//!
//! [`engine`] moves operations from phase to phase, [`settle`] judges what a read says of an unknown one,
//! `words` tells people, [`journal`] is what is kept on disk. The rules are those of the operations law: an operation is written
//! down before the first byte leaves, at most one is open per payment, and what is unknown is never called
//! failed and never sent again by itself.

mod answers;
mod by_hand;
pub mod engine;
pub mod journal;
pub mod settle;
mod settling;
mod words;

use std::collections::VecDeque;

use chrono::{DateTime, Utc};

use crate::api::call::Request;
use crate::api::calls::payments::{ApprovePayment, CancelPayment, CapturePayment};
use crate::api::error::ApiError;
use crate::api::operation::{Expectation, OperationCall as _, StatusWords};
use crate::domain::ids::{OperationId, PaymentId};
use crate::domain::money::Money;
use crate::domain::payment::{Payment, PaymentAction, PaymentStatus};
use crate::domain::profile::Environment;

use super::event::Problem;
use super::reads::Ticket;

/// Most ended operations kept in view.
const ENDED_MAX: usize = 200;

/// What the person wants done to a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Intent {
    Capture { amount: Money, prefix: String, suffix: String },
    Cancel { reason: Option<String> },
    Approve,
}

impl Intent {
    pub fn action(&self) -> PaymentAction {
        match self {
            Self::Capture { .. } => PaymentAction::Capture,
            Self::Cancel { .. } => PaymentAction::Cancel,
            Self::Approve => PaymentAction::Approve,
        }
    }

    /// The name in the journal and in the path of the endpoint.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Capture { .. } => "capture",
            Self::Cancel { .. } => "cancel",
            Self::Approve => "approve",
        }
    }

    fn descriptor(&self) -> (&str, &str) {
        match self {
            Self::Capture { prefix, suffix, .. } => (prefix, suffix),
            Self::Cancel { .. } | Self::Approve => ("", ""),
        }
    }

    fn capture_minor(&self) -> Option<i64> {
        match self {
            Self::Capture { amount, .. } => Some(amount.minor),
            Self::Cancel { .. } | Self::Approve => None,
        }
    }

    fn reason(&self) -> Option<&str> {
        match self {
            Self::Cancel { reason } => reason.as_deref(),
            Self::Capture { .. } | Self::Approve => None,
        }
    }

    /// For people: `Capture 128.40 EUR`, `Cancel payment`, `Approve payment`.
    pub fn title(&self) -> String {
        match self {
            Self::Capture { amount, .. } => format!("Capture {amount}"),
            Self::Cancel { .. } => "Cancel payment".to_owned(),
            Self::Approve => "Approve payment".to_owned(),
        }
    }

    /// Whether a payment in `status` shows that it happened: a service may only have begun it.
    pub fn is_done_in(&self, status: &PaymentStatus) -> bool {
        match self {
            Self::Capture { .. } => *status == PaymentStatus::Succeeded,
            Self::Cancel { .. } => *status == PaymentStatus::Cancelled,
            Self::Approve => matches!(status, PaymentStatus::Succeeded | PaymentStatus::RequiresCapture),
        }
    }

    /// What is true once it happened: `128.40 EUR captured`.
    pub fn done(&self) -> String {
        match self {
            Self::Capture { amount, .. } => format!("{amount} captured"),
            Self::Cancel { .. } => "Payment cancelled".to_owned(),
            Self::Approve => "Payment approved".to_owned(),
        }
    }
}

/// The payment as the person saw it when confirming.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seen {
    pub status: PaymentStatus,
    pub amount: Money,
    pub received_minor: Option<i64>,
    pub capturable_minor: Option<i64>,
    pub at: DateTime<Utc>,
}

impl Seen {
    /// The precondition that `payment`, read at `at`, sets.
    pub fn of(payment: &Payment, at: DateTime<Utc>) -> Self {
        Self {
            status: payment.status.clone(),
            amount: payment.amount.clone(),
            received_minor: payment.amount_received.as_ref().map(|money| money.minor),
            capturable_minor: payment.amount_capturable.as_ref().map(|money| money.minor),
            at,
        }
    }

    /// Whether `payment` still is what was seen, whenever it was read.
    pub fn still_holds(&self, payment: &Payment) -> bool {
        Self { at: self.at, ..Self::of(payment, self.at) } == *self
    }
}

/// How far an operation came.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// `prepared` is being written.
    Preparing,
    /// The payment is read again: does it still match what the person saw?
    Checking {
        ticket: Ticket,
    },
    /// Held back by the rate limit; can be withdrawn.
    AwaitingTurn {
        until: DateTime<Utc>,
    },
    /// `sending` is being written.
    Starting,
    Sending {
        since: DateTime<Utc>,
    },
    /// Sent, outcome not known yet: settled by reading.
    Unknown(Unknown),
    /// Prepared before a crash and never sent: the person sends or discards it.
    NeverSent,
    Ended(Outcome),
}

/// An outcome that is not known, and the reading that is to settle it.
#[derive(Debug, Clone, PartialEq)]
pub struct Unknown {
    pub why: String,
    /// Reads made so far.
    pub reads: u32,
    /// When the next read is due; `None` while one is under way.
    pub next_read_at: Option<DateTime<Utc>>,
    pub ticket: Option<Ticket>,
    /// What the last read says.
    pub finding: Finding,
    /// The service's refusal, where that and no lost answer made the outcome unknown.
    pub refusal: Option<ApiError>,
}

/// What reading has shown of an unknown so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    NotReadYet,
    /// Not executed when read, but a late arrival may still execute it.
    NotExecutedYet,
    /// Not executed, and too late for a late arrival: a person may send again.
    NotExecuted,
    /// What is there fits neither: a person has to look.
    Unclear(String),
    ReadFailed(String),
}

impl Phase {
    /// Unknown from now on; the first read is due at once.
    pub fn unknown(why: impl Into<String>, now: DateTime<Utc>) -> Self {
        Self::Unknown(Unknown {
            why: why.into(),
            reads: 0,
            next_read_at: Some(now),
            ticket: None,
            finding: Finding::NotReadYet,
            refusal: None,
        })
    }
}

/// How an operation ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Done {
        status: PaymentStatus,
        by_read: bool,
    },
    Declined {
        code: Option<String>,
        message: String,
    },
    Rejected {
        code: String,
        message: String,
    },
    NotSent {
        why: String,
    },
    /// Something else happened to the payment meanwhile.
    Overtaken {
        finding: String,
    },
    /// The person said how it ended.
    ClosedByPerson,
    /// Ended in an earlier run.
    Closed,
}

/// One operation on one payment.
#[derive(Debug, Clone, PartialEq)]
pub struct Operation {
    pub id: OperationId,
    pub profile_id: String,
    pub environment: Environment,
    pub payment_id: PaymentId,
    pub intent: Intent,
    pub seen: Seen,
    pub operator: String,
    pub prepared_at: DateTime<Utc>,
    pub attempts: u32,
    pub last_sent_at: Option<DateTime<Utc>>,
    /// An attempt of ours ended unknown: a later refusal may be the echo of its success.
    pub unknown_attempt: bool,
    /// When the payment was last found as the person saw it, just before `sending` was written.
    pub checked_at: Option<DateTime<Utc>>,
    pub phase: Phase,
}

impl Operation {
    /// The request; the same for every attempt.
    pub fn request(&self) -> Request {
        let payment_id = self.payment_id.clone();
        match &self.intent {
            Intent::Capture { amount, prefix, suffix } => {
                let plain = CapturePayment::new(payment_id, amount.minor);
                plain.clone().with_descriptor(prefix, suffix).unwrap_or(plain).request()
            }
            Intent::Cancel { reason } => CancelPayment { payment_id, cancellation_reason: reason.clone() }.request(),
            Intent::Approve => ApprovePayment { payment_id }.request(),
        }
    }

    /// What a true answer must echo.
    pub fn expectation(&self) -> Expectation {
        let named = Expectation::new(StatusWords::Payment).naming("payment_id", self.payment_id.as_str());
        named.over(&self.seen.amount)
    }

    pub fn is_open(&self) -> bool {
        !matches!(self.phase, Phase::Ended(_))
    }

    /// Whether the desk has stopped working on it alone: listed under *Needs attention*.
    pub fn needs_attention(&self) -> bool {
        matches!(self.phase, Phase::Unknown(_) | Phase::NeverSent)
    }

    /// The word for people (operations, section 6).
    pub fn word(&self) -> &'static str {
        match &self.phase {
            Phase::Preparing | Phase::Checking { .. } | Phase::Starting => "Preparing",
            Phase::AwaitingTurn { .. } => "Waiting for the rate limit",
            Phase::Sending { .. } => "Sending",
            Phase::Unknown(Unknown { finding: Finding::NotExecuted | Finding::Unclear(_), .. }) => "Needs your check",
            Phase::Unknown(_) => "Sent, outcome not known yet",
            Phase::NeverSent | Phase::Ended(Outcome::NotSent { .. }) => "Not sent",
            Phase::Ended(Outcome::Done { .. }) => "Done",
            Phase::Ended(Outcome::Declined { .. }) => "Declined",
            Phase::Ended(Outcome::Rejected { .. }) => "Rejected",
            Phase::Ended(Outcome::Overtaken { .. }) => "Overtaken",
            Phase::Ended(Outcome::ClosedByPerson | Outcome::Closed) => "Closed by you",
        }
    }
}

/// Whether operations can be written down; without a journal nothing may be sent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum JournalHealth {
    #[default]
    Opening,
    Ready,
    Unavailable(Problem),
}

/// All operations the desk knows of.
#[derive(Debug, Default)]
pub struct Operations {
    pub journal: JournalHealth,
    /// The profile at work: a payment of another profile may have a namesake in this one.
    pub(in crate::app) profile_id: Option<String>,
    open: Vec<Operation>,
    ended: VecDeque<Operation>,
}

impl Operations {
    /// When the same amount of the same payment was captured within the settle window before `now`: a second
    /// capture of it may be meant, and may be a mistake.
    pub fn same_capture_at(&self, payment_id: &PaymentId, amount: &Money, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let window = chrono::TimeDelta::seconds(settle::SETTLE_WINDOW_S);
        let same = |intent: &Intent| matches!(intent, Intent::Capture { amount: taken, .. } if taken == amount);
        let done = |operation: &&Operation| matches!(operation.phase, Phase::Ended(Outcome::Done { .. }));
        let ours = self.ended.iter().filter(|operation| self.is_of(operation, payment_id) && same(&operation.intent));
        ours.filter(done).filter_map(|operation| operation.last_sent_at).find(|sent| now - *sent < window)
    }

    /// Open ones, oldest first.
    pub fn open(&self) -> &[Operation] {
        &self.open
    }

    /// Ended in this run, newest first.
    pub fn ended(&self) -> impl ExactSizeIterator<Item = &Operation> {
        self.ended.iter()
    }

    pub fn find(&self, id: &OperationId) -> Option<&Operation> {
        self.open.iter().chain(&self.ended).find(|operation| operation.id == *id)
    }

    fn find_open(&mut self, id: &OperationId) -> Option<&mut Operation> {
        self.open.iter_mut().find(|operation| operation.id == *id)
    }

    /// The open operation of a payment of the profile at work; at most one.
    pub fn open_of(&self, payment_id: &PaymentId) -> Option<&Operation> {
        self.open.iter().find(|operation| self.is_of(operation, payment_id))
    }

    /// The latest operation of a payment of the profile at work that has ended in this run.
    pub fn last_of(&self, payment_id: &PaymentId) -> Option<&Operation> {
        self.ended.iter().find(|operation| self.is_of(operation, payment_id))
    }

    fn is_of(&self, operation: &Operation, payment_id: &PaymentId) -> bool {
        let same_profile = self.profile_id.as_ref().is_none_or(|id| *id == operation.profile_id);
        operation.payment_id == *payment_id && same_profile
    }

    /// Why the journal cannot be used, if it cannot.
    pub fn journal_problem(&self) -> Option<&Problem> {
        match &self.journal {
            JournalHealth::Unavailable(problem) => Some(problem),
            JournalHealth::Opening | JournalHealth::Ready => None,
        }
    }

    pub fn attention_count(&self) -> usize {
        self.open.iter().filter(|operation| operation.needs_attention()).count()
    }

    fn add(&mut self, operation: Operation) {
        self.open.push(operation);
    }

    /// Moves an operation that has ended out of the open ones.
    fn end(&mut self, id: &OperationId, outcome: Outcome) -> Option<Operation> {
        let index = self.open.iter().position(|operation| operation.id == *id)?;
        let mut operation = self.open.remove(index);
        operation.phase = Phase::Ended(outcome);
        self.ended.push_front(operation.clone());
        self.ended.truncate(ENDED_MAX);
        Some(operation)
    }
}

fn environment_from_word(word: &str) -> Environment {
    if word == "production" { Environment::Production } else { Environment::Sandbox }
}
