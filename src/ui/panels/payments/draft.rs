//! What the window keeps of the list of payments, of each view of the sidebar by itself.

use std::collections::HashMap;

use crate::list::{ColumnFacts, ListKeys, ListState, ListSums, Marks};
use paydesk_core::State;
use paydesk_core::features::payments::PaymentsPart;
use paydesk_domain::ids::PaymentId;
use paydesk_index::payment_columns::SortKey;
use paydesk_widgets::FilterPickerDraft;

use super::search::completion::CompletionDraft;

/// The views that were shown, and which of them is.
#[derive(Debug, Default)]
pub struct PaymentsDraft {
    /// `None` is all payments.
    shown: Option<PaymentsPart>,
    /// The list is that of what was found.
    pub(super) shows_found: bool,
    pub(super) hides_facets: bool,
    views: HashMap<Option<PaymentsPart>, PaymentsViewDraft>,
}

/// What is typed above a list, and where its cursor is.
#[derive(Debug, Default)]
pub struct PaymentsViewDraft {
    pub search: String,
    pub(super) customer: FilterPickerDraft,
    pub(super) currency: FilterPickerDraft,
    pub from: String,
    pub to: String,
    pub list: ListState<PaymentId>,
    /// What was searched for last, as it was typed.
    pub(super) searched: Option<String>,
    /// The text of the search when it was last looked at.
    search_seen: Option<String>,
    pub(super) completion: CompletionDraft,
    /// The list of what was found.
    pub(super) found: ListState<u32>,
    /// Rows that are selected for a bulk operation, of either list.
    pub(super) marks: Marks<PaymentId>,
    pub(super) found_marks: Marks<u32>,
    pub columns: ColumnFacts<SortKey>,
    /// What the rows of the list come to.
    pub(super) sums: ListSums,
}

impl PaymentsViewDraft {
    /// Takes over what is searched for where that was changed elsewhere: by a chip, a count, or the palette. What was
    /// typed here and is on its way stays.
    pub(super) fn follow_search(&mut self, text: &str) {
        if self.search_seen.as_deref() == Some(text) {
            return;
        }
        self.search_seen = Some(text.to_owned());
        if self.searched.as_deref() != Some(text) {
            self.search = text.to_owned();
            self.searched = self.search_seen.clone();
        }
    }
}

impl PaymentsDraft {
    /// Turns to the view that is shown. To be called in every frame before keys are read.
    pub fn follow(&mut self, state: &State) {
        self.shown = state.workspace.payments.part(&state.view());
    }

    /// What is kept of the view that is shown.
    pub fn view(&mut self) -> &mut PaymentsViewDraft {
        self.views.entry(self.shown).or_default()
    }

    /// What keys ask of the list that is shown.
    pub fn keys(&mut self) -> &mut ListKeys {
        let shows_found = self.shows_found;
        let view = self.view();
        if shows_found { &mut view.found.keys } else { &mut view.list.keys }
    }

    /// Which part of the payments is shown; `None` is all of them.
    pub(super) fn shown(&self) -> Option<PaymentsPart> {
        self.shown
    }
}
