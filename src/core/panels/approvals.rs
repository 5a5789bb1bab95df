//! The panel of what needs a second person in a team.

use crate::action::Action;
use crate::features::approvals::ApprovalsAction;
use crate::features::home::HomeItem;
use crate::features::team::TeamLink;
use crate::manual::ManualPage;
use crate::route::Route;
use crate::state::State;

use super::spec::{PanelSpec, Section, act, texts};

/// Declares the panel *Approvals*.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::Team,
    is_listed: has_team,
    count: |state| state.workspace.home.count(HomeItem::Approvals),
    close: |state| act(state.workspace.approvals.open().map(|_| Action::Approvals(ApprovalsAction::Open(None)))),
    has_rows: |_| true,
    ..PanelSpec::new(
        Route::Approvals,
        "Approvals",
        Section::Activity,
        texts("Go to approvals", "Operations that need a second person", &[]),
    )
};

fn has_team(state: &State) -> bool {
    *state.workspace.team.link() != TeamLink::NotJoined
}
