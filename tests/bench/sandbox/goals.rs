//! What is promised, beside what was measured.

use std::time::Duration;

use super::rounds::milliseconds;

/// A ratio may be so many times its goal before the run fails: no noise does that, another algorithm does.
const SLACK: f64 = 5.0;

#[derive(Default)]
pub struct Goals(Vec<Goal>);

struct Goal {
    what: String,
    measured: f64,
    unit: &'static str,
    most: f64,
    met: bool,
}

impl Goals {
    /// At most `most` times as long.
    pub fn ratio(&mut self, what: impl Into<String>, measured: f64, most: f64) {
        self.0.push(Goal { what: what.into(), measured, unit: "", most, met: measured <= most });
    }

    /// Less than `most` milliseconds.
    pub fn below_ms(&mut self, what: impl Into<String>, measured: Duration, most: f64) {
        let measured = milliseconds(measured);
        self.0.push(Goal { what: what.into(), measured, unit: " ms", most, met: measured < most });
    }

    /// Prints all, then fails when a ratio is hopeless.
    pub fn print(&self) {
        println!("\ngoals");
        for goal in &self.0 {
            let sign = if goal.unit.is_empty() { "≤" } else { "<" };
            let measured = format!("{:.2}{}", goal.measured, goal.unit);
            let most = format!("{sign} {}{}", goal.most, goal.unit);
            println!("  {:52} {measured:>11}   {most:10} {}", goal.what, if goal.met { "met" } else { "missed" });
        }
        for goal in self.0.iter().filter(|goal| goal.unit.is_empty()) {
            assert!(goal.measured <= goal.most * SLACK, "{}: {:.2} is no noise", goal.what, goal.measured);
        }
    }
}
