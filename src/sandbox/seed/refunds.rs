//! The shop's refunds: some of what is sold comes back, mostly all of an order, sometimes a part of it.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;

use super::payments::Sale;
use super::plan::SeedPlan;
use super::scenarios::DAY_MS;
use crate::engine::refunds::FAILURE_CODE;
use crate::engine::timers::Timer;
use crate::rng::SeedRng;
use crate::storage;
use crate::storage::refunds::{RefundDetail, RefundRecord, SandboxRefundStatus};

const STREAM: u64 = 11;
const HOUR_MS: i64 = DAY_MS / 24;
/// How many of 1,000 sales are refunded.
const REFUNDED_PER_MILLE: u64 = 45;
/// The newest refunds are still on their way to the bank.
const PENDING: usize = 3;

const REASONS: [(u64, &str); 6] = [
    (40, "returned_goods"),
    (22, "requested_by_customer"),
    (14, "damaged_in_transit"),
    (12, "wrong_item"),
    (7, "duplicate"),
    (5, "goodwill"),
];

/// Inserts the refunds of the sales, oldest first.
pub fn fill(db: &Connection, plan: SeedPlan, now: DateTime<Utc>, sales: &[Sale]) -> rusqlite::Result<()> {
    let mut refunds = Vec::new();
    for sale in sales {
        let mut rng = SeedRng::of(plan.seed, STREAM, sale.seq.unsigned_abs());
        if rng.true_per_mille(REFUNDED_PER_MILLE) {
            refund_sale(db, &mut rng, sale, now, &mut refunds)?;
        }
    }
    refunds.sort_by_key(|refund| refund.created);
    let settled = refunds.len().saturating_sub(PENDING);
    for (place, mut refund) in refunds.into_iter().enumerate() {
        match place {
            place if place >= settled => set_pending(db, &mut refund, now, place)?,
            place if place % 25 == 12 => fail(&mut refund, now),
            _ => {}
        }
        storage::refunds::insert(db, &refund)?;
    }
    Ok(())
}

/// One refund of a sale, or two parts of it; what would lie in the future has not happened.
fn refund_sale(
    db: &Connection,
    rng: &mut SeedRng,
    sale: &Sale,
    now: DateTime<Utc>,
    refunds: &mut Vec<RefundRecord>,
) -> rusqlite::Result<()> {
    let (payment_id, received, currency) = storage::payments::sold_at(db, sale.seq)?;
    let mut at_ms = sale.modified_ms;
    let shares: &[u64] = rng.weighted(&[(68, &[100][..]), (18, &[50]), (9, &[25]), (5, &[30, 40])]);
    for share in shares {
        at_ms += HOUR_MS + rng.below(12 * DAY_MS as u64) as i64;
        let created = DateTime::from_timestamp_millis(at_ms).unwrap_or(now);
        let refund = RefundRecord {
            refund_id: format!("ref_{}", rng.token(20)),
            payment_id: payment_id.clone(),
            amount: (received * *share as i64 / 100).max(1),
            currency: currency.clone(),
            status: SandboxRefundStatus::Succeeded,
            created,
            modified: created,
            detail: detail(rng, (*share < 100).then(|| (received * *share as i64 / 100).max(1))),
        };
        if created + TimeDelta::seconds(2) < now {
            refunds.push(dated_by_success(refund));
        }
    }
    Ok(())
}

fn detail(rng: &mut SeedRng, asked_amount: Option<i64>) -> RefundDetail {
    RefundDetail {
        reason: Some(rng.weighted(&REASONS).to_owned()),
        refund_type: rng.true_per_mille(400).then(|| "Instant".to_owned()),
        metadata: None,
        asked_amount,
        unified_code: None,
        other_status: None,
    }
}

/// Dates the success: at once, or when the bank was done.
fn dated_by_success(mut refund: RefundRecord) -> RefundRecord {
    if refund.detail.refund_type.is_none() {
        refund.modified = refund.created + TimeDelta::seconds(3);
    }
    refund
}

/// Takes its time beyond the sandbox's usual seconds, so that a new shop has some.
fn set_pending(db: &Connection, refund: &mut RefundRecord, now: DateTime<Utc>, place: usize) -> rusqlite::Result<()> {
    refund.status = SandboxRefundStatus::Pending;
    refund.modified = refund.created;
    refund.detail.refund_type = None;
    let due = now + TimeDelta::hours(6 + 7 * (place % PENDING) as i64);
    storage::timers::set(db, Timer::SettleRefund.as_str(), &refund.refund_id, due)
}

fn fail(refund: &mut RefundRecord, now: DateTime<Utc>) {
    refund.status = SandboxRefundStatus::Failed;
    refund.detail.unified_code = Some(FAILURE_CODE.to_owned());
    refund.modified = (refund.created + TimeDelta::days(2)).min(now);
}
