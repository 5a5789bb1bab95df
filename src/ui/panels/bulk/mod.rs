//! Bulk operations: the file that is imported, the plan that a person confirms, and the run with its progress. They are
//! shown among the [operations](super::operations).

mod import;
mod plan;
mod run;
mod text;

use chrono::{DateTime, Utc};
use egui::Ui;

use crate::list::{ListKeys, ListState};
use paydesk_core::features::bulk::{Bulk, BulkRun, ImportState};
use paydesk_core::{Action, State};

use import::ImportDraft;
use plan::BulkPlanDraft;
use run::RunDraft;

/// What the window keeps of bulk operations.
#[derive(Debug, Default)]
pub struct BulkDraft {
    import: ImportDraft,
    plan: BulkPlanDraft,
    run: RunDraft,
    /// The list of the runs that ended.
    pub(super) ended: ListState<DateTime<Utc>>,
    /// That list is in front.
    pub(super) lists_ended: bool,
    /// A file or a plan is in front.
    pub(super) is_planning: bool,
}

impl BulkDraft {
    /// The keys of the list in front: of the plan, of the run, or of runs.
    pub fn run_keys(&mut self) -> &mut ListKeys {
        if self.is_planning {
            return &mut self.plan.list.keys;
        }
        if self.lists_ended { &mut self.ended.keys } else { &mut self.run.list.keys }
    }
}

/// Whether a file or a plan is in front.
pub(super) fn is_planning(bulk: &Bulk) -> bool {
    bulk.reads().is_some() || bulk.plan().is_some() || *bulk.import() != ImportState::Closed
}

/// Draws the file or the plan that is in front.
pub(super) fn planning_ui(ui: &mut Ui, state: &State, draft: &mut BulkDraft, actions: &mut Vec<Action>) {
    let bulk = &state.workspace.bulk;
    match (bulk.reads(), bulk.plan()) {
        (Some(reads), _) => import::reads_ui(ui, reads, &text::plan_title(reads.kind()), actions),
        (None, Some(plan)) => plan::plan_ui(ui, state, plan, &mut draft.plan, actions),
        (None, None) => import::import_ui(ui, state, bulk.import(), &mut draft.import, actions),
    }
}

/// Draws the run.
pub(super) fn run_ui(ui: &mut Ui, state: &State, run: &BulkRun, draft: &mut BulkDraft, actions: &mut Vec<Action>) {
    run::run_ui(ui, state, run, &mut draft.run, actions);
}
