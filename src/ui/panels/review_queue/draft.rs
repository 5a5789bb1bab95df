//! What the window keeps of the review queue: the reason that is typed for a cancellation.

use paydesk_core::features::review_queue::ReviewQueueAction;
use paydesk_core::{Action, State};
use paydesk_domain::ids::PaymentId;

use super::summary::SummaryDraft;

/// Two decisions by key within this time are one press too many, in seconds: the second payment was not looked at.
const DECISION_PAUSE_S: f64 = 0.4;

/// What the window keeps of the queue.
#[derive(Debug, Default)]
pub struct ReviewQueueDraft {
    /// The reason typed for a cancellation, and the payment that it is for.
    pub(super) reason: String,
    of: Option<PaymentId>,
    /// The name that is typed of who reviews it.
    pub(super) assignee: String,
    pub(super) summary: SummaryDraft,
    /// When a key last decided, in seconds of the window.
    decided_at_s: Option<f64>,
}

impl ReviewQueueDraft {
    /// A reason is for one payment.
    pub(super) fn follow(&mut self, payment_id: &PaymentId) {
        if self.of.as_ref() != Some(payment_id) {
            self.of = Some(payment_id.clone());
            self.reason.clear();
        }
    }

    /// Whether a decision by a key that was pressed at this time is meant: not so soon after the one before.
    pub fn is_deliberate(&mut self, pressed_s: f64) -> bool {
        let is_soon = self.decided_at_s.is_some_and(|at| pressed_s - at < DECISION_PAUSE_S);
        if !is_soon {
            self.decided_at_s = Some(pressed_s);
        }
        !is_soon
    }

    /// Cancels the payment in front for the reason that is typed.
    pub fn cancel(&mut self, state: &State, actions: &mut Vec<Action>) {
        let session = state.workspace.review_queue.session();
        let current = session.and_then(|session| session.current()).map(|item| &item.payment_id);
        let reason = Some(self.reason.trim()).filter(|reason| !reason.is_empty() && self.of.as_ref() == current);
        actions.push(Action::ReviewQueue(ReviewQueueAction::Cancel(reason.map(str::to_owned))));
    }
}
