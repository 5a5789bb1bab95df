//! Whether all that is known can be searched, and whether something is searched for.

use paydesk_core::State;
use paydesk_core::features::history::HistoryPhase;
use paydesk_core::features::payments::Pages;
use paydesk_core::service_link::ServiceLink;

/// Whether the panel shows what a search found, or the newest that are known, in place of the list of the service.
pub fn shows_found(state: &State) -> bool {
    is_offered(state) && (state.workspace.history.search().is_active() || shows_newest(state))
}

/// Whether all payments are shown and everything that is known of them can be searched, or soon.
pub fn is_offered(state: &State) -> bool {
    let (payments, history) = (&state.workspace.payments, &state.workspace.history);
    payments.part(&state.view()).is_none() && (history.phase() == HistoryPhase::Open || history.has_first_alone())
}

/// Whether text can be searched for in all payments, from wherever.
pub fn can_search_all(state: &State) -> bool {
    state.workspace.history.phase() == HistoryPhase::Open
}

/// Whether the newest payments that are known stand in for the list of the service until its first page comes.
pub fn shows_newest(state: &State) -> bool {
    let (payments, history) = (&state.workspace.payments, &state.workspace.history);
    let is_awaited = payments.is_empty() && matches!(payments.pages, Pages::NotAsked | Pages::Loading);
    let is_reachable = !matches!(state.workspace.connection.link, ServiceLink::NotStarted(_));
    is_awaited
        && is_reachable
        && !state.profiles.key_missing
        && !payments.filter.is_active()
        && !history.search().is_active()
        && history.search().error().is_none()
        && !history.columns().is_empty()
}
