//! Makes of an event what the desk knows. Whatever the order of arrival, the result is the same: what is of an earlier
//! time than what is known changes nothing.

use std::collections::BTreeMap;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::api::operation::Family;
use crate::api::wire::disputes::decode_dispute;
use crate::api::wire::payments::decode_payment;
use crate::app::effect::Effect;
use crate::app::operations::Input;
use crate::app::records::order::{Dated, is_behind};
use crate::app::records::{Known, Record, Thing};
use crate::app::state::State;
use crate::domain::text::visible;
use crate::domain::webhook::{ContentType, Verdict, WebhookEvent};

use super::{KeptEvent, Note, NotedEvent};

/// So many things whose time is remembered are a generation. Two are kept; of what is forgotten the next read tells.
const GENERATION: usize = 25_000;

/// A thing of a profile.
type Key = (String, ContentType, String);

/// Of when the newest of a thing is: what was told of lately, and before that.
#[derive(Debug, Default)]
pub(super) struct Latest {
    young: BTreeMap<Key, DateTime<Utc>>,
    old: BTreeMap<Key, DateTime<Utc>>,
}

impl Latest {
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
pub(super) struct Applied {
    verdict: Verdict,
    reason: String,
    effects: Vec<Effect>,
}

impl Applied {
    fn new(verdict: Verdict, reason: String) -> Self {
        Self { verdict, reason, effects: Vec::new() }
    }

    fn no_object(reason: String) -> Self {
        Self::new(Verdict::NoObject, reason)
    }

    fn older(event: &WebhookEvent) -> Self {
        Self::new(Verdict::Older, format!("The desk knew something newer of this {}", event.content.noun()))
    }

    fn known(event: &WebhookEvent, effects: Vec<Effect>) -> Self {
        Self { effects, ..Self::new(Verdict::Applied, format!("{} is {}", name(event), status(event))) }
    }
}

fn name(event: &WebhookEvent) -> String {
    format!("The {} {}", event.content.noun(), visible(event.object_id.as_deref().unwrap_or_default(), 80))
}

fn status(event: &WebhookEvent) -> String {
    let status = event.object.get("status").and_then(serde_json::Value::as_str);
    status.map_or_else(|| "as the event tells".to_owned(), |status| format!("“{}”", visible(status, 60)))
}

fn unreadable(event: &WebhookEvent, why: &impl std::fmt::Display) -> Applied {
    Applied::no_object(format!("{} cannot be read: {why}", name(event)))
}

impl State {
    /// Events that are on disk now, in the order they came. Those that were applied before are only listed.
    pub(in crate::app) fn take_events(&mut self, events: Vec<KeptEvent>) -> Vec<Effect> {
        let (mut effects, mut notes) = (Vec::new(), Vec::new());
        for mut kept in events {
            if self.events.log.knows(&kept.delivery.profile_id, &kept.delivery.event_id) {
                continue;
            }
            let Some(event) = kept.event.clone() else { continue };
            if kept.note.is_none() {
                let profile_id = kept.delivery.profile_id.clone();
                let (note, more) = self.apply_event(&profile_id, &event);
                effects.extend(more);
                effects.extend(self.operate(Input::Event { profile_id: &profile_id, event: &event }));
                let event_id = event.event_id.clone();
                notes.push(NotedEvent { profile_id, event_id, note: note.clone() });
                kept.note = Some(note);
            }
            let (zone, now) = (self.zone(), self.now);
            self.events.one_more_on_disk(&kept.delivery.profile_id);
            self.events.log.add(kept, event, zone, now);
        }
        self.show_new_events();
        bundled(effects, notes)
    }

    /// What an event tells becomes what is known, unless something newer is.
    pub(super) fn apply_event(&mut self, profile_id: &str, event: &WebhookEvent) -> (Note, Vec<Effect>) {
        let Applied { verdict, reason, effects } = match (&event.content, &event.object_id) {
            (ContentType::Unknown(word), _) => {
                Applied::no_object(format!("The desk keeps nothing of the kind “{}”", visible(word, 60)))
            }
            (content, None) => {
                let field = content.id_field().unwrap_or_default();
                Applied::no_object(format!("The event names no {}: its object has no “{field}”", content.noun()))
            }
            (ContentType::Payment, Some(_)) => self.apply_payment(profile_id, event),
            (ContentType::Dispute, Some(_)) => self.apply_dispute(profile_id, event),
            (ContentType::Refund, Some(id)) => self.apply_record(profile_id, Family::Refund, id, event),
            (ContentType::Payout, Some(id)) => self.apply_record(profile_id, Family::Payout, id, event),
            (ContentType::Subscription, Some(id)) => self.apply_record(profile_id, Family::Subscription, id, event),
        };
        if verdict == Verdict::Applied {
            self.note_news(profile_id, event);
        }
        (Note { verdict, reason, at: self.now }, effects)
    }

    /// What has a record of ours: one that was not made from here gets one.
    fn apply_record(&mut self, profile_id: &str, family: Family, id: &str, event: &WebhookEvent) -> Applied {
        let before = self.records.in_profile(profile_id, family, id).map(|known| &known.record);
        if before.is_some_and(|before| before.knows_newer_than(&event.object, event.timestamp)) {
            return Applied::older(event);
        }
        let record = Record::of_event(profile_id, family, &event.object, event.timestamp, before, self.now);
        let Some(record) = record else { return Applied::no_object(format!("{} has no id", name(event))) };
        let known = Known::of(record);
        if let Thing::Unreadable(error) = &known.thing {
            return unreadable(event, error);
        }
        let record = known.record.clone();
        self.records.take(known);
        Applied::known(event, vec![Effect::KeepRecord(Box::new(record))])
    }

    /// A payment is the service's to list: what is shown of it follows at once, and what is open is read again.
    fn apply_payment(&mut self, profile_id: &str, event: &WebhookEvent) -> Applied {
        let payment = match decode_payment(Arc::clone(&event.object)) {
            Ok(payment) => payment,
            Err(error) => return unreadable(event, &error),
        };
        let at_work = self.works_in(profile_id);
        if self.is_overtaken(profile_id, event) || at_work && self.payments.knows_newer_than(&payment) {
            return Applied::older(event);
        }
        self.remember(profile_id, event);
        let effects = self.link_follows(profile_id, &payment).into_iter().collect();
        if at_work {
            let (zone, now) = (self.zone(), self.now);
            self.payments.told_by_event(payment, zone, now);
        }
        Applied::known(event, effects)
    }

    /// A dispute is the service's to list too.
    fn apply_dispute(&mut self, profile_id: &str, event: &WebhookEvent) -> Applied {
        let dispute = match decode_dispute(&event.object, "content.object".to_owned()) {
            Ok(dispute) => dispute,
            Err(error) => return unreadable(event, &error),
        };
        let at_work = self.works_in(profile_id);
        if self.is_overtaken(profile_id, event) || at_work && self.knows_newer_dispute(&dispute, event.timestamp) {
            return Applied::older(event);
        }
        self.remember(profile_id, event);
        if at_work {
            self.payment_disputed(dispute.clone());
            self.dispute_told_by_event(dispute);
        }
        Applied::known(event, Vec::new())
    }

    fn works_in(&self, profile_id: &str) -> bool {
        self.profiles.current == profile_id
    }

    /// Whether an event on the same thing came before that is of a later time.
    fn is_overtaken(&self, profile_id: &str, event: &WebhookEvent) -> bool {
        let latest = self.events.latest.get(&key(profile_id, event));
        latest.zip(Dated { object: &event.object, event_at: event.timestamp }.moment()).is_some_and(|(l, m)| m < l)
    }

    fn remember(&mut self, profile_id: &str, event: &WebhookEvent) {
        if let Some(moment) = (Dated { object: &event.object, event_at: event.timestamp }).moment() {
            self.events.latest.put(key(profile_id, event), moment);
        }
    }

    fn knows_newer_dispute(
        &self,
        dispute: &crate::domain::dispute::Dispute,
        event_at: Option<chrono::DateTime<chrono::Utc>>,
    ) -> bool {
        self.disputes.find(&dispute.dispute_id).is_some_and(|row| {
            let known = Dated { object: &row.dispute.raw, event_at: None };
            is_behind(Family::Dispute, Dated { object: &dispute.raw, event_at }, known)
        })
    }
}

fn key(profile_id: &str, event: &WebhookEvent) -> Key {
    (profile_id.to_owned(), event.content.clone(), event.object_id.clone().unwrap_or_default())
}

/// The records of a batch in one effect, the newest of each, before the notes that call their events applied: after a
/// crash between the two they are applied again, to the same end.
fn bundled(effects: Vec<Effect>, notes: Vec<NotedEvent>) -> Vec<Effect> {
    let (mut records, mut others): (Vec<Record>, Vec<Effect>) = (Vec::new(), Vec::new());
    let mut places = std::collections::HashMap::new();
    for effect in effects {
        let Effect::KeepRecord(record) = effect else {
            others.push(effect);
            continue;
        };
        let key = (record.profile_id.clone(), record.family, record.id.clone());
        match places.get(&key) {
            Some(place) => records[*place] = *record,
            None => {
                places.insert(key, records.len());
                records.push(*record);
            }
        }
    }
    let mut bundled = Vec::new();
    if !records.is_empty() {
        bundled.push(Effect::KeepRecords(records));
    }
    bundled.extend(others);
    if !notes.is_empty() {
        bundled.push(Effect::NoteEvents(notes));
    }
    bundled
}
