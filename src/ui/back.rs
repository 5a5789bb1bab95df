//! The way back from rows to the number that they were opened from.

use egui::{Context, Id, Ui};

use super::icons::Icon;
use super::text;
use super::widgets::Button;
use super::widgets::title::title_with_ui;
use crate::app::route::Route;
use crate::app::{Action, State};

/// The widget that rows were opened from: the keyboard is there again after the way back.
#[derive(Debug, Default)]
pub struct RowsOpener {
    came_from: Option<Route>,
    opener: Option<Id>,
    /// What was clicked or had the keyboard last.
    used: Option<Id>,
}

impl RowsOpener {
    /// Gives the keyboard back once a person has gone back. To be called in every frame before keys are read.
    pub fn follow(&mut self, ctx: &Context, state: &State) {
        let now = state.workspace.came_from;
        let before = std::mem::replace(&mut self.came_from, now);
        if now.is_some() && now != before {
            self.opener = self.used;
        }
        if now.is_none()
            && let Some(opener) = self.opener.take()
            && before == Some(state.workspace.route)
        {
            ctx.memory_mut(|memory| memory.request_focus(opener));
        }
        let clicked = ctx.interaction_snapshot(|interaction| interaction.clicked);
        self.used = clicked.or_else(|| ctx.memory(|memory| memory.focused())).or(self.used);
    }
}

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
