//! Bulk operations: the plan that a person confirms, and the run with its progress.

mod plan;
mod run;
mod text;

use egui::Ui;

use crate::app::operations::ResourceKind;
use crate::app::route::Route;
use crate::app::{Action, State};
use crate::ui::drafts::Drafts;
use crate::ui::icons::Icon;
use crate::ui::panel_view::PanelView;
use crate::ui::widgets::empty_ui;
use crate::ui::widgets::title::title_ui;

use plan::PlanDraft;
use run::RunDraft;

/// How the panel is drawn.
pub const VIEW: PanelView =
    PanelView::new(Route::Bulk, Icon::List, panel_ui).with_list(|drafts| &mut drafts.of::<BulkDraft>().run.list.keys);

/// What the window keeps of the panel.
#[derive(Debug, Default)]
pub struct BulkDraft {
    plan: PlanDraft,
    run: RunDraft,
}

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let (bulk, draft) = (&state.workspace.bulk, drafts.of::<BulkDraft>());
    match (bulk.plan(), bulk.run()) {
        (Some(plan), _) => plan::plan_ui(ui, state, plan, &mut draft.plan, actions),
        (None, Some(run)) => run::run_ui(ui, state, run, &mut draft.run, actions),
        (None, None) => {
            title_ui(ui, text::BULK, |_| ());
            if empty_ui(ui, Icon::List, text::NOTHING, Some(text::GO_TO_PAYMENTS)) {
                actions.push(Action::GoTo(Route::List(ResourceKind::Payment)));
            }
        }
    }
}
