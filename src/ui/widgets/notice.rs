//! A tinted line: the one thing to know, or an error where the data would stand.

use egui::{Frame, Label, Margin, RichText, Ui};

use crate::ui::icons::Icon;
use crate::ui::tokens::{self, RADIUS, SPACE_M, SPACE_S, TEXT_SMALL, Tone, tokens};

/// Draws a notice over the full width; `more` may add lines and buttons below the text.
pub fn notice_ui<R>(ui: &mut Ui, tone: Tone, icon: Icon, text: &str, more: impl FnOnce(&mut Ui) -> R) -> R {
    let tinted = tokens(ui).tone(tone);
    let margin = Margin::symmetric(SPACE_M as i8, 10);
    let frame = Frame::new().fill(tinted.ground).corner_radius(f32::from(RADIUS)).inner_margin(margin);
    frame
        .show(ui, |ui| {
            ui.set_width(ui.available_width());
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = SPACE_S;
                ui.add(Label::new(icon.text(16.0).color(tinted.color)));
                ui.vertical(|ui| {
                    ui.spacing_mut().item_spacing.y = SPACE_S;
                    let text = RichText::new(text).font(tokens::regular(TEXT_SMALL)).color(tinted.color);
                    ui.add(Label::new(text).wrap());
                    more(ui)
                })
                .inner
            })
            .inner
        })
        .inner
}
