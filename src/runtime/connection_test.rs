//! Sends what a test of a connection asks, one read after the other, within the rate limit.
//!
//! What is asked and what the answers mean is decided in [`connection_test`](paydesk_core::connection_test).

use std::time::Instant;

use paydesk_api::error::CallError;
use paydesk_api::rate_limit::{Priority, RateGate, RateHeaders};
use paydesk_core::connection_test::{ProfileTest, ProfileTestRun};

use super::calls::ServiceConnection;
use super::clock::now;

/// Runs a test to its end; `rate` becomes what the service last reported of its limit.
pub async fn run(
    mut run: ProfileTestRun,
    line: &ServiceConnection,
    mut gate: RateGate,
    rate: &mut Option<RateHeaders>,
) -> Result<ProfileTest, CallError> {
    while let Some(step) = run.next() {
        if let Err(until) = gate.admit(Priority::Ordinary, now()) {
            run.held_back(until);
            break;
        }
        let read = step.read.clone();
        let began = Instant::now();
        let attempt = line.send(&read.request()).await;
        let after_ms = u64::try_from(began.elapsed().as_millis()).unwrap_or(u64::MAX);
        if let Some(headers) = attempt.rate().copied() {
            gate.observe(&headers, now());
            *rate = Some(headers);
        }
        run.answered(read.read(attempt), after_ms);
    }
    run.into_test()
}
