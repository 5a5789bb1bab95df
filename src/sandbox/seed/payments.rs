//! The shop's payments, oldest first: who bought what, how it was paid, what became of it.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;
use serde_json::{Map, Value, json};

use super::calendar;
use super::customers::{SeedCustomer, name_and_email};
use super::goods;
use super::names::LOCALES;
use super::payment_links;
use super::plan::SeedPlan;
use super::scenarios::{self, DAY_MS, PaymentScenario};
use super::subscriptions;
use crate::engine::index::PaymentIndex;
use crate::engine::payments::DEFAULT_DESCRIPTOR;
use crate::engine::timers::Timer;
use crate::rng::SeedRng;
use crate::storage;
use crate::storage::payments::{AUTHORIZATION_EXPIRED, CardOnFile, ChargeOutcome, PaymentDetail, PaymentRecord};
use paydesk_domain::authorization::AUTHORIZATION_DAYS;
use paydesk_domain::payment::PaymentStatus;

const STREAM: u64 = 3;

const BRANDS: [(u64, &str); 4] = [(52, "Visa"), (36, "Mastercard"), (8, "American Express"), (4, "JCB")];
const CHANNELS: [(u64, &str); 4] = [(62, "web"), (24, "app"), (9, "phone"), (5, "subscription")];
/// Payment method and type, by weight.
const METHODS: [(u64, (&str, &str)); 6] = [
    (66, ("card", "credit")),
    (17, ("card", "debit")),
    (8, ("wallet", "device_wallet")),
    (4, ("bank_transfer", "sepa")),
    (3, ("bank_redirect", "bank_redirect")),
    (2, ("pay_later", "pay_later")),
];

/// A payment of which something was captured, as refunds and disputes build upon it.
#[derive(Debug, Clone, Copy)]
pub struct Sale {
    pub seq: i64,
    pub created_ms: i64,
    /// When the payment was last changed: not before the capture.
    pub modified_ms: i64,
}

/// Inserts the payments with their timers; the index they make is returned, and the sales in the order of creation.
pub fn fill(
    db: &Connection,
    plan: SeedPlan,
    now: DateTime<Utc>,
    customers: &[SeedCustomer],
) -> rusqlite::Result<(PaymentIndex, Vec<Sale>)> {
    let mut index = PaymentIndex::default();
    let mut sales = Vec::new();
    let moments = calendar::moments(plan.payments, plan.seed, now);
    for (place, created_ms) in moments.into_iter().enumerate() {
        let created = DateTime::from_timestamp_millis(created_ms).unwrap_or(now);
        let mut rng = SeedRng::of(plan.seed, STREAM, place as u64);
        let recent = plan.payments - 1 - place as u32;
        let mut payment = new_payment(&mut rng, place as i64 + 1, created, customers);
        let age_ms = (now - created).num_milliseconds();
        let is_bank_transfer = payment.payment_method.as_deref() == Some("bank_transfer");
        let scenario = scenarios::choose(&mut rng, age_ms, payment.manual_capture, is_bank_transfer, recent);
        subscriptions::attach(&mut payment, plan.seed);
        apply_scenario(&mut payment, scenario);
        storage::payments::insert(db, &payment)?;
        subscriptions::fill_for(db, &payment, plan.seed)?;
        payment_links::fill_for(db, &payment, plan.seed, now)?;
        set_timer(db, &payment, scenario)?;
        index.set(&payment.key_row());
        if payment.amount_received > 0 {
            let modified_ms = payment.modified.timestamp_millis();
            sales.push(Sale { seq: payment.seq, created_ms, modified_ms });
        }
    }
    Ok((index, sales))
}

/// A payment as it was created: id, customer, order, method.
fn new_payment(rng: &mut SeedRng, seq: i64, created: DateTime<Utc>, customers: &[SeedCustomer]) -> PaymentRecord {
    let payment_id = format!("pay_{}", rng.token(20));
    let buyer = buyer(rng, seq, customers);
    let order = goods::order(rng, buyer.currency);
    let (method, method_type) = rng.weighted(&METHODS);
    let manual_capture = method == "card" && rng.true_per_mille(170);
    let metadata = metadata(rng, seq);
    let detail = PaymentDetail {
        email: Some(buyer.email),
        description: Some(order.description),
        statement_descriptor: Some(descriptor(rng, seq)),
        metadata: Some(metadata),
        card: (method == "card").then(|| card(&mut SeedRng::new(buyer.card_seed))),
        payment_method_type: Some(method_type.to_owned()),
        method_attached: true,
        outcome: Some(ChargeOutcome::Approve),
        ..Default::default()
    };
    PaymentRecord {
        seq,
        payment_id,
        status: PaymentStatus::RequiresConfirmation,
        currency: buyer.currency.to_owned(),
        payment_method: Some(method.to_owned()),
        customer: buyer.customer,
        created,
        modified: created,
        amount: order.amount_minor,
        amount_received: 0,
        amount_capturable: 0,
        manual_capture,
        unified_code: None,
        detail,
    }
}

struct Buyer {
    customer: Option<storage::payments::CustomerRef>,
    email: String,
    currency: &'static str,
    card_seed: u64,
}

/// Three of four payments are by customers who have an account, and few of them make most of it.
fn buyer(rng: &mut SeedRng, seq: i64, customers: &[SeedCustomer]) -> Buyer {
    if rng.true_per_mille(760) && !customers.is_empty() {
        let count = customers.len() as u64;
        let place = rng.below(count).min(rng.below(count));
        let customer = &customers[place as usize];
        return Buyer {
            customer: Some(customer.customer.clone()),
            email: customer.email.clone(),
            currency: customer.locale.currency,
            card_seed: customer.card_seed,
        };
    }
    let locale = rng.weighted(&LOCALES);
    let (_, email) = name_and_email(rng, locale, seq.unsigned_abs());
    Buyer { customer: None, email, currency: locale.currency, card_seed: rng.number() }
}

/// The card a customer always pays with.
fn card(card_seed: &mut SeedRng) -> CardOnFile {
    CardOnFile {
        brand: card_seed.weighted(&BRANDS).to_owned(),
        last4: format!("{:04}", card_seed.below(10_000)),
        exp_month: format!("{:02}", 1 + card_seed.below(12)),
        exp_year: format!("{}", 2027 + card_seed.below(5)),
    }
}

fn metadata(rng: &mut SeedRng, seq: i64) -> Map<String, Value> {
    let mut metadata = Map::new();
    metadata.insert("order_id".to_owned(), json!(format!("{}", 10_000 + seq)));
    metadata.insert("channel".to_owned(), json!(rng.weighted(&CHANNELS)));
    if rng.true_per_mille(120) {
        metadata.insert("campaign".to_owned(), json!(*rng.pick(&["autumn", "newsletter", "friends", "darkroast"])));
    }
    if rng.true_per_mille(60) {
        metadata.insert("gift".to_owned(), json!("true"));
    }
    metadata
}

fn descriptor(rng: &mut SeedRng, seq: i64) -> String {
    if rng.true_per_mille(300) { format!("NORDLICHT {}", 10_000 + seq) } else { DEFAULT_DESCRIPTOR.to_owned() }
}

/// Brings a payment to the status that its scenario ends in.
fn apply_scenario(payment: &mut PaymentRecord, scenario: PaymentScenario) {
    match scenario {
        PaymentScenario::Paid => capture(payment, payment.amount, None),
        PaymentScenario::Declined(code) => {
            payment.status = PaymentStatus::Failed;
            payment.unified_code = Some(code.to_owned());
        }
        PaymentScenario::LeftBeforeMethod => remove_method(payment),
        PaymentScenario::LeftBeforeConfirmation => payment.status = PaymentStatus::RequiresConfirmation,
        PaymentScenario::Authenticating => payment.status = PaymentStatus::RequiresAction,
        PaymentScenario::Processing { .. } => payment.status = PaymentStatus::Processing,
        PaymentScenario::InReview => hold_amount(payment, PaymentStatus::RequiresMerchantAction),
        PaymentScenario::Authorized => hold_amount(payment, PaymentStatus::RequiresCapture),
        PaymentScenario::Captured { after_ms } => capture(payment, payment.amount, Some(after_ms)),
        PaymentScenario::PartlyCaptured { after_ms, share } => {
            hold_amount(payment, PaymentStatus::Succeeded);
            capture(payment, (payment.amount * share / 100).max(1), Some(after_ms));
        }
        PaymentScenario::Cancelled { after_ms, reason } => cancel(payment, after_ms, reason),
        PaymentScenario::Expired => cancel(payment, AUTHORIZATION_DAYS * DAY_MS, AUTHORIZATION_EXPIRED),
    }
}

fn hold_amount(payment: &mut PaymentRecord, status: PaymentStatus) {
    payment.status = status;
    payment.amount_capturable = payment.amount;
}

fn capture(payment: &mut PaymentRecord, amount: i64, after_ms: Option<i64>) {
    payment.status = PaymentStatus::Succeeded;
    payment.amount_received = amount;
    payment.amount_capturable = (payment.amount_capturable - amount).max(0);
    payment.detail.captured_at = after_ms.map(|after_ms| set_modified(payment, after_ms));
}

fn cancel(payment: &mut PaymentRecord, after_ms: i64, reason: &str) {
    payment.status = PaymentStatus::Cancelled;
    payment.detail.cancelled_at = Some(set_modified(payment, after_ms));
    payment.detail.cancellation_reason = Some(reason.to_owned());
}

/// Nobody chose a method.
fn remove_method(payment: &mut PaymentRecord) {
    payment.status = PaymentStatus::RequiresPaymentMethod;
    payment.payment_method = None;
    let detail = &mut payment.detail;
    (detail.card, detail.outcome, detail.payment_method_type) = (None, None, None);
    detail.method_attached = false;
}

/// The moment so long after the creation; the payment was last modified then.
fn set_modified(payment: &mut PaymentRecord, after_ms: i64) -> DateTime<Utc> {
    let at = payment.created.checked_add_signed(TimeDelta::milliseconds(after_ms)).unwrap_or(payment.created);
    payment.modified = at;
    at
}

fn set_timer(db: &Connection, payment: &PaymentRecord, scenario: PaymentScenario) -> rusqlite::Result<()> {
    let (timer, after) = match scenario {
        PaymentScenario::InReview | PaymentScenario::Authorized | PaymentScenario::PartlyCaptured { .. } => {
            (Timer::ExpireAuthorization, TimeDelta::days(AUTHORIZATION_DAYS))
        }
        PaymentScenario::Processing { arrives_after_ms } => {
            (Timer::SettleProcessing, TimeDelta::milliseconds(arrives_after_ms))
        }
        PaymentScenario::Authenticating => (Timer::AbandonAuthentication, TimeDelta::minutes(15)),
        PaymentScenario::Paid
        | PaymentScenario::Declined(_)
        | PaymentScenario::LeftBeforeMethod
        | PaymentScenario::LeftBeforeConfirmation
        | PaymentScenario::Captured { .. }
        | PaymentScenario::Cancelled { .. }
        | PaymentScenario::Expired => return Ok(()),
    };
    let due = payment.created.checked_add_signed(after).unwrap_or(payment.created);
    storage::timers::set(db, timer.as_str(), &payment.payment_id, due)
}
