//! One round through the payments in review: which they are, which is in front, and what was decided.

use std::collections::HashSet;

use chrono::{DateTime, Utc};

use crate::context::WorkspaceView;
use crate::operations::{Operations, Outcome, Phase};
use crate::remote::Remote;
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::payment::{PaymentRow, PaymentStatus};

use super::item::{Decided, DecisionKind, DecisionState, ReviewDecision, ReviewItem};
use super::sources::ReviewSources;

/// Most payments of a round.
const ITEMS_MAX: usize = 10_000;

/// One pass through the payments in review.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewSession {
    pub started_at: DateTime<Utc>,
    /// The one created first comes first; those that came into review since are at the end.
    items: Vec<ReviewItem>,
    known: HashSet<PaymentId>,
    /// Behind the last one: the summary.
    place: usize,
    /// The places of decisions, the latest last.
    decided: Vec<usize>,
    /// What the items were gathered from.
    of: Option<GatheredOf>,
    revision: u64,
}

/// What a list of payments in review was gathered from: once more only where it changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct GatheredOf {
    history: (u64, usize),
    payments: u64,
    work: u64,
    details: u64,
}

/// How many payments of a round came to what, and their amounts.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ReviewCounts {
    pub left: usize,
    pub approved: (usize, MoneySums),
    pub cancelled: (usize, MoneySums),
    pub skipped: usize,
    pub elsewhere: usize,
    pub under_way: usize,
    pub unknown: usize,
    pub failed: usize,
}

impl ReviewSession {
    pub(super) fn new(now: DateTime<Utc>) -> Self {
        let (items, known, decided) = (Vec::new(), HashSet::new(), Vec::new());
        Self { started_at: now, items, known, place: 0, decided, of: None, revision: 0 }
    }

    pub fn items(&self) -> &[ReviewItem] {
        &self.items
    }

    /// The payment in front; `None` of the summary.
    pub fn current(&self) -> Option<&ReviewItem> {
        self.items.get(self.place)
    }

    /// Its place, from 0.
    pub fn place(&self) -> usize {
        self.place
    }

    /// Another number whenever an item changed.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Whether every payment was decided on, and nothing can be undone.
    pub fn is_over(&self) -> bool {
        let open = |item: &ReviewItem| match &item.decision {
            ReviewDecision::Open | ReviewDecision::Skipped => true,
            ReviewDecision::Decided(decided) => decided.state.can_be_undone(),
            ReviewDecision::Elsewhere(_) => false,
        };
        !self.items.iter().any(open)
    }

    pub fn owns(&self, id: &OperationId) -> bool {
        self.decisions().any(|decided| decided.operation_id == *id)
    }

    /// The decisions of this round, the latest first.
    pub fn decisions(&self) -> impl Iterator<Item = &Decided> {
        self.decided.iter().rev().filter_map(|place| decision(self.items.get(*place)?))
    }

    /// The decisions of this round with their payments, the latest first.
    pub fn decided_items(&self) -> impl Iterator<Item = (&ReviewItem, &Decided)> {
        let items = self.decided.iter().rev().filter_map(|place| self.items.get(*place));
        items.filter_map(|item| Some((item, decision(item)?)))
    }

    pub fn counts(&self) -> ReviewCounts {
        let mut counts = ReviewCounts::default();
        for item in &self.items {
            match &item.decision {
                ReviewDecision::Open => counts.left += 1,
                ReviewDecision::Skipped => counts.skipped += 1,
                ReviewDecision::Elsewhere(_) => counts.elsewhere += 1,
                ReviewDecision::Decided(decided) => counts.add(decided),
            }
        }
        counts
    }

    /// The next payments that wait for a decision, behind the one in front.
    pub(super) fn ahead(&self, most: usize) -> impl Iterator<Item = &PaymentId> {
        let behind = self.items.iter().skip(self.place + 1).filter(|item| item.decision == ReviewDecision::Open);
        behind.map(|item| &item.payment_id).take(most)
    }

    /// Puts the first payment that waits for a decision in front.
    pub(super) fn start(&mut self) {
        self.place = self.next_open(0);
    }

    /// The first place at or behind `from` that waits for a decision; behind the last one, the summary.
    fn next_open(&self, from: usize) -> usize {
        let open = |(_, item): &(usize, &ReviewItem)| item.decision == ReviewDecision::Open;
        self.items.iter().enumerate().skip(from).find(open).map_or(self.items.len(), |(place, _)| place)
    }

    pub(super) fn next(&mut self) {
        self.place = (self.place + 1).min(self.items.len());
    }

    pub(super) fn previous(&mut self) {
        self.place = self.place.saturating_sub(1);
    }

    /// Puts the summary in front.
    pub(super) fn sum_up(&mut self) {
        self.place = self.items.len();
    }

    pub(super) fn show(&mut self, payment_id: &PaymentId) {
        let place = self.items.iter().position(|item| item.payment_id == *payment_id);
        self.place = place.unwrap_or(self.place);
    }

    /// Leaves the payment in front undecided.
    pub(super) fn skip(&mut self) {
        if let Some(item) = self.items.get_mut(self.place) {
            if item.decision == ReviewDecision::Open {
                item.decision = ReviewDecision::Skipped;
                self.revision += 1;
            }
            self.place = self.next_open(self.place + 1);
        }
    }

    /// Those that were skipped wait for a decision again.
    pub(super) fn review_skipped(&mut self) {
        for item in self.items.iter_mut().filter(|item| item.decision == ReviewDecision::Skipped) {
            item.decision = ReviewDecision::Open;
        }
        self.revision += 1;
        self.place = self.next_open(0);
    }

    /// A decision on the payment in front was written down; the next one that waits is in front.
    pub(super) fn decided(&mut self, kind: DecisionKind, operation_id: OperationId, amount: Money) {
        let Some(item) = self.items.get_mut(self.place) else { return };
        let state = DecisionState::Undoable { until: None };
        item.decision =
            ReviewDecision::Decided(Box::new(Decided { kind, operation_id, amount, state, is_undone: false }));
        self.decided.push(self.place);
        self.revision += 1;
        self.place = self.next_open(self.place + 1);
    }

    /// Takes back the latest decision that can be: the operation to withdraw, with its payment in front again.
    pub(super) fn undo(&mut self) -> Option<OperationId> {
        let can_be = |place: &usize| {
            let decided = self.items.get(*place).and_then(decision);
            decided.is_some_and(|decided| decided.state.can_be_undone() && !decided.is_undone)
        };
        let place = self.decided.iter().rev().copied().find(can_be)?;
        let decided = decision_mut(self.items.get_mut(place)?)?;
        decided.is_undone = true;
        let id = decided.operation_id.clone();
        self.place = place;
        self.revision += 1;
        Some(id)
    }

    /// Decisions that were taken back while they were being written down, and can be withdrawn now.
    pub(super) fn to_withdraw(&self, operations: &Operations) -> Vec<OperationId> {
        let undone = self.decisions().filter(|decided| decided.is_undone);
        let can_be = |id: &OperationId| operations.find(id).is_some_and(|operation| operation.may_be_withdrawn());
        undone.map(|decided| decided.operation_id.clone()).filter(can_be).collect()
    }

    /// Takes in what came of the decisions.
    pub(super) fn follow_operations(&mut self, operations: &Operations) {
        let mut reopened = Vec::new();
        for place in &self.decided {
            let Some(item) = self.items.get_mut(*place) else { continue };
            let Some(decided) = decision_mut(item).filter(|decided| !decided.state.is_final()) else { continue };
            let operation = operations.find(&decided.operation_id);
            let is_withdrawn = operation.is_none_or(|operation| {
                decided.is_undone && matches!(operation.phase, Phase::Ended(Outcome::NotSent { .. }))
            });
            if is_withdrawn {
                item.decision = ReviewDecision::Open;
                reopened.push(*place);
                continue;
            }
            let state = operation.map(DecisionState::of).unwrap_or(DecisionState::UnderWay);
            if decided.state != state {
                decided.state = state;
                self.revision += 1;
            }
        }
        if let Some(first) = reopened.iter().min() {
            self.decided.retain(|place| !reopened.contains(place));
            self.place = self.place.min(*first);
            self.revision += 1;
        }
    }

    /// Takes in payments that came into review, or left it elsewhere.
    pub(super) fn follow_payments(&mut self, from: &ReviewSources<'_>, view: &WorkspaceView<'_>) {
        let of = Some(GatheredOf {
            history: (from.history.columns().revision(), from.history.columns().len()),
            payments: from.payments.revision(),
            work: from.payments.work_revision(),
            details: from.payments.details_revision(),
        });
        if self.of == of {
            return;
        }
        self.of = of;
        self.note_left(from, view);
        let mut found = in_review(from, view);
        found.retain(|row| !self.known.contains(&row.payment_id));
        found.sort_by(|a, b| (a.created, &a.payment_id).cmp(&(b.created, &b.payment_id)));
        found.dedup_by(|a, b| a.payment_id == b.payment_id);
        let at_summary = !self.items.is_empty() && self.place == self.items.len();
        for row in found.into_iter().take(ITEMS_MAX.saturating_sub(self.items.len())) {
            self.known.insert(row.payment_id.clone());
            let PaymentRow { payment_id, amount, created, .. } = row;
            self.items.push(ReviewItem { payment_id, amount, created, decision: ReviewDecision::Open });
            self.revision += 1;
        }
        // Who looks at the summary is not led away from it.
        if at_summary {
            self.place = self.items.len();
        }
    }

    /// Those that somebody else decided on wait no more.
    fn note_left(&mut self, from: &ReviewSources<'_>, view: &WorkspaceView<'_>) {
        let review = view.review_status();
        for item in &mut self.items {
            let back = matches!(&item.decision, ReviewDecision::Elsewhere(_));
            if !item.decision.is_open() && !back {
                continue;
            }
            let Some(status) = known_status(from, &item.payment_id) else { continue };
            let decision = match (review.is(&status), back) {
                (true, false) | (false, true) => continue,
                (true, true) => ReviewDecision::Open,
                (false, false) => ReviewDecision::Elsewhere(status),
            };
            item.decision = decision;
            self.revision += 1;
        }
    }
}

impl ReviewCounts {
    fn add(&mut self, decided: &Decided) {
        let (count, sums) = match (&decided.state, decided.kind) {
            (DecisionState::Done, DecisionKind::Approve) => &mut self.approved,
            (DecisionState::Done, DecisionKind::Cancel) => &mut self.cancelled,
            (DecisionState::Undoable { .. } | DecisionState::UnderWay, _) => return self.under_way += 1,
            (DecisionState::Unknown, _) => return self.unknown += 1,
            (DecisionState::Failed(_), _) => return self.failed += 1,
        };
        *count += 1;
        sums.add(&decided.amount);
    }
}

fn decision(item: &ReviewItem) -> Option<&Decided> {
    match &item.decision {
        ReviewDecision::Decided(decided) => Some(decided),
        ReviewDecision::Open | ReviewDecision::Skipped | ReviewDecision::Elsewhere(_) => None,
    }
}

fn decision_mut(item: &mut ReviewItem) -> Option<&mut Decided> {
    match &mut item.decision {
        ReviewDecision::Decided(decided) => Some(decided),
        ReviewDecision::Open | ReviewDecision::Skipped | ReviewDecision::Elsewhere(_) => None,
    }
}

/// Every payment that is known to be in review, some of them twice.
fn in_review(from: &ReviewSources<'_>, view: &WorkspaceView<'_>) -> Vec<PaymentRow> {
    let review = view.review_status();
    let columns = from.history.columns();
    let stored = columns.rows_with_status(|status| review.is(status)).into_iter();
    let stored = stored.filter_map(|row| columns.payment(row)).map(|payment| payment.row);
    let listed = from.payments.known_rows().filter(|row| review.is(&row.status)).cloned();
    let still = |row: &PaymentRow| known_status(from, &row.payment_id).is_none_or(|status| review.is(&status));
    stored.chain(listed).filter(still).collect()
}

/// What was read of a payment last, as far as it was read whole.
fn known_status(from: &ReviewSources<'_>, payment_id: &PaymentId) -> Option<PaymentStatus> {
    from.payments.detail(payment_id).and_then(Remote::value).map(|payment| payment.status.clone())
}
