//! The tables of everything but payments, each declared once: its columns, and a row of it. The window and `paydesk
//! export` write the same.

mod disputes;
mod events;
mod operations;
mod records;
mod row;

use paydesk_domain::export::ExportKind;
use paydesk_index::payment_export;

pub use disputes::dispute_row;
pub use events::{event_row, refused_row};
pub use operations::operation_row;
pub use records::record_row;
pub use row::TableRow;

/// The titles of a table, as the specification names the fields.
pub fn columns(kind: ExportKind) -> &'static [&'static str] {
    match kind {
        ExportKind::Payments => &payment_export::COLUMNS,
        ExportKind::Disputes => &disputes::COLUMNS,
        ExportKind::Events => &events::COLUMNS,
        ExportKind::Operations => &operations::COLUMNS,
        ExportKind::Refunds => &records::REFUNDS,
        ExportKind::Payouts => &records::PAYOUTS,
        ExportKind::Customers => &records::CUSTOMERS,
        ExportKind::Subscriptions => &records::SUBSCRIPTIONS,
        ExportKind::PaymentLinks => &records::PAYMENT_LINKS,
        ExportKind::ApiKeys => &records::API_KEYS,
    }
}
