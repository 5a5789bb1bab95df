//! The list of events, the newest first, and how the receiver stands.

use std::borrow::Cow;

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::app::features::events::{EventsAction, Row, Standing};
use crate::app::{Action, State};
use crate::domain::webhook::ContentType;
use crate::ui::icons::Icon;
use crate::ui::list::List;
use crate::ui::panels::row_height;
use crate::ui::tokens::{Text, Tone, space, tokens};
use crate::ui::widgets::table::{Cell, ColumnWidth};
use crate::ui::widgets::{Button, Chip, Column, FilterChange, FilterMenu, TextField, empty_ui, label_ui};

use super::EventsDraft;
use super::draft::Wanted;
use super::receiver::receiver_ui;

/// What the columns tell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Tells {
    Type,
    Object,
    Verdict,
    Times,
    Received,
}

const fn column(id: Tells, title: &'static str, width: ColumnWidth) -> Column<Tells> {
    Column::new(id, title, width)
}

const WIDE: [Column<Tells>; 5] = [
    column(Tells::Type, "Type", ColumnWidth::Exact(170.0)),
    column(Tells::Object, "Object", ColumnWidth::Remainder { min: 130.0 }),
    column(Tells::Verdict, "Verdict", ColumnWidth::Exact(130.0)),
    column(Tells::Times, "", ColumnWidth::Exact(40.0)),
    column(Tells::Received, "Received", ColumnWidth::Exact(110.0)),
];
/// Without how often it came.
const NARROW: [Column<Tells>; 4] = [
    column(Tells::Type, "Type", ColumnWidth::Exact(160.0)),
    column(Tells::Object, "Object", ColumnWidth::Remainder { min: 90.0 }),
    column(Tells::Verdict, "Verdict", ColumnWidth::Exact(130.0)),
    column(Tells::Received, "Received", ColumnWidth::Exact(80.0)),
];
/// Height of the line under the table, in points.
const FOOT: f32 = 36.0;
/// Room that all columns take, in points.
const WIDE_MIN: f32 = 620.0;
const KINDS: [&str; 5] = ["Payments", "Refunds", "Disputes", "Payouts", "Subscriptions"];

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut EventsDraft, actions: &mut Vec<Action>) {
    super::super::title_ui(ui, "Events", |ui| {
        let verifier = Button::secondary("Verifier").icon(Icon::Shield).ui(ui);
        if verifier.clicked() {
            (draft.wants, draft.opener) = (Some(Wanted::Body), Some(verifier.id));
            actions.push(Action::Events(EventsAction::ShowVerifier(true)));
        }
        if Button::secondary("Export")
            .icon(Icon::Export)
            .hint("All events of this profile, one a line")
            .ui(ui)
            .clicked()
        {
            actions.push(Action::Events(EventsAction::Export));
        }
    });
    ui.add_space(space::S);
    receiver_ui(ui, state, draft, actions);
    let filtered = state.events.filter.is_active();
    if state.events.log().is_empty() && !filtered {
        let sentence =
            "No event has arrived yet. The service sends one when a payment, refund, dispute or payout changes";
        empty_ui(ui, Icon::Event, sentence, None);
        return;
    }
    filters_ui(ui, state, draft, actions);
    ui.add_space(space::S);
    if state.events.log().is_empty() {
        if empty_ui(ui, Icon::Search, "No event matches", Some("Show all events")) {
            draft.search.clear();
            actions.push(Action::Events(EventsAction::ClearFilters));
        }
        unlisted_ui(ui, state, actions);
        return;
    }
    let foot = if state.unlisted_events().is_some() { FOOT } else { 0.0 };
    let room = ui.available_size() - egui::vec2(0.0, foot);
    ui.allocate_ui_with_layout(room, egui::Layout::top_down(egui::Align::Min), |ui| {
        ui.set_min_size(room);
        table_ui(ui, state, draft, actions);
    });
    unlisted_ui(ui, state, actions);
}

/// What is on disk and not listed, and the way to it.
fn unlisted_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let Some(unlisted) = state.unlisted_events() else { return };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        label_ui(ui, Text::Small, tokens(ui).subdued, &unlisted.words);
        if unlisted.more && Button::link("Read older ones").busy(unlisted.reading).ui(ui).clicked() {
            actions.push(Action::Events(EventsAction::ReadOlder));
        }
    });
}

fn filters_ui(ui: &mut Ui, state: &State, draft: &mut EventsDraft, actions: &mut Vec<Action>) {
    let filter = &state.events.filter;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        let search = TextField::bare("Search events", &mut draft.search).placeholder("Event, object or type");
        if search.icon(Icon::Search).clearable().width(220.0).ui(ui).changed {
            actions.push(Action::Events(EventsAction::FilterText(draft.search.clone())));
        }
        let chosen = ContentType::NAMED.iter().position(|content| Some(content) == filter.content.as_ref());
        match FilterMenu::new("Object", &KINDS, chosen).ui(ui) {
            Some(FilterChange::Set(index)) => {
                let content = ContentType::NAMED.get(index).cloned();
                actions.push(Action::Events(EventsAction::FilterContent(content)));
            }
            Some(FilterChange::Cleared) => actions.push(Action::Events(EventsAction::FilterContent(None))),
            None => {}
        }
        let standings: Vec<Standing> = Standing::iter().collect();
        let labels: Vec<&str> = standings.iter().map(|standing| standing.label()).collect();
        let chosen = standings.iter().position(|standing| Some(*standing) == filter.standing);
        match FilterMenu::new("Verdict", &labels, chosen).ui(ui) {
            Some(FilterChange::Set(index)) => {
                let standing = standings.get(index).copied();
                actions.push(Action::Events(EventsAction::FilterStanding(standing)));
            }
            Some(FilterChange::Cleared) => actions.push(Action::Events(EventsAction::FilterStanding(None))),
            None => {}
        }
    });
}

fn table_ui(ui: &mut Ui, state: &State, draft: &mut EventsDraft, actions: &mut Vec<Action>) {
    let log = state.events.log();
    let columns = if ui.available_width() < WIDE_MIN { &NARROW[..] } else { &WIDE[..] };
    let name = |row: usize| log.row(row).map_or_else(Cow::default, |row| Cow::Owned(row_name(row)));
    let list = List { name: "Events table", columns, row_height: row_height(state), sort: None };
    let open = state.events.open.as_ref().map(|opened| &opened.number);
    let output = list.ui(ui, log, open, &mut draft.list, name, |cell| {
        if let Some(row) = log.row(cell.row) {
            cell_ui(cell, row);
        }
    });
    if let Some(row) = output.opened.and_then(|row| log.row(row)) {
        actions.push(Action::Events(EventsAction::Open(Some(row.number))));
    }
}

fn row_name(row: &Row) -> String {
    format!("{} {}, {}, {}", row.type_text, row.object_text, row.standing.label(), row.received_text)
}

fn cell_ui(cell: &mut Cell<'_, Tells>, row: &Row) {
    match cell.column {
        Tells::Type => drop(cell.text(&row.type_text)),
        Tells::Object => drop(cell.text(&row.object_text)),
        Tells::Verdict => drop(cell.chip(chip(row.standing))),
        Tells::Times => {
            let times = row.genuine().map_or(1, |(kept, _)| kept.deliveries);
            if times > 1 {
                cell.subdued(&format!("×{times}"));
            }
        }
        Tells::Received => drop(cell.subdued(&row.received_text)),
    }
}

/// The standing as a chip.
pub fn chip(standing: Standing) -> Chip<'static> {
    let (icon, tone) = match standing {
        Standing::Applied => (Icon::Success, Tone::Positive),
        Standing::Older => (Icon::Clock, Tone::Neutral),
        Standing::NoObject => (Icon::Unknown, Tone::Attention),
        Standing::BadSignature => (Icon::Failure, Tone::Danger),
        Standing::Unreadable => (Icon::Warning, Tone::Danger),
    };
    Chip::new(icon, standing.label(), tone)
}
