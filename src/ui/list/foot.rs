//! A line below a list that stays in view, drawn after the list: Tab leads to it last.

use egui::{Frame, Panel, Ui, UiBuilder, vec2};

use paydesk_widgets::tokens::tokens;

/// Height of the line, in points.
const HEIGHT: f32 = 32.0;

/// Draws a list into the room above its line.
pub fn above_foot_ui(ui: &mut Ui, list: impl FnOnce(&mut Ui)) {
    let mut room = ui.available_rect_before_wrap();
    room.max.y -= HEIGHT;
    let mut above = ui.new_child(UiBuilder::new().max_rect(room));
    list(&mut above);
}

/// Draws the line, once what is above it was drawn.
pub fn foot_ui(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().fill(tokens(ui).surface);
    let panel = Panel::bottom("foot").exact_size(HEIGHT).show_separator_line(true).frame(frame);
    panel.show(ui, |ui| {
        // The last letter of a line that ends at the edge is as wide as its shape, not as its advance.
        ui.set_clip_rect(ui.clip_rect().expand2(vec2(1.0, 0.0)));
        ui.horizontal_centered(content);
    });
}
