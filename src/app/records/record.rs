//! One thing of the service, as far as we know it.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::api::error::DecodeError;
use crate::api::operation::{Endpoint, Family};
use crate::api::wire::api_keys::decode_api_key;
use crate::api::wire::customers::decode_customer;
use crate::api::wire::payment_links::decode_payment_link;
use crate::api::wire::payouts::{decode_payout, without_destinations};
use crate::api::wire::refunds::decode_refund;
use crate::api::wire::subscriptions::decode_subscription;
use crate::api::wire::{raw_without_secrets, without_secrets};
use crate::app::operations::Operation;
use crate::domain::api_key::ApiKeyRecord;
use crate::domain::customer::Customer;
use crate::domain::document::Raw;
use crate::domain::ids::{CustomerId, OperationId, PaymentId};
use crate::domain::money::Money;
use crate::domain::payment::PaymentStatus;
use crate::domain::payment_link::PaymentLink;
use crate::domain::payout::Payout;
use crate::domain::refund::Refund;
use crate::domain::subscription::Subscription;

use super::order::{Dated, is_behind, rank};

/// See the module. Holds no key, no `client_secret`, no card and no account number.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    pub profile_id: String,
    pub family: Family,
    /// The service's id; our operation's where it told none.
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
    /// The newest the service told, parts of it taken together.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub told: Option<Arc<Value>>,
    pub made_at: DateTime<Utc>,
    pub told_at: DateTime<Utc>,
    /// Absent for what was not made from here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made_by: Option<Maker>,
    /// When the newest event on it happened, by the service's clock; absent where none came.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event_at: Option<DateTime<Utc>>,
    /// How the payment behind a payment link stood last: the service has no call that asks how the link stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payment: Option<PaymentTold>,
}

/// How a payment stood when it was told of last.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PaymentTold {
    pub status: PaymentStatus,
    /// Of when that tells, by the service's clock; absent where it said none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<DateTime<Utc>>,
}

impl PaymentTold {
    /// Whether this tells of an earlier time than `known`, or the same as it.
    fn adds_nothing_to(&self, known: &Self) -> bool {
        let rank = |told: &Self| rank(Family::Payment, told.status.as_str());
        match (rank(self), rank(known)) {
            (Some(told), Some(known)) if told != known => told < known,
            (_, _) => self.status == known.status || self.at.zip(known.at).is_some_and(|(told, known)| told < known),
        }
    }
}

/// Who made it from here.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maker {
    /// The user of the operating system.
    pub operator: String,
    pub operation_id: OperationId,
}

/// A record with what it says.
#[derive(Debug, Clone, PartialEq)]
pub struct Known {
    pub record: Record,
    pub thing: Thing,
}

/// What the service told, read.
#[derive(Debug, Clone, PartialEq)]
pub enum Thing {
    Refund(Box<Refund>),
    Payout(Box<Payout>),
    Customer(Box<Customer>),
    Subscription(Box<Subscription>),
    PaymentLink(Box<PaymentLink>),
    ApiKey(Box<ApiKeyRecord>),
    /// It is known to exist, and nothing was told of it: its answer was lost.
    Untold,
    /// What was told cannot be read.
    Unreadable(DecodeError),
}

/// Declares how a known thing is asked for one of its kinds.
macro_rules! kinds {
    ($($name:ident: $kind:ident -> $what:ty;)+) => {
        impl Known {
            $(pub fn $name(&self) -> Option<&$what> {
                match &self.thing {
                    Thing::$kind(thing) => Some(thing),
                    _ => None,
                }
            })+
        }
    };
}

kinds! {
    refund: Refund -> Refund;
    payout: Payout -> Payout;
    customer: Customer -> Customer;
    subscription: Subscription -> Subscription;
    payment_link: PaymentLink -> PaymentLink;
    api_key: ApiKey -> ApiKeyRecord;
}

impl Known {
    pub fn of(record: Record) -> Self {
        let thing = Thing::read(record.family, record.told.as_ref());
        Self { record, thing }
    }
}

impl Thing {
    fn read(family: Family, told: Option<&Raw>) -> Self {
        let Some(told) = told.cloned() else { return Self::Untold };
        let read = match family {
            Family::Refund => decode_refund(told).map(|thing| Self::Refund(Box::new(thing))),
            Family::Payout => decode_payout(told).map(|thing| Self::Payout(Box::new(thing))),
            Family::Customer => decode_customer(told).map(|thing| Self::Customer(Box::new(thing))),
            Family::Subscription => decode_subscription(told).map(|thing| Self::Subscription(Box::new(thing))),
            Family::PaymentLink => decode_payment_link(told).map(|thing| Self::PaymentLink(Box::new(thing))),
            Family::ApiKey => decode_api_key(told).map(|thing| Self::ApiKey(Box::new(thing))),
            // They are read from the service, which lists them.
            Family::Payment | Family::Dispute => Ok(Self::Untold),
        };
        read.unwrap_or_else(Self::Unreadable)
    }
}

/// The field that names a thing of the family; `None` for what the service lists itself.
fn id_field(family: Family) -> Option<&'static str> {
    match family {
        Family::Refund => Some("refund_id"),
        Family::Payout => Some("payout_id"),
        Family::Customer => Some("customer_id"),
        Family::Subscription => Some("id"),
        Family::PaymentLink => Some("payment_link_id"),
        Family::ApiKey => Some("key_id"),
        Family::Payment | Family::Dispute => None,
    }
}

/// What an update of a payout sets.
fn texts_of(sent: Option<&Value>) -> Value {
    let set = |name: &str| Some((name.to_owned(), sent?.get(name)?.clone()));
    Value::Object(["description", "metadata"].into_iter().filter_map(set).collect())
}

/// The parts of `above` in place of those of `under`; where one of them has no parts, `above` alone.
fn over(mut under: Raw, above: &Raw) -> Raw {
    let (Some(below), Some(parts)) = (under.as_object(), above.as_object()) else { return Arc::clone(above) };
    if below.keys().all(|name| parts.contains_key(name)) {
        return Arc::clone(above);
    }
    if let Some(below) = Arc::make_mut(&mut under).as_object_mut() {
        below.extend(parts.clone());
    }
    under
}

fn text<'a>(value: Option<&'a Value>, name: &str) -> Option<&'a str> {
    value?.get(name)?.as_str().filter(|text| !text.is_empty())
}

impl Record {
    /// Where an operation that took effect leaves its record: the family and the id; `None` for what the service lists.
    pub(in crate::app) fn place_of(operation: &Operation, told: Option<&Value>) -> Option<(Family, String)> {
        let family = operation.plan.target.family;
        let field = id_field(family)?;
        let sent = operation.plan.request.body.as_ref();
        let named = text(told, field).or_else(|| text(sent, field));
        let id = match (named, operation.plan.endpoint.spec().creates) {
            (Some(id), _) => id,
            (None, false) => &operation.plan.target.resource,
            (None, true) => operation.id.as_str(),
        };
        Some((family, id.to_owned()))
    }

    /// What is known once `operation` took effect and the service `told` so; `before` is what was known of it.
    pub(in crate::app) fn after(
        operation: &Operation,
        told: Option<&Value>,
        before: Option<&Self>,
        at: DateTime<Utc>,
    ) -> Option<Self> {
        let (family, id) = Self::place_of(operation, told)?;
        let created = operation.plan.endpoint.spec().creates;
        let mut record = before.cloned().unwrap_or_else(|| Self::new(&operation.profile_id, family, id, at));
        if created {
            record.made_at = operation.prepared_at;
            record.made_by = Some(Maker { operator: operation.operator.clone(), operation_id: operation.id.clone() });
            record.sent = operation.plan.request.body.clone().map(|body| Arc::new(without_secrets(body)));
            record.asked.clone_from(&operation.plan.money);
            record.payment_id = operation.plan.payment_id();
        }
        if operation.plan.endpoint == Endpoint::UpdatePayout {
            // The answer does not echo them all, and a read of the payout sends them back as they are known here.
            record.learn(&Arc::new(texts_of(operation.plan.request.body.as_ref())), None, at);
        }
        if let Some(told) = told {
            record.learn(&Arc::new(told.clone()), None, at);
        } else {
            record.belongs();
        }
        Some(record)
    }

    fn new(profile_id: &str, family: Family, id: String, at: DateTime<Utc>) -> Self {
        let profile_id = profile_id.to_owned();
        let (payment_id, customer_id, sent, asked, told) = (None, None, None, None, None);
        let (made_at, told_at, made_by, event_at, payment) = (at, at, None, None, None);
        Self {
            profile_id,
            family,
            id,
            payment_id,
            customer_id,
            sent,
            asked,
            told,
            made_at,
            told_at,
            made_by,
            event_at,
            payment,
        }
    }

    /// The id of a thing as the service tells it.
    pub fn id_in(family: Family, told: &Value) -> Option<&str> {
        text(Some(told), id_field(family)?)
    }

    /// What the service told of a thing that was read.
    pub fn of_told(
        profile_id: &str,
        family: Family,
        told: &Raw,
        before: Option<&Self>,
        at: DateTime<Utc>,
    ) -> Option<Self> {
        Self::of_event(profile_id, family, told, None, before, at)
    }

    /// What the service told of a thing by itself, in an event that happened at `event_at` by its clock.
    pub fn of_event(
        profile_id: &str,
        family: Family,
        told: &Raw,
        event_at: Option<DateTime<Utc>>,
        before: Option<&Self>,
        at: DateTime<Utc>,
    ) -> Option<Self> {
        let id = Self::id_in(family, told)?.to_owned();
        let mut record = before.cloned().unwrap_or_else(|| Self::new(profile_id, family, id, at));
        if let (None, Some(created)) =
            (&record.told, text(Some(told), "created").or_else(|| text(Some(told), "created_at")))
            && let Ok(created) = created.parse::<DateTime<Utc>>()
            && record.made_by.is_none()
        {
            record.made_at = created;
        }
        record.learn(told, event_at, at);
        Some(record)
    }

    /// Whether `told` is of an earlier time than what is known. `event_at` is when that was, where an event tells it.
    pub(in crate::app) fn knows_newer_than(&self, told: &Value, event_at: Option<DateTime<Utc>>) -> bool {
        self.told.as_deref().is_some_and(|known| {
            is_behind(self.family, Dated { object: told, event_at }, Dated { object: known, event_at: self.event_at })
        })
    }

    /// A part that was told replaces that part; what was not told now stays as it was. What is of an earlier time than
    /// what is known fills gaps only: an answer may come after the event that overtook it.
    fn learn(&mut self, told: &Raw, event_at: Option<DateTime<Utc>>, at: DateTime<Utc>) {
        let behind = self.knows_newer_than(told, event_at);
        let told = without_destinations(raw_without_secrets(Arc::clone(told)));
        self.told = Some(match self.told.take() {
            Some(known) if behind => over(told, &known),
            Some(known) => over(known, &told),
            None => told,
        });
        self.told_at = at;
        self.event_at = self.event_at.max(event_at);
        self.belongs();
    }

    /// With the payment behind it as it was told; `None` where that is nothing new.
    pub(super) fn with_payment(&self, told: PaymentTold) -> Option<Self> {
        let is_new = self.payment.as_ref().is_none_or(|known| !told.adds_nothing_to(known));
        is_new.then(|| Self { payment: Some(told), ..self.clone() })
    }

    /// This, and of what was known `before` what it does not tell.
    pub(super) fn on_top_of(self, before: Self) -> Self {
        let mut record = before;
        if let Some(told) = &self.told {
            record.learn(told, self.event_at, self.told_at);
        }
        record.sent = self.sent.or(record.sent);
        record.asked = self.asked.or(record.asked);
        record.made_by = self.made_by.or(record.made_by);
        record.made_at = self.made_at.min(record.made_at);
        if let Some(told) = self.payment {
            record.payment = record.with_payment(told).map_or(record.payment, |newer| newer.payment);
        }
        record.belongs();
        record
    }

    fn belongs(&mut self) {
        let (told, sent) = (self.told.as_deref(), self.sent.as_deref());
        let of = |value: Option<&Value>| {
            let customer = value.and_then(|value| value.get("customer"));
            text(value, "customer_id").or_else(|| text(customer, "id")).map(CustomerId::new)
        };
        let payment = |value: Option<&Value>| {
            let payment = value.and_then(|value| value.get("payment"));
            text(value, "payment_id").or_else(|| text(payment, "payment_id")).map(PaymentId::new)
        };
        self.customer_id = of(told).or_else(|| of(sent)).or_else(|| self.customer_id.take());
        self.payment_id = payment(told).or_else(|| payment(sent)).or_else(|| self.payment_id.take());
    }
}
