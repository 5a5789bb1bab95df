//! What is known of a record once an operation took effect on it, the service reported more of it, or its payment moved
//! on.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::operations::{Operation, accounts_in};
use paydesk_api::operation::Endpoint;
use paydesk_api::resources::payouts::wire::without_destinations;
use paydesk_api::wire::{raw_without_secrets, without_secrets};
use paydesk_domain::document::{Raw, time_of};
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::webhook::WebhookEvent;

use super::kinds::spec;
use super::order::{Timestamped, is_behind, rank};
use super::record::{Author, LastKnownPayment, Record};

impl LastKnownPayment {
    /// Whether this reports an earlier time than `known`, or the same as it.
    fn adds_nothing_to(&self, known: &Self) -> bool {
        let rank = |reported: &Self| rank(ResourceKind::Payment, reported.status.as_str());
        match (rank(self), rank(known)) {
            (Some(reported), Some(known)) if reported != known => reported < known,
            (_, _) => {
                self.status == known.status || self.at.zip(known.at).is_some_and(|(reported, known)| reported < known)
            }
        }
    }
}

/// The field that names a record of the family; `None` for what the service lists itself.
fn id_field(kind: ResourceKind) -> Option<&'static str> {
    spec(kind).map(|spec| spec.id_field)
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

/// When the service says that a record was created.
fn reported_creation(reported: &Value) -> Option<DateTime<Utc>> {
    ["created", "created_at"].into_iter().find_map(|name| time_of(reported.get(name)?))
}

impl Record {
    /// When it was created: as the service reports it, or else as it was created here. `None` where that cannot be read.
    /// [`Self::made_at`] orders those, too.
    pub fn created_at(&self) -> Option<DateTime<Utc>> {
        let reported = self.reported.as_deref().and_then(reported_creation);
        reported.or_else(|| self.made_by.is_some().then_some(self.made_at))
    }

    /// Where an operation that took effect leaves its record: the family and the id; `None` for what the service lists.
    pub fn place_of(operation: &Operation, reported: Option<&Value>) -> Option<(ResourceKind, String)> {
        let kind = operation.plan.target.kind;
        let field = id_field(kind)?;
        let sent = operation.plan.request.body.as_ref();
        let named = text(reported, field).or_else(|| text(sent, field));
        let id = match (named, operation.plan.endpoint.spec().creates) {
            (Some(id), _) => id,
            (None, false) => &operation.plan.target.resource,
            (None, true) => operation.id.as_str(),
        };
        Some((kind, id.to_owned()))
    }

    /// What is known once `operation` took effect and the service `reported` so; `before` is what was known of it.
    pub(crate) fn after(
        operation: &Operation,
        reported: Option<&Value>,
        before: Option<&Self>,
        at: DateTime<Utc>,
    ) -> Option<Self> {
        let (kind, id) = Self::place_of(operation, reported)?;
        let created = operation.plan.endpoint.spec().creates;
        let before = before.filter(|before| !before.is_gathered());
        let mut record = before.cloned().unwrap_or_else(|| Self::new(&operation.profile_id, kind, id, at));
        if created {
            record.made_at = operation.prepared_at;
            record.made_by = Some(Author { operator: operation.operator.clone(), operation_id: operation.id.clone() });
            record.sent = operation.plan.request.body.clone().map(|body| Arc::new(without_secrets(body)));
            record.asked.clone_from(&operation.plan.money);
            record.payment_id = operation.plan.payment_id();
            record.account = operation.plan.request.account;
        }
        if operation.plan.endpoint == Endpoint::UpdatePayout {
            // The answer does not echo them all, and a read of the payout sends them back as they are known here.
            record.learn(&Arc::new(texts_of(operation.plan.request.body.as_ref())), None, at);
        }
        if let Some(reported) = reported {
            record.learn(&Arc::new(reported.clone()), None, at);
        } else {
            record.belongs();
        }
        Some(record)
    }

    fn new(profile_id: &ProfileId, kind: ResourceKind, id: String, at: DateTime<Utc>) -> Self {
        let profile_id = profile_id.to_owned();
        let (payment_id, customer_id, sent, asked, reported) = (None, None, None, None, None);
        let (made_at, reported_at, made_by, event_at, payment, named_by) = (at, at, None, None, None, None);
        Self {
            profile_id,
            kind,
            id,
            payment_id,
            customer_id,
            sent,
            asked,
            reported,
            made_at,
            reported_at,
            made_by,
            event_at,
            is_dated_ahead: false,
            payment,
            named_by,
            account: None,
            accounts: Vec::new(),
        }
    }

    /// A customer that another object named, `since` when it is known to exist.
    pub(super) fn named(profile_id: &ProfileId, id: CustomerId, since: DateTime<Utc>, at: DateTime<Utc>) -> Self {
        let customer = Self::new(profile_id, ResourceKind::Customer, id.as_str().to_owned(), since);
        Self { customer_id: Some(id), reported_at: at, ..customer }
    }

    /// The id of a record as the service reports it.
    pub fn id_in(kind: ResourceKind, reported: &Value) -> Option<&str> {
        text(Some(reported), id_field(kind)?)
    }

    /// What the service reported of a record that was read.
    pub fn of_report(
        profile_id: &ProfileId,
        kind: ResourceKind,
        reported: &Raw,
        before: Option<&Self>,
        at: DateTime<Utc>,
    ) -> Option<Self> {
        Self::of_report_at(profile_id, kind, reported, None, before, at)
    }

    /// What the service reported of a record by itself, in an event.
    pub fn of_event(
        profile_id: &ProfileId,
        kind: ResourceKind,
        event: &WebhookEvent,
        before: Option<&Self>,
        at: DateTime<Utc>,
    ) -> Option<Self> {
        let record = Self::of_report_at(profile_id, kind, &event.object, event.timestamp, before, at)?;
        Some(Self { is_dated_ahead: event.future_time.is_some(), ..record })
    }

    /// `event_at` is when the event happened that reported it, by the service's clock.
    fn of_report_at(
        profile_id: &ProfileId,
        kind: ResourceKind,
        reported: &Raw,
        event_at: Option<DateTime<Utc>>,
        before: Option<&Self>,
        at: DateTime<Utc>,
    ) -> Option<Self> {
        let id = Self::id_in(kind, reported)?.to_owned();
        // One that says no time of its own is at least as old as the event.
        let known_since = event_at.map_or(at, |event_at| event_at.min(at));
        let before = before.filter(|before| !before.is_gathered());
        let mut record = before.cloned().unwrap_or_else(|| Self::new(profile_id, kind, id, known_since));
        let created = reported_creation(reported);
        if let (None, Some(created), None) = (&record.reported, created, &record.made_by) {
            record.made_at = created;
        }
        record.learn(reported, event_at, at);
        Some(record)
    }

    /// Whether `reported` is of an earlier time than what is known. `event_at` is when that was, where an event reports
    /// it.
    pub(crate) fn has_newer_than(&self, reported: &Value, event_at: Option<DateTime<Utc>>) -> bool {
        self.reported.as_deref().filter(|_| !self.is_dated_ahead).is_some_and(|known| {
            is_behind(
                self.kind,
                Timestamped { object: reported, event_at },
                Timestamped { object: known, event_at: self.event_at },
            )
        })
    }

    /// The record without what events said, where a report outranks them whatever its date.
    pub(crate) fn as_outranked(&self, outranks_events: bool) -> Self {
        let is_dated_ahead = self.is_dated_ahead || outranks_events && self.event_at.is_some();
        Self { is_dated_ahead, ..self.clone() }
    }

    /// A part that was reported replaces that part; what was not reported now stays as it was. What is of an earlier
    /// time than what is known fills gaps only: an answer may come after the event that overtook it.
    fn learn(&mut self, reported: &Raw, event_at: Option<DateTime<Utc>>, at: DateTime<Utc>) {
        let behind = self.has_newer_than(reported, event_at);
        if self.kind == ResourceKind::Payout && !behind && reported.get("payout_method_data").is_some() {
            self.accounts = accounts_in(reported);
        }
        let reported = without_destinations(raw_without_secrets(Arc::clone(reported)));
        self.reported = Some(match self.reported.take() {
            Some(known) if behind => over(reported, &known),
            Some(known) => over(known, &reported),
            None => reported,
        });
        self.reported_at = at;
        self.is_dated_ahead = false;
        self.event_at = self.event_at.max(event_at);
        self.belongs();
    }

    /// With the payment behind it as it was reported; `None` where that is nothing new.
    pub(super) fn with_payment(&self, reported: LastKnownPayment) -> Option<Self> {
        let is_new = self.payment.as_ref().is_none_or(|known| !reported.adds_nothing_to(known));
        is_new.then(|| Self { payment: Some(reported), ..self.clone() })
    }

    /// This, and of what was known `before` what it does not report.
    pub(crate) fn on_top_of(self, before: Self) -> Self {
        let mut record = before;
        if let Some(reported) = &self.reported {
            record.learn(reported, self.event_at, self.reported_at);
            record.is_dated_ahead = self.is_dated_ahead;
        }
        record.sent = self.sent.or(record.sent);
        record.asked = self.asked.or(record.asked);
        record.account = self.account.or(record.account);
        if !self.accounts.is_empty() {
            record.accounts = self.accounts;
        }
        record.made_by = self.made_by.or(record.made_by);
        record.made_at = self.made_at.min(record.made_at);
        if let Some(reported) = self.payment {
            record.payment = record.with_payment(reported).map_or(record.payment, |newer| newer.payment);
        }
        record.belongs();
        record
    }

    fn belongs(&mut self) {
        let (reported, sent) = (self.reported.as_deref(), self.sent.as_deref());
        let of = |value: Option<&Value>| {
            let customer = value.and_then(|value| value.get("customer"));
            text(value, "customer_id").or_else(|| text(customer, "id")).map(CustomerId::new)
        };
        let payment = |value: Option<&Value>| {
            let payment = value.and_then(|value| value.get("payment"));
            text(value, "payment_id").or_else(|| text(payment, "payment_id")).map(PaymentId::new)
        };
        self.customer_id = of(reported).or_else(|| of(sent)).or_else(|| self.customer_id.take());
        self.payment_id = payment(reported).or_else(|| payment(sent)).or_else(|| self.payment_id.take());
    }
}
