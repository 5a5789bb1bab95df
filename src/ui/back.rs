//! The way back from rows to the number that they were opened from.

use egui::Ui;

use super::icons::Icon;
use super::text;
use super::widgets::Button;
use crate::app::{Action, State};

/// Draws the button before a title, where there is a way back.
pub fn back_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let Some(route) = state.workspace.came_from else { return };
    let name = text::back_to(route.panel().title);
    if Button::quiet_icon(Icon::Left, &name).ui(ui).clicked() {
        actions.push(Action::GoBack);
    }
}
