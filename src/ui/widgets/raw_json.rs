//! The answer as it came: folded away, monospaced, to be read and copied.

use egui::accesskit::Role;
use egui::{Frame, Label, Margin, RichText, ScrollArea, Ui};

use crate::ui::icons::Icon;
use crate::ui::tokens::{self, RADIUS, SPACE_S, TEXT_CAPTION, tokens};

use super::button::{Button, Emphasis};
use super::copyable::copy_button_ui;
use super::named;

/// Most characters shown; copying takes all.
const SHOWN_MAX: usize = 20_000;

/// Draws a fold that opens to `text()`, made only while it is open.
pub fn raw_json_ui(ui: &mut Ui, text: impl Fn() -> String) {
    let id = ui.scope_id().with("raw json");
    let open: bool = ui.data(|data| data.get_temp(id)).unwrap_or(false);
    let icon = if open { Icon::CaretDown } else { Icon::CaretRight };
    let response = Button::new("Raw JSON", Emphasis::Link).icon(icon).show(ui);
    if named(response, Role::DisclosureTriangle, "Raw JSON").clicked() {
        ui.data_mut(|data| data.insert_temp(id, !open));
    }
    if !open {
        return;
    }
    let text = text();
    let tokens = tokens(ui);
    let frame =
        Frame::new().fill(tokens.sunken).corner_radius(f32::from(RADIUS)).inner_margin(Margin::same(SPACE_S as i8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.with_layout(egui::Layout::right_to_left(egui::Align::TOP), |ui| {
            copy_button_ui(ui, &text, "raw JSON");
            ui.with_layout(egui::Layout::top_down(egui::Align::LEFT), |ui| {
                ScrollArea::horizontal().id_salt("raw json").auto_shrink([false, true]).show(ui, |ui| {
                    let shown: String = text.chars().take(SHOWN_MAX).collect();
                    let shown = RichText::new(shown).font(tokens::mono(TEXT_CAPTION)).color(tokens.text);
                    ui.add(Label::new(shown).selectable(true).extend());
                });
            });
        });
    });
}
