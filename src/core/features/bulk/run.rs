//! A bulk run: its items, how far each came, and whether more may begin.

use std::collections::{HashMap, HashSet, VecDeque};

use strum::EnumCount as _;

use paydesk_domain::ids::OperationId;
use paydesk_domain::money_sums::MoneySums;

use super::item::{BulkItem, ItemGroup, ItemOutcome, ItemState};
use super::kind::BulkKind;
use super::ready::Pacing;
use super::stored::{FoundRun, StoredRun};

/// A run pauses by itself after so many items in a row that were not sent, or whose outcome is not known.
const FAILED_IN_A_ROW_MAX: u32 = 5;

/// Whether more may begin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RunPhase {
    /// It is written to disk before its first operation begins.
    Saving,
    Running,
    Paused(PauseReason),
    /// Nothing more begins: all have begun, or a person stopped it.
    Ended,
}

/// Why a run does not go on by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PauseReason {
    Person,
    /// Paydesk was closed while it ran.
    Restarted,
    /// Nothing may be changed now, and why.
    ReadOnly(String),
    /// Several in a row were not sent, or are not known, the last for this reason.
    Failing(String),
}

/// A bulk run and its items.
#[derive(Debug)]
pub struct BulkRun {
    stored: StoredRun,
    states: Vec<ItemState>,
    counts: [usize; ItemGroup::COUNT],
    by_operation: HashMap<OperationId, usize>,
    /// By the record that an item makes or changes.
    by_record: HashMap<String, usize>,
    /// Items that have not begun, in the order in which they do.
    pub(super) queue: VecDeque<usize>,
    /// Items that have begun, not all of which have ended.
    pub(super) begun: VecDeque<usize>,
    pub(super) pacing: Pacing,
    pub(super) phase: RunPhase,
    /// What is to be done is on disk.
    is_saved: bool,
    /// Counts the changes of states, for what is made of them.
    revision: u64,
    failed_in_a_row: u32,
    last_failure: String,
    /// What moved, as far as it is certain.
    done: MoneySums,
    /// The end of it was reported.
    has_ended: bool,
}

impl BulkRun {
    /// What a person confirmed; it begins once it is on disk.
    pub(super) fn new(stored: StoredRun) -> Self {
        let states = vec![ItemState::Waiting; stored.items.len()];
        Self::with(stored, states, RunPhase::Saving)
    }

    /// What was found at the start: it goes on when a person says so.
    pub(super) fn found(found: FoundRun) -> Self {
        let FoundRun { run, steps } = found;
        let steps: HashMap<OperationId, _> = steps.into_iter().collect();
        let left_out: HashSet<&OperationId> = run.left_out.iter().collect();
        let why: HashMap<&OperationId, &String> = run.not_begun.iter().map(|(id, why)| (id, why)).collect();
        let not_begun = |item: &BulkItem| match why.get(&item.operation_id) {
            Some(why) => not_sent((*why).clone()),
            None if run.is_stopped || left_out.contains(&item.operation_id) => stopped(),
            None => ItemState::Waiting,
        };
        let of_step = |step| ItemState::of_step(run.kind, step);
        let state = |item: &BulkItem| steps.get(&item.operation_id).map_or_else(|| not_begun(item), of_step);
        let states = run.items.iter().map(state).collect();
        let mut found = Self::with(run, states, RunPhase::Paused(PauseReason::Restarted));
        if found.count(ItemGroup::Waiting) == 0 {
            (found.phase, found.has_ended) = (RunPhase::Ended, true);
        }
        found
    }

    fn with(stored: StoredRun, states: Vec<ItemState>, phase: RunPhase) -> Self {
        let operations = stored.items.iter().enumerate();
        let by_operation = operations.map(|(index, item)| (item.operation_id.clone(), index)).collect();
        let records = stored.items.iter().enumerate();
        let by_record = records.filter_map(|(index, item)| Some((item.record_id(stored.kind)?, index))).collect();
        let mut counts = [0; ItemGroup::COUNT];
        states.iter().for_each(|state| counts[state.group() as usize] += 1);
        let done = sums_of_done(&stored.items, &states);
        let waits = |index: &usize| matches!(states[*index], ItemState::Waiting | ItemState::Prepared);
        let queue = (0..states.len()).filter(waits).collect();
        Self {
            stored,
            states,
            counts,
            by_operation,
            by_record,
            queue,
            begun: VecDeque::new(),
            pacing: Pacing::default(),
            is_saved: phase != RunPhase::Saving,
            phase,
            revision: 0,
            failed_in_a_row: 0,
            last_failure: String::new(),
            done,
            has_ended: false,
        }
    }

    pub fn kind(&self) -> BulkKind {
        self.stored.kind
    }

    pub fn stored(&self) -> &StoredRun {
        &self.stored
    }

    pub fn phase(&self) -> &RunPhase {
        &self.phase
    }

    pub fn revision(&self) -> u64 {
        self.revision
    }

    pub fn len(&self) -> usize {
        self.states.len()
    }

    pub fn is_empty(&self) -> bool {
        self.states.is_empty()
    }

    pub fn item(&self, index: usize) -> Option<(&BulkItem, &ItemState)> {
        self.stored.items.get(index).zip(self.states.get(index))
    }

    pub fn items(&self) -> impl Iterator<Item = (&BulkItem, &ItemState)> {
        self.stored.items.iter().zip(&self.states)
    }

    pub fn count(&self, group: ItemGroup) -> usize {
        self.counts[group as usize]
    }

    /// The operations that are under way.
    pub(super) fn under_way_ids(&self) -> impl Iterator<Item = &OperationId> {
        let under_way = self.items().filter(|(_, state)| **state == ItemState::UnderWay);
        under_way.map(|(item, _)| &item.operation_id)
    }

    /// How many have ended, or are left to a person.
    pub fn finished(&self) -> usize {
        self.len() - self.count(ItemGroup::Waiting) - self.count(ItemGroup::UnderWay)
    }

    /// What moved, as far as it is certain.
    pub fn done_sums(&self) -> &MoneySums {
        &self.done
    }

    /// What the items of these groups come to.
    pub fn sums(&self, is_wanted: impl Fn(ItemGroup) -> bool) -> MoneySums {
        let wanted = self.items().filter(|(_, state)| is_wanted(state.group()));
        wanted.map(|(item, _)| item.amount.clone()).collect()
    }

    /// Whether nothing of it is left to be done here.
    pub fn is_over(&self) -> bool {
        self.phase == RunPhase::Ended && self.count(ItemGroup::UnderWay) == 0
    }

    pub fn owns(&self, id: &OperationId) -> bool {
        self.by_operation.contains_key(id)
    }

    pub(super) fn index_of(&self, id: &OperationId) -> Option<usize> {
        self.by_operation.get(id).copied()
    }

    pub(super) fn set(&mut self, index: usize, state: ItemState) {
        let Some(place) = self.states.get_mut(index) else { return };
        let (before, after) = (place.group(), state.group());
        self.counts[before as usize] -= 1;
        self.counts[after as usize] += 1;
        *place = state;
        self.revision += 1;
        match (before == ItemGroup::Done, after == ItemGroup::Done) {
            (false, true) => self.done.add(&self.stored.items[index].amount),
            (true, false) => self.done = sums_of_done(&self.stored.items, &self.states),
            (true, true) | (false, false) => {}
        }
    }

    /// The service reported the status of a record.
    pub(super) fn record_reported(&mut self, id: &str, status: &str) {
        let Some(index) = self.by_record.get(id).copied() else { return };
        let kind = self.stored.kind;
        let reported = self.states.get(index).and_then(|state| state.reported(kind, status));
        reported.into_iter().for_each(|state| self.set(index, state));
    }

    /// An item ends without having been sent.
    pub(super) fn not_sent(&mut self, index: usize, why: String) {
        self.note_result(false, &why);
        self.set(index, not_sent(why));
    }

    /// What happened to all of them would happen to the next.
    pub(super) fn note_result(&mut self, reached: bool, why: &str) {
        self.failed_in_a_row = if reached { 0 } else { self.failed_in_a_row.saturating_add(1) };
        if !reached {
            why.clone_into(&mut self.last_failure);
        }
    }

    pub(super) fn failing(&mut self) -> Option<PauseReason> {
        if self.failed_in_a_row < FAILED_IN_A_ROW_MAX {
            return None;
        }
        self.failed_in_a_row = 0;
        Some(PauseReason::Failing(self.last_failure.clone()))
    }

    pub(super) fn pause(&mut self, reason: PauseReason) {
        if matches!(self.phase, RunPhase::Running | RunPhase::Saving) {
            self.phase = RunPhase::Paused(reason);
            self.revision += 1;
        }
    }

    /// Goes on. What is not on disk is given back to be written first.
    pub(super) fn resume(&mut self) -> Option<&StoredRun> {
        if !matches!(self.phase, RunPhase::Paused(_)) {
            return None;
        }
        self.phase = if self.is_saved { RunPhase::Running } else { RunPhase::Saving };
        self.failed_in_a_row = 0;
        self.revision += 1;
        (!self.is_saved).then_some(&self.stored)
    }

    /// It is on disk: its operations may begin, unless it was paused meanwhile.
    pub(super) fn saved(&mut self) {
        self.is_saved = true;
        if self.phase == RunPhase::Saving {
            self.phase = RunPhase::Running;
        }
    }

    /// Nothing more begins. What is under way comes to its end; what was prepared before a crash is left to a person.
    pub(super) fn stop(&mut self) -> &StoredRun {
        self.queue.clear();
        self.pacing = Pacing::default();
        let waiting = |(index, state): (usize, &ItemState)| (*state == ItemState::Waiting).then_some(index);
        let waiting: Vec<usize> = self.states.iter().enumerate().filter_map(waiting).collect();
        waiting.into_iter().for_each(|index| self.set(index, stopped()));
        self.phase = RunPhase::Ended;
        self.stored.is_stopped = true;
        &self.stored
    }

    /// How many certainly did not happen, and can be tried again now without a second effect.
    pub fn retryable(&self) -> usize {
        if self.is_over() { self.count(ItemGroup::NotSent) + self.count(ItemGroup::Failed) } else { 0 }
    }

    /// The items that [can be tried again](Self::retryable), with their places.
    pub(super) fn not_done(&self) -> impl Iterator<Item = (usize, &BulkItem)> {
        let may_be_asked =
            |state: &ItemState| matches!(state, ItemState::Ended(outcome) if outcome.may_be_asked_again());
        let places = self.items().enumerate().filter(move |(_, (_, state))| may_be_asked(state));
        places.map(|(index, (item, _))| (index, item))
    }

    /// Tries these of them again, each as a new operation. The others stay as they are.
    pub(super) fn retry(&mut self, items: Vec<BulkItem>) -> &StoredRun {
        let mut places: HashMap<String, usize> =
            self.not_done().map(|(index, item)| (item.target.clone(), index)).collect();
        for item in items {
            let Some(index) = places.remove(&item.target) else { continue };
            self.by_operation.insert(item.operation_id.clone(), index);
            self.by_record.extend(item.record_id(self.stored.kind).map(|id| (id, index)));
            let before = std::mem::replace(&mut self.stored.items[index], item);
            self.by_operation.remove(&before.operation_id);
            self.set(index, ItemState::Waiting);
            self.queue.push_back(index);
        }
        self.stored.left_out = self.not_done().map(|(_, item)| item.operation_id.clone()).collect();
        self.stored.is_stopped = false;
        self.has_ended = false;
        (self.phase, self.is_saved) = (RunPhase::Saving, false);
        &self.stored
    }

    /// What is to be stored now that it ended, beside what the journal knows of it.
    pub(super) fn store_not_begun(&mut self) -> Option<&StoredRun> {
        let not_sent = |(item, state): (&BulkItem, &ItemState)| {
            let ItemState::Ended(ItemOutcome::NotSent { why }) = state else { return None };
            Some((item.operation_id.clone(), why.clone()))
        };
        self.stored.not_begun = self.items().filter_map(not_sent).collect();
        (!self.stored.not_begun.is_empty()).then_some(&self.stored)
    }

    /// Whether the last of it has just ended.
    pub(super) fn note_end(&mut self) -> bool {
        let left = self.count(ItemGroup::Waiting) + self.count(ItemGroup::UnderWay);
        let ends = left == 0 && self.phase != RunPhase::Saving && !self.has_ended;
        if ends {
            (self.phase, self.has_ended) = (RunPhase::Ended, true);
        }
        ends
    }
}

fn sums_of_done(items: &[BulkItem], states: &[ItemState]) -> MoneySums {
    let done = items.iter().zip(states).filter(|(_, state)| state.group() == ItemGroup::Done);
    done.map(|(item, _)| item.amount.clone()).collect()
}

fn stopped() -> ItemState {
    not_sent("The run was stopped before it started".to_owned())
}

fn not_sent(why: String) -> ItemState {
    ItemState::Ended(ItemOutcome::NotSent { why })
}
