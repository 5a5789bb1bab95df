//! Waiting for something to become true, never for a time to pass.

use std::time::{Duration, Instant};

/// Longest wait; reached only when something is broken: a lost answer alone is looked into for up to 15 s.
const PATIENCE: Duration = Duration::from_secs(90);

/// Asks again and again until `predicate` brings a value; fails with `what` when it never does.
#[track_caller]
pub fn step_until<T>(what: &str, mut predicate: impl FnMut() -> Option<T>) -> T {
    let began = Instant::now();
    loop {
        if let Some(value) = predicate() {
            return value;
        }
        assert!(began.elapsed() < PATIENCE, "waited in vain until {what}");
        std::thread::park_timeout(Duration::from_millis(1));
    }
}
