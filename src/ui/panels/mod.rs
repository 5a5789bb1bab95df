//! The panels: one for each route, made of the kit.

pub mod analytics;
pub mod api_keys;
pub mod attention;
pub mod customers;
pub mod disputes;
mod entry;
pub mod payment_links;
pub mod payments;
pub mod payouts;
pub mod refunds;
pub mod settings;
mod split;
pub mod subscriptions;

use egui::{Align, Layout, Margin, Ui};

use crate::app::State;
use crate::app::settings::Density;

use super::tokens::{Text, size, space, tokens};
use super::widgets::heading_ui;

/// Around the content of a panel, which goes down to the lower edge.
fn margin() -> Margin {
    Margin { left: space::XL as i8, right: space::XL as i8, top: space::L as i8, bottom: 0 }
}

/// The height of a list's rows, as the person chose it.
fn row_height(state: &State) -> f32 {
    match state.settings.density {
        Density::Comfortable => size::ROW,
        Density::Compact => size::ROW_COMPACT,
    }
}

/// The title of a panel, with what can be done at its right.
fn title_ui(ui: &mut Ui, title: &str, right: impl FnOnce(&mut Ui)) {
    let row = egui::vec2(ui.available_width(), size::CONTROL);
    ui.allocate_ui_with_layout(row, Layout::left_to_right(Align::Center), |ui| {
        let text = tokens(ui).text;
        heading_ui(ui, Text::Heading, text, title);
        ui.with_layout(Layout::right_to_left(Align::Center), right);
    });
}
