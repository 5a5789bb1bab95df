//! The first steps: three, at a first start alone. Skipped or done, they never come back.

use egui::{Align, Frame, Layout, Margin, Panel, Ui};

use super::text;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Notice, label_ui};

/// Draws the step that is due, above Home: elsewhere it would stand in the way of work.
pub fn first_steps_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    // They speak of the embedded sandbox.
    let is_meant = state.workspace.route == Route::Home && state.workspace.profile_id.is_embedded();
    let Some(nth) = state.settings.first_steps.filter(|_| is_meant) else { return };
    let Some((title, body)) = text::STEPS.get(usize::from(nth)) else { return };
    let is_last = usize::from(nth) + 1 == text::STEPS.len();
    let margin = Margin { left: space::XL as i8, right: space::XL as i8, top: space::M as i8, bottom: 0 };
    let frame = Frame::new().fill(tokens(ui).surface).inner_margin(margin);
    Panel::top("first steps").show_separator_line(false).frame(frame).show(ui, |ui| {
        Notice::new(Tone::Accent, body).icon(Icon::Home).title(title).ui_with(ui, |ui| {
            ui.add_space(space::XS);
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = space::S;
                let next = if is_last { text::DONE } else { text::NEXT };
                if Button::secondary(next).ui(ui).clicked() {
                    actions.push(Action::ShowFirstStep((!is_last).then_some(nth + 1)));
                }
                if !is_last && Button::link(text::SKIP).ui(ui).clicked() {
                    actions.push(Action::ShowFirstStep(None));
                }
                label_ui(ui, Text::Caption, tokens(ui).subdued, &text::step(usize::from(nth)));
            });
        });
    });
}
