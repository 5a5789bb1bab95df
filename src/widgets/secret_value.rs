//! A secret that can be looked at: dots, and the characters only while a button is held.
//!
//! It is painted character by character, as in [`super::SecretField`]: egui keeps the texts it has laid out, and single
//! characters reveal nothing. A screen reader is told that it is hidden.

use egui::{Align2, Sense, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

use super::field;
use super::paint;
use super::text;
use crate::icons::Icon;
use crate::tokens::{Text, size, space, tokens};
use paydesk_domain::secret::SecretText;

/// From character to character.
const STEP: f32 = 8.0;
const LINE: f32 = 20.0;
const DOT: f32 = 2.5;

/// Shows `value` over the whole width under the name `name`; true while it can be read.
pub fn secret_value_ui(ui: &mut Ui, name: &str, value: &SecretText) -> bool {
    let width = ui.available_width();
    let a_line = (((width - 2.0 * space::M - size::QUIET - space::S) / STEP).floor() as usize).max(8);
    let count = value.expose().chars().count();
    let lines = count.div_ceil(a_line).max(1);
    let height = (lines as f32 * LINE + 10.0).max(size::CONTROL);
    let (rect, response) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text::hidden(name)));
    let tokens = tokens(ui);
    ui.painter().rect(rect, size::RADIUS, tokens.sunken, tokens.hairline(), StrokeKind::Inside);
    let first_line = egui::Rect::from_min_size(rect.min, vec2(width, size::CONTROL));
    let show = field::button_ui(ui, first_line, 0, Icon::Eye, &text::show_while_held(name.to_lowercase()));
    let by_key = show.has_focus() && ui.input(|input| input.key_down(egui::Key::Space));
    let shown = show.is_pointer_button_down_on() || by_key;
    let top = rect.center().y - (lines as f32 - 1.0) * LINE / 2.0;
    for (nth, c) in value.expose().chars().enumerate() {
        let (line, column) = (nth / a_line, nth % a_line);
        let at = pos2(rect.left() + space::M + (column as f32 + 0.5) * STEP, top + line as f32 * LINE);
        if shown {
            let mut bytes = [0; 4];
            paint::text_at(ui.painter(), at, Align2::CENTER_CENTER, c.encode_utf8(&mut bytes), Text::Mono, tokens.text);
        } else {
            ui.painter().circle_filled(at, DOT, tokens.subdued);
        }
    }
    shown
}
