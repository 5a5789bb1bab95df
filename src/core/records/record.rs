//! One record of the service, as far as we know it. How it comes to be known is in [`super::learn`], how what was
//! reported is read in [`super::read`].

use std::any::Any;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use paydesk_api::error::DecodeError;
use paydesk_domain::ids::{CustomerId, OperationId, PaymentId};
use paydesk_domain::money::Money;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::payout::AccountDigest;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::text::{visible, visible_id};
use paydesk_index::payment_columns::KnownCustomer;

use super::report::AnyReport;

/// One record of the service, as far as it is known. Holds no key, no `client_secret`, no card and no account number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub profile_id: ProfileId,
    #[serde(rename = "family")]
    pub kind: ResourceKind,
    /// The service's id; our operation's where it reported none.
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment_id: Option<PaymentId>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub customer_id: Option<CustomerId>,
    /// The body it was created with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sent: Option<Arc<Value>>,
    /// The amount it was created with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub asked: Option<Money>,
    /// The newest the service reported, parts of it taken together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[serde(rename = "told")]
    pub reported: Option<Arc<Value>>,
    /// Since when it is known to exist: it was created then, or before. See [`Self::created_at`].
    pub made_at: DateTime<Utc>,
    #[serde(rename = "told_at")]
    pub reported_at: DateTime<Utc>,
    /// Absent for what was not made from here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_by: Option<Author>,
    /// When the newest event on it happened, by the service's clock; absent where none came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event_at: Option<DateTime<Utc>>,
    /// Whether an event whose time lies in the future reported it: whatever is reported next replaces it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_dated_ahead: bool,
    /// How the payment behind it stood last, where the record is as its payment does: the service has no call that asks
    /// for the record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment: Option<LastKnownPayment>,
    /// Of a customer that was never read: the kind of the first object that named it. See [`super::gather`].
    #[serde(skip)]
    pub named_by: Option<ResourceKind>,
    /// Of a payout made since the start: the account that it goes to, which is stored nowhere.
    #[serde(skip)]
    pub account: Option<AccountDigest>,
    /// Of a payout that was reported since the start: the accounts that the service showed in full, by their paths. What is
    /// stored of them is masked.
    #[serde(skip)]
    pub accounts: Vec<(String, AccountDigest)>,
}

/// How a payment stood when it was reported last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LastKnownPayment {
    pub status: PaymentStatus,
    /// Of when that is, by the service's clock; absent where it said none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
}

/// Who made it from here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Author {
    /// The user of the operating system.
    pub operator: String,
    pub operation_id: OperationId,
}

/// A record with what it says.
#[derive(Debug, Clone)]
pub struct CachedRecord {
    pub record: Record,
    pub resource: Resource,
    /// Its customer, as payments and customers known here say; the object itself may name a payment or an ID alone.
    pub customer: KnownCustomer,
}

/// What the service reported, read.
#[derive(Debug, Clone)]
pub enum Resource {
    Reported(Arc<dyn AnyReport>),
    /// It is known to exist, and nothing was reported of it: its answer was lost.
    NotReported,
    /// What was reported cannot be read.
    Unreadable(DecodeError),
}

/// What is read follows from the record alone.
impl PartialEq for CachedRecord {
    fn eq(&self, other: &Self) -> bool {
        self.record == other.record
    }
}

impl CachedRecord {
    /// What was reported, where it is of this kind and could be read.
    pub fn reported_as<R: Any>(&self) -> Option<&R> {
        match &self.resource {
            Resource::Reported(report) => (&**report as &dyn Any).downcast_ref(),
            Resource::NotReported | Resource::Unreadable(_) => None,
        }
    }

    /// What its customer is called in a list: the name, else the e-mail address, else the ID; empty where nothing is
    /// known.
    pub fn customer_text(&self) -> String {
        if let Some(recipient) = self.known_recipient() {
            return visible(recipient, 80);
        }
        let id = self.record.customer_id.as_ref().map_or(&*self.customer.id, CustomerId::as_str);
        match self.customer.label() {
            label if label.is_empty() || label == id => visible_id(id, 80),
            label => visible(label, 80),
        }
    }

    /// The amount it is about, as the service reported it or else as it was asked for.
    pub fn amount(&self) -> Option<Money> {
        let reported = match &self.resource {
            Resource::Reported(report) => report.amount(),
            Resource::NotReported | Resource::Unreadable(_) => None,
        };
        reported.or_else(|| self.record.asked.clone())
    }
}

/// What was reported so lately is not read again because it is opened.
const LATELY: TimeDelta = TimeDelta::seconds(10);

impl Record {
    /// Whether the service reported it just now.
    pub fn was_just_reported(&self, now: DateTime<Utc>) -> bool {
        now - self.reported_at < LATELY
    }

    /// A text of the body it was created with.
    pub fn sent_text(&self, name: &str) -> Option<&str> {
        self.sent.as_deref()?.get(name)?.as_str()
    }
}
