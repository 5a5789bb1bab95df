//! The title of a panel and the room around what it shows.

use egui::{Align, Layout, Margin, Ui};

use super::heading_ui;
use crate::reading_order::from_right_ui;
use crate::tokens::{Text, size, space, tokens};

/// Around the content of a panel, which goes down to the lower edge.
pub fn margin() -> Margin {
    Margin { left: space::XL as i8, right: space::XL as i8, top: space::L as i8, bottom: 0 }
}

/// The title of a panel, with what can be done at its right.
pub fn title_ui(ui: &mut Ui, title: &str, right: impl FnOnce(&mut Ui)) {
    title_with_ui(ui, title, |_| (), right);
}

/// The title of a panel, with something before it and what can be done at its right.
pub fn title_with_ui(ui: &mut Ui, title: &str, left: impl FnOnce(&mut Ui), right: impl FnOnce(&mut Ui)) {
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        left(ui);
        let text = tokens(ui).text;
        heading_ui(ui, Text::Heading, text, title);
        from_right_ui(ui, right);
    });
}
