//! Settling an unknown outcome by reading: when to read, and what a read proves (operations, sections 3 and 4).

use chrono::{DateTime, TimeDelta, Utc};

use crate::domain::payment::{Payment, PaymentStatus};

use super::{Finding, Intent, Operation, Seen};

/// Before this has passed since the last send, "not done" proves nothing: a late arrival may still execute.
pub const SETTLE_WINDOW_S: i64 = 120;

/// Longest pauses before the first reads, in seconds; after the last, it stays.
const PAUSES_S: [i64; 6] = [1, 2, 4, 8, 16, 30];
/// From this long after sending on, reads become rare.
const RARE_AFTER_S: i64 = 600;
/// The pause between rare reads, in seconds.
const RARE_PAUSE_S: i64 = 300;

/// The longest pause before read number `reads` (from 0), `since_sent` after the last send.
pub fn longest_pause(reads: u32, since_sent: TimeDelta) -> TimeDelta {
    if since_sent >= TimeDelta::seconds(RARE_AFTER_S) {
        return TimeDelta::seconds(RARE_PAUSE_S);
    }
    let index = usize::try_from(reads).unwrap_or(usize::MAX).min(PAUSES_S.len() - 1);
    TimeDelta::seconds(PAUSES_S[index])
}

/// What a payment read after sending says of the operation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// It happened.
    Executed,
    /// The payment is as it was.
    Untouched,
    /// It cannot happen any more: something else happened instead.
    Overtaken(String),
    /// Neither; a person has to look.
    Unclear(String),
}

/// Compares the payment with what was seen before sending.
pub fn judge(intent: &Intent, seen: &Seen, payment: &Payment) -> Judgement {
    if payment.amount.currency != seen.amount.currency || payment.amount != seen.amount {
        return Judgement::Unclear(format!("The payment is now over {}, not {}", payment.amount, seen.amount));
    }
    match intent {
        Intent::Capture { amount, .. } => judge_capture(amount.minor, seen, payment),
        Intent::Cancel { .. } => judge_cancel(seen, payment),
        Intent::Approve => judge_approve(seen, payment),
    }
}

/// What was captured since, where both reads tell.
fn received_since(seen: &Seen, payment: &Payment) -> Option<i64> {
    let received = payment.amount_received.as_ref()?.minor;
    received.checked_sub(seen.received_minor?)
}

fn judge_capture(wanted_minor: i64, seen: &Seen, payment: &Payment) -> Judgement {
    let whole = seen.capturable_minor == Some(wanted_minor);
    match (received_since(seen, payment), &payment.status) {
        (Some(taken), _) if taken == wanted_minor => Judgement::Executed,
        (Some(0), PaymentStatus::Cancelled) => {
            Judgement::Overtaken("The payment was cancelled; nothing was captured".to_owned())
        }
        (Some(0), _) if seen.still_holds(payment) => Judgement::Untouched,
        (Some(0), status) => Judgement::Unclear(format!("Nothing is captured yet; the payment is now {status}")),
        (Some(taken), _) => {
            let (taken, wanted) = (payment.amount.with_minor(taken), payment.amount.with_minor(wanted_minor));
            Judgement::Unclear(format!("{taken} were captured since, not {wanted}: somebody else may have captured"))
        }
        (None, PaymentStatus::Succeeded) if whole && seen.status != PaymentStatus::Succeeded => Judgement::Executed,
        (None, _) if seen.still_holds(payment) => Judgement::Untouched,
        (None, _) => Judgement::Unclear("The service does not say how much was captured".to_owned()),
    }
}

fn judge_cancel(seen: &Seen, payment: &Payment) -> Judgement {
    let nothing_left = payment.amount_capturable.as_ref().is_some_and(|left| left.minor == 0);
    let released = nothing_left && seen.capturable_minor.is_some_and(|left| left > 0);
    // After a capture of less, "nothing left" may be what our cancel released.
    let whole_minor = seen.capturable_minor.filter(|left| *left > 0).unwrap_or(seen.amount.minor);
    let taken = received_since(seen, payment).unwrap_or(0);
    let both_succeeded = payment.status == PaymentStatus::Succeeded && seen.status == PaymentStatus::Succeeded;
    if payment.status == PaymentStatus::Cancelled && seen.status != PaymentStatus::Cancelled {
        Judgement::Executed
    } else if taken >= whole_minor && nothing_left {
        Judgement::Overtaken("The payment was captured meanwhile; a refund gives the money back".to_owned())
    } else if taken == 0 && both_succeeded && released {
        Judgement::Executed
    } else if seen.still_holds(payment) {
        Judgement::Untouched
    } else if taken > 0 {
        let taken = payment.amount.with_minor(taken);
        Judgement::Unclear(format!("{taken} were captured meanwhile; whether the rest was released is not clear"))
    } else {
        Judgement::Unclear(format!("The payment is now {}", payment.status))
    }
}

fn judge_approve(seen: &Seen, payment: &Payment) -> Judgement {
    match &payment.status {
        status if *status == seen.status => Judgement::Untouched,
        PaymentStatus::Succeeded | PaymentStatus::RequiresCapture | PaymentStatus::Processing => Judgement::Executed,
        PaymentStatus::Cancelled | PaymentStatus::Failed => {
            Judgement::Overtaken(format!("The payment left review without approval: it is {}", payment.status))
        }
        PaymentStatus::RequiresPaymentMethod
        | PaymentStatus::RequiresConfirmation
        | PaymentStatus::RequiresAction
        | PaymentStatus::RequiresMerchantAction
        | PaymentStatus::Unknown(_) => Judgement::Unclear(format!("The payment is now {}", payment.status)),
    }
}

/// What "untouched" proves at `now`: nothing before the settle window is over.
pub fn untouched(operation: &Operation, now: DateTime<Utc>) -> Finding {
    let settled = operation.last_sent_at.is_none_or(|sent| now - sent >= TimeDelta::seconds(SETTLE_WINDOW_S));
    if settled { Finding::NotExecuted } else { Finding::NotExecutedYet }
}
