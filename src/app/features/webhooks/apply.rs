//! Makes of an event what the desk knows. Whatever the order of arrival, the result is the same: what is of an earlier
//! time than what is known changes nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::api::operation::ResourceKind;
use crate::api::wire::disputes::decode_dispute;
use crate::api::wire::payments::decode_payment;
use crate::app::effect::StoreJob;
use crate::app::operations::Input;
use crate::app::records::order::{Timestamped, is_behind};
use crate::app::records::{CachedRecord, Record, Resource};
use crate::app::state::State;
use crate::domain::ids::MerchantId;
use crate::domain::profile::ProfileId;
use crate::domain::text::visible;
use crate::domain::webhook::{ContentType, EventVerdict, WebhookEvent};

use super::{EventNote, KeptEvent, NotedEvent};

/// So many things whose time is remembered are a generation. Two are kept; of what is forgotten the next read tells.
const GENERATION: usize = 25_000;

/// Kind and id of a thing.
type Key = (ContentType, String);

/// Of when the newest of a thing is: what was told of lately, and before that.
#[derive(Debug, Default)]
pub(super) struct LatestTimes {
    young: BTreeMap<Key, DateTime<Utc>>,
    old: BTreeMap<Key, DateTime<Utc>>,
}

impl LatestTimes {
    fn get(&self, key: &Key) -> Option<DateTime<Utc>> {
        self.young.get(key).or_else(|| self.old.get(key)).copied()
    }

    fn put(&mut self, key: Key, moment: DateTime<Utc>) {
        if self.young.len() >= GENERATION {
            self.old = std::mem::take(&mut self.young);
        }
        self.young.insert(key, moment);
    }
}

/// What an event came to.
pub(super) struct AppliedEvent {
    verdict: EventVerdict,
    reason: String,
}

impl AppliedEvent {
    fn new(verdict: EventVerdict, reason: String) -> Self {
        Self { verdict, reason }
    }

    fn no_object(reason: String) -> Self {
        Self::new(EventVerdict::NoObject, reason)
    }

    fn older(event: &WebhookEvent) -> Self {
        Self::new(EventVerdict::Older, format!("The desk knew something newer of this {}", event.content.noun()))
    }

    fn known(event: &WebhookEvent) -> Self {
        Self::new(EventVerdict::Applied, format!("{} is {}", name(event), status(event)))
    }
}

fn name(event: &WebhookEvent) -> String {
    format!("The {} {}", event.content.noun(), visible(event.object_id.as_deref().unwrap_or_default(), 80))
}

fn status(event: &WebhookEvent) -> String {
    let status = event.object.get("status").and_then(serde_json::Value::as_str);
    status.map_or_else(|| "as the event tells".to_owned(), |status| format!("“{}”", visible(status, 60)))
}

fn unreadable(event: &WebhookEvent, why: &impl std::fmt::Display) -> AppliedEvent {
    AppliedEvent::no_object(format!("{} cannot be read: {why}", name(event)))
}

impl State {
    /// Events that are on disk now, in the order they came. Those that were applied before are only listed.
    pub(in crate::app) fn take_events(&mut self, events: Vec<KeptEvent>) {
        let mut notes = Vec::new();
        let mut by_profile: BTreeMap<ProfileId, Vec<KeptEvent>> = BTreeMap::new();
        for kept in events {
            by_profile.entry(kept.delivery.profile_id.clone()).or_default().push(kept);
        }
        for (profile_id, events) in by_profile {
            self.in_workspace(&profile_id, |state| {
                notes.extend(events.into_iter().filter_map(|kept| state.take_event(kept)));
                state.show_new_events();
            });
        }
        // After the records that the events made: after a crash between the two they are applied again, to the same end.
        if !notes.is_empty() {
            self.outbox.push(StoreJob::NoteEvents(notes));
        }
    }

    /// One event of the profile; the note on it, where it was applied now.
    fn take_event(&mut self, mut kept: KeptEvent) -> Option<NotedEvent> {
        if self.workspace.webhooks.log.knows(&kept.delivery.event_id) {
            return None;
        }
        let event = kept.event.clone()?;
        let is_new = kept.note.is_none();
        if is_new {
            kept.note = Some(self.receive_event(&event));
        }
        let note = kept.note.clone().filter(|_| is_new);
        let (profile_id, event_id) = (kept.delivery.profile_id.clone(), event.event_id.clone());
        let (zone, now) = (self.zone(), self.now);
        self.workspace.webhooks.on_disk += 1;
        self.workspace.webhooks.log.add(kept, event, zone, now);
        note.map(|note| NotedEvent { profile_id, event_id, note })
    }

    /// Updates what is known by an event and settles operations by it, unless it is of another merchant.
    pub(super) fn receive_event(&mut self, event: &WebhookEvent) -> EventNote {
        if let Some(reason) = self.other_merchant(event) {
            return EventNote { verdict: EventVerdict::OtherMerchant, reason, at: self.now };
        }
        let note = self.apply_event(event);
        self.operate(Input::Event(event));
        note
    }

    /// Why an event is not of the profile's merchant; `None` where it is, or where the profile or the event names none.
    pub(in crate::app) fn other_merchant(&self, event: &WebhookEvent) -> Option<String> {
        let ours = self.profile_merchant_id()?;
        let other = event.other_merchant(ours)?;
        let (other, ours) = (visible(other.as_str(), 60), visible(ours.as_str(), 60));
        Some(format!("The event is for merchant “{other}”; this profile is for “{ours}”. Nothing was changed"))
    }

    /// The merchant that the settings of the profile name. A profile that is not in use is asked too: events come for it.
    fn profile_merchant_id(&self) -> Option<&MerchantId> {
        match self.profiles.find(&self.workspace.profile_id) {
            Some(saved) => saved.merchant_id.as_ref(),
            None => self.workspace.profile.as_ref()?.merchant_id.as_ref(),
        }
    }

    /// What an event tells becomes what is known, unless something newer is.
    fn apply_event(&mut self, event: &WebhookEvent) -> EventNote {
        let AppliedEvent { verdict, mut reason } = match (&event.content, &event.object_id) {
            (ContentType::Unknown(word), _) => {
                AppliedEvent::no_object(format!("The desk keeps nothing of the kind “{}”", visible(word, 60)))
            }
            (content, None) => {
                let field = content.id_field().unwrap_or_default();
                AppliedEvent::no_object(format!("The event names no {}: its object has no “{field}”", content.noun()))
            }
            (ContentType::Payment, Some(_)) => self.apply_payment(event),
            (ContentType::Dispute, Some(_)) => self.apply_dispute(event),
            (ContentType::Refund, Some(id)) => self.apply_record(ResourceKind::Refund, id, event),
            (ContentType::Payout, Some(id)) => self.apply_record(ResourceKind::Payout, id, event),
            (ContentType::Subscription, Some(id)) => self.apply_record(ResourceKind::Subscription, id, event),
        };
        if verdict == EventVerdict::Applied {
            self.note_event_notice(event);
        }
        if let Some(time) = event.future_time {
            let time = self.zone().full(time);
            reason = format!("{reason}. Its time {time} is in the future and was ignored");
        }
        EventNote { verdict, reason, at: self.now }
    }

    /// What has a record of ours: one that was not made from here gets one.
    fn apply_record(&mut self, family: ResourceKind, id: &str, event: &WebhookEvent) -> AppliedEvent {
        let before = self.workspace.records.find(family, id).map(|known| &known.record);
        if before.is_some_and(|before| before.knows_newer_than(&event.object, event.timestamp)) {
            return AppliedEvent::older(event);
        }
        let record =
            Record::of_event(&self.workspace.profile_id, family, &event.object, event.timestamp, before, self.now);
        let Some(record) = record else { return AppliedEvent::no_object(format!("{} has no id", name(event))) };
        let known = CachedRecord::of(record);
        if let Resource::Unreadable(error) = &known.resource {
            return unreadable(event, error);
        }
        let record = known.record.clone();
        self.workspace.records.take(known, self.zone(), self.now);
        self.outbox.keep_record(record);
        AppliedEvent::known(event)
    }

    /// A payment is the service's to list: what is shown of it follows at once, and what is open is read again.
    fn apply_payment(&mut self, event: &WebhookEvent) -> AppliedEvent {
        let payment = match decode_payment(Arc::clone(&event.object)) {
            Ok(payment) => payment,
            Err(error) => return unreadable(event, &error),
        };
        if self.is_overtaken(event) || self.workspace.payments.knows_newer_than(&payment) {
            return AppliedEvent::older(event);
        }
        self.remember(event);
        self.link_follows(&payment);
        let (zone, now) = (self.zone(), self.now);
        self.workspace.payments.reported_by_event(payment, zone, now);
        AppliedEvent::known(event)
    }

    /// A dispute is the service's to list too.
    fn apply_dispute(&mut self, event: &WebhookEvent) -> AppliedEvent {
        let dispute = match decode_dispute(&event.object, "content.object".to_owned()) {
            Ok(dispute) => dispute,
            Err(error) => return unreadable(event, &error),
        };
        if self.is_overtaken(event) || self.knows_newer_dispute(&dispute, event.timestamp) {
            return AppliedEvent::older(event);
        }
        self.remember(event);
        self.payment_disputed(dispute.clone());
        self.with_disputes(|disputes, evidence, cx| disputes.reported_by_event(dispute, evidence, cx));
        AppliedEvent::known(event)
    }

    /// Whether an event on the same thing came before that is of a later time.
    fn is_overtaken(&self, event: &WebhookEvent) -> bool {
        let latest = self.workspace.webhooks.latest.get(&key(event));
        latest
            .zip(Timestamped { object: &event.object, event_at: event.timestamp }.moment())
            .is_some_and(|(l, m)| m < l)
    }

    fn remember(&mut self, event: &WebhookEvent) {
        if let Some(moment) = (Timestamped { object: &event.object, event_at: event.timestamp }).moment() {
            self.workspace.webhooks.latest.put(key(event), moment);
        }
    }

    fn knows_newer_dispute(
        &self,
        dispute: &crate::domain::dispute::Dispute,
        event_at: Option<chrono::DateTime<chrono::Utc>>,
    ) -> bool {
        self.workspace.disputes.find(&dispute.dispute_id).is_some_and(|row| {
            let known = Timestamped { object: &row.dispute.raw, event_at: None };
            is_behind(ResourceKind::Dispute, Timestamped { object: &dispute.raw, event_at }, known)
        })
    }
}

fn key(event: &WebhookEvent) -> Key {
    (event.content.clone(), event.object_id.clone().unwrap_or_default())
}
