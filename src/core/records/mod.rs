//! What Paydesk knows of records that the service cannot list; which they are is in [`kinds`]. Our own ledger of them, kept on disk and there again after a restart.
//!
//! A record holds what was asked for and what the service reported last, both without secrets. It is stored before the
//! journal calls its operation done, so that however Paydesk ends, it is not lost.

mod collection;
mod customers;
mod followers;
mod gather;
mod kind;
pub mod kinds;
mod learn;
mod listed;
pub(crate) mod order;
mod read;
mod record;
mod report;
mod row;
mod sort;
mod status;

use std::collections::{BTreeMap, BTreeSet, HashMap};

use chrono::{DateTime, Utc};

use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::money::{Currency, MinorUnits};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::refund::RefundStatus;

use super::problem::Problem;
use collection::Collection;
use customers::CustomersToLearn;
use paydesk_domain::zone::Zone;

pub use collection::CollectionEntry;
pub(crate) use customers::CustomerSources;
pub use gather::NamedCustomer;
pub use kind::RecordKind;
pub use listed::{RecordQuery, RecordSort};
pub use record::{Author, CachedRecord, LastKnownPayment, Record, Resource};
pub use report::AnyReport;
pub use row::RecordRow;
pub use sort::{RecordColumn, compare};
pub use status::{RecordStatus, StatusKind};

/// The records of one profile, by kind.
#[derive(Debug, Default)]
pub struct Records {
    /// How far reading what was stored came.
    pub opening: Opening,
    collections: BTreeMap<ResourceKind, Collection>,
    /// The record that is as a payment does.
    followers: HashMap<PaymentId, (ResourceKind, String)>,
    /// Counts every change of any collection.
    changes: u64,
    rows_written: u64,
    /// How many customers were ever gathered.
    gathered: usize,
    to_learn: CustomersToLearn,
    /// The service shows the refunds of a payment within it: how one is is read, and all of them are known. Learned
    /// from the first payment that is read.
    pub refunds_are_in_payments: bool,
}

/// How far reading the records from disk came: before they are here, having none does not mean that there are none.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Opening {
    #[default]
    Reading,
    Ready,
    /// Not all could be read.
    Failed(Problem),
}

/// What was given back of a payment, as far as it is known here, in minor units of its currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct RefundTotals {
    pub done_minor: i64,
    pub pending_minor: i64,
    /// Whether there are more, of which the amount is not known or in another currency.
    pub has_unknown: bool,
}

impl RefundTotals {
    /// What is given back or will be.
    pub fn sum_minor(self) -> i64 {
        self.done_minor.saturating_add(self.pending_minor)
    }

    /// Counts those of another profile.
    pub fn add(&mut self, other: Self) {
        self.done_minor = self.done_minor.saturating_add(other.done_minor);
        self.pending_minor = self.pending_minor.saturating_add(other.pending_minor);
        self.has_unknown |= other.has_unknown;
    }

    /// Counts one refund over `minor`. One that failed gave nothing back; one of which the service gave no status, or
    /// one we do not know, may have been given back.
    pub fn count(&mut self, status: Option<&RefundStatus>, minor: i64) {
        let sum = match status {
            Some(RefundStatus::Failed) => return,
            Some(RefundStatus::Succeeded) => &mut self.done_minor,
            Some(RefundStatus::Pending | RefundStatus::Review | RefundStatus::Unknown(_)) | None => {
                &mut self.pending_minor
            }
        };
        *sum = sum.saturating_add(minor);
    }
}

impl Records {
    pub(super) fn new(opening: Opening) -> Self {
        Self { opening, ..Self::default() }
    }

    fn collection(&self, kind: ResourceKind) -> Option<&Collection> {
        self.collections.get(&kind)
    }

    /// All of a kind, the newest first.
    pub fn of(&self, kind: ResourceKind) -> impl DoubleEndedIterator<Item = &CachedRecord> + ExactSizeIterator {
        self.entries(kind).map(|entry| &*entry.known)
    }

    /// All of a kind with their rows in a list, the newest first.
    pub fn entries(&self, kind: ResourceKind) -> impl DoubleEndedIterator<Item = &CollectionEntry> + ExactSizeIterator {
        static NONE: Collection = Collection::new();
        self.collection(kind).unwrap_or(&NONE).entries().rev()
    }

    /// Another number whenever a record of this kind came or changed, or a row was written again; 0 where there is none.
    pub fn revision(&self, kind: ResourceKind) -> u64 {
        self.collection(kind).map_or(0, Collection::revision)
    }

    /// As the revision, but the same when only what customers are called has changed.
    pub fn reported(&self, kind: ResourceKind) -> u64 {
        self.collection(kind).map_or(0, Collection::reported)
    }

    /// How many rows were ever written: drawing writes none.
    pub fn rows_written(&self) -> u64 {
        self.rows_written
    }

    pub fn find(&self, kind: ResourceKind, id: &str) -> Option<&CachedRecord> {
        self.collection(kind)?.find(id)
    }

    /// What belongs to a payment, the newest of each kind first.
    pub fn of_payment(&self, payment_id: &PaymentId) -> impl Iterator<Item = &CachedRecord> {
        self.collections.values().flat_map(move |collection| collection.of_payment(payment_id))
    }

    /// What belongs to a customer, by kind, each with the newest first. The customer itself is not among them.
    pub fn of_customer(&self, id: &CustomerId) -> impl Iterator<Item = (ResourceKind, Vec<&CollectionEntry>)> {
        let others = kinds::all().filter(|kind| *kind != ResourceKind::Customer);
        others.filter_map(move |kind| {
            let entries: Vec<&CollectionEntry> = self.collection(kind)?.of_customer(id).collect();
            (!entries.is_empty()).then_some((kind, entries))
        })
    }

    /// The refunds of a payment in its `currency`, summed. One without a status, or with one that nobody knows, is pending:
    /// it may have been given back, and nobody said so.
    pub fn refunds_of(&self, payment_id: &PaymentId, currency: &Currency) -> RefundTotals {
        self.refunds_but(payment_id, currency, &mut BTreeSet::new())
    }

    /// The sums of refunds without those that are `counted` already; from now on these are counted, too.
    pub fn refunds_but<'a>(
        &'a self,
        payment_id: &PaymentId,
        currency: &Currency,
        counted: &mut BTreeSet<&'a str>,
    ) -> RefundTotals {
        let of_payment = self.collection(ResourceKind::Refund).map(|collection| collection.of_payment(payment_id));
        let mut totals = RefundTotals::default();
        for known in of_payment.into_iter().flatten() {
            if counted.insert(&known.record.id) {
                let amount =
                    known.amount().filter(|amount| amount.currency.currency_code() == currency.currency_code());
                let status = known.refund().and_then(|refund| refund.status.as_ref());
                totals.has_unknown |= amount.is_none() && status != Some(&RefundStatus::Failed);
                totals.count(status, amount.map_or(0, |amount| amount.minor));
            }
        }
        totals
    }

    /// Takes in a record that was read, newer than what was known of the same record. Its row says times in `zone`.
    pub(super) fn take(&mut self, mut known: CachedRecord, zone: Zone, now: DateTime<Utc>) {
        self.note_payment_of(&known.record);
        self.gather_of(&known, zone, now);
        known.customer = self.customer_before(&known);
        self.changes += 1;
        self.rows_written += 1;
        self.collections
            .entry(known.record.kind)
            .or_default()
            .put(CollectionEntry::new(known, zone, now), self.changes);
    }

    /// Puts in a record as it is stored, of a service that counts amounts so.
    pub(super) fn put(&mut self, record: Record, units: MinorUnits, zone: Zone, now: DateTime<Utc>) {
        self.take(CachedRecord::of(record, units), zone, now);
    }

    /// The zone is another, or was not known: all rows are written again.
    pub(super) fn write_again(&mut self, zone: Zone, now: DateTime<Utc>) {
        for collection in self.collections.values_mut() {
            self.changes += 1;
            self.rows_written += collection.write_again(self.changes, zone, now, |_| true);
        }
    }

    /// The service is known to count amounts otherwise: what it reported is read again, and the rows are written.
    pub(super) fn count_as(&mut self, units: MinorUnits, zone: Zone, now: DateTime<Utc>) {
        for collection in self.collections.values_mut() {
            self.changes += 1;
            collection.count_as(units);
            self.rows_written += collection.write_again(self.changes, zone, now, |_| true);
        }
    }

    /// When a row next changes by itself: a link or a key expires.
    pub(super) fn next_due(&self) -> Option<DateTime<Utc>> {
        self.collections.values().filter_map(Collection::next_change).min()
    }

    /// Writes the rows again that say something else since the time has passed.
    pub(super) fn expire(&mut self, zone: Zone, now: DateTime<Utc>) {
        for collection in self.collections.values_mut() {
            if collection.next_change().is_some_and(|at| at <= now) {
                self.changes += 1;
                let is_due = |row: &RecordRow| row.changes_at.is_some_and(|at| at <= now);
                self.rows_written += collection.write_again(self.changes, zone, now, is_due);
            }
        }
    }
}
