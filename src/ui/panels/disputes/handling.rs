//! The menus that assign disputes, snooze them, and say that they are not contested: of the selected ones in the inbox, of
//! the open one in its workspace.

use chrono::{Days, NaiveDate, TimeDelta};
use egui::Ui;

use crate::app::features::disputes::{ASSIGNEE_CHARS, DisputeTableRow, DisputesAction, HandlingAction};
use crate::app::{Action, State};
use crate::domain::ids::DisputeId;
use crate::ui::drafts::Drafts;
use crate::ui::widgets::form::{DayField, day_ui};
use crate::ui::widgets::{Button, FilterBody, FilterButton, FilterChange, TextField};

use super::draft::DisputesDraft;
use super::text;

/// For how many days a dispute is snoozed.
const SNOOZE_DAYS: [u64; 4] = [1, 3, 7, 14];
/// At which hour of the day it is back.
const BACK_AT_HOUR: i64 = 8;

/// Draws what can be done to these disputes.
pub fn handling_ui(
    ui: &mut Ui,
    state: &State,
    rows: &[&DisputeTableRow],
    drafts: &mut Drafts,
    actions: &mut Vec<Action>,
) {
    let ids = || rows.iter().map(|row| row.dispute.dispute_id.clone()).collect::<Vec<DisputeId>>();
    let mut act = |action: HandlingAction| actions.push(Action::Disputes(DisputesAction::Handling(action)));
    let assignee = common(rows.iter().map(|row| row.assignee_text.as_str()));
    let name = if assignee.is_some() { text::ASSIGNEE } else { text::ASSIGN };
    let assigned = FilterButton::new(name, assignee)
        .width(280.0)
        .ui(ui, |body| assign_ui(body, state, assignee, &mut drafts.of::<DisputesDraft>().assignee));
    match assigned {
        Some(FilterChange::Set(to)) => act(HandlingAction::Assign { disputes: ids(), to: Some(to) }),
        Some(FilterChange::Cleared) => act(HandlingAction::Assign { disputes: ids(), to: None }),
        None => {}
    }
    snooze_ui(ui, state, rows, &mut drafts.of::<DisputesDraft>().snooze, &mut act);
    let contested = !rows.is_empty() && rows.iter().all(|row| row.not_contested.is_some());
    let (label, hint) = match contested {
        true => (text::CONTEST_AGAIN, text::IT_COUNTS_AS_DUE_AGAIN),
        false => (text::WONT_CONTEST, text::IT_LEAVES_DUE_COUNTS),
    };
    let is_open = rows.iter().any(|row| row.dispute.status.takes_evidence());
    let closed = (!is_open && !contested).then_some(text::DISPUTE_IS_CLOSED);
    if Button::secondary(label).hint(hint).disabled(closed).ui(ui).clicked() {
        act(HandlingAction::SetContested { disputes: ids(), contested });
    }
}

/// What all of them say, where that is one text.
fn common<'a>(mut texts: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let first = texts.next().filter(|text| !text.is_empty())?;
    texts.all(|text| text == first).then_some(first)
}

/// This person, everybody who works on a dispute, and another name.
fn assign_ui(body: &mut FilterBody<'_>, state: &State, chosen: Option<&str>, typed: &mut String) -> Option<String> {
    let mut names = state.workspace.disputes.handling.assignees();
    names.remove(state.operator.as_str());
    let me = text::me(&state.operator);
    let mut taken = body.choice(&me, chosen == Some(&state.operator)).then(|| state.operator.clone());
    for name in names {
        if body.choice(name, chosen == Some(name)) {
            taken = Some(name.to_owned());
        }
    }
    body.divider();
    taken.or_else(|| {
        body.form(|ui| {
            let field = TextField::labelled(text::ANOTHER_PERSON, typed).hint(text::NAME_THEN_ENTER);
            let shown = field.max_chars(ASSIGNEE_CHARS).ui(ui);
            (shown.submitted && !typed.trim().is_empty()).then(|| std::mem::take(typed))
        })
    })
}

fn snooze_ui(
    ui: &mut Ui,
    state: &State,
    rows: &[&DisputeTableRow],
    typed: &mut String,
    act: &mut impl FnMut(HandlingAction),
) {
    let ids = || rows.iter().map(|row| row.dispute.dispute_id.clone()).collect::<Vec<DisputeId>>();
    if !rows.is_empty() && rows.iter().all(|row| row.is_snoozed(state.now)) {
        let until = rows.iter().filter_map(|row| row.snoozed_until).min();
        let until = until.map(|at| text::snoozed_until(state.zone().short(at, state.now))).unwrap_or_default();
        if Button::secondary(text::END_SNOOZE).hint(&until).ui(ui).clicked() {
            act(HandlingAction::Wake(ids()));
        }
        return;
    }
    let blocker = rows.first().and_then(|row| row.snooze_blocker(state.now));
    if let Some(blocker) = blocker.filter(|_| rows.iter().all(|row| row.snooze_blocker(state.now).is_some())) {
        Button::secondary(text::SNOOZE).disabled(Some(blocker)).ui(ui);
        return;
    }
    let zone = state.zone();
    let chosen = FilterButton::new(text::SNOOZE, None).width(280.0).ui(ui, |body| {
        body.caption(text::BACK_A_DAY_BEFORE_DUE);
        let today = zone.date(state.now);
        let morning = |day: NaiveDate| zone.day_start(day) + TimeDelta::hours(BACK_AT_HOUR);
        let until = |days: u64| morning(today.checked_add_days(Days::new(days)).unwrap_or(today));
        let name = |days: u64| text::until(zone.weekday(until(days)));
        let chosen = SNOOZE_DAYS.into_iter().filter(|days| body.choice(&name(*days), false)).last().map(until);
        body.divider();
        chosen.or(body.form(|ui| day_to_snooze_ui(ui, today, typed)).map(morning))
    });
    if let Some(FilterChange::Set(until)) = chosen {
        act(HandlingAction::Snooze { disputes: ids(), until });
    }
}

/// Another day, typed or picked.
fn day_to_snooze_ui(ui: &mut Ui, today: NaiveDate, typed: &mut String) -> Option<NaiveDate> {
    let id = ui.scope_id().with("day");
    let field = DayField { id, label: text::ANOTHER_DAY, hint: None, error: None, disabled: None };
    let shown = day_ui(ui, field, typed, today);
    let day = typed.trim().parse::<NaiveDate>().ok().filter(|day| *day > today);
    let none = day.is_none().then_some(text::DAY_IN_FUTURE);
    let clicked = Button::secondary(text::SNOOZE_UNTIL_DAY).disabled(none).ui(ui).clicked();
    let day = day.filter(|_| clicked || shown.submitted)?;
    typed.clear();
    Some(day)
}
