//! The shop's subscriptions: the payments that came over the channel `subscription` are their first payments, and say
//! their status.

use rusqlite::Connection;

use crate::engine::subscriptions::plans::{PLANS, SubscriptionPlan};
use crate::engine::subscriptions::status_of;
use crate::rng::SeedRng;
use crate::storage::documents;
use crate::storage::payments::PaymentRecord;
use crate::storage::subscriptions::{InvoiceRecord, StoredSubscriptionStatus, SubscriptionRecord};

const STREAM: u64 = 21;

/// Makes a customer's payment over that channel the first payment of a subscription: for the price of a plan.
pub fn attach(payment: &mut PaymentRecord, seed: u64) {
    let channel = payment.detail.metadata.as_ref().and_then(|metadata| metadata.get("channel"));
    if payment.customer.is_none() || channel.is_none_or(|channel| channel != "subscription") {
        return;
    }
    let Some(plan) = plan_of(payment) else { return };
    payment.amount = plan.amount;
    payment.detail.description = Some(plan.name.to_owned());
    payment.detail.subscription_id = Some(format!("sub_{}", SeedRng::of(seed, STREAM, payment.seq as u64).token(20)));
}

/// One of the plans that are sold in the payment's currency.
fn plan_of(payment: &PaymentRecord) -> Option<&'static SubscriptionPlan> {
    let sold: Vec<&SubscriptionPlan> = PLANS.iter().filter(|plan| plan.currency == payment.currency).collect();
    sold.get(payment.seq as usize % sold.len().max(1)).copied()
}

/// Inserts the subscription of a payment, if it has one.
pub fn fill_for(db: &Connection, payment: &PaymentRecord, seed: u64) -> rusqlite::Result<()> {
    let Some(id) = payment.detail.subscription_id.clone() else { return Ok(()) };
    let (Some(plan), Some(customer)) = (plan_of(payment), payment.customer.as_ref()) else { return Ok(()) };
    let mut rng = SeedRng::of(seed, STREAM + 1, payment.seq as u64);
    let status = status_of(payment).map_or(StoredSubscriptionStatus::Created, |(status, _)| status);
    documents::insert(
        db,
        &SubscriptionRecord {
            client_secret: format!("{id}_secret_{}", rng.token(24)),
            secret_expires: payment.created,
            status,
            customer_id: customer.customer_id.clone(),
            plan_id: plan.plan_id.to_owned(),
            item_price_id: plan.item_price_id.to_owned(),
            merchant_reference_id: Some(format!("abo-{}", 1_000 + payment.seq)),
            coupon_code: rng.true_per_mille(120).then(|| "FRIENDS10".to_owned()),
            payment_id: payment.payment_id.clone(),
            invoice: InvoiceRecord {
                id: format!("inv_{}", rng.token(20)),
                amount: payment.amount,
                currency: payment.currency.clone(),
                paid: status == StoredSubscriptionStatus::Active,
            },
            created: payment.created,
            modified: payment.modified,
            id,
        },
    )
}
