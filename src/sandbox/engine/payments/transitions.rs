//! The [state machine of payments](crate::reference#payments): each function takes a
//! payment from one status to the next, records what happened to money, or refuses and leaves everything as it was.

use chrono::TimeDelta;

use super::input::CaptureInput;
use super::method;
use crate::engine::cards::DISPUTE_AFTER;
use crate::engine::refusal::Refusal;
use crate::engine::timers::Timer;
use crate::engine::work::Work;
use crate::storage::ledger::LedgerEffect;
use crate::storage::payments::{AUTHORIZATION_EXPIRED, ChargeOutcome, LaterEvent, PaymentRecord};
use paydesk_domain::authorization::AUTHORIZATION_DAYS;
use paydesk_domain::payment::PaymentStatus;

/// How long a payment stays in `processing`.
const PROCESSING: TimeDelta = TimeDelta::seconds(5);
/// How long an authentication waits for the customer.
const AUTHENTICATION: TimeDelta = TimeDelta::minutes(15);

/// How an authentication ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Authentication {
    Completed,
    Rejected,
    Abandoned,
}

/// Refuses unless the payment still waits for a method or a confirmation; `done` completes "can be …".
pub fn require_unconfirmed(payment: &PaymentRecord, done: &str) -> Result<(), Refusal> {
    match payment.status {
        PaymentStatus::RequiresPaymentMethod | PaymentStatus::RequiresConfirmation => Ok(()),
        _ => Err(wrong_status(payment, &format!("can no longer be {done}"))),
    }
}

fn wrong_status(payment: &PaymentRecord, what: &str) -> Refusal {
    Refusal::not_allowed(format!("payment {} is {} and {what}", payment.payment_id, payment.status))
}

/// Charges the attached method, after an authentication where one is asked for.
pub fn charge_attached_method(work: &Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
    method::check_chargeable(payment)?;
    let by_metadata = method::outcome_by_metadata(&payment.detail)?;
    let asks_for_authentication = payment.detail.three_ds && by_metadata.is_none();
    let outcome = by_metadata.or_else(|| payment.detail.outcome.clone()).unwrap_or(ChargeOutcome::Approve);
    if asks_for_authentication || outcome == ChargeOutcome::Challenge {
        return challenge(work, payment);
    }
    charge(work, payment, &outcome)
}

fn challenge(work: &Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
    payment.status = PaymentStatus::RequiresAction;
    work.schedule(Timer::AbandonAuthentication, &payment.payment_id, AUTHENTICATION)
}

/// What the method does once no authentication is needed any more.
fn charge(work: &Work, payment: &mut PaymentRecord, outcome: &ChargeOutcome) -> Result<(), Refusal> {
    match outcome {
        ChargeOutcome::Approve | ChargeOutcome::Challenge => authorize(work, payment),
        ChargeOutcome::Decline(code) => {
            fail(payment, code);
            Ok(())
        }
        ChargeOutcome::Review => {
            hold(work, payment)?;
            payment.status = work.settings.review();
            Ok(())
        }
        ChargeOutcome::ProcessThenApprove | ChargeOutcome::ProcessThenDecline(_) => {
            payment.detail.outcome = Some(outcome.clone());
            payment.status = PaymentStatus::Processing;
            work.schedule(Timer::SettleProcessing, &payment.payment_id, PROCESSING)
        }
    }
}

/// Authorizes the amount; takes it at once unless a capture is to follow.
pub fn authorize(work: &Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
    if payment.manual_capture {
        hold(work, payment)?;
        payment.status = PaymentStatus::RequiresCapture;
        return Ok(());
    }
    record(work, "authorize", payment, payment.amount)?;
    payment.amount_capturable = payment.amount;
    receive(work, payment, payment.amount)
}

/// Authorizes the amount and holds it until it is captured, cancelled or expires.
fn hold(work: &Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
    payment.amount_capturable = payment.amount;
    record(work, "authorize", payment, payment.amount)?;
    work.schedule(Timer::ExpireAuthorization, &payment.payment_id, TimeDelta::days(AUTHORIZATION_DAYS))
}

/// Moves a held amount to the merchant.
fn receive(work: &Work, payment: &mut PaymentRecord, amount: i64) -> Result<(), Refusal> {
    record(work, "capture", payment, amount)?;
    payment.amount_received += amount;
    payment.amount_capturable -= amount;
    payment.status = PaymentStatus::Succeeded;
    if payment.detail.later_event == Some(LaterEvent::DisputeFraudulent) {
        work.schedule(Timer::RaiseDispute, &payment.payment_id, DISPUTE_AFTER)?;
    }
    Ok(())
}

/// Gives back what is still held, if anything is.
fn release(work: &Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
    if payment.amount_capturable > 0 {
        record(work, "void", payment, payment.amount_capturable)?;
        payment.amount_capturable = 0;
    }
    work.unschedule(Timer::ExpireAuthorization, &payment.payment_id)
}

/// Records an effect on a payment's money; `amount` in the lowest unit.
fn record(work: &Work, effect: &str, payment: &PaymentRecord, amount: i64) -> Result<(), Refusal> {
    work.record(LedgerEffect {
        effect,
        object_id: &payment.payment_id,
        payment_id: Some(&payment.payment_id),
        amount: Some(amount),
        currency: Some(&payment.currency),
    })
}

/// Ends a payment as declined.
pub fn fail(payment: &mut PaymentRecord, unified_code: &str) {
    payment.status = PaymentStatus::Failed;
    payment.unified_code = Some(unified_code.to_owned());
    payment.amount_capturable = 0;
}

/// Takes what was asked for of what is held
/// (API reference).
pub fn capture(work: &Work, payment: &mut PaymentRecord, input: &CaptureInput) -> Result<(), Refusal> {
    require_capturable(payment)?;
    let amount = input.amount_to_capture.unwrap_or(payment.amount_capturable);
    if amount > payment.amount_capturable {
        return Err(Refusal::not_allowed(format!(
            "amount_to_capture {amount} exceeds amount_capturable {}",
            payment.amount_capturable
        )));
    }
    receive(work, payment, amount)?;
    payment.detail.captured_at = Some(work.now);
    if input.descriptor.is_some() {
        payment.detail.statement_descriptor.clone_from(&input.descriptor);
    }
    let is_last = payment.detail.single_capture || work.settings.partial_capture_releases_remainder;
    if payment.amount_capturable == 0 || is_last {
        release(work, payment)?;
    }
    Ok(())
}

fn require_capturable(payment: &PaymentRecord) -> Result<(), Refusal> {
    let conflict = |what: &str| Err(Refusal::conflict(format!("payment {} is already {what}", payment.payment_id)));
    match payment.status {
        PaymentStatus::RequiresCapture => Ok(()),
        PaymentStatus::Succeeded if payment.amount_capturable > 0 => Ok(()),
        PaymentStatus::Succeeded => conflict("fully captured"),
        PaymentStatus::Cancelled => conflict("cancelled"),
        PaymentStatus::RequiresPaymentMethod
        | PaymentStatus::RequiresConfirmation
        | PaymentStatus::RequiresAction
        | PaymentStatus::RequiresMerchantAction
        | PaymentStatus::Processing
        | PaymentStatus::Failed
        | PaymentStatus::PartiallyCaptured
        | PaymentStatus::PartiallyCapturedAndCapturable
        | PaymentStatus::PartiallyAuthorized
        | PaymentStatus::PartiallyCapturedAndProcessing
        | PaymentStatus::CancelledPostCapture
        | PaymentStatus::Conflicted
        | PaymentStatus::Expired
        | PaymentStatus::Unknown(_) => Err(wrong_status(payment, "cannot be captured")),
    }
}

/// Cancels what is not fully captured; of a partly captured payment the remainder.
pub fn cancel(work: &Work, payment: &mut PaymentRecord, reason: Option<String>) -> Result<(), Refusal> {
    match payment.status {
        PaymentStatus::Succeeded if payment.amount_capturable == 0 => {
            return Err(Refusal::not_allowed(format!("payment {} is already fully captured", payment.payment_id)));
        }
        PaymentStatus::Cancelled => {
            return Err(Refusal::not_allowed(format!("payment {} is already cancelled", payment.payment_id)));
        }
        PaymentStatus::Failed => return Err(wrong_status(payment, "cannot be cancelled")),
        PaymentStatus::RequiresPaymentMethod
        | PaymentStatus::RequiresConfirmation
        | PaymentStatus::RequiresAction
        | PaymentStatus::RequiresMerchantAction
        | PaymentStatus::PartiallyCaptured
        | PaymentStatus::PartiallyCapturedAndCapturable
        | PaymentStatus::PartiallyAuthorized
        | PaymentStatus::PartiallyCapturedAndProcessing
        | PaymentStatus::CancelledPostCapture
        | PaymentStatus::Conflicted
        | PaymentStatus::Expired
        | PaymentStatus::Unknown(_)
        | PaymentStatus::Processing
        | PaymentStatus::RequiresCapture
        | PaymentStatus::Succeeded => {}
    }
    work.unschedule(Timer::SettleProcessing, &payment.payment_id)?;
    work.unschedule(Timer::AbandonAuthentication, &payment.payment_id)?;
    end_authorization(work, payment, reason)
}

/// Releases what is held; a payment of which nothing was captured ends as `cancelled`.
pub fn end_authorization(work: &Work, payment: &mut PaymentRecord, reason: Option<String>) -> Result<(), Refusal> {
    let partly_captured = payment.is_partly_captured();
    release(work, payment)?;
    if !partly_captured {
        payment.status = PaymentStatus::Cancelled;
    }
    payment.detail.cancelled_at = Some(work.now);
    payment.detail.cancellation_reason = reason;
    Ok(())
}

/// Ends a manual review with a yes.
pub fn approve(work: &mut Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
    require_review(payment, "approved")?;
    if payment.manual_capture && !work.settings.approve_captures_manual {
        payment.status = PaymentStatus::RequiresCapture;
        return Ok(());
    }
    receive(work, payment, payment.amount_capturable)?;
    payment.detail.captured_at = Some(work.now);
    release(work, payment)
}

/// Ends a manual review with a no.
pub fn reject(work: &mut Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
    require_review(payment, "rejected")?;
    release(work, payment)?;
    fail(payment, "UE_2003");
    Ok(())
}

fn require_review(payment: &PaymentRecord, done: &str) -> Result<(), Refusal> {
    if !payment.status.is_documented() {
        return Ok(());
    }
    Err(wrong_status(payment, &format!("cannot be {done}: it is not held for manual review")))
}

/// Ends an authorization before its time.
pub fn expire(work: &mut Work, payment: &mut PaymentRecord) -> Result<(), Refusal> {
    if payment.amount_capturable == 0 {
        return Err(wrong_status(payment, "has no authorization that could expire"));
    }
    end_authorization(work, payment, Some(AUTHORIZATION_EXPIRED.to_owned()))
}

/// Goes on after an authentication.
pub fn authenticate(work: &Work, payment: &mut PaymentRecord, result: Authentication) -> Result<(), Refusal> {
    if payment.status != PaymentStatus::RequiresAction {
        return Err(wrong_status(payment, "is not waiting for authentication"));
    }
    work.unschedule(Timer::AbandonAuthentication, &payment.payment_id)?;
    match result {
        Authentication::Rejected => fail(payment, "UE_5002"),
        Authentication::Abandoned => fail(payment, "UE_5003"),
        Authentication::Completed => {
            let outcome = payment.detail.outcome.clone().unwrap_or(ChargeOutcome::Approve);
            charge(work, payment, &outcome)?;
        }
    }
    Ok(())
}
