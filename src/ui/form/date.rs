//! A day: typed as `2027-01-31`, or picked from the month below the field. Days are those of the zone that Paydesk
//! shows.

use chrono::{Datelike, Days, Months, NaiveDate};
use egui::accesskit::Role;
use egui::{Align2, Key, Rect, Sense, Ui, WidgetInfo, pos2, vec2};
use paydesk_domain::text::sentences;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{TextField, paint};

use super::fields::id_of;
use super::{FormFields, text};

const CELL: f32 = 32.0;
const WEEK: u32 = 7;
/// Half the line through a day that cannot be picked, in points.
const STRUCK: f32 = 7.0;
/// Weeks that any month fits into, so that nothing moves from one to the next.
const WEEKS: u32 = 6;
const WEEKDAYS: [&str; 7] = ["Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"];
pub(super) const KEYS: [Key; 7] =
    [Key::ArrowDown, Key::ArrowUp, Key::ArrowLeft, Key::ArrowRight, Key::PageDown, Key::PageUp, Key::Enter];

impl FormFields<'_> {
    /// A day at `path`; `today` is that of the zone in which days are shown.
    pub fn date(&mut self, ui: &mut Ui, path: &str, label: &str, (text, today): (&mut String, NaiveDate), hint: &str) {
        self.day(ui, path, label, (text, today, None), hint);
    }

    /// A day from `today` on: no earlier one is offered.
    pub fn day_to_come(
        &mut self,
        ui: &mut Ui,
        path: &str,
        label: &str,
        (text, today): (&mut String, NaiveDate),
        hint: &str,
    ) {
        self.day(ui, path, label, (text, today, Some(today)), hint);
    }

    fn day(
        &mut self,
        ui: &mut Ui,
        path: &str,
        label: &str,
        (text, today, first): (&mut String, NaiveDate, Option<NaiveDate>),
        hint: &str,
    ) {
        let key = self.taken_key(ui, path, &KEYS);
        if let Some(day) = key.and_then(|key| moved(read(text), key, today)) {
            *text = first.map_or(day, |first| day.max(first)).to_string();
            self.show_month_of_field(path);
        }
        let (error, warning, name) = (self.error(path), self.warning(path), self.name(label));
        let day = read(text);
        let message = day.map(|day| sentences(&[day.format("%A, %-d %B %Y").to_string().as_str(), hint]));
        let field = TextField::labelled(label, text)
            .name(&name)
            .placeholder("2027-01-31")
            .error(error.as_deref())
            .warning(warning.as_deref());
        let field = field.hint(message.as_deref().unwrap_or(hint)).required(self.requires(path));
        let open = text::open_calendar(name.to_lowercase());
        let mut shown = field.opener(Icon::Calendar, &open).id(id_of(path)).ui(ui);
        if shown.changed {
            self.show_month_of_field(path);
        }
        let mut picked = None;
        self.drop_down(ui, path, (&mut shown, false), &text::calendar(label), |ui, opened| {
            let offset = opened.at.unwrap_or_default();
            let month = Month { first: first_of(day.unwrap_or(today), offset), chosen: day, today, earliest: first };
            let (taken, turned) = month.ui(ui);
            picked = taken;
            opened.at = Some(offset + turned);
        });
        if let Some(day) = picked {
            *text = day.to_string();
            shown.response.request_focus();
        }
        if picked.is_some() || key == Some(Key::Enter) {
            self.close(path);
        }
        self.settle(ui, path, text.is_empty(), &shown);
    }

    fn show_month_of_field(&mut self, path: &str) {
        if let Some(opened) = self.opened(path) {
            opened.at = None;
        }
    }
}

pub(super) fn read(text: &str) -> Option<NaiveDate> {
    NaiveDate::parse_from_str(text.trim(), "%Y-%m-%d").ok()
}

/// Where a key leads from `day`; without a day, to `today`.
pub(super) fn moved(day: Option<NaiveDate>, key: Key, today: NaiveDate) -> Option<NaiveDate> {
    let Some(day) = day else { return (key != Key::Enter).then_some(today) };
    match key {
        Key::ArrowLeft => day.checked_sub_days(Days::new(1)),
        Key::ArrowRight => day.checked_add_days(Days::new(1)),
        Key::ArrowUp => day.checked_sub_days(Days::new(7)),
        Key::ArrowDown => day.checked_add_days(Days::new(7)),
        Key::PageUp => day.checked_sub_months(Months::new(1)),
        Key::PageDown => day.checked_add_months(Months::new(1)),
        _ => None,
    }
}

/// The first day of the month that is `offset` months from that of `day`.
pub(super) fn first_of(day: NaiveDate, offset: i32) -> NaiveDate {
    let months = Months::new(offset.unsigned_abs());
    let other = if offset < 0 { day.checked_sub_months(months) } else { day.checked_add_months(months) };
    let day = other.unwrap_or(day);
    day.with_day(1).unwrap_or(day)
}

/// The month that hangs below a field.
#[derive(Debug, Clone, Copy)]
pub(super) struct Month {
    /// Its first day.
    pub first: NaiveDate,
    pub chosen: Option<NaiveDate>,
    pub today: NaiveDate,
    /// No day before it can be meant.
    pub earliest: Option<NaiveDate>,
}

impl Month {
    /// Draws it: the day that was picked, and how many months it was turned.
    pub fn ui(self, ui: &mut Ui) -> (Option<NaiveDate>, i32) {
        let height = size::CONTROL + size::ROW_COMPACT + WEEKS as f32 * size::ROW_COMPACT;
        let (rect, _) = ui.allocate_exact_size(vec2(WEEK as f32 * CELL, height), Sense::hover());
        let turned = head_ui(ui, rect, self.first, self.is_past(self.first));
        let top = rect.top() + size::CONTROL;
        for (column, name) in WEEKDAYS.into_iter().enumerate() {
            let at = cell(rect.left(), top, column as u32, 0).center();
            paint::text_at(ui.painter(), at, Align2::CENTER_CENTER, name, Text::Caption, tokens(ui).subdued);
        }
        let begin = self.first.checked_sub_days(Days::new(u64::from(self.first.weekday().num_days_from_monday())));
        let mut picked = None;
        for nth in 0..WEEK * WEEKS {
            let Some(day) = begin.and_then(|begin| begin.checked_add_days(Days::new(u64::from(nth)))) else { continue };
            if day.month() == self.first.month() {
                let place = cell(rect.left(), top, nth % WEEK, 1 + nth / WEEK);
                picked = picked.or(self.day_ui(ui, place, day).then_some(day));
            }
        }
        (picked, turned)
    }

    /// Whether `day` has passed where only days to come can be meant.
    fn is_past(self, day: NaiveDate) -> bool {
        self.earliest.is_some_and(|earliest| day < earliest)
    }

    /// A day of the month; true where it was picked.
    fn day_ui(self, ui: &Ui, place: Rect, day: NaiveDate) -> bool {
        let tokens = tokens(ui);
        let (chosen, is_past) = (self.chosen == Some(day), self.is_past(day));
        let button = ui.interact(place, ui.scope_id().with(day), if is_past { Sense::hover() } else { Sense::CLICK });
        let name = day.format("%-d %B %Y").to_string();
        let name = if is_past { text::it_has_passed(&name) } else { name };
        button.widget_info(|| WidgetInfo::selected(Role::Button, !is_past, chosen, &name));
        let square = place.shrink(1.0);
        if chosen {
            ui.painter().rect_filled(square, size::RADIUS, tokens.accent.text);
        } else if button.hovered() && !is_past {
            ui.painter().rect_filled(square, size::RADIUS, tokens.hover);
        }
        if self.today == day && !chosen {
            let edge = egui::Stroke::new(1.0, tokens.border_strong);
            ui.painter().rect_stroke(square, size::RADIUS, edge, egui::StrokeKind::Inside);
        }
        let color = match (chosen, is_past) {
            (true, _) => tokens.on_accent,
            (false, true) => tokens.faint,
            (false, false) => tokens.text,
        };
        let number = day.day().to_string();
        paint::text_at(ui.painter(), place.center(), Align2::CENTER_CENTER, &number, Text::Body, color);
        if is_past {
            // Colour alone does not show it.
            let line = place.center().x - STRUCK..=place.center().x + STRUCK;
            ui.painter().hline(line, place.center().y, egui::Stroke::new(1.0, tokens.border_strong));
        }
        button.clicked()
    }
}

fn cell(left: f32, top: f32, column: u32, row: u32) -> Rect {
    let corner = pos2(left + column as f32 * CELL, top + row as f32 * size::ROW_COMPACT);
    Rect::from_min_size(corner, vec2(CELL, size::ROW_COMPACT))
}

/// The name of the month between the buttons that turn it.
fn head_ui(ui: &mut Ui, rect: Rect, first: NaiveDate, is_earliest: bool) -> i32 {
    let middle = rect.top() + size::CONTROL / 2.0;
    let title = first.format("%B %Y").to_string();
    let at = pos2(rect.center().x, middle);
    paint::text_at(ui.painter(), at, Align2::CENTER_CENTER, &title, Text::Strong, tokens(ui).text);
    let mut turned = 0;
    for (icon, name, left, step) in [
        (Icon::Left, "Previous month", rect.left() + space::L, -1),
        (Icon::Right, "Next month", rect.right() - space::L, 1),
    ] {
        let place = Rect::from_center_size(pos2(left, middle), vec2(CELL, size::ROW_COMPACT));
        let can_turn = step > 0 || !is_earliest;
        let button = ui.interact(place, ui.scope_id().with(name), if can_turn { Sense::CLICK } else { Sense::hover() });
        let reported = if can_turn { name.to_owned() } else { text::it_has_passed(name) };
        button.widget_info(|| WidgetInfo::labeled(Role::Button, can_turn, &reported));
        if button.hovered() && can_turn {
            ui.painter().rect_filled(place, size::RADIUS, tokens(ui).hover);
        }
        let color = if can_turn { tokens(ui).subdued } else { tokens(ui).faint };
        icon.paint(ui.painter(), place.center(), size::ICON, color);
        turned += if button.clicked() { step } else { 0 };
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    #[test]
    fn keys_move_by_days_weeks_and_months_and_begin_with_today() {
        let today = day("2026-11-21");
        let from = |start: &str, key: Key| moved(read(start), key, today).map(|day| day.to_string());
        assert_eq!(from("2026-12-31", Key::ArrowRight).as_deref(), Some("2027-01-01"));
        assert_eq!(from("2027-01-03", Key::ArrowUp).as_deref(), Some("2026-12-27"));
        assert_eq!(from("2027-01-31", Key::PageDown).as_deref(), Some("2027-02-28"));
        assert_eq!(from("", Key::ArrowDown).as_deref(), Some("2026-11-21"));
        assert_eq!(from("", Key::Enter), None);
        assert_eq!(from("2027-01-31", Key::Enter), None);
    }

    #[test]
    fn months_are_turned_from_that_of_the_field() {
        assert_eq!(first_of(day("2027-01-31"), 1), day("2027-02-01"));
        assert_eq!(first_of(day("2027-01-31"), -1), day("2026-12-01"));
        assert_eq!(first_of(day("2027-01-31"), 0), day("2027-01-01"));
    }
}
