//! Counts requests: so many a minute and key, in fixed windows that begin with a key's first request (our number:
//! the specification shows none). Runs on the transport's time, which a frozen clock does not hold.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};

const WINDOW: TimeDelta = TimeDelta::seconds(60);

/// Counters by key.
#[derive(Debug)]
pub struct RateLimiter {
    /// Requests a minute; `None` for no limit.
    limit: Option<u32>,
    windows: HashMap<String, RateWindow>,
}

#[derive(Debug, Clone, Copy)]
struct RateWindow {
    began: DateTime<Utc>,
    used: u32,
}

/// The state of a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimitState {
    pub limit: u32,
    /// Requests left in the window.
    pub remaining: u32,
    /// When the window ends, in seconds since 1970.
    pub reset_unix: i64,
    /// This request was one too many.
    pub exceeded: bool,
}

impl RateLimiter {
    pub fn new(limit: Option<u32>) -> Self {
        Self { limit, windows: HashMap::new() }
    }

    /// Counts a request of `key`; `None` when there is no limit.
    pub fn count(&mut self, key: &str, now: DateTime<Utc>) -> Option<RateLimitState> {
        self.state_after(key, now, 1)
    }

    /// The state of `key`, without counting anything.
    pub fn peek(&mut self, key: &str, now: DateTime<Utc>) -> Option<RateLimitState> {
        self.state_after(key, now, 0)
    }

    /// Resets all counts.
    pub fn reset(&mut self) {
        self.windows.clear();
    }

    fn state_after(&mut self, key: &str, now: DateTime<Utc>, requests: u32) -> Option<RateLimitState> {
        let limit = self.limit?;
        let window = match self.windows.get(key) {
            Some(window) if now >= window.began && now - window.began < WINDOW => *window,
            Some(_) | None => RateWindow { began: now, used: 0 },
        };
        let used = window.used.saturating_add(requests);
        let exceeded = used > limit;
        if requests > 0 {
            self.windows.insert(key.to_owned(), RateWindow { used: used.min(limit), ..window });
        }
        let reset = window.began.checked_add_signed(WINDOW).unwrap_or(window.began);
        let reset_unix = reset.timestamp() + i64::from(reset.timestamp_subsec_nanos() > 0);
        Some(RateLimitState { limit, remaining: limit.saturating_sub(used), reset_unix, exceeded })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> DateTime<Utc> {
        DateTime::from_timestamp(1_000_000 + second, 0).unwrap()
    }

    #[test]
    fn the_request_after_the_last_is_refused_until_the_window_ends() {
        let mut limiter = RateLimiter::new(Some(2));
        assert_eq!(limiter.count("a", at(0)).unwrap().remaining, 1);
        assert_eq!(limiter.count("a", at(10)).unwrap().remaining, 0);
        let refused = limiter.count("a", at(20)).unwrap();
        assert_eq!((refused.exceeded, refused.reset_unix), (true, 1_000_060));
        assert!(!limiter.count("b", at(20)).unwrap().exceeded);
        assert!(!limiter.count("a", at(60)).unwrap().exceeded);
    }

    #[test]
    fn peeking_counts_nothing_and_without_a_limit_there_is_no_state() {
        let mut limiter = RateLimiter::new(Some(2));
        assert_eq!(limiter.peek("a", at(0)).unwrap().remaining, 2);
        assert_eq!(limiter.peek("a", at(0)).unwrap().remaining, 2);
        assert_eq!(RateLimiter::new(None).count("a", at(0)), None);
    }
}
