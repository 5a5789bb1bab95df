//! What the model can do and the engine does not hold yet: left out of the default run, so that the main branch stays
//! green while it is worked on. The list is to become empty.
//!
//! `PAYDESK_FAULTS=all` switches everything on; `PAYDESK_FAULTS=empty_object_without_effect,…` only these, beside what
//! is held.

use std::sync::OnceLock;

use strum::IntoEnumIterator as _;

use super::faults::Fault;
use super::judge;

/// One thing that is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeftOut {
    /// It never happens in the default run.
    Fault(Fault),
    /// It happens, and this rule of the judge does not look at it.
    Rule(&'static str),
}

/// What is left out, each with its reason.
pub const NOT_YET_HELD: &[LeftOut] = &[];

fn left_out() -> &'static [LeftOut] {
    static LEFT_OUT: OnceLock<Vec<LeftOut>> = OnceLock::new();
    LEFT_OUT.get_or_init(|| {
        let wanted = std::env::var("PAYDESK_FAULTS").unwrap_or_default();
        let wanted: Vec<&str> = wanted.split(',').collect();
        let is_wanted = |left_out: &LeftOut| match left_out {
            LeftOut::Fault(fault) => wanted.contains(&<&str>::from(fault)),
            LeftOut::Rule(rule) => wanted.contains(rule),
        };
        let all = wanted.contains(&"all");
        NOT_YET_HELD.iter().filter(|left_out| !all && !is_wanted(left_out)).copied().collect()
    })
}

/// Whether schedules may meet this fault.
pub fn is_met(fault: Fault) -> bool {
    !left_out().contains(&LeftOut::Fault(fault))
}

/// Whether the judge looks at this rule.
pub fn is_judged(rule: &'static str) -> bool {
    !left_out().contains(&LeftOut::Rule(rule))
}

#[test]
fn what_is_left_out_is_a_fault_or_a_rule_once() {
    for (index, left_out) in NOT_YET_HELD.iter().enumerate() {
        assert!(!NOT_YET_HELD[..index].contains(left_out), "{left_out:?} is named twice");
        match left_out {
            LeftOut::Fault(fault) => assert!(Fault::iter().any(|known| known == *fault)),
            LeftOut::Rule(rule) => assert!(judge::RULES.contains(rule), "the judge knows no rule “{rule}”"),
        }
    }
}
