//! The way of a call: reading a page, deciding what an answer proves, and the network client beside a bare loop.
//!
//! Goal: reads through the client within 1.3 × of a bare reqwest loop that sends the same requests and parses the same
//! answers, with 1, 4 and 16 in flight. Both take turns in this one run.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod calls;
mod decode;
mod engine;

fn main() {
    decode::measure();
    engine::measure();
    calls::measure();
}

/// The middle one.
fn median(mut numbers: Vec<f64>) -> f64 {
    numbers.sort_unstable_by(f64::total_cmp);
    numbers[numbers.len() / 2]
}
