//! Groups of disputes with how each moved against the period before: a line a group, the largest change first.

use std::sync::Arc;

use egui::{Align2, Color32, Galley, Rect, Response, Sense, Ui, WidgetInfo, accesskit::Role, vec2};

use super::numbers::{short, why_judged};
use super::text;
use super::wording;
use paydesk_core::features::analytics::significance::Significance;
use paydesk_core::features::analytics::{CardContent, CardId, CardValue, GroupChange, ValueUnit};
use paydesk_domain::money::Currency;
use paydesk_domain::number_text::count_text;
use paydesk_widgets::chart::ChartClick;
use paydesk_widgets::tokens::size::{RADIUS, ROW_COMPACT};
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{focus_ring, galley_at, text_line, text_width};

/// Tables narrower than this leave the amounts out, in points.
const AMOUNTS_FROM: f32 = 520.0;
/// Room for a number of disputes, and for its change, in points.
const COUNT: f32 = 72.0;
const CHANGE: f32 = 116.0;
/// The part of a line that amounts take at least.
const AMOUNTS_SHARE: f32 = 0.36;
/// Height of a second row of amounts, in points.
const AMOUNTS_ROW: f32 = 18.0;

/// A group, written out.
pub struct ChangeLine {
    pub group: String,
    pub count: String,
    /// `+19`; empty where nothing is compared.
    pub change: String,
    /// `from 12`.
    pub before: String,
    /// Only where the change is significant.
    pub good: Option<bool>,
    /// Why it is good or bad or neither.
    pub note: &'static str,
    /// One a currency.
    pub amounts: Vec<String>,
    pub place: (usize, usize, usize),
}

/// The lines of a card.
pub fn change_lines(id: CardId, content: &CardContent) -> Vec<ChangeLine> {
    let mut groups = content.group_changes();
    // Where there was none before, nothing is compared.
    if groups.iter().all(|group| group.before.unwrap_or_default() == 0) {
        groups.iter_mut().for_each(|group| group.before = None);
    }
    groups.iter().map(|group| change_line(id, group)).collect()
}

/// What a group is called on screen.
pub fn group_name(group: &GroupChange) -> String {
    if group.values.is_empty() { group.label.clone() } else { wording::group(&group.values) }
}

/// `+19`, `−3`, `0`.
pub fn signed(difference: i64) -> String {
    let sign = if difference > 0 { "+" } else { "" };
    format!("{sign}{}", count_text(difference))
}

fn change_line(id: CardId, group: &GroupChange) -> ChangeLine {
    let difference = group.difference();
    let judged = difference.filter(|difference| *difference != 0);
    let amount = |(currency, value): &(Currency, CardValue)| {
        let unit = ValueUnit::Money(currency.clone());
        // The currency is the group itself.
        if id == CardId::DisputesByCurrency { short(&unit, *value) } else { value.text(&unit) }
    };
    ChangeLine {
        group: group_name(group),
        count: group.now.text(&ValueUnit::Count),
        change: difference.map(signed).unwrap_or_default(),
        before: group.before.map(|before| text::from(count_text(before))).unwrap_or_default(),
        good: judged.filter(|_| group.significance == Significance::Significant).map(|difference| difference < 0),
        note: judged.map_or("", |_| why_judged(group.significance)),
        amounts: group.amounts.iter().map(amount).collect(),
        place: group.place,
    }
}

/// How high at least so many lines are with their header in a table of this width, in points: in a picture all amounts of
/// a line are written, below each other where they have to be.
pub fn height_of(ui: &Ui, lines: &[ChangeLine], (width, at_least): (f32, usize), in_picture: bool) -> f32 {
    let columns = ChangeColumns::of(ui, width, lines);
    let missing = at_least.saturating_sub(lines.len()) as f32 * ROW_COMPACT;
    let heights = lines.iter().map(|line| line_height(ui, line, &columns, in_picture));
    ROW_COMPACT + missing + heights.sum::<f32>()
}

fn line_height(ui: &Ui, line: &ChangeLine, columns: &ChangeColumns, in_picture: bool) -> f32 {
    let rows = if in_picture { columns.amount_rows(ui, &line.amounts).len() } else { 1 };
    ROW_COMPACT + AMOUNTS_ROW * rows.saturating_sub(1) as f32
}

/// Where the columns of a table of this width end, from its left edge: groups, numbers, changes, amounts.
struct ChangeColumns {
    group: f32,
    count: f32,
    change: f32,
    amounts: Option<f32>,
}

impl ChangeColumns {
    /// The amounts take what they need of what the names of the groups leave.
    fn of(ui: &Ui, width: f32, lines: &[ChangeLine]) -> Self {
        let is_compared = lines.iter().any(|line| !line.change.is_empty());
        let changes = if is_compared { CHANGE } else { 0.0 };
        let names = lines.iter().map(|line| text_width(ui, Text::Small, &line.group)).fold(0.0, f32::max) + space::L;
        let wanted = lines.iter().map(|line| text_width(ui, Text::Small, &line.amounts.join(" · ")) + space::L);
        let left = (width - names - COUNT - changes).min(wanted.fold(0.0, f32::max)).max(width * AMOUNTS_SHARE);
        let amounts = if width >= AMOUNTS_FROM { left.floor() } else { 0.0 };
        let change = width - amounts;
        let count = change - changes;
        Self { group: count - COUNT, count, change, amounts: (amounts > 0.0).then_some(width) }
    }

    /// Room for the amounts, in points.
    fn amounts_room(&self) -> f32 {
        self.amounts.map_or(0.0, |right| right - self.change - space::L)
    }

    /// All amounts in as many rows as they take.
    fn amount_rows(&self, ui: &Ui, amounts: &[String]) -> Vec<String> {
        let mut rows: Vec<String> = Vec::new();
        for amount in amounts.iter().filter(|_| self.amounts.is_some()) {
            let longer = rows.last().map(|row| format!("{row} · {amount}"));
            match longer.filter(|longer| text_width(ui, Text::Small, longer) <= self.amounts_room()) {
                Some(longer) => rows.last_mut().into_iter().for_each(|row| row.clone_from(&longer)),
                None => rows.push(amount.clone()),
            }
        }
        rows
    }
}

/// Draws the table; the line that was clicked.
pub fn changes_ui(ui: &mut Ui, title: &str, lines: &[ChangeLine], in_picture: bool) -> Option<ChartClick> {
    let columns = ChangeColumns::of(ui, ui.available_width(), lines);
    header_ui(ui, &columns, lines);
    let mut clicked = None;
    for (index, line) in lines.iter().enumerate() {
        if line_ui(ui, title, line, &columns, in_picture).clicked() {
            clicked = Some(ChartClick { bucket: index, series: None });
        }
    }
    clicked
}

fn header_ui(ui: &mut Ui, columns: &ChangeColumns, lines: &[ChangeLine]) {
    let color = tokens(ui).subdued;
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_COMPACT), Sense::hover());
    let is_compared = lines.iter().any(|line| !line.change.is_empty());
    put(ui, rect, columns.count, text::DISPUTES, (Text::Caption, color));
    if is_compared {
        put(ui, rect, columns.change, "Change ↓", (Text::Caption, color));
    }
    if let Some(right) = columns.amounts {
        put(ui, rect, right, text::AMOUNTS, (Text::Caption, color));
    }
    ui.painter().hline(rect.x_range(), rect.bottom() - 0.5, tokens(ui).hairline());
}

/// Writes `text` so that it ends at `right`.
fn put(ui: &Ui, rect: Rect, right: f32, text: &str, (kind, color): (Text, Color32)) -> Rect {
    let at = rect.left_center() + vec2(right, 0.0);
    ui.painter().text(at, Align2::RIGHT_CENTER, text, kind.font(), color)
}

fn line_ui(ui: &mut Ui, title: &str, line: &ChangeLine, columns: &ChangeColumns, in_picture: bool) -> Response {
    let tokens = tokens(ui);
    let height = line_height(ui, line, columns, in_picture);
    let (whole, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
    let rect = whole.with_max_y(whole.top() + ROW_COMPACT);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), line.accessible_text(title)));
    if response.hovered() {
        ui.painter().rect_filled(whole, RADIUS, tokens.hover);
    }
    let group = text_line(ui.painter(), &line.group, Text::Small, tokens.text, columns.group.max(0.0));
    galley_at(ui.painter(), group, rect.left(), rect.center().y, tokens.text);
    put(ui, rect, columns.count, &line.count, (Text::SmallStrong, tokens.text));
    let before = put(ui, rect, columns.change, &line.before, (Text::Small, tokens.subdued));
    let tone = line.good.map_or(Tone::Neutral, |good| if good { Tone::Positive } else { Tone::Danger });
    let left = before.left() - space::S - rect.left();
    put(ui, rect, left, &line.change, (Text::SmallStrong, tokens.tone(tone).text));
    if let Some(right) = columns.amounts {
        let galleys = match in_picture {
            true => columns.amount_rows(ui, &line.amounts).iter().map(|row| amounts_line(ui, row)).collect(),
            false => vec![amounts_in(ui, &line.amounts, columns.amounts_room())],
        };
        for (row, amounts) in galleys.into_iter().enumerate() {
            let left = rect.left() + right - amounts.size().x;
            let middle = rect.center().y + AMOUNTS_ROW * row as f32;
            galley_at(ui.painter(), amounts, left, middle, tokens.subdued);
        }
    }
    focus_ring(ui, &response, whole, RADIUS);
    let hover = line.said().join("\n");
    if hover.is_empty() { response } else { response.on_hover_text(hover) }
}

/// As many amounts as have room, with how many more there are; all of them are said under the pointer.
fn amounts_in(ui: &Ui, amounts: &[String], room: f32) -> Arc<Galley> {
    let line = |shown: usize| {
        let more = match (shown, amounts.len() - shown) {
            (_, 0) => None,
            (0, all) => Some(text::currencies(all)),
            (_, more) => Some(text::more(more)),
        };
        let parts: Vec<String> = amounts[..shown].iter().cloned().chain(more).collect();
        amounts_line(ui, &parts.join(" · "))
    };
    let fits = |galley: &Arc<Galley>| galley.size().x <= room;
    (1..=amounts.len()).rev().map(line).find(fits).unwrap_or_else(|| line(0))
}

fn amounts_line(ui: &Ui, text: &str) -> Arc<Galley> {
    text_line(ui.painter(), text, Text::Small, tokens(ui).subdued, f32::INFINITY)
}

impl ChangeLine {
    /// What is said of the line beside its numbers.
    fn said(&self) -> Vec<String> {
        let parts = [self.amounts.join(" · "), self.note.to_owned()];
        parts.into_iter().filter(|part| !part.is_empty()).collect()
    }

    fn accessible_text(&self, title: &str) -> String {
        let change = if self.change.is_empty() { String::new() } else { format!(", {} {}", self.change, self.before) };
        let rest: String = self.said().iter().map(|part| format!(". {part}")).collect();
        format!("{title}, {}: {}{change}{rest}", self.group, self.count)
    }
}
