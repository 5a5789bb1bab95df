//! The columns of payments.

use crate::payment_columns::{SortKey, StoredPayment};
use crate::payment_view::ViewColumn;
use paydesk_domain::ids::CustomerId;

use paydesk_domain::export::{ExportCell, ExportRow};

/// Titles, as the specification names the fields; what it does not have is named like them.
pub const COLUMNS: [&str; 25] = [
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
    "card_brand",
    "card_country",
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

/// What every list of a service says of a payment.
const LISTED: [&str; 6] = ["payment_id", "status", "amount", "currency", "created", "as_of"];

/// Whether one of these columns has more of a payment than a list of the service need say: its details are read for it.
pub fn needs_details(columns: &[usize]) -> bool {
    columns.iter().filter_map(|number| COLUMNS.get(*number)).any(|name| !LISTED.contains(name))
}

/// Whether one of these columns says what was received: some services leave that out of their list.
pub fn needs_received(columns: &[usize]) -> bool {
    columns.iter().filter_map(|number| COLUMNS.get(*number)).any(|name| *name == "amount_received")
}

fn names_of(key: SortKey) -> &'static [&'static str] {
    match key {
        SortKey::PaymentId => &["payment_id"],
        SortKey::Payer => &["name", "email", "customer_id"],
        SortKey::OrderReference => &["merchant_order_reference_id"],
        SortKey::Last4 => &["card_last4"],
        SortKey::Refunded => &["refunded"],
        SortKey::LeftToRefund => &["amount_received", "refunded"],
        SortKey::CardCountry => &["card_country"],
        SortKey::Tags | SortKey::Note => &[],
        SortKey::Order => &["merchant_order_reference_id", "description"],
        SortKey::Description => &["description"],
        SortKey::Amount => &["amount", "currency"],
        SortKey::Currency => &["currency"],
        SortKey::Status => &["status"],
        SortKey::Created => &["created"],
        SortKey::Customer => &["customer_id"],
        SortKey::Email => &["email"],
        SortKey::Method => &["payment_method", "payment_method_type", "card_brand", "card_last4"],
        SortKey::CaptureBefore | SortKey::Decline => &["unified_code", "unified_message", "error_code"],
        SortKey::Seen => &["as_of"],
    }
}

/// The cells of these columns of a row.
pub fn pick<'a>(row: ExportRow<'a>, columns: &[usize]) -> ExportRow<'a> {
    if columns.iter().copied().eq(0..COLUMNS.len()) {
        return row;
    }
    let cells = columns.iter().filter_map(|number| row.cells.get(*number).cloned()).collect();
    ExportRow { cells, money: row.money }
}

/// One payment; its texts become those of the row.
pub fn row(payment: StoredPayment) -> ExportRow<'static> {
    let StoredPayment { row, texts, last4, refunded, disputed, seen_at, .. } = payment;
    let money = row.amount;
    let amount = |minor: Option<i64>| ExportCell::optional(minor, |minor| ExportCell::Amount(money.with_minor(minor)));
    let text = |text: Option<String>| ExportCell::text(text.unwrap_or_default());
    let cells = vec![
        ExportCell::text(row.payment_id.into_string()),
        ExportCell::text(row.status.as_str().to_owned()),
        ExportCell::Amount(money.clone()),
        ExportCell::text(money.currency.code().to_owned()),
        amount(row.capturable_minor),
        amount(row.received_minor),
        ExportCell::time(row.created),
        text(row.customer_id.map(CustomerId::into_string)),
        ExportCell::text(texts.email),
        ExportCell::text(texts.name),
        text(row.payment_method),
        ExportCell::text(texts.method_type),
        ExportCell::optional(last4, |last4| ExportCell::Digits(format!("{last4:04}"))),
        ExportCell::text(texts.description),
        ExportCell::text(texts.order),
        ExportCell::text(texts.descriptor),
        ExportCell::text(texts.metadata),
        text(row.unified_code),
        text(row.unified_message),
        ExportCell::text(texts.error_code),
        ExportCell::Flag(refunded),
        ExportCell::Flag(disputed),
        ExportCell::time(seen_at),
        ExportCell::text(texts.brand),
        ExportCell::text(texts.card_country),
    ];
    ExportRow { cells, money: Some(money) }
}
