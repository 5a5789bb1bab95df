//! Disputes and their evidence ([API reference](crate::api::reference::disputes)).
//!
//! | from | trigger | to |
//! |---|---|---|
//! | – | 5 s after card 4000 0000 0000 0259 was charged, or `/_sandbox/payments/{id}/dispute` | `dispute_opened` |
//! | `dispute_opened`, `challenged` | evidence before the deadline | `challenged`, to be decided 20 s later |
//! | `dispute_opened` | the deadline, 14 days | `lost` |
//! | `challenged` | 20 s after the last evidence | `won` or `lost`, see [`bank_decision`] |
//!
//! `won` and `lost` are the end. The stage stays what the dispute was raised with; a payment may be disputed again once
//! its dispute is decided.

pub mod bank_decision;
mod body;
mod evidence;
mod input;
mod list;

pub use self::body::{DisputeBody, DisputeDetailBody};
pub use self::evidence::{EvidenceInput, attach_file, file};
pub use self::input::{DisputeInput, EVIDENCE_DAYS};
pub use self::list::{DisputeList, DisputeListInput};

use chrono::TimeDelta;
use serde_json::Map;

use self::bank_decision::BankDecision;
use super::events::EventType;
use super::refusal::Refusal;
use super::timers::Timer;
use super::work::Work;
use super::{Engine, storage};
use crate::sandbox::rng::new_id;
use crate::sandbox::storage::disputes::DisputeRecord;
use crate::sandbox::storage::ledger::LedgerEffect;
use crate::sandbox::storage::payments::PaymentRecord;

/// How long after the payment the cardholder of the dispute card complains (our number).
pub const COMPLAINT: TimeDelta = TimeDelta::seconds(5);
/// How long the bank looks at evidence.
const DECISION: TimeDelta = TimeDelta::seconds(20);

/// Status of a dispute: the words that the [specification](crate::api::reference::disputes#dispute) shows.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::AsRefStr, strum::EnumString, strum::VariantNames,
)]
#[strum(serialize_all = "snake_case")]
pub enum SandboxDisputeStatus {
    DisputeOpened,
    Challenged,
    Won,
    Lost,
}

/// How far a dispute has come between the banks ([API reference](crate::api::reference::disputes)).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::AsRefStr, strum::EnumString, strum::VariantNames,
)]
#[strum(serialize_all = "snake_case")]
pub enum SandboxDisputeStage {
    PreDispute,
    Dispute,
    PreArbitration,
}

impl Engine {
    /// Has the cardholder dispute a payment (ours).
    pub fn dispute_payment(&mut self, payment_id: &str, input: DisputeInput) -> Result<DisputeRecord, Refusal> {
        self.write(|work| {
            let payment = work.payment(payment_id)?;
            raise(work, &payment, input)
        })
    }

    pub fn dispute(&mut self, dispute_id: &str) -> Result<DisputeRecord, Refusal> {
        self.settle()?;
        storage::disputes::by_id(&self.db, dispute_id)?.ok_or_else(|| Refusal::not_found("dispute", dispute_id))
    }
}

fn raise(work: &Work, payment: &PaymentRecord, input: DisputeInput) -> Result<DisputeRecord, Refusal> {
    let id = &payment.payment_id;
    if payment.amount_received == 0 {
        let message = format!("payment {id} is {} and cannot be disputed: nothing was captured", payment.status);
        return Err(Refusal::not_allowed(message));
    }
    if storage::disputes::is_disputed(work.db, id, true)? {
        return Err(Refusal::conflict(format!("payment {id} has a dispute that is not decided yet")));
    }
    let amount = input.amount.unwrap_or(payment.amount_received);
    if amount > payment.amount_received {
        let rule = format!("must be at most what was received: {}, not {amount}", payment.amount_received);
        return Err(Refusal::invalid("amount", rule));
    }
    let life = TimeDelta::days(input.deadline_days);
    let dispute = DisputeRecord {
        dispute_id: new_id("dsp"),
        payment_id: id.clone(),
        amount,
        currency: payment.currency.clone(),
        status: SandboxDisputeStatus::DisputeOpened,
        stage: input.stage,
        reason: input.reason,
        created: work.now,
        modified: work.now,
        deadline: work.now.checked_add_signed(life).unwrap_or(work.now),
        evidence_submitted: None,
        evidence: Map::new(),
    };
    storage::disputes::insert(work.db, &dispute)?;
    work.schedule(Timer::EndEvidence, &dispute.dispute_id, life)?;
    record(work, "dispute_opened", &dispute)?;
    tell(work, EventType::DisputeOpened, &dispute)?;
    Ok(dispute)
}

/// The timer of the dispute card: its holder complains, once.
pub fn complain(work: &mut Work, payment_id: &str) -> Result<(), Refusal> {
    if storage::disputes::is_disputed(work.db, payment_id, false)? {
        return Ok(());
    }
    let payment = work.payment(payment_id)?;
    raise(work, &payment, DisputeInput::fraudulent()).map(|_| ())
}

/// The timer of the deadline: without evidence the dispute is lost.
pub fn end_evidence(work: &mut Work, dispute_id: &str) -> Result<(), Refusal> {
    match storage::disputes::by_id(work.db, dispute_id)? {
        Some(dispute) if dispute.status == SandboxDisputeStatus::DisputeOpened => {
            decide(work, dispute, BankDecision::Lost)
        }
        Some(_) | None => Ok(()),
    }
}

/// The timer of the bank's decision.
pub fn decide_challenged(work: &mut Work, dispute_id: &str) -> Result<(), Refusal> {
    match storage::disputes::by_id(work.db, dispute_id)? {
        Some(dispute) if dispute.status == SandboxDisputeStatus::Challenged => {
            let verdict = bank_decision::of(&dispute.reason, &dispute.evidence);
            decide(work, dispute, verdict)
        }
        Some(_) | None => Ok(()),
    }
}

fn decide(work: &Work, mut dispute: DisputeRecord, verdict: BankDecision) -> Result<(), Refusal> {
    let (status, effect, event) = match verdict {
        BankDecision::Won => (SandboxDisputeStatus::Won, "dispute_won", EventType::DisputeWon),
        BankDecision::Lost => (SandboxDisputeStatus::Lost, "dispute_lost", EventType::DisputeLost),
    };
    dispute.status = status;
    dispute.modified = work.now;
    storage::disputes::update(work.db, &dispute)?;
    record(work, effect, &dispute)?;
    tell(work, event, &dispute)
}

fn tell(work: &Work, event: EventType, dispute: &DisputeRecord) -> Result<(), Refusal> {
    work.emit(event, DisputeBody::new(dispute))
}

fn record(work: &Work, effect: &str, dispute: &DisputeRecord) -> Result<(), Refusal> {
    work.record_effect(LedgerEffect {
        effect,
        object_id: &dispute.dispute_id,
        payment_id: Some(&dispute.payment_id),
        amount: Some(dispute.amount),
        currency: Some(&dispute.currency),
    })
}
