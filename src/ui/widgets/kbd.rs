//! Keycaps, for the list of shortcuts.

use egui::{Color32, Response, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

use super::paint;
use crate::ui::tokens::{Text, space, tokens};

const HEIGHT: f32 = 20.0;

/// The keys of `shortcut` (`Ctrl+K`, `G then P`) as caps, the text between as text.
pub fn kbd_ui(ui: &mut Ui, shortcut: &str) -> Response {
    ui.scope(|ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = space::XS;
            ui.spacing_mut().interact_size.y = HEIGHT;
            let mut parts: Vec<&str> = shortcut.split(' ').flat_map(|word| word.split_inclusive('+')).collect();
            if ui.layout().prefer_right_to_left() {
                parts.reverse();
            }
            for part in parts {
                if part.chars().all(|c| c.is_lowercase()) && part.len() > 1 {
                    ui.label(Text::Caption.rich(part).color(tokens(ui).subdued));
                } else {
                    cap_ui(ui, part.strip_suffix('+').filter(|key| !key.is_empty()).unwrap_or(part));
                }
            }
        })
        .response
    })
    .inner
}

fn cap_ui(ui: &mut Ui, key: &str) {
    let tokens = tokens(ui);
    let galley = paint::line(ui.painter(), key, Text::Caption, Color32::PLACEHOLDER, f32::INFINITY);
    let width = (galley.size().x + 2.0 * 6.0).ceil().max(HEIGHT);
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, key));
    ui.painter().rect_filled(rect, 4, tokens.border_strong.gamma_multiply(0.6));
    let mut top = rect.shrink(1.0);
    top.max.y -= 1.0;
    ui.painter().rect_filled(top, 3, tokens.surface);
    let left = rect.center().x - galley.size().x / 2.0;
    paint::galley_at(ui.painter(), galley, left, rect.center().y - 0.5, tokens.text);
}
