//! What all schedules met: a simulation that never reaches a case proves nothing of it.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::time::Duration;

use paydesk_api::operation::Endpoint;
use paydesk_core::operations::{ExecutionProof, Outcome};
use strum::{EnumCount, IntoEnumIterator};

use super::faults::{Fault, FaultCounts};
use super::judge::proof;
use super::person::operations_of_one_schedule;
use super::world::World;

/// How often each fault, endpoint and outcome was met.
#[derive(Debug, Default)]
pub struct Report {
    operations: u64,
    sends: u64,
    effects: u64,
    met: FaultCounts,
    endpoints: BTreeMap<Endpoint, u64>,
    outcomes: BTreeMap<&'static str, u64>,
}

fn name(outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Done { .. } if proof(outcome) == Some(ExecutionProof::Answer) => "done",
        Outcome::Done { .. } => "done, by reading",
        Outcome::Declined { .. } => "declined",
        Outcome::Rejected { .. } => "rejected",
        Outcome::NotSent { .. } => "not sent",
        Outcome::Overtaken(_) => "overtaken",
        Outcome::NotAnswered { .. } => "not answered",
        Outcome::ClosedByPerson => "closed by hand",
        Outcome::Closed => "closed before",
    }
}

impl Report {
    pub fn count(&mut self, world: &World) {
        self.operations += world.ops.len() as u64;
        self.met.add(&world.met);
        for op in &world.ops {
            self.sends += u64::from(op.sends);
            self.effects += u64::from(op.effects);
            *self.endpoints.entry(op.endpoint).or_default() += 1;
            let outcome = op.claims.last().map_or("still open, or in the journal", |(_, outcome)| name(outcome));
            *self.outcomes.entry(outcome).or_default() += 1;
        }
    }

    pub fn add(&mut self, other: &Self) {
        self.operations += other.operations;
        self.sends += other.sends;
        self.effects += other.effects;
        self.met.add(&other.met);
        for (endpoint, count) in &other.endpoints {
            *self.endpoints.entry(*endpoint).or_default() += count;
        }
        for (outcome, count) in &other.outcomes {
            *self.outcomes.entry(outcome).or_default() += count;
        }
    }

    pub fn text(&self, schedules: u64, took: Duration) -> String {
        let mut text = format!(
            "{schedules} schedules, {} operations sent {} times with {} effects in {:.1} s\n",
            self.operations,
            self.sends,
            self.effects,
            took.as_secs_f32()
        );
        for (fault, times) in self.met.all() {
            let _ = write!(text, "{}: {times}, ", <&str>::from(fault));
        }
        let _ = write!(text, "\n{:?}\n{:?}", self.outcomes, self.endpoints);
        text
    }

    pub fn assert_everything_was_met(&self, schedules: u64) {
        const { assert!(Fault::COUNT >= 24) };
        let least = schedules / 1_000;
        for (fault, times) in self.met.all() {
            assert!(times >= least, "{fault:?} was met only {times} times");
        }
        for endpoint in Endpoint::iter() {
            let times = self.endpoints.get(&endpoint).copied().unwrap_or(0);
            assert!(times >= least, "{endpoint:?} was submitted only {times} times");
        }
        let wanted = schedules * operations_of_one_schedule() as u64;
        assert!(self.operations * 10 >= wanted * 9, "too few operations: {}", self.operations);
    }
}
