//! A status: a shape and a word in its colour, on its ground, fully round.

use egui::accesskit::Role;
use egui::{Align2, Response, Sense, Ui, vec2};

use crate::ui::icons::Icon;
use crate::ui::tokens::{self, CHIP_HEIGHT, TEXT_SMALL, Tone, tokens};

use super::named;

const SIDE: f32 = 8.0;
const GAP: f32 = 4.0;
const GLYPH: f32 = 13.0;

/// Draws a chip, 20 points high. Cut with an ellipsis where there is too little room.
pub fn chip_ui(ui: &mut Ui, icon: Icon, word: &str, tone: Tone) -> Response {
    let tinted = tokens(ui).tone(tone);
    let room = (ui.available_width() - SIDE * 2.0 - GAP - GLYPH).max(0.0);
    let mut job = egui::text::LayoutJob::simple_singleline(word.to_owned(), tokens::regular(TEXT_SMALL), tinted.color);
    job.wrap = egui::text::TextWrapping::truncate_at_width(room);
    let text = ui.fonts_mut(|fonts| fonts.layout_job(job));
    let size = vec2(SIDE * 2.0 + GLYPH + GAP + text.size().x, CHIP_HEIGHT);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let painter = ui.painter();
    painter.rect_filled(rect, CHIP_HEIGHT / 2.0, tinted.ground);
    let left = rect.left_center() + vec2(SIDE, 0.0);
    painter.text(left, Align2::LEFT_CENTER, icon.glyph(), tokens::icon(GLYPH), tinted.color);
    let text_left = left + vec2(GLYPH + GAP, -text.size().y / 2.0);
    painter.galley(text_left, text, tinted.color);
    named(response, Role::Label, word)
}
