//! Which evidence won: a table of reasons and of the fields below each, with what was won and lost with a field and how
//! often without it. A rate of few disputes is marked and never coloured.

use egui::{Align2, Color32, Rect, Response, ScrollArea, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

use super::numbers::why_judged;
use super::text;
use crate::panels::disputes::field_texts;
use paydesk_core::features::analytics::significance::{Significance, is_few, of_shares, share_of};
use paydesk_core::features::analytics::{CardContent, CardValue, DrillDown, NoRows, ValueUnit};
use paydesk_core::features::disputes::SubmittedFilter;
use paydesk_domain::deadline::plain_reason;
use paydesk_domain::number_text::{count_text, percent};
use paydesk_widgets::chart::ChartClick;
use paydesk_widgets::scroll::{LANE, in_margin_ui};
use paydesk_widgets::tokens::size::{RADIUS, ROW_COMPACT};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{focus_ring, galley_at, text_line};

/// Lines shown without scrolling; a picture has all.
const LINES_MAX: usize = 16;
/// Where the series of the card are: the disputes of a line, and those without its field.
const DECIDED: (usize, usize) = (0, 0);
const WON: (usize, usize) = (0, 1);
const LOST: (usize, usize) = (0, 2);
const WITH: (usize, usize) = (1, 0);
const WITHOUT: (usize, usize) = (1, 1);
/// Room for a number of disputes, and for a rate with its count, in points.
const COUNT: f32 = 52.0;
const RATE: f32 = 124.0;
/// Tables narrower than this have rates only, in points.
const COUNTS_FROM: f32 = 440.0;

/// A reason or one of its fields, written out.
pub struct ResultLine {
    reason: &'static str,
    /// `None` for the reason itself, above its fields.
    field: Option<&'static str>,
    won: String,
    lost: String,
    with: RateCell,
    /// `None` where no dispute is without it.
    without: Option<RateCell>,
    /// Only where the difference is significant.
    good: Option<bool>,
    /// Why it is good or bad or neither.
    note: &'static str,
    slot: usize,
}

/// `83% of 12`, or `3 of 4, few cases`.
struct RateCell {
    text: String,
    is_few: bool,
}

impl RateCell {
    fn of(value: CardValue) -> Option<Self> {
        let (share, is_few) = (share_of(value)?, is_few(value));
        let of = count_text(share.of);
        let text = match is_few {
            true => text::few_of(count_text(share.hits), of),
            false => text::percent_of(percent(value.exact()?, 0), of),
        };
        Some(Self { text, is_few })
    }
}

/// The lines of the card.
pub fn result_lines(content: &CardContent) -> Vec<ResultLine> {
    let slots = content.panes.first().map_or(0, |pane| pane.slots.len());
    (0..slots).filter_map(|slot| result_line(content, slot, slots)).collect()
}

fn result_line(content: &CardContent, slot: usize, lines: usize) -> Option<ResultLine> {
    let value = |(pane, series): (usize, usize)| {
        content.panes.get(pane)?.series.get(series)?.values.get(slot).copied().flatten()
    };
    let Ok(DrillDown::Disputes(filter)) = content.drill(DECIDED.0, DECIDED.1, slot) else { return None };
    let reason = plain_reason(filter.reason?).short;
    let field = match filter.submitted? {
        SubmittedFilter::With(field) | SubmittedFilter::Without(field) => Some(field_texts(field).label),
        SubmittedFilter::Any => None,
    };
    let (with, without) = (value(WITH)?, value(WITHOUT));
    let shares = without.and_then(share_of).zip(share_of(with));
    let judged = shares.map(|(without, with)| (of_shares(with, without, lines), without.is_below(with)));
    Some(ResultLine {
        reason,
        field,
        won: value(WON)?.text(&ValueUnit::Count),
        lost: value(LOST)?.text(&ValueUnit::Count),
        with: RateCell::of(with)?,
        without: without.and_then(RateCell::of),
        good: judged.filter(|(significance, _)| *significance == Significance::Significant).map(|(_, good)| good),
        note: judged.map_or("", |(significance, _)| why_judged(significance)),
        slot,
    })
}

/// How high the lines are with their header, in points.
pub fn height_of(lines: usize, in_picture: bool) -> f32 {
    let shown = if in_picture { lines } else { lines.min(LINES_MAX) };
    ROW_COMPACT * (shown + 1) as f32
}

/// Where the columns end, from the left edge.
struct ResultColumns {
    name: f32,
    counts: Option<(f32, f32)>,
    with: f32,
    without: f32,
}

impl ResultColumns {
    fn of(width: f32) -> Self {
        let with = width - RATE;
        let left = with - RATE;
        let has_counts = width >= COUNTS_FROM;
        let name = if has_counts { left - 2.0 * COUNT } else { left };
        Self { name, counts: has_counts.then_some((left - COUNT, left)), with, without: width }
    }
}

/// Draws the table; what was clicked.
pub fn results_ui(ui: &mut Ui, title: &str, lines: &[ResultLine], in_picture: bool) -> Option<ChartClick> {
    let columns = ResultColumns::of(ui.available_width());
    header_ui(ui, &columns);
    let shown = height_of(lines.len(), in_picture) - ROW_COMPACT;
    let area = ScrollArea::vertical().id_salt(title).max_height(shown).min_scrolled_height(shown);
    let area = area.auto_shrink([false, true]);
    in_margin_ui(ui, LANE, area, |ui| lines_ui(ui, title, lines, &columns)).inner
}

fn lines_ui(ui: &mut Ui, title: &str, lines: &[ResultLine], columns: &ResultColumns) -> Option<ChartClick> {
    let mut clicked = None;
    for line in lines {
        let (with, without) = line_ui(ui, title, line, columns);
        if without.is_some_and(|without| without.clicked()) {
            clicked = Some(ChartClick { bucket: line.slot, series: Some(WITHOUT.0) });
        } else if with.clicked() {
            clicked = Some(ChartClick { bucket: line.slot, series: None });
        }
    }
    clicked
}

/// The rows behind what was clicked: the disputes with it, or those without.
pub fn drill(content: &CardContent, click: ChartClick) -> Result<DrillDown, NoRows> {
    let (pane, series) = if click.series.is_some() { WITHOUT } else { DECIDED };
    content.drill(pane, series, click.bucket)
}

fn header_ui(ui: &mut Ui, columns: &ResultColumns) {
    let color = tokens(ui).subdued;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_COMPACT), Sense::hover());
    let name = text_line(ui.painter(), text::EVIDENCE, Text::Caption, color, columns.name.max(0.0));
    galley_at(ui.painter(), name, rect.left(), rect.center().y, color);
    if let Some((won, lost)) = columns.counts {
        put(ui, rect, won, text::WON, (Text::Caption, color));
        put(ui, rect, lost, text::LOST, (Text::Caption, color));
    }
    put(ui, rect, columns.with, "Won with", (Text::Caption, color));
    put(ui, rect, columns.without, "Won without", (Text::Caption, color));
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, tokens(ui).hairline());
}

/// Writes `text` so that it ends at `right`.
fn put(ui: &Ui, rect: Rect, right: f32, text: &str, (kind, color): (Text, Color32)) {
    let at = rect.left_center() + vec2(right, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, text, kind.font(), color);
}

/// The disputes with it, and those without where there are some.
fn line_ui(ui: &mut Ui, title: &str, line: &ResultLine, columns: &ResultColumns) -> (Response, Option<Response>) {
    let tokens = tokens(ui);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_COMPACT), Sense::hover());
    let middle = rect.left() + columns.with + space::S;
    let with = target_ui(ui, rect.with_max_x(middle), (line.slot, true), (&line.accessible_text(title), line.note));
    let without = line.without.as_ref().map(|without| {
        let name = text::results_without(title, line.reason, line.field.unwrap_or_default(), &without.text);
        target_ui(ui, rect.with_min_x(middle), (line.slot, false), (&name, line.note))
    });
    let (indent, kind) = if line.field.is_none() { (0.0, Text::SmallStrong) } else { (space::M, Text::Small) };
    let name =
        text_line(ui.painter(), line.field.unwrap_or(line.reason), kind, tokens.text, (columns.name - indent).max(0.0));
    galley_at(ui.painter(), name, rect.left() + indent, rect.center().y, tokens.text);
    if let Some((won, lost)) = columns.counts {
        put(ui, rect, won, &line.won, (kind, tokens.text));
        put(ui, rect, lost, &line.lost, (kind, tokens.text));
    }
    let color = |cell: &RateCell| if cell.is_few { tokens.subdued } else { tokens.text };
    let tone = line.good.map(|good| tokens.tone(if good { Tone::Positive } else { Tone::Danger }).text);
    put(ui, rect, columns.with, &line.with.text, (kind, tone.unwrap_or(color(&line.with))));
    match &line.without {
        Some(without) => put(ui, rect, columns.without, &without.text, (kind, color(without))),
        None if line.field.is_none() => {}
        None => put(ui, rect, columns.without, "always included", (kind, tokens.subdued)),
    }
    (with, without)
}

/// A part of a line that leads to rows: its name, and what is said under the pointer.
fn target_ui(ui: &mut Ui, rect: Rect, id: (usize, bool), (name, note): (&str, &str)) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(id), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if response.hovered() {
        ui.painter().rect_filled(rect, RADIUS, tokens(ui).hover);
    }
    focus_ring(ui, &response, rect, RADIUS);
    if note.is_empty() { response } else { response.on_hover_text(note) }
}

impl ResultLine {
    fn accessible_text(&self, title: &str) -> String {
        let Self { reason, field, won, lost, with, .. } = self;
        let name = field.map_or_else(|| (*reason).to_owned(), |field| format!("{reason}, {field}"));
        text::results_with(title, name, won, lost, &with.text)
    }
}
