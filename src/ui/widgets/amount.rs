//! Amounts as large type: number and currency on one baseline.

use egui::{Response, Sense, Ui, WidgetInfo, accesskit::Role, text::LayoutJob, text::TextFormat};

use crate::ui::tokens::{Text, space, tokens};

/// The amount of a detail: `128.40` at 30 and `EUR` subdued beside it. Found by screen readers as `128.40 EUR`.
pub fn amount_heading_ui(ui: &mut Ui, amount: &str, currency: &str) -> Response {
    let tokens = tokens(ui);
    let mut job = LayoutJob::default();
    let format = |kind: Text, color| TextFormat { font_id: kind.font(), color, ..TextFormat::default() };
    job.append(amount, 0.0, format(Text::Amount, tokens.text));
    job.append(currency, space::S, format(Text::Body, tokens.subdued));
    job.wrap.max_width = ui.available_width();
    let galley = ui.painter().layout_job(job);
    let (rect, response) = ui.allocate_exact_size(galley.size(), Sense::hover());
    ui.painter().galley(rect.min, galley, tokens.text);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{amount} {currency}")));
    response
}
