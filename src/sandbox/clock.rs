//! The sandbox's clock: the host's time, moved ahead or frozen by `/_sandbox/clock`. The only reader of the host's
//! clock within the sandbox.
//!
//! It never goes back: releasing a frozen clock continues from its frozen time. It notifies nothing: what is due is
//! done when the engine is next asked for something (the dispatcher of a running sandbox asks in time), dated with the
//! moment it was due.

use std::sync::{Arc, Mutex, PoisonError};

use chrono::{DateTime, SubsecRound, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

/// The furthest the clock can be moved from the host's time.
const MAX_AHEAD_DAYS: i64 = 100 * 366;

/// How the clock of a new sandbox starts. Data that exists brings its own clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum ClockStart {
    /// Runs with the host's clock.
    #[default]
    Host,
    /// Stands still at this moment until it is advanced or released: for tests that replay exactly.
    Frozen(DateTime<Utc>),
}

/// Why the clock cannot be moved so.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClockError {
    #[error("the sandbox's clock only goes forward: advance_seconds is {0}")]
    Backwards(i64),
    #[error("the sandbox's clock cannot be moved that far ahead")]
    TooFar,
}

/// What is stored of the clock between two starts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClockSetting {
    /// How far sandbox time is ahead of the host's, in milliseconds (negative after a freeze was released).
    ahead_ms: i64,
    /// How far the clock was advanced in all, in milliseconds: freezing does not hold this one.
    advanced_ms: i64,
    frozen_at: Option<DateTime<Utc>>,
}

/// What the clock shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct ClockReading {
    pub now: DateTime<Utc>,
    pub frozen: bool,
}

/// The clock, shared by the engine and the transport.
#[derive(Debug, Clone)]
pub struct SandboxClock(Arc<Mutex<ClockSetting>>);

impl SandboxClock {
    pub fn start(start: ClockStart) -> Self {
        let setting = match start {
            ClockStart::Host => ClockSetting { ahead_ms: 0, advanced_ms: 0, frozen_at: None },
            ClockStart::Frozen(at) => {
                let ahead_ms = (at - host_now()).num_milliseconds();
                ClockSetting { ahead_ms, advanced_ms: ahead_ms, frozen_at: Some(at.trunc_subsecs(3)) }
            }
        };
        Self(Arc::new(Mutex::new(setting)))
    }

    /// Sandbox time, in whole milliseconds.
    pub fn now(&self) -> DateTime<Utc> {
        self.with(|setting| setting.now())
    }

    /// The time of the transport (`Date`, `X-RateLimit-Reset`): advanced with the clock but never frozen, so that a
    /// client that is asked to wait for the reset is not made to wait for ever.
    pub fn transport_now(&self) -> DateTime<Utc> {
        self.with(|setting| ahead_of_host(setting.advanced_ms))
    }

    pub fn reading(&self) -> ClockReading {
        self.with(|setting| ClockReading { now: setting.now(), frozen: setting.frozen_at.is_some() })
    }

    /// Moves the clock ahead; a frozen clock stays frozen at the later moment.
    pub fn advance(&self, seconds: i64) -> Result<(), ClockError> {
        let by = match seconds {
            ..0 => return Err(ClockError::Backwards(seconds)),
            _ => TimeDelta::try_seconds(seconds).ok_or(ClockError::TooFar)?,
        };
        self.with(|setting| setting.advance(by))
    }

    /// Stops the clock, or lets it go on from where it stood.
    pub fn freeze(&self, frozen: bool) {
        self.with(|setting| match (frozen, setting.frozen_at) {
            (true, None) => setting.frozen_at = Some(setting.now()),
            (false, Some(at)) => {
                setting.ahead_ms = (at - host_now()).num_milliseconds();
                setting.frozen_at = None;
            }
            (true, Some(_)) | (false, None) => {}
        });
    }

    pub fn setting(&self) -> ClockSetting {
        self.with(|setting| *setting)
    }

    /// Goes on with the clock of existing data.
    pub fn restore(&self, stored: ClockSetting) {
        self.with(|setting| *setting = stored);
    }

    fn with<T>(&self, work: impl FnOnce(&mut ClockSetting) -> T) -> T {
        work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

impl ClockSetting {
    fn now(&self) -> DateTime<Utc> {
        self.frozen_at.unwrap_or_else(|| ahead_of_host(self.ahead_ms))
    }

    fn advance(&mut self, by: TimeDelta) -> Result<(), ClockError> {
        let by_ms = by.num_milliseconds();
        let ahead_ms = self.ahead_ms.checked_add(by_ms).ok_or(ClockError::TooFar)?;
        let furthest = TimeDelta::days(MAX_AHEAD_DAYS).num_milliseconds();
        if ahead_ms > furthest {
            return Err(ClockError::TooFar);
        }
        self.ahead_ms = ahead_ms;
        self.advanced_ms += by_ms;
        self.frozen_at = self.frozen_at.map(|at| at.checked_add_signed(by).unwrap_or(at));
        Ok(())
    }
}

fn ahead_of_host(ahead_ms: i64) -> DateTime<Utc> {
    let now = host_now();
    now.checked_add_signed(TimeDelta::milliseconds(ahead_ms)).unwrap_or(now)
}

#[expect(clippy::disallowed_methods, reason = "the one clock of the sandbox")]
fn host_now() -> DateTime<Utc> {
    Utc::now().trunc_subsecs(3)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        text.parse().unwrap()
    }

    #[test]
    fn a_frozen_clock_moves_only_when_it_is_advanced_and_goes_on_from_there() {
        let clock = SandboxClock::start(ClockStart::Frozen(at("2026-11-21T10:00:00Z")));
        assert_eq!(clock.now(), at("2026-11-21T10:00:00Z"));
        clock.advance(90).unwrap();
        assert_eq!(clock.reading(), ClockReading { now: at("2026-11-21T10:01:30Z"), frozen: true });
        clock.freeze(false);
        assert!(clock.now() >= at("2026-11-21T10:01:30Z"));
        assert!(clock.now() < at("2026-11-21T10:02:30Z"));
    }

    #[test]
    fn the_clock_refuses_to_go_back_or_out_of_all_bounds() {
        let clock = SandboxClock::start(ClockStart::Host);
        assert_eq!(clock.advance(-1), Err(ClockError::Backwards(-1)));
        assert_eq!(clock.advance(i64::MAX), Err(ClockError::TooFar));
        assert_eq!(clock.advance(101 * 366 * 86_400), Err(ClockError::TooFar));
    }
}
