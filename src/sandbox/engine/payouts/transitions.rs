//! The [state machine of payouts](crate::reference#payouts).
//!
//! Money leaves when a payout is sent: `payout_fulfil` in the ledger. It comes back when a payout that was sent fails
//! or is reversed: `payout_reverse`.

use chrono::TimeDelta;

use super::body::PayoutBody;
use crate::engine::events::{EventDraft, EventType, PastEvent};
use crate::engine::refusal::Refusal;
use crate::engine::timers::Timer;
use crate::engine::work::Work;
use crate::hyperswitch;
use crate::rng::random_token;
use crate::storage::documents;
use crate::storage::ledger::LedgerEffect;
use crate::storage::payouts::{PayoutOutcome, PayoutRecord, StoredPayoutAttempt};
use paydesk_domain::payout::PayoutStatus;

/// The value of `connector`: the sandbox has one processor.
pub const CONNECTOR: &str = "sandbox";
/// How long a payout stays in `pending`.
const PENDING: TimeDelta = TimeDelta::seconds(5);
/// How long a payout stays `initiated` in the shapes of hyperswitch (our number).
const INITIATED: TimeDelta = TimeDelta::minutes(5);
/// How long after its success a payout comes back.
const REVERSAL: TimeDelta = TimeDelta::seconds(10);
/// Why a payout to …0002 fails: the account cannot be used.
const FAILED_CODE: &str = "UE_1016";
/// Why a payout to …0004 is ineligible: currency or country not supported.
const INELIGIBLE_CODE: &str = "UE_2004";

/// The status that what is known of a payout brings it to before it is sent.
pub fn status_before_sending(payout: &PayoutRecord) -> PayoutStatus {
    match (&payout.method, &payout.payout_type) {
        (None, _) => PayoutStatus::RequiresPayoutMethodData,
        (Some(_), None) => PayoutStatus::RequiresConfirmation,
        (Some(_), Some(_)) if payout.awaits_confirmation => PayoutStatus::RequiresConfirmation,
        (Some(_), Some(_)) => PayoutStatus::RequiresFulfillment,
    }
}

/// Whether no processor takes this payout, which is to go on at once.
pub fn is_without_processor(work: &Work, payout: &PayoutRecord) -> bool {
    let is_complete = status_before_sending(payout) == PayoutStatus::RequiresFulfillment;
    work.settings.is_hyperswitch() && work.settings.no_payout_processor && is_complete
}

/// Brings a payout that was created or changed to its status; sends it where it is fulfilled automatically.
pub fn advance(work: &Work, payout: &mut PayoutRecord) -> Result<(), Refusal> {
    let status = status_before_sending(payout);
    if status != PayoutStatus::RequiresFulfillment {
        payout.status = status;
        return Ok(());
    }
    work.unschedule(Timer::ExpirePayout, &payout.payout_id)?;
    if payout.status != status {
        enter(work, payout, status)?;
    }
    if !payout.auto_fulfill {
        return Ok(());
    }
    if work.settings.is_hyperswitch() {
        return fulfil(work, payout);
    }
    attempt(payout);
    record(work, "payout_fulfil", payout)?;
    work.schedule(Timer::SettlePayout, &payout.payout_id, PENDING)?;
    enter(work, payout, PayoutStatus::Pending)
}

/// Sends a payout that waits for it.
pub fn fulfil(work: &Work, payout: &mut PayoutRecord) -> Result<(), Refusal> {
    if payout.status != PayoutStatus::RequiresFulfillment {
        return Err(wrong_status(payout, "cannot be fulfilled"));
    }
    attempt(payout);
    match outcome(payout) {
        PayoutOutcome::Fails => fail(work, payout, PayoutStatus::Failed),
        PayoutOutcome::Ineligible => fail(work, payout, PayoutStatus::Ineligible),
        PayoutOutcome::Succeeds | PayoutOutcome::SucceedsAfterPending | PayoutOutcome::SucceedsThenReverses
            if work.settings.is_hyperswitch() =>
        {
            record(work, "payout_fulfil", payout)?;
            work.schedule(Timer::SettlePayout, &payout.payout_id, INITIATED)?;
            enter(work, payout, PayoutStatus::Initiated)
        }
        PayoutOutcome::SucceedsAfterPending => {
            record(work, "payout_fulfil", payout)?;
            work.schedule(Timer::SettlePayout, &payout.payout_id, PENDING)?;
            enter(work, payout, PayoutStatus::Pending)
        }
        PayoutOutcome::Succeeds | PayoutOutcome::SucceedsThenReverses => {
            record(work, "payout_fulfil", payout)?;
            succeed(work, payout)
        }
    }
}

/// Cancels a payout of which nothing was sent.
pub fn cancel(work: &Work, payout: &mut PayoutRecord) -> Result<(), Refusal> {
    match payout.status {
        PayoutStatus::RequiresCreation
        | PayoutStatus::RequiresPayoutMethodData
        | PayoutStatus::RequiresConfirmation
        | PayoutStatus::RequiresFulfillment => {
            work.unschedule(Timer::ExpirePayout, &payout.payout_id)?;
            enter(work, payout, PayoutStatus::Cancelled)
        }
        _ => Err(wrong_status(payout, "cannot be cancelled")),
    }
}

/// Ends the time a payout was `pending`.
pub fn settle(work: &Work, payout: &mut PayoutRecord) -> Result<(), Refusal> {
    let failed = match outcome(payout) {
        PayoutOutcome::Succeeds | PayoutOutcome::SucceedsAfterPending | PayoutOutcome::SucceedsThenReverses => {
            return succeed(work, payout);
        }
        PayoutOutcome::Fails => PayoutStatus::Failed,
        PayoutOutcome::Ineligible => PayoutStatus::Ineligible,
    };
    record(work, "payout_reverse", payout)?;
    fail(work, payout, failed)
}

/// The recipient's bank sends the money back.
pub fn reverse(work: &Work, payout: &mut PayoutRecord) -> Result<(), Refusal> {
    record(work, "payout_reverse", payout)?;
    enter(work, payout, PayoutStatus::Reversed)
}

fn succeed(work: &Work, payout: &mut PayoutRecord) -> Result<(), Refusal> {
    if outcome(payout) == PayoutOutcome::SucceedsThenReverses {
        work.schedule(Timer::ReversePayout, &payout.payout_id, REVERSAL)?;
    }
    enter(work, payout, PayoutStatus::Success)
}

fn fail(work: &Work, payout: &mut PayoutRecord, status: PayoutStatus) -> Result<(), Refusal> {
    payout.unified_code = code_of(&status).map(str::to_owned);
    enter(work, payout, status)
}

/// The unified code that explains the status, where one does.
pub fn code_of(status: &PayoutStatus) -> Option<&'static str> {
    match status {
        PayoutStatus::Failed => Some(FAILED_CODE),
        PayoutStatus::Ineligible => Some(INELIGIBLE_CODE),
        _ => None,
    }
}

/// The single place where a payout comes to another status: its attempt follows, and its event is emitted.
pub fn enter(work: &Work, payout: &mut PayoutRecord, status: PayoutStatus) -> Result<(), Refusal> {
    payout.status = status;
    payout.modified = work.now;
    if let Some(attempt) = payout.attempts.last_mut() {
        attempt.status = payout.status.clone();
    }
    work.emit(draft(work, payout)?)
}

/// The event of the status that a payout has; some have none.
fn draft(work: &Work, payout: &PayoutRecord) -> Result<Option<EventDraft>, Refusal> {
    let Some(event_type) = event_of(&payout.status) else { return Ok(None) };
    let other = || Ok(hyperswitch::payout(work.credentials, payout));
    work.draft(event_type, PayoutBody::new(work.credentials, payout.clone()), other)
}

/// What was reported of the newest payouts.
pub fn past_events(work: &Work, limit: usize) -> Result<Vec<PastEvent>, Refusal> {
    let mut past = Vec::new();
    for payout in documents::newest::<PayoutRecord>(work.db, limit, 0)? {
        past.extend(draft(work, &payout)?.map(|draft| draft.happened(payout.modified)));
    }
    Ok(past)
}

fn event_of(status: &PayoutStatus) -> Option<EventType> {
    match status {
        PayoutStatus::RequiresFulfillment | PayoutStatus::Initiated => Some(EventType::PayoutInitiated),
        PayoutStatus::Pending => Some(EventType::PayoutProcessing),
        PayoutStatus::Success => Some(EventType::PayoutSuccess),
        PayoutStatus::Failed | PayoutStatus::Ineligible => Some(EventType::PayoutFailed),
        PayoutStatus::Reversed => Some(EventType::PayoutReversed),
        PayoutStatus::Cancelled
        | PayoutStatus::Expired
        | PayoutStatus::RequiresCreation
        | PayoutStatus::RequiresConfirmation
        | PayoutStatus::RequiresPayoutMethodData
        | PayoutStatus::RequiresVendorAccountCreation
        | PayoutStatus::Unknown(_) => None,
    }
}

fn attempt(payout: &mut PayoutRecord) {
    let number = payout.attempts.len() + 1;
    payout.attempts.push(StoredPayoutAttempt {
        attempt_id: format!("{}_{number}", payout.payout_id),
        status: payout.status.clone(),
        amount: payout.amount,
        currency: payout.currency.clone(),
        connector: CONNECTOR.to_owned(),
        connector_transaction_id: format!("txn_{}", random_token(16)),
    });
}

fn outcome(payout: &PayoutRecord) -> PayoutOutcome {
    payout.method.as_ref().map_or(PayoutOutcome::Succeeds, |method| method.outcome)
}

/// Records what happened to a payout's money.
pub fn record(work: &Work, effect: &str, payout: &PayoutRecord) -> Result<(), Refusal> {
    work.record(LedgerEffect {
        effect,
        object_id: &payout.payout_id,
        payment_id: None,
        amount: Some(payout.amount),
        currency: Some(&payout.currency),
    })
}

/// A refusal because of the payout's status.
pub fn wrong_status(payout: &PayoutRecord, what: &str) -> Refusal {
    Refusal::not_allowed(format!("payout {} is {} and {what}", payout.payout_id, payout.status))
}
