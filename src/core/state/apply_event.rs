//! Updates what is known by webhook events. Whatever the order of arrival, the result is the same: what is of an
//! earlier time than what is known changes nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;

use paydesk_api::resources::disputes::wire::decode_dispute;
use paydesk_api::resources::payments::wire::decode_payment;
use paydesk_domain::dispute::Dispute;
use paydesk_domain::document::{reported_status, time_of};
use paydesk_domain::ids::{MerchantId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::text::{visible, visible_id};
use paydesk_domain::webhook::{ContentType, EventVerdict, WebhookEvent};

use crate::context::fact::FeatureFact;
use crate::effect::StoreJob;
use crate::features::toasts::ToastKind;
use crate::features::webhooks::{EventNote, NotedEvent, RefusedDelivery, StoredEvent};
use crate::operations::Input;
use crate::problem::Problem;
use crate::records::order::{Timestamped, is_behind};
use crate::records::{CachedRecord, NamedCustomer, Record, Resource};
use crate::state::State;

/// How long after its creation an event may still say when a payment was authorized. The service has no field for it,
/// and what leaves a review is reported as authorized when it was approved.
const AUTHORIZED_WITHIN: TimeDelta = TimeDelta::minutes(15);

/// What an event came to.
struct AppliedEvent {
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
        Self::new(EventVerdict::Older, format!("Paydesk already had a newer state of this {}", event.content.noun()))
    }

    fn known(event: &WebhookEvent) -> Self {
        Self::new(EventVerdict::Applied, format!("{} is {}", name(event), status(event)))
    }
}

fn name(event: &WebhookEvent) -> String {
    format!("The {} {}", event.content.noun(), visible_id(event.object_id.as_deref().unwrap_or_default(), 80))
}

fn status(event: &WebhookEvent) -> String {
    let status = reported_status(&event.object);
    status.map_or_else(|| "as the event reports".to_owned(), |status| format!("“{}”", visible(status, 60)))
}

fn unreadable(event: &WebhookEvent, why: &impl std::fmt::Display) -> AppliedEvent {
    AppliedEvent::no_object(format!("{} cannot be read: {why}", name(event)))
}

impl State {
    /// A delivery that proved nothing, listed at its profile.
    pub(crate) fn delivery_refused(&mut self, refused: RefusedDelivery, more: u32) {
        let profile_id = refused.profile_id.clone();
        self.in_workspace(&profile_id, |state| {
            state.with(|features, cx| features.webhooks.refused(refused, more, cx));
        });
    }

    /// Events that are on disk now, in the order they came. Those that were applied before are only listed.
    pub(crate) fn take_events(&mut self, events: Vec<StoredEvent>) {
        let mut notes = Vec::new();
        let mut by_profile: BTreeMap<ProfileId, Vec<StoredEvent>> = BTreeMap::new();
        for stored in events {
            by_profile.entry(stored.delivery.profile_id.clone()).or_default().push(stored);
        }
        for (profile_id, events) in by_profile {
            self.in_workspace(&profile_id, |state| {
                notes.extend(events.into_iter().filter_map(|stored| state.take_event(stored)));
                state.workspace.webhooks.show_new(state.now);
            });
        }
        // After the records that the events made: after a crash between the two they are applied again, to the same
        // end.
        if !notes.is_empty() {
            self.outbox.push(StoreJob::NoteEvents(notes));
        }
    }

    /// One event of the profile; the note on it, where it was applied now.
    fn take_event(&mut self, mut stored: StoredEvent) -> Option<NotedEvent> {
        if self.workspace.webhooks.log().knows(&stored.delivery.event_id) {
            return None;
        }
        let event = stored.event.clone()?;
        let is_new = stored.note.is_none();
        self.learn_authorization(&event);
        if is_new {
            stored.note = Some(self.receive_event(&event));
        } else {
            self.note_earlier(&event);
        }
        let note = stored.note.clone().filter(|_| is_new);
        let (profile_id, event_id) = (stored.delivery.profile_id.clone(), event.event_id.clone());
        let (zone, now) = (self.zone(), self.now);
        self.workspace.webhooks.list(stored, event, zone, now);
        note.map(|note| NotedEvent { profile_id, event_id, note })
    }

    /// What an event that was applied before Paydesk was started means for what is shown now.
    fn note_earlier(&mut self, event: &WebhookEvent) {
        if event.content == ContentType::Payment && self.other_merchant(event).is_none() {
            self.workspace.payments.reported_earlier(event, self.now);
            let payment = decode_payment(Arc::clone(&event.object), self.units()).ok();
            self.gather_customer(payment.and_then(|payment| NamedCustomer::of_payment(&payment, self.now)));
        }
    }

    /// When a payment was authorized, where the event reports that it just was.
    fn learn_authorization(&mut self, event: &WebhookEvent) {
        let status = event.object.get("status").and_then(Value::as_str).map(PaymentStatus::from_word);
        let is_ours = event.content == ContentType::Payment && self.other_merchant(event).is_none();
        let (Some(status), Some(id), Some(at)) = (status.filter(|_| is_ours), &event.object_id, event.timestamp) else {
            return;
        };
        let id = PaymentId::new(id.as_str());
        let created = event.object.get("created").and_then(time_of);
        self.with(|features, cx| {
            let review = cx.review_status();
            let authorized = event.event_type == "payment_authorized" && status == PaymentStatus::RequiresCapture;
            // Long after its creation it may have left a review that nothing here shows, authorized before it.
            let authorized = authorized && created.is_some_and(|created| at - created <= AUTHORIZED_WITHIN);
            let held = event.event_type == "action_required" && review.is(&status);
            // One that leaves review was authorized before it.
            let leaves_review = authorized && features.payments.is_in_review(&id, review);
            if (authorized && !leaves_review || held) && features.payments.authorization_reported(&id, at, cx.now) {
                features.payments.write_row_again(&id, &cx.view);
            }
        });
    }

    /// Updates what is known by an event and settles operations by it, unless it is of another merchant.
    fn receive_event(&mut self, event: &WebhookEvent) -> EventNote {
        if let Some(reason) = self.other_merchant(event) {
            return EventNote { verdict: EventVerdict::OtherMerchant, reason, at: self.now };
        }
        let by_order = self.event_by_order(event);
        let note = self.apply_event(by_order.as_ref().unwrap_or(event));
        self.operate(Input::Event(event));
        note
    }

    /// Why an event is not of the profile's merchant; `None` where it is, or where the event names none. Where the profile
    /// names none, that is the merchant of the payments that were read.
    pub(crate) fn other_merchant(&self, event: &WebhookEvent) -> Option<String> {
        let shown = |id: &MerchantId| visible_id(id.as_str(), 60);
        let Some(ours) = self.profile_merchant_id() else {
            let read = &self.workspace.merchants;
            let other = event.merchant_id.as_ref().filter(|named| !read.contains(named))?;
            let (other, ours) = (shown(other), shown(read.first()?));
            return Some(format!(
                "The event is for merchant “{other}”; the payments of this profile belong to “{ours}”. Nothing \
                    was changed."
            ));
        };
        let (other, ours) = (shown(event.other_merchant(ours)?), shown(ours));
        Some(format!("The event is for merchant “{other}”; this profile is for “{ours}”. Nothing was changed."))
    }

    /// The merchant that the settings of the profile name. A profile that is not in use is asked too: events come for
    /// it.
    fn profile_merchant_id(&self) -> Option<&MerchantId> {
        match self.profiles.find(&self.workspace.profile_id) {
            Some(saved) => saved.merchant_id.as_ref(),
            None => self.workspace.profile.as_ref()?.merchant_id.as_ref(),
        }
    }

    /// What an event says becomes what is known, unless something newer is.
    fn apply_event(&mut self, event: &WebhookEvent) -> EventNote {
        let AppliedEvent { verdict, mut reason } = match (&event.content, &event.object_id) {
            (ContentType::Unknown(word), _) => {
                AppliedEvent::no_object(format!("Paydesk does not use events about “{}”", visible(word, 60)))
            }
            (content, None) => {
                let field = content.id_field().unwrap_or_default();
                AppliedEvent::no_object(format!(
                    "The event does not name a {}: its object has no “{field}”",
                    content.noun()
                ))
            }
            (ContentType::Payment, Some(_)) => self.apply_payment(event),
            (ContentType::Dispute, Some(_)) => self.apply_dispute(event),
            (ContentType::Refund, Some(id)) => self.apply_record(ResourceKind::Refund, id, event),
            (ContentType::Payout, Some(id)) => self.apply_record(ResourceKind::Payout, id, event),
            (ContentType::Subscription, Some(id)) => self.apply_record(ResourceKind::Subscription, id, event),
            (ContentType::PaymentLink, Some(id)) => self.apply_record(ResourceKind::PaymentLink, id, event),
        };
        if verdict == EventVerdict::Applied {
            self.publish(FeatureFact::EventApplied(Box::new(event.clone())));
        }
        if let Some(time) = event.future_time {
            let time = self.zone().full(time);
            reason = format!("{reason}. Its time {time} is in the future and was ignored.");
        }
        EventNote { verdict, reason, at: self.now }
    }

    /// What has a record of ours: one that was not made from here gets one.
    fn apply_record(&mut self, kind: ResourceKind, id: &str, event: &WebhookEvent) -> AppliedEvent {
        let before = self.workspace.records.find(kind, id).map(|known| &known.record);
        if before.is_some_and(|before| before.has_newer_than(&event.object, event.timestamp)) {
            return AppliedEvent::older(event);
        }
        let record = Record::of_event(&self.workspace.profile_id, kind, event, before, self.now);
        let Some(record) = record else { return AppliedEvent::no_object(format!("{} has no ID", name(event))) };
        let known = CachedRecord::of(record, self.units());
        if let Resource::Unreadable(error) = &known.resource {
            return unreadable(event, error);
        }
        let record = known.record.clone();
        self.workspace.records.take(known, self.zone(), self.now);
        self.outbox.keep_record(record);
        self.publish(FeatureFact::RecordTaken { kind, id: id.to_owned() });
        AppliedEvent::known(event)
    }

    /// A payment is the service's to list: what is shown of it follows at once, and what is open is read again.
    fn apply_payment(&mut self, event: &WebhookEvent) -> AppliedEvent {
        let payment = match decode_payment(Arc::clone(&event.object), self.units()) {
            Ok(payment) => payment,
            Err(error) => return unreadable(event, &error),
        };
        if self.workspace.webhooks.latest.overtook(event) || self.workspace.payments.has_newer_than(&payment) {
            return AppliedEvent::older(event);
        }
        self.workspace.webhooks.latest.remember(event);
        self.records_follow(&payment, None);
        self.workspace.history.take_reported(&payment, self.now);
        self.with(|features, cx| features.payments.reported_by_event(payment, event.future_time.is_none(), &cx.view));
        AppliedEvent::known(event)
    }

    /// A dispute is the service's to list too.
    fn apply_dispute(&mut self, event: &WebhookEvent) -> AppliedEvent {
        let dispute = match decode_dispute(&event.object, "content.object".to_owned(), self.units()) {
            Ok(dispute) => dispute,
            Err(error) => return unreadable(event, &error),
        };
        if self.workspace.webhooks.latest.overtook(event) || self.has_newer_dispute(&dispute, event.timestamp) {
            return AppliedEvent::older(event);
        }
        self.workspace.webhooks.latest.remember(event);
        self.publish(FeatureFact::DisputeReported(Box::new(dispute)));
        AppliedEvent::known(event)
    }

    fn has_newer_dispute(&self, dispute: &Dispute, event_at: Option<DateTime<Utc>>) -> bool {
        self.workspace.disputes.find(&dispute.dispute_id).is_some_and(|row| {
            let known = Timestamped { object: &row.dispute.raw, event_at: None };
            is_behind(ResourceKind::Dispute, Timestamped { object: &dispute.raw, event_at }, known)
        })
    }

    /// A person applies an event once more, as if it had just come.
    pub(crate) fn replay_event(&mut self, event: &WebhookEvent) {
        let note = self.receive_event(event);
        self.toasts.show(self.now, ToastKind::Neutral, format!("Replayed: {}", note.reason), None);
    }

    /// What was stored when the program was last closed. What was not applied then is applied now.
    pub(crate) fn events_opened(
        &mut self,
        events: Vec<StoredEvent>,
        on_disk: &BTreeMap<ProfileId, u64>,
        problem: Option<Problem>,
    ) {
        self.take_events(events);
        self.in_every_workspace(|state| {
            let workspace = &mut state.workspace;
            let on_disk = on_disk.get(&workspace.profile_id).copied().unwrap_or_default();
            workspace.webhooks.opened(on_disk, state.now);
            state.resolve_unknowns_by_events();
            state.with(|features, cx| features.payments.read_remainders(cx));
        });
        if let Some(problem) = problem {
            self.notice(problem);
        }
    }

    pub(crate) fn events_next_due(&self) -> Option<DateTime<Utc>> {
        let listing = self.workspace.payments.is_listing_new().then_some(self.now);
        [self.workspace.webhooks.next_due(), listing].into_iter().flatten().min()
    }
}
