//! When an unknown outcome is looked into: the settle window, the pauses between reads and repeats
//! ([law](crate::app::operations::law#settling-an-unknown-outcome)). What a read proves is [`super::reconcile`]'s
//! business.

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::operation::Endpoint;
use crate::domain::operation::ResendPolicy;

use super::Operation;

/// Before this has passed since the last send, "not done" proves nothing: a late arrival may still execute.
pub const SETTLE_WINDOW_S: i64 = 120;

/// For so long another worker of the service may answer reads from before what the first one did, in seconds.
pub const WORKER_LAG_S: i64 = 30;

/// Longest pauses before the first reads, in seconds; after the last, it stays.
const PAUSES_S: [i64; 6] = [1, 2, 4, 8, 16, 30];
/// From this long after sending on, reads become rare.
const RARE_AFTER_S: i64 = 600;
/// The pause between rare reads, in seconds.
const RARE_PAUSE_S: i64 = 300;

/// So long after the first attempt a refund may still be repeated under its id, in seconds.
pub const REFUND_REPEATS_END_S: i64 = 24 * 3_600;

/// So long after it was asked for, the question how a refund stands may still leave, in seconds: the refund was young
/// enough then. A turn is waited for 90 s at most.
const STATUS_CHECK_WAITS_S: i64 = 300;

/// Least time between a lost attempt and its repetition by Paydesk, in seconds, and most attempts it makes alone.
const REPEAT_PAUSE_S: i64 = 5;
const REPEATS_MAX: u32 = 4;

/// The longest pause before read number `reads` (from 0), `since_sent` after the last send.
pub fn longest_pause(reads: u32, since_sent: TimeDelta) -> TimeDelta {
    if since_sent >= TimeDelta::seconds(RARE_AFTER_S) {
        return TimeDelta::seconds(RARE_PAUSE_S);
    }
    let index = usize::try_from(reads).unwrap_or(usize::MAX).min(PAUSES_S.len() - 1);
    TimeDelta::seconds(PAUSES_S[index])
}

/// When the settle window of something sent `sent` is over.
pub fn window_after(sent: DateTime<Utc>) -> DateTime<Utc> {
    sent + TimeDelta::seconds(SETTLE_WINDOW_S)
}

/// From when on every worker of the service shows what it had executed at `then`.
pub fn seen_everywhere_after(then: DateTime<Utc>) -> DateTime<Utc> {
    then + TimeDelta::seconds(WORKER_LAG_S)
}

/// When the same request goes out again after the last attempt, which was lost.
pub fn next_repeat(operation: &Operation, now: DateTime<Utc>) -> DateTime<Utc> {
    let pauses = operation.spec().repeats_s;
    let index = usize::try_from(operation.attempts.max(1) - 1).unwrap_or(usize::MAX).min(pauses.len().max(1) - 1);
    let pause = TimeDelta::seconds(pauses.get(index).copied().unwrap_or(RARE_PAUSE_S));
    operation.last_sent_at.map_or(now, |sent| (sent + pause).max(now))
}

/// Before this the same request does not go out again, whoever asks: what its rule lets pass first.
pub fn earliest_repeat(operation: &Operation, now: DateTime<Utc>) -> DateTime<Utc> {
    let pause = TimeDelta::seconds(operation.spec().repeats_s.first().copied().unwrap_or(0));
    operation.last_sent_at.map_or(now, |sent| sent + pause)
}

/// When a request that may be repeated is not repeated any more: for how long the service knows the id of a refund is
/// not documented, and under a forgotten id the same request refunds a second time.
pub fn repeats_end(operation: &Operation) -> Option<DateTime<Utc>> {
    let is_refund = operation.plan.endpoint == Endpoint::CreateRefund;
    operation.first_sent_at.filter(|_| is_refund).map(|sent| sent + TimeDelta::seconds(REFUND_REPEATS_END_S))
}

/// Whether a request must not leave any more, because the service may have forgotten the id that would make it
/// harmless. Asked just before it leaves: a machine may have slept while it waited for its turn.
pub fn is_too_old_to_leave(operation: &Operation, now: DateTime<Utc>) -> bool {
    if operation.plan.is_status_check() {
        let waited_s = (now - operation.prepared_at).num_seconds();
        return !(0..=STATUS_CHECK_WAITS_S).contains(&waited_s);
    }
    operation.is_lost() && repeats_end(operation).is_some_and(|end| end <= now)
}

/// Whether Paydesk itself sends again what a read did not find: under our id a second copy has no second effect.
pub fn may_repeat_by_itself(operation: &Operation, now: DateTime<Utc>) -> bool {
    let pause = TimeDelta::seconds(REPEAT_PAUSE_S);
    let rested = operation.last_sent_at.is_none_or(|sent| now - sent >= pause);
    let allowed = operation.spec().resend == ResendPolicy::AutomaticWhenAbsent && !operation.plan.with_secret;
    let allowed = allowed && operation.plan.is_whole();
    allowed && rested && operation.attempts < REPEATS_MAX
}
