//! Which columns the list has: as many as there is room for, the most telling ones first.

use crate::app::features::payments::SortColumn;
use crate::ui::widgets::Column;
use crate::ui::widgets::table::ColumnWidth;

const fn column(id: SortColumn, title: &'static str, width: ColumnWidth) -> Column<SortColumn> {
    Column::new(id, title, width).sortable()
}

const fn amount(width: f32) -> Column<SortColumn> {
    column(SortColumn::Amount, "Amount", ColumnWidth::Exact(width)).right()
}

const fn currency() -> Column<SortColumn> {
    Column::new(SortColumn::Currency, "", ColumnWidth::Exact(36.0))
}

const fn status(width: f32) -> Column<SortColumn> {
    column(SortColumn::Status, "Status", ColumnWidth::Exact(width))
}

const fn payment(initial: f32) -> Column<SortColumn> {
    column(SortColumn::PaymentId, "Payment", ColumnWidth::Resizable { initial, min: 100.0 })
}

const CREATED: Column<SortColumn> = column(SortColumn::Created, "Created", ColumnWidth::Exact(100.0));

/// Wide enough for a decline in words.
const WIDE: [Column<SortColumn>; 7] = [
    payment(196.0),
    amount(104.0),
    currency(),
    status(146.0),
    CREATED,
    column(SortColumn::CaptureBefore, "Capture before (est.)", ColumnWidth::Exact(150.0)),
    column(SortColumn::Decline, "Decline", ColumnWidth::Remainder { min: 120.0 }),
];

/// Beside a detail: what a row has to say more, deadline or decline, shares the last column.
const MIDDLE: [Column<SortColumn>; 6] = [
    payment(188.0),
    amount(100.0),
    currency(),
    status(142.0),
    CREATED,
    column(SortColumn::CaptureBefore, "Deadline or decline", ColumnWidth::Remainder { min: 112.0 }),
];

const NARROW: [Column<SortColumn>; 5] = [
    column(SortColumn::PaymentId, "Payment", ColumnWidth::Remainder { min: 90.0 }),
    amount(100.0),
    currency(),
    status(146.0),
    CREATED,
];

const SMALL: [Column<SortColumn>; 4] = [
    column(SortColumn::PaymentId, "Payment", ColumnWidth::Remainder { min: 56.0 }),
    amount(96.0),
    currency(),
    status(138.0),
];

/// The status as a shape alone.
const TINY: [Column<SortColumn>; 4] = [
    column(SortColumn::PaymentId, "Payment", ColumnWidth::Remainder { min: 48.0 }),
    amount(88.0),
    currency(),
    Column::new(SortColumn::Status, "", ColumnWidth::Exact(16.0)),
];

/// The columns for a list of this width.
pub fn columns_for(width: f32) -> &'static [Column<SortColumn>] {
    match width {
        width if width >= 930.0 => &WIDE,
        width if width >= 744.0 => &MIDDLE,
        width if width >= 560.0 => &NARROW,
        width if width >= 380.0 => &SMALL,
        _ => &TINY,
    }
}

/// Whether the column after the last is there: what it would say stands elsewhere otherwise.
pub fn has(columns: &[Column<SortColumn>], id: SortColumn) -> bool {
    columns.iter().any(|column| column.id == id)
}

/// Whether the status is a shape alone.
pub fn is_tiny(columns: &[Column<SortColumn>]) -> bool {
    columns.len() == TINY.len() && columns.iter().any(|column| column.width == ColumnWidth::Exact(16.0))
}
