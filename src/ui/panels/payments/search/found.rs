//! The payments that a search found, made for the eye as they come into view.

use std::cell::RefCell;

use egui::Ui;

use crate::drafts::Drafts;
use crate::list::{List, ListRows, row_height};
use crate::panels::payments::draft::{PaymentsDraft, PaymentsViewDraft};
use crate::panels::payments::row_name::row_name;
use crate::panels::payments::selection::bulk_kinds;
use crate::selection::{SelectedRows, selection_ui};
use crate::status::status_of_row;
use paydesk_core::features::history::{History, HistoryAction, OlderStage, text as history_text};
use paydesk_core::features::payments::{PaymentTableRow, PaymentsAction};
use paydesk_core::features::views::ViewsAction;
use paydesk_core::{Action, State};
use paydesk_domain::ids::CustomerId;
use paydesk_domain::method::method_text;
use paydesk_domain::text::{visible, visible_id};
use paydesk_index::payment_columns::{SortKey, SortOrder, StoredPayment};
use paydesk_index::payment_view::ViewColumn;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{MARKS_WIDTH, RowMarks, TableCell, TableSort};
use paydesk_widgets::tokens::{Tone, space};
use paydesk_widgets::{Button, Chip, empty_ui, loading_ui};

use super::columns::shown_columns;
use super::offered::shows_newest;
use super::text;

/// More is searched for once so many rows are left below.
const NEAR_END: usize = 20;

/// What is shown, by the number of each row: what was found, or all that are known.
struct FoundRows<'a> {
    history: &'a History,
    rows: &'a [u32],
}

impl<'a> FoundRows<'a> {
    fn of(state: &'a State) -> Self {
        let history = &state.workspace.history;
        let rows = if shows_newest(state) { history.columns().newest() } else { history.search().rows() };
        Self { history, rows }
    }

    fn payment(&self, place: usize) -> Option<StoredPayment> {
        self.rows.get(place).and_then(|row| self.history.columns().payment(*row as usize))
    }
}

impl ListRows for FoundRows<'_> {
    type Key = u32;

    fn len(&self) -> usize {
        self.rows.len()
    }

    fn key(&self, row: usize) -> Option<&u32> {
        self.rows.get(row)
    }

    fn position(&self, key: &u32) -> Option<usize> {
        self.rows.iter().position(|row| row == key)
    }

    fn revision(&self) -> u64 {
        self.history.search().revision()
    }

    fn questions(&self) -> u64 {
        self.history.search().questions()
    }
}

/// A row with its texts.
struct ShownPayment {
    place: usize,
    payment: StoredPayment,
    row: PaymentTableRow,
}

/// Draws what is found.
pub fn found_ui(ui: &mut Ui, state: &State, drafts: &mut Drafts, actions: &mut Vec<Action>) {
    let history = &state.workspace.history;
    let rows = FoundRows::of(state);
    if history.is_waiting() {
        ui.add_space(space::S);
        loading_ui(ui, history_text::SEARCH_WAITS, 8, row_height(state));
        return;
    }
    if rows.rows.is_empty() {
        let sentence = text::nothing_found(found_is_all(state), history.details_of_search());
        if empty_ui(ui, Icon::Search, &sentence, Some("Clear search")) {
            actions.push(Action::History(HistoryAction::Search(String::new())));
        }
        return;
    }
    let marks = &mut drafts.of::<PaymentsDraft>().view().found_marks;
    marks.follow(&rows);
    let selected = SelectedRows {
        id: &|row| history.columns().id_text(*row as usize).unwrap_or_default(),
        amount: &|row| history.columns().amount(*row as usize),
        revision: history.columns().revision(),
    };
    selection_ui(ui, state, bulk_kinds(state), (&rows, marks), selected, actions);
    let chosen = state.workspace.views.columns(&state.view());
    let columns = shown_columns(chosen, ui.available_width() - MARKS_WIDTH);
    let SortOrder { key, descending } = history.search().sort();
    let sort = TableSort { column: key, ascending: !descending };
    let list =
        List { name: text::FOUND, titles: &[], columns: &columns, row_height: row_height(state), sort: Some(sort) };
    let open = state.workspace.payments.open.as_ref().and_then(|id| history.columns().find(id));
    let open = open.and_then(|row| u32::try_from(row).ok());
    let draft = drafts.of::<PaymentsDraft>();
    draft.shows_found = true;
    // One row after the other is drawn: the last one is kept for its next cell.
    let last: RefCell<Option<ShownPayment>> = RefCell::new(None);
    let PaymentsViewDraft { found, found_marks: marks, .. } = draft.view();
    let is_marked = |row| rows.key(row).is_some_and(|key| marks.has(key));
    let from = (state, &rows, &last);
    let name = |place: usize| shown(from, place, |shown| found_name(state, shown)).unwrap_or_default();
    let cell = |cell: &mut TableCell<'_, SortKey>| {
        let place = cell.row;
        shown(from, place, |shown| cell_ui(cell, state, shown));
    };
    // Columns of another view have widths of their own.
    let salt: Vec<SortKey> = chosen.iter().map(|column| column.key).collect();
    let shown_marks = Some(RowMarks { is_marked: &is_marked, count: marks.len() });
    let drawn = ui.push_id(salt, |ui| list.ui_with_marks(ui, &rows, open.as_ref(), (found, shown_marks), name, cell));
    let output = drawn.inner;
    if let Some(change) = output.marked {
        marks.change(&rows, change);
    }
    if let Some(found) = output.opened.and_then(|place| rows.payment(place)) {
        actions.push(Action::Payments(PaymentsAction::Open(found.row.payment_id)));
    }
    // In another order older ones stand anywhere: then the link below the list asks for more.
    let goes_on = output.visible.end + NEAR_END >= rows.len() && history.search().sort() == SortOrder::default();
    if goes_on && matches!(history.search().older().stage(), OlderStage::More(_)) {
        actions.push(Action::History(HistoryAction::SearchOlder));
    }
    if let Some(columns) = output.widths.and_then(|widths| resized(chosen, &widths)) {
        actions.push(Action::Views(ViewsAction::Columns(columns)));
    }
    if let Some(sort) = output.sort {
        actions.push(Action::History(HistoryAction::Sort(sort.column)));
    }
}

/// What a screen reader says of a row: with the payer, by whom it may have been searched for.
fn found_name(state: &State, shown: &ShownPayment) -> String {
    let name = row_name(state, &shown.row);
    let email = visible(&shown.payment.texts.email, 80);
    if email.is_empty() { name } else { format!("{name}, {email}") }
}

/// The columns as wide as a person drew them to, where that is another width.
fn resized(chosen: &[ViewColumn], widths: &[f32]) -> Option<Vec<ViewColumn>> {
    let sized = |(column, width): (&ViewColumn, &f32)| ViewColumn { width: Some(width.round() as u16), ..*column };
    let columns: Vec<ViewColumn> = chosen.iter().zip(widths).map(sized).collect();
    (columns != chosen).then_some(columns)
}

fn shown<T>(
    (state, rows, last): (&State, &FoundRows<'_>, &RefCell<Option<ShownPayment>>),
    place: usize,
    show: impl FnOnce(&ShownPayment) -> T,
) -> Option<T> {
    let mut last = last.borrow_mut();
    if last.as_ref().is_none_or(|known| known.place != place) {
        let payment = rows.payment(place)?;
        let row = state.workspace.payments.prepared(payment.row.clone(), &state.view());
        *last = Some(ShownPayment { place, payment, row });
    }
    last.as_ref().map(show)
}

fn cell_ui(cell: &mut TableCell<'_, SortKey>, state: &State, shown: &ShownPayment) {
    let (row, payment) = (&shown.row, &shown.payment);
    match cell.column {
        SortKey::PaymentId => drop(cell.mono(&row.id_text)),
        SortKey::Amount => match &row.warning {
            None => drop(cell.amount(&row.amount_text)),
            Some(warning) => drop(cell.toned(Icon::Alert, &row.amount_text, Tone::Attention).on_hover_text(warning)),
        },
        SortKey::Currency => drop(cell.currency(&row.currency_text)),
        SortKey::Status => {
            let look = status_of_row(state, row);
            let chip = cell.chip(Chip::new(look.icon, &look.word, look.tone));
            if !row.decline_text.is_empty() {
                chip.on_hover_text(&*row.decline_text);
            }
        }
        SortKey::Created => {
            match state.workspace.history.is_older(payment) {
                true => drop(cell.toned(Icon::Tray, &row.created_text, Tone::Neutral).on_hover_text(
                    "From your team's database: older than the payments that are stored on this computer",
                )),
                false => drop(cell.subdued(&row.created_text)),
            }
        }
        SortKey::Method => drop(cell.subdued(&method(payment))),
        SortKey::Email => drop(cell.text(&visible(&payment.texts.email, 80))),
        SortKey::Seen => {
            if let Some(seen) = payment.seen_at {
                let full = text::seen(state.zone().full(seen));
                cell.subdued(&paydesk_core::features::history::text::time(seen, state.zone(), state.now))
                    .on_hover_text(full);
            }
        }
        SortKey::Customer => {
            let id = row.payment.customer_id.as_ref().map(|id| visible_id(id.as_str(), 80));
            cell.subdued_mono(&id.unwrap_or_default());
        }
        SortKey::Decline => drop(cell.subdued(&row.decline_text)),
        SortKey::Payer => {
            let id = row.payment.customer_id.as_ref().map(CustomerId::as_str);
            let known = [&*payment.texts.name, &payment.texts.email, id.unwrap_or_default()];
            cell.text(&visible(known.into_iter().find(|text| !text.is_empty()).unwrap_or_default(), 80));
        }
        SortKey::Order | SortKey::Description => drop(cell.subdued(&visible(&payment.texts.description, 80))),
        SortKey::CaptureBefore => drop(cell.subdued(&row.decline_text)),
    }
}

/// `Card ···· 4242`, or the method.
fn method(payment: &StoredPayment) -> String {
    let method = payment.row.payment_method.as_deref().map(method_text).unwrap_or_default();
    match payment.last4 {
        Some(last4) => format!("{method} ···· {last4:04}"),
        None => visible(&method, 40),
    }
}

/// How much was found.
pub fn found_text(state: &State) -> String {
    let history = &state.workspace.history;
    if history.is_waiting() {
        return history_text::SEARCH_WAITS.to_owned();
    }
    if history.has_first_alone() || shows_newest(state) {
        return history_text::progress(history, false, state.zone(), state.now);
    }
    let found = text::found(history.search().len(), found_is_all(state), history.details_of_search());
    let sorting = history.is_sorting().then(|| "Sorting…".to_owned());
    let older = history_text::older(history.search().older());
    std::iter::once(found).chain(sorting).chain(older).collect::<Vec<_>>().join(" · ")
}

fn found_is_all(state: &State) -> bool {
    state.workspace.history.found_is_all(state.workspace.related_known())
}

/// What is offered about older payments: to search on, or once more.
pub fn older_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let label = match state.workspace.history.search().older().stage() {
        OlderStage::More(_) => "Search older ones",
        OlderStage::Failed(_) => text::RETRY,
        OlderStage::Idle | OlderStage::Waiting(_) | OlderStage::UnderWay | OlderStage::All => return,
    };
    if Button::link(label).ui(ui).clicked() {
        actions.push(Action::History(HistoryAction::SearchOlder));
    }
}
