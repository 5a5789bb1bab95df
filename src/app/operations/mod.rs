//! Money operations in flight: what is wanted, how far it came, what is known of it.
//!
//! A closed state machine: [`Operations::handle`] takes an [`Input`] with its [`Context`] and returns an [`Output`]. It knows
//! phases, rules, reading and proof, and nothing of evidence, records, toasts or customers: those react to [`Ended`].
//!
//! [`lifecycle`] is the life of an operation in reading order, [`reconcile`] says what a read proves of an unknown one,
//! [`webhook_proof`] what an event proves, [`words`] tells people, [`journal`] is what is kept on disk.
//!
//! # The law
//!
//! In full, with the rule of each endpoint, in [`law`].
//!
//! - An operation is written to the journal before the first byte leaves, under an id of ours wherever the API takes one.
//! - An attempt ends as *confirmed*, *declined*, *rejected*, *not sent* or *unknown*. Unknown is never called failed and
//!   never frees the target: it is settled by reading, and what cannot be settled stays in front of a person.
//! - A 2xx is our answer only with the id or reference that was sent, amount and currency where there are any, and a status.
//! - A refusal of a first attempt is final once a read that every worker of the service answers from after it does not
//!   show the effect; a refusal of a repeat proves nothing of the first copy.
//! - What a read shows is *there*, not necessarily *ours*. Where the call carries no id of ours the operation stays open
//!   until a late arrival of ours is excluded, and the words say that somebody else may have done it.
//! - Before the settle window is over, a read that says "not done" proves nothing.
//! - Nothing that changes anything leaves outside the journal, nor from a read-only profile.
#![deny(clippy::disallowed_types, clippy::float_arithmetic)] // Money is never a float.

mod advice;
mod by_event;
mod by_person;
mod context;
mod due;
mod freshness;
mod intent;
pub mod journal;
pub mod law;
pub mod lifecycle;
mod operation;
mod plan;
mod precondition;
pub mod reconcile;
mod refused_entries;
pub mod resolution_schedule;
pub mod rules;
pub mod webhook_proof;
pub mod words;

use std::collections::VecDeque;

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::error::ApiError;
use crate::api::operation::{Endpoint, Target};
use crate::domain::ids::{OperationId, PaymentId};
use crate::domain::money::Money;

use super::problem::Problem;
use super::read::RequestId;
use super::rng::Rng;

pub use crate::api::operation::ResourceKind;

pub use self::context::{Context, Ended, Input, OperationNotice, Output, Send, WantedRead};
pub use self::intent::Intent;
pub use self::operation::Operation;
pub use self::plan::OperationPlan;
pub use self::precondition::{DisputePrecondition, PaymentPrecondition, PayoutPrecondition, Precondition, Reading};

/// Most ended operations kept in view.
const ENDED_MAX: usize = 200;

/// What a person confirmed: the operation's id is made with the form, so that a second click is the same operation.
#[derive(Debug, Clone, PartialEq)]
pub struct Submission {
    pub id: OperationId,
    pub plan: OperationPlan,
    pub seen: Precondition,
}

/// How far an operation came.
#[derive(Debug, Clone, PartialEq)]
pub enum Phase {
    /// `prepared` is being written.
    Preparing,
    /// The payment is read again: does it still match what the person saw?
    Checking {
        request_id: RequestId,
        asked_at: DateTime<Utc>,
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
    Unknown(UnknownOutcome),
    /// Prepared before a crash and never sent: the person sends or discards it.
    NeverSent,
    Ended(Outcome),
}

impl Phase {
    /// When the read under way was asked for.
    fn asked_at(&self) -> Option<DateTime<Utc>> {
        match self {
            Self::Checking { asked_at, .. } => Some(*asked_at),
            Self::Unknown(unknown) => unknown.asked_at,
            Self::Preparing
            | Self::AwaitingTurn { .. }
            | Self::Starting
            | Self::Sending { .. }
            | Self::NeverSent
            | Self::Ended(_) => None,
        }
    }
}

/// An outcome that is not known, and the reading that is to settle it.
#[derive(Debug, Clone, PartialEq)]
pub struct UnknownOutcome {
    pub why: String,
    /// Reads made so far.
    pub reads: u32,
    /// When the next read is due; `None` while one is under way.
    pub next_read_at: Option<DateTime<Utc>>,
    pub request_id: Option<RequestId>,
    /// When the read under way was asked for: its answer may take long, and speaks of that time.
    pub asked_at: Option<DateTime<Utc>>,
    /// What the last read says.
    pub finding: ResolutionFinding,
    /// The service's refusal, where that and no lost answer made the outcome unknown.
    pub refusal: Option<ApiError>,
    /// When the only attempt was refused plainly (400, 404, 422): final once a read that every worker of the service
    /// answers from after that does not show the effect.
    pub refused_at: Option<DateTime<Utc>>,
}

impl UnknownOutcome {
    /// Whether the plain refusal of the only attempt stands where the read under way does not show the effect.
    fn refusal_stands(&self) -> bool {
        let excludes_lag = |(asked, refused)| asked >= resolution_schedule::seen_everywhere_after(refused);
        self.asked_at.zip(self.refused_at).is_some_and(excludes_lag)
    }
}

/// What is known of an unknown so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ResolutionFinding {
    NotReadYet,
    /// What was wanted is there, in this status. Whether ours or somebody else's is not known as long as ours may
    /// still arrive.
    There(String),
    /// Not executed when read, but a late arrival may still execute it.
    NotExecutedYet,
    /// Not executed, and too late for a late arrival: a person may send again.
    NotExecuted,
    /// What is there fits neither: a person has to look.
    Unclear(String),
    ReadFailed(String),
    /// Nothing can be read, and it may still arrive.
    ParkedYet,
    /// Nothing can be read, and it is too late for a late arrival: a person decides.
    Parked,
}

/// How an operation ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Done {
        /// The service's word; empty where the answer has none.
        status: String,
        proof: ExecutionProof,
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
    /// It only asked how something stands, which is known no better than before.
    NotAnswered {
        why: String,
    },
    /// The person said how it ended.
    ClosedByPerson,
    /// Ended in an earlier run.
    Closed,
}

/// What shows that an operation took effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ExecutionProof {
    /// Its own answer.
    Answer,
    /// A read, an event or a refusal names our id or our operation.
    OurId,
    /// A read shows the effect, whoever caused it; ours can no longer arrive.
    Effect,
}

/// Whether operations can be written down; without a journal nothing may be sent.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum JournalHealth {
    #[default]
    Opening,
    Ready,
    /// There was one, and its file is gone: nothing is sent until a person decides.
    Missing(Problem),
    Unavailable(Problem),
}

/// The operations of one profile.
#[derive(Debug)]
pub struct Operations {
    open: Vec<Operation>,
    ended: VecDeque<Operation>,
    /// For the pauses between reads.
    rng: Rng,
}

impl Operations {
    pub fn new(seed: u64) -> Self {
        Self { open: Vec::new(), ended: VecDeque::new(), rng: Rng::seeded(seed) }
    }

    /// When the same amount of the same payment was captured within the settle window before `now`: a second
    /// capture of it may be meant, and may be a mistake.
    pub fn same_capture_at(&self, payment_id: &PaymentId, amount: &Money, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let window = TimeDelta::seconds(resolution_schedule::SETTLE_WINDOW_S);
        let same =
            |plan: &OperationPlan| plan.endpoint == Endpoint::CapturePayment && plan.money.as_ref() == Some(amount);
        let done = |operation: &&Operation| matches!(operation.phase, Phase::Ended(Outcome::Done { .. }));
        let target = payment(payment_id);
        let ours = self.ended.iter().filter(|operation| operation.plan.target == target && same(&operation.plan));
        ours.filter(done).filter_map(|operation| operation.last_sent_at).find(|sent| now - *sent < window)
    }

    /// What refunds of a payment that are not ended would give back, in its lowest unit. Those that ended are known.
    pub fn refunding_minor(&self, payment_id: &PaymentId) -> i64 {
        let money = self.refund_under_way(payment_id).and_then(|operation| operation.plan.money.as_ref());
        money.map_or(0, |money| money.minor)
    }

    /// The refund of a payment that is open, if one is: there is at most one.
    pub fn refund_under_way(&self, payment_id: &PaymentId) -> Option<&Operation> {
        self.open_on(&Target::new(ResourceKind::Refund, payment_id.as_str()))
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

    /// Whether an operation waits for this read.
    pub(in crate::app) fn awaits(&self, request_id: RequestId) -> bool {
        self.awaiting(request_id).is_some()
    }

    /// The operation that waits for this read.
    pub(in crate::app) fn awaiting(&self, request_id: RequestId) -> Option<&Operation> {
        self.open.iter().find(|operation| match &operation.phase {
            Phase::Checking { request_id: asked, .. } => *asked == request_id,
            Phase::Unknown(unknown) => unknown.request_id == Some(request_id),
            Phase::Preparing
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::NeverSent
            | Phase::Ended(_) => false,
        })
    }

    /// What the form that sent it says while a refusal of the service is looked into.
    pub fn refusal_looked_into(&self, id: &OperationId) -> Option<String> {
        let operation = self.find(id).filter(|operation| operation.looks_into_refusal())?;
        match &operation.phase {
            Phase::Unknown(UnknownOutcome { refusal: Some(refusal), refused_at: Some(_), .. }) => {
                Some(words::refusal_looked_into(refusal))
            }
            Phase::Unknown(_)
            | Phase::Preparing
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::NeverSent
            | Phase::Ended(_) => None,
        }
    }

    fn find_open(&mut self, id: &OperationId) -> Option<&mut Operation> {
        self.open.iter_mut().find(|operation| operation.id == *id)
    }

    /// The open operation of a target; at most one.
    pub fn open_on(&self, target: &Target) -> Option<&Operation> {
        self.open.iter().find(|operation| operation.plan.target == *target)
    }

    /// The open operation of a payment; at most one.
    pub fn open_of(&self, payment_id: &PaymentId) -> Option<&Operation> {
        self.open_on(&payment(payment_id))
    }

    /// The latest operation about a payment that has ended in this run, be it a refund of it.
    pub fn last_of(&self, payment_id: &PaymentId) -> Option<&Operation> {
        let targets = [payment(payment_id), Target::new(ResourceKind::Refund, payment_id.as_str())];
        self.ended.iter().find(|operation| targets.contains(&operation.plan.target))
    }

    pub fn attention_count(&self) -> usize {
        self.open.iter().filter(|operation| operation.needs_attention()).count()
    }

    fn add(&mut self, operation: Operation) {
        self.open.push(operation);
    }

    /// It is not this run's to tell of.
    fn forget(&mut self, id: &OperationId) {
        self.open.retain(|operation| operation.id != *id);
    }

    /// Moves an operation that has ended out of the open ones.
    fn end(&mut self, id: &OperationId, outcome: Outcome) -> Option<Operation> {
        let index = self.open.iter().position(|operation| operation.id == *id)?;
        let mut operation = self.open.remove(index);
        operation.phase = Phase::Ended(outcome);
        if operation.plan.is_status_check() {
            return Some(operation);
        }
        self.ended.push_front(operation.clone());
        self.ended.truncate(ENDED_MAX);
        Some(operation)
    }
}

fn payment(payment_id: &PaymentId) -> Target {
    Target::new(ResourceKind::Payment, payment_id.as_str())
}
