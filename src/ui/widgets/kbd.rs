//! Keycaps, for lists of shortcuts.

use egui::{Frame, Label, Margin, RichText, Stroke, Ui};

use crate::ui::tokens::{self, TEXT_CAPTION, tokens};

/// Draws the keys of one shortcut side by side.
pub fn kbd_ui(ui: &mut Ui, keys: &[String]) {
    let tokens = tokens(ui);
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 3.0;
        for key in keys {
            let frame = Frame::new()
                .fill(tokens.sunken)
                .stroke(Stroke::new(1.0, tokens.border))
                .corner_radius(4.0)
                .inner_margin(Margin::symmetric(6, 1));
            frame.show(ui, |ui| {
                ui.add(Label::new(RichText::new(key).font(tokens::mono(TEXT_CAPTION)).color(tokens.text)));
            });
        }
    });
}
