//! Which columns the inbox has: as many as there is room for, the most telling ones first.

use crate::app::features::disputes::DisputeSortColumn;
use crate::ui::widgets::Column;
use crate::ui::widgets::table::ColumnWidth;

const fn column(id: DisputeSortColumn, title: &'static str, width: ColumnWidth) -> Column<DisputeSortColumn> {
    Column::new(id, title, width).sortable()
}

const fn time_left(width: f32) -> Column<DisputeSortColumn> {
    column(DisputeSortColumn::TimeLeft, "Time left (est.)", ColumnWidth::Exact(width))
}

const fn amount(width: f32) -> Column<DisputeSortColumn> {
    column(DisputeSortColumn::Amount, "Amount", ColumnWidth::Exact(width)).right()
}

const CURRENCY: Column<DisputeSortColumn> = Column::new(DisputeSortColumn::Currency, "", ColumnWidth::Exact(36.0));
const STATUS: Column<DisputeSortColumn> = column(DisputeSortColumn::Status, "Status", ColumnWidth::Exact(138.0));
const PROGRESS: Column<DisputeSortColumn> = column(DisputeSortColumn::Progress, "Evidence", ColumnWidth::Exact(142.0));

const DISPUTE: Column<DisputeSortColumn> =
    column(DisputeSortColumn::DisputeId, "Dispute", ColumnWidth::Resizable { initial: 116.0, min: 90.0 });
const PAYMENT: Column<DisputeSortColumn> =
    column(DisputeSortColumn::PaymentId, "Payment", ColumnWidth::Resizable { initial: 116.0, min: 90.0 });
const REASON: Column<DisputeSortColumn> =
    column(DisputeSortColumn::Reason, "Reason", ColumnWidth::Remainder { min: 160.0 });

const WIDEST: [Column<DisputeSortColumn>; 9] = [
    time_left(226.0),
    DISPUTE,
    PAYMENT,
    amount(100.0),
    CURRENCY,
    STATUS,
    REASON,
    PROGRESS,
    column(DisputeSortColumn::Created, "Created", ColumnWidth::Exact(100.0)),
];

const WIDE: [Column<DisputeSortColumn>; 8] =
    [time_left(226.0), DISPUTE, PAYMENT, amount(100.0), CURRENCY, STATUS, REASON, PROGRESS];

const MIDDLE: [Column<DisputeSortColumn>; 6] = [
    time_left(226.0),
    amount(100.0),
    CURRENCY,
    STATUS,
    column(DisputeSortColumn::Reason, "Reason", ColumnWidth::Remainder { min: 120.0 }),
    PROGRESS,
];

const NARROW: [Column<DisputeSortColumn>; 4] = [
    time_left(112.0),
    amount(92.0),
    CURRENCY,
    column(DisputeSortColumn::Reason, "Reason", ColumnWidth::Remainder { min: 80.0 }),
];

/// The columns for a list of this width.
pub fn columns_for(width: f32) -> &'static [Column<DisputeSortColumn>] {
    match width {
        width if width >= 1_340.0 => &WIDEST,
        width if width >= 1_060.0 => &WIDE,
        width if width >= 760.0 => &MIDDLE,
        _ => &NARROW,
    }
}
