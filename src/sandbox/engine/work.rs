//! One unit of work: a transaction, the moment it happens at, and what it changes in the index once it is committed.
//!
//! Either everything of it happens or nothing: a refusal half way leaves no trace.

use chrono::{DateTime, TimeDelta, Utc};
use rusqlite::Connection;

use super::refusal::Refusal;
use super::settings::Settings;
use super::subscriptions;
use super::timers::Timer;
use crate::domain::payment::PaymentStatus;
use crate::sandbox::config::Credentials;
use crate::sandbox::storage::ledger::{self, Effect};
use crate::sandbox::storage::payments::{self, PaymentKeyRow, PaymentRecord};
use crate::sandbox::storage::timers;

/// A transaction in progress.
pub struct Work<'a> {
    pub db: &'a Connection,
    /// Sandbox time of everything that happens in it.
    pub now: DateTime<Utc>,
    pub settings: Settings,
    pub credentials: &'a Credentials,
    next_payment_seq: i64,
    payment_keys: Vec<PaymentKeyRow>,
}

impl<'a> Work<'a> {
    pub fn new(
        db: &'a Connection,
        now: DateTime<Utc>,
        settings: Settings,
        credentials: &'a Credentials,
        payments: usize,
    ) -> Self {
        Self { db, now, settings, credentials, next_payment_seq: payments as i64 + 1, payment_keys: Vec::new() }
    }

    /// What the index has to learn after the commit.
    pub fn into_payment_keys(self) -> Vec<PaymentKeyRow> {
        self.payment_keys
    }

    pub fn payment(&self, payment_id: &str) -> Result<PaymentRecord, Refusal> {
        payments::by_id(self.db, payment_id)?.ok_or_else(|| Refusal::not_found("payment", payment_id))
    }

    /// Inserts a payment at the end of the order of creation; its `seq` is set here.
    pub fn insert_payment(&mut self, payment: &mut PaymentRecord) -> Result<(), Refusal> {
        payment.seq = self.next_payment_seq;
        payments::insert(self.db, payment)?;
        self.next_payment_seq += 1;
        self.payment_keys.push(payment.key_row());
        Ok(())
    }

    /// Writes a changed payment and dates the change.
    pub fn save_payment(&mut self, payment: &mut PaymentRecord) -> Result<(), Refusal> {
        payment.modified = self.now;
        payments::update(self.db, payment)?;
        self.payment_keys.push(payment.key_row());
        subscriptions::follow(self, payment)
    }

    /// Records an effect on a payment's money; `amount` in the lowest unit.
    pub fn record(&self, effect: &str, payment: &PaymentRecord, amount: i64) -> Result<(), Refusal> {
        let effect = Effect {
            effect,
            object_id: &payment.payment_id,
            payment_id: Some(&payment.payment_id),
            amount: Some(amount),
            currency: Some(&payment.currency),
        };
        Ok(ledger::append(self.db, self.now, effect)?)
    }

    /// Has `timer` fall due for an object after a while of sandbox time.
    pub fn schedule(&self, timer: Timer, object_id: &str, after: TimeDelta) -> Result<(), Refusal> {
        let due = self.now.checked_add_signed(after).unwrap_or(self.now);
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
        }
    }

    /// Money has been captured and some could still be.
    pub fn is_partly_captured(&self) -> bool {
        self.status == PaymentStatus::Succeeded && self.amount_capturable > 0
    }
}
