//! Payments that are stored with who paid them.

use paydesk_core::Message;
use paydesk_core::features::history::{HistoryReport, OpenedHistory, ReadPlace};
use paydesk_domain::ids::CustomerId;
use paydesk_index::payment_columns::{KnownPayments, PaymentTexts, StoredPayment};

use crate::desk::{Desk, eur, succeeded_row};
use crate::service::start_time;

/// A payment with its details; empty texts are not known.
pub fn paid_by(payment_id: &str, customer_id: &str, name: &str, email: &str) -> StoredPayment {
    let mut row = succeeded_row(payment_id, eur(1_000), start_time());
    row.customer_id = Some(customer_id).filter(|id| !id.is_empty()).map(CustomerId::new);
    let texts = PaymentTexts { name: name.to_owned(), email: email.to_owned(), ..PaymentTexts::default() };
    StoredPayment { texts, detailed_at: Some(start_time()), ..StoredPayment::listed(row, start_time()) }
}

/// What is stored on this computer was read: these payments.
pub fn know(desk: &mut Desk, payments: &[StoredPayment]) {
    let mut columns = KnownPayments::default();
    for payment in payments {
        columns.put(payment);
    }
    columns.order_new();
    let opened = OpenedHistory { columns, place: ReadPlace::default(), is_written: true };
    let report = HistoryReport::Opened(Ok(Box::new(opened)));
    let profile_id = desk.state.workspace.profile_id.clone();
    desk.event(Message::History { profile_id, report });
}
