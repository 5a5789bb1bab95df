//! The environment as a chip: the colour of its banner, a shape and its word.

use egui::{Color32, Response, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

use super::paint;
use crate::icons::Icon;
use crate::tokens::{Text, size, space, tokens};

const ICON: f32 = 13.0;

/// `SANDBOX` or `PRODUCTION` on the ground of its banner, 20 high.
pub fn env_chip_ui(ui: &mut Ui, production: bool, icon: Icon, word: &str) -> Response {
    let tokens = tokens(ui);
    let galley = paint::line(ui.painter(), word, Text::Group, Color32::PLACEHOLDER, f32::INFINITY);
    let width = (space::S + ICON + space::XS + galley.size().x + 10.0).ceil();
    let (rect, response) = ui.allocate_exact_size(vec2(width, size::CHIP), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, word));
    let ground = if production { tokens.production_banner } else { tokens.sandbox_banner };
    ui.painter().rect_filled(rect, size::CHIP / 2.0, ground);
    icon.paint(ui.painter(), pos2(rect.left() + space::S + ICON / 2.0, rect.center().y), ICON, tokens.on_banner);
    let left = rect.left() + space::S + ICON + space::XS;
    paint::galley_at(ui.painter(), galley, left, rect.center().y, tokens.on_banner);
    response
}
