//! A field for a day outside a form: in the popup of a filter, among the fields of evidence. Its month hangs below it, over
//! what follows. A time that follows the day stays as it is.

use chrono::NaiveDate;
use egui::accesskit::HasPopup;
use egui::{Id, Key, Modifiers, Rect, Ui};
use paydesk_widgets::hanging::{hanging_ui, is_under_pointer};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::{FieldOutput, TextField};

use super::date::{KEYS, Month, first_of, moved, read};
use super::text;

/// The month below a field: how many months it was turned from that of the field.
#[derive(Debug, Clone, Copy, Default)]
struct OpenMonth {
    offset: i32,
}

/// What a field says beside its text.
#[derive(Debug, Clone, Copy)]
pub struct DayField<'a> {
    pub id: Id,
    pub label: &'a str,
    pub hint: Option<&'a str>,
    pub error: Option<&'a str>,
    /// Why it cannot be changed.
    pub disabled: Option<&'a str>,
}

/// Draws the field; `today` is that of the zone in which days are shown. `changed` is also true where a day was picked.
pub fn day_ui(ui: &mut Ui, field: DayField<'_>, text: &mut String, today: NaiveDate) -> FieldOutput {
    let DayField { id, label, hint, error, disabled } = field;
    let month_id = id.with("month");
    let mut month: Option<OpenMonth> = ui.data(|data| data.get_temp(month_id)).unwrap_or_default();
    let was_closed = month.is_none();
    let key = taken_key(ui, id, &mut month);
    let by_key = key.and_then(|key| moved(read(day_of(text)), key, today));
    let name = text::open_calendar(label.to_lowercase());
    let field = TextField::labelled(label, text).placeholder("2026-11-24").error(error).disabled(disabled);
    let field = match hint {
        Some(hint) => field.hint(hint),
        None => field,
    };
    let mut shown = field.opener(Icon::Calendar, &name).id(id).ui(ui);
    open_or_close(ui, &mut shown, &mut month);
    if was_closed && month.is_some() {
        shown.response.scroll_to_me(None);
    }
    if shown.changed || by_key.is_some() {
        month = month.map(|_| OpenMonth::default());
    }
    let mut picked = by_key;
    if let Some(open) = &mut month {
        let chosen = by_key.or(read(day_of(text)));
        let first = first_of(chosen.unwrap_or(today), open.offset);
        let (taken, turned) =
            month_ui(ui, (month_id, label), shown.rect, Month { first, chosen, today, earliest: None });
        open.offset += turned;
        picked = taken.or(picked);
        if taken.is_some() || turned != 0 {
            shown.response.request_focus();
        }
        if taken.is_some() || key == Some(Key::Enter) {
            month = None;
        }
    }
    if let Some(day) = picked {
        *text = with_day(text, day);
        shown.changed = true;
    }
    let is_open = month.is_some();
    ui.ctx().accesskit_node_builder(shown.response.id, |node| {
        node.set_has_popup(HasPopup::Grid);
        node.set_expanded(is_open);
    });
    ui.data_mut(|data| data.insert_temp(month_id, month));
    shown
}

/// Opens and closes the month as the field was used: by its button, with Esc, and where the field is left.
fn open_or_close(ui: &Ui, shown: &mut FieldOutput, month: &mut Option<OpenMonth>) {
    let response = &shown.response;
    // Of the field, also while the window has lost the keyboard to another.
    let has_focus = ui.memory(|memory| memory.has_focus(response.id));
    let is_over_field = ui.input(|input| input.pointer.latest_pos().is_some_and(|at| shown.rect.contains(at)));
    if shown.opened {
        *month = if month.is_some() { None } else { Some(OpenMonth::default()) };
        response.request_focus();
    } else if month.is_some() && shown.cancelled {
        // Esc was meant for the month: the field keeps the keyboard, and what it is in stays open.
        shown.cancelled = false;
        ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
        response.request_focus();
        *month = None;
    } else if !has_focus && !is_over_field && !is_under_pointer(ui.ctx()) {
        *month = None;
    }
}

/// Draws the month below the box of its field while that is in view; the day that was picked, and how many months it was
/// turned.
fn month_ui(ui: &Ui, (id, label): (Id, &str), field: Rect, month: Month) -> (Option<NaiveDate>, i32) {
    let mut done = (None, 0);
    if ui.is_rect_visible(field) {
        hanging_ui(ui, id, field, &text::calendar(label), |ui| done = month.ui(ui));
    }
    done
}

/// The key that was pressed for the month, before the field sees it. Without one, the arrow down opens it.
fn taken_key(ui: &Ui, id: Id, month: &mut Option<OpenMonth>) -> Option<Key> {
    if !ui.memory(|memory| memory.has_focus(id)) {
        return None;
    }
    let taken = |key: &Key| ui.input_mut(|input| input.consume_key(Modifiers::NONE, *key));
    if month.is_some() {
        return KEYS.iter().copied().find(taken);
    }
    if taken(&Key::ArrowDown) {
        *month = Some(OpenMonth::default());
    }
    None
}

/// The part of the text that is the day.
fn day_of(text: &str) -> &str {
    text.trim().split(' ').next().unwrap_or_default()
}

/// The text with another day.
fn with_day(text: &str, day: NaiveDate) -> String {
    match text.trim().split_once(' ') {
        Some((_, time)) => format!("{day} {time}"),
        None => day.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn another_day_leaves_the_time_that_follows_it() {
        let day = "2026-11-30".parse().unwrap();
        assert_eq!(with_day("2026-11-24 17:00", day), "2026-11-30 17:00");
        assert_eq!(with_day(" 2026-11-24", day), "2026-11-30");
        assert_eq!(with_day("", day), "2026-11-30");
        assert_eq!(day_of(" 2026-11-24 17:00"), "2026-11-24");
    }
}
