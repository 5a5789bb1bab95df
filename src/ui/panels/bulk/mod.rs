//! Bulk operations: the plan that a person confirms, and the run with its progress.

mod ended;
mod import;
mod plan;
mod run;
mod text;

use egui::{CentralPanel, Frame, Ui};

use crate::drafts::Drafts;
use crate::panel_view::PanelView;
use paydesk_core::features::bulk::{BulkAction, ImportState};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::title::{margin, title_ui};
use paydesk_widgets::tokens::tokens;
use paydesk_widgets::{Button, empty_ui};

use import::ImportDraft;
use plan::BulkPlanDraft;
use run::RunDraft;

/// How the panel is drawn.
pub const VIEW: PanelView =
    PanelView::new(Route::Bulk, Icon::List, panel_ui).with_list(|drafts| &mut drafts.of::<BulkDraft>().run.list.keys);

/// What the window keeps of the panel.
#[derive(Debug, Default)]
pub struct BulkDraft {
    import: ImportDraft,
    plan: BulkPlanDraft,
    run: RunDraft,
}

/// Draws the panel.
pub fn panel_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| content_ui(ui, state, drafts, actions));
}

fn content_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    let (bulk, draft) = (&state.workspace.bulk, drafts.of::<BulkDraft>());
    if let Some(reads) = bulk.reads() {
        return import::reads_ui(ui, reads, &text::plan_title(reads.kind()), actions);
    }
    match (bulk.plan(), bulk.import(), bulk.run()) {
        (Some(plan), _, _) => plan::plan_ui(ui, state, plan, &mut draft.plan, actions),
        (None, ImportState::Closed, Some(run)) => run::run_ui(ui, state, run, &mut draft.run, actions),
        (None, ImportState::Closed, None) => {
            title_ui(ui, text::BULK, |ui| {
                if Button::secondary(text::IMPORT_AS).icon(Icon::Attach).ui(ui).clicked() {
                    actions.push(Action::Bulk(BulkAction::Import));
                }
            });
            ended::ended_ui(ui, state, bulk.ended(), actions);
            let next = if bulk.ended().is_empty() { text::NOTHING } else { text::NOTHING_NOW };
            if empty_ui(ui, Icon::List, next, Some(text::GO_TO_PAYMENTS)) {
                actions.push(Action::GoTo(Route::List(ResourceKind::Payment)));
            }
        }
        (None, import, _) => import::import_ui(ui, state, import, &mut draft.import, actions),
    }
}
