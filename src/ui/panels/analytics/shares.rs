//! Groups of payments with how many of each are disputed: a line a group. A rate of few payments is marked, and one is
//! coloured only where it differs significantly from that of all other groups.

use egui::{Align2, Color32, Rect, Response, ScrollArea, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

use super::finding::interval_text;
use super::text;
use paydesk_core::features::analytics::significance::{Significance, is_few};
use paydesk_core::features::analytics::{CardContent, CardValue, GroupDifference, GroupRate, ValueUnit};
use paydesk_domain::number_text::percent;
use paydesk_widgets::chart::ChartClick;
use paydesk_widgets::scroll::{LANE, in_margin_ui};
use paydesk_widgets::tokens::size::{RADIUS, ROW_COMPACT};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{focus_ring, galley_at, text_line};

/// Lines shown without scrolling; a picture has all.
const LINES_MAX: usize = 16;
/// Room for a number of payments, and for a rate, in points.
const COUNT: f32 = 92.0;
const RATE: f32 = 96.0;

/// A group, written out.
pub struct ShareLine {
    group: String,
    disputed: String,
    payments: String,
    rate: String,
    is_few: bool,
    /// Only where it differs significantly from the others: whether fewer are disputed.
    good: Option<bool>,
    /// How sure the rate is, and how it compares.
    note: String,
    /// Where it is in its card: pane and slot of the disputed payments.
    place: (usize, usize),
}

/// The lines of a card.
pub fn share_lines(content: &CardContent) -> Vec<ShareLine> {
    content.group_rates().into_iter().map(share_line).collect()
}

fn share_line(group: GroupRate) -> ShareLine {
    let count = |value: Option<CardValue>| value.map_or_else(|| "–".to_owned(), |it| it.text(&ValueUnit::Count));
    let is_few = group.rate.is_some_and(is_few);
    let significant = group.difference.filter(|difference| difference.significance == Significance::Significant);
    ShareLine {
        disputed: count(group.disputed),
        payments: count(group.payments),
        rate: rate_text(group.rate, is_few),
        is_few,
        good: significant.map(|difference| difference.is_lower),
        note: note(group.rate, group.difference),
        place: group.place,
        group: group.label,
    }
}

fn rate_text(rate: Option<CardValue>, is_few: bool) -> String {
    match rate.and_then(CardValue::exact) {
        Some(_) if is_few => "too few to say".to_owned(),
        Some(millionths) => percent(millionths, 2),
        None => "–".to_owned(),
    }
}

fn note(rate: Option<CardValue>, difference: Option<GroupDifference>) -> String {
    let compared = match difference.map(|it| (it.significance, it.is_lower)) {
        Some((Significance::Significant, true)) => "Significantly fewer than in the other groups",
        Some((Significance::Significant, false)) => "Significantly more than in the other groups",
        Some((Significance::NotSignificant, _)) => "Not a significant difference from the other groups",
        Some((Significance::TooFew, _)) => "Fewer than 10 payments here or in the other groups: too few to compare",
        Some((Significance::NothingBefore | Significance::Unknown, _)) | None => "",
    };
    let interval = rate.map_or_else(String::new, |rate| interval_text(rate, 2));
    [compared, &interval].into_iter().filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// How high the lines are with their header, in points.
pub fn height_of(lines: usize, in_picture: bool) -> f32 {
    let shown = if in_picture { lines } else { lines.min(LINES_MAX) };
    ROW_COMPACT * (shown + 1) as f32
}

/// Where the columns end, from the left edge.
struct ShareColumns {
    group: f32,
    disputed: f32,
    payments: f32,
    rate: f32,
}

impl ShareColumns {
    fn of(width: f32) -> Self {
        let payments = width - RATE;
        Self { group: payments - 2.0 * COUNT, disputed: payments - COUNT, payments, rate: width }
    }
}

/// Draws the table; the line that was clicked.
pub fn shares_ui(ui: &mut Ui, title: &str, lines: &[ShareLine], in_picture: bool) -> Option<ChartClick> {
    header_ui(ui, &ShareColumns::of(ui.available_width()));
    let shown = height_of(lines.len(), in_picture) - ROW_COMPACT;
    let area = ScrollArea::vertical().id_salt(title).max_height(shown).min_scrolled_height(shown);
    let area = area.auto_shrink([false, true]);
    in_margin_ui(ui, LANE, area, |ui| {
        let columns = ShareColumns::of(ui.available_width());
        let mut clicked = None;
        for (index, line) in lines.iter().enumerate() {
            if line_ui(ui, title, line, &columns).clicked() {
                clicked = Some(ChartClick { bucket: index, series: None });
            }
        }
        clicked
    })
    .inner
}

fn header_ui(ui: &mut Ui, columns: &ShareColumns) {
    let color = tokens(ui).subdued;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_COMPACT), Sense::hover());
    for (right, title) in
        [(columns.disputed, "With a dispute"), (columns.payments, text::PAYMENTS), (columns.rate, "So far")]
    {
        put(ui, rect, right, title, (Text::Caption, color));
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, tokens(ui).hairline());
}

/// Writes `text` so that it ends at `right`.
fn put(ui: &Ui, rect: Rect, right: f32, text: &str, (kind, color): (Text, Color32)) {
    let at = rect.left_center() + vec2(right, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, text, kind.font(), color);
}

fn line_ui(ui: &mut Ui, title: &str, line: &ShareLine, columns: &ShareColumns) -> Response {
    let tokens = tokens(ui);
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_COMPACT), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), line.accessible_text(title)));
    if response.gained_focus() {
        response.scroll_to_me(None);
    }
    if response.hovered() {
        ui.painter().rect_filled(rect, RADIUS, tokens.hover);
    }
    let group = text_line(ui.painter(), &line.group, Text::Small, tokens.text, (columns.group - space::S).max(0.0));
    galley_at(ui.painter(), group, rect.left(), rect.center().y, tokens.text);
    put(ui, rect, columns.disputed, &line.disputed, (Text::Small, tokens.text));
    put(ui, rect, columns.payments, &line.payments, (Text::Small, tokens.subdued));
    let tone = line.good.map(|good| tokens.tone(if good { Tone::Positive } else { Tone::Danger }).text);
    let color = tone.unwrap_or(if line.is_few { tokens.subdued } else { tokens.text });
    put(ui, rect, columns.rate, &line.rate, (if line.is_few { Text::Small } else { Text::SmallStrong }, color));
    focus_ring(ui, &response, rect, RADIUS);
    if line.note.is_empty() { response } else { response.on_hover_text(&line.note) }
}

impl ShareLine {
    /// Where its disputed payments are in the card: pane, series and slot.
    pub fn place(&self) -> (usize, usize, usize) {
        (self.place.0, 0, self.place.1)
    }

    /// The only line of a card: `Card: 41 of 580, 7.07%`.
    pub fn text(&self) -> String {
        let Self { group, disputed, payments, rate, .. } = self;
        format!("{group}: {disputed} of {payments} disputed so far, {rate}")
    }

    fn accessible_text(&self, title: &str) -> String {
        let Self { group, disputed, payments, rate, note, .. } = self;
        let note: String = note.lines().map(|line| format!(". {line}")).collect();
        format!("{title}, {group}: {disputed} of {payments}, {rate}{note}")
    }
}
