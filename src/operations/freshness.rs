//! How old a check may be on which something is sent, what waited too long to be sent at all, and what counts of a
//! reading that may come out of a cache.

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_api::freshness::NotFresh;
use paydesk_api::proof::Judgement;

use super::reconcile::reconcile;
use super::{Operation, Precondition, Reading, not_sent, resending};

/// A check just before sending may use a read not older than this, in seconds.
const FRESH_S: i64 = 5;

/// How long measuring the service's clock is given before its target is read once more.
pub(super) const MEASURING: TimeDelta = TimeDelta::seconds(1);
/// How often a target is read at most until the service's clock is measured.
const UNMEASURED_CHECKS_MAX: u32 = 10;

/// How often a target is read at most until an answer comes in time.
const SLOW_CHECKS_MAX: u32 = 3;

/// Whether it is read once more after an answer that took too long.
pub(super) fn awaits_faster_answer(operation: &Operation) -> bool {
    operation.unmeasured_checks < SLOW_CHECKS_MAX
}

/// Whether it waits until the service's clock is measured, by which the check just before it is sent counts.
pub(super) fn awaits_measuring(operation: &Operation) -> bool {
    operation.unmeasured_checks < UNMEASURED_CHECKS_MAX
}

/// The machine slept while it waited for its turn, until the service may no longer know the id it carries.
pub(super) fn too_old(operation: &Operation, now: DateTime<Utc>) -> Option<String> {
    let is_too_old = resending::is_too_old_to_leave(operation, now);
    is_too_old.then(|| not_sent::too_old_to_leave(&operation.plan).to_owned())
}

/// The disk was slow, or the machine slept, between the check and now: what was checked proves nothing any
/// more, and a settle window counted from the entry would end too early after a crash.
pub(super) fn too_late(operation: &Operation, now: DateTime<Utc>) -> Option<String> {
    let fresh = operation.checked_at.is_some_and(|at| is_fresh(at, now));
    (!fresh).then(|| not_sent::saved_too_slowly(operation, FRESH_S))
}

/// Whether the last check of its target is no older than a check may be.
pub(super) fn is_checked_now(operation: &Operation, now: DateTime<Utc>) -> bool {
    operation.target_asked_at.is_some_and(|at| is_fresh(at, now))
}

/// Not too old; what seems to be of a time to come was read before the clock was set back.
pub fn is_fresh(at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
    (0..=FRESH_S * 1_000).contains(&(now - at).num_milliseconds())
}

/// Whether what was read counts, although it may have been made before it was asked for: it can only be from after the
/// send, or it shows what happened and no cache is known to have answered. What did *not* happen it never shows.
pub(super) fn counts_all_the_same(operation: &Operation, reading: Reading<'_>, not_fresh: NotFresh) -> bool {
    match reconcile(&operation.plan, &operation.precondition, reading) {
        Judgement::Ours(_) => true,
        Judgement::There(_)
        | Judgement::Declined { .. }
        | Judgement::Overtaken(_)
        | Judgement::Contradiction(_)
        | Judgement::Another(_)
        | Judgement::Unclear(_) => {
            not_fresh != NotFresh::FromMemory || is_newer_than_seen(&operation.precondition, reading)
        }
        Judgement::Untouched | Judgement::NotThere(_) => false,
    }
}

/// Whether the payment was changed after the person saw it, by the service's own clock.
fn is_newer_than_seen(precondition: &Precondition, reading: Reading<'_>) -> bool {
    match (precondition, reading) {
        (Precondition::Payment(seen), Reading::Payment(payment)) => {
            seen.modified_at.is_some() && payment.modified_at > seen.modified_at
        }
        (Precondition::Payment(_), Reading::Record(_) | Reading::Absent)
        | (Precondition::Payout(_) | Precondition::Dispute(_) | Precondition::Nothing, _) => false,
    }
}
