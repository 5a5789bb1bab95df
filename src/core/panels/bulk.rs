//! The panel of bulk operations.

use crate::action::Action;
use crate::command::CommandEffect;
use crate::features::bulk::{BulkAction, ImportState};
use crate::manual::ManualPage;
use crate::route::Route;
use crate::state::State;
use paydesk_domain::known::Known;
use paydesk_domain::waiting::WaitingCount;

use super::spec::{PanelSpec, Section, act, texts};

/// Declares the panel of bulk operations.
pub(super) const PANEL: PanelSpec = PanelSpec {
    manual: ManualPage::Bulk,
    count: left,
    close,
    has_rows: |state| state.workspace.bulk.run().is_some(),
    ..PanelSpec::new(
        Route::Bulk,
        "Bulk operations",
        Section::Activity,
        texts("Go to bulk operations", "One operation for many payments or payouts", &[]),
    )
};

/// What of the run is left; it is urgent where the run waits for a person.
fn left(state: &State) -> Option<WaitingCount> {
    let run = state.workspace.bulk.run().filter(|run| !run.is_over())?;
    let left = run.len().saturating_sub(run.finished());
    WaitingCount::of(Known::Exact(left as u64)).urgent(!state.workspace.bulk.is_running()).shown()
}

/// Leaves the plan, or else the file.
fn close(state: &State) -> Option<CommandEffect> {
    let bulk = &state.workspace.bulk;
    let plan = (bulk.plan().is_some() || bulk.reads().is_some()).then_some(BulkAction::Discard);
    let import = || (*bulk.import() != ImportState::Closed).then_some(BulkAction::LeaveImport);
    act(plan.or_else(import).map(Action::Bulk))
}
