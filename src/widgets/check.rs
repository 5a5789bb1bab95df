//! A check box: something that is on or off.

use std::sync::Arc;

use egui::{Galley, Id, Rect, Response, Sense, Stroke, StrokeKind, Ui, UiBuilder, WidgetInfo, accesskit::Role, vec2};

use super::paint;
use crate::icons::Icon;
use crate::tokens::{Text, size, space, tokens};

const BOX: f32 = 16.0;
/// From the edge of the box to its dash, in points.
const DASH_INSET: f32 = 3.5;

/// What a box shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum CheckState {
    Off,
    On,
    /// Of what it stands for, some is on: a dash.
    Mixed,
}

/// Draws the box alone.
pub(super) fn paint_box(ui: &Ui, square: Rect, state: CheckState, hovered: bool) {
    let tokens = tokens(ui);
    let (fill, edge) = match (state != CheckState::Off, hovered) {
        (true, _) if !ui.is_enabled() => (tokens.disabled, tokens.disabled),
        (false, _) if !ui.is_enabled() => (tokens.surface, tokens.border),
        (true, false) => (tokens.accent.text, tokens.accent.text),
        (true, true) => (tokens.accent_hover, tokens.accent_hover),
        (false, false) => (tokens.surface, tokens.border_strong),
        (false, true) => (tokens.hover, tokens.text),
    };
    ui.painter().rect(square, 4, fill, Stroke::new(1.0, edge), StrokeKind::Inside);
    match state {
        CheckState::Off => {}
        CheckState::On => {
            Icon::Check.paint(ui.painter(), square.center(), 12.0, tokens.on_accent);
        }
        CheckState::Mixed => {
            let dash = square.x_range().shrink(DASH_INSET);
            ui.painter().hline(dash, square.center().y, Stroke::new(2.0, tokens.on_accent));
        }
    }
}

/// A box with its label, both clickable; `clicked()` asks for the opposite of `checked`.
pub fn check_ui(ui: &mut Ui, checked: bool, label: &str) -> Response {
    check_unless_ui(ui, checked, label, None)
}

/// A box with its label. With a `reason` it cannot be used, and says why under the pointer and to a screen reader.
pub fn check_unless_ui(ui: &mut Ui, checked: bool, label: &str, reason: Option<&str>) -> Response {
    let tokens = tokens(ui);
    let color = if reason.is_some() { tokens.disabled } else { tokens.text };
    let room = paint::width_limit(ui) - BOX - space::S;
    let galley = paint::wrapped(ui.painter(), label, Text::Body, color, room);
    let height = (galley.size().y + 10.0).max(size::CONTROL);
    let place = ui.allocate_space(vec2(BOX + space::S + galley.size().x, height));
    let Some(reason) = reason else { return draw(ui, place, checked, (label, galley)) };
    let builder = UiBuilder::new().scope_id(place.0.with("disabled")).max_rect(place.1).disabled();
    let response = draw(&mut ui.new_child(builder), place, checked, (label, galley));
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_description(reason));
    response.on_disabled_hover_text(reason)
}

fn draw(ui: &mut Ui, (id, rect): (Id, Rect), checked: bool, (label, galley): (&str, Arc<Galley>)) -> Response {
    let response = ui.interact(rect, id, Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, ui.is_enabled(), checked, label));
    let at = egui::pos2(rect.left(), rect.top() + (size::CONTROL - BOX) / 2.0);
    let square = Rect::from_min_size(at, vec2(BOX, BOX));
    let state = if checked { CheckState::On } else { CheckState::Off };
    paint_box(ui, square, state, response.hovered());
    let color = tokens(ui).text;
    paint::galley_at(ui.painter(), galley, square.right() + space::S, rect.center().y, color);
    paint::focus_ring(ui, &response, square, 4);
    response
}
