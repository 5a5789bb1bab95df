//! A row of what a service does: texts, and the button that brings the default back. Which rows there are is the business
//! of the list.

use egui::{Align, Layout, Ui, vec2};

use paydesk_widgets::Button;
use paydesk_widgets::tokens::space;

use super::text;

/// Room for the button of a row, in points.
const BUTTON: f32 = 90.0;

/// Texts with the button beside them that brings the default back, where there is one of this name; whether it was used.
pub(super) fn with_button_ui(ui: &mut Ui, reset: Option<&str>, texts: impl FnOnce(&mut Ui)) -> bool {
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        let width = ui.available_width() - BUTTON;
        ui.allocate_ui_with_layout(vec2(width, 0.0), Layout::top_down(Align::LEFT), |ui| {
            ui.set_width(width);
            ui.spacing_mut().item_spacing.y = space::XS;
            texts(ui);
        });
        reset.is_some_and(|name| Button::secondary(text::FORGET).name(name).ui(ui).clicked())
    })
    .inner
}
