//! The members of a team: what each may do, and who is connected.

use egui::Ui;

use paydesk_core::State;
use paydesk_widgets::heading_ui;
use paydesk_widgets::tokens::{Text, space, tokens};

use super::line::{line_ui, setting_ui};

/// Draws the list; nothing before it is known.
pub(super) fn people_ui(ui: &mut Ui, state: &State) {
    let people = state.workspace.team.people();
    if people.is_empty() {
        return;
    }
    ui.add_space(space::S);
    heading_ui(ui, Text::Group, tokens(ui).subdued, "Members");
    for person in people {
        setting_ui(ui, &person.name, |ui| line_ui(ui, &person.line()));
    }
}
