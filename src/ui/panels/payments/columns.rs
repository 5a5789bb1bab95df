//! The columns of payments: what each is called, how wide it is, when it gives way to others and what stands in it. Both
//! lists and the menu of columns read them here.

use crate::list::{ColumnFacts, FittedColumns, ListColumn};
use paydesk_core::State;
use paydesk_core::features::payments::PaymentTableRow;
use paydesk_index::payment_columns::SortKey;
use paydesk_index::payment_view::ViewColumn;
use paydesk_widgets::table::TableCell;

use super::cells::{self, STATUS_MIN, ShownPayment};
use super::text;

/// A column of payments.
pub(super) struct PaymentColumn {
    list: ListColumn<SortKey>,
    /// What a row says in a column that is shown unless others are chosen, to be compared with the other rows.
    usual: Option<fn(&PaymentTableRow) -> &str>,
    cell: CellUi,
}

/// Draws what a payment has in a column.
type CellUi = fn(&mut TableCell<'_, SortKey>, &ShownPayment<'_>);

const fn usual(list: ListColumn<SortKey>, says: fn(&PaymentTableRow) -> &str, cell: CellUi) -> PaymentColumn {
    PaymentColumn { list, usual: Some(says), cell }
}

const fn chosen(list: ListColumn<SortKey>, cell: CellUi) -> PaymentColumn {
    PaymentColumn { list, usual: None, cell }
}

/// All of them, in their usual order.
static COLUMNS: [PaymentColumn; 21] = [
    usual(
        ListColumn::new(SortKey::Amount, text::AMOUNT, [62.0, 96.0, 104.0]).right().spares(),
        |row| &row.amount_text,
        cells::amount_ui,
    ),
    usual(
        ListColumn::exact(SortKey::Currency, "", 36.0).named(text::CURRENCY).unsorted().where_same(),
        |row| &row.currency_text,
        |cell, shown| drop(cell.currency(&shown.row.currency_text)),
    ),
    usual(
        ListColumn::new(SortKey::Status, text::STATUS, [16.0, STATUS_MIN, 230.0]),
        |row| row.payment.status.as_str(),
        cells::status_ui,
    ),
    usual(
        ListColumn::new(SortKey::Payer, text::CUSTOMER, [90.0, 150.0, 300.0]).filled_first(),
        |row| &row.payer_text,
        cells::payer_ui,
    ),
    usual(
        ListColumn::new(SortKey::Method, text::METHOD, [90.0, 138.0, 190.0]).rank(3).where_filled(),
        |row| &row.method_text,
        |cell, shown| drop(cell.secondary(&shown.row.method_text)),
    ),
    usual(
        ListColumn::new(SortKey::Order, text::ORDER, [54.0, 90.0, 200.0]).rank(4).where_filled(),
        |row| &row.order_text,
        |cell, shown| drop(cell.secondary(&shown.row.order_text)),
    ),
    usual(
        ListColumn::new(SortKey::Created, text::CREATED, [96.0, 100.0, 116.0]).rank(1),
        |row| &row.created_text,
        cells::created_ui,
    ),
    usual(
        // With room for its title and the arrow of the order.
        ListColumn::new(SortKey::CaptureBefore, "Deadline or reason", [124.0, 124.0, 260.0]).rank(2).where_filled(),
        |row| if row.capture_before.is_some() { &row.id_text } else { &row.reason_text },
        cells::deadline_or_reason_ui,
    ),
    chosen(ListColumn::new(SortKey::PaymentId, text::PAYMENT_ID, [56.0, 184.0, 290.0]), |cell, shown| {
        drop(cell.mono(&shown.row.id_text));
    }),
    chosen(ListColumn::new(SortKey::Email, text::E_MAIL, [64.0, 200.0, 320.0]), cells::email_ui),
    chosen(ListColumn::new(SortKey::Customer, text::CUSTOMER_ID, [64.0, 190.0, 240.0]), cells::customer_id_ui),
    chosen(ListColumn::new(SortKey::Description, text::DESCRIPTION, [64.0, 190.0, 300.0]), cells::description_ui),
    chosen(ListColumn::new(SortKey::Decline, text::DECLINE, [64.0, 230.0, 520.0]), |cell, shown| {
        drop(cell.subdued(&shown.row.decline_text));
    }),
    chosen(ListColumn::new(SortKey::OrderReference, "Order reference", [64.0, 120.0, 240.0]), cells::reference_ui),
    chosen(ListColumn::new(SortKey::Last4, "Last four", [52.0, 72.0, 90.0]), cells::last4_ui),
    chosen(ListColumn::new(SortKey::Refunded, text::REFUNDED, [70.0, 92.0, 120.0]).right(), cells::refunded_ui),
    chosen(
        ListColumn::new(SortKey::LeftToRefund, "Left to refund", [70.0, 104.0, 120.0]).right(),
        cells::left_to_refund_ui,
    ),
    chosen(ListColumn::new(SortKey::CardCountry, "Card country", [52.0, 92.0, 120.0]), cells::card_country_ui),
    chosen(ListColumn::new(SortKey::Tags, "Tags", [64.0, 120.0, 300.0]), cells::tags_ui),
    chosen(ListColumn::new(SortKey::Note, text::NOTE, [64.0, 200.0, 400.0]), cells::note_ui),
    chosen(ListColumn::new(SortKey::Seen, text::LAST_READ, [64.0, 88.0, 140.0]), cells::seen_ui),
];

fn column(key: SortKey) -> Option<&'static PaymentColumn> {
    COLUMNS.iter().find(|column| column.list.id == key)
}

/// All keys, in the usual order.
pub(super) fn all_columns() -> impl Iterator<Item = SortKey> {
    COLUMNS.iter().map(|column| column.list.id)
}

/// What a column is called.
pub(super) fn name_of(key: SortKey) -> &'static str {
    column(key).map_or("", |column| column.list.name())
}

/// Draws a cell of either list.
pub(super) fn cell_ui(cell: &mut TableCell<'_, SortKey>, shown: &ShownPayment<'_>) {
    if let Some(column) = column(cell.column) {
        (column.cell)(cell, shown);
    }
}

/// What a row says in a column, to be compared with the others.
pub(super) fn says(row: &PaymentTableRow, key: SortKey) -> &str {
    column(key).and_then(|column| column.usual).map_or("", |says| says(row))
}

/// The columns that the list of the service's pages may have. The deadline is never left out where it is the work.
pub(super) fn page_columns(state: &State) -> Vec<ListColumn<SortKey>> {
    let payments = &state.workspace.payments;
    let adjusted = |column: ListColumn<SortKey>| match column.id {
        SortKey::Amount if payments.lists_remainders() => {
            ListColumn::new(SortKey::Amount, text::AMOUNT, [84.0, 150.0, 210.0]).right()
        }
        SortKey::CaptureBefore if payments.part(&state.view()).is_some() => {
            ListColumn::new(SortKey::CaptureBefore, "Capture before", [112.0, 124.0, 190.0])
        }
        _ => column,
    };
    usual_columns().map(adjusted).collect()
}

/// The columns that were chosen for the list of the service's pages, which is sorted only by what its rows say. Among
/// those to capture or to review the deadline is always there.
pub(super) fn chosen_page_columns(state: &State, width: f32) -> FittedColumns<SortKey> {
    let mut chosen = state.workspace.views.columns(&state.view()).to_vec();
    let has_deadline = chosen.iter().any(|column| column.key == SortKey::CaptureBefore);
    if !has_deadline && state.workspace.payments.part(&state.view()).is_some() {
        chosen.push(ViewColumn::new(SortKey::CaptureBefore));
    }
    let mut fitted = found_columns(&chosen, width);
    for column in &mut fitted.columns {
        let says = COLUMNS.iter().any(|known| known.list.id == column.id && known.usual.is_some());
        let is_of_rows = says || matches!(column.id, SortKey::PaymentId | SortKey::Customer | SortKey::Decline);
        column.sortable = is_of_rows && column.id != SortKey::Currency;
    }
    fitted
}

/// The columns that were chosen for what is found, each as wide as it was drawn to; without any, the usual ones.
pub(super) fn found_columns(chosen: &[ViewColumn], width: f32) -> FittedColumns<SortKey> {
    if chosen.is_empty() {
        let sorted = |column: ListColumn<SortKey>| if column.id.is_stored() { column } else { column.unsorted() };
        return fit(&ColumnFacts::default(), &usual_columns().map(sorted).collect::<Vec<_>>(), width);
    }
    let shown = chosen.iter().filter_map(|chosen| Some((column(chosen.key)?.list, chosen.width)));
    let columns = shown.map(|(column, width)| {
        let column = if column.id.is_stored() { column } else { column.unsorted() };
        column.resizable(width.map(f32::from))
    });
    let columns: Vec<_> = columns.collect();
    let titles = columns.iter().map(|column| column.title.to_owned()).collect();
    FittedColumns { columns, titles }
}

fn usual_columns() -> impl Iterator<Item = ListColumn<SortKey>> {
    COLUMNS.iter().filter(|column| column.usual.is_some()).map(|column| column.list)
}

/// These columns for a list of this width.
pub(super) fn fit(facts: &ColumnFacts<SortKey>, columns: &[ListColumn<SortKey>], width: f32) -> FittedColumns<SortKey> {
    let mut fitted = facts.fit(columns, width);
    if fitted.width(SortKey::Status).is_some_and(|width| width < STATUS_MIN) {
        let small = ListColumn::exact(SortKey::Status, "", 16.0).named(text::STATUS);
        let columns: Vec<_> =
            columns.iter().map(|column| if column.id == SortKey::Status { small } else { *column }).collect();
        fitted = facts.fit(&columns, width);
    }
    if let Some(code) = facts.same(SortKey::Currency).filter(|_| !fitted.has(SortKey::Currency)) {
        fitted.retitle(SortKey::Amount, |title| crate::text::in_currency(title, code));
    }
    fitted
}
