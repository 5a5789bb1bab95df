//! Whose records are: a record names a payment or the ID of a customer, and what the customer is called is known with
//! the payment, with the customer, or with another payment of theirs. It may become known after the record.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Utc};

use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::Payment;
use paydesk_domain::zone::Zone;
use paydesk_index::payment_columns::{KnownCustomer, KnownPayments};

use super::{CachedRecord, CollectionEntry, Record, Records, kinds};

/// The kind and the ID of a record.
type UnnamedRecord = (ResourceKind, String);

/// What is to be looked up the next time that customers are.
#[derive(Debug, Default)]
pub(super) struct CustomersToLearn {
    /// Records that came, and those of which the customer is called otherwise.
    records: BTreeSet<UnnamedRecord>,
    /// Payments that were read.
    payments: BTreeSet<PaymentId>,
    /// Revision and number of the stored payments that were looked at last.
    stored: (u64, usize),
    /// Customers that came or are called otherwise.
    renamed: Vec<KnownCustomer>,
}

/// The payments that say whose records are.
pub(crate) struct CustomerSources<'a> {
    pub stored: &'a KnownPayments,
    /// Payments that were read, stored or not.
    pub read: &'a dyn Fn(&PaymentId) -> Option<&'a Payment>,
}

impl CustomerSources<'_> {
    /// The customer of a payment, as it is stored or was read.
    pub fn of_payment(&self, payment_id: &PaymentId) -> KnownCustomer {
        let stored = self.stored.find(payment_id).and_then(|row| self.stored.customer(row));
        stored.or_else(|| (self.read)(payment_id).map(KnownCustomer::of)).unwrap_or_default()
    }
}

fn key(known: &CachedRecord) -> UnnamedRecord {
    (known.record.kind, known.record.id.clone())
}

fn called(customer: Option<&CachedRecord>) -> KnownCustomer {
    let customer = customer.and_then(CachedRecord::read_or_named_customer);
    let text = |text: Option<&String>| text.cloned().unwrap_or_default();
    customer.map_or_else(KnownCustomer::default, |customer| KnownCustomer {
        name: text(customer.name.as_ref()),
        email: text(customer.email.as_ref()),
        id: customer.customer_id.to_string(),
    })
}

impl Records {
    /// What was known before of the customer of a record that comes now. Where that is nothing, it is looked up next; a
    /// customer that is called otherwise has its records looked up.
    pub(super) fn customer_before(&mut self, known: &CachedRecord) -> KnownCustomer {
        let Record { kind, id, payment_id, customer_id, .. } = &known.record;
        let before = self.find(*kind, id);
        if let (ResourceKind::Customer, Some(customer_id)) = (kind, customer_id) {
            if called(before) != called(Some(known)) {
                let theirs: Vec<UnnamedRecord> = self.keys_of(customer_id).collect();
                self.to_learn.records.extend(theirs);
                self.to_learn.renamed.push(called(Some(known)));
            }
            return called(Some(known));
        }
        let is_same = |before: &&CachedRecord| {
            (&before.record.payment_id, &before.record.customer_id) == (payment_id, customer_id)
        };
        match before.filter(is_same) {
            Some(before) => before.customer.clone(),
            None => {
                self.to_learn.records.insert(key(known));
                KnownCustomer::default()
            }
        }
    }

    /// The customers that came or are called otherwise since this was last asked.
    pub(crate) fn take_renamed(&mut self) -> Vec<KnownCustomer> {
        std::mem::take(&mut self.to_learn.renamed)
    }

    /// A payment was read: its records are looked up next.
    pub(crate) fn payment_read(&mut self, payment_id: &PaymentId) {
        self.to_learn.payments.insert(payment_id.clone());
    }

    /// Looks up the customers of the records that came, and of those whose payment or customer is known better since
    /// the last time; only these rows are written again.
    pub(crate) fn learn_customers(&mut self, sources: &CustomerSources<'_>, zone: Zone, now: DateTime<Utc>) {
        self.look_at_stored(sources.stored);
        let came = std::mem::take(&mut self.to_learn.records);
        let payments = std::mem::take(&mut self.to_learn.payments);
        let mut named = sources.stored.customers(&self.nameless(&came, sources));
        let mut keys = came.clone();
        for payment_id in &payments {
            keys.extend(self.of_payment(payment_id).map(key));
            let customer = sources.of_payment(payment_id);
            if !customer.id.is_empty() && customer.label() != customer.id {
                keys.extend(self.keys_of(&CustomerId::new(&*customer.id)));
                named.insert(customer.id.clone(), customer);
            }
        }
        for key in keys {
            if let Some(customer) = self.learned(&key, came.contains(&key), &named, sources) {
                self.name_customer(&key, customer, zone, now);
            }
        }
    }

    /// The customer of a record, where more or something else is known than before. `named` is what payments say of
    /// customers. What another payment said stays, unless the record is looked up anew.
    fn learned(
        &self,
        (kind, id): &UnnamedRecord,
        is_anew: bool,
        named: &HashMap<String, KnownCustomer>,
        sources: &CustomerSources<'_>,
    ) -> Option<KnownCustomer> {
        let known = self.find(*kind, id)?;
        let customer = self.customer_of(&known.record, sources);
        let other = named.get(&customer.id).cloned().unwrap_or_default();
        let before = Some(&known.customer).filter(|before| !is_anew && before.id == customer.id);
        let customer = customer.or(other).or(before.cloned().unwrap_or_default());
        (customer != known.customer).then_some(customer)
    }

    fn name_customer(&mut self, (kind, id): &UnnamedRecord, customer: KnownCustomer, zone: Zone, now: DateTime<Utc>) {
        (self.changes, self.rows_written) = (self.changes + 1, self.rows_written + 1);
        if let Some(collection) = self.collections.get_mut(kind) {
            collection.name_customer(id, customer, self.changes, zone, now);
        }
    }

    /// Payments that came or changed in the store are looked at next; where nobody knows which, all records are.
    fn look_at_stored(&mut self, stored: &KnownPayments) {
        let now = (stored.revision(), stored.len());
        let (revision, count) = std::mem::replace(&mut self.to_learn.stored, now);
        if (revision, count) == now {
            return;
        }
        match stored.changed_since(revision).filter(|changed| count + changed.len() >= stored.len()) {
            Some(changed) => {
                let ids = changed.filter_map(|row| stored.id_text(row as usize)).map(PaymentId::new);
                self.to_learn.payments.extend(ids);
            }
            None => {
                let records = kinds::all().flat_map(|kind| self.of(kind)).map(key);
                let records: Vec<UnnamedRecord> = records.filter(|(kind, _)| *kind != ResourceKind::Customer).collect();
                self.to_learn.records.extend(records);
            }
        }
    }

    /// The customer of a record, as its payment says or else as the customer itself is known.
    fn customer_of(&self, record: &Record, sources: &CustomerSources<'_>) -> KnownCustomer {
        let paid = record.payment_id.as_ref().map(|id| sources.of_payment(id)).unwrap_or_default();
        let id = record.customer_id.as_ref().map_or_else(|| paid.id.clone(), ToString::to_string);
        let own = called(self.find(ResourceKind::Customer, &id));
        KnownCustomer { id, ..paid.or(own) }
    }

    /// The IDs of the customers that only another payment can name.
    fn nameless(&self, keys: &BTreeSet<UnnamedRecord>, sources: &CustomerSources<'_>) -> HashSet<String> {
        let records = keys.iter().filter_map(|(kind, id)| self.find(*kind, id));
        let customers = records.map(|known| self.customer_of(&known.record, sources));
        customers.filter(|customer| customer.name.is_empty() && !customer.id.is_empty()).map(|it| it.id).collect()
    }

    /// The records of a customer, without the customer itself.
    fn keys_of(&self, customer_id: &CustomerId) -> impl Iterator<Item = UnnamedRecord> {
        let of_kinds = self.of_customer(customer_id).flat_map(|(_, entries)| entries);
        of_kinds.map(|entry: &CollectionEntry| key(&entry.known))
    }
}
