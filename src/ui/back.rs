//! The way back from rows to the number that they were opened from.

use egui::Ui;

use super::icons::Icon;
use super::text;
use super::widgets::Button;
use super::widgets::title::title_with_ui;
use crate::app::{Action, State};

/// The title of rows, with the way back before it and what can be done with them at its right.
pub fn title_of_rows_ui(
    ui: &mut Ui,
    state: &State,
    title: &str,
    actions: &mut Vec<Action>,
    right: impl FnOnce(&mut Ui, &mut Vec<Action>),
) {
    let mut back = Vec::new();
    title_with_ui(ui, title, |ui| back_ui(ui, state, &mut back), |ui| right(ui, actions));
    actions.append(&mut back);
}

/// Draws the button before a title, where there is a way back.
fn back_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let Some(route) = state.workspace.came_from else { return };
    let name = text::back_to(route.panel().title);
    if Button::quiet_icon(Icon::Left, &name).ui(ui).clicked() {
        actions.push(Action::GoBack);
    }
}
