//! Whether the answer to a read was made after it was asked for, or comes out of the memory of a cache on the way.
//!
//! Only an answer that was made afterwards shows what did *not* happen
//! (law). What shows it is the answer's `Date`, compared with
//! the service's clock, which is measured by answers that no cache gives: those to requests that are not a `GET`.
//! An `Age`, a hit or marks of a proxy that such answers do not carry show nothing. Where the service sends no `Date`,
//! nothing can be shown either: a copy looks the same as an answer.
//!
//! Pure: times come in as arguments.

use chrono::{DateTime, Utc};

use super::http::Method;
use super::rate_limit::RateHeaders;

pub use super::rate_limit::CacheMarks;

/// How exactly the service's clock has to be known, in milliseconds. A copy that is younger is not told from an answer;
/// every worker of the service may be as far behind (`WORKER_LAG_S`).
const EXACT_MS: i64 = 5_000;
/// Most marks that are stored: a service has few proxies in front.
const MARKS_MAX: usize = 8;
/// `Date` is in whole seconds.
const DATE_STEP_MS: i64 = 1_000;

/// Shows that an answer was made after it was asked for. Nothing but a [`ServiceClock`] makes one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MadeAfterAsking {
    by_date: bool,
}

impl MadeAfterAsking {
    /// Whether its `Date` alone shows it, which a proxy may write anew on what it has in memory.
    pub fn rests_on_date(self) -> bool {
        self.by_date
    }
}

/// Why an answer does not show what did not happen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum NotFresh {
    /// It was made before it was asked for, or a cache says that it had it.
    FromMemory,
    /// It may have been: nothing shows when it was made.
    NotShown,
    /// It may have been: the service's clock is not measured yet, or was set since.
    NotMeasured,
    /// Its date says that it was made afterwards, and what was asked for in another way says something else.
    Contradicted,
    /// Only its date says that it was made afterwards, and nothing asked for in another way tells.
    Alone,
    /// It took so long to arrive that what it says may be over.
    Slow,
}

/// Whether an answer was made after it was asked for.
pub type Freshness = Result<MadeAfterAsking, NotFresh>;

/// The clock of a service as its answers show it, and what proxies write into all of them.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ServiceClock {
    /// How far it is ahead of ours, at least and at most, in milliseconds.
    ahead_ms: Option<(i64, i64)>,
    /// Marks of answers that no cache gives: where a read has them, they say nothing.
    usual_marks: Vec<u64>,
    /// When an answer came last that may be a copy as far as is known.
    copy_met_at: Option<DateTime<Utc>>,
}

impl ServiceClock {
    /// Whether the answer to a read that left at `left_at` and was answered at `now` was made after it left. `headers` is
    /// `None` where they are not the service's, `left_at` where our clock jumped meanwhile.
    ///
    /// # Errors
    ///
    /// [`NotFresh`] where a copy is possible.
    pub fn answered(
        &self,
        method: Method,
        headers: Option<&RateHeaders>,
        left_at: Option<DateTime<Utc>>,
        now: DateTime<Utc>,
    ) -> Freshness {
        // No cache is to answer it, and one that does may say so.
        let is_hit = headers.is_some_and(|headers| headers.marks.is_hit);
        if method != Method::Get {
            return if is_hit { Err(NotFresh::FromMemory) } else { Ok(MadeAfterAsking { by_date: false }) };
        }
        let headers = headers.ok_or(NotFresh::NotShown)?;
        self.judge(headers, left_at.ok_or(NotFresh::NotMeasured)?, now)
    }

    /// An answer that came at `now` may be a copy, as far as is known: no check rests on what is known of then.
    pub fn note_copy(&mut self, now: DateTime<Utc>) {
        self.copy_met_at = Some(now);
    }

    /// Whether an answer came at `at` or later that no check may rest on.
    pub fn met_copy_since(&self, at: DateTime<Utc>) -> bool {
        self.copy_met_at.is_some_and(|met_at| met_at >= at)
    }

    /// Our clock was set, or this machine slept: how far the service's is ahead is not known any more.
    pub fn clock_jumped(&mut self) {
        self.ahead_ms = None;
    }

    /// The service is connected to anew, perhaps another way: what is known of its clock is forgotten. A copy that came
    /// stays one.
    pub fn connected_anew(&mut self) {
        *self = Self { copy_met_at: self.copy_met_at, ..Self::default() };
    }

    /// Takes in an answer that no cache gives, to a request that left at `left_at` and was answered at `now`. Returns
    /// whether an answer may count by it that did not count before.
    pub fn measure(&mut self, headers: &RateHeaders, left_at: DateTime<Utc>, now: DateTime<Utc>) -> bool {
        let mark = headers.marks.written.filter(|_| !self.is_usual(headers) && self.usual_marks.len() < MARKS_MAX);
        self.usual_marks.extend(mark);
        let known = self.ahead_ms.filter(|_| self.is_exact());
        if let Some(ahead_ms) = date_ms(headers).and_then(|date_ms| measured_ms(date_ms, left_at, now)) {
            // Where two answers contradict each other, one of the clocks was set: the later answer counts.
            self.ahead_ms = self.ahead_ms.and_then(|known| narrowed_ms(known, ahead_ms)).or(Some(ahead_ms));
        }
        let is_replaced = known.zip(self.ahead_ms).is_none_or(|(known, ahead)| narrowed_ms(known, ahead).is_none());
        mark.is_some() || is_replaced && self.is_exact()
    }

    /// Whether the service's clock is known well enough to tell a copy from an answer.
    fn is_exact(&self) -> bool {
        self.ahead_ms.is_some_and(|(least, most)| most - least <= EXACT_MS)
    }

    fn judge(&self, headers: &RateHeaders, left_at: DateTime<Utc>, now: DateTime<Utc>) -> Freshness {
        if headers.marks.is_hit {
            return Err(NotFresh::FromMemory);
        }
        let Some(date_ms) = date_ms(headers) else { return Err(NotFresh::NotShown) };
        let Some((least, most)) = self.ahead_ms else { return Err(NotFresh::NotMeasured) };
        if date_ms + DATE_STEP_MS < left_at.timestamp_millis() + least {
            return Err(NotFresh::FromMemory);
        }
        if date_ms > now.timestamp_millis() + most {
            return Err(NotFresh::NotMeasured);
        }
        if self.is_exact() && self.is_usual(headers) {
            Ok(MadeAfterAsking { by_date: true })
        } else {
            Err(NotFresh::NotShown)
        }
    }

    fn is_usual(&self, headers: &RateHeaders) -> bool {
        headers.marks.written.is_none_or(|mark| self.usual_marks.contains(&mark))
    }
}

/// How far a clock is ahead that showed `date_ms` between two times, at least and at most; `None` where ours was set back.
fn measured_ms(date_ms: i64, left_at: DateTime<Utc>, now: DateTime<Utc>) -> Option<(i64, i64)> {
    let (least, most) = (date_ms - now.timestamp_millis(), date_ms + DATE_STEP_MS - left_at.timestamp_millis());
    (least <= most).then_some((least, most))
}

/// What both measurements allow, if anything.
fn narrowed_ms(one: (i64, i64), other: (i64, i64)) -> Option<(i64, i64)> {
    let (least, most) = (one.0.max(other.0), one.1.min(other.1));
    (least <= most).then_some((least, most))
}

/// The `Date` of an answer, in Unix milliseconds; absurd ones are left out.
fn date_ms(headers: &RateHeaders) -> Option<i64> {
    headers.date_unix_s.filter(|date_s| (0..=i64::from(u32::MAX)).contains(date_s)).map(|date_s| date_s * 1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: i64) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(1_795_000_000_000 + ms).unwrap()
    }

    /// The head of an answer that the service made at `ms` of our clock, `ahead_s` by its own.
    fn made(ms: i64, ahead_s: i64) -> RateHeaders {
        RateHeaders { date_unix_s: Some(at(ms).timestamp() + ahead_s), ..RateHeaders::default() }
    }

    fn marked(headers: RateHeaders, written: u64) -> RateHeaders {
        RateHeaders { marks: CacheMarks { is_hit: false, written: Some(written) }, ..headers }
    }

    fn post(clock: &mut ServiceClock, headers: RateHeaders, ms: i64) {
        clock.measure(&headers, at(ms), at(ms + 200));
    }

    fn get(clock: &mut ServiceClock, headers: RateHeaders, ms: i64) -> Result<(), NotFresh> {
        clock.answered(Method::Get, Some(&headers), Some(at(ms)), at(ms + 200)).map(drop)
    }

    #[test]
    fn an_answer_dated_before_it_was_asked_for_comes_from_memory_however_wrong_the_clocks_are() {
        for ahead_s in [0, -290, 290, 86_400] {
            let mut clock = ServiceClock::default();
            post(&mut clock, made(100, ahead_s), 0);
            assert_eq!(get(&mut clock, made(130_100, ahead_s), 130_000), Ok(()), "{ahead_s}");
            for age_ms in [3_000, 10_000, 300_000] {
                let copy = made(130_100 - age_ms, ahead_s);
                assert_eq!(get(&mut clock, copy, 130_000), Err(NotFresh::FromMemory), "{ahead_s} {age_ms}");
            }
        }
    }

    #[test]
    fn what_is_known_from_before_a_copy_was_met_is_no_check() {
        let mut clock = ServiceClock::default();
        assert!(!clock.met_copy_since(at(0)));
        clock.note_copy(at(200));
        clock.connected_anew();
        assert!(clock.met_copy_since(at(200)) && !clock.met_copy_since(at(201)));
    }

    #[test]
    fn an_age_or_a_hit_proves_nothing_whatever_the_date_says() {
        let mut clock = ServiceClock::default();
        post(&mut clock, made(100, 0), 0);
        let hit = RateHeaders { marks: CacheMarks { is_hit: true, written: None }, ..made(9_100, 0) };
        assert_eq!(get(&mut clock, hit, 9_000), Err(NotFresh::FromMemory));
        assert_eq!(clock.answered(Method::Post, Some(&hit), Some(at(9_000)), at(9_100)), Err(NotFresh::FromMemory));
    }

    #[test]
    fn without_a_date_or_a_measured_clock_nothing_is_shown() {
        let mut clock = ServiceClock::default();
        assert_eq!(get(&mut clock, made(100, 0), 0), Err(NotFresh::NotMeasured));
        post(&mut clock, RateHeaders::default(), 0);
        assert_eq!(get(&mut clock, made(100, 0), 0), Err(NotFresh::NotMeasured));
        post(&mut clock, made(100, 0), 0);
        assert_eq!(get(&mut clock, RateHeaders::default(), 0), Err(NotFresh::NotShown));
        assert_eq!(clock.answered(Method::Get, None, Some(at(0)), at(1)), Err(NotFresh::NotShown));
        post(&mut clock, made(100, 0), 0);
        assert_eq!(clock.answered(Method::Get, Some(&made(100, 0)), None, at(200)), Err(NotFresh::NotMeasured));
        assert!(clock.answered(Method::Post, None, None, at(200)).is_ok(), "no cache answers it");
        assert_eq!(get(&mut clock, made(100_000, 0), 0), Err(NotFresh::NotMeasured), "a time to come");
    }

    #[test]
    fn reads_never_set_the_clock_that_they_are_measured_by() {
        let mut clock = ServiceClock::default();
        assert_eq!(get(&mut clock, made(-300_000, 0), 0), Err(NotFresh::NotMeasured));
        assert_eq!(get(&mut clock, made(-10_000, 0), 100), Err(NotFresh::NotMeasured));
        post(&mut clock, made(100, 0), 0);
        assert_eq!(get(&mut clock, made(-10_000, 0), 100), Err(NotFresh::FromMemory));
    }

    #[test]
    fn what_the_service_writes_into_every_answer_says_nothing_and_what_only_some_carry_does() {
        let mut clock = ServiceClock::default();
        post(&mut clock, marked(made(100, 0), 7), 0);
        assert_eq!(get(&mut clock, marked(made(5_100, 0), 7), 5_000), Ok(()));
        assert_eq!(get(&mut clock, made(5_100, 0), 5_000), Ok(()));
        assert_eq!(get(&mut clock, marked(made(5_100, 0), 8), 5_000), Err(NotFresh::NotShown));
    }

    #[test]
    fn a_clock_that_was_set_is_measured_anew_and_a_slow_answer_measures_too_little() {
        let mut clock = ServiceClock::default();
        post(&mut clock, made(100, 0), 0);
        post(&mut clock, made(10_100, -600), 10_000);
        assert_eq!(get(&mut clock, made(20_100, -600), 20_000), Ok(()));
        clock.clock_jumped();
        assert_eq!(get(&mut clock, made(20_100, -600), 20_000), Err(NotFresh::NotMeasured));
        let mut slow = ServiceClock::default();
        assert!(!slow.measure(&made(100, 0), at(0), at(20_000)));
        assert_eq!(get(&mut slow, made(30_100, 0), 30_000), Err(NotFresh::NotShown));
        assert!(slow.measure(&made(31_100, 0), at(31_000), at(31_200)));
        assert!(!slow.measure(&made(32_100, 0), at(32_000), at(32_200)), "that was known");
        assert!(slow.measure(&made(33_100, -70), at(33_000), at(33_200)), "one of the clocks was set");
        post(&mut slow, made(34_100, 0), 34_000);
        assert_eq!(get(&mut slow, made(40_100, 0), 40_000), Ok(()));
    }
}
