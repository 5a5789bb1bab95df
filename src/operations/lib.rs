//! Money operations in flight: what is wanted, how far it came, what is known of it.
//!
//! A closed state machine: [`Operations::handle`] takes an [`Input`] with its [`OperationsContext`] and returns an
//! [`OperationsOutput`]. It knows phases, rules, reading and proof, and nothing of evidence, records, toasts or
//! customers: those react to [`Ended`].
//!
//! [`lifecycle`] is the life of an operation, from which [`sending`], [`answered`] and [`settling`] go on, [`reconcile`] says what a read proves of an unknown one,
//! [`webhook_proof`] what an event proves, [`Seen`] is what was said of it, [`wording`] describes it to people, [`journal`] is what is stored on disk.
//!
//! # The law
//!
//! In full, with the rule of each endpoint, in [`law`].
//!
//! - An operation is written to the journal before the first byte leaves, under an id of ours wherever the API takes
//!   one.
//! - An attempt ends as *confirmed*, *declined*, *rejected*, *not sent* or *unknown*. Unknown is never called failed
//!   and never frees the target: it is settled by reading, and what cannot be settled stays in front of a person.
//! - A 2xx is our answer only with the id or reference that was sent, amount and currency where there are any, and a
//!   status.
//! - A refusal of a first attempt is final once a read that every worker of the service answers from after it does not
//!   show the effect; a refusal of a repeat proves nothing of the first copy.
//! - What a read shows is *there*, not necessarily *ours*. Where the call carries no id of ours the operation stays
//!   open until a late arrival of ours is excluded, and the text says that somebody else may have done it.
//! - Before the settle window is over, a read that says "not done" proves nothing, and after it only together with a
//!   second source.
//! - Nothing that changes anything leaves outside the journal, nor from a read-only profile.
#![deny(clippy::disallowed_types, clippy::float_arithmetic)] // Money is never a float.

mod advice;
mod answered;
mod by_event;
mod by_person;
mod changed;
mod context;
mod due;
pub mod freshness;
mod hearing;
mod intent;
pub mod journal;
pub mod law;
pub mod lifecycle;
pub mod news;
pub mod not_sent;
mod operation;
mod phase;
mod plan;
mod precondition;
pub mod read;
pub mod reconcile;
mod refund_lookup;
mod refunds_elsewhere;
mod refusals;
mod refused_creations;
mod refused_entries;
pub mod resending;
pub mod resolution_schedule;
pub mod rng;
pub mod rules;
mod second_source;
mod seen;
mod sending;
mod settling;
pub mod webhook_proof;
pub mod wording;

use std::collections::VecDeque;

use chrono::{DateTime, Utc};

use paydesk_api::operation::{Endpoint, Target};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::{MinorUnits, Money};

use crate::read::RequestId;
use crate::rng::Rng;

pub use context::{Ended, Input, KnownRefunds, OperationNotice, OperationsContext, OperationsOutput, RequestToSend};
pub use intent::Intent;
pub use operation::{Operation, PREPARING};
pub use paydesk_domain::operation::ResourceKind;
pub use phase::{
    ExecutionProof, JournalHealth, Outcome, OvertakenReason, Phase, ResolutionFinding, ResolvedAs, Submission,
    UnclearReason, UnknownOutcome,
};
pub use plan::OperationPlan;
pub use precondition::{
    DisputePrecondition, Listed, PaymentPrecondition, PayoutPrecondition, Precondition, Reading, accounts_in,
    refunded_minor,
};
pub use seen::Seen;

/// Most ended operations kept in view.
const ENDED_MAX: usize = 200;

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
        self.same_done_at(Endpoint::CapturePayment, payment_id, amount, now)
    }

    /// When the same amount of the same payment was refunded within the settle window before `now`.
    pub fn same_refund_at(&self, payment_id: &PaymentId, amount: &Money, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.same_done_at(Endpoint::CreateRefund, payment_id, amount, now)
    }

    fn same_done_at(
        &self,
        endpoint: Endpoint,
        payment_id: &PaymentId,
        amount: &Money,
        now: DateTime<Utc>,
    ) -> Option<DateTime<Utc>> {
        let is_same = |operation: &&Operation| {
            let plan = &operation.plan;
            let is_of_payment = plan.payment_id().as_ref() == Some(payment_id);
            plan.endpoint == endpoint && is_of_payment && plan.money.as_ref() == Some(amount)
        };
        let done = self.ended.iter().filter(|operation| operation.is_done() && !operation.is_past_settle_window(now));
        done.filter(is_same).find_map(|operation| operation.last_sent_at)
    }

    /// What refunds of a payment that are not ended would give back, in its lowest unit. Those that ended are known.
    pub fn refunding_minor(&self, payment_id: &PaymentId) -> i64 {
        let money = self.refund_under_way(payment_id).and_then(|operation| operation.plan.money.as_ref());
        money.map_or(0, |money| money.minor)
    }

    /// Refunds of a payment that ended in this run and that contradictory things are reported of.
    pub fn contradicted_refunds(&self, payment_id: &PaymentId) -> impl Iterator<Item = &Operation> {
        let target = Target::new(ResourceKind::Refund, payment_id.as_str());
        let ended = self.ended.iter().filter(move |operation| operation.plan.target == target);
        ended.filter(|operation| operation.seen.contradiction().is_some())
    }

    /// The refund of a payment that is open, if one is: there is at most one.
    pub fn refund_under_way(&self, payment_id: &PaymentId) -> Option<&Operation> {
        self.open_on(&Target::new(ResourceKind::Refund, payment_id.as_str()))
    }

    /// Their service is known to count amounts so. What was never sent stays as it was confirmed: under another meaning the
    /// check before sending refuses it.
    pub fn count_as(&mut self, units: MinorUnits) {
        let sent = self.open.iter_mut().chain(&mut self.ended).filter(|operation| operation.attempts > 0);
        sent.for_each(|operation| operation.count_as(units));
    }

    /// Open ones, oldest first.
    pub fn open(&self) -> &[Operation] {
        &self.open
    }

    /// Ended in this run or just before it, newest first.
    pub fn ended(&self) -> impl ExactSizeIterator<Item = &Operation> {
        self.ended.iter()
    }

    pub fn find(&self, id: &OperationId) -> Option<&Operation> {
        self.open.iter().chain(&self.ended).find(|operation| operation.id == *id)
    }

    /// Whether a record of this kind may say something of one of them.
    pub fn are_about(&self, kind: ResourceKind) -> bool {
        self.open.iter().chain(&self.ended).any(|operation| operation.plan.target.kind == kind)
    }

    /// Whether an operation waits for this read.
    pub fn awaits(&self, request_id: RequestId) -> bool {
        self.awaiting(request_id).is_some()
    }

    /// Whether this read is the check before an operation is sent.
    pub fn checks(&self, request_id: RequestId) -> bool {
        self.awaiting(request_id).is_some_and(|operation| matches!(operation.phase, Phase::Checking { .. }))
    }

    /// The operation that waits for this read.
    pub fn awaiting(&self, request_id: RequestId) -> Option<&Operation> {
        self.open.iter().find(|operation| match &operation.phase {
            Phase::Checking { request_id: asked, .. } => *asked == request_id,
            Phase::Unknown(unknown) => unknown.request_id == Some(request_id),
            Phase::Preparing
            | Phase::Undoable { .. }
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
                Some(wording::refusal_looked_into(refusal))
            }
            Phase::Unknown(_)
            | Phase::Preparing
            | Phase::Undoable { .. }
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. }
            | Phase::NeverSent
            | Phase::Ended(_) => None,
        }
    }

    fn find_mut(&mut self, id: &OperationId) -> Option<&mut Operation> {
        self.open.iter_mut().chain(&mut self.ended).find(|operation| operation.id == *id)
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

    /// Those that Paydesk has stopped working on alone, oldest first.
    pub fn attention(&self) -> impl Iterator<Item = &Operation> {
        self.open.iter().filter(|operation| operation.needs_attention())
    }

    fn add(&mut self, operation: Operation) {
        self.open.push(operation);
    }

    /// It is not for this run to report.
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
