//! The way back to what something was opened from.

use egui::{Context, Id, Ui};

use super::text;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::saved_name::SAVED_NAME_MAX_CHARS;
use paydesk_domain::text::visible;
use paydesk_widgets::Button;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::title::title_with_ui;

/// The widgets that something was opened from: the keyboard is there again after the way back.
#[derive(Debug, Default)]
pub struct BackOpeners {
    /// One for each step back, with its panel.
    openers: Vec<(Route, Option<Id>)>,
    /// What was clicked or had the keyboard last.
    used: Option<Id>,
}

impl BackOpeners {
    /// Gives the keyboard back once a person has gone back. Whether one has. To be called in every frame before keys are
    /// read.
    pub fn follow(&mut self, ctx: &Context, state: &State) -> bool {
        let mut has_returned = false;
        let back = &state.workspace.back;
        if let Some(place) = back.last().filter(|_| back.len() > self.openers.len()) {
            self.openers.resize(back.len(), (place.route, self.used));
        } else if back.len() < self.openers.len() {
            let left = self.openers.drain(back.len()..).next();
            if let Some((_, opener)) = left.filter(|(route, _)| *route == state.workspace.route) {
                opener.iter().for_each(|opener| ctx.memory_mut(|memory| memory.request_focus(*opener)));
                has_returned = true;
            }
        }
        let clicked = ctx.interaction_snapshot(|interaction| interaction.clicked);
        self.used = clicked.or_else(|| ctx.memory(|memory| memory.focused())).or(self.used);
        has_returned
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

/// Draws the button that leads back, where there is a way.
pub fn back_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let Some(place) = state.workspace.back.last() else { return };
    let name = text::back_to(visible(&place.title, SAVED_NAME_MAX_CHARS));
    if Button::quiet_icon(Icon::Left, &name).ui(ui).clicked() {
        actions.push(Action::GoBack);
    }
}
