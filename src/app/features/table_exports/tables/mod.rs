//! The tables of everything but payments, each declared once: its columns, and a row of it. The window and `paydesk
//! export` write the same.

mod disputes;
mod events;
mod records;

use chrono::{DateTime, Utc};

use crate::domain::export::{ExportKind, ExportRow, payments};
use crate::domain::ids::CustomerId;

pub use disputes::dispute_row;
pub use events::{event_row, refused_row};
pub use records::record_row;

/// A row, and what a query asks of it.
#[derive(Debug, Clone, PartialEq)]
pub struct TableRow<'a> {
    pub row: ExportRow<'a>,
    pub id: &'a str,
    pub status: &'a str,
    pub created: Option<DateTime<Utc>>,
    pub customer: Option<&'a CustomerId>,
}

/// The titles of a table, as the specification names the fields.
pub fn columns(kind: ExportKind) -> &'static [&'static str] {
    match kind {
        ExportKind::Payments => &payments::COLUMNS,
        ExportKind::Disputes => &disputes::COLUMNS,
        ExportKind::Events => &events::COLUMNS,
        ExportKind::Refunds => &records::REFUNDS,
        ExportKind::Payouts => &records::PAYOUTS,
        ExportKind::Customers => &records::CUSTOMERS,
        ExportKind::Subscriptions => &records::SUBSCRIPTIONS,
        ExportKind::PaymentLinks => &records::PAYMENT_LINKS,
        ExportKind::ApiKeys => &records::API_KEYS,
    }
}
