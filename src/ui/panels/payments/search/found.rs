//! The payments that a search found, made for the eye as they come into view.

use std::cell::RefCell;

use egui::Ui;

use crate::drafts::Drafts;
use crate::list::{List, ListRows, row_height};
use crate::panels::payments::cells::ShownPayment;
use crate::panels::payments::columns::{cell_ui, found_columns};
use crate::panels::payments::draft::{PaymentsDraft, PaymentsViewDraft};
use crate::panels::payments::row_name::row_name;
use crate::panels::payments::selection::bulk_kinds;
use crate::selection::{SelectedRows, selection_ui};
use paydesk_core::features::bulk::BulkKind;
use paydesk_core::features::history::{History, HistoryAction, OlderStage, text as history_text};
use paydesk_core::features::payments::{PaymentTableRow, PaymentsAction};
use paydesk_core::features::views::ViewsAction;
use paydesk_core::{Action, State};
use paydesk_domain::ResourceKind;
use paydesk_domain::known::Known;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::object_ref::ObjectRef;
use paydesk_index::payment_columns::{SortKey, SortOrder, StoredPayment};
use paydesk_index::payment_view::ViewColumn;
use paydesk_widgets::icons::Icon;
use paydesk_widgets::table::{MARKS_WIDTH, RowMarks, TableCell, TableSort};
use paydesk_widgets::tokens::space;
use paydesk_widgets::{Button, empty_ui, loading_ui};

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

    fn object(&self, row: usize) -> Option<ObjectRef> {
        let id = self.history.columns().id_text(*self.rows.get(row)? as usize)?;
        Some(ObjectRef::new(ResourceKind::Payment, id))
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
struct FoundPayment {
    place: usize,
    payment: StoredPayment,
    row: PaymentTableRow,
}

fn nothing_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let sentence = text::nothing_found(found_is_all(state), state.workspace.history.details_of_search());
    if empty_ui(ui, Icon::Search, &sentence, Some("Clear search")) {
        actions.push(Action::History(HistoryAction::Search(String::new())));
    }
}

/// Whether the payment in a row allows this, as far as its status tells.
fn allows(state: &State, row: u32, kind: BulkKind) -> bool {
    let status = state.workspace.history.columns().status(row as usize);
    status.is_some_and(|status| kind.suits(status, state.view().review_status().is(status)))
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
        return nothing_ui(ui, state, actions);
    }
    let marks = &mut drafts.of::<PaymentsDraft>().view().found_marks;
    marks.follow(&rows);
    marks.keep_listed(&rows);
    let selected = SelectedRows {
        id: &|row| history.columns().id_text(*row as usize).unwrap_or_default(),
        amount: &|row| history.columns().amount(*row as usize),
        allows: &|row, kind| allows(state, *row, kind),
        revision: history.columns().revision(),
    };
    selection_ui(ui, state, bulk_kinds(state), (&rows, marks), selected, actions);
    let chosen = state.workspace.views.columns(&state.view());
    let fitted = found_columns(chosen, ui.available_width() - MARKS_WIDTH);
    let (columns, titles) = (&fitted.columns, &fitted.titles);
    let SortOrder { key, descending } = history.search().sort();
    let sort = TableSort { column: key, ascending: !descending };
    let list = List { name: text::FOUND, titles, columns, row_height: row_height(state), sort: Some(sort) };
    let open = state.workspace.payments.open.as_ref().and_then(|id| history.columns().find(id));
    let open = open.and_then(|row| u32::try_from(row).ok());
    let draft = drafts.of::<PaymentsDraft>();
    draft.shows_found = true;
    // One row after the other is drawn: the last one is kept for its next cell.
    let last: RefCell<Option<FoundPayment>> = RefCell::new(None);
    let PaymentsViewDraft { found, found_marks: marks, .. } = draft.view();
    let is_marked = |row| rows.key(row).is_some_and(|key| marks.has(key));
    let from = (state, &rows, &last);
    let name = |place: usize| shown(from, place, |shown| row_name(state, &shown.row)).unwrap_or_default();
    let cell = |cell: &mut TableCell<'_, SortKey>| {
        let place = cell.row;
        shown(from, place, |FoundPayment { payment, row, .. }| {
            cell_ui(cell, &ShownPayment { state, row, stored: Some(payment) });
        });
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
    if output.closes {
        actions.push(Action::Payments(PaymentsAction::Close));
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

/// The columns as wide as a person drew them to, where that is another width.
pub fn resized(chosen: &[ViewColumn], widths: &[f32]) -> Option<Vec<ViewColumn>> {
    let sized = |(column, width): (&ViewColumn, &f32)| ViewColumn { width: Some(width.round() as u16), ..*column };
    let columns: Vec<ViewColumn> = chosen.iter().zip(widths).map(sized).collect();
    (columns != chosen).then_some(columns)
}

fn shown<T>(
    (state, rows, last): (&State, &FoundRows<'_>, &RefCell<Option<FoundPayment>>),
    place: usize,
    show: impl FnOnce(&FoundPayment) -> T,
) -> Option<T> {
    let mut last = last.borrow_mut();
    if last.as_ref().is_none_or(|known| known.place != place) {
        let payment = rows.payment(place)?;
        let row = state.workspace.payments.prepared(&payment, &state.view());
        *last = Some(FoundPayment { place, payment, row });
    }
    last.as_ref().map(show)
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

/// What the payments that were found come to.
pub fn found_sums(state: &State) -> Known<MoneySums> {
    state.workspace.history.found_sums(state.workspace.related_known())
}

fn found_is_all(state: &State) -> bool {
    state.workspace.history.found_is_all(state.workspace.related_known())
}

/// What is offered about older payments: to search on, or once more.
pub fn older_ui(ui: &mut Ui, state: &State, actions: &mut Vec<Action>) {
    let label = match state.workspace.history.search().older().stage() {
        OlderStage::More(_) => "Search older payments",
        OlderStage::Failed(_) => text::RETRY,
        OlderStage::Idle | OlderStage::Waiting(_) | OlderStage::UnderWay | OlderStage::All => return,
    };
    if Button::link(label).ui(ui).clicked() {
        actions.push(Action::History(HistoryAction::SearchOlder));
    }
}
