//! The state machine of disputes: raised, challenged with evidence, decided.

use chrono::TimeDelta;
use serde_json::Map;

use super::bank_decision::{self, BankDecision};
use super::body::DisputeBody;
use super::input::DisputeInput;
use crate::engine::events::{EventDraft, EventType, PastEvent};
use crate::engine::refusal::Refusal;
use crate::engine::timers::Timer;
use crate::engine::work::Work;
use crate::hyperswitch;
use crate::rng::new_id;
use crate::storage;
use crate::storage::disputes::{DisputeFilter, DisputeRecord, SandboxDisputeStatus};
use crate::storage::ledger::LedgerEffect;
use crate::storage::payments::PaymentRecord;

/// How long the bank looks at evidence.
const DECISION: TimeDelta = TimeDelta::seconds(20);

/// Has the cardholder dispute a payment (ours).
pub fn raise_for_payment(work: &Work, payment_id: &str, input: DisputeInput) -> Result<DisputeRecord, Refusal> {
    let payment = work.payment(payment_id)?;
    raise(work, &payment, input)
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
    emit(work, EventType::DisputeOpened, &dispute)?;
    Ok(dispute)
}

/// Has the bank decide about the evidence that a dispute has now.
pub fn challenge(work: &Work, dispute: &mut DisputeRecord) -> Result<(), Refusal> {
    let is_first = dispute.status == SandboxDisputeStatus::DisputeOpened;
    dispute.status = SandboxDisputeStatus::Challenged;
    dispute.evidence_submitted = Some(work.now);
    dispute.modified = work.now;
    storage::disputes::update(work.db, dispute)?;
    work.unschedule(Timer::EndEvidence, &dispute.dispute_id)?;
    work.schedule(Timer::DecideDispute, &dispute.dispute_id, DECISION)?;
    record(work, "evidence", dispute)?;
    if is_first { emit(work, EventType::DisputeChallenged, dispute) } else { Ok(()) }
}

/// The timer of the dispute card: its holder disputes the payment, once.
pub fn raise_for_card(work: &mut Work, payment_id: &str) -> Result<(), Refusal> {
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
            match bank_decision::of(&dispute.reason, &dispute.evidence) {
                Some(decision) => decide(work, dispute, decision),
                None => Ok(()),
            }
        }
        Some(_) | None => Ok(()),
    }
}

fn decide(work: &Work, mut dispute: DisputeRecord, decision: BankDecision) -> Result<(), Refusal> {
    let (status, effect, event) = match decision {
        BankDecision::Won => (SandboxDisputeStatus::Won, "dispute_won", EventType::DisputeWon),
        BankDecision::Lost => (SandboxDisputeStatus::Lost, "dispute_lost", EventType::DisputeLost),
    };
    dispute.status = status;
    dispute.modified = work.now;
    storage::disputes::update(work.db, &dispute)?;
    record(work, effect, &dispute)?;
    emit(work, event, &dispute)
}

fn emit(work: &Work, event: EventType, dispute: &DisputeRecord) -> Result<(), Refusal> {
    work.emit(draft(work, event, dispute)?)
}

fn draft(work: &Work, event: EventType, dispute: &DisputeRecord) -> Result<Option<EventDraft>, Refusal> {
    let other = || Ok(hyperswitch::dispute(work.credentials, dispute));
    work.draft(event, DisputeBody::new(dispute, &work.settings), other)
}

/// What was reported of the newest disputes.
pub fn past_events(work: &Work, limit: usize) -> Result<Vec<PastEvent>, Refusal> {
    let mut past = Vec::new();
    for dispute in storage::disputes::page(work.db, &DisputeFilter::default(), 0, limit)? {
        let event = match dispute.status {
            SandboxDisputeStatus::DisputeOpened => EventType::DisputeOpened,
            SandboxDisputeStatus::Challenged => EventType::DisputeChallenged,
            SandboxDisputeStatus::Won => EventType::DisputeWon,
            SandboxDisputeStatus::Lost => EventType::DisputeLost,
        };
        past.extend(draft(work, event, &dispute)?.map(|draft| draft.happened(dispute.modified)));
    }
    Ok(past)
}

fn record(work: &Work, effect: &str, dispute: &DisputeRecord) -> Result<(), Refusal> {
    work.record(LedgerEffect {
        effect,
        object_id: &dispute.dispute_id,
        payment_id: Some(&dispute.payment_id),
        amount: Some(dispute.amount),
        currency: Some(&dispute.currency),
    })
}
