//! A line below a list that stays in view, drawn after the list: Tab leads to it last.

use egui::{CentralPanel, Frame, Panel, Ui, UiBuilder};

use crate::ui::tokens::tokens;

/// Height of the line, in points.
const HEIGHT: f32 = 32.0;

/// Draws a list into the room above its line.
pub fn above_foot_ui(ui: &mut Ui, list: impl FnOnce(&mut Ui)) {
    let mut room = ui.available_rect_before_wrap();
    room.max.y -= HEIGHT;
    let mut above = ui.new_child(UiBuilder::new().max_rect(room));
    CentralPanel::no_frame().show(&mut above, list);
}

/// Draws the line, once what is above it was drawn. `name` is another one in every panel.
pub fn foot_ui(ui: &mut Ui, name: &str, content: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().fill(tokens(ui).surface);
    let panel = Panel::bottom(name.to_owned()).exact_size(HEIGHT).show_separator_line(true).frame(frame);
    panel.show(ui, |ui| ui.horizontal_centered(content));
}
