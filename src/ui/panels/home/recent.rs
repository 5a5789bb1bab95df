//! What was done lately in this profile, by this person and by the team: the newest first.

use egui::{ScrollArea, Ui};

use crate::customer_cell::customer_text;
use crate::panels::operations::{ended_ui, outcome_chip};
use paydesk_core::features::operation_log::LoggedOperation;
use paydesk_core::features::team::TeamLink;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::text::visible_id;
use paydesk_widgets::scroll::{LANE, in_margin_ui};
use paydesk_widgets::title::title_ui;
use paydesk_widgets::tokens::{Text, space, tokens};
use paydesk_widgets::{Button, label_ui};

use super::{days, text};

/// Operations beside the last days, and in a column of their own.
const BESIDE_DAYS: usize = 9;
const IN_COLUMN: usize = 60;

/// Draws the last operations below the list or beside the last days.
pub fn recent_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    days::section_ui(ui, text::RECENT_ACTIVITY, "");
    operations_ui(ui, state, BESIDE_DAYS, actions);
}

/// Draws the last operations in a column of their own.
pub fn activity_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = space::S;
    title_ui(ui, text::RECENT_ACTIVITY, |_| ());
    let area = ScrollArea::vertical().id_salt("recent activity").auto_shrink([false, false]);
    in_margin_ui(ui, LANE, area, |ui| operations_ui(ui, state, IN_COLUMN, actions));
}

fn operations_ui(ui: &mut Ui, state: &State, most: usize, actions: &mut Vec<Action>) {
    let log = state.operation_log.log();
    let mut recent = log.recent(&state.profiles.current).take(most).peekable();
    if recent.peek().is_none() {
        let text =
            if state.operation_log.is_opening() { crate::text::READING_THE_JOURNAL } else { "No operations yet" };
        label_ui(ui, Text::Small, tokens(ui).subdued, text);
        return;
    }
    for record in recent {
        ui.push_id(record.operation_id.as_str(), |ui| operation_ui(ui, state, record, actions));
    }
    if Button::link(text::SHOW_ALL_OPERATIONS).ui(ui).clicked() {
        actions.push(Action::GoTo(Route::AllOperations));
    }
}

/// What is still followed here says what is known of it now, the rest what the journal says.
fn operation_ui(ui: &mut Ui, state: &State, record: &LoggedOperation, actions: &mut Vec<Action>) {
    let of_this_run = state.workspace.operations.ended().find(|operation| operation.id == record.operation_id);
    match of_this_run {
        Some(operation) => ended_ui(ui, state, operation, actions),
        None => drop(ui.horizontal_wrapped(|ui| logged_ui(ui, state, record, actions))),
    }
}

fn logged_ui(ui: &mut Ui, state: &State, record: &LoggedOperation, actions: &mut Vec<Action>) {
    outcome_chip(record.outcome).ui(ui);
    if let Some((kind, id)) = &record.opens {
        let (customer, shown) = (customer_text(state, record), visible_id(id, 64));
        let link = match customer.is_empty() {
            true => Button::link(&shown).mono(),
            false => Button::link(&customer),
        };
        if link.hint(&format!("Open {} {shown}", kind.noun())).ui(ui).clicked() {
            actions.push(Action::OpenRecord(*kind, id.clone()));
        }
    }
    label_ui(ui, Text::Body, tokens(ui).text, &record.title);
    label_ui(ui, Text::Small, tokens(ui).subdued, &record.time_text);
    let is_team = *state.workspace.team.link() != TeamLink::NotJoined;
    if is_team && !record.person.is_empty() {
        label_ui(ui, Text::Small, tokens(ui).subdued, &record.person);
    }
}
