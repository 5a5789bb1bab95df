//! What the shop paid out: to suppliers, to the couriers, back to customers. Every status that there is a way to.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;
use serde_json::{Value, json};

use super::customers::SeedCustomer;
use super::goods;
use super::plan::SeedPlan;
use crate::engine::fields::FieldReader;
use crate::engine::payouts::{method, transitions};
use crate::engine::timers::Timer;
use crate::rng::SeedRng;
use crate::storage::payouts::{
    PayoutDetail, PayoutRecord, StoredPayoutAttempt, StoredPayoutCustomer, StoredPayoutMethod,
};
use crate::storage::{documents, timers};
use paydesk_domain::payout::PayoutStatus;

const STREAM: u64 = 20;
const SPAN_MINUTES: i64 = 90 * 24 * 60;
const MAX_PAYOUTS: i64 = 2_000;

/// The newest payouts, newest first: one of every kind that may need attention.
const STAGED: [PayoutStatus; 12] = [
    PayoutStatus::RequiresFulfillment,
    PayoutStatus::Pending,
    PayoutStatus::RequiresFulfillment,
    PayoutStatus::RequiresPayoutMethodData,
    PayoutStatus::Success,
    PayoutStatus::Failed,
    PayoutStatus::RequiresConfirmation,
    PayoutStatus::RequiresFulfillment,
    PayoutStatus::Reversed,
    PayoutStatus::Ineligible,
    PayoutStatus::Expired,
    PayoutStatus::Success,
];
const REASONS: [&str; 4] = ["Supplier invoice", "Courier, weekly settlement", "Goods returned", "Commission"];

/// Inserts the payouts of a shop, oldest first; a shop without customers has none.
pub fn fill(db: &Connection, plan: SeedPlan, now: DateTime<Utc>, customers: &[SeedCustomer]) -> rusqlite::Result<()> {
    if customers.is_empty() {
        return Ok(());
    }
    let count = (i64::from(plan.payments) / 25).clamp(STAGED.len() as i64, MAX_PAYOUTS);
    for place in 0..count {
        let recent = count - 1 - place;
        let mut rng = SeedRng::of(plan.seed, STREAM, place as u64);
        let share = SPAN_MINUTES / count;
        let minutes = recent * share + rng.below(share.unsigned_abs()) as i64;
        let created = now.checked_sub_signed(TimeDelta::minutes(minutes)).unwrap_or(now);
        let status = status(&mut rng, recent);
        let payout = new_payout(&mut rng, customers, created, status);
        documents::insert(db, &payout)?;
        set_timer(db, &payout, now)?;
    }
    Ok(())
}

fn status(rng: &mut SeedRng, recent: i64) -> PayoutStatus {
    let usual = rng.below(100);
    let staged = usize::try_from(recent).ok().and_then(|recent| STAGED.get(recent)).cloned();
    staged.unwrap_or(match usual {
        0..6 => PayoutStatus::Failed,
        6..9 => PayoutStatus::Reversed,
        9..11 => PayoutStatus::Ineligible,
        11..13 => PayoutStatus::Expired,
        _ => PayoutStatus::Success,
    })
}

fn new_payout(
    rng: &mut SeedRng,
    customers: &[SeedCustomer],
    created: DateTime<Utc>,
    status: PayoutStatus,
) -> PayoutRecord {
    let customer = rng.pick(customers);
    let payout_id = format!("payout_{}", rng.token(20));
    let order = goods::order(rng, customer.locale.currency);
    let method = method(rng, &status);
    let payout_type = method.as_ref().and_then(|method| method.payout_type.clone());
    let mut payout = PayoutRecord {
        client_secret: format!("{payout_id}_secret_{}", rng.token(24)),
        payout_id,
        amount: order.amount_minor,
        currency: customer.locale.currency.to_owned(),
        payout_type: payout_type.filter(|_| status != PayoutStatus::RequiresConfirmation),
        method,
        payout_method_id: None,
        customer_id: customer.customer.customer_id.clone(),
        customer: StoredPayoutCustomer { email: Some(customer.email.clone()), ..StoredPayoutCustomer::default() },
        auto_fulfill: status == PayoutStatus::Pending,
        recurring: false,
        awaits_confirmation: false,
        created,
        modified: created,
        unified_code: transitions::code_of(&status).map(str::to_owned),
        attempts: Vec::new(),
        payout_link: None,
        detail: PayoutDetail {
            merchant_order_reference_id: Some(format!("po-{}", rng.token(8))),
            description: Some((*rng.pick(&REASONS)).to_owned()),
            priority: rng.true_per_mille(300).then(|| "regular".to_owned()),
            entity_type: Some(rng.weighted(&[(3, "Company"), (2, "Individual")]).to_owned()),
            metadata: json!({"ledger_account": format!("{}", 4_000 + rng.below(40))}).as_object().cloned(),
            ..PayoutDetail::default()
        },
        status,
    };
    payout.attempts.extend(attempt(rng, &payout));
    payout
}

/// A payout that was sent has an attempt.
fn attempt(rng: &mut SeedRng, payout: &PayoutRecord) -> Option<StoredPayoutAttempt> {
    let was_sent = matches!(
        payout.status,
        PayoutStatus::Pending
            | PayoutStatus::Success
            | PayoutStatus::Failed
            | PayoutStatus::Reversed
            | PayoutStatus::Ineligible
    );
    was_sent.then(|| StoredPayoutAttempt {
        attempt_id: format!("{}_1", payout.payout_id),
        status: payout.status.clone(),
        amount: payout.amount,
        currency: payout.currency.clone(),
        connector: transitions::CONNECTOR.to_owned(),
        connector_transaction_id: format!("txn_{}", rng.token(16)),
    })
}

/// A bank account, mostly; its end is the one that leads to the status.
fn method(rng: &mut SeedRng, status: &PayoutStatus) -> Option<StoredPayoutMethod> {
    let end = match status {
        PayoutStatus::RequiresPayoutMethodData | PayoutStatus::Expired => return None,
        PayoutStatus::Pending => "0001",
        PayoutStatus::Failed => "0002",
        PayoutStatus::Reversed => "0003",
        PayoutStatus::Ineligible => "0004",
        _ => "4821",
    };
    let digits = |rng: &mut SeedRng, count: u64| -> String {
        (0..count).map(|_| char::from(b'0' + rng.below(10) as u8)).collect()
    };
    let number = digits(rng, 8);
    let data = match rng.below(10) {
        0..4 => bank(json!({"payout_method_type": "sepa", "iban": format!("DE21{number}00{number}{end}"),
            "bic": "NORDDEHH", "bank_name": "Nordbank"})),
        4..7 => bank(json!({"payout_method_type": "ach", "bank_account_number": format!("{number}{end}"),
            "bank_routing_number": "110000000", "bank_name": "First Harbor Bank"})),
        7..9 => bank(json!({"payout_method_type": "bacs", "bank_account_number": format!("{number}{end}"),
            "bank_sort_code": "20-20-15"})),
        _ => json!({"wallet": {"phone_wallet": {"telephone_number": format!("+44{number}{end}")}}}),
    };
    method::read(&FieldReader::new(data.as_object()?)).ok()
}

fn bank(transfer: Value) -> Value {
    json!({ "bank_transfer": transfer })
}

/// A pending payout arrives two days after now.
fn set_timer(db: &Connection, payout: &PayoutRecord, now: DateTime<Utc>) -> rusqlite::Result<()> {
    if payout.status != PayoutStatus::Pending {
        return Ok(());
    }
    let due = now.checked_add_signed(TimeDelta::days(2)).unwrap_or(now);
    timers::set(db, Timer::SettlePayout.as_str(), &payout.payout_id, due)
}
