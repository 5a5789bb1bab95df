//! A check box: something that is on or off.

use egui::{Rect, Response, Sense, Stroke, StrokeKind, Ui, WidgetInfo, accesskit::Role, vec2};

use super::paint;
use crate::ui::icons::Icon;
use crate::ui::tokens::{Text, size, space, tokens};

const BOX: f32 = 16.0;

/// Draws the box alone.
pub(super) fn paint_box(ui: &Ui, square: Rect, checked: bool, hovered: bool) {
    let tokens = tokens(ui);
    let (fill, edge) = match (checked, hovered) {
        (true, false) => (tokens.accent.text, tokens.accent.text),
        (true, true) => (tokens.accent_hover, tokens.accent_hover),
        (false, false) => (tokens.surface, tokens.border_strong),
        (false, true) => (tokens.hover, tokens.text),
    };
    ui.painter().rect(square, 4, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    if checked {
        Icon::Check.paint(ui.painter(), square.center(), 12.0, tokens.on_accent);
    }
}

/// A box with its label, both clickable; `clicked()` asks for the opposite of `checked`.
pub fn check_ui(ui: &mut Ui, checked: bool, label: &str) -> Response {
    let tokens = tokens(ui);
    let room = paint::width_limit(ui) - BOX - space::S;
    let galley = paint::wrapped(ui.painter(), label, Text::Body, tokens.text, room);
    let height = (galley.size().y + 10.0).max(size::CONTROL);
    let (rect, response) = ui.allocate_exact_size(vec2(BOX + space::S + galley.size().x, height), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), checked, label));
    let at = egui::pos2(rect.left(), rect.top() + (size::CONTROL - BOX) / 2.0);
    let square = Rect::from_min_size(at, vec2(BOX, BOX));
    paint_box(ui, square, checked, response.hovered());
    paint::galley_at(ui.painter(), galley, square.right() + space::S, rect.center().y, tokens.text);
    paint::focus_ring(ui, &response, square, 4);
    response
}
