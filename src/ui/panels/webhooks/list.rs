//! The list of events, the newest first, and the status of the receiver.

use std::borrow::Cow;

use egui::Ui;
use strum::IntoEnumIterator as _;

use crate::export_menu::{ExportChoice, ExportMenu};
use crate::list::List;
use crate::list::row_height;
use crate::list_search::list_search_ui;
use paydesk_core::features::table_exports::{ExportList, TableExportAction};
use paydesk_core::features::webhooks::{EventState, EventTableRow, WebhooksAction};
use paydesk_core::{Action, State};
use paydesk_domain::export::ExportKind;
use paydesk_domain::webhook::ContentType;
use paydesk_domain::zone::Zone;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{ColumnWidth, TableCell};
use paydesk_widgets::title::title_ui;
use paydesk_widgets::tokens::{Text, Tone, space, tokens};
use paydesk_widgets::{Button, Chip, FilterChange, FilterMenu, TableColumn, TextField, empty_ui, label_ui};

use super::WebhooksDraft;
use super::draft::VerifierField;
use super::receiver::receiver_ui;
use super::text;

/// What the columns show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum EventColumn {
    Type,
    Object,
    Verdict,
    Times,
    Received,
}

const fn column(id: EventColumn, title: &'static str, width: ColumnWidth) -> TableColumn<EventColumn> {
    TableColumn::new(id, title, width)
}

const WIDE: [TableColumn<EventColumn>; 5] = [
    column(EventColumn::Type, text::TYPE, ColumnWidth::Exact(170.0)),
    column(EventColumn::Object, text::OBJECT, ColumnWidth::Remainder { min: 130.0 }),
    column(EventColumn::Verdict, text::STATUS, ColumnWidth::Exact(130.0)),
    column(EventColumn::Times, "", ColumnWidth::Exact(40.0)).named("Times received"),
    column(EventColumn::Received, text::RECEIVED, ColumnWidth::Exact(110.0)),
];
/// Without how often it came.
const NARROW: [TableColumn<EventColumn>; 4] = [
    column(EventColumn::Type, text::TYPE, ColumnWidth::Exact(160.0)),
    column(EventColumn::Object, text::OBJECT, ColumnWidth::Remainder { min: 90.0 }),
    column(EventColumn::Verdict, text::STATUS, ColumnWidth::Exact(130.0)),
    column(EventColumn::Received, text::RECEIVED, ColumnWidth::Exact(80.0)),
];
/// Height of the line under the table, in points.
const FOOT: f32 = 36.0;
/// Room that all columns take, in points.
const WIDE_MIN: f32 = 620.0;
const KINDS: [&str; 6] =
    [text::PAYMENTS, text::REFUNDS, text::DISPUTES, text::PAYOUTS, text::SUBSCRIPTIONS, text::PAYMENT_LINKS];

/// Draws the list.
pub fn list_ui(ui: &mut Ui, state: &State, draft: &mut WebhooksDraft, actions: &mut Vec<Action>) {
    title_ui(ui, text::WEBHOOKS, |ui| {
        let verifier = Button::secondary(text::SIGNATURE_CHECKER).icon(Icon::Shield).ui(ui);
        if verifier.clicked() {
            (draft.wants, draft.opener) = (Some(VerifierField::Body), Some(verifier.id));
            actions.push(Action::Webhooks(WebhooksAction::ShowVerifier(true)));
        }
        export_ui(ui, state, actions);
    });
    ui.add_space(space::S);
    receiver_ui(ui, state, draft, actions);
    let filtered = state.workspace.webhooks.filter.is_active();
    if state.workspace.webhooks.log().is_empty() && !filtered {
        let sentence = "No events yet. The service sends one when a payment, refund, dispute or payout changes.";
        empty_ui(ui, Icon::Event, sentence, None);
        return;
    }
    filters_ui(ui, state, draft, actions);
    ui.add_space(space::S);
    if state.workspace.webhooks.log().is_empty() {
        if empty_ui(ui, Icon::Search, "No event matches", Some("Show all events")) {
            draft.search.clear();
            actions.push(Action::Webhooks(WebhooksAction::ClearFilters));
        }
        unlisted_ui(ui, state, actions);
        return;
    }
    let foot = if state.workspace.webhooks.unlisted().is_some() { FOOT } else { 0.0 };
    let room = ui.available_size() - egui::vec2(0.0, foot);
    ui.allocate_ui_with_layout(room, egui::Layout::top_down(egui::Align::Min), |ui| {
        ui.set_min_size(room);
        table_ui(ui, state, draft, actions);
    });
    unlisted_ui(ui, state, actions);
}

/// What is listed as a table, or all events with their content.
fn export_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let rows = state.workspace.webhooks.log().len();
    let other = Some("All events with their content (JSON Lines)");
    let menu = ExportMenu { other, ..ExportMenu::new(ExportKind::Events, rows) };
    let choice = menu.choice_ui(ui, state, actions);
    actions.extend(choice.map(|choice| match choice {
        ExportChoice::Format(format) => Action::TableExport(TableExportAction::Start(ExportList::Events, format)),
        ExportChoice::Other => Action::Webhooks(WebhooksAction::Export),
    }));
}

/// What is on disk and not listed, and the way to it.
fn unlisted_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let Some(unlisted) = state.workspace.webhooks.unlisted() else { return };
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = space::S;
        label_ui(ui, Text::Small, tokens(ui).subdued, &unlisted.text);
        if unlisted.more && Button::link("Load older events").busy(unlisted.reading).ui(ui).clicked() {
            actions.push(Action::Webhooks(WebhooksAction::ReadOlder));
        }
    });
}

fn filters_ui(ui: &mut Ui, state: &State, draft: &mut WebhooksDraft, actions: &mut Vec<Action>) {
    let filter = &state.workspace.webhooks.filter;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::S, space::S);
        let search = TextField::bare("Search events", &mut draft.search).placeholder("Event, object or type");
        let shown = list_search_ui(ui, search.icon(Icon::Search).clearable().width(220.0));
        if shown.changed {
            actions.push(Action::Webhooks(WebhooksAction::FilterText(draft.search.clone())));
        } else if !shown.response.has_focus() && draft.search.trim().to_lowercase() != filter.text {
            // Of another profile.
            draft.search.clone_from(&filter.text);
        }
        let chosen = ContentType::NAMED.iter().position(|content| Some(content) == filter.content.as_ref());
        match FilterMenu::new(text::OBJECT, &KINDS, chosen).ui(ui) {
            Some(FilterChange::Set(index)) => {
                let content = ContentType::NAMED.get(index).cloned();
                actions.push(Action::Webhooks(WebhooksAction::FilterContent(content)));
            }
            Some(FilterChange::Cleared) => actions.push(Action::Webhooks(WebhooksAction::FilterContent(None))),
            None => {}
        }
        let states: Vec<EventState> = EventState::iter().collect();
        let labels: Vec<&str> = states.iter().map(|state| state.label()).collect();
        let chosen = states.iter().position(|state| Some(*state) == filter.state);
        match FilterMenu::new(text::STATUS, &labels, chosen).ui(ui) {
            Some(FilterChange::Set(index)) => {
                let state = states.get(index).copied();
                actions.push(Action::Webhooks(WebhooksAction::FilterState(state)));
            }
            Some(FilterChange::Cleared) => actions.push(Action::Webhooks(WebhooksAction::FilterState(None))),
            None => {}
        }
    });
}

fn table_ui(ui: &mut Ui, state: &State, draft: &mut WebhooksDraft, actions: &mut Vec<Action>) {
    let log = state.workspace.webhooks.log();
    let columns = if ui.available_width() < WIDE_MIN { &NARROW[..] } else { &WIDE[..] };
    let name = |row: usize| log.row(row).map_or_else(Cow::default, |row| Cow::Owned(row_name(row)));
    let list = List { name: "Events table", columns, titles: &[], row_height: row_height(state), sort: None };
    let open = state.workspace.webhooks.open.as_ref().map(|opened| &opened.number);
    let output = list.ui(ui, log, open, &mut draft.list, name, |cell| {
        if let Some(row) = log.row(cell.row) {
            cell_ui(cell, row, state.zone());
        }
    });
    if let Some(row) = output.opened.and_then(|row| log.row(row)) {
        actions.push(Action::Webhooks(WebhooksAction::Open(Some(row.number))));
    }
}

fn row_name(row: &EventTableRow) -> String {
    format!("{} {}, {}, {}", row.type_text, row.object_text, row.state.label(), row.received_text)
}

fn cell_ui(cell: &mut TableCell<'_, EventColumn>, row: &EventTableRow, zone: Zone) {
    match cell.column {
        EventColumn::Type => drop(cell.text(&row.type_text)),
        EventColumn::Object => drop(cell.mono(&row.object_text)),
        EventColumn::Verdict => drop(cell.chip(chip(row.state))),
        EventColumn::Times => {
            let times = row.genuine().map_or(1, |(stored, _)| stored.deliveries);
            if times > 1 {
                cell.subdued(&format!("×{times}"));
            }
        }
        EventColumn::Received => drop(cell.time(&row.received_text, Some(row.received_at()), zone)),
    }
}

/// The status as a chip.
pub fn chip(state: EventState) -> Chip<'static> {
    let (icon, tone) = match state {
        EventState::Applied => (Icon::Success, Tone::Positive),
        EventState::Older => (Icon::Clock, Tone::Neutral),
        EventState::NoObject => (Icon::Unknown, Tone::Attention),
        EventState::OtherMerchant => (Icon::Warning, Tone::Attention),
        EventState::BadSignature => (Icon::Failure, Tone::Danger),
        EventState::Unreadable => (Icon::Warning, Tone::Danger),
        EventState::DifferentBody => (Icon::Warning, Tone::Attention),
    };
    Chip::new(icon, state.label(), tone)
}
