//! The menus that assign disputes, snooze them, and say that they are not contested: of the selected ones in the inbox, of
//! the open one in its workspace.

use chrono::{DateTime, Days, NaiveDate, TimeDelta, Utc};
use egui::Ui;

use crate::drafts::Drafts;
use crate::form::{DayField, day_ui};
use paydesk_core::command::HandlingControl;
use paydesk_core::features::disputes::{ASSIGNEE_CHARS, DisputeTableRow, DisputesAction, HandlingAction};
use paydesk_core::{Action, State};
use paydesk_domain::ids::DisputeId;
use paydesk_widgets::{Button, FilterBody, FilterButton, FilterChange, TextField};

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
    let draft = drafts.of::<DisputesDraft>();
    let asked = draft.asked.take();
    let is_asked = |control| asked == Some(control);
    if let Some(to) = menu_ui(ui, state, assignee, &mut draft.assignee, is_asked(HandlingControl::Assign)) {
        act(HandlingAction::Assign { disputes: ids(), to });
    }
    snooze_ui(ui, state, (rows, is_asked(HandlingControl::Snooze)), &mut draft.snooze, &mut act);
    contest_ui(ui, (rows, is_asked(HandlingControl::Contest)), &mut act);
}

/// The menu that says who works on something; who was chosen.
pub fn assign_menu_ui(
    ui: &mut Ui,
    state: &State,
    assignee: Option<&str>,
    typed: &mut String,
) -> Option<Option<String>> {
    menu_ui(ui, state, assignee, typed, false)
}

/// The menu; `opens` where a key opens it.
fn menu_ui(
    ui: &mut Ui,
    state: &State,
    assignee: Option<&str>,
    typed: &mut String,
    opens: bool,
) -> Option<Option<String>> {
    // A button, not a filter that is set: its cross would take the person away from all that are selected.
    let name = assignee.map_or_else(|| "Assign…".to_owned(), text::assigned_to);
    let assigned = FilterButton::new(&name, None).width(280.0).opened(opens);
    match assigned.ui(ui, |body| assign_ui(body, state, assignee, typed)) {
        Some(FilterChange::Set(to)) => Some(to),
        Some(FilterChange::Cleared) | None => None,
    }
}

/// The button that says that they are not contested, or are again. Once evidence was submitted there is none.
fn contest_ui(ui: &mut Ui, (rows, is_asked): (&[&DisputeTableRow], bool), act: &mut impl FnMut(HandlingAction)) {
    // Of many the closed ones say nothing: after “Won't contest” the same selection can be contested again.
    let may_need = |row: &DisputeTableRow| row.dispute.status.may_need_evidence();
    let has_open = rows.iter().any(|row| may_need(row));
    let mut asked = rows.iter().filter(|row| !has_open || may_need(row));
    let contested = !rows.is_empty() && asked.all(|row| row.not_contested.is_some());
    let (label, hint) = match contested {
        true => ("Contest again", "Counted as due again"),
        false => (text::WONT_CONTEST, "No longer counted as due. Saved in Paydesk, not sent to the service."),
    };
    let is_open = rows.iter().any(|row| row.dispute.status.takes_evidence());
    if is_open && !contested && !has_open {
        return;
    }
    let closed = (!is_open && !contested).then_some(text::DISPUTE_IS_CLOSED);
    if Button::secondary(label).hint(hint).disabled(closed).ui(ui).clicked() || is_asked && closed.is_none() {
        let disputes = rows.iter().map(|row| row.dispute.dispute_id.clone()).collect();
        act(HandlingAction::SetContested { disputes, contested });
    }
}

/// What all of them say, where that is one text.
fn common<'a>(mut texts: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let first = texts.next().filter(|text| !text.is_empty())?;
    texts.all(|text| text == first).then_some(first)
}

/// This person, everybody who works on something or is of the team, nobody, and another name; who was chosen.
fn assign_ui(
    body: &mut FilterBody<'_>,
    state: &State,
    chosen: Option<&str>,
    typed: &mut String,
) -> Option<Option<String>> {
    let mut names = state.workspace.disputes.handling.assignees();
    names.append(&mut state.workspace.review_queue.assignees());
    let colleagues = state.workspace.team.people().iter().filter(|person| person.role.may_operate());
    names.extend(colleagues.map(|person| person.name.as_str()));
    names.remove(state.operator.as_str());
    let me = Some(&state.operator).filter(|name| !name.is_empty());
    let mut taken = None;
    for (label, name) in me
        .map(|name| (text::me(name), name.as_str()))
        .into_iter()
        .chain(names.into_iter().map(|name| (name.to_owned(), name)))
    {
        if body.choice(&label, chosen == Some(name)) {
            taken = Some(Some(name.to_owned()));
        }
    }
    if chosen.is_some() && body.choice(text::NOBODY, false) {
        taken = Some(None);
    }
    let is_alone = !body.has_choices();
    if !is_alone {
        body.divider();
    }
    // Where nobody is known yet, the field is all there is.
    let takes_keyboard = is_alone && body.just_opened;
    taken.or_else(|| {
        body.form(|ui| {
            let field = TextField::labelled("Another person", typed).hint("Name, then Enter");
            let shown = field.max_chars(ASSIGNEE_CHARS).ui(ui);
            if takes_keyboard {
                shown.response.request_focus();
            }
            (shown.submitted && !typed.trim().is_empty()).then(|| Some(std::mem::take(typed)))
        })
    })
}

fn snooze_ui(
    ui: &mut Ui,
    state: &State,
    (rows, is_asked): (&[&DisputeTableRow], bool),
    typed: &mut String,
    act: &mut impl FnMut(HandlingAction),
) {
    let ids = || rows.iter().map(|row| row.dispute.dispute_id.clone()).collect::<Vec<DisputeId>>();
    if !rows.is_empty() && rows.iter().all(|row| row.is_snoozed(state.now)) {
        let until = rows.iter().filter_map(|row| row.snoozed_until).min();
        let until = until.map(|at| text::snoozed_until(state.zone().short(at, state.now))).unwrap_or_default();
        if Button::secondary("End snooze").hint(&until).ui(ui).clicked() || is_asked {
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
    let chosen = FilterButton::new(text::SNOOZE, None).width(280.0).opened(is_asked).ui(ui, |body| {
        body.caption("Returns then, or a day before evidence is due if sooner");
        let today = zone.date(state.now);
        let morning = |day: NaiveDate| zone.day_start(day) + TimeDelta::hours(BACK_AT_HOUR);
        let until = |days: u64| morning(today.checked_add_days(Days::new(days)).unwrap_or(today));
        let name = |days: u64| text::until(zone.weekday(until(days)));
        // Later is no choice: a day before the evidence is due they are back.
        let latest = latest_snooze(rows, state.now);
        let days = SNOOZE_DAYS.into_iter().filter(|days| latest.is_none_or(|latest| until(*days) < latest));
        let chosen = days.filter(|days| body.choice(&name(*days), false)).last().map(until);
        let latest = latest.filter(|at| *at < until(SNOOZE_DAYS[SNOOZE_DAYS.len() - 1]));
        let label = |at| match rows {
            [_] => text::until_day_before_due(zone.weekday(at)),
            _ => "Until a day before each is due".to_owned(),
        };
        let chosen = chosen.or(latest.filter(|at| body.choice(&label(*at), false)));
        body.divider();
        chosen.or(body.form(|ui| day_to_snooze_ui(ui, today, typed)).map(morning))
    });
    if let Some(FilterChange::Set(until)) = chosen {
        act(HandlingAction::Snooze { disputes: ids(), until });
    }
}

/// Until when the last of them can be snoozed; `None` where one of them is not due.
fn latest_snooze(rows: &[&DisputeTableRow], now: DateTime<Utc>) -> Option<DateTime<Utc>> {
    let can = rows.iter().filter(|row| row.snooze_blocker(now).is_none());
    let latest: Option<Vec<DateTime<Utc>>> = can.map(|row| row.latest_snooze(now)).collect();
    latest?.into_iter().max()
}

/// Another day, typed or picked.
fn day_to_snooze_ui(ui: &mut Ui, today: NaiveDate, typed: &mut String) -> Option<NaiveDate> {
    let id = ui.scope_id().with("day");
    let field = DayField { id, label: "Another day", hint: None, error: None, disabled: None };
    let shown = day_ui(ui, field, typed, today);
    let day = typed.trim().parse::<NaiveDate>().ok().filter(|day| *day > today);
    let none = day.is_none().then_some("Enter a day after today");
    let clicked = Button::secondary("Snooze until this day").disabled(none).ui(ui).clicked();
    let day = day.filter(|_| clicked || shown.submitted)?;
    typed.clear();
    Some(day)
}
