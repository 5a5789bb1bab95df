//! Payments whose payers the inbox can be searched by.

use paydesk_api::resources::payments::wire::decode_payment;
use paydesk_domain::money::MinorUnits;
use paydesk_index::payment_columns::{KnownPayments, StoredPayment};
use serde_json::json;

/// Payments that are stored on this machine with their details, by the names of those who paid.
pub fn known_payers(payers: &[(&str, &str)]) -> KnownPayments {
    let mut columns = KnownPayments::default();
    for (id, name) in payers {
        let payment = json!({
            "payment_id": id, "status": "succeeded", "amount": 4_510, "currency": "EUR", "amount_received": 4_510,
            "amount_capturable": 0, "created": "2026-11-17T14:02:11Z", "customer_id": format!("cus_{id}"),
            "email": format!("{}@example.com", name.to_lowercase().replace(' ', ".")),
            "billing": {"address": {"first_name": name.split(' ').next(), "last_name": name.split(' ').next_back()}},
        });
        let payment = decode_payment(payment, MinorUnits::Iso4217).expect("a payment");
        columns.put(&StoredPayment::read(&payment, "2026-11-18T00:00:00Z".parse().expect("a time")));
    }
    columns.order_new();
    columns
}
