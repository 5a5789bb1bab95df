//! The button that exports the journal, and what came of it: beside the text about a damaged journal, and in Settings.

use egui::Ui;

use paydesk_core::features::export::ExportProgress;
use paydesk_core::{Action, State};

use super::text;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, copyable_ui, label_ui};

/// Draws the button, and under it where the latest export is or why there is none.
pub fn journal_export_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    ui.vertical(|ui| {
        ui.spacing_mut().item_spacing.y = space::XS;
        let button = Button::secondary("Export journal…").busy(state.export == ExportProgress::Running);
        if button.hint("Saves every entry to a file, for support").ui(ui).clicked() {
            actions.push(Action::ExportJournal);
        }
        match &state.export {
            ExportProgress::NotAsked | ExportProgress::Running => {}
            ExportProgress::Written(export) => {
                label_ui(ui, Text::Small, tokens(ui).subdued, &text::exported(export.content()));
                copyable_ui(ui, &export.path);
            }
            ExportProgress::Failed(problem) => {
                let text = problem.text();
                label_ui(ui, Text::Small, tokens(ui).danger.text, &text);
            }
        }
    });
}
