//! The review queue: the payments held for manual review, one after the other, with what a person decides by.
//!
//! A decision is an operation like any other. It is written to the journal at once and waits there
//! [`UNDO_S`] seconds, in which the person can undo it; then its payment is checked and it is sent. After a crash in
//! these seconds it is found as *not sent*.
//!
//! [`session`] holds the payments of one round and what was decided, [`facts`] what is known of the payment in front,
//! [`related`] counts other payments of the same person.

pub mod facts;
pub mod item;
pub mod related;
mod session;
mod sources;
pub mod text;

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::fact::FeatureFact;
use crate::context::request::FeatureRequest;
use crate::context::{Context, WorkspaceView};
use crate::features::payments::{Payments, as_service_does};
use crate::features::toasts::ToastKind;
use crate::operations::{Intent, Precondition, Submission};
use crate::route::Route;
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::review_assignment::ReviewAssignment;

use facts::{CurrentFacts, ReviewFacts};
use item::{DecisionKind, ReviewDecision};

pub use session::{ReviewCounts, ReviewSession};
pub use sources::ReviewSources;

/// How long a decision can be undone, in seconds.
pub const UNDO_S: i64 = 5;
/// How many of the next payments are read ahead.
const READ_AHEAD: usize = 2;

/// The review queue.
#[derive(Debug, Default)]
pub struct ReviewQueue {
    session: Option<ReviewSession>,
    facts: CurrentFacts,
    assignments: BTreeMap<PaymentId, ReviewAssignment>,
}

/// What a person does in the queue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReviewQueueAction {
    Approve,
    /// With what the service is given as the reason.
    Cancel(Option<String>),
    Skip,
    Next,
    Previous,
    /// Shows this payment of the queue.
    Show(PaymentId),
    /// Takes back the latest decision that was not sent yet.
    Undo,
    /// Nobody reviews it where `to` is absent.
    Assign {
        payment_id: PaymentId,
        to: Option<String>,
    },
    /// Shows those that were skipped once more.
    ReviewSkipped,
    /// Leaves the summary for those that came into review meanwhile.
    Continue,
    /// Shows what was decided; from there, or where nothing was, ends the round.
    Finish,
}

impl ReviewQueue {
    /// The round under way.
    pub fn session(&self) -> Option<&ReviewSession> {
        self.session.as_ref()
    }

    /// What is known of the payment in front.
    pub fn facts(&self) -> Option<&ReviewFacts> {
        let current = self.session.as_ref()?.current()?;
        self.facts.of(&current.payment_id)
    }

    /// Whether an operation is a decision of this round: it is shown there.
    pub fn owns(&self, id: &OperationId) -> bool {
        self.session.as_ref().is_some_and(|session| session.owns(id))
    }

    /// Who reviews a payment.
    pub fn assignee(&self, payment_id: &PaymentId) -> Option<&str> {
        self.assignments.get(payment_id)?.assignee.as_deref()
    }

    /// Everybody who reviews a payment, by name.
    pub fn assignees(&self) -> BTreeSet<&str> {
        self.assignments.values().filter_map(|assignment| assignment.assignee.as_deref()).collect()
    }

    pub(crate) fn assignments(&self) -> impl Iterator<Item = &ReviewAssignment> {
        self.assignments.values()
    }

    pub(crate) fn assignment(&self, payment_id: &PaymentId) -> Option<&ReviewAssignment> {
        self.assignments.get(payment_id)
    }

    /// It is so from now on; false where it was.
    pub(crate) fn assign(&mut self, assignment: ReviewAssignment) -> bool {
        let is_new = self.assignee(&assignment.payment_id) != assignment.assignee.as_deref();
        self.assignments.insert(assignment.payment_id.clone(), assignment);
        is_new
    }

    /// What was saved when Paydesk was last closed. What was changed since the start is newer.
    pub(crate) fn assignment_opened(&mut self, assignment: ReviewAssignment) {
        self.assignments.entry(assignment.payment_id.clone()).or_insert(assignment);
    }

    /// When the facts are looked for again.
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        self.session.as_ref().and_then(|_| self.facts.next_due())
    }

    /// The panel is shown: goes on with the round under way, or begins one.
    fn open(&mut self, from: &ReviewSources<'_>, cx: &mut Context<'_>) {
        let goes_on = self.session.as_ref().is_some_and(|session| !session.is_over());
        if !goes_on {
            self.session = Some(ReviewSession::new(cx.now));
        }
        self.follow(from, cx);
        if let Some(session) = self.session.as_mut().filter(|_| !goes_on) {
            session.start();
        }
        self.read_current(from.payments, cx);
    }

    pub(crate) fn handle(&mut self, action: ReviewQueueAction, from: &ReviewSources<'_>, cx: &mut Context<'_>) {
        let Some(session) = &mut self.session else { return };
        match action {
            ReviewQueueAction::Approve => return self.decide(DecisionKind::Approve, Intent::Approve, from, cx),
            ReviewQueueAction::Cancel(reason) => {
                return self.decide(DecisionKind::Cancel, Intent::Cancel { reason }, from, cx);
            }
            ReviewQueueAction::Skip => session.skip(),
            ReviewQueueAction::Next => session.next(),
            ReviewQueueAction::Previous => session.previous(),
            ReviewQueueAction::Show(payment_id) => session.show(&payment_id),
            ReviewQueueAction::Undo => return self.undo(cx),
            // Kept whether a round is under way or not.
            ReviewQueueAction::Assign { .. } => {}
            ReviewQueueAction::ReviewSkipped => session.review_skipped(),
            ReviewQueueAction::Continue => session.start(),
            // What was decided is summed up first.
            ReviewQueueAction::Finish if session.current().is_some() && session.decisions().next().is_some() => {
                session.sum_up();
            }
            ReviewQueueAction::Finish => {
                self.session = None;
                return cx.request(FeatureRequest::ShowInReview);
            }
        }
        self.read_current(from.payments, cx);
    }

    /// Writes a decision on the payment in front to the journal, and goes on to the next.
    fn decide(&mut self, kind: DecisionKind, intent: Intent, from: &ReviewSources<'_>, cx: &mut Context<'_>) {
        let Some(session) = &mut self.session else { return };
        let Some(current) = session.current().filter(|item| item.decision.is_open()) else { return };
        let payment_id = current.payment_id.clone();
        if let Some(why) = why_not_decide(session, kind, from.payments, &cx.view) {
            return cx.toast(ToastKind::Attention, text::not_sent(&why), Some(payment_id));
        }
        let Some((payment, precondition)) = from.payments.actionable(&payment_id, kind.action(), &cx.view) else {
            return;
        };
        match as_service_does(&cx.view, payment, intent).plan(&payment_id, &precondition) {
            Ok(plan) => {
                let amount = payment.amount.clone();
                let id = cx.rng.operation_id();
                session.decided(kind, id.clone(), amount);
                let submission = Submission { id, plan, precondition: Precondition::Payment(precondition) };
                let until = cx.now + TimeDelta::seconds(UNDO_S);
                cx.request(FeatureRequest::SubmitUndoable(Box::new(submission), until));
            }
            Err(why) => return cx.toast(ToastKind::Attention, text::not_sent(&why), Some(payment_id)),
        }
        self.read_current(from.payments, cx);
    }

    /// Takes the latest decision back that was not sent; its payment is in front again.
    fn undo(&mut self, cx: &mut Context<'_>) {
        let Some(session) = &mut self.session else { return };
        match session.undo() {
            Some(id) => cx.request(FeatureRequest::Withdraw(id)),
            None => cx.toast(ToastKind::Attention, "Nothing left to undo: every decision was sent or undone", None),
        }
    }

    /// Takes in what is known now.
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact, from: &ReviewSources<'_>, cx: &mut Context<'_>) {
        if *fact == FeatureFact::Settled {
            self.follow(from, cx);
        } else if let FeatureFact::PanelShown { route: Route::ReviewQueue, .. } = fact {
            self.open(from, cx);
        }
    }

    /// Takes in what came of the decisions, and payments that came into review.
    fn follow(&mut self, from: &ReviewSources<'_>, cx: &mut Context<'_>) {
        let Some(session) = &mut self.session else { return };
        session.follow_operations(cx.view.operations);
        for id in session.to_withdraw(cx.view.operations) {
            cx.request(FeatureRequest::Withdraw(id));
        }
        session.follow_payments(from, &cx.view);
        if let Some(current) = session.current() {
            self.facts.follow(&current.payment_id, from, &cx.view);
        }
    }

    /// Reads the payment in front, and the next of the queue ahead.
    fn read_current(&self, payments: &Payments, cx: &mut Context<'_>) {
        let Some(session) = self.session.as_ref().filter(|_| cx.is_shown) else { return };
        let unread = |id: &PaymentId| payments.detail(id).is_none_or(|detail| detail.value().is_none());
        let current = session.current().map(|item| item.payment_id.clone());
        let ahead = session.ahead(READ_AHEAD).filter(|id| unread(id)).cloned();
        let wanted: Vec<PaymentId> = current.into_iter().chain(ahead).collect();
        wanted.into_iter().for_each(|id| cx.request(FeatureRequest::ReadPayment(id)));
    }
}

/// Why a decision on the payment in front cannot be written down now; `None` where it can.
pub fn why_not_decide(
    session: &ReviewSession,
    kind: DecisionKind,
    payments: &Payments,
    view: &WorkspaceView<'_>,
) -> Option<String> {
    let current = session.current()?;
    if let Some(reason) = view.read_only_reason() {
        return Some(reason);
    }
    if let Some(reason) = view.payment_under_way(&current.payment_id) {
        return Some(reason);
    }
    let detail = payments.detail(&current.payment_id);
    let Some(payment) = detail.and_then(|detail| detail.value()) else {
        return Some("The payment is still loading".to_owned());
    };
    match &current.decision {
        ReviewDecision::Elsewhere(status) => return Some(text::left_review(&status.label())),
        ReviewDecision::Open | ReviewDecision::Skipped | ReviewDecision::Decided(_) => {}
    }
    let offered = payments.actionable(&current.payment_id, kind.action(), view).is_some();
    (!offered).then(|| text::not_possible(kind, &payment.status.label()))
}
