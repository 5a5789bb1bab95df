//! A desk: the core under test, the clock it is shown, what it writes, and its life from start to crash.

use std::collections::VecDeque;

use chrono::{DateTime, Utc};
use paydesk_core::effect::{ApiEffect, StoreJob};
use paydesk_core::operations::journal::JournalEntry;
use paydesk_core::operations::{Outcome, Phase, Submission};
use paydesk_core::{Action, Effect, Message, State};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_test_core::start;

use super::judge::Violation;
use super::naive::Naive;
use super::world::{World, at, ms_of};

/// Most ticks at one moment: more would spin.
const TICKS_AT_ONCE: u32 = 30;

/// What decides: the engine of Paydesk, or one that sends again after one look.
pub enum Core {
    Real(Box<State>),
    Naive(Box<Naive>),
}

impl Core {
    pub fn new(naive: bool, seed: u64, now: DateTime<Utc>) -> Self {
        if naive {
            return Self::Naive(Box::default());
        }
        Self::Real(Box::new(State::new(start(now, seed))))
    }

    pub fn state(&self) -> Option<&State> {
        match self {
            Self::Real(state) => Some(state),
            Self::Naive(_) => None,
        }
    }

    fn set_now(&mut self, now: DateTime<Utc>) {
        match self {
            Self::Real(state) => state.now = now,
            Self::Naive(naive) => naive.now = now,
        }
    }

    fn act(&mut self, action: Action) -> Vec<Effect> {
        match self {
            Self::Real(state) => state.on_action(action),
            Self::Naive(naive) => naive.on_action(action),
        }
    }

    fn event(&mut self, event: Message) -> Vec<Effect> {
        match self {
            Self::Real(state) => state.on_message(event),
            Self::Naive(naive) => naive.on_message(event),
        }
    }

    fn tick(&mut self, now: DateTime<Utc>) -> Vec<Effect> {
        match self {
            Self::Real(state) => state.on_tick(now),
            Self::Naive(_) => Vec::new(),
        }
    }

    fn next_due(&self) -> Option<DateTime<Utc>> {
        match self {
            Self::Real(state) => state.next_due(),
            Self::Naive(_) => None,
        }
    }

    /// What has ended since `known` had.
    fn ended_after(&self, known: usize) -> Vec<(OperationId, Outcome)> {
        match self {
            Self::Real(state) => {
                let ended = state.workspace.operations.ended();
                let new = ended.len() - known;
                let outcome = |phase: &Phase| match phase {
                    Phase::Ended(outcome) => Some(outcome.clone()),
                    _ => None,
                };
                let mut new: Vec<_> =
                    ended.take(new).filter_map(|op| Some((op.id.clone(), outcome(&op.phase)?))).collect();
                new.reverse();
                new
            }
            Self::Naive(naive) => naive.ended[known..].to_vec(),
        }
    }
}

/// One simulated machine with Paydesk on it.
pub struct SimulatedDesk {
    pub core: Core,
    pub disk: usize,
    /// Which process it is: an answer to an earlier one finds nobody.
    pub life: u32,
    pub up: bool,
    pub asleep_until_ms: i64,
    /// How far its clock is from the real time.
    pub offset_ms: i64,
    /// The last form, as a person might confirm it once more.
    pub last_form: Option<Submission>,
    pub persons_steps: u32,
    pub writes: VecDeque<JournalEntry>,
    pub is_writing: bool,
    pub ended: usize,
    next_tick_ms: i64,
    ticks_at: (i64, u32),
    pub looks: Vec<(PaymentId, i64)>,
}

impl SimulatedDesk {
    pub fn new(disk: usize, naive: bool) -> Self {
        Self {
            core: Core::new(naive, 0, at(0)),
            disk,
            life: 0,
            up: false,
            asleep_until_ms: i64::MIN,
            offset_ms: 0,
            last_form: None,
            persons_steps: 0,
            writes: VecDeque::new(),
            is_writing: false,
            ended: 0,
            next_tick_ms: i64::MAX,
            ticks_at: (0, 0),
            looks: Vec::new(),
        }
    }

    pub fn tick_ms(&self) -> i64 {
        if self.up { self.next_tick_ms.max(self.asleep_until_ms) } else { i64::MAX }
    }

    /// Whether it is the engine, which looks at a payment before it sends.
    pub fn checks(&self) -> bool {
        matches!(self.core, Core::Real(_))
    }

    pub fn looked(&mut self, payment_id: &PaymentId, now_ms: i64) {
        match self.looks.iter_mut().find(|(id, _)| id == payment_id) {
            Some((_, ms)) => *ms = now_ms.max(*ms),
            None => self.looks.push((payment_id.clone(), now_ms)),
        }
    }

    pub fn looked_at(&self, payment_id: &PaymentId) -> Option<i64> {
        self.looks.iter().find(|(id, _)| id == payment_id).map(|(_, ms)| *ms)
    }
}

impl World {
    pub fn set_now(&mut self, index: usize) {
        let desk = &mut self.desks[index];
        desk.core.set_now(at(self.now_ms + desk.offset_ms));
    }

    pub fn act(&mut self, index: usize, action: Action) {
        if !self.desks[index].up {
            return;
        }
        self.note(|_| format!("person {index}: {action:?}"));
        self.set_now(index);
        let effects = self.desks[index].core.act(action);
        self.take(index, effects);
    }

    pub fn event(&mut self, index: usize, event: Message) {
        if !self.desks[index].up {
            return;
        }
        self.set_now(index);
        let effects = self.desks[index].core.event(event);
        self.take(index, effects);
    }

    pub fn tick(&mut self, index: usize) {
        let now_ms = self.now_ms;
        let desk = &mut self.desks[index];
        desk.ticks_at = if desk.ticks_at.0 == now_ms { (now_ms, desk.ticks_at.1 + 1) } else { (now_ms, 0) };
        if desk.ticks_at.1 > TICKS_AT_ONCE {
            return self.broken(Violation::of_desk("spins", index, "next_due stays in the past".into()));
        }
        let effects = desk.core.tick(at(now_ms + desk.offset_ms));
        self.take(index, effects);
    }

    pub fn take(&mut self, index: usize, effects: Vec<Effect>) {
        let life = self.desks[index].life;
        for effect in effects {
            if self.desks[index].life != life {
                break;
            }
            match effect {
                Effect::Api(ApiEffect::Read { request_id, read, .. }) => self.ask(index, request_id, read),
                Effect::Api(ApiEffect::SendOperation { operation_id, attempt, request, .. }) => {
                    self.send(index, &operation_id, attempt, request);
                }
                Effect::Store(StoreJob::WriteJournal(entry)) => {
                    self.register(index, &entry);
                    self.desks[index].writes.push_back(entry);
                    self.write_next(index);
                }
                Effect::Api(
                    ApiEffect::Connect(_)
                    | ApiEffect::TestProfile(_)
                    | ApiEffect::SignIn(_)
                    | ApiEffect::UploadFile { .. }
                    | ApiEffect::GiveUpRead { .. },
                )
                | Effect::Store(_)
                | Effect::History(_)
                | Effect::Table(_)
                | Effect::Team(_)
                | Effect::Secrets(_)
                | Effect::System(_) => {}
            }
        }
        self.look(index);
        let desk = &mut self.desks[index];
        let due = desk.core.next_due();
        desk.next_tick_ms = due.map_or(i64::MAX, |due| (ms_of(due) - desk.offset_ms).max(self.now_ms));
    }

    /// Notes what has ended, and judges what is claimed.
    fn look(&mut self, index: usize) {
        let known = self.desks[index].ended;
        let ended = self.desks[index].core.ended_after(known);
        self.desks[index].ended += ended.len();
        for (id, outcome) in ended {
            self.claimed(index, &id, outcome);
        }
        self.judge_findings(index);
    }
}
