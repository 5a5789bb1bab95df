//! Reads what was reported of a record, and writes its row, as its kind declares.

use chrono::{DateTime, Utc};

use paydesk_domain::document::Raw;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::text::{visible, visible_id};
use paydesk_domain::zone::Zone;
use paydesk_index::payment_columns::KnownCustomer;

use super::kinds::spec;
use super::record::{CachedRecord, Record, Resource};
use super::row::RecordRow;

impl CachedRecord {
    /// Reads a record of a service that counts amounts so.
    pub fn of(mut record: Record, units: MinorUnits) -> Self {
        record.asked = record.asked.map(|asked| asked.counted_as(units));
        let resource = Resource::read(record.kind, record.reported.as_ref(), units);
        Self { record, resource, customer: KnownCustomer::default() }
    }
}

impl Resource {
    fn read(kind: ResourceKind, reported: Option<&Raw>, units: MinorUnits) -> Self {
        let (Some(reported), Some(spec)) = (reported.cloned(), spec(kind)) else { return Self::NotReported };
        (spec.decode)(reported, units).map_or_else(Self::Unreadable, Self::Reported)
    }
}

/// When it was created. Of what is only known to exist, nothing is said.
fn created_text(record: &Record, zone: Zone, now: DateTime<Utc>) -> String {
    match record.created_at() {
        Some(at) => zone.short(at, now),
        None if record.reported.is_some() => crate::text::UNKNOWN_DATE.to_owned(),
        None => String::new(),
    }
}

impl RecordRow {
    /// Writes the texts of one record, with times in `zone`.
    pub fn prepare(known: &CachedRecord, zone: Zone, now: DateTime<Utc>) -> Self {
        let amount = known.amount();
        let shared = Self {
            id: visible_id(&known.record.id, 80),
            amount: amount.as_ref().map(|amount| amount.amount_text()).unwrap_or_default(),
            amount_minor: amount.as_ref().map(|amount| amount.minor),
            currency: amount.map(|amount| visible(amount.currency.code(), 12)).unwrap_or_default(),
            customer: known.customer_text(),
            created: created_text(&known.record, zone, now),
            by: known.record.made_by.as_ref().map(|maker| visible(&maker.operator, 40)).unwrap_or_default(),
            ..Self::default()
        };
        let row = match spec(known.record.kind) {
            Some(spec) => (spec.row)(shared, known, zone, now),
            None => shared,
        };
        let KnownCustomer { name, email, id } = &known.customer;
        let own_id = known.record.customer_id.as_ref().map_or("", CustomerId::as_str);
        row.also_searched_by([name, email, id, own_id])
    }
}
