//! The shop's payment links: orders taken by telephone are paid by one, and unpaid ones are open for a week.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;
use serde_json::json;

use crate::engine::timers::Timer;
use crate::rng::SeedRng;
use crate::storage::payment_links::PaymentLinkRecord;
use crate::storage::payments::PaymentRecord;
use crate::storage::{documents, timers};
use paydesk_domain::payment::PaymentStatus;

const STREAM: u64 = 23;
const LIFE: TimeDelta = TimeDelta::days(7);

/// Inserts the link of a payment, if it was created by one.
pub fn fill_for(db: &Connection, payment: &PaymentRecord, seed: u64, now: DateTime<Utc>) -> rusqlite::Result<()> {
    let detail = &payment.detail;
    let by_telephone = detail.metadata.as_ref().is_some_and(|metadata| metadata["channel"] == "phone");
    let is_open = payment.status == PaymentStatus::RequiresPaymentMethod;
    if detail.subscription_id.is_some() || !(by_telephone || is_open) {
        return Ok(());
    }
    let mut rng = SeedRng::of(seed, STREAM, payment.seq as u64);
    let fields = json!({
        "amount": payment.amount,
        "currency": payment.currency,
        "customer_id": payment.customer.as_ref().map(|customer| &customer.customer_id),
        "email": detail.email,
        "description": detail.description,
        "metadata": detail.metadata,
    });
    let payment_link_id = format!("plink_{}", rng.token(20));
    let expiry = payment.created.checked_add_signed(LIFE).unwrap_or(payment.created);
    if is_open && expiry > now {
        timers::set(db, Timer::ExpirePaymentLink.as_str(), &payment_link_id, expiry)?;
    }
    documents::insert(
        db,
        &PaymentLinkRecord {
            payment_link_id,
            payment_id: payment.payment_id.clone(),
            amount: payment.amount,
            currency: payment.currency.clone(),
            created: payment.created,
            expiry,
            reusable: false,
            description: detail.description.clone(),
            seller_name: Some("Nordlicht Goods".to_owned()),
            require_customer_info: false,
            card_type: "credit".to_owned(),
            payment: fields.as_object().cloned().unwrap_or_default(),
            paid_reported: !is_open,
        },
    )
}
