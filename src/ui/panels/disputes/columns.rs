//! Which columns the inbox has: as many as there is room for, the most telling ones first.

use crate::app::features::disputes::DisputeSortColumn;
use crate::ui::widgets::TableColumn;
use crate::ui::widgets::table::ColumnWidth;

use super::text;

const fn column(id: DisputeSortColumn, title: &'static str, width: ColumnWidth) -> TableColumn<DisputeSortColumn> {
    TableColumn::new(id, title, width).sortable()
}

const fn time_left(width: f32) -> TableColumn<DisputeSortColumn> {
    column(DisputeSortColumn::TimeLeft, text::TIME_LEFT, ColumnWidth::Exact(width))
}

const fn amount(width: f32) -> TableColumn<DisputeSortColumn> {
    column(DisputeSortColumn::Amount, text::AMOUNT, ColumnWidth::Exact(width)).right()
}

const CURRENCY: TableColumn<DisputeSortColumn> =
    TableColumn::new(DisputeSortColumn::Currency, "", ColumnWidth::Exact(36.0));
const STATUS: TableColumn<DisputeSortColumn> =
    column(DisputeSortColumn::Status, text::STATUS, ColumnWidth::Exact(138.0));
const PROGRESS: TableColumn<DisputeSortColumn> =
    column(DisputeSortColumn::Progress, text::EVIDENCE, ColumnWidth::Exact(142.0));

const DISPUTE: TableColumn<DisputeSortColumn> =
    column(DisputeSortColumn::DisputeId, text::DISPUTE, ColumnWidth::Resizable { initial: 116.0, min: 90.0 });
const PAYMENT: TableColumn<DisputeSortColumn> =
    column(DisputeSortColumn::PaymentId, text::PAYMENT, ColumnWidth::Resizable { initial: 116.0, min: 90.0 });
const REASON: TableColumn<DisputeSortColumn> =
    column(DisputeSortColumn::Reason, text::REASON, ColumnWidth::Remainder { min: 160.0 });

const WIDEST: [TableColumn<DisputeSortColumn>; 9] = [
    time_left(150.0),
    DISPUTE,
    PAYMENT,
    amount(100.0),
    CURRENCY,
    STATUS,
    REASON,
    PROGRESS,
    column(DisputeSortColumn::Created, text::CREATED, ColumnWidth::Exact(100.0)),
];

const WIDE: [TableColumn<DisputeSortColumn>; 8] =
    [time_left(150.0), DISPUTE, PAYMENT, amount(100.0), CURRENCY, STATUS, REASON, PROGRESS];

const MIDDLE: [TableColumn<DisputeSortColumn>; 6] = [
    time_left(150.0),
    amount(100.0),
    CURRENCY,
    STATUS,
    column(DisputeSortColumn::Reason, text::REASON, ColumnWidth::Remainder { min: 120.0 }),
    PROGRESS,
];

const NARROW: [TableColumn<DisputeSortColumn>; 4] = [
    time_left(136.0),
    amount(92.0),
    CURRENCY,
    column(DisputeSortColumn::Reason, text::REASON, ColumnWidth::Remainder { min: 80.0 }),
];

/// The columns for a list of this width.
pub fn columns_for(width: f32) -> &'static [TableColumn<DisputeSortColumn>] {
    match width {
        width if width >= 1_340.0 => &WIDEST,
        width if width >= 1_060.0 => &WIDE,
        width if width >= 760.0 => &MIDDLE,
        _ => &NARROW,
    }
}
