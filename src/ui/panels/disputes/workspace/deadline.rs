//! Until when evidence counts: an estimate of ours with its rule, and one click to change it.

use chrono::{DateTime, NaiveDateTime, Utc};
use egui::Ui;

use crate::app::features::disputes::{DeadlineSource, DisputesAction, Row};
use crate::app::{Action, State};
use crate::domain::deadline::{DEADLINE_DAYS, answer_by, known_reason, reason_words};
use crate::ui::drafts::Drafts;
use crate::ui::icons::Icon;
use crate::ui::status::answer_look;
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::{Button, Chip, Filter, FilterChange, TextField, label_ui};

/// Draws the line of the deadline.
pub fn deadline_ui(ui: &mut Ui, state: &State, row: &Row, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::M, space::XS);
        let tokens = tokens(ui);
        if let Some(deadline) = row.deadline {
            let at = state.zone().weekday(deadline.at);
            let words = if row.due().is_some() {
                let answer = answer_by(deadline.at, state.now);
                let (icon, tone) = answer_look(answer);
                Chip::new(icon, &answer.words(), tone).ui(ui);
                at
            } else {
                not_running(row, &at, deadline.at <= state.now)
            };
            label_ui(ui, Text::Body, tokens.text, &words);
        } else {
            Chip::new(Icon::Unknown, "No deadline known", crate::ui::tokens::Tone::Neutral).ui(ui);
        }
        let changed = Filter::new("Change deadline", None).width(260.0).ui(ui, |body| {
            let just_opened = body.just_opened;
            body.form(|ui| change_ui(ui, state, row, drafts, just_opened))
        });
        if let Some(FilterChange::Set(action)) = changed {
            actions.push(Action::Disputes(action));
        }
    });
    if let Some(deadline) = row.deadline {
        let subdued = tokens(ui).subdued;
        label_ui(ui, Text::Small, subdued, &deadline.rule(row.reason()));
    }
}

/// Our part is done: nothing is overdue, and what may still be added is said.
fn not_running(row: &Row, at: &str, is_past: bool) -> String {
    match (row.dispute.status.takes_evidence(), is_past) {
        (true, false) => format!("Nothing is due. More may be added until {at}"),
        (true, true) => format!("Nothing is due. More may be refused since {at}"),
        (false, _) => "Nothing is due".to_owned(),
    }
}

fn change_ui(ui: &mut Ui, state: &State, row: &Row, drafts: &mut Drafts, just_opened: bool) -> Option<DisputesAction> {
    let id = row.dispute.dispute_id.clone();
    let draft = &mut drafts.disputes;
    if just_opened {
        draft.deadline = row.deadline.map(|deadline| written(state, deadline.at)).unwrap_or_default();
        draft.days = state.evidence.days_for(row.reason()).to_string();
    }
    let read = read_time(state, &draft.deadline);
    let error = (read.is_none() && !draft.deadline.trim().is_empty()).then_some("Write it as 2026-11-24 17:00");
    let field = TextField::labelled("Deadline of this dispute", &mut draft.deadline).hint("In your zone; ours alone");
    let shown = field.error(error).ui(ui);
    let set = Button::secondary("Set deadline").disabled(read.is_none().then_some("Type a time")).ui(ui).clicked();
    let edited = row.deadline.is_some_and(|deadline| deadline.source == DeadlineSource::Edited);
    let back = edited && Button::link("Back to the rule").ui(ui).clicked();
    let reason = known_reason(row.reason());
    let days = draft.days.trim().parse().ok().filter(|days| DEADLINE_DAYS.contains(days));
    let error = days.is_none().then_some("A whole number from 1 to 120");
    let label = format!("Days for “{}”", reason_words(row.reason()));
    let rule = TextField::labelled(&label, &mut draft.days).error(error).hint("Of every such dispute").ui(ui);
    let keep = Button::secondary("Set rule").disabled(error).ui(ui).clicked();
    match (read, days) {
        (Some(at), _) if set || shown.submitted => Some(DisputesAction::SetDeadline(id, Some(at))),
        (_, _) if back => Some(DisputesAction::SetDeadline(id, None)),
        (_, Some(days)) if keep || rule.submitted => Some(DisputesAction::SetRule(reason, days)),
        _ => None,
    }
}

fn written(state: &State, at: DateTime<Utc>) -> String {
    format!("{} {}", state.zone().date(at), &state.zone().clock(at)[..5])
}

/// A day, or a day with a time, in the chosen zone.
fn read_time(state: &State, text: &str) -> Option<DateTime<Utc>> {
    let (text, zone) = (text.trim(), state.zone());
    if let Ok(date) = text.parse() {
        return Some(zone.day_end(date));
    }
    let local = NaiveDateTime::parse_from_str(text, "%Y-%m-%d %H:%M").ok()?;
    Some(zone.day_start(local.date()) + (local.time() - chrono::NaiveTime::MIN))
}
