//! Payments, a refund and disputes in the statuses that only hyperswitch has a word for: two of each, the newest of the
//! shop, so that its first page shows them.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;
use serde_json::Value;

use super::plan::SeedPlan;
use crate::engine::index::PaymentIndex;
use crate::engine::payments::DEFAULT_DESCRIPTOR;
use crate::engine::timers::Timer;
use crate::rng::SeedRng;
use crate::storage;
use crate::storage::disputes::{DisputeRecord, SandboxDisputeStage, SandboxDisputeStatus};
use crate::storage::payments::{AUTHORIZATION_EXPIRED, CardOnFile, ChargeOutcome, PaymentDetail, PaymentRecord};
use crate::storage::refunds::{RefundDetail, RefundRecord, SandboxRefundStatus};
use paydesk_domain::authorization::AUTHORIZATION_DAYS;
use paydesk_domain::payment::PaymentStatus;

const STREAM: u64 = 23;
/// How many there are of each.
const EXAMPLES: usize = 2;
/// Between one payment and the next.
const STEP: TimeDelta = TimeDelta::seconds(40);
/// How long evidence was taken for disputes that are decided.
const EVIDENCE: TimeDelta = TimeDelta::days(14);

/// How a status comes about in the records of the engine: of 100 parts of the amount, what was received and what can
/// still be captured.
struct StatusExample {
    /// What it is called there.
    word: &'static str,
    engine: PaymentStatus,
    received: i64,
    capturable: i64,
    is_manual: bool,
}

const fn example(
    word: &'static str,
    engine: PaymentStatus,
    received: i64,
    capturable: i64,
    is_manual: bool,
) -> StatusExample {
    StatusExample { word, engine, received, capturable, is_manual }
}

const PAYMENTS: [StatusExample; 9] = [
    example("partially_captured", PaymentStatus::Succeeded, 40, 0, true),
    example("partially_captured_and_capturable", PaymentStatus::Succeeded, 30, 70, true),
    example("partially_authorized_and_requires_capture", PaymentStatus::RequiresCapture, 0, 60, true),
    example("partially_captured_and_processing", PaymentStatus::Processing, 50, 0, true),
    example("cancelled_post_capture", PaymentStatus::Cancelled, 100, 0, true),
    example("expired", PaymentStatus::Cancelled, 0, 0, true),
    example("conflicted", PaymentStatus::Processing, 0, 0, false),
    example("review", PaymentStatus::Processing, 0, 0, false),
    example("succeeded", PaymentStatus::Succeeded, 100, 0, false),
];

/// Decided disputes with a status and a stage of their own, about the payments that succeeded.
const DISPUTES: [(&str, SandboxDisputeStage); 2] = [
    ("dispute_accepted", SandboxDisputeStage::Arbitration),
    ("dispute_cancelled", SandboxDisputeStage::DisputeReversal),
];

/// Adds the examples behind the newest payment.
pub fn fill(db: &Connection, plan: SeedPlan, now: DateTime<Utc>, index: &mut PaymentIndex) -> rusqlite::Result<()> {
    let newest = index.newest_ms().and_then(DateTime::from_timestamp_millis).unwrap_or(now);
    let mut succeeded = Vec::new();
    for place in 0..PAYMENTS.len() * EXAMPLES {
        let seq = index.len() as i64 + 1;
        let left = i32::try_from(PAYMENTS.len() * EXAMPLES - place).unwrap_or_default();
        let payment = payment(&PAYMENTS[place % PAYMENTS.len()], plan, seq, (now - STEP * left).max(newest));
        storage::payments::insert(db, &payment)?;
        index.set(&payment.key_row());
        if payment.amount_capturable > 0 {
            let due = payment.created + TimeDelta::days(AUTHORIZATION_DAYS);
            storage::timers::set(db, Timer::ExpireAuthorization.as_str(), &payment.payment_id, due)?;
        }
        if payment.status == PaymentStatus::Succeeded && payment.amount_received == payment.amount {
            succeeded.push(payment);
        }
    }
    for (place, payment) in succeeded.iter().enumerate() {
        refund_in_review(db, payment, place)?;
        storage::disputes::insert(db, &dispute(payment, DISPUTES[place % DISPUTES.len()], now))?;
    }
    Ok(())
}

fn payment(example: &StatusExample, plan: SeedPlan, seq: i64, created: DateTime<Utc>) -> PaymentRecord {
    let mut rng = SeedRng::of(plan.seed, STREAM, seq.unsigned_abs());
    let amount = 1_000 + 100 * rng.below(400) as i64;
    let payment_id = format!("pay_{}", rng.token(20));
    let part = |share: i64| amount * share / 100;
    let is_single = example.is_manual && example.word != "partially_captured_and_capturable";
    let reason = (example.word == "expired").then(|| AUTHORIZATION_EXPIRED.to_owned());
    let is_other = matches!(example.word, "conflicted" | "review");
    PaymentRecord {
        seq,
        status: example.engine.clone(),
        currency: "EUR".to_owned(),
        payment_method: Some("card".to_owned()),
        customer: None,
        created,
        modified: created,
        amount,
        amount_received: part(example.received),
        amount_capturable: part(example.capturable),
        manual_capture: example.is_manual,
        unified_code: None,
        detail: PaymentDetail {
            email: Some(format!("{}@mail.example", example.word)),
            description: Some(format!("Example of {}", example.word)),
            statement_descriptor: Some(DEFAULT_DESCRIPTOR.to_owned()),
            card: Some(card(&mut rng)),
            payment_method_type: Some("credit".to_owned()),
            method_attached: true,
            outcome: Some(ChargeOutcome::Approve),
            client_secret: Some(format!("{payment_id}_secret_{}", rng.token(20))),
            captured_at: (example.is_manual && example.received > 0).then_some(created),
            cancelled_at: (example.engine == PaymentStatus::Cancelled).then_some(created),
            cancellation_reason: reason,
            single_capture: is_single,
            other_status: is_other.then(|| example.word.to_owned()),
            ..PaymentDetail::default()
        },
        payment_id,
    }
}

fn card(rng: &mut SeedRng) -> CardOnFile {
    CardOnFile {
        last4: format!("{:04}", rng.below(10_000)),
        brand: "Visa".to_owned(),
        exp_month: "08".to_owned(),
        exp_year: "2031".to_owned(),
    }
}

fn refund_in_review(db: &Connection, payment: &PaymentRecord, place: usize) -> rusqlite::Result<()> {
    let refund = RefundRecord {
        refund_id: format!("ref_in_review_{place}"),
        payment_id: payment.payment_id.clone(),
        amount: payment.amount / 4,
        currency: payment.currency.clone(),
        status: SandboxRefundStatus::Pending,
        created: payment.created,
        modified: payment.created,
        detail: RefundDetail {
            reason: Some("Returned, to be checked".to_owned()),
            other_status: Some("review".to_owned()),
            ..RefundDetail::default()
        },
    };
    storage::refunds::insert(db, &refund)
}

fn dispute(payment: &PaymentRecord, (status, stage): (&str, SandboxDisputeStage), now: DateTime<Utc>) -> DisputeRecord {
    let mark = (crate::hyperswitch::OTHER_STATUS_FIELD.to_owned(), Value::from(status));
    DisputeRecord {
        dispute_id: format!("dsp_{status}"),
        payment_id: payment.payment_id.clone(),
        amount: payment.amount_received,
        currency: payment.currency.clone(),
        status: SandboxDisputeStatus::Lost,
        stage,
        reason: "general".to_owned(),
        created: payment.created.min(now),
        modified: payment.created.min(now),
        deadline: payment.created + EVIDENCE,
        evidence_submitted: None,
        evidence: [mark].into_iter().collect(),
    }
}
