//! Customers.

use chrono::{DateTime, Utc};

use crate::records::{CachedRecord, RecordKind, RecordRow};
use paydesk_api::error::DecodeError;
use paydesk_api::resources::customers::wire::decode_customer;
use paydesk_domain::customer::Customer;
use paydesk_domain::document::Raw;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::text::{visible, visible_id};
use paydesk_domain::zone::Zone;

impl RecordKind for Customer {
    const KIND: ResourceKind = ResourceKind::Customer;
    const ID_FIELD: &str = "customer_id";

    fn decode(reported: Raw, _: MinorUnits) -> Result<Self, DecodeError> {
        decode_customer(reported)
    }

    fn row(mut row: RecordRow, known: &CachedRecord, _: Zone, _: DateTime<Utc>) -> RecordRow {
        let customer = known.read_or_named_customer();
        let name = customer.and_then(|customer| customer.name.as_deref()).filter(|name| !name.is_empty());
        let email = customer.and_then(|customer| customer.email.as_deref()).unwrap_or_default();
        let called = name.or(Some(email).filter(|email| !email.is_empty()));
        row.title = called.map_or_else(|| visible_id(&known.record.id, 60), |called| visible(called, 60));
        row.note = visible(email, 60);
        row.by = source(known).to_owned();
        row.searched_by([known.record.id.as_str(), name.unwrap_or_default(), email])
    }
}

/// Where what is shown of a customer comes from.
fn source(known: &CachedRecord) -> &'static str {
    match known.record.named_by {
        None if known.record.made_by.is_some() => "Created in Paydesk",
        None => "Service",
        Some(ResourceKind::Payout) => "From a payout",
        Some(ResourceKind::Subscription) => "From a subscription",
        Some(ResourceKind::PaymentLink) => "From a payment link",
        Some(ResourceKind::Refund) => "From a refund",
        Some(_) => "From a payment",
    }
}

impl CachedRecord {
    /// What the service reported, where this is a customer that was read and could be.
    pub fn customer(&self) -> Option<&Customer> {
        self.read_or_named_customer().filter(|_| !self.record.is_gathered())
    }

    /// The customer as it was read, or as other objects name it.
    pub fn read_or_named_customer(&self) -> Option<&Customer> {
        self.reported_as()
    }
}
