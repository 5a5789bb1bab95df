//! Customers as other objects name them: payments, payouts, subscriptions and links say whose they are, and the service
//! lists no customers. What is gathered is marked, is not stored, and gives way to the customer itself once that is read.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value};

use paydesk_domain::ids::CustomerId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{Payment, PaymentRow};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::zone::Zone;

use super::{CachedRecord, Record, Records};

/// Most customers that are gathered: of a large shop, all payments may be loaded.
const GATHERED_MAX: usize = 5_000;

/// A customer as another object names it. A text that is not carried there is absent: nothing is guessed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedCustomer {
    pub id: CustomerId,
    pub name: Option<String>,
    pub email: Option<String>,
    /// What named it.
    pub by: ResourceKind,
    /// When that was created: the customer is at least as old.
    pub since: DateTime<Utc>,
}

impl NamedCustomer {
    pub fn of_payment(payment: &Payment, now: DateTime<Utc>) -> Option<Self> {
        let id = payment.customer_id.clone()?;
        let since = payment.created.unwrap_or(now);
        Some(Self { id, name: None, email: payment.email.clone(), by: ResourceKind::Payment, since })
    }

    pub fn of_row(row: &PaymentRow, now: DateTime<Utc>) -> Option<Self> {
        let id = row.customer_id.clone()?;
        let since = row.created.unwrap_or(now);
        Some(Self { id, name: None, email: None, by: ResourceKind::Payment, since })
    }

    fn of_record(known: &CachedRecord) -> Option<Self> {
        let by = known.record.kind;
        let id = known.record.customer_id.clone().filter(|_| by != ResourceKind::Customer)?;
        let contact = known.payout().map(|payout| &payout.customer);
        let name = contact.and_then(|contact| contact.name.clone());
        let email = contact.and_then(|contact| contact.email.clone());
        Some(Self { id, name, email, by, since: known.record.made_at })
    }

    /// The texts it has beside those that are known.
    fn fields(&self, known: Option<&Value>) -> Map<String, Value> {
        let mut fields = known.and_then(Value::as_object).cloned().unwrap_or_default();
        fields.insert("customer_id".to_owned(), Value::from(self.id.as_str()));
        for (field, text) in [("name", &self.name), ("email", &self.email)] {
            if let Some(text) = text.as_deref().filter(|text| !text.is_empty()) {
                fields.entry(field).or_insert_with(|| Value::from(text));
            }
        }
        fields
    }
}

impl Record {
    /// Whether it only stands for a customer that other objects name.
    pub fn is_gathered(&self) -> bool {
        self.named_by.is_some()
    }
}

impl Records {
    /// Whether a customer is known as the service reports it, and not only as others name it.
    pub fn has_read_customer(&self, id: &CustomerId) -> bool {
        self.find(ResourceKind::Customer, id.as_str()).is_some_and(|known| !known.record.is_gathered())
    }

    /// Takes in a customer that another object names, unless it is known.
    pub(crate) fn gather(&mut self, profile_id: &ProfileId, named: &NamedCustomer, zone: Zone, now: DateTime<Utc>) {
        let known = self.find(ResourceKind::Customer, named.id.as_str()).map(|known| &known.record);
        if known.is_some_and(|known| !known.is_gathered()) || known.is_none() && self.gathered >= GATHERED_MAX {
            return;
        }
        let since = known.map_or(named.since, |known| known.made_at.min(named.since));
        let mut record = Record::named(profile_id, named.id.clone(), since, now);
        record.named_by = known.and_then(|known| known.named_by).or(Some(named.by));
        record.reported =
            Some(Arc::new(Value::Object(named.fields(known.and_then(|known| known.reported.as_deref())))));
        let is_news = known.is_none_or(|known| known.reported != record.reported || known.made_at != record.made_at);
        self.gathered += usize::from(known.is_none());
        if is_news {
            // A customer has no amounts.
            self.take(CachedRecord::of(record, MinorUnits::Undecided), zone, now);
        }
    }

    /// The customer that a record names is gathered.
    pub(super) fn gather_of(&mut self, known: &CachedRecord, zone: Zone, now: DateTime<Utc>) {
        if let Some(named) = NamedCustomer::of_record(known) {
            self.gather(&known.record.profile_id, &named, zone, now);
        }
    }
}
