//! The runs that ended and were put away: each can be opened again, with its results and its report.

use egui::Ui;

use super::text;
use paydesk_core::features::bulk::{BulkAction, BulkRun, ItemGroup, text as bulk_text};
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, heading_ui, label_ui};

/// Draws the list, the last run first; nothing where none has ended.
pub(super) fn ended_ui(ui: &mut Ui, state: &State, runs: &[BulkRun], actions: &mut Vec<Action>) {
    if runs.is_empty() {
        return;
    }
    let subdued = tokens(ui).subdued;
    ui.add_space(space::M);
    heading_ui(ui, Text::Group, subdued, text::ENDED_RUNS);
    ui.add_space(space::XS);
    for (place, run) in runs.iter().enumerate() {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::M;
            let done = run.count(ItemGroup::Done);
            let (icon, color) = match done == run.len() {
                true => (Icon::Check, tokens(ui).positive.text),
                false => (Icon::Warning, tokens(ui).attention.text),
            };
            icon.ui(ui, 16.0, color);
            let result = bulk_text::finished(run.kind(), (done, run.count(ItemGroup::Pending)), run.len());
            let at = state.zone().short(run.stored().confirmed_at, state.now);
            let color = tokens(ui).text;
            label_ui(ui, Text::Body, color, &result);
            label_ui(ui, Text::Small, subdued, &at);
            let name = text::results_of(format!("{result}, {at}"));
            if Button::link(text::SHOW_RESULTS).name(&name).ui(ui).clicked() {
                actions.push(Action::Bulk(BulkAction::OpenEnded(place)));
            }
        });
    }
    ui.add_space(space::L);
}
