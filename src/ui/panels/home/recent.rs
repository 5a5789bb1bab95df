//! What was done lately in this profile, by this person and by the team: the newest first.

use egui::{Align, Layout, ScrollArea, Ui, vec2};

use crate::customer_cell::customer_text;
use crate::panels::operations::outcome_chip;
use crate::status::{outcome_icon, outcome_tone};
use paydesk_core::features::operation_log::LoggedOperation;
use paydesk_core::features::team::TeamLink;
use paydesk_core::route::Route;
use paydesk_core::{Action, State};
use paydesk_domain::text::visible_id;
use paydesk_widgets::reading_order::line_from_right_ui;
use paydesk_widgets::scroll::{LANE, in_margin_ui};
use paydesk_widgets::title::title_ui;
use paydesk_widgets::tokens::{Text, size, space, tokens};
use paydesk_widgets::{Button, Chip, label_ui};

use super::{days, text};

/// Operations beside the last days, and in a column of their own.
const BESIDE_DAYS: usize = 9;
const IN_COLUMN: usize = 60;
/// Of the parts of a line, in points.
const TIME: f32 = 84.0;
const PERSON: f32 = 64.0;
const AMOUNT: f32 = 110.0;

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

/// When, by whom, what with whom, how much, and how it ended. What is still followed here says what is known of it now.
fn operation_ui(ui: &mut Ui, state: &State, record: &LoggedOperation, actions: &mut Vec<Action>) {
    let of_this_run = state.workspace.operations.ended().find(|operation| operation.id == record.operation_id);
    let result = of_this_run.and_then(|operation| Some((operation.word(), state.result_of(operation)?)));
    let response = line_from_right_ui(ui, vec2(ui.available_width() - space::S, size::ROW_COMPACT), |ui| {
        ui.spacing_mut().item_spacing.x = space::M;
        match &result {
            Some((word, (kind, _))) => {
                let tone = outcome_tone(*kind);
                Chip::new(outcome_icon(tone), word, tone).ui(ui);
            }
            None => drop(outcome_chip(record.outcome).ui(ui)),
        }
        let amount = record.money.as_ref().map(ToString::to_string).unwrap_or_default();
        cell_ui(ui, AMOUNT, Layout::right_to_left(Align::Center), |ui| {
            label_ui(ui, Text::Body, tokens(ui).text, &amount);
        });
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            what_ui(ui, state, record, &amount, actions);
        });
    });
    if let Some((_, (_, text))) = result {
        response.response.on_hover_text(text);
    }
}

/// From the left: when, by whom in a team, what was done, and with whom.
fn what_ui(ui: &mut Ui, state: &State, record: &LoggedOperation, amount: &str, actions: &mut Vec<Action>) {
    let left_to_right = Layout::left_to_right(Align::Center);
    cell_ui(ui, TIME, left_to_right, |ui| {
        label_ui(ui, Text::Small, tokens(ui).subdued, &record.time_text);
    });
    let is_team = *state.workspace.team.link() != TeamLink::NotJoined;
    if is_team {
        cell_ui(ui, PERSON, left_to_right, |ui| {
            label_ui(ui, Text::Small, tokens(ui).subdued, &record.person);
        });
    }
    let verb = record.title.strip_suffix(amount).map(str::trim_end).filter(|verb| !verb.is_empty());
    label_ui(ui, Text::Body, tokens(ui).text, verb.unwrap_or(&record.title));
    if let Some((kind, id)) = &record.opens {
        let (customer, shown) = (customer_text(state, record), visible_id(id, 64));
        let link = match customer.is_empty() {
            true => Button::link(&shown).mono(),
            false => Button::link(&customer),
        };
        let room = ui.available_width();
        if link.hint(&format!("Open {} {shown}", kind.noun())).max_width(room).ui(ui).clicked() {
            actions.push(Action::OpenRecord(*kind, id.clone()));
        }
    }
}

/// As wide in every line.
fn cell_ui(ui: &mut Ui, width: f32, layout: Layout, content: impl FnOnce(&mut Ui)) {
    ui.allocate_ui_with_layout(vec2(width, size::ROW_COMPACT), layout, |ui| {
        ui.set_width(width);
        content(ui);
    });
}
