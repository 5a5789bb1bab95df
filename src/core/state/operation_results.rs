//! What came of an operation as it is known now: an event or a read may have corrected what its answer said. Toasts, panes
//! and *Operations* show the same, and a toast does not repeat what the panel in front shows.

use paydesk_api::rate_limit::{Priority, RateGate};
use paydesk_domain::document::{reported_status, says_failed};
use paydesk_domain::operation::ResourceKind;

use crate::features::toasts::ToastKind;
use crate::operations::wording::{contradicted_text, later_text, outcome_text};
use crate::operations::{Operation, Outcome, PREPARING, Phase};
use crate::records::Record;
use crate::route::Route;
use crate::state::State;
use crate::workspace::Workspace;

/// What a refund or payout is that was declined.
const FAILED: &str = "failed";

impl State {
    /// What came of an operation that ended; `None` of one that is open.
    pub fn result_of(&self, operation: &Operation) -> Option<(ToastKind, String)> {
        let Phase::Ended(outcome) = &operation.phase else { return None };
        let later = self.later_status(operation).or_else(|| operation.reported_since());
        Some(match (operation.seen.contradiction(), later) {
            (Some(why), _) => contradicted_text(&operation.plan, why),
            (None, Some(status)) => later_text(&operation.plan, status),
            (None, None) => outcome_text(operation, outcome),
        })
    }

    /// The word for an operation: it waits for the rate limit only while that holds it back, and else for its check.
    pub fn word_of(&self, operation: &Operation) -> &'static str {
        if self.awaits_check(operation) { PREPARING } else { operation.word() }
    }

    /// Whether it waits to be checked once more, and for nothing else.
    pub fn awaits_check(&self, operation: &Operation) -> bool {
        let rate = self.workspace_of(&operation.profile_id).map(|workspace| &workspace.rate);
        let is_held = |rate: &RateGate| rate.held_until(Priority::Ordinary, self.now).is_some();
        matches!(operation.phase, Phase::AwaitingTurn { .. }) && !operation.is_lost() && !rate.is_some_and(is_held)
    }

    /// The status that its target was reported in since, where that is news: it was not done, or is not done any more. A
    /// payment that was captured goes on to other statuses.
    fn later_status(&self, operation: &Operation) -> Option<&str> {
        let is_payment = operation.plan.target.kind == ResourceKind::Payment;
        let is_declined = matches!(operation.phase, Phase::Ended(Outcome::Declined { .. }));
        let left_in = operation.left_it_in().or((is_declined && !is_payment).then_some(FAILED))?;
        let workspace = self.workspace_of(&operation.profile_id)?;
        let now = if is_payment { payment_status(workspace, operation) } else { record_status(workspace, operation) };
        let now = now.filter(|now| !is_declined || !says_failed(now));
        let (was_done, plan) = (operation.plan.is_done_in(left_in), &operation.plan);
        now.filter(|now| *now != left_in && (!was_done || !is_payment && !plan.is_done_in(now)))
    }

    /// Toasts say what is known now, and those that the panel in front says too are not shown.
    pub(crate) fn correct_toasts(&mut self) {
        for (toast, id) in self.toasts.of_operations() {
            let Some(operation) = self.workspace.operations.find(&id) else { continue };
            let (result, is_in_front) = (self.result_of(operation), self.is_in_front(operation));
            result.into_iter().for_each(|result| self.toasts.correct(toast, result));
            if is_in_front {
                self.toasts.note_seen(toast);
            }
        }
    }

    /// Whether the panel in front shows what became of an operation.
    fn is_in_front(&self, operation: &Operation) -> bool {
        match self.workspace.route {
            Route::OpenOperations => true,
            Route::List(ResourceKind::Payment) => self.is_beside_payments(operation),
            Route::List(kind) => {
                let place = Record::place_of(operation, operation.answer.as_deref());
                let open = self.workspace.opened.get(kind).filter(|_| self.form(kind).is_none());
                let is_open = place.is_some_and(|(of, id)| of == kind && open == Some(&id));
                // The pane says how a record is, not that it was created just now.
                is_open && SHOWN_IN_PANE.contains(&kind) && !creates_in_form(operation)
            }
            Route::ReviewQueue => self.workspace.review_queue.owns(&operation.id),
            Route::Home
            | Route::Webhooks
            | Route::Analytics
            | Route::BulkRuns
            | Route::Approvals
            | Route::AllOperations
            | Route::Settings => false,
        }
    }

    /// Whether the pane of the open payment shows it.
    fn is_beside_payments(&self, operation: &Operation) -> bool {
        let payments = &self.workspace.payments;
        let open = payments.open_detail().filter(|_| self.form(ResourceKind::Payment).is_none());
        let Some((payment_id, _)) = open.filter(|(_, detail)| detail.value().is_some()) else { return false };
        let last = self.workspace.operations.last_of(payment_id).map(|last| &last.id);
        operation.plan.payment_id().as_ref() == Some(payment_id) && (operation.is_open() || last == Some(&operation.id))
    }
}

fn payment_status<'a>(workspace: &'a Workspace, operation: &Operation) -> Option<&'a str> {
    let detail = workspace.payments.detail(&operation.plan.payment_id()?)?;
    Some(detail.value()?.status.as_str())
}

fn record_status<'a>(workspace: &'a Workspace, operation: &Operation) -> Option<&'a str> {
    let (kind, id) = Record::place_of(operation, operation.answer.as_deref())?;
    reported_status(workspace.records.find(kind, &id)?.record.reported.as_deref()?)
}

/// Whether it created a record from the form of its panel.
fn creates_in_form(operation: &Operation) -> bool {
    operation.plan.endpoint.spec().creates && operation.plan.target.kind != ResourceKind::Refund
}

/// Records whose pane shows what came of the last operation on them.
const SHOWN_IN_PANE: [ResourceKind; 3] = [ResourceKind::Refund, ResourceKind::Payout, ResourceKind::Subscription];
