//! One unit of work: a transaction, the moment it happens at, and what it changes in the index once it is committed.
//!
//! Either everything of it happens or nothing: a refusal half way leaves no trace.

use std::cell::Cell;

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;

use super::payments::PaymentBody;
use super::payments::payment_events::events_of_change;
use super::refusal::Refusal;
use super::settings::SandboxSettings;
use super::subscriptions;
use super::timers::Timer;
use crate::domain::payment::PaymentStatus;
use crate::sandbox::config::Credentials;
use crate::sandbox::storage::ledger::{self, LedgerEffect};
use crate::sandbox::storage::payments::{self, PaymentEventState, PaymentKeyRow, PaymentRecord};
use crate::sandbox::storage::timers;

/// A transaction in progress.
pub struct Work<'a> {
    pub db: &'a Connection,
    /// Sandbox time of everything that happens in it.
    pub now: DateTime<Utc>,
    pub settings: SandboxSettings,
    pub credentials: &'a Credentials,
    next_payment_seq: i64,
    payment_keys: Vec<PaymentKeyRow>,
    /// The earliest moment that something it set falls due at.
    earliest_due: Cell<Option<DateTime<Utc>>>,
}

impl<'a> Work<'a> {
    pub fn new(
        db: &'a Connection,
        now: DateTime<Utc>,
        settings: SandboxSettings,
        credentials: &'a Credentials,
        payments: usize,
    ) -> Self {
        let next_payment_seq = payments as i64 + 1;
        let (payment_keys, earliest_due) = (Vec::new(), Cell::default());
        Self { db, now, settings, credentials, next_payment_seq, payment_keys, earliest_due }
    }

    /// The earliest moment that something it set falls due at: a timer, or a delivery.
    pub fn earliest_due(&self) -> Option<DateTime<Utc>> {
        self.earliest_due.get()
    }

    pub(super) fn falls_due(&self, due: DateTime<Utc>) {
        let earliest = self.earliest_due.get().map_or(due, |earliest| earliest.min(due));
        self.earliest_due.set(Some(earliest));
    }

    /// What the index has to learn after the commit.
    pub fn into_payment_keys(self) -> Vec<PaymentKeyRow> {
        self.payment_keys
    }

    pub fn payment(&self, payment_id: &str) -> Result<PaymentRecord, Refusal> {
        payments::by_id(self.db, payment_id)?.ok_or_else(|| Refusal::not_found("payment", payment_id))
    }

    /// Inserts a payment at the end of the order of creation; its `seq` is set here. Emits its events.
    pub fn insert_payment(&mut self, payment: &mut PaymentRecord) -> Result<(), Refusal> {
        payment.seq = self.next_payment_seq;
        payments::insert(self.db, payment)?;
        self.tell(None, payment)?;
        self.next_payment_seq += 1;
        self.payment_keys.push(payment.key_row());
        Ok(())
    }

    /// Writes a changed payment and dates the change. Emits its events.
    pub fn save_payment(&mut self, payment: &mut PaymentRecord) -> Result<(), Refusal> {
        payment.modified = self.now;
        let before = payments::event_state(self.db, payment.seq)?;
        payments::update(self.db, payment)?;
        self.tell(before.as_ref(), payment)?;
        self.payment_keys.push(payment.key_row());
        subscriptions::follow(self, payment)
    }

    /// Emits what a payment that stood at `before` has come to.
    fn tell(&self, before: Option<&PaymentEventState>, payment: &PaymentRecord) -> Result<(), Refusal> {
        for event_type in events_of_change(before, payment) {
            self.emit(event_type, PaymentBody::new(self.credentials, payment.clone()))?;
        }
        Ok(())
    }

    /// Records an effect on a payment's money; `amount` in the lowest unit.
    pub fn record(&self, effect: &str, payment: &PaymentRecord, amount: i64) -> Result<(), Refusal> {
        let effect = LedgerEffect {
            effect,
            object_id: &payment.payment_id,
            payment_id: Some(&payment.payment_id),
            amount: Some(amount),
            currency: Some(&payment.currency),
        };
        Ok(ledger::append(self.db, self.now, effect)?)
    }

    /// Records an effect on something else than a payment.
    pub fn record_effect(&self, effect: LedgerEffect) -> Result<(), Refusal> {
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
}

impl PaymentRecord {
    pub fn key_row(&self) -> PaymentKeyRow {
        PaymentKeyRow {
            seq: self.seq,
            status: self.status.clone(),
            currency: self.currency.clone(),
            payment_method: self.payment_method.clone(),
            customer_seq: self.customer.as_ref().map(|customer| customer.seq),
            created_ms: self.created.timestamp_millis(),
            amount: self.amount,
        }
    }

    /// Money has been captured and some could still be.
    pub fn is_partly_captured(&self) -> bool {
        self.status == PaymentStatus::Succeeded && self.amount_capturable > 0
    }
}
