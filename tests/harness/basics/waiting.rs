//! Waiting for something to become true, never for a time to pass.

use std::time::{Duration, Instant};

/// Longest wait for anything, reached only when something is broken: how busy the machine is decides nothing.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// Asks again and again until `predicate` brings a value; fails with `what` when it never does.
#[track_caller]
pub fn step_until<T>(what: &str, mut predicate: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    step_while(|| began.elapsed() < PATIENCE, &mut predicate).unwrap_or_else(|| panic!("waited in vain until {what}"))
}

/// Asks again and again until `predicate` brings a value, or `goes_on` says that nobody waits for it any more.
pub fn step_while<T>(goes_on: impl Fn() -> bool, mut predicate: impl FnMut() -> Option<T>) -> Option<T> {
    loop {
        if let Some(value) = predicate() {
            return Some(value);
        }
        if !goes_on() {
            return None;
        }
        std::thread::park_timeout(Duration::from_millis(1));
    }
}

/// The processor's time of this thread, which does not go on while others have the processor.
#[cfg(unix)]
pub fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec.unsigned_abs(), u32::try_from(time.tv_nsec).unwrap())
}

/// Elsewhere nothing is measured.
#[cfg(not(unix))]
pub fn thread_time() -> Duration {
    Duration::ZERO
}
