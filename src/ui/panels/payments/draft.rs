//! What the window keeps of the list of payments, of each view of the sidebar and each profile by itself.

use std::collections::HashMap;

use crate::app::State;
use crate::app::features::payments::{PaymentSortColumn, PaymentsPart};
use crate::domain::ids::PaymentId;
use crate::domain::profile::ProfileId;
use crate::ui::list::{ColumnFacts, ListState};

/// A view of the payments of a profile; all payments are no part.
pub(super) type PaymentsView = (ProfileId, Option<PaymentsPart>);

/// The views that were shown, and which of them is.
#[derive(Debug, Default)]
pub struct PaymentsDraft {
    shown: Option<PaymentsView>,
    views: HashMap<Option<PaymentsView>, PaymentsViewDraft>,
}

/// What is typed above a list, and where its cursor is.
#[derive(Debug, Default)]
pub struct PaymentsViewDraft {
    pub search: String,
    pub customer: String,
    pub currency: String,
    pub from: String,
    pub to: String,
    pub list: ListState<PaymentId>,
    pub columns: ColumnFacts<PaymentSortColumn>,
}

impl PaymentsDraft {
    /// Turns to the view that is shown. To be called in every frame before keys are read.
    pub fn follow(&mut self, state: &State) {
        let workspace = &state.workspace;
        let shown = Some((workspace.profile_id.clone(), workspace.payments.part(&state.view())));
        if self.shown != shown {
            self.shown = shown;
        }
    }

    /// What is kept of the view that is shown.
    pub fn view(&mut self) -> &mut PaymentsViewDraft {
        self.views.entry(self.shown.clone()).or_default()
    }

    /// Which view is shown.
    pub(super) fn shown(&self) -> Option<&PaymentsView> {
        self.shown.as_ref()
    }
}
