//! The panel of disputes: they begin elsewhere.

use crate::app::action::Action;
use crate::app::features::disputes::{DisputesAction, InboxAction, SubmissionAction};
use crate::app::features::home::HomeItem;
use crate::app::operations::ResourceKind;
use crate::app::route::Route;
use crate::domain::ids::DisputeId;

use super::spec::{PanelSpec, Section, act, export_list, key, texts};

/// Declares the panel of disputes.
pub(super) const PANEL: PanelSpec = PanelSpec {
    count: |state| state.workspace.home.count(HomeItem::DisputesToAnswer),
    entered: |state| state.with_disputes(|disputes, evidence, cx| disputes.gone_to(evidence, cx)),
    open: |state, kind, id| {
        state.workspace.route = Route::List(kind);
        state.with_disputes(|disputes, evidence, cx| disputes.open(DisputeId::new(id), evidence, cx));
    },
    refresh: |_| Some(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh))),
    close: |state| {
        let disputes = &state.workspace.disputes;
        let review = disputes.review.as_ref().map(|_| DisputesAction::Submission(SubmissionAction::LeaveReview));
        let open = || disputes.open.id.as_ref().map(|_| DisputesAction::Open(None));
        act(review.or_else(open).map(Action::Disputes))
    },
    export: |state| export_list(state).filter(|_| state.workspace.disputes.open.id.is_none()),
    has_rows: |state| state.workspace.disputes.open.id.is_none(),
    ..PanelSpec::new(
        Route::List(ResourceKind::Dispute),
        "Disputes",
        Section::Others,
        texts("Go to disputes", "Most urgent first", &[key("5")]),
    )
};
