//! The columns of payments.

use crate::domain::payment_columns::{SortKey, StoredPayment};
use crate::domain::payment_view::ViewColumn;

use super::{ExportCell, ExportRow};

/// Titles, as the specification names the fields; what it does not have is named like them.
pub const COLUMNS: [&str; 23] = [
    "payment_id",
    "status",
    "amount",
    "currency",
    "amount_capturable",
    "amount_received",
    "created",
    "customer_id",
    "email",
    "name",
    "payment_method",
    "payment_method_type",
    "card_last4",
    "description",
    "merchant_order_reference_id",
    "statement_descriptor",
    "metadata",
    "unified_code",
    "unified_message",
    "error_code",
    "refunded",
    "disputed",
    "as_of",
];

/// The columns of an export that stand for those of a view, as numbers of [`COLUMNS`]; all of them where the view has the
/// usual ones. An amount is never without its currency.
pub fn columns_of(columns: &[ViewColumn]) -> Vec<usize> {
    if columns.is_empty() {
        return (0..COLUMNS.len()).collect();
    }
    let mut numbers = Vec::new();
    for name in columns.iter().flat_map(|column| names_of(column.key)) {
        let number = COLUMNS.iter().position(|known| known == name);
        numbers.extend(number.filter(|number| !numbers.contains(number)));
    }
    numbers
}

fn names_of(key: SortKey) -> &'static [&'static str] {
    match key {
        SortKey::PaymentId => &["payment_id"],
        SortKey::Amount => &["amount", "currency"],
        SortKey::Currency => &["currency"],
        SortKey::Status => &["status"],
        SortKey::Created => &["created"],
        SortKey::Customer => &["customer_id"],
        SortKey::Email => &["email"],
        SortKey::Method => &["payment_method", "payment_method_type", "card_last4"],
        SortKey::Decline => &["unified_code", "unified_message", "error_code"],
        SortKey::Seen => &["as_of"],
    }
}

/// The cells of these columns of a row.
pub fn pick(row: ExportRow, columns: &[usize]) -> ExportRow {
    let cells = columns.iter().filter_map(|number| row.cells.get(*number).cloned()).collect();
    ExportRow { cells, money: row.money }
}

/// One payment.
pub fn row(payment: &StoredPayment) -> ExportRow {
    let (row, texts) = (&payment.row, &payment.texts);
    let amount =
        |minor: Option<i64>| ExportCell::optional(minor, |minor| ExportCell::Amount(row.amount.with_minor(minor)));
    let text = |text: &Option<String>| text.as_deref().map_or(ExportCell::Empty, ExportCell::text);
    let cells = vec![
        ExportCell::text(row.payment_id.as_str()),
        ExportCell::text(row.status.as_str()),
        ExportCell::Amount(row.amount.clone()),
        ExportCell::text(row.amount.currency.code()),
        amount(row.capturable_minor),
        amount(row.received_minor),
        ExportCell::optional(row.created, ExportCell::Time),
        row.customer_id.as_ref().map_or(ExportCell::Empty, |id| ExportCell::text(id.as_str())),
        ExportCell::text(&texts.email),
        ExportCell::text(&texts.name),
        text(&row.payment_method),
        ExportCell::text(&texts.method_type),
        ExportCell::optional(payment.last4, |last4| ExportCell::Text(format!("{last4:04}"))),
        ExportCell::text(&texts.description),
        ExportCell::text(&texts.order),
        ExportCell::text(&texts.descriptor),
        ExportCell::text(&texts.metadata),
        text(&row.unified_code),
        text(&row.unified_message),
        ExportCell::text(&texts.error_code),
        ExportCell::Flag(payment.refunded),
        ExportCell::Flag(payment.disputed),
        ExportCell::optional(payment.seen_at, ExportCell::Time),
    ];
    ExportRow { cells, money: Some(row.amount.clone()) }
}
