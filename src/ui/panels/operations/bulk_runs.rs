//! The bulk runs: the one that is going on or ended last, or else those that ended before. A plan or a file in front
//! takes the whole panel.

use egui::{CentralPanel, Frame, Ui};

use crate::drafts::Drafts;
use crate::panels::bulk::{BulkDraft, is_planning, planning_ui, run_ui};
use crate::text;
use paydesk_core::features::bulk::{BulkAction, BulkRun, ItemGroup, text as bulk_text};
use paydesk_core::operations::ResourceKind;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::title::margin;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, empty_ui, heading_ui, label_ui};

use super::head::head_ui;

/// Draws the tab.
pub(super) fn bulk_runs_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin());
    CentralPanel::no_frame().frame(frame).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        let (bulk, draft) = (&state.workspace.bulk, drafts.of::<BulkDraft>());
        if is_planning(bulk) {
            return planning_ui(ui, state, draft, actions);
        }
        head_ui(ui, state, actions, |ui, actions| {
            if Button::secondary(text::IMPORT_AS).icon(Icon::Attach).ui(ui).clicked() {
                actions.push(Action::Bulk(BulkAction::Import));
            }
        });
        match bulk.run() {
            Some(run) => run_ui(ui, state, run, draft, actions),
            None => ended_ui(ui, state, bulk.ended(), actions),
        }
    });
}

/// The runs that ended and were put away, the last first: each can be opened again.
fn ended_ui(ui: &mut Ui, state: &State, runs: &[BulkRun], actions: &mut Vec<Action>) {
    if !runs.is_empty() {
        ui.add_space(space::S);
        heading_ui(ui, Text::Group, tokens(ui).subdued, "Finished");
        ui.add_space(space::XS);
    }
    for (place, run) in runs.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            if ended_run_ui(ui, state, run) {
                actions.push(Action::Bulk(BulkAction::OpenEnded(place)));
            }
        });
    }
    ui.add_space(space::L);
    let next = match runs.is_empty() {
        true => "No bulk runs. Select payments in a list, or import a file of IDs.",
        false => "To start another one, select payments in a list, or import a file of IDs",
    };
    if empty_ui(ui, Icon::List, next, Some("Go to payments")) {
        actions.push(Action::GoTo(Route::List(ResourceKind::Payment)));
    }
}

/// Whether its results are to be shown.
fn ended_run_ui(ui: &mut Ui, state: &State, run: &BulkRun) -> bool {
    let done = run.count(ItemGroup::Done);
    let (icon, color) = match done == run.len() {
        true => (Icon::Check, tokens(ui).positive.text),
        false => (Icon::Warning, tokens(ui).attention.text),
    };
    icon.ui(ui, 16.0, color);
    let result = bulk_text::finished(run.kind(), (done, run.count(ItemGroup::Pending)), run.len());
    let at = state.zone().short(run.stored().confirmed_at, state.now);
    label_ui(ui, Text::Body, tokens(ui).text, &result);
    label_ui(ui, Text::Body, tokens(ui).text, &run.sums(|_| true).text());
    label_ui(ui, Text::Small, tokens(ui).subdued, &at);
    Button::link("Show results").name(&format!("Results of “{result}, {at}”")).ui(ui).clicked()
}
