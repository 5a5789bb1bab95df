//! Reads in flight and reads that wait: the rate gate before them, their retries behind them.
//!
//! A read that is already in flight or waiting is not asked for twice. A read whose ticket was dropped is
//! stale: its answer is ignored. Money operations are not here; they go through [`super::operations`].

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::error::CallError;
use crate::api::rate_limit::{Purpose, RateGate};

use super::chance::Chance;
use super::effect::ApiEffect;
use super::outbox::Outbox;
use super::read::{Read, ReadAnswer, Ticket};

/// Tries of one read, the first included (spec, *Errors* rule 3).
const TRIES_MAX: u32 = 3;
/// First pause between tries, doubled each time up to [`BACKOFF_MAX_S`], in seconds.
const BACKOFF_S: i64 = 1;
const BACKOFF_MAX_S: i64 = 30;

#[derive(Debug, Clone, PartialEq)]
struct Job {
    read: Read,
    purpose: Purpose,
    tries: u32,
    /// Not before.
    due: DateTime<Utc>,
}

/// See the module.
#[derive(Debug, Default)]
pub struct Reads {
    last_ticket: u64,
    in_flight: BTreeMap<Ticket, Job>,
    waiting: BTreeMap<Ticket, Job>,
    /// Given up while under way; the runtime is told at the next flush.
    given_up: Vec<Ticket>,
}

impl Reads {
    /// Asks for a read, or joins an equal one. It leaves at the next [`Self::flush`].
    pub fn ask(&mut self, read: Read, purpose: Purpose, now: DateTime<Utc>) -> Ticket {
        let same = |job: &&Job| job.read == read && job.purpose == purpose;
        let open = self.in_flight.iter().chain(&self.waiting).find(|(_, job)| same(job)).map(|(ticket, _)| *ticket);
        open.unwrap_or_else(|| self.add(Job { read, purpose, tries: 0, due: now }))
    }

    /// Asks for a read that must start now: one already under way may have been answered before something changed.
    pub fn ask_fresh(&mut self, read: Read, purpose: Purpose, now: DateTime<Utc>) -> Ticket {
        self.add(Job { read, purpose, tries: 0, due: now })
    }

    fn add(&mut self, job: Job) -> Ticket {
        self.last_ticket += 1;
        let ticket = Ticket(self.last_ticket);
        self.waiting.insert(ticket, job);
        ticket
    }

    /// Whether an answer to this read is still wanted.
    pub fn awaits(&self, ticket: Ticket) -> bool {
        self.in_flight.contains_key(&ticket)
    }

    /// Nobody wants this answer any more.
    pub fn drop_ticket(&mut self, ticket: Ticket) {
        if self.in_flight.remove(&ticket).is_some() {
            self.given_up.push(ticket);
        }
        self.waiting.remove(&ticket);
    }

    /// Forgets everything: the profile is locked or was changed.
    pub fn clear(&mut self) {
        self.given_up.extend(std::mem::take(&mut self.in_flight).into_keys());
        self.waiting.clear();
    }

    /// Lets the reads leave that may leave now, and lets go of those that nobody waits for any more.
    pub fn flush(&mut self, gate: &mut RateGate, now: DateTime<Utc>, outbox: &mut Outbox) {
        let due: Vec<Ticket> =
            self.waiting.iter().filter(|(_, job)| job.due <= now).map(|(ticket, _)| *ticket).collect();
        self.given_up.drain(..).for_each(|ticket| outbox.push(ApiEffect::GiveUpRead { ticket }));
        for ticket in due {
            let Some(mut job) = self.waiting.remove(&ticket) else { continue };
            match gate.admit(job.purpose, now) {
                Ok(()) => {
                    outbox.push(ApiEffect::Read { ticket, read: job.read.clone() });
                    self.in_flight.insert(ticket, job);
                }
                Err(until) => {
                    job.due = until;
                    self.waiting.insert(ticket, job);
                }
            }
        }
    }

    /// An answer came. `None`: nobody waits for it, or it will be tried again.
    pub fn finish(
        &mut self,
        ticket: Ticket,
        answer: &ReadAnswer,
        now: DateTime<Utc>,
        chance: &mut Chance,
    ) -> Option<Read> {
        let mut job = self.in_flight.remove(&ticket)?;
        job.tries += 1;
        if answer.error().is_some_and(CallError::may_retry_read) && job.tries < TRIES_MAX && job.retries() {
            let longest = (BACKOFF_S << (job.tries - 1).min(8)).min(BACKOFF_MAX_S);
            job.due = now + chance.jitter(TimeDelta::seconds(longest));
            self.waiting.insert(ticket, job);
            return None;
        }
        Some(job.read)
    }

    pub(in crate::app) fn clock_jumped(&mut self, by: TimeDelta) {
        self.waiting.values_mut().for_each(|job| job.due += by);
    }

    /// When the next waiting read is due.
    pub fn next_due(&self) -> Option<DateTime<Utc>> {
        self.waiting.values().map(|job| job.due).min()
    }
}

impl Job {
    /// Reconciliation has a rhythm of its own, and health tells at once that the service is gone.
    fn retries(&self) -> bool {
        self.purpose == Purpose::Ordinary && !matches!(self.read, Read::Health(_))
    }
}
