//! The panel of disputes: they begin elsewhere.

use crate::action::Action;
use crate::features::disputes::{DisputesAction, InboxAction, SubmissionAction};
use crate::features::home::HomeItem;
use crate::manual::ManualPage;
use crate::operations::ResourceKind;
use crate::route::Route;
use crate::state::State;

use super::spec::{PanelSpec, Section, act, export_list, key, texts};

/// Whether the list is shown, and neither a dispute nor the library.
fn shows_list(state: &State) -> bool {
    let disputes = &state.workspace.disputes;
    disputes.open.id.is_none() && !disputes.inbox.shows_library
}

/// Declares the panel of disputes.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::Disputes,
    count: |state| state.workspace.home.count(HomeItem::DisputesToAnswer),
    refresh: |_| Some(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh))),
    close: |state| {
        let disputes = &state.workspace.disputes;
        let review = disputes.review.as_ref().map(|_| DisputesAction::Submission(SubmissionAction::LeaveReview));
        let open = || disputes.open.id.as_ref().map(|_| DisputesAction::Open(None));
        let library = || disputes.inbox.shows_library.then_some(DisputesAction::ShowLibrary(false));
        act(review.or_else(open).or_else(library).map(Action::Disputes))
    },
    export: |state| export_list(state).filter(|_| shows_list(state)),
    has_rows: shows_list,
    ..PanelSpec::new(
        Route::List(ResourceKind::Dispute),
        "Disputes",
        Section::Others,
        texts("Go to disputes", "Most urgent first", &[key("5")]),
    )
};
