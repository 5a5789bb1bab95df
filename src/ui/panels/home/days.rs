//! How the last days went: volume and success rate of each currency, by day, beside as many days before.

use chrono::{Datelike as _, NaiveDate};
use egui::accesskit::Role;
use egui::{Align2, Color32, Pos2, Rect, Response, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use paydesk_core::features::home::{CurrencyDays, DAYS, DaysOfPeriod, RateChange, RecentDays};
use paydesk_core::{Action, State};
use paydesk_domain::exact_test::Share;
use paydesk_domain::number_text::{count_text, percent, share_text};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{focus_ring, heading_ui, label_ui};

const EACH_DAY: &str = "Each day";
/// Currencies that are drawn; the others are counted.
const SHOWN_MAX: usize = 5;
const ROW: f32 = 66.0;
const HEADER: f32 = 28.0;
/// Of the two lines of a cell, from the middle of the row, in points.
const LINE: f32 = 10.0;
/// Of a picture in a row, in points.
const PICTURE: f32 = 40.0;
/// With less room the rates are not drawn by day, in points.
const WITH_RATES_MIN: f32 = 640.0;

/// Where the cells of a row begin and end, from its left, in points.
struct Cells {
    volume_end: f32,
    bars: (f32, f32),
    rate_end: f32,
    rates: Option<(f32, f32)>,
    compared: f32,
}

impl Cells {
    fn of(width: f32) -> Self {
        let volume_end = 136.0;
        let bars = (volume_end + space::XXL, volume_end + space::XXL + (width * 0.2).clamp(90.0, 168.0));
        let rate_end = bars.1 + 88.0;
        let rates = (width >= WITH_RATES_MIN).then_some((rate_end + space::L, rate_end + space::L + 72.0));
        let compared = rates.map_or(rate_end, |(_, end)| end) + space::L;
        Self { volume_end, bars, rate_end, rates, compared }
    }
}

/// Draws the section.
pub(super) fn days_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let title = format!("Last {DAYS} days");
    let Some(recent) = state.workspace.home.recent_days() else {
        section_ui(ui, &title, "");
        label_ui(ui, Text::Small, tokens(ui).subdued, "Shown once all payments from the last 28 days have loaded");
        return;
    };
    let (days, before) = (span(recent.days), span(recent.days_before));
    let since = recent.data_since.map(|since| format!(". Not compared: data begins on {}", since.format("%-d %b")));
    section_ui(ui, &title, &format!("{days}, dashed: {before}{}", since.unwrap_or_default()));
    if recent.currencies.is_empty() {
        label_ui(ui, Text::Small, tokens(ui).subdued, "No payments succeeded or failed on these days");
        return;
    }
    let cells = Cells::of(ui.available_width());
    ui.spacing_mut().item_spacing.y = 0.0;
    header_ui(ui, &cells);
    for days in recent.currencies.iter().take(SHOWN_MAX) {
        if let Some(statuses) = row_ui(ui, &cells, days) {
            actions.push(Action::SearchPayments(query(recent, days, statuses)));
        }
    }
    let more = recent.currencies.len().saturating_sub(SHOWN_MAX);
    if more > 0 {
        ui.add_space(space::S);
        let text = match more {
            1 => "1 currency is not shown".to_owned(),
            more => format!("{more} currencies are not shown"),
        };
        label_ui(ui, Text::Small, tokens(ui).subdued, &text);
    }
}

/// The title of a section, and what is said of all of it.
pub(super) fn section_ui(ui: &mut Ui, title: &str, facts: &str) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        heading_ui(ui, Text::Strong, tokens(ui).text, title);
        label_ui(ui, Text::Small, tokens(ui).subdued, facts);
    });
}

/// What the volume is of, and what the success rate is of.
const OF_VOLUME: &str = "succeeded";
const OF_RATE: &str = "succeeded,failed";

/// The payments of the days that are shown, of these statuses.
fn query(recent: &RecentDays, days: &CurrencyDays, statuses: &str) -> String {
    let (first, last) = recent.days;
    format!("currency:{} created:{first}..{last} status:{statuses}", days.currency.code().to_lowercase())
}

/// `13–26 Nov`, `30 Oct – 12 Nov`.
fn span((first, last): (NaiveDate, NaiveDate)) -> String {
    match (first.year(), first.month()) == (last.year(), last.month()) {
        true => format!("{}–{}", first.day(), last.format("%-d %b")),
        false => format!("{} – {}", first.format("%-d %b"), last.format("%-d %b")),
    }
}

fn header_ui(ui: &mut Ui, cells: &Cells) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEADER), Sense::hover());
    let at = |x: f32| pos2(rect.left() + x, rect.center().y);
    let title = |at: Pos2, align: Align2, text: &str| {
        ui.painter().text(at, align, text, Text::SmallStrong.font(), tokens(ui).subdued);
    };
    title(at(cells.volume_end), Align2::RIGHT_CENTER, "Volume");
    title(at(cells.bars.0), Align2::LEFT_CENTER, EACH_DAY);
    title(at(cells.rate_end), Align2::RIGHT_CENTER, "Success rate");
    cells.rates.iter().for_each(|(begin, _)| title(at(*begin), Align2::LEFT_CENTER, EACH_DAY));
    title(at(cells.compared), Align2::LEFT_CENTER, "Previous 14 days");
    ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, tokens(ui).border));
}

/// Draws a currency; the statuses of the payments behind the part that was clicked.
fn row_ui(ui: &mut Ui, cells: &Cells, days: &CurrencyDays) -> Option<&'static str> {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let tokens = tokens(ui);
    let middle = rect.left() + cells.bars.1 + space::M;
    let parts = [
        (rect.with_max_x(middle), OF_VOLUME, spoken_volume(days)),
        (rect.with_min_x(middle), OF_RATE, spoken_rate(days)),
    ];
    let clicked = parts.map(|(part, statuses, spoken)| {
        part_ui(ui, part, (days.currency.code(), statuses), &spoken).clicked().then_some(statuses)
    });
    let (above, below) = (rect.center().y - LINE, rect.center().y + LINE);
    let text = |at: Pos2, align: Align2, text: &str, style: Text, color: Color32| {
        ui.painter().text(at, align, text, style.font(), color);
    };
    let x = |from_left: f32| rect.left() + from_left;
    text(pos2(rect.left(), rect.center().y), Align2::LEFT_CENTER, days.currency.code(), Text::Strong, tokens.text);
    let volume = volume_text(days, &days.now);
    text(pos2(x(cells.volume_end), above), Align2::RIGHT_CENTER, &volume, Text::Body, tokens.text);
    let change = volume_change(days).unwrap_or_default();
    text(pos2(x(cells.volume_end), below), Align2::RIGHT_CENTER, &change, Text::Small, tokens.subdued);
    let place = |(begin, end): (f32, f32)| {
        Rect::from_center_size(pos2(x((begin + end) / 2.0), rect.center().y), vec2(end - begin, PICTURE))
    };
    bars(ui, place(cells.bars), days);
    let (rate, of) = rate_texts(days.now.succeeded());
    let rate_color = if days.change == RateChange::Lower { tokens.danger.text } else { tokens.text };
    text(pos2(x(cells.rate_end), above), Align2::RIGHT_CENTER, &rate, Text::Body, rate_color);
    text(pos2(x(cells.rate_end), below), Align2::RIGHT_CENTER, &of, Text::Small, tokens.subdued);
    cells.rates.into_iter().for_each(|cell| rates(ui, place(cell), days));
    let compared = pos2(x(cells.compared), rect.center().y);
    compared_ui(ui, Rect::from_min_max(compared - vec2(0.0, ROW / 2.0), rect.max), days);
    ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, tokens.border));
    clicked.into_iter().flatten().next()
}

/// A part of a row that leads to the payments it counts.
fn part_ui(ui: &Ui, rect: Rect, id: (&str, &str), spoken: &str) -> Response {
    let response = ui.interact(rect, ui.scope_id().with(id), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), spoken));
    if response.hovered() {
        ui.painter().rect_filled(rect, f32::from(size::RADIUS), tokens(ui).hover);
    }
    focus_ring(ui, &response, rect, size::RADIUS);
    response
}

fn volume_text(days: &CurrencyDays, period: &DaysOfPeriod) -> String {
    period.volume(&days.currency).map_or_else(|| "Too large".to_owned(), |volume| volume.amount_text())
}

/// `+7.5%`; `None` where there was nothing before, or nothing is compared.
fn volume_change(days: &CurrencyDays) -> Option<String> {
    if days.change == RateChange::NotCompared {
        return None;
    }
    let minor = |period: &DaysOfPeriod| period.volume(&days.currency).map(|volume| i128::from(volume.minor));
    let (now, before) = (minor(&days.now)?, minor(&days.before).filter(|before| *before > 0)?);
    let millionths = i64::try_from((now - before) * 1_000_000 / before).ok()?;
    let sign = if millionths > 0 { "+" } else { "" };
    Some(format!("{sign}{}", percent(millionths, 1)))
}

/// `93.6%`, `612 of 654`
fn rate_texts(succeeded: Share) -> (String, String) {
    let rate = share_text(succeeded.hits, succeeded.of).unwrap_or_else(|| "–".to_owned());
    (rate, format!("{} of {}", count_text(succeeded.hits), count_text(succeeded.of)))
}

/// A bar for each day, and a dashed line for the days before.
fn bars(ui: &Ui, rect: Rect, days: &CurrencyDays) {
    let minor = |period: &DaysOfPeriod| period.0.map(|day| day.volume_minor.unwrap_or(i64::MAX) as f32);
    let (now, before) = (minor(&days.now), minor(&days.before));
    let most = now.iter().chain(&before).fold(0.0, |most: f32, value| most.max(*value));
    if most <= 0.0 {
        return;
    }
    let step = rect.width() / DAYS as f32;
    let top = |value: f32| rect.bottom() - rect.height() * value / most;
    for (day, value) in now.into_iter().enumerate() {
        let left = rect.left() + step * day as f32;
        let bar = Rect::from_min_max(pos2(left, top(value)), pos2(left + step * 0.72, rect.bottom()));
        ui.painter().rect_filled(bar, 1.0, tokens(ui).series[0]);
    }
    let middle = |(day, value): (usize, f32)| pos2(rect.left() + step * (day as f32 + 0.36), top(value));
    let line: Vec<Pos2> = before.into_iter().enumerate().map(middle).collect();
    ui.painter().extend(Shape::dashed_line(&line, Stroke::new(1.0, tokens(ui).subdued), 3.0, 3.0));
}

/// The rate of each day that has one, from 0% at the bottom to 100%.
fn rates(ui: &Ui, rect: Rect, days: &CurrencyDays) {
    let tokens = tokens(ui);
    let color = if days.change == RateChange::Lower { tokens.danger.text } else { tokens.series[0] };
    let step = rect.width() / (DAYS - 1) as f32;
    let at = |(day, share): (usize, Share)| {
        let rate = share.hits as f32 / share.of as f32;
        pos2(rect.left() + step * day as f32, rect.bottom() - rect.height() * rate)
    };
    let rated = days.now.0.iter().map(|day| day.succeeded).enumerate().filter(|(_, share)| share.of > 0);
    let line: Vec<Pos2> = rated.map(at).collect();
    ui.painter().hline(rect.x_range(), rect.bottom(), Stroke::new(1.0, tokens.border));
    if let Some(end) = line.last() {
        ui.painter().circle_filled(*end, 2.5, color);
    }
    ui.painter().add(Shape::line(line, Stroke::new(1.5, color)));
}

fn compared_ui(ui: &mut Ui, rect: Rect, days: &CurrencyDays) {
    let tokens = tokens(ui);
    let color = match days.change {
        RateChange::Lower => tokens.danger.text,
        RateChange::Higher => tokens.positive.text,
        RateChange::NotSignificant | RateChange::NotCompared | RateChange::TooFew => tokens.subdued,
    };
    let mut left = rect.left();
    if days.change == RateChange::Lower {
        let center = pos2(left + size::ICON / 2.0, rect.center().y);
        left = Icon::Warning.paint(ui.painter(), center, size::ICON, color).right() + space::XS;
    }
    let width = (rect.right() - left).max(0.0);
    let galley = ui.painter().layout(compared_text(days), Text::Small.font(), color, width);
    ui.painter().galley(pos2(left, rect.center().y - galley.size().y / 2.0), galley, color);
}

fn compared_text(days: &CurrencyDays) -> String {
    let before = rate_texts(days.before.succeeded()).0;
    match days.change {
        RateChange::TooFew => "Too few to compare".to_owned(),
        RateChange::NotCompared => "Not compared".to_owned(),
        RateChange::NotSignificant => format!("{before} before, not a significant change"),
        RateChange::Lower => format!("{before} before, significantly lower"),
        RateChange::Higher => format!("{before} before, significantly higher"),
    }
}

/// What a screen reader says of the volume, which shows the payments that succeeded.
fn spoken_volume(days: &CurrencyDays) -> String {
    let (volume, before) = (volume_text(days, &days.now), volume_text(days, &days.before));
    let before = if days.change == RateChange::NotCompared { String::new() } else { format!(", before {before}") };
    format!("Show succeeded payments in {}: volume {volume}{before}", days.currency.code())
}

/// What a screen reader says of the rate, which shows the payments that succeeded or failed.
fn spoken_rate(days: &CurrencyDays) -> String {
    let (rate, of) = rate_texts(days.now.succeeded());
    let code = days.currency.code();
    format!("Show payments in {code}: success rate {rate}, {of}; {}", compared_text(days))
}
