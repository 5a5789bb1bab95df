//! The rate limit as the service's headers report it, and when the next call may leave
//! ([limits](crate::reference::limits#rate-limit)).
//!
//! Pure: times come in as arguments. One gate is before all calls of a profile.

use std::collections::VecDeque;

use chrono::{DateTime, TimeDelta, Utc};

/// `X-RateLimit-*`, `Date` and the marks of caches of one answer, as far as they were readable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RateHeaders {
    /// Most requests a minute.
    pub limit: Option<u32>,
    /// Requests left in this window.
    pub remaining: Option<u32>,
    /// When the window ends, Unix seconds on the *service's* clock.
    pub reset_unix_s: Option<i64>,
    /// The service's clock when it answered, Unix seconds.
    pub date_unix_s: Option<i64>,
    /// `Retry-After` in seconds: in front of a service that does not know it there may be one that sends it.
    pub retry_after_s: Option<u32>,
    pub marks: CacheMarks,
}

/// What caches and proxies wrote into the head of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct CacheMarks {
    /// A cache says that it had the answer: `Age`, or a hit.
    pub is_hit: bool,
    /// A digest of `Via`, `X-Cache` and their like; `None` where the response has none of them.
    pub written: Option<u64>,
}

/// Longest and shortest wait a header may ask for, in seconds.
const WAIT_S: std::ops::RangeInclusive<i64> = 1..=90;
/// The wait when the headers make no sense, in seconds.
const ABSURD_WAIT_S: i64 = 30;
/// Longest wait that `Retry-After` may ask for, in seconds.
const RETRY_AFTER_MAX_S: i64 = 3_600;

impl RateHeaders {
    /// How long until the window resets: by the service's own clock, between 1 and 90 s, 30 s when absurd; longer where
    /// `Retry-After` asks for it.
    pub fn wait(&self) -> TimeDelta {
        let asked_s = self.retry_after_s.map(|seconds| i64::from(seconds).clamp(1, RETRY_AFTER_MAX_S));
        TimeDelta::seconds(match (self.until_reset_s(), asked_s) {
            (Some(reset_s), Some(asked_s)) => reset_s.max(asked_s),
            (Some(seconds), None) | (None, Some(seconds)) => seconds,
            (None, None) => ABSURD_WAIT_S,
        })
    }

    /// `None` where the headers do not say it, or make no sense.
    fn until_reset_s(&self) -> Option<i64> {
        let wait = self.reset_unix_s?.checked_sub(self.date_unix_s?)?;
        (0..=3_600).contains(&wait).then(|| wait.clamp(*WAIT_S.start(), *WAIT_S.end()))
    }
}

/// What a call is for: reconciliation may use the last tenth of the budget, nothing else may, and what nobody waits for
/// leaves the last two fifths to all others.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Priority {
    /// What is read for later: the history of payments.
    Background,
    Ordinary,
    Reconciliation,
}

/// One gate for all calls of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct RateGate {
    limit: Option<u32>,
    remaining: Option<u32>,
    resets_at: Option<DateTime<Utc>>,
    /// Set by a 429: nothing leaves before.
    blocked_until: Option<DateTime<Utc>>,
    /// Most calls a minute that a person allows. It holds where the service reports no limit of its own.
    chosen: Option<u32>,
    /// When calls left in the last minute, the first one first; counted where the chosen limit holds.
    left_at: VecDeque<DateTime<Utc>>,
}

/// Length of a window that is counted here.
const WINDOW: TimeDelta = TimeDelta::seconds(60);

impl RateGate {
    /// A person allows so many calls a minute, where the service reports no limit; `None` for as many as are needed.
    pub fn choose(&mut self, per_minute: Option<u32>) {
        if self.chosen != per_minute {
            (self.chosen, self.left_at) = (per_minute, VecDeque::new());
        }
    }

    /// The limit that a person chose, where it is the one that holds.
    fn chosen_limit(&self) -> Option<u32> {
        self.chosen.filter(|_| self.limit.is_none())
    }

    /// When the calls left that count at `now`, the first one first.
    fn counted(&self, now: DateTime<Utc>) -> impl Iterator<Item = DateTime<Utc>> {
        self.left_at.iter().copied().filter(move |at| *at > now - WINDOW)
    }

    /// Of so many calls a minute, those that left.
    fn used(&self, now: DateTime<Utc>) -> u32 {
        u32::try_from(self.counted(now).count()).unwrap_or(u32::MAX)
    }

    /// Learns from an answer that arrived at `now`.
    pub fn observe(&mut self, headers: &RateHeaders, now: DateTime<Utc>) {
        if let (Some(limit), Some(remaining)) = (headers.limit, headers.remaining) {
            self.limit = Some(limit);
            self.remaining = Some(remaining);
            self.resets_at = Some(now + headers.wait());
        }
    }

    /// A 429 arrived at `now`: nothing leaves before the reset.
    pub fn block(&mut self, headers: &RateHeaders, now: DateTime<Utc>) {
        self.observe(headers, now);
        self.remaining = Some(0);
        let until = now + headers.wait();
        self.blocked_until = Some(self.blocked_until.map_or(until, |earlier| earlier.max(until)));
    }

    /// When a call may leave; at once is `Ok`. A call that leaves is counted.
    pub fn admit(&mut self, priority: Priority, now: DateTime<Utc>) -> Result<(), DateTime<Utc>> {
        self.forget_past(now);
        if let Some(until) = self.held_until(priority, now) {
            return Err(until);
        }
        self.remaining = self.remaining.map(|left| left.saturating_sub(1));
        if self.remaining.is_some() {
            // Some report a limit with a 429 alone: what is counted down here is renewed here, too.
            self.resets_at.get_or_insert(now + WINDOW);
        }
        if self.chosen_limit().is_some() {
            self.left_at.retain(|at| *at > now - WINDOW);
            self.left_at.push_back(now);
        }
        Ok(())
    }

    /// Until when a call is held back, if it is; counts nothing.
    pub fn held_until(&self, priority: Priority, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        let reserve = reserve(self.limit.or(self.chosen).unwrap_or(0), priority);
        let spent = self.remaining.is_some_and(|remaining| remaining <= reserve);
        let reported = || self.resets_at.filter(|reset| spent && *reset > now);
        let chosen = || {
            let allowed = self.chosen_limit()?.saturating_sub(reserve);
            let over = self.used(now).checked_sub(allowed)?;
            // One more may leave a minute after the last of those that are too many.
            Some(self.counted(now).nth(over as usize).unwrap_or(now) + WINDOW)
        };
        self.blocked_until(now).or_else(reported).or_else(chosen)
    }

    /// Ordinary calls that may leave at `now`; `None` where no limit is known.
    pub fn room(&self, now: DateTime<Utc>) -> Option<u32> {
        if self.blocked_until(now).is_some() {
            return Some(0);
        }
        let is_over = |until: Option<DateTime<Utc>>| until.is_some_and(|until| until <= now);
        let is_renewed = is_over(self.blocked_until) || is_over(self.resets_at);
        let reported = if is_renewed { self.limit } else { self.remaining };
        let chosen = || self.chosen_limit().map(|limit| limit.saturating_sub(self.used(now)));
        reported.or_else(chosen).map(|left| left.saturating_sub(self.reserve()))
    }

    /// Until when a 429 holds everything back.
    pub fn blocked_until(&self, now: DateTime<Utc>) -> Option<DateTime<Utc>> {
        self.blocked_until.filter(|until| *until > now)
    }

    /// The clock jumped by `by`: what is waited for stays as far away as it was.
    pub fn clock_jumped(&mut self, by: TimeDelta) {
        let waits = [self.resets_at.as_mut(), self.blocked_until.as_mut()];
        for at in waits.into_iter().flatten().chain(&mut self.left_at) {
            *at += by;
        }
    }

    /// `(remaining, limit)` as last reported by the service.
    pub fn gauge(&self) -> Option<(u32, u32)> {
        self.remaining.zip(self.limit)
    }

    /// The tenth of the budget kept for reconciliation.
    fn reserve(&self) -> u32 {
        reserve(self.limit.or(self.chosen).unwrap_or(0), Priority::Ordinary)
    }

    fn forget_past(&mut self, now: DateTime<Utc>) {
        if self.blocked_until.is_some_and(|until| until <= now) {
            self.blocked_until = None;
            self.remaining = self.limit;
        }
        if self.resets_at.is_some_and(|reset| reset <= now) {
            self.resets_at = None;
            self.remaining = self.limit;
        }
    }
}

/// How many calls of a limit are left to others.
fn reserve(limit: u32, priority: Priority) -> u32 {
    match priority {
        Priority::Background => limit / 5 * 2,
        Priority::Ordinary => limit / 10,
        Priority::Reconciliation => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn now() -> DateTime<Utc> {
        DateTime::from_timestamp(1_800_000_000, 0).unwrap()
    }

    fn headers(remaining: u32, wait_s: i64) -> RateHeaders {
        RateHeaders {
            limit: Some(600),
            remaining: Some(remaining),
            reset_unix_s: Some(5_000 + wait_s),
            date_unix_s: Some(5_000),
            ..RateHeaders::default()
        }
    }

    #[test]
    fn a_limit_that_was_reported_with_a_429_alone_is_renewed_every_minute() {
        let mut gate = RateGate::default();
        gate.block(&RateHeaders { limit: Some(60), ..headers(0, 10) }, now());
        let at = |second: i64| now() + TimeDelta::seconds(second);
        for minute in 0..3 {
            let began = 11 + minute * 61;
            let room = gate.room(at(began)).unwrap();
            assert_eq!(room, 54, "a tenth is left to others");
            (0..room).for_each(|_| gate.admit(Priority::Ordinary, at(began)).unwrap());
            assert_eq!(
                (gate.room(at(began)), gate.held_until(Priority::Ordinary, at(began))),
                (Some(0), Some(at(began + 60)))
            );
        }
    }

    #[test]
    fn a_limit_that_a_person_chose_holds_where_the_service_reports_none() {
        let mut gate = RateGate::default();
        gate.choose(Some(10));
        let mut leave = |priority, count: usize, at| (0..count).filter(|_| gate.admit(priority, at).is_ok()).count();
        assert_eq!(leave(Priority::Background, 20, now()), 6, "the rest is left to what somebody waits for");
        assert_eq!(leave(Priority::Ordinary, 20, now()), 3);
        assert_eq!(leave(Priority::Reconciliation, 20, now() + TimeDelta::seconds(59)), 1);
        assert_eq!(gate.room(now()), Some(0));
        assert_eq!(gate.held_until(Priority::Ordinary, now()), Some(now() + TimeDelta::seconds(60)));
        let later = now() + TimeDelta::seconds(60);
        assert_eq!((gate.held_until(Priority::Ordinary, later), gate.room(later)), (None, Some(8)), "one left 1 s ago");
        gate.choose(None);
        assert_eq!((gate.room(later), gate.admit(Priority::Background, later)), (None, Ok(())));
    }

    #[test]
    fn no_minute_has_more_calls_than_a_person_chose() {
        let mut gate = RateGate::default();
        gate.choose(Some(60));
        let times = (0..180).map(|second| now() + TimeDelta::seconds(second));
        let left: Vec<DateTime<Utc>> = times
            .flat_map(|at| std::iter::repeat_n(at, 20))
            .filter(|at| gate.admit(Priority::Reconciliation, *at).is_ok())
            .collect();
        let most =
            left.iter().map(|begin| left.iter().filter(|at| (*begin..*begin + WINDOW).contains(*at)).count()).max();
        assert_eq!((most, left.len()), (Some(60), 180));
    }

    #[test]
    fn what_the_service_reports_counts_and_not_what_a_person_chose() {
        let mut gate = RateGate::default();
        gate.choose(Some(1));
        gate.observe(&headers(500, 30), now());
        assert!((0..300).all(|_| gate.admit(Priority::Ordinary, now()).is_ok()));
    }

    #[test]
    fn retry_after_makes_the_wait_longer_and_never_shorter_than_the_window() {
        let asked = |seconds, headers: RateHeaders| RateHeaders { retry_after_s: Some(seconds), ..headers };
        assert_eq!(asked(120, headers(0, 20)).wait(), TimeDelta::seconds(120));
        assert_eq!(asked(5, headers(0, 20)).wait(), TimeDelta::seconds(20));
        assert_eq!(asked(5, RateHeaders::default()).wait(), TimeDelta::seconds(5));
        assert_eq!(asked(u32::MAX, headers(0, 20)).wait(), TimeDelta::hours(1));
    }

    #[test]
    fn the_wait_is_counted_on_the_service_s_clock_and_bounded() {
        assert_eq!(headers(0, 12).wait(), TimeDelta::seconds(12));
        assert_eq!(headers(0, 0).wait(), TimeDelta::seconds(1));
        assert_eq!(headers(0, 600).wait(), TimeDelta::seconds(90));
        assert_eq!(headers(0, 999_999).wait(), TimeDelta::seconds(30));
        assert_eq!(headers(0, -5).wait(), TimeDelta::seconds(30));
        assert_eq!(RateHeaders::default().wait(), TimeDelta::seconds(30));
        let hostile = RateHeaders { reset_unix_s: Some(i64::MIN), date_unix_s: Some(i64::MAX), ..headers(0, 0) };
        assert_eq!(hostile.wait(), TimeDelta::seconds(30));
    }

    #[test]
    fn a_tenth_of_the_budget_is_kept_for_reconciliation() {
        let mut gate = RateGate::default();
        gate.observe(&headers(61, 20), now());
        assert_eq!(gate.admit(Priority::Ordinary, now()), Ok(()));
        assert_eq!(gate.admit(Priority::Ordinary, now()), Err(now() + TimeDelta::seconds(20)));
        assert_eq!(gate.admit(Priority::Reconciliation, now()), Ok(()));
        assert_eq!(gate.admit(Priority::Ordinary, now() + TimeDelta::seconds(20)), Ok(()));
    }

    #[test]
    fn what_nobody_waits_for_leaves_two_fifths_of_the_budget_to_others() {
        let mut gate = RateGate::default();
        gate.observe(&headers(241, 20), now());
        assert_eq!(gate.admit(Priority::Background, now()), Ok(()));
        assert_eq!(gate.admit(Priority::Background, now()), Err(now() + TimeDelta::seconds(20)));
        assert_eq!(gate.admit(Priority::Ordinary, now()), Ok(()));
        assert_eq!(gate.admit(Priority::Background, now() + TimeDelta::seconds(20)), Ok(()));
    }

    #[test]
    fn after_a_429_nothing_leaves_before_the_reset() {
        let mut gate = RateGate::default();
        gate.block(&headers(0, 7), now());
        let reset = now() + TimeDelta::seconds(7);
        assert_eq!(gate.admit(Priority::Reconciliation, now()), Err(reset));
        assert_eq!(gate.admit(Priority::Ordinary, reset), Ok(()));
    }
}
