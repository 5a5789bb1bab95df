//! The form that makes or changes a payout, and what becomes of it once it was sent.
//!
//! Its operation's id is made with it: a double click is one operation. Refused, it stays with a new id for the next
//! try; otherwise it is closed, and what was made is opened.

use crate::app::features::form::OpenForm;
use crate::app::operations::{Outcome, Phase};
use crate::app::records::Record;
use crate::app::state::State;
use crate::domain::ids::PayoutId;

impl State {
    pub(super) fn open_payout_form(&mut self, edits: Option<PayoutId>) {
        self.workspace.payouts.form = Some(OpenForm::new(&mut self.rng, self.now));
        self.workspace.payouts.edits = edits;
        self.workspace.payouts.refused = None;
    }

    pub(super) fn close_payout_form(&mut self) {
        self.workspace.payouts.form = None;
        self.workspace.payouts.edits = None;
        self.workspace.payouts.refused = None;
    }

    /// What happened to the operation of the open form decides about the form.
    pub(in crate::app) fn follow_payout_form(&mut self) {
        let Some(form) = &self.workspace.payouts.form else { return };
        let Some(operation) = self.workspace.operations.find(&form.operation_id) else { return };
        match &operation.phase {
            Phase::Ended(Outcome::Done { .. }) => {
                let made = Record::place_of(operation, operation.answer.as_deref()).map(|(_, id)| id);
                self.workspace.payouts.open = made.or_else(|| self.workspace.payouts.open.take());
                self.close_payout_form();
            }
            Phase::Ended(Outcome::Declined { .. } | Outcome::Rejected { .. } | Outcome::NotSent { .. }) => {
                self.workspace.payouts.refused = Some(operation.id.clone());
                self.workspace.payouts.form = Some(OpenForm::new(&mut self.rng, self.now));
            }
            Phase::Ended(
                Outcome::Overtaken { .. } | Outcome::NotAnswered { .. } | Outcome::ClosedByPerson | Outcome::Closed,
            )
            | Phase::Unknown(_)
            | Phase::NeverSent => self.close_payout_form(),
            Phase::Preparing
            | Phase::Checking { .. }
            | Phase::AwaitingTurn { .. }
            | Phase::Starting
            | Phase::Sending { .. } => {}
        }
    }
}
