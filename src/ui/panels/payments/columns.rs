//! Which columns the list has: as many as there is room for, the most telling ones first.

use crate::app::features::payments::PaymentSortColumn;
use crate::ui::widgets::TableColumn;
use crate::ui::widgets::table::ColumnWidth;

use super::text;

const fn column(id: PaymentSortColumn, title: &'static str, width: ColumnWidth) -> TableColumn<PaymentSortColumn> {
    TableColumn::new(id, title, width).sortable()
}

const fn amount(width: f32) -> TableColumn<PaymentSortColumn> {
    column(PaymentSortColumn::Amount, text::AMOUNT, ColumnWidth::Exact(width)).right()
}

const fn currency() -> TableColumn<PaymentSortColumn> {
    TableColumn::new(PaymentSortColumn::Currency, "", ColumnWidth::Exact(36.0))
}

const fn status(width: f32) -> TableColumn<PaymentSortColumn> {
    column(PaymentSortColumn::Status, text::STATUS, ColumnWidth::Exact(width))
}

const fn payment(initial: f32) -> TableColumn<PaymentSortColumn> {
    column(PaymentSortColumn::PaymentId, text::PAYMENT, ColumnWidth::Resizable { initial, min: 100.0 })
}

const CREATED: TableColumn<PaymentSortColumn> =
    column(PaymentSortColumn::Created, text::CREATED, ColumnWidth::Exact(100.0));

const ROOMY_STATUS: ColumnWidth = ColumnWidth::Exact(240.0);

/// Wide enough for the longest status.
const ROOMY: [TableColumn<PaymentSortColumn>; 7] = [
    payment(196.0),
    amount(104.0),
    currency(),
    status(240.0),
    CREATED,
    column(PaymentSortColumn::CaptureBefore, text::CAPTURE_BEFORE, ColumnWidth::Exact(172.0)),
    column(PaymentSortColumn::Decline, text::DECLINE, ColumnWidth::Remainder { min: 120.0 }),
];

/// Wide enough for a decline as text.
const WIDE: [TableColumn<PaymentSortColumn>; 7] = [
    payment(196.0),
    amount(104.0),
    currency(),
    status(146.0),
    CREATED,
    column(PaymentSortColumn::CaptureBefore, text::CAPTURE_BEFORE, ColumnWidth::Exact(172.0)),
    column(PaymentSortColumn::Decline, text::DECLINE, ColumnWidth::Remainder { min: 120.0 }),
];

/// Beside a detail: what a row has to say more, deadline or decline, shares the last column.
const MIDDLE: [TableColumn<PaymentSortColumn>; 6] = [
    payment(188.0),
    amount(100.0),
    currency(),
    status(142.0),
    CREATED,
    column(PaymentSortColumn::CaptureBefore, text::DEADLINE_OR_DECLINE, ColumnWidth::Remainder { min: 112.0 }),
];

const NARROW: [TableColumn<PaymentSortColumn>; 5] = [
    column(PaymentSortColumn::PaymentId, text::PAYMENT, ColumnWidth::Remainder { min: 90.0 }),
    amount(100.0),
    currency(),
    status(146.0),
    CREATED,
];

const SMALL: [TableColumn<PaymentSortColumn>; 4] = [
    column(PaymentSortColumn::PaymentId, text::PAYMENT, ColumnWidth::Remainder { min: 56.0 }),
    amount(96.0),
    currency(),
    status(138.0),
];

/// The status as a shape alone.
const TINY: [TableColumn<PaymentSortColumn>; 4] = [
    column(PaymentSortColumn::PaymentId, text::PAYMENT, ColumnWidth::Remainder { min: 48.0 }),
    amount(88.0),
    currency(),
    TableColumn::new(PaymentSortColumn::Status, "", ColumnWidth::Exact(16.0)),
];

/// The columns for a list of this width.
pub fn columns_for(width: f32) -> &'static [TableColumn<PaymentSortColumn>] {
    match width {
        width if width >= 1100.0 => &ROOMY,
        width if width >= 952.0 => &WIDE,
        width if width >= 744.0 => &MIDDLE,
        width if width >= 560.0 => &NARROW,
        width if width >= 380.0 => &SMALL,
        _ => &TINY,
    }
}

/// Whether the column after the last is there: what it would say is elsewhere otherwise.
pub fn has(columns: &[TableColumn<PaymentSortColumn>], id: PaymentSortColumn) -> bool {
    columns.iter().any(|column| column.id == id)
}

/// Whether there is room for more than the word of a status.
pub fn is_roomy(columns: &[TableColumn<PaymentSortColumn>]) -> bool {
    columns.iter().any(|column| column.id == PaymentSortColumn::Status && column.width == ROOMY_STATUS)
}

/// Whether the status is a shape alone.
pub fn is_tiny(columns: &[TableColumn<PaymentSortColumn>]) -> bool {
    columns.len() == TINY.len() && columns.iter().any(|column| column.width == ColumnWidth::Exact(16.0))
}
