//! The panel of operations. Each of its tabs is declared on its own, because each reads, closes and lists something else.

use crate::action::Action;
use crate::command::{Command, CommandEffect};
use crate::features::bulk::{BulkAction, ImportState};
use crate::features::home::HomeItem;
use crate::features::operation_log::OperationLogAction;
use crate::manual::ManualPage;
use crate::route::Route;
use crate::state::State;
use paydesk_domain::known::Known;
use paydesk_domain::waiting::WaitingCount;

use super::spec::{PanelSpec, Section, act, export_list, key, texts};

const TITLE: &str = "Operations";

/// Declares the tab of operations that have not ended, and with it the entry in the sidebar.
pub(super) const OPEN: PanelSpec = PanelSpec {
    tab: Some("Open"),
    manual: ManualPage::Operations,
    count: |state| state.workspace.home.count(HomeItem::OutcomeUnknown),
    refresh: |_| Some(Action::CheckOperationsNow),
    ..PanelSpec::new(
        Route::OpenOperations,
        TITLE,
        Section::Activity,
        texts("Go to operations", "Needs attention: operations whose outcome is unknown", &[key("9")]),
    )
};

/// Declares the tab of all operations.
pub(super) const ALL: PanelSpec = PanelSpec {
    tab: Some("All"),
    is_listed: |_| false,
    manual: ManualPage::Operations,
    refresh: |_| Some(Action::OperationLog(OperationLogAction::Refresh)),
    close: |state| act(state.operation_log.open.as_ref().map(|_| Action::OperationLog(OperationLogAction::Open(None)))),
    export: export_list,
    has_rows: |_| true,
    ..PanelSpec::new(
        Route::AllOperations,
        TITLE,
        Section::Activity,
        texts("Go to all operations", "Audit: everything that was sent, with its outcome", &[]),
    )
};

/// Declares the tab of bulk runs.
pub(super) const BULK_RUNS: PanelSpec = PanelSpec {
    tab: Some("Bulk runs"),
    is_listed: |_| false,
    manual: ManualPage::Bulk,
    parts: &[Command::ImportFile],
    count: unfinished_runs,
    close: close_plan,
    has_rows: |state| {
        let bulk = &state.workspace.bulk;
        bulk.plan().is_some() || bulk.run().is_some() || !bulk.ended().is_empty()
    },
    ..PanelSpec::new(
        Route::BulkRuns,
        TITLE,
        Section::Activity,
        texts("Go to bulk runs", "Bulk operations on many payments or payouts", &[]),
    )
};

/// Urgent where a run waits for a person.
fn unfinished_runs(state: &State) -> Option<WaitingCount> {
    let bulk = &state.workspace.bulk;
    let unfinished = u64::from(bulk.run().is_some_and(|run| !run.is_over()));
    WaitingCount::of(Known::Exact(unfinished)).urgent(!bulk.is_running()).shown()
}

/// Leaves the plan, or else the file.
fn close_plan(state: &State) -> Option<CommandEffect> {
    let bulk = &state.workspace.bulk;
    let plan = (bulk.plan().is_some() || bulk.reads().is_some()).then_some(BulkAction::Discard);
    let import = || (*bulk.import() != ImportState::Closed).then_some(BulkAction::LeaveImport);
    act(plan.or_else(import).map(Action::Bulk))
}
