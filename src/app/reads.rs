//! Reads in flight and reads that wait: the rate gate before them, their retries behind them.
//!
//! A read that is already in flight or waiting is not asked for twice. A read whose ticket was dropped is
//! stale: its answer is ignored. Money operations are not here; they go through [`super::operations`].

use std::collections::BTreeMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::api::call::{Call as _, Request};
use crate::api::calls::analytics::{DisputeMetrics, PaymentMetrics};
use crate::api::calls::customers::RetrieveCustomer;
use crate::api::calls::disputes::ListDisputes;
use crate::api::calls::health::Health;
use crate::api::calls::payments::{ListPayments, RetrievePayment};
use crate::api::calls::payouts::ProbePayout;
use crate::api::error::CallError;
use crate::api::outcome::Attempt;
use crate::api::rate_limit::{Purpose, RateGate};
use crate::api::wire::disputes::DisputePage;
use crate::api::wire::payments::PaymentPage;
use crate::domain::analytics::Report;
use crate::domain::customer::Customer;
use crate::domain::payment::Payment;
use crate::domain::payout::PayoutUpdate;

use super::chance::Chance;
use super::effect::Effect;

/// Tries of one read, the first included (spec, *Errors* rule 3).
const TRIES_MAX: u32 = 3;
/// First pause between tries, doubled each time up to [`BACKOFF_MAX_S`], in seconds.
const BACKOFF_S: i64 = 1;
const BACKOFF_MAX_S: i64 = 30;

/// Names one read; a newer one never has a smaller number.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket(pub u64);

/// All the reads the desk makes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Read {
    Health(Health),
    Payments(ListPayments),
    Payment(RetrievePayment),
    Customer(RetrieveCustomer),
    Disputes(ListDisputes),
    /// The only documented way to learn how a payout stands.
    Payout(ProbePayout),
    DisputeMetrics(DisputeMetrics),
    PaymentMetrics(PaymentMetrics),
}

/// What a read brought.
#[derive(Debug, Clone, PartialEq)]
pub enum ReadAnswer {
    Health(Result<(), CallError>),
    Payments(Result<PaymentPage, CallError>),
    Payment(Box<Result<Payment, CallError>>),
    Customer(Box<Result<Customer, CallError>>),
    Disputes(Result<DisputePage, CallError>),
    Payout(Box<Result<PayoutUpdate, CallError>>),
    /// Of disputes or of payments.
    Metrics(Box<Result<Report, CallError>>),
}

impl Read {
    /// The request it makes.
    pub fn request(&self) -> Request {
        match self {
            Self::Health(call) => call.request(),
            Self::Payments(call) => call.request(),
            Self::Payment(call) => call.request(),
            Self::Customer(call) => call.request(),
            Self::Disputes(call) => call.request(),
            Self::Payout(call) => call.request(),
            Self::DisputeMetrics(call) => call.request(),
            Self::PaymentMetrics(call) => call.request(),
        }
    }

    /// Whether the service takes it for a change: the only way of reading a payout sets its texts to what they are.
    pub fn changes_something(&self) -> bool {
        matches!(self, Self::Payout(_))
    }

    /// What one attempt brought.
    pub fn answer(&self, attempt: Attempt) -> ReadAnswer {
        match self {
            Self::Health(call) => ReadAnswer::Health(call.read(attempt)),
            Self::Payments(call) => ReadAnswer::Payments(call.read(attempt)),
            Self::Payment(call) => ReadAnswer::Payment(Box::new(call.read(attempt))),
            Self::Customer(call) => ReadAnswer::Customer(Box::new(call.read(attempt))),
            Self::Disputes(call) => ReadAnswer::Disputes(call.read(attempt)),
            Self::Payout(call) => ReadAnswer::Payout(Box::new(call.read(attempt))),
            Self::DisputeMetrics(call) => ReadAnswer::Metrics(Box::new(call.read(attempt))),
            Self::PaymentMetrics(call) => ReadAnswer::Metrics(Box::new(call.read(attempt))),
        }
    }
}

impl ReadAnswer {
    pub fn error(&self) -> Option<&CallError> {
        match self {
            Self::Health(result) => result.as_ref().err(),
            Self::Payments(result) => result.as_ref().err(),
            Self::Payment(result) => result.as_ref().as_ref().err(),
            Self::Customer(result) => result.as_ref().as_ref().err(),
            Self::Disputes(result) => result.as_ref().err(),
            Self::Payout(result) => result.as_ref().as_ref().err(),
            Self::Metrics(result) => result.as_ref().as_ref().err(),
        }
    }
}

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

    /// The reads that may leave now, and those that nobody waits for any more.
    pub fn flush(&mut self, gate: &mut RateGate, now: DateTime<Utc>) -> Vec<Effect> {
        let due: Vec<Ticket> =
            self.waiting.iter().filter(|(_, job)| job.due <= now).map(|(ticket, _)| *ticket).collect();
        let mut effects: Vec<Effect> = self.given_up.drain(..).map(|ticket| Effect::GiveUpRead { ticket }).collect();
        for ticket in due {
            let Some(mut job) = self.waiting.remove(&ticket) else { continue };
            match gate.admit(job.purpose, now) {
                Ok(()) => {
                    effects.push(Effect::Read { ticket, read: job.read.clone() });
                    self.in_flight.insert(ticket, job);
                }
                Err(until) => {
                    job.due = until;
                    self.waiting.insert(ticket, job);
                }
            }
        }
        effects
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
