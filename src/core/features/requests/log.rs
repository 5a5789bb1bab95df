//! The calls of one profile: a ring of the last thousand, whose bodies have a bound together.

use std::collections::VecDeque;

use paydesk_domain::ids::OperationId;
use paydesk_domain::zone::Zone;

use super::Proof;
use super::filter::CallFilter;
use super::groups::{FailureGroup, groups};
use super::row::LoggedCall;

/// Calls of a profile that are stored.
pub const CALLS_MAX: usize = 1_000;
/// Most that the bodies of a profile's calls take, in bytes; beyond, the oldest are let go and their rows stay.
pub const BODIES_MAX_BYTES: usize = 8 * 1024 * 1024;
/// How far back an attempt is looked for when it is known what it proves: that follows its call at once.
const PROOF_WITHIN: usize = 64;

/// The calls of one profile: the last thousand, whose bodies have a bound together.
#[derive(Debug, Default)]
pub struct CallLog {
    /// Their numbers grow.
    calls: VecDeque<LoggedCall>,
    /// The numbers of those that the filter takes.
    shown: VecDeque<u64>,
    /// Counts how often listed calls came, went or moved.
    revision: u64,
    groups: Vec<FailureGroup>,
    body_bytes: usize,
    /// Older calls have no bodies any more.
    bodies_from: u64,
    /// Calls that requests came too fast to be recorded.
    pub missed: u64,
    /// Calls that were not written down because of the pause.
    pub passed: u64,
}

impl CallLog {
    pub fn len(&self) -> usize {
        self.calls.len()
    }

    pub fn is_empty(&self) -> bool {
        self.calls.is_empty()
    }

    /// How many calls the filter takes.
    pub fn shown_len(&self) -> usize {
        self.shown.len()
    }

    /// Another number whenever listed calls came, went or moved.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Forgets all calls.
    pub(super) fn clear(&mut self) {
        *self = Self { revision: self.revision + 1, ..Self::default() };
    }

    /// The call in this row of the list: the newest is the first.
    pub fn shown(&self, row: usize) -> Option<&LoggedCall> {
        let at = self.shown.len().checked_sub(row + 1)?;
        self.call(*self.shown.get(at)?)
    }

    /// The row of a call, if it is listed.
    pub fn row_of(&self, number: u64) -> Option<usize> {
        self.shown.binary_search(&number).ok().map(|at| self.shown.len() - 1 - at)
    }

    /// The call with this number, while it is stored.
    pub fn call(&self, number: u64) -> Option<&LoggedCall> {
        let at = self.calls.binary_search_by_key(&number, |call| call.number).ok()?;
        self.calls.get(at)
    }

    /// What went wrong, the latest first.
    pub fn groups(&self) -> &[FailureGroup] {
        &self.groups
    }

    /// Calls in which something went wrong.
    pub fn errors(&self) -> usize {
        self.groups.iter().map(|group| group.count).sum()
    }

    /// Adds a call; it is listed if `filter` takes it.
    pub(super) fn add(&mut self, call: LoggedCall, filter: &CallFilter) {
        self.revision += 1;
        if filter.ready().matches(&call) {
            self.shown.push_back(call.number);
        }
        self.body_bytes += call.exchange.stored_bytes();
        self.calls.push_back(call);
        if self.calls.len() > CALLS_MAX
            && let Some(oldest) = self.calls.pop_front()
        {
            self.body_bytes -= oldest.exchange.stored_bytes();
            if self.shown.front() == Some(&oldest.number) {
                self.shown.pop_front();
            }
        }
        self.bound_bodies();
    }

    fn bound_bodies(&mut self) {
        let mut at = self.calls.partition_point(|call| call.number < self.bodies_from);
        while self.body_bytes > BODIES_MAX_BYTES
            && let Some(call) = self.calls.get_mut(at)
        {
            self.body_bytes -= call.exchange.stored_bytes();
            call.exchange.forget_bodies();
            self.bodies_from = call.number + 1;
            at += 1;
        }
    }

    /// Lists what `filter` takes.
    pub(super) fn filter(&mut self, filter: &CallFilter) {
        self.revision += 1;
        let ready = filter.ready();
        self.shown = self.calls.iter().filter(|call| ready.matches(call)).map(|call| call.number).collect();
        self.group();
    }

    /// Counts what went wrong.
    pub(super) fn group(&mut self) {
        self.groups = groups(self.calls.iter());
    }

    pub(super) fn prepare_again(&mut self, zone: Zone) {
        self.calls.iter_mut().for_each(|call| call.prepare(zone));
    }

    /// Whether the attempt is here, and something else is now said of it.
    pub(super) fn set_proof(&mut self, operation_id: &OperationId, attempt: u32, proof: Proof) -> bool {
        let is_it = |call: &&mut LoggedCall| {
            let by = call.exchange.asked.operation.as_ref();
            by.is_some_and(|(id, number)| id == operation_id && *number == attempt)
        };
        let call = self.calls.iter_mut().rev().take(PROOF_WITHIN).find(is_it);
        call.is_some_and(|call| call.set_proof(proof))
    }
}
