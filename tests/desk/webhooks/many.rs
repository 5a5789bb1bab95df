//! A hundred thousand deliveries, duplicated and out of order, through the store and the core.

use std::collections::HashMap;

use paydesk_core::effect::StoreJob;
use paydesk_core::features::webhooks::{Delivery, NotedEvent, StoredEvent};
use paydesk_core::operations::ResourceKind;
use paydesk_core::{Effect, Message};
use paydesk_domain::ids::EventId;
use paydesk_domain::profile::ProfileId;
use paydesk_store::DeliveryStored;
use paydesk_store::webhook_events::WebhookEventsFile;
use paydesk_test_basics::rng::Rng;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::{Pay, start_time};
use paydesk_test_core::webhooks::at;
use serde_json::{Value, json};

const DELIVERIES: usize = 100_000;

/// Things of each kind, and events of each.
const THINGS: usize = 2_000;

const COMMIT: usize = 2_500;

/// The lives that things have: status by status.
const REFUND: [&str; 3] = ["pending", "succeeded", "failed"];

const PAYOUT: [&str; 4] = ["initiated", "pending", "success", "reversed"];

const PAYMENT: [&str; 3] = ["processing", "requires_capture", "succeeded"];

const SUBSCRIPTION: [&str; 4] = ["created", "active", "paused", "active"];

fn delivery(kind: &str, thing: usize, step: usize, status: &str) -> Delivery {
    let event_id = format!("evt_{kind}_{thing}_{step}");
    let second = i64::try_from(step).unwrap();
    let id = format!("{kind}_{thing}");
    let mut object = json!({"amount": 500, "currency": "EUR", "status": status});
    let field = match kind {
        "subscription" => "id".to_owned(),
        _ => format!("{kind}_id"),
    };
    object[field] = json!(id);
    match kind {
        "refund" => object["updated"] = json!(at(second)),
        "payout" | "payment" => object["modified_at"] = json!(at(second)),
        // Its events alone tell the time.
        _ => object["plan_id"] = json!(format!("plan_{step}")),
    }
    let body = json!({"event_id": event_id, "event_type": "told", "content": {"type": format!("{kind}_details"),
        "object": object}, "timestamp": at(second)});
    Delivery {
        profile_id: ProfileId::embedded(),
        event_id: EventId::new(event_id),
        received_at: start_time(),
        headers: Vec::new(),
        body: body.to_string().into_bytes().into(),
    }
}

fn lives() -> Vec<Delivery> {
    let mut events = Vec::new();
    for thing in 0..THINGS {
        for (kind, life) in
            [("refund", &REFUND[..]), ("payout", &PAYOUT), ("payment", &PAYMENT), ("subscription", &SUBSCRIPTION)]
        {
            events.extend(life.iter().enumerate().map(|(step, status)| delivery(kind, thing, step, status)));
        }
    }
    events
}

/// Every event some times, in no order at all.
fn deliveries() -> (usize, Vec<Delivery>) {
    let events = lives();
    let mut rng = Rng::seeded(41);
    let mut all = events.clone();
    while all.len() < DELIVERIES {
        all.push(events[rng.below(events.len() as u64) as usize].clone());
    }
    for place in (1..all.len()).rev() {
        all.swap(place, rng.below(place as u64 + 1) as usize);
    }
    (events.len(), all)
}

#[test]
fn of_a_hundred_thousand_deliveries_each_event_is_applied_once_and_everything_ends_as_it_should() {
    let dir = tempfile::tempdir().unwrap();
    let file = WebhookEventsFile::open(&dir.path().join("events.sqlite")).file.unwrap();
    let pays = (0..THINGS).map(|n| Pay::with_status(&format!("payment_{n}"), "requires_confirmation", 500)).collect();
    let mut desk = Desk::ready(pays);
    let (distinct, deliveries) = deliveries();
    let mut noted: HashMap<String, usize> = HashMap::new();
    for group in deliveries.chunks(COMMIT) {
        let stored = file.keep(group);
        let new = group.iter().zip(stored).filter(|(_, stored)| *stored == DeliveryStored::New);
        let events: Vec<StoredEvent> = new.map(|(delivery, _)| StoredEvent::read(delivery.clone(), 1, None)).collect();
        let before = desk.other.len();
        desk.event(Message::WebhooksArrived { events });
        for effect in &desk.other[before..] {
            if let Effect::Store(StoreJob::NoteEvents(notes)) = effect {
                file.note(notes).unwrap();
                for NotedEvent { event_id, .. } in notes {
                    *noted.entry(event_id.as_str().to_owned()).or_default() += 1;
                }
            }
        }
        desk.other.truncate(before);
    }
    assert_eq!(noted.len(), distinct);
    assert!(noted.values().all(|times| *times == 1), "an event was applied twice");
    let status = |kind, id: String| {
        let known = desk.state.workspace.records.find(kind, &id).unwrap_or_else(|| panic!("{id} is not known"));
        known.record.reported.as_deref().and_then(|reported| reported["status"].as_str()).map(str::to_owned)
    };
    for thing in 0..THINGS {
        assert_eq!(status(ResourceKind::Refund, format!("refund_{thing}")).as_deref(), Some("failed"));
        assert_eq!(status(ResourceKind::Payout, format!("payout_{thing}")).as_deref(), Some("reversed"));
        let subscription =
            desk.state.workspace.records.find(ResourceKind::Subscription, &format!("subscription_{thing}")).unwrap();
        assert_eq!(subscription.subscription().unwrap().plan_id.as_deref(), Some("plan_3"));
    }
    let loaded = (0..desk.state.workspace.payments.len()).filter_map(|row| desk.state.workspace.payments.row(row));
    let payments: Vec<&str> = loaded.map(|row| row.payment.status.as_str()).collect();
    assert!(!payments.is_empty() && payments.iter().all(|status| *status == "succeeded"), "{payments:?}");
    let opened = WebhookEventsFile::open(&dir.path().join("events.sqlite"));
    assert!(opened.events.iter().all(|kept| kept.note.is_some()), "an event is not called applied");
    let counted: u32 = counted(&dir.path().join("events.sqlite"));
    assert_eq!(counted as usize, DELIVERIES);
}

fn counted(path: &std::path::Path) -> u32 {
    let file = rusqlite::Connection::open(path).unwrap();
    file.query_row("SELECT sum(deliveries) FROM events", [], |row| row.get(0)).unwrap()
}

#[test]
fn every_event_of_a_life_ends_the_same_in_every_order() {
    let life: Vec<Delivery> =
        REFUND.iter().enumerate().map(|(step, status)| delivery("refund", 0, step, status)).collect();
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let mut desk = Desk::ready(Vec::new());
        for place in order {
            let kept = StoredEvent::read(life[place].clone(), 1, None);
            desk.event(Message::WebhooksArrived { events: vec![kept] });
        }
        let known = desk.state.workspace.records.find(ResourceKind::Refund, "refund_0").unwrap();
        assert_eq!(
            known.record.reported.as_deref().map(|reported: &Value| &reported["status"]),
            Some(&json!("failed")),
            "{order:?}"
        );
    }
}
