//! Search over every payment that is known here: the field with its completion, a chip for each condition, the payments
//! found, counts beside them, and how much is known.

mod chips;
mod columns;
mod completion;
mod facets;
mod field;
mod found;
mod progress;
pub(super) mod text;

pub(super) use chips::chips_ui;
pub(super) use completion::CompletionDraft;
pub(super) use facets::with_facets_ui;
pub(super) use field::{fault_ui, field_ui};
pub(super) use found::{found_text, found_ui};
pub(super) use progress::progress_ui;

use crate::app::State;
use crate::app::features::history::HistoryPhase;

/// Whether the panel shows what a search found, in place of the list of the service.
pub(super) fn shows_found(state: &State) -> bool {
    is_offered(state) && state.workspace.history.search().is_active()
}

/// Whether all payments are shown and everything that is known of them can be searched.
pub(super) fn is_offered(state: &State) -> bool {
    let is_all = state.workspace.payments.part(&state.view()).is_none();
    is_all && state.workspace.history.phase() == HistoryPhase::Open
}
