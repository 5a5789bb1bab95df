//! One of a few, all in view: theme, density, the views of a panel.

use egui::{
    EventFilter, FocusDirection, Id, Key, Modifiers, Rect, Response, Sense, StrokeKind, Ui, WidgetInfo,
    accesskit::Role, pos2, vec2,
};

use super::paint;
use crate::tokens::{Text, size, space, tokens};

/// The choices side by side under the name `name`; the index that was picked in this frame, also if it was chosen before.
/// Tab stops once, at the chosen one; arrow keys choose the others.
pub fn segmented_ui<S: AsRef<str>>(ui: &mut Ui, name: &str, choices: &[S], chosen: usize) -> Option<usize> {
    let widths: Vec<f32> = choices.iter().map(|choice| width_of(ui, choice.as_ref())).collect();
    let (outer, group) = ui.allocate_exact_size(vec2(widths.iter().sum(), size::CONTROL), Sense::hover());
    group.widget_info(|| WidgetInfo::labeled(Role::RadioGroup, ui.is_enabled(), name));
    let tokens = tokens(ui);
    ui.painter().rect_filled(outer, size::RADIUS, tokens.sunken);
    ui.painter().rect_stroke(outer, size::RADIUS, tokens.hairline(), StrokeKind::Inside);
    let mut left = outer.left();
    let mut picked = None;
    let tab_stop = if chosen < choices.len() { chosen } else { 0 };
    for (index, (choice, width)) in choices.iter().zip(widths).enumerate() {
        let rect = Rect::from_min_size(pos2(left, outer.top()), vec2(width, size::CONTROL));
        left += width;
        let id = group.id.with(index);
        // One that was just chosen by an arrow key has the keyboard before it is the chosen one.
        let takes_keys = index == tab_stop || ui.memory(|memory| memory.has_focus(id));
        let response = ui.interact(rect, id, if takes_keys { Sense::click() } else { Sense::CLICK });
        choice_ui(ui, rect, &response, choice.as_ref(), index == chosen);
        if response.clicked() {
            picked = Some(index);
        } else if let Some(next) = arrow_step(ui, id, index, choices.len()) {
            ui.memory_mut(|memory| memory.request_focus(group.id.with(next)));
            picked = Some(next);
        }
    }
    picked
}

/// The choice that an arrow key leads to from `index`, where that has the keyboard; past the last comes the first.
pub fn arrow_step(ui: &Ui, id: Id, index: usize, count: usize) -> Option<usize> {
    if !ui.is_enabled() || !ui.memory(|memory| memory.has_focus(id)) {
        return None;
    }
    let arrows = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
    ui.memory_mut(|memory| memory.set_focus_lock_filter(id, arrows));
    let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, key));
    let step = if pressed(Key::ArrowRight) || pressed(Key::ArrowDown) {
        1
    } else if pressed(Key::ArrowLeft) || pressed(Key::ArrowUp) {
        count - 1
    } else {
        return None;
    };
    ui.memory_mut(|memory| memory.move_focus(FocusDirection::None));
    Some((index + step) % count).filter(|next| *next != index)
}

fn choice_ui(ui: &Ui, rect: Rect, response: &Response, text: &str, chosen: bool) {
    let tokens = tokens(ui);
    response.widget_info(|| WidgetInfo::selected(Role::RadioButton, ui.is_enabled(), chosen, text));
    if chosen {
        ui.painter().rect(
            rect,
            size::RADIUS,
            tokens.surface,
            egui::Stroke::new(1.0, tokens.border_strong),
            StrokeKind::Inside,
        );
    }
    let color = if chosen || response.hovered() { tokens.text } else { tokens.subdued };
    let galley = paint::line(ui.painter(), text, Text::Body, color, rect.width());
    paint::galley_at(ui.painter(), galley.clone(), rect.center().x - galley.size().x / 2.0, rect.center().y, color);
    paint::focus_ring(ui, response, rect, size::RADIUS);
}

fn width_of(ui: &Ui, text: &str) -> f32 {
    (paint::text_width(ui, Text::Body, text) + 2.0 * space::M).ceil()
}
