//! One thing of the library on a ground of its own.

use egui::{Frame, Ui};

use paydesk_widgets::tokens::{space, tokens};

/// Draws one thing of the library.
pub fn boxed_ui(ui: &mut Ui, content: impl FnOnce(&mut Ui)) {
    let frame = Frame::new().fill(tokens(ui).sunken).corner_radius(6).inner_margin(egui::Margin::symmetric(12, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::XS);
        content(ui);
    });
}
