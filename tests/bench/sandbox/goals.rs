//! What is promised, beside what was measured.

use std::time::Duration;

use super::rounds::milliseconds;

/// A ratio may be so many times its goal before the run fails: no noise does that, another algorithm does.
const SLACK: f64 = 5.0;
/// How many times as many is the least part of its goal before the run fails.
const LEAST_PART: f64 = 0.6;

#[derive(Default)]
pub struct Goals(Vec<Goal>);

struct Goal {
    what: String,
    measured: f64,
    unit: &'static str,
    goal: f64,
    sign: &'static str,
    met: bool,
    /// A ratio that is further from its goal than noise explains.
    hopeless: bool,
}

impl Goals {
    /// At most `most` times as long.
    pub fn ratio(&mut self, what: impl Into<String>, measured: f64, most: f64) {
        let (met, hopeless) = (measured <= most, measured > most * SLACK);
        self.0.push(Goal { what: what.into(), measured, unit: "", goal: most, sign: "≤", met, hopeless });
    }

    /// At least `least` times as many.
    pub fn at_least(&mut self, what: impl Into<String>, measured: f64, least: f64) {
        let (met, hopeless) = (measured >= least, measured < least * LEAST_PART);
        self.0.push(Goal { what: what.into(), measured, unit: "", goal: least, sign: "≥", met, hopeless });
    }

    /// Less than `most` milliseconds.
    pub fn below_ms(&mut self, what: impl Into<String>, measured: Duration, most: f64) {
        let measured = milliseconds(measured);
        let met = measured < most;
        self.0.push(Goal { what: what.into(), measured, unit: " ms", goal: most, sign: "<", met, hopeless: false });
    }

    /// Prints all, then fails when a ratio is hopeless.
    pub fn print(&self) {
        println!("\ngoals");
        for goal in &self.0 {
            let measured = format!("{:.2}{}", goal.measured, goal.unit);
            let wanted = format!("{} {}{}", goal.sign, goal.goal, goal.unit);
            println!("  {:52} {measured:>11}   {wanted:10} {}", goal.what, if goal.met { "met" } else { "missed" });
        }
        for goal in &self.0 {
            assert!(!goal.hopeless, "{}: {:.2} is no noise", goal.what, goal.measured);
        }
    }
}
