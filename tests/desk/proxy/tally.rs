//! What was met over all schedules: a run that never meets a case proves nothing of it.

use std::collections::BTreeMap;

#[derive(Debug, Default, Clone)]
pub struct Tally(BTreeMap<String, u64>);

impl Tally {
    pub fn count(&mut self, what: impl Into<String>) {
        self.add(what, 1);
    }

    pub fn add(&mut self, what: impl Into<String>, times: u64) {
        *self.0.entry(what.into()).or_default() += times;
    }

    pub fn merge(&mut self, other: &Self) {
        other.0.iter().for_each(|(what, times)| self.add(what, *times));
    }

    pub fn met(&self, what: &str) -> u64 {
        self.0.get(what).copied().unwrap_or(0)
    }

    #[track_caller]
    pub fn assert_met(&self, what: &str, least: u64) {
        assert!(self.met(what) >= least, "“{what}” was met only {} times: {self}", self.met(what));
    }
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let parts = self.0.iter().map(|(what, times)| format!("{what} {times}"));
        f.write_str(&parts.collect::<Vec<_>>().join(", "))
    }
}
