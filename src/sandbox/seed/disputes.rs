//! The shop's disputes, in every stage, status and reason, with deadlines that press and some that have passed. What is
//! undecided is decided over the next days, by the rules of the engine.
//!
//! They have something to find: goods that do not arrive have become the reason of most disputes in the last four weeks,
//! sales in one currency are disputed more often and lost more often, and with one field of evidence a case is nearly
//! always won ([`evidence`]).

use std::collections::HashSet;

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;

use super::evidence::{self, Strength};
use super::payments::Sale;
use super::plan::SeedPlan;
use super::scenarios::DAY_MS;
use crate::engine::disputes::EVIDENCE_DAYS;
use crate::engine::timers::Timer;
use crate::rng::SeedRng;
use crate::storage;
use crate::storage::disputes::DisputeRecord;
use crate::storage::disputes::SandboxDisputeStage::{self, Dispute, PreArbitration, PreDispute};
use crate::storage::disputes::SandboxDisputeStatus::{self, Challenged, DisputeOpened, Lost, Won};

const STREAM: u64 = 12;
const HOUR_MS: i64 = DAY_MS / 24;
/// How many of 1,000 sales are disputed in a large shop.
const DISPUTED_PER_MILLE: usize = 8;
/// So many are disputed in any shop, as far as that is not more than one sale in twelve: enough for a board.
const DISPUTED_MIN: usize = 120;
const SALES_PER_DISPUTE_MIN: usize = 12;
/// Sales in this currency are disputed more often, and lost more often.
const WORSE_CURRENCY: &str = "GBP";
/// How many of 1,000 disputes are about a sale in it, whatever its share of the sales.
const WORSE_PER_MILLE: u64 = 300;
/// Since so many hours goods do not arrive.
const LATE_GOODS_HOURS: i64 = 28 * 24;
/// A dispute comes so long after its payment.
const DELAY_MS: std::ops::Range<i64> = 6 * HOUR_MS..50 * DAY_MS;

/// What became of a dispute.
#[derive(Debug, Clone, Copy)]
struct DisputeOutcome {
    status: SandboxDisputeStatus,
    stage: SandboxDisputeStage,
    reason: &'static str,
    age_hours: i64,
}

const fn outcome(
    status: SandboxDisputeStatus,
    stage: SandboxDisputeStage,
    reason: &'static str,
    age_hours: i64,
) -> DisputeOutcome {
    DisputeOutcome { status, stage, reason, age_hours }
}

/// The first ones show everything there is; the rest follow the shares. 336 hours is the deadline.
const SHOWN: [DisputeOutcome; 19] = [
    outcome(DisputeOpened, Dispute, "fraudulent", 332),
    outcome(Challenged, Dispute, "fraudulent", 384),
    outcome(Won, Dispute, "fraudulent", 1_080),
    outcome(Lost, Dispute, "product_not_received", 720),
    outcome(DisputeOpened, PreArbitration, "product_not_received", 315),
    outcome(DisputeOpened, PreDispute, "duplicate", 278),
    outcome(Challenged, PreArbitration, "product_not_received", 528),
    outcome(DisputeOpened, Dispute, "credit_not_processed", 144),
    outcome(Lost, Dispute, "general", 360),
    outcome(DisputeOpened, Dispute, "subscription_canceled", 72),
    outcome(Won, PreDispute, "product_unacceptable", 1_440),
    outcome(DisputeOpened, Dispute, "product_unacceptable", 216),
    outcome(DisputeOpened, PreDispute, "general", 2),
    outcome(Challenged, PreDispute, "duplicate", 120),
    outcome(Lost, PreArbitration, "fraudulent", 1_560),
    outcome(Won, PreArbitration, "subscription_canceled", 1_680),
    outcome(Lost, PreDispute, "credit_not_processed", 960),
    outcome(DisputeOpened, Dispute, "fraudulent", 20),
    outcome(Challenged, Dispute, "subscription_canceled", 192),
];

const REASONS: [(u64, &str); 7] = [
    (46, "fraudulent"),
    (19, "product_not_received"),
    (11, "product_unacceptable"),
    (8, "credit_not_processed"),
    (7, "subscription_canceled"),
    (5, "duplicate"),
    (4, "general"),
];

/// Reasons of disputes in the last four weeks, with their shares.
const REASONS_LATELY: [(u64, &str); 7] = [
    (26, "fraudulent"),
    (51, "product_not_received"),
    (8, "product_unacceptable"),
    (5, "credit_not_processed"),
    (4, "subscription_canceled"),
    (3, "duplicate"),
    (3, "general"),
];

const STAGES: [(u64, SandboxDisputeStage); 3] = [(24, PreDispute), (64, Dispute), (12, PreArbitration)];

/// Inserts the disputes about the sales, oldest first.
pub fn fill(db: &Connection, plan: SeedPlan, now: DateTime<Utc>, sales: &[Sale]) -> rusqlite::Result<()> {
    let shown = SHOWN.len().min(sales.len() / 8);
    let least = DISPUTED_MIN.min(sales.len() / SALES_PER_DISPUTE_MIN);
    let count = shown.max(least).max(sales.len() * DISPUTED_PER_MILLE / 1_000);
    let mut taken = HashSet::new();
    let mut disputes = Vec::with_capacity(count);
    for place in 0..count {
        let mut rng = SeedRng::of(plan.seed, STREAM, place as u64);
        let shown = SHOWN.get(place).copied();
        let is_worse = shown.is_none() && rng.true_per_mille(WORSE_PER_MILLE);
        let outcome = shown.unwrap_or_else(|| draw_outcome(&mut rng, is_worse));
        let created_ms = now.timestamp_millis() - outcome.age_hours * HOUR_MS - rng.below(HOUR_MS as u64 / 2) as i64;
        let currency = is_worse.then_some(WORSE_CURRENCY);
        if let Some(sale) = choose_sale(db, &mut rng, sales, (created_ms, currency), &mut taken)? {
            let created = DateTime::from_timestamp_millis(created_ms).unwrap_or(now);
            disputes.push(dispute(db, &mut rng, outcome, sale, created, now)?);
        }
    }
    disputes.sort_by_key(|dispute| dispute.created);
    disputes.iter().try_for_each(|dispute| {
        storage::disputes::insert(db, dispute)?;
        set_timer(db, dispute, now)
    })
}

/// What a dispute of some age has probably come to; those about sales in the worse currency are rarely won.
fn draw_outcome(rng: &mut SeedRng, is_worse: bool) -> DisputeOutcome {
    let wins = if is_worse { 2 } else { 5 };
    let age_hours = 3 + rng.below(86 * 24) as i64;
    let status = match rng.below(100) {
        0..58 if age_hours < 14 * 24 => DisputeOpened,
        0..92 if age_hours < 14 * 24 => Challenged,
        0..35 if age_hours < 30 * 24 => Challenged,
        share if share % 10 < wins => Won,
        _ => Lost,
    };
    // Nothing is lost for want of evidence before its deadline, and a bank takes more than some hours.
    let status = if age_hours < 8 * 24 && matches!(status, Won | Lost) { Challenged } else { status };
    let status = if age_hours < 30 && status == Challenged { DisputeOpened } else { status };
    let reasons = if age_hours < LATE_GOODS_HOURS { &REASONS_LATELY } else { &REASONS };
    DisputeOutcome { status, stage: rng.weighted(&STAGES), reason: rng.weighted(reasons), age_hours }
}

/// A sale that was there by then and that has no dispute yet, in a currency where one is asked for and found.
fn choose_sale<'a>(
    db: &Connection,
    rng: &mut SeedRng,
    sales: &'a [Sale],
    (created_ms, currency): (i64, Option<&str>),
    taken: &mut HashSet<i64>,
) -> rusqlite::Result<Option<&'a Sale>> {
    let before = |delay_ms: i64| sales.partition_point(|sale| sale.created_ms < created_ms - delay_ms);
    let range = &sales[before(DELAY_MS.end)..before(DELAY_MS.start)];
    if range.is_empty() {
        return Ok(None);
    }
    let mut other = None;
    for _ in 0..32 {
        let sale = rng.pick(range);
        if sale.modified_ms >= created_ms || taken.contains(&sale.seq) {
            continue;
        }
        let is_wanted = match currency {
            Some(currency) => storage::payments::sold_at(db, sale.seq)?.2 == currency,
            None => true,
        };
        if is_wanted {
            taken.insert(sale.seq);
            return Ok(Some(sale));
        }
        other = Some(sale);
    }
    taken.extend(other.map(|sale| sale.seq));
    Ok(other)
}

fn dispute(
    db: &Connection,
    rng: &mut SeedRng,
    outcome: DisputeOutcome,
    sale: &Sale,
    created: DateTime<Utc>,
    now: DateTime<Utc>,
) -> rusqlite::Result<DisputeRecord> {
    let (payment_id, received, currency) = storage::payments::sold_at(db, sale.seq)?;
    let mut dispute = DisputeRecord {
        dispute_id: format!("dsp_{}", rng.token(20)),
        payment_id,
        amount: if rng.true_per_mille(90) { (received / 2).max(1) } else { received },
        currency,
        status: outcome.status,
        stage: outcome.stage,
        reason: outcome.reason.to_owned(),
        created,
        modified: created,
        deadline: created + TimeDelta::days(EVIDENCE_DAYS),
        evidence_submitted: None,
        evidence: Default::default(),
    };
    let strength = match outcome.status {
        DisputeOpened => return Ok(dispute),
        Lost if dispute.deadline < now && rng.true_per_mille(450) => {
            dispute.modified = dispute.deadline;
            return Ok(dispute);
        }
        Won => Strength::Strong,
        Lost => Strength::Weak,
        Challenged => rng.weighted(&[(55, Strength::Strong), (45, Strength::Weak)]),
    };
    let life_ms = (now - created).num_milliseconds().clamp(4, EVIDENCE_DAYS * DAY_MS);
    let submitted = created + TimeDelta::milliseconds(life_ms / 4 + rng.below(life_ms as u64 / 2) as i64);
    dispute.evidence = evidence::gather(db, rng, outcome.reason, strength, submitted)?;
    dispute.evidence_submitted = Some(submitted);
    dispute.modified = match outcome.status {
        Won | Lost => (submitted + TimeDelta::days(3 + rng.below(18) as i64)).min(now),
        DisputeOpened | Challenged => submitted,
    };
    Ok(dispute)
}

fn set_timer(db: &Connection, dispute: &DisputeRecord, now: DateTime<Utc>) -> rusqlite::Result<()> {
    let (timer, due) = match dispute.status {
        DisputeOpened => (Timer::EndEvidence, dispute.deadline),
        Challenged => {
            // Banks take days; with the sandbox's 20 seconds a new shop would soon have none undecided.
            let days = 1 + dispute.created.timestamp_millis().rem_euclid(9);
            (Timer::DecideDispute, now + TimeDelta::days(days))
        }
        Won | Lost => return Ok(()),
    };
    storage::timers::set(db, timer.as_str(), &dispute.dispute_id, due)
}
