//! The largest open disputes, a line each: amount, customer, reason, and until when evidence is due.

use egui::{Align2, Color32, Rect, Response, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

use super::text;
use paydesk_core::features::analytics::DrillDown;
use paydesk_domain::deadline::RESPOND_BY;
use paydesk_domain::dispute_report::OpenDisputeRow;
use paydesk_widgets::chart::ChartClick;
use paydesk_widgets::tokens::size::{RADIUS, ROW_COMPACT};
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{focus_ring, galley_at, text_line, text_width};

/// Tables narrower than this leave the reason out, in points.
const REASON_FROM: f32 = 400.0;

/// How high so many lines are with their header, in points.
pub fn height_of(lines: usize) -> f32 {
    ROW_COMPACT * (lines + 1) as f32
}

/// Where the columns begin or end, from the left edge.
struct OpenColumns {
    /// The right edge of the amounts.
    amount: f32,
    customer: f32,
    reason: Option<f32>,
    due: f32,
}

impl OpenColumns {
    fn of(ui: &Ui, width: f32, lines: &[OpenDisputeRow]) -> Self {
        let amounts = lines.iter().map(|line| text_width(ui, Text::SmallStrong, &line.amount.to_string()));
        let amount = amounts.fold(0.0, f32::max).min(width / 3.0);
        let days = lines.iter().map(|line| text_width(ui, Text::Small, &line.respond_by));
        let title = text_width(ui, Text::Caption, RESPOND_BY);
        let (customer, due) = (amount + space::L, width - days.fold(title, f32::max));
        let reason = (width >= REASON_FROM).then_some(customer + (due - customer) / 2.0);
        Self { amount, customer, reason, due }
    }
}

/// Draws the table; the line that was clicked.
pub fn open_disputes_ui(ui: &mut Ui, title: &str, lines: &[OpenDisputeRow]) -> Option<ChartClick> {
    let columns = OpenColumns::of(ui, ui.available_width(), lines);
    let payer = OpenDisputeRow::payer_title(lines);
    header_ui(ui, &columns, payer);
    let mut clicked = None;
    for (index, line) in lines.iter().enumerate() {
        if line_ui(ui, title, (payer, line), &columns).clicked() {
            clicked = Some(ChartClick { bucket: index, series: None });
        }
    }
    clicked
}

/// What a line leads to.
pub fn drill(lines: &[OpenDisputeRow], click: ChartClick) -> Option<DrillDown> {
    Some(DrillDown::Dispute(lines.get(click.bucket)?.dispute_id.clone()))
}

fn header_ui(ui: &mut Ui, columns: &OpenColumns, payer: &str) {
    let color = tokens(ui).subdued;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_COMPACT), Sense::hover());
    put(ui, rect, (columns.amount, Align2::RIGHT_CENTER), text::AMOUNT, (Text::Caption, color));
    put(ui, rect, (columns.customer, Align2::LEFT_CENTER), payer, (Text::Caption, color));
    if let Some(reason) = columns.reason {
        put(ui, rect, (reason, Align2::LEFT_CENTER), text::REASON, (Text::Caption, color));
    }
    put(ui, rect, (columns.due, Align2::LEFT_CENTER), RESPOND_BY, (Text::Caption, color));
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, tokens(ui).hairline());
}

fn put(ui: &Ui, rect: Rect, (at, align): (f32, Align2), text: &str, (kind, color): (Text, Color32)) {
    ui.painter().text(rect.left_center() + vec2(at, 0.0), align, text, kind.font(), color);
}

fn line_ui(ui: &mut Ui, title: &str, (payer, line): (&str, &OpenDisputeRow), columns: &OpenColumns) -> Response {
    let tokens = tokens(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_COMPACT), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Link, ui.is_enabled(), accessible_text(title, payer, line)));
    if response.hovered() {
        ui.painter().rect_filled(rect, RADIUS, tokens.hover);
    }
    let amount = line.amount.to_string();
    put(ui, rect, (columns.amount, Align2::RIGHT_CENTER), &amount, (Text::SmallStrong, tokens.text));
    let end = columns.reason.unwrap_or(columns.due);
    let cells = [(Some(columns.customer), end, line.payer(payer)), (columns.reason, columns.due, &line.reason)];
    for (left, right, words) in cells {
        let Some(left) = left else { continue };
        let galley = text_line(ui.painter(), words, Text::Small, tokens.text, (right - left - space::M).max(0.0));
        galley_at(ui.painter(), galley, rect.left() + left, rect.center().y, tokens.text);
    }
    put(ui, rect, (columns.due, Align2::LEFT_CENTER), &line.respond_by, (Text::Small, tokens.subdued));
    focus_ring(ui, &response, rect, RADIUS);
    response.on_hover_text(format!("{}\n{} · {}", line.payer(payer), line.reason, text::evidence_is(line.evidence)))
}

fn accessible_text(title: &str, payer: &str, line: &OpenDisputeRow) -> String {
    let OpenDisputeRow { amount, reason, respond_by, evidence, .. } = line;
    let payer = line.payer(payer);
    format!("{title}, {amount}, {payer}, {reason}, respond by {respond_by}, {}", text::evidence_is(evidence))
}
