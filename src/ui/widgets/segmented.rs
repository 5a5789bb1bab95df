//! One of a few, side by side: every choice is seen at once.

use egui::{Rect, Response, Sense, StrokeKind, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

use super::paint;
use crate::ui::tokens::{Text, size, space, tokens};

/// The index that was picked in this frame. `name` is what is chosen (`Theme`), for screen readers.
pub fn segmented_ui<S: AsRef<str>>(ui: &mut Ui, name: &str, choices: &[S], chosen: usize) -> Option<usize> {
    let widths: Vec<f32> = choices.iter().map(|choice| segment_width(ui, choice.as_ref())).collect();
    let total = widths.iter().sum::<f32>();
    let (outer, _) = ui.allocate_exact_size(vec2(total, size::CONTROL), Sense::hover());
    let tokens = tokens(ui);
    ui.painter().rect(outer, size::RADIUS, tokens.sunken, tokens.hairline(), StrokeKind::Inside);
    let mut left = outer.left();
    let mut picked = None;
    for (index, (choice, width)) in choices.iter().zip(widths).enumerate() {
        let rect = Rect::from_min_size(pos2(left, outer.top()), vec2(width, outer.height()));
        if segment_ui(ui, rect, name, choice.as_ref(), index == chosen).clicked() {
            picked = Some(index);
        }
        left += width;
    }
    picked
}

fn segment_width(ui: &Ui, text: &str) -> f32 {
    let galley = paint::line(ui.painter(), text, Text::Strong, tokens(ui).text, 240.0);
    (galley.size().x + 2.0 * space::M).ceil()
}

fn segment_ui(ui: &Ui, rect: Rect, name: &str, text: &str, chosen: bool) -> Response {
    let tokens = tokens(ui);
    let response = ui.interact(rect, ui.scope_id().with((name, text)), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), chosen, text));
    let inner = rect.shrink(2.0);
    let (color, kind) = if chosen { (tokens.text, Text::Strong) } else { (tokens.subdued, Text::Body) };
    if chosen {
        let edge = egui::Stroke::new(1.0, tokens.border_strong);
        ui.painter().rect(inner, size::RADIUS - 1, tokens.surface, edge, StrokeKind::Inside);
    } else if response.hovered() {
        ui.painter().rect_filled(inner, size::RADIUS - 1, tokens.pressed);
    }
    let galley = paint::line(ui.painter(), text, kind, color, rect.width());
    let left = rect.center().x - galley.size().x / 2.0;
    paint::galley_at(ui.painter(), galley, left, rect.center().y, color);
    paint::focus_ring(ui, &response, inner, size::RADIUS);
    response
}
