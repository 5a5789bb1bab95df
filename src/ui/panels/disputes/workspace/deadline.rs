//! Until when evidence counts: an estimate of ours with its rule, and one click to change it.

use chrono::{DateTime, NaiveDateTime, Utc};
use egui::Ui;

use crate::drafts::Drafts;
use crate::form::{DayField, day_ui};
use crate::panels::disputes::draft::DisputesDraft;
use crate::panels::disputes::handling::handling_ui;
use crate::panels::disputes::text;
use crate::status::answer_look;
use paydesk_core::command::HandlingControl;
use paydesk_core::features::disputes::{
    DeadlineSource, DisputeTableRow, DisputesAction, EvidenceDraftAction, EvidencePolicyAction,
};
use paydesk_core::{Action, State};
use paydesk_domain::deadline::{DEADLINE_DAYS, answer_by, plain_reason};
use paydesk_domain::text::visible;
use paydesk_domain::zone::{LocalTime, Zone};
use paydesk_widgets::icons::Icon;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Chip, FilterButton, FilterChange, TextField, label_ui};

/// With less room the time is upon the button that changes it, so that the line stays one, in points.
const ONE_LINE: f32 = 760.0;

/// Draws the line of the deadline; its rule is under the pointer, and where it is changed.
pub fn deadline_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let is_narrow = ui.available_width() < ONE_LINE;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(if is_narrow { space::S } else { space::M }, space::XS);
        let upon_button = said_ui(ui, state, row, is_narrow);
        let is_asked = drafts.of::<DisputesDraft>().asked == Some(HandlingControl::Deadline);
        let button = FilterButton::new("Change deadline", upon_button.as_deref()).always_set().width(260.0);
        let button = button.opened(is_asked);
        let changed = button.ui(ui, |body| {
            let just_opened = body.just_opened;
            body.form(|ui| change_ui(ui, state, row, drafts, just_opened))
        });
        if let Some(FilterChange::Set(action)) = changed {
            actions.push(Action::Disputes(action));
        }
        handling_ui(ui, state, &[row], drafts, actions);
    });
}

/// How much time is left and until when; the part of it that is for the button where there is little room.
fn said_ui(ui: &mut Ui, state: &State, row: &DisputeTableRow, is_narrow: bool) -> Option<String> {
    let color = tokens(ui).text;
    let Some(deadline) = row.deadline else {
        Chip::new(Icon::Unknown, "No deadline known", Tone::Neutral).ui(ui);
        return None;
    };
    let respond_by = text::respond_by(deadline.respond_by(state.zone()));
    let rule = format!("{respond_by}\n{}", deadline.rule(row.known));
    if let Some(decision) = &row.not_contested {
        let at = state.zone().short(decision.at, state.now);
        label_ui(ui, Text::Body, color, &text::not_contested(&visible(&decision.by, 40), at));
        return None;
    }
    // That it is estimated stands upon the chip.
    let at = state.zone().deadline(deadline.at);
    let weekday = state.zone().weekday(deadline.at);
    let (text, short) = if row.due().is_some() {
        let (icon, tone) = answer_look(answer_by(deadline.at, state.now));
        Chip::new(icon, &deadline.left(state.now), tone).ui(ui).on_hover_text(&rule);
        (at.clone(), weekday)
    } else {
        let is_past = deadline.at <= state.now;
        let short = if is_past { text::was_due(&weekday) } else { text::evidence_until(&weekday) };
        (not_running(row, &short, &at, is_past), short)
    };
    if is_narrow {
        return Some(short);
    }
    label_ui(ui, Text::Body, color, &text).on_hover_text(rule);
    None
}

/// Our part is done: nothing is overdue, and what may still be added is said.
fn not_running(row: &DisputeTableRow, short: &str, at: &str, is_past: bool) -> String {
    match (row.dispute.status.takes_evidence(), is_past) {
        (true, false) => short.to_owned(),
        (true, true) => text::submitted_more_evidence_may(at),
        (false, _) => "Nothing is due".to_owned(),
    }
}

fn change_ui(
    ui: &mut Ui,
    state: &State,
    row: &DisputeTableRow,
    drafts: &mut Drafts,
    just_opened: bool,
) -> Option<DisputesAction> {
    let id = row.dispute.dispute_id.clone();
    let draft = drafts.of::<DisputesDraft>();
    if let Some(deadline) = row.deadline {
        let subdued = tokens(ui).subdued;
        label_ui(ui, Text::Small, subdued, &deadline.rule(row.known));
    }
    if just_opened {
        draft.deadline = row.deadline.map(|deadline| written(state, deadline.at)).unwrap_or_default();
        draft.days = state.evidence.days_for(row.known).to_string();
    }
    let typed = read_time(state.zone(), &draft.deadline);
    let error = typed.as_ref().err().filter(|_| !draft.deadline.trim().is_empty()).cloned();
    let read = typed.as_ref().ok().map(|typed| typed.at);
    let note = typed.ok().and_then(|typed| typed.note);
    let zone = text::in_zone_only_here(state.zone());
    let hint = note.as_deref().unwrap_or(&zone);
    let (field_id, label) = (ui.scope_id().with("deadline"), "Deadline of this dispute");
    let field = DayField { id: field_id, label, hint: Some(hint), error: error.as_deref(), disabled: None };
    let shown = day_ui(ui, field, &mut draft.deadline, state.zone().date(state.now));
    let blocked = read.is_none().then_some("Enter a date and time");
    let set = Button::secondary("Set deadline").disabled(blocked).ui(ui).clicked();
    let edited = row.deadline.is_some_and(|deadline| deadline.source == DeadlineSource::Edited);
    let back = edited && Button::link("Reset to rule").ui(ui).clicked();
    let reason = row.known;
    let days = draft.days.trim().parse().ok().filter(|days| DEADLINE_DAYS.contains(days));
    let error = days.is_none().then_some("Enter a whole number from 1 to 120");
    let label = text::days_for(plain_reason(row.known).short);
    let rule =
        TextField::labelled(&label, &mut draft.days).error(error).hint("For all disputes with this reason").ui(ui);
    let keep = Button::secondary("Set rule").disabled(error).ui(ui).clicked();
    match (read, days) {
        (Some(at), _) if set || shown.submitted => {
            Some(DisputesAction::Draft(EvidenceDraftAction::SetDeadline(id, Some(at))))
        }
        (_, _) if back => Some(DisputesAction::Draft(EvidenceDraftAction::SetDeadline(id, None))),
        (_, Some(days)) if keep || rule.submitted => {
            Some(DisputesAction::Policy(EvidencePolicyAction::SetRule(reason, days)))
        }
        _ => None,
    }
}

fn written(state: &State, at: DateTime<Utc>) -> String {
    format!("{} {}", state.zone().date(at), &state.zone().clock(at)[..5])
}

/// A time that was typed, with what is to be said of it.
#[derive(Debug, PartialEq, Eq)]
struct TypedTime {
    at: DateTime<Utc>,
    note: Option<String>,
}

/// A day, or a day with a time, as the clocks of the zone show it; or what is wrong with it.
fn read_time(zone: Zone, text: &str) -> Result<TypedTime, String> {
    let text = text.trim();
    if let Ok(date) = text.parse() {
        return Ok(TypedTime { at: zone.day_end(date), note: None });
    }
    let local = NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M");
    match zone.when(local.map_err(|_| "Enter a date and time like 2026-11-24 17:00".to_owned())?) {
        LocalTime::At(at) => Ok(TypedTime { at, note: None }),
        LocalTime::Twice { first, .. } => {
            let note = text::this_time_occurs_twice(zone.offset(first));
            Ok(TypedTime { at: first, note: Some(note) })
        }
        LocalTime::Skipped => Err(text::clocks_of_skip_this_time(zone)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn berlin(text: &str) -> Result<TypedTime, String> {
        read_time("Europe/Berlin".parse().unwrap(), text)
    }

    fn at(text: &str) -> Result<TypedTime, String> {
        Ok(TypedTime { at: text.parse().unwrap(), note: None })
    }

    #[test]
    fn a_deadline_is_read_as_the_clocks_show_it_also_on_days_on_which_they_change() {
        assert_eq!(berlin("2026-03-29 17:00"), at("2026-03-29T15:00:00Z"));
        assert_eq!(berlin("2026-10-25 17:00"), at("2026-10-25T16:00:00Z"));
        assert_eq!(berlin(" 2026-11-24 17:00 "), at("2026-11-24T16:00:00Z"));
        assert_eq!(berlin("2026-10-25"), at("2026-10-25T22:59:59.999Z"));
    }

    #[test]
    fn a_time_that_the_clocks_skip_is_refused_and_of_one_that_comes_twice_the_first_is_taken_and_reported() {
        assert!(berlin("2026-03-29 02:30").unwrap_err().contains("skip this time"));
        let typed = berlin("2026-10-25 02:30").unwrap();
        assert_eq!(typed.at, "2026-10-25T00:30:00Z".parse::<DateTime<Utc>>().unwrap());
        assert!(typed.note.unwrap().ends_with("the first is used, at UTC+02:00"));
        assert_eq!(berlin("24.11.2026").unwrap_err(), "Enter a date and time like 2026-11-24 17:00");
    }
}
