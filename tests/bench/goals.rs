//! What is promised, beside what was measured.
//!
//! A ratio compares two things that were measured in one run, in turns: where one misses its goal, the run fails. Times
//! depend on the machine: they are printed.
// Each benchmark uses what it measures.
#![allow(dead_code)]

use std::process::ExitCode;
use std::time::Duration;

/// How many payments the large side of a comparison has: `PAYDESK_BENCH_PAYMENTS=20000` makes it smaller, for a quick look
/// at the benchmark itself.
pub fn many_payments() -> u32 {
    let asked = std::env::var("PAYDESK_BENCH_PAYMENTS");
    asked.map_or(1_000_000, |text| text.parse().unwrap_or_else(|error| panic!("PAYDESK_BENCH_PAYMENTS: {error}")))
}

#[derive(Default)]
pub struct Goals(Vec<Goal>);

struct Goal {
    what: String,
    measured: f64,
    goal: f64,
    sign: &'static str,
    met: bool,
    is_ratio: bool,
}

impl Goals {
    /// At most `most` times as long.
    pub fn ratio(&mut self, what: impl Into<String>, measured: f64, most: f64) {
        let met = measured <= most;
        self.0.push(Goal { what: what.into(), measured, goal: most, sign: "≤", met, is_ratio: true });
    }

    /// At least `least` times as many.
    pub fn at_least(&mut self, what: impl Into<String>, measured: f64, least: f64) {
        let met = measured >= least;
        self.0.push(Goal { what: what.into(), measured, goal: least, sign: "≥", met, is_ratio: true });
    }

    /// Less than `most` milliseconds.
    pub fn below_ms(&mut self, what: impl Into<String>, measured: Duration, most: f64) {
        let measured = milliseconds(measured);
        let met = measured < most;
        self.0.push(Goal { what: what.into(), measured, goal: most, sign: "<", met, is_ratio: false });
    }

    /// Prints all; the run fails where a ratio misses its goal.
    pub fn print(&self) -> ExitCode {
        println!("\ngoals");
        for goal in &self.0 {
            let unit = if goal.is_ratio { "" } else { " ms" };
            let measured = format!("{:.2}{unit}", goal.measured);
            let wanted = format!("{} {}{unit}", goal.sign, goal.goal);
            println!("  {:52} {measured:>11}   {wanted:10} {}", goal.what, if goal.met { "met" } else { "missed" });
        }
        if self.0.iter().all(|goal| goal.met || !goal.is_ratio) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }
}

/// How many times as long.
pub fn ratio(long: Duration, short: Duration) -> f64 {
    long.as_secs_f64() / short.as_secs_f64()
}

pub fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times.get(times.len() / 2).copied().unwrap_or_default()
}

pub fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
