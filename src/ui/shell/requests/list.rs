//! The calls, the newest first.

use std::ops::Range;

use egui::Ui;

use crate::list::List;
use crate::status::call_proof;
use paydesk_core::features::requests::{CallFilter, LoggedCall, RequestsAction};
use paydesk_core::{Action, State};
use paydesk_domain::text::visible;
use paydesk_domain::zone::Zone;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{ColumnWidth, TableCell};
use paydesk_widgets::tokens::size;
use paydesk_widgets::{Chip, TableColumn, empty_ui};

use super::draft::RequestsDraft;
use super::text;

/// What the columns show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RequestColumn {
    Time,
    Method,
    Path,
    Status,
    Proof,
    Code,
    Took,
    What,
    Rate,
}

const fn column(id: RequestColumn, title: &'static str, width: ColumnWidth) -> TableColumn<RequestColumn> {
    TableColumn::new(id, title, width)
}

const COLUMNS: [TableColumn<RequestColumn>; 9] = [
    column(RequestColumn::Time, text::TIME, ColumnWidth::Exact(88.0)),
    column(RequestColumn::Method, crate::text::METHOD, ColumnWidth::Exact(52.0)),
    column(RequestColumn::Path, text::PATH, ColumnWidth::Remainder { min: 120.0 }),
    column(RequestColumn::Status, text::STATUS, ColumnWidth::Exact(44.0)).right(),
    column(RequestColumn::Proof, text::OUTCOME, ColumnWidth::Exact(98.0)),
    column(RequestColumn::Took, text::DURATION, ColumnWidth::Exact(74.0)).right(),
    column(RequestColumn::Code, text::CODE, ColumnWidth::Exact(110.0)),
    column(RequestColumn::What, text::REQUEST, ColumnWidth::Exact(170.0)),
    column(RequestColumn::Rate, text::REQUESTS_LEFT, ColumnWidth::Exact(90.0)).right(),
];
/// Which columns are drawn in how much room, in points.
const ROOM: [(f32, Range<usize>); 4] = [(1_060.0, 0..9), (760.0, 0..7), (580.0, 0..6), (0.0, 1..5)];

/// Draws the list, or says why there is none.
pub(super) fn list_ui(ui: &mut Ui, state: &State, draft: &mut RequestsDraft, actions: &mut Vec<Action>) {
    let requests = &state.workspace.requests;
    let mut act = |action| actions.push(Action::Requests(action));
    let log = requests.log();
    if log.is_empty() {
        let sentence = if requests.paused {
            "No requests recorded: recording is paused"
        } else {
            "No requests recorded for this profile yet. Requests to the service appear here."
        };
        empty_ui(ui, Icon::Code, sentence, None);
        return;
    }
    if log.shown_len() == 0 {
        if empty_ui(ui, Icon::Search, "No request matches these filters", Some(text::SHOW_ALL_REQUESTS)) {
            act(RequestsAction::Filter(CallFilter::default()));
        }
        return;
    }
    let width = ui.available_width();
    let columns = ROOM.into_iter().find(|(room, _)| width >= *room).map_or(0..COLUMNS.len(), |(_, columns)| columns);
    let columns = &COLUMNS[columns];
    let list = List { name: "Requests table", columns, titles: &[], row_height: size::ROW_COMPACT, sort: None };
    let name = |row: usize| log.shown(row).map(|call| call.row.name.as_str()).unwrap_or_default();
    let output = list.ui(ui, requests, requests.open.as_ref(), &mut draft.list, name, |cell| {
        if let Some(call) = log.shown(cell.row) {
            cell_ui(cell, call, state.zone());
        }
    });
    let opened = output.opened.and_then(|row| log.shown(row));
    if let Some(call) = opened.filter(|call| requests.open != Some(call.number)) {
        act(RequestsAction::Open(Some(call.number)));
    }
}

fn cell_ui(cell: &mut TableCell<'_, RequestColumn>, call: &LoggedCall, zone: Zone) {
    let (row, exchange) = (&call.row, &call.exchange);
    match cell.column {
        RequestColumn::Time => drop(cell.time(&row.time, Some(exchange.asked.began_at), zone)),
        RequestColumn::Method => drop(cell.subdued(exchange.asked.method.as_str())),
        RequestColumn::Path => drop(cell.mono(&row.path)),
        RequestColumn::Status => drop(cell.text(&row.status)),
        RequestColumn::Proof => {
            let look = call_proof(exchange.proof);
            cell.chip(Chip::new(look.icon, &look.word, look.tone));
        }
        RequestColumn::Code => drop(cell.text(&visible(&exchange.code, 40))),
        RequestColumn::Took => drop(cell.text(&row.took)),
        RequestColumn::What => drop(cell.subdued(exchange.asked.endpoint.name)),
        RequestColumn::Rate => drop(cell.subdued(&row.rate)),
    }
}
