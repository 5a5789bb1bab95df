//! Whether all that is known can be searched, and whether something is searched for.

use crate::app::State;
use crate::app::features::history::HistoryPhase;

/// Whether the panel shows what a search found, in place of the list of the service.
pub fn shows_found(state: &State) -> bool {
    is_offered(state) && state.workspace.history.search().is_active()
}

/// Whether all payments are shown and everything that is known of them can be searched.
pub fn is_offered(state: &State) -> bool {
    let is_all = state.workspace.payments.part(&state.view()).is_none();
    is_all && state.workspace.history.phase() == HistoryPhase::Open
}
