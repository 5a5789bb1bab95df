//! Reads in flight and reads that wait: the rate gate before them, their retries behind them.
//!
//! A read that is already in flight or waiting is not asked for twice. A read whose request id was dropped is
//! stale: its answer is ignored. Money operations are not here; they go through [`super::operations`].

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use paydesk_api::error::CallError;
use paydesk_api::http::KeyRole;
use paydesk_api::rate_limit::{Priority, RateGate};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::ProfileId;

use super::effect::ApiEffect;
use super::outbox::Outbox;
use super::read::{Read, ReadAnswer, RequestId};
use super::rng::Rng;

/// Tries of one read, the first included ([API reference](paydesk_api::reference::errors#codes)).
const TRIES_MAX: u32 = 3;
/// First pause between tries, doubled each time up to [`BACKOFF_MAX_S`], in seconds.
const BACKOFF_S: i64 = 1;
const BACKOFF_MAX_S: i64 = 30;

/// Who asked for a read: its answer goes there. What it shows is known to all the others as well.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReadOwner {
    /// Nobody in particular: what the answer shows is taken in, and no more.
    Everyone,
    Connection,
    /// What only measures the service's clock.
    ServiceClock,
    Operations,
    Payments,
    PaymentCount,
    History,
    Bulk,
    Disputes,
    PaymentDisputes,
    /// The dialog that asks for a refund.
    RefundDialog,
    Refunds,
    Payouts,
    RecordLists,
    Customers,
    Forms,
    Analytics,
}

#[derive(Debug, Clone, PartialEq)]
struct PendingRead {
    owners: Vec<ReadOwner>,
    read: Read,
    priority: Priority,
    tries: u32,
    /// Not before; of one under way, when it left.
    due: DateTime<Utc>,
    /// The clock jumped since it left.
    has_met_jump: bool,
    /// A person asked for it, or waits for it.
    is_by_person: bool,
}

/// The lower bits of a request id, which count the reads of one workspace; above them stands the number of the workspace.
const COUNT_BITS: u32 = 40;

/// A read that was answered, and when it had left: `None` where no clock tells, because it jumped meanwhile.
#[derive(Debug, Clone, PartialEq)]
pub struct AnsweredRead {
    /// Most have one. Those that asked for the same at the same time share the answer.
    pub owners: Vec<ReadOwner>,
    pub read: Read,
    pub left_at: Option<DateTime<Utc>>,
}

/// The reads of one profile: queued, under way and waiting to be retried.
#[derive(Debug)]
pub struct Reads {
    /// Whose they are: they leave with its key.
    profile_id: ProfileId,
    /// Of the workspace. All its request ids begin with it.
    number: u64,
    last_request_id: u64,
    in_flight: BTreeMap<RequestId, PendingRead>,
    waiting: BTreeMap<RequestId, PendingRead>,
    /// Given up while under way; the runtime learns it at the next flush.
    given_up: Vec<RequestId>,
    /// What is asked for now, a person asks for.
    asks_for_person: bool,
    /// The read that was answered last, who had asked for it, and whether a person had.
    answered_last: Option<(RequestId, Vec<ReadOwner>, bool)>,
}

impl Reads {
    /// Those of a profile. `number` is that of its workspace: no other has the same in this run.
    pub fn of(profile_id: ProfileId, number: u64) -> Self {
        let (in_flight, waiting, given_up, asks_for_person, answered_last) = Default::default();
        let last_request_id = number << COUNT_BITS;
        Self { profile_id, number, last_request_id, in_flight, waiting, given_up, asks_for_person, answered_last }
    }

    /// Whether the read with this id was asked for here, at any time.
    pub fn has_asked(&self, request_id: RequestId) -> bool {
        request_id.0 >> COUNT_BITS == self.number
    }

    /// Asks for a read, or joins an equal one. It leaves at the next [`Self::flush`].
    pub fn ask(&mut self, owner: ReadOwner, read: Read, priority: Priority, now: DateTime<Utc>) -> RequestId {
        let same = |job: &PendingRead| job.read == read && job.priority == priority;
        let open = self.in_flight.iter_mut().chain(&mut self.waiting).find(|(_, job)| same(job));
        match open {
            Some((request_id, job)) => {
                job.is_by_person |= self.asks_for_person;
                if !job.owners.contains(&owner) {
                    job.owners.push(owner);
                }
                *request_id
            }
            None => self.add(owner, read, priority, now),
        }
    }

    /// From now on reads are asked for by a person, or by Paydesk itself.
    pub fn set_asked_by_person(&mut self, is_by_person: bool) {
        self.asks_for_person = is_by_person;
    }

    /// Whether the read that was answered last was asked for by a person.
    pub fn was_asked_by_person(&self, request_id: RequestId) -> bool {
        self.answered_last.as_ref().is_some_and(|(id, _, is_by_person)| *id == request_id && *is_by_person)
    }

    /// Asks for a read that must start now: one already under way may have been answered before something changed.
    pub fn ask_fresh(&mut self, owner: ReadOwner, read: Read, priority: Priority, now: DateTime<Utc>) -> RequestId {
        self.add(owner, read, priority, now)
    }

    /// Asks the same as the read that was just answered in another way, under the id that is waited for.
    pub fn ask_again(&mut self, request_id: RequestId, read: Read, now: DateTime<Utc>) {
        let answered = self.answered_last.as_ref().filter(|(id, ..)| *id == request_id);
        let owners = answered.map(|(_, owners, _)| owners.clone()).unwrap_or_default();
        let is_by_person = self.was_asked_by_person(request_id);
        let job = PendingRead { is_by_person, ..PendingRead::new(owners, read, Priority::Ordinary, now) };
        self.waiting.insert(request_id, job);
    }

    /// Whether a read is under way or waits.
    pub fn is_open(&self, request_id: RequestId) -> bool {
        self.in_flight.contains_key(&request_id) || self.waiting.contains_key(&request_id)
    }

    fn add(&mut self, owner: ReadOwner, read: Read, priority: Priority, now: DateTime<Utc>) -> RequestId {
        self.last_request_id += 1;
        let request_id = RequestId(self.last_request_id);
        let job =
            PendingRead { is_by_person: self.asks_for_person, ..PendingRead::new(vec![owner], read, priority, now) };
        self.waiting.insert(request_id, job);
        request_id
    }

    /// Whether an answer to this read is still wanted.
    pub fn awaits(&self, request_id: RequestId) -> bool {
        self.in_flight.contains_key(&request_id)
    }

    /// A read that is under way.
    pub fn under_way(&self, request_id: RequestId) -> Option<&Read> {
        self.in_flight.get(&request_id).map(|job| &job.read)
    }

    /// Whether a read under way is made with the admin key.
    pub fn uses_admin_key(&self, request_id: RequestId) -> bool {
        self.under_way(request_id).is_some_and(|read| read.request().key == KeyRole::Admin)
    }

    /// Nobody wants this answer any more.
    pub fn drop_request(&mut self, request_id: RequestId) {
        if self.in_flight.remove(&request_id).is_some() {
            self.given_up.push(request_id);
        }
        self.waiting.remove(&request_id);
    }

    /// Forgets everything: the profile is locked or was changed.
    pub fn clear(&mut self) {
        self.given_up.extend(std::mem::take(&mut self.in_flight).into_keys());
        self.waiting.clear();
    }

    /// Lets the reads leave that may leave now, to a service that counts amounts so, and lets go of those that nobody waits for any more.
    pub fn flush(&mut self, gate: &mut RateGate, units: MinorUnits, now: DateTime<Utc>, outbox: &mut Outbox) {
        let due: Vec<RequestId> =
            self.waiting.iter().filter(|(_, job)| job.due <= now).map(|(request_id, _)| *request_id).collect();
        self.flush_given_up(outbox);
        for request_id in due {
            let Some(mut job) = self.waiting.remove(&request_id) else { continue };
            match gate.admit(job.priority, now) {
                Ok(()) => {
                    let (profile_id, read, priority) = (self.profile_id.clone(), job.read.clone(), job.priority);
                    outbox.push(ApiEffect::Read { profile_id, request_id, read, priority, units });
                    (job.due, job.has_met_jump) = (now, false);
                    self.in_flight.insert(request_id, job);
                }
                Err(until) => {
                    job.due = until;
                    self.waiting.insert(request_id, job);
                }
            }
        }
    }

    /// Lets go of the reads that nobody waits for any more.
    pub fn flush_given_up(&mut self, outbox: &mut Outbox) {
        self.given_up.drain(..).for_each(|request_id| outbox.push(ApiEffect::GiveUpRead { request_id }));
    }

    /// An answer came. `None`: nobody waits for it, or it will be tried again.
    pub fn finish(
        &mut self,
        request_id: RequestId,
        answer: &ReadAnswer,
        now: DateTime<Utc>,
        rng: &mut Rng,
    ) -> Option<AnsweredRead> {
        let mut job = self.in_flight.remove(&request_id)?;
        job.tries += 1;
        if answer.error().is_some_and(CallError::may_retry_read) && job.tries < TRIES_MAX && job.retries() {
            let longest = (BACKOFF_S << (job.tries - 1).min(8)).min(BACKOFF_MAX_S);
            job.due = now + rng.jitter(TimeDelta::seconds(longest));
            self.waiting.insert(request_id, job);
            return None;
        }
        self.answered_last = Some((request_id, job.owners.clone(), job.is_by_person));
        let left_at = (!job.has_met_jump).then_some(job.due);
        Some(AnsweredRead { owners: job.owners, read: job.read, left_at })
    }

    pub(crate) fn clock_jumped(&mut self, by: TimeDelta) {
        self.waiting.values_mut().for_each(|job| job.due += by);
        self.in_flight.values_mut().for_each(|job| job.has_met_jump = true);
    }

    /// Whether a read that somebody waits for may not leave before `until`.
    pub fn wait_for(&self, until: DateTime<Utc>) -> bool {
        self.waiting.values().any(|job| job.priority != Priority::Background && job.due == until)
    }

    /// When the next waiting read is due.
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        self.waiting.values().map(|job| job.due).min()
    }
}

impl PendingRead {
    fn new(owners: Vec<ReadOwner>, read: Read, priority: Priority, due: DateTime<Utc>) -> Self {
        Self { owners, read, priority, tries: 0, due, has_met_jump: false, is_by_person: false }
    }

    /// Reconciliation has a rhythm of its own, and health says at once that the service is gone.
    fn retries(&self) -> bool {
        self.priority == Priority::Ordinary && !matches!(self.read, Read::Health(_))
    }
}
