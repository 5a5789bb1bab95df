//! The sentences that a board opens with, as lines: an icon on its ground, the sentence, and the way to its rows.

use egui::text::{LayoutJob, TextFormat};
use egui::{FontId, Rect, Sense, Ui, WidgetInfo, accesskit::Role, pos2, vec2};

use super::finding::Finding;
use paydesk_core::features::analytics::AnalyticsAction;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{focus_ring, galley_at, text_line};

/// Room for an icon on its ground, in points.
const ICON: f32 = 26.0;
/// Room above and below a sentence.
const AROUND: f32 = space::S;

/// Draws the sentences; one that is clicked shows its rows. In a picture they lead nowhere.
pub fn findings_ui(ui: &mut Ui, findings: &[Finding], in_picture: bool, asked: &mut Vec<AnalyticsAction>) {
    ui.spacing_mut().item_spacing.y = 0.0;
    for finding in findings {
        let rows = finding.rows.as_ref().filter(|_| !in_picture);
        if finding_ui(ui, finding, rows.is_some())
            && let Some(rows) = rows
        {
            asked.push(AnalyticsAction::ShowRows(rows.clone()));
        }
    }
    ui.spacing_mut().item_spacing.y = space::M;
    if !findings.is_empty() {
        ui.add_space(space::M);
    }
}

fn finding_ui(ui: &mut Ui, finding: &Finding, has_rows: bool) -> bool {
    let tokens = tokens(ui);
    let left = ICON + space::M;
    let show = text_line(ui.painter(), "Show", Text::Body, tokens.accent.text, f32::INFINITY);
    let room = ui.available_width() - left - show.size().x - space::XL;
    let mut job =
        LayoutJob { wrap: egui::text::TextWrapping { max_width: room, ..Default::default() }, ..Default::default() };
    let format = |font: FontId, color| TextFormat { font_id: font, color, ..Default::default() };
    job.append(&finding.statement, 0.0, format(Text::Strong.font(), tokens.text));
    if !finding.detail.is_empty() {
        job.append(&finding.detail, space::M, format(Text::Body.font(), tokens.subdued));
    }
    let galley = ui.painter().layout_job(job);
    let height = (galley.size().y + 2.0 * AROUND).max(ICON + 2.0 * AROUND);
    let sense = if has_rows { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), sense);
    let name = finding.name();
    let role = if has_rows { Role::Button } else { Role::Label };
    response.widget_info(|| WidgetInfo::labeled(role, ui.is_enabled(), &name));
    if has_rows && response.hovered() {
        ui.painter().rect_filled(rect.expand2(vec2(space::S, 0.0)), size::RADIUS, tokens.hover);
    }
    let middle = rect.center().y;
    let ground = Rect::from_center_size(pos2(rect.left() + ICON / 2.0, middle), vec2(ICON, ICON));
    let tone = tokens.tone(finding.tone);
    ui.painter().rect_filled(ground, size::RADIUS, tone.ground);
    finding.icon.paint(ui.painter(), ground.center(), size::ICON, tone.text);
    galley_at(ui.painter(), galley, rect.left() + left, middle, tokens.text);
    if has_rows {
        let at = rect.right() - show.size().x;
        galley_at(ui.painter(), show, at, middle, tokens.accent.text);
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, tokens.hairline());
    focus_ring(ui, &response, rect, size::RADIUS);
    let clicked = response.clicked();
    if !finding.explanation.is_empty() {
        response.on_hover_text(&finding.explanation);
    }
    clicked
}
