//! One setting: its name, and what it is set with beside or below it.

use egui::{Align, Layout, Ui, vec2};

use paydesk_widgets::label_ui;
use paydesk_widgets::tokens::{Text, size, tokens};

const NAME_WIDTH: f32 = 160.0;
/// Below this width names stand above what they name.
const NARROW: f32 = 460.0;

pub fn setting_ui(ui: &mut Ui, name: &str, body: impl FnOnce(&mut Ui)) {
    let subdued = tokens(ui).subdued;
    if ui.available_width() < NARROW {
        label_ui(ui, Text::Small, subdued, name);
        ui.horizontal(body);
        return;
    }
    ui.horizontal_top(|ui| {
        ui.allocate_ui_with_layout(vec2(NAME_WIDTH, size::CONTROL), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_size(vec2(NAME_WIDTH, size::CONTROL));
            label_ui(ui, Text::Small, subdued, name);
        });
        body(ui);
    });
}

/// A text that may be too long for one line.
pub fn lines_ui(ui: &mut Ui, text: &str) {
    let height = ui.fonts_mut(|fonts| fonts.row_height(&Text::Body.font()));
    ui.vertical(|ui| {
        ui.set_min_height(size::CONTROL);
        ui.add_space((size::CONTROL - height) / 2.0);
        label_ui(ui, Text::Body, tokens(ui).text, text);
    });
}

pub fn line_ui(ui: &mut Ui, text: &str) {
    ui.allocate_ui_with_layout(vec2(0.0, size::CONTROL), Layout::left_to_right(Align::Center), |ui| {
        ui.set_min_height(size::CONTROL);
        label_ui(ui, Text::Body, tokens(ui).text, text);
    });
}
