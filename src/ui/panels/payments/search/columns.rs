//! The columns of what is found, as many as there is room for.

use crate::domain::payment_columns::SortKey;
use crate::ui::widgets::TableColumn;
use crate::ui::widgets::table::ColumnWidth;

use super::text;

const fn column(id: SortKey, title: &'static str, width: ColumnWidth) -> TableColumn<SortKey> {
    TableColumn::new(id, title, width).sortable()
}

const AMOUNT: TableColumn<SortKey> = column(SortKey::Amount, text::AMOUNT, ColumnWidth::Exact(104.0)).right();
const CURRENCY: TableColumn<SortKey> = TableColumn::new(SortKey::Currency, "", ColumnWidth::Exact(36.0));
const STATUS: TableColumn<SortKey> = column(SortKey::Status, text::STATUS, ColumnWidth::Exact(146.0));
const CREATED: TableColumn<SortKey> = column(SortKey::Created, text::CREATED, ColumnWidth::Exact(100.0));
const READ: TableColumn<SortKey> = column(SortKey::Seen, text::LAST_READ, ColumnWidth::Exact(88.0));
const E_MAIL: TableColumn<SortKey> = column(SortKey::Email, text::E_MAIL, ColumnWidth::Remainder { min: 120.0 });

const fn payment(width: ColumnWidth) -> TableColumn<SortKey> {
    column(SortKey::PaymentId, text::PAYMENT, width)
}

const WIDE: [TableColumn<SortKey>; 8] = [
    payment(ColumnWidth::Exact(184.0)),
    AMOUNT,
    CURRENCY,
    STATUS,
    CREATED,
    column(SortKey::Method, text::METHOD, ColumnWidth::Exact(112.0)),
    E_MAIL,
    READ,
];
const MIDDLE: [TableColumn<SortKey>; 6] =
    [payment(ColumnWidth::Exact(176.0)), AMOUNT, CURRENCY, STATUS, CREATED, E_MAIL];
const NARROW: [TableColumn<SortKey>; 5] =
    [payment(ColumnWidth::Remainder { min: 90.0 }), AMOUNT, CURRENCY, STATUS, CREATED];
const SMALL: [TableColumn<SortKey>; 4] = [payment(ColumnWidth::Remainder { min: 56.0 }), AMOUNT, CURRENCY, STATUS];

/// The columns for a list of this width.
pub fn columns_for(width: f32) -> &'static [TableColumn<SortKey>] {
    match width {
        width if width >= 980.0 => &WIDE,
        width if width >= 780.0 => &MIDDLE,
        width if width >= 560.0 => &NARROW,
        _ => &SMALL,
    }
}
