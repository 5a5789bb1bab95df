//! The records of one kind in one profile, oldest first, each with its row. One more costs the same however many there
//! are, and what belongs to a payment or a customer is found without looking at the others.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use chrono::{DateTime, Utc};

use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::zone::Zone;
use paydesk_index::payment_columns::KnownCustomer;

use super::{CachedRecord, RecordRow};

/// A record and its row. Two pointers: a list of entries is cheap to make.
#[derive(Debug, Clone)]
pub struct CollectionEntry {
    pub known: Arc<CachedRecord>,
    pub row: Arc<RecordRow>,
}

impl CollectionEntry {
    /// Writes the row, with times in `zone`.
    pub(super) fn new(known: CachedRecord, zone: Zone, now: DateTime<Utc>) -> Self {
        let row = Arc::new(RecordRow::prepare(&known, zone, now));
        Self { known: Arc::new(known), row }
    }
}

/// When a record was made; those made at the same time in the order they came.
type SortPosition = (DateTime<Utc>, u64);

/// The records of one kind in one profile, oldest first, with an index by id, payment and customer.
#[derive(Debug, Default)]
pub(super) struct Collection {
    entries: BTreeMap<SortPosition, CollectionEntry>,
    places: BTreeMap<String, SortPosition>,
    of_payment: BTreeMap<PaymentId, BTreeSet<SortPosition>>,
    of_customer: BTreeMap<CustomerId, BTreeSet<SortPosition>>,
    /// How many were ever put here.
    count: u64,
    revision: u64,
    /// The revision without changes of customers alone.
    reported: u64,
    next_change: Option<DateTime<Utc>>,
}

impl Collection {
    pub const fn new() -> Self {
        Self {
            entries: BTreeMap::new(),
            places: BTreeMap::new(),
            of_payment: BTreeMap::new(),
            of_customer: BTreeMap::new(),
            count: 0,
            revision: 0,
            reported: 0,
            next_change: None,
        }
    }

    /// Oldest first.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &CollectionEntry> + ExactSizeIterator {
        self.entries.values()
    }

    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// As the revision, but the same when only what customers are called has changed.
    pub fn reported(&self) -> u64 {
        self.reported
    }

    /// When a row here next says something else because time has passed.
    pub fn next_change(&self) -> Option<DateTime<Utc>> {
        self.next_change
    }

    pub fn find(&self, id: &str) -> Option<&CachedRecord> {
        self.known_at(self.places.get(id)?)
    }

    /// The newest first.
    pub fn of_payment(&self, payment_id: &PaymentId) -> impl Iterator<Item = &CachedRecord> {
        let places = self.of_payment.get(payment_id).into_iter().flatten();
        places.rev().filter_map(|place| self.known_at(place))
    }

    /// The newest first.
    pub fn of_customer(&self, customer_id: &CustomerId) -> impl Iterator<Item = &CollectionEntry> {
        let places = self.of_customer.get(customer_id).into_iter().flatten();
        places.rev().filter_map(|place| self.entries.get(place))
    }

    fn known_at(&self, place: &SortPosition) -> Option<&CachedRecord> {
        self.entries.get(place).map(|entry| &*entry.known)
    }

    /// Takes in a record, or replaces what was known of the same record.
    pub fn put(&mut self, entry: CollectionEntry, revision: u64) {
        let record = &entry.known.record;
        let made_at = record.made_at;
        let before = self.places.get(&record.id).copied();
        before.iter().for_each(|place| self.take_out(place));
        let place = before.filter(|(at, _)| *at == made_at).unwrap_or_else(|| {
            self.count += 1;
            (made_at, self.count)
        });
        self.places.insert(record.id.clone(), place);
        if let Some(payment_id) = &record.payment_id {
            self.of_payment.entry(payment_id.clone()).or_default().insert(place);
        }
        if let Some(customer_id) = &record.customer_id {
            self.of_customer.entry(customer_id.clone()).or_default().insert(place);
        }
        self.next_change = earlier(self.next_change, entry.row.changes_at);
        self.entries.insert(place, entry);
        (self.revision, self.reported) = (revision, revision);
    }

    /// Writes what is known of the customer of a record.
    pub fn name_customer(&mut self, id: &str, customer: KnownCustomer, revision: u64, zone: Zone, now: DateTime<Utc>) {
        let entry = self.places.get(id).and_then(|place| self.entries.get_mut(place));
        if let Some(entry) = entry {
            Arc::make_mut(&mut entry.known).customer = customer;
            entry.row = Arc::new(RecordRow::prepare(&entry.known, zone, now));
            self.revision = revision;
        }
    }

    fn take_out(&mut self, place: &SortPosition) {
        let Some(before) = self.entries.remove(place) else { return };
        let record = &before.known.record;
        if let Some(places) = record.payment_id.as_ref().and_then(|id| self.of_payment.get_mut(id)) {
            places.remove(place);
        }
        if let Some(places) = record.customer_id.as_ref().and_then(|id| self.of_customer.get_mut(id)) {
            places.remove(place);
        }
    }

    /// Reads the reports again, of a service that counts amounts so. The rows say it once they are written again.
    pub fn count_as(&mut self, units: MinorUnits) {
        for entry in self.entries.values_mut() {
            let customer = entry.known.customer.clone();
            entry.known = Arc::new(CachedRecord { customer, ..CachedRecord::of(entry.known.record.clone(), units) });
        }
    }

    /// Writes the rows again that `which` picks; returns how many.
    pub fn write_again(
        &mut self,
        revision: u64,
        zone: Zone,
        now: DateTime<Utc>,
        which: impl Fn(&RecordRow) -> bool,
    ) -> u64 {
        let mut written = 0;
        for entry in self.entries.values_mut().filter(|entry| which(&entry.row)) {
            entry.row = Arc::new(RecordRow::prepare(&entry.known, zone, now));
            written += 1;
        }
        self.next_change = self.entries.values().filter_map(|entry| entry.row.changes_at).min();
        (self.revision, self.reported) = (revision, revision);
        written
    }
}

fn earlier(a: Option<DateTime<Utc>>, b: Option<DateTime<Utc>>) -> Option<DateTime<Utc>> {
    a.into_iter().chain(b).min()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use paydesk_domain::operation::ResourceKind;

    fn refund(id: &str, made_at: &str, payment_id: &str) -> CollectionEntry {
        let record = json!({"profile_id": "shop", "family": ResourceKind::Refund, "id": id, "made_at": made_at,
            "told_at": made_at, "payment_id": payment_id});
        CollectionEntry::new(
            CachedRecord::of(serde_json::from_value(record).unwrap(), MinorUnits::Iso4217),
            Zone::default(),
            DateTime::UNIX_EPOCH,
        )
    }

    fn ids(collection: &Collection) -> Vec<&str> {
        collection.entries().map(|entry| entry.known.record.id.as_str()).collect()
    }

    #[test]
    fn records_stand_in_the_order_they_were_made_and_move_when_that_is_known_better() {
        let mut collection = Collection::default();
        for (id, made_at) in
            [("b", "2026-11-21T10:00:00Z"), ("a", "2026-11-20T10:00:00Z"), ("c", "2026-11-21T10:00:00Z")]
        {
            collection.put(refund(id, made_at, "pay_1"), 1);
        }
        assert_eq!(ids(&collection), ["a", "b", "c"]);
        collection.put(refund("b", "2026-11-21T10:00:00Z", "pay_1"), 2);
        assert_eq!(ids(&collection), ["a", "b", "c"], "told again, it stays where it is");
        collection.put(refund("c", "2026-11-19T10:00:00Z", "pay_1"), 3);
        assert_eq!(ids(&collection), ["c", "a", "b"]);
        assert_eq!(
            collection.find("c").map(|known| known.record.made_at.to_rfc3339()),
            Some("2026-11-19T10:00:00+00:00".into())
        );
        assert!(collection.find("d").is_none());
    }

    #[test]
    fn what_belongs_to_a_payment_is_found_and_follows_a_record_that_turns_out_to_be_of_another() {
        let mut collection = Collection::default();
        let of = |collection: &Collection, payment_id: &str| -> Vec<String> {
            let payment_id = PaymentId::new(payment_id);
            collection.of_payment(&payment_id).map(|known| known.record.id.clone()).collect()
        };
        collection.put(refund("a", "2026-11-20T10:00:00Z", "pay_1"), 1);
        collection.put(refund("b", "2026-11-21T10:00:00Z", "pay_1"), 2);
        assert_eq!(of(&collection, "pay_1"), ["b", "a"], "the newest first");
        collection.put(refund("b", "2026-11-21T10:00:00Z", "pay_2"), 3);
        assert_eq!((of(&collection, "pay_1"), of(&collection, "pay_2")), (vec!["a".to_owned()], vec!["b".to_owned()]));
    }
}
