//! The columns of what is found: those that a person chose, or as many as there is room for.

use std::borrow::Cow;

use paydesk_index::payment_columns::SortKey;
use paydesk_index::payment_view::ViewColumn;
use paydesk_widgets::TableColumn;
use paydesk_widgets::table::ColumnWidth;
use paydesk_widgets::tokens::space;

use super::text;

const fn column(id: SortKey, title: &'static str, width: ColumnWidth) -> TableColumn<SortKey> {
    TableColumn::new(id, title, width).sortable()
}

const AMOUNT: TableColumn<SortKey> = column(SortKey::Amount, text::AMOUNT, ColumnWidth::Exact(104.0)).right();
const CURRENCY: TableColumn<SortKey> =
    TableColumn::new(SortKey::Currency, "", ColumnWidth::Exact(36.0)).named(text::CURRENCY);
const STATUS: TableColumn<SortKey> = column(SortKey::Status, text::STATUS, ColumnWidth::Exact(146.0));
const CREATED: TableColumn<SortKey> = column(SortKey::Created, text::CREATED, ColumnWidth::Exact(100.0));
const READ: TableColumn<SortKey> = column(SortKey::Seen, text::LAST_READ, ColumnWidth::Exact(88.0));
const E_MAIL: TableColumn<SortKey> = column(SortKey::Email, text::E_MAIL, ColumnWidth::Remainder { min: 120.0 });

/// Room for most e-mail addresses, in points.
const E_MAIL_WIDTH: f32 = 210.0;
/// Room for the longest usual id of a payment, in points.
const PAYMENT_MAX: f32 = 290.0;

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

/// The usual columns for a list of this width.
fn columns_for(width: f32) -> &'static [TableColumn<SortKey>] {
    match width {
        width if width >= 980.0 => &WIDE,
        width if width >= 780.0 => &MIDDLE,
        width if width >= 560.0 => &NARROW,
        _ => &SMALL,
    }
}

/// The usual columns, with as much room for the id of the payment as it needs and the others leave.
fn with_room_for_ids(columns: &[TableColumn<SortKey>], width: f32) -> Vec<TableColumn<SortKey>> {
    let others = columns.iter().filter(|column| column.id != SortKey::PaymentId).map(|column| match column.width {
        ColumnWidth::Exact(width) => width,
        ColumnWidth::Remainder { .. } => E_MAIL_WIDTH,
        ColumnWidth::Resizable { initial, .. } => initial,
    });
    let left = width - others.map(|width| width + space::M).sum::<f32>();
    let fitted = |column: &TableColumn<SortKey>| match column.width {
        ColumnWidth::Exact(least) if column.id == SortKey::PaymentId => {
            TableColumn { width: ColumnWidth::Exact(left.clamp(least, PAYMENT_MAX)), ..*column }
        }
        _ => *column,
    };
    columns.iter().map(fitted).collect()
}

/// The usual columns, by what they show.
pub fn usual_columns(width: f32) -> impl Iterator<Item = SortKey> {
    columns_for(width).iter().map(|column| column.id)
}

/// The columns that were chosen, each as wide as it was drawn to; without any, the usual ones.
pub fn shown_columns(chosen: &[ViewColumn], width: f32) -> Cow<'static, [TableColumn<SortKey>]> {
    if chosen.is_empty() {
        return Cow::Owned(with_room_for_ids(columns_for(width), width));
    }
    let shown = |column: &ViewColumn| {
        let (initial, min) = widths_of(column.key);
        let initial = column.width.map_or(initial, f32::from).max(min);
        let shown = self::column(column.key, heading_of(column.key), ColumnWidth::Resizable { initial, min });
        let shown = shown.named(title_of(column.key));
        if column.key == SortKey::Amount { shown.right() } else { shown }
    };
    Cow::Owned(chosen.iter().map(shown).collect())
}

/// How wide a column is to begin with, and at least, in points.
fn widths_of(key: SortKey) -> (f32, f32) {
    match key {
        SortKey::PaymentId => (184.0, 56.0),
        SortKey::Amount => (104.0, 84.0),
        SortKey::Currency => (36.0, 36.0),
        SortKey::Status => (146.0, 146.0),
        SortKey::Created => (100.0, 100.0),
        SortKey::Method => (112.0, 64.0),
        SortKey::Email => (200.0, 64.0),
        SortKey::Customer => (190.0, 64.0),
        SortKey::Payer => (170.0, 64.0),
        SortKey::Order => (96.0, 54.0),
        SortKey::Description => (190.0, 64.0),
        SortKey::CaptureBefore => (130.0, 84.0),
        SortKey::Decline => (230.0, 64.0),
        SortKey::Seen => (88.0, 64.0),
    }
}

/// What a column is called in its menu.
pub fn title_of(key: SortKey) -> &'static str {
    match key {
        SortKey::PaymentId => text::PAYMENT,
        SortKey::Amount => text::AMOUNT,
        SortKey::Currency => text::CURRENCY,
        SortKey::Status => text::STATUS,
        SortKey::Created => text::CREATED,
        SortKey::Method => text::METHOD,
        SortKey::Email => text::E_MAIL,
        SortKey::Customer => text::CUSTOMER_ID,
        SortKey::Payer => text::CUSTOMER,
        SortKey::Order => text::ORDER,
        SortKey::Description => text::DESCRIPTION,
        SortKey::CaptureBefore => text::DEADLINE_OR_REASON,
        SortKey::Decline => text::DECLINE,
        SortKey::Seen => text::LAST_READ,
    }
}

/// Above the column: a currency needs no title.
fn heading_of(key: SortKey) -> &'static str {
    if key == SortKey::Currency { "" } else { title_of(key) }
}
