//! Whether and when the same request may leave again ([law](super::law#settling-an-unknown-outcome)). The pauses stand in
//! [`super::resolution_schedule`]; who may send again is a fact of the endpoint.

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_api::operation::Endpoint;
use paydesk_domain::operation::{ResendPolicy, Resolution};

use super::resolution_schedule::{REFUND_REPEATS_END_S, seen_everywhere_after, window_after};
use super::{Operation, Phase};

/// So long after it was asked for, the question the status of a refund may still leave, in seconds: the refund was young
/// enough then. A turn is waited for 90 s at most.
const STATUS_CHECK_WAITS_S: i64 = 300;

/// Least time between a lost attempt and its repetition by Paydesk, in seconds, and most attempts it makes alone.
const REPEAT_PAUSE_S: i64 = 5;
const REPEATS_MAX: u32 = 4;

impl Operation {
    /// Whether it met the rate limit, and would have a second effect where another copy of it was executed all the same.
    pub fn may_double(&self) -> bool {
        self.attempts > 0 && !self.is_lost() && self.spec().resend == ResendPolicy::PersonAfterProof
    }

    /// Whether an attempt before the one under way may have an effect of its own, though it met the rate limit.
    pub fn may_have_doubled(&self) -> bool {
        let is_first_under_way = self.attempts == 1 && matches!(self.phase, Phase::Starting | Phase::Sending { .. });
        self.may_double() && !is_first_under_way
    }

    /// From when on every worker of the service shows what such a copy did, which may arrive as late as any.
    pub(super) fn readable_from(&self) -> Option<DateTime<Utc>> {
        self.last_sent_at.filter(|_| self.may_double()).map(window_after).map(seen_everywhere_after)
    }

    /// Whether no read and no repetition shows what became of it.
    pub(super) fn is_never_read(&self) -> bool {
        !self.plan.is_status_check() && self.resolution() == Resolution::Park
    }
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
    let allowed = allowed && operation.plan.is_whole() && !operation.has_own_id && !operation.is_withdrawn;
    allowed && rested && operation.attempts < REPEATS_MAX
}
