//! Entries of the sidebar: icon, word, count.

use egui::accesskit::Role;
use egui::{Align2, Response, RichText, Sense, Ui, vec2};

use crate::ui::icons::Icon;
use crate::ui::tokens::{self, RADIUS, SPACE_M, SPACE_S, TEXT_BODY, TEXT_CAPTION, TEXT_CELL, tokens};

use super::button::focus_ring;

const HEIGHT: f32 = 32.0;

/// The title of a group of entries.
pub fn sidebar_group_ui(ui: &mut Ui, title: &str) {
    let color = tokens(ui).subdued;
    ui.add_space(SPACE_M);
    ui.label(RichText::new(title).font(tokens::semibold(TEXT_CAPTION)).color(color));
    ui.add_space(2.0);
}

/// Draws an entry; `count` stands at the right, subdued, or in the attention colour when `urgent`.
pub fn sidebar_item_ui(
    ui: &mut Ui,
    icon: Icon,
    text: &str,
    count: Option<&str>,
    selected: bool,
    urgent: bool,
) -> Response {
    let tokens = tokens(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click());
    let ground = match (selected, response.hovered()) {
        (true, _) => Some(tokens.accent.ground),
        (false, true) => Some(tokens.sunken),
        (false, false) => None,
    };
    let painter = ui.painter();
    if let Some(ground) = ground {
        painter.rect_filled(rect, f32::from(RADIUS), ground);
    }
    let (color, font) = if selected {
        (tokens.accent.color, tokens::semibold(TEXT_BODY))
    } else {
        (tokens.text, tokens::regular(TEXT_BODY))
    };
    let narrow = rect.width() < 80.0;
    let icon_center = if narrow { rect.center() } else { rect.left_center() + vec2(SPACE_M + 8.0, 0.0) };
    painter.text(icon_center, Align2::CENTER_CENTER, icon.glyph(), tokens::icon(17.0), color);
    if !narrow {
        painter.text(rect.left_center() + vec2(40.0, 0.0), Align2::LEFT_CENTER, text, font, color);
        if let Some(count) = count {
            let color = if urgent { tokens.attention.color } else { tokens.subdued };
            let right = rect.right_center() - vec2(SPACE_S + 2.0, 0.0);
            painter.text(right, Align2::RIGHT_CENTER, count, tokens::regular(TEXT_CELL), color);
        }
    }
    focus_ring(ui, &response);
    let name = count.map_or_else(|| text.to_owned(), |count| format!("{text}, {count}"));
    response.widget_info(|| egui::WidgetInfo::selected(Role::Tab, true, selected, &name));
    if narrow { response.on_hover_text(name) } else { response }
}
