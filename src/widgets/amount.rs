//! Amounts as large type: number and currency on one baseline.

use egui::{Response, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

use super::paint;
use crate::tokens::{Text, space, tokens};

/// How far the baseline of the bundled faces is below the top of their line, as a share of their size.
const ASCENT: f32 = 1.025;

/// The amount of a detail: `128.40` at 30 and `EUR` subdued beside it. Found by screen readers as `128.40 EUR`.
pub fn amount_heading_ui(ui: &mut Ui, amount: &str, currency: &str) -> Response {
    let tokens = tokens(ui);
    let unit = paint::line(ui.painter(), currency, Text::Body, tokens.subdued, 80.0);
    let room = (ui.available_width() - unit.size().x - space::S).max(60.0);
    let number = paint::line(ui.painter(), amount, Text::Amount, tokens.text, room);
    let size = vec2(number.size().x + space::S + unit.size().x, number.size().y);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{amount} {currency}")));
    let baseline = ASCENT * (Text::Amount.font().size - Text::Body.font().size);
    let unit_at = pos2(rect.left() + number.size().x + space::S, (rect.top() + baseline).round());
    let elided = number.elided;
    ui.painter().galley(rect.min, number, tokens.text);
    ui.painter().galley(unit_at, unit, tokens.subdued);
    if elided { response.on_hover_text(format!("{amount} {currency}")) } else { response }
}
