//! One unit of work: a transaction, the moment it happens at, and what the engine has to do once it is committed.
//!
//! Either everything of it happens or nothing: a refusal half way leaves no trace. What one feature has to know of
//! another's change is a [`EngineNotice`], which `dispatch` hands over within the same transaction.

use std::cell::Cell;

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;

use super::index::PaymentIndex;
use super::refusal::{Refusal, quoted};
use super::settings::SandboxSettings;
use super::timers::Timer;
use crate::config::Credentials;
use crate::storage::ledger::{self, LedgerEffect};
use crate::storage::payments::{self, PaymentKeyRow, PaymentRecord};
use crate::storage::timers;

/// What a feature reports to the others about a change it made.
#[derive(Debug)]
pub enum EngineNotice {
    /// A payment that collects for a subscription was changed.
    SubscriptionPaymentChanged(Box<PaymentRecord>),
    /// A payment that was created by a payment link was created or changed.
    LinkPaymentChanged(Box<PaymentRecord>),
}

/// What the engine has to do once a unit of work is committed.
#[derive(Debug, Default)]
pub struct Committed {
    /// What the index has to take in.
    pub payment_keys: Vec<PaymentKeyRow>,
    /// The earliest moment that something the unit set falls due at: a timer, or a delivery.
    pub earliest_due: Option<DateTime<Utc>>,
}

/// A transaction in progress.
pub struct Work<'a> {
    pub db: &'a Connection,
    /// Sandbox time of everything that happens in it.
    pub now: DateTime<Utc>,
    pub settings: SandboxSettings,
    pub credentials: &'a Credentials,
    /// Where pages of the sandbox are reached, without a slash at the end.
    pub base_url: &'a str,
    /// The payments as they were when the unit began.
    pub index: &'a PaymentIndex,
    next_payment_seq: i64,
    payment_keys: Vec<PaymentKeyRow>,
    notices: Vec<EngineNotice>,
    earliest_due: Cell<Option<DateTime<Utc>>>,
}

impl<'a> Work<'a> {
    pub fn new(
        db: &'a Connection,
        now: DateTime<Utc>,
        settings: SandboxSettings,
        credentials: &'a Credentials,
        base_url: &'a str,
        index: &'a PaymentIndex,
    ) -> Self {
        Self {
            db,
            now,
            settings,
            credentials,
            base_url,
            index,
            next_payment_seq: index.len() as i64 + 1,
            payment_keys: Vec::new(),
            notices: Vec::new(),
            earliest_due: Cell::default(),
        }
    }

    /// Ends the unit; its transaction is committed by whoever began it.
    pub fn finish(self) -> Committed {
        Committed { payment_keys: self.payment_keys, earliest_due: self.earliest_due.get() }
    }

    pub fn payment(&self, payment_id: &str) -> Result<PaymentRecord, Refusal> {
        payments::by_id(self.db, payment_id)?.ok_or_else(|| Refusal::not_found("payment", payment_id))
    }

    /// Refuses a profile that is not the sandbox's own; `field` is where it was named.
    pub fn check_profile(&self, field: &str, profile_id: Option<&str>) -> Result<(), Refusal> {
        match profile_id {
            Some(id) if id != self.credentials.profile_id => {
                Err(Refusal::invalid(field, format!("{} is not a profile of this merchant", quoted(id))))
            }
            Some(_) | None => Ok(()),
        }
    }

    /// The place in the order of creation of the next payment that is inserted.
    pub fn take_payment_seq(&mut self) -> i64 {
        let seq = self.next_payment_seq;
        self.next_payment_seq += 1;
        seq
    }

    /// Has the index take in a payment that was inserted or changed.
    pub fn index_payment(&mut self, payment: &PaymentRecord) {
        self.payment_keys.push(payment.key_row());
    }

    /// Reports a change to other features.
    pub fn notify(&mut self, notice: EngineNotice) {
        self.notices.push(notice);
    }

    /// The notices since the last call, oldest first.
    pub fn take_notices(&mut self) -> Vec<EngineNotice> {
        std::mem::take(&mut self.notices)
    }

    /// Records an effect in the ledger.
    pub fn record(&self, effect: LedgerEffect) -> Result<(), Refusal> {
        Ok(ledger::append(self.db, self.now, effect)?)
    }

    /// Has `timer` fall due for an object after a while of sandbox time.
    pub fn schedule(&self, timer: Timer, object_id: &str, after: TimeDelta) -> Result<(), Refusal> {
        let due = self.now.checked_add_signed(after).unwrap_or(self.now);
        self.falls_due(due);
        Ok(timers::set(self.db, timer.as_str(), object_id, due)?)
    }

    pub fn unschedule(&self, timer: Timer, object_id: &str) -> Result<(), Refusal> {
        Ok(timers::remove(self.db, timer.as_str(), object_id)?)
    }

    /// Notes that something the unit set falls due at `due`.
    pub fn falls_due(&self, due: DateTime<Utc>) {
        let earliest = self.earliest_due.get().map_or(due, |earliest| earliest.min(due));
        self.earliest_due.set(Some(earliest));
    }
}
