//! The file of webhook events: each id once and for ever, exact bytes, notes that stay, an export of all.

use paydesk_core::features::webhooks::{Delivery, EventNote, NotedEvent};
use paydesk_core::problem::Problem;
use paydesk_domain::ids::EventId;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::webhook::EventVerdict;
use paydesk_store::DeliveryStored;
use paydesk_store::webhook_events::WebhookEventsFile;

pub fn delivery(profile_id: &str, event_id: &str, body: &[u8]) -> Delivery {
    Delivery {
        profile_id: profile_id.to_owned().into(),
        event_id: EventId::new(event_id),
        received_at: "2026-11-21T10:00:00.25Z".parse().unwrap(),
        headers: vec![("x-one".to_owned(), "1".to_owned())],
        body: body.into(),
    }
}

pub fn noted(event_id: &str, reason: &str) -> NotedEvent {
    let note = EventNote {
        verdict: EventVerdict::Older,
        reason: reason.to_owned(),
        at: "2026-11-21T10:00:01Z".parse().unwrap(),
    };
    NotedEvent { profile_id: "shop".into(), event_id: EventId::new(event_id), note }
}

#[test]
fn an_id_is_new_once_in_each_profile_and_a_duplicate_in_one_commit_is_seen() {
    let dir = super::dir();
    let path = dir.path().join("events.sqlite");
    let file = WebhookEventsFile::open(&path).file.unwrap();
    let (one, other) = (delivery("shop", "evt_1", b"{}"), delivery("other", "evt_1", b"{}"));
    assert_eq!(
        file.keep(&[one.clone(), one.clone(), other]),
        [DeliveryStored::New, DeliveryStored::Duplicate, DeliveryStored::New]
    );
    drop(file);
    let opened = WebhookEventsFile::open(&path);
    assert_eq!(opened.file.unwrap().keep(std::slice::from_ref(&one)), [DeliveryStored::Duplicate]);
    assert_eq!((opened.events.len(), opened.events[0].deliveries), (2, 2));
    assert_eq!(opened.events[0].delivery, one);
}

#[test]
fn the_exact_bytes_come_back_whatever_they_are() {
    let dir = super::dir();
    let path = dir.path().join("events.sqlite");
    let bytes: Vec<u8> = (0..=255).chain([0, 0]).collect();
    WebhookEventsFile::open(&path).file.unwrap().keep(&[delivery("shop", "evt_1", &bytes)]);
    assert_eq!(*WebhookEventsFile::open(&path).events[0].delivery.body, *bytes);
}

#[test]
fn a_note_stays_as_it_was_first_written() {
    let dir = super::dir();
    let path = dir.path().join("events.sqlite");
    let file = WebhookEventsFile::open(&path).file.unwrap();
    file.keep(&[delivery("shop", "evt_1", b"{}")]);
    file.note(&[noted("evt_1", "first")]).unwrap();
    file.note(&[noted("evt_1", "second"), noted("evt_unknown", "nobody")]).unwrap();
    drop(file);
    assert_eq!(WebhookEventsFile::open(&path).events[0].note, Some(noted("evt_1", "first").note));
}

#[test]
fn of_many_the_newest_are_reported_and_all_that_wait_whatever_their_age() {
    let dir = super::dir();
    let path = dir.path().join("events.sqlite");
    let file = WebhookEventsFile::open(&path).file.unwrap();
    let all: Vec<Delivery> = (0..2_500).map(|n| delivery("shop", &format!("evt_{n}"), b"{}")).collect();
    file.keep(&all);
    let notes: Vec<NotedEvent> = (1..2_500).map(|n| noted(&format!("evt_{n}"), "done")).collect();
    file.note(&notes).unwrap();
    drop(file);
    let reported = WebhookEventsFile::open(&path).events;
    assert_eq!((reported.len(), reported[0].delivery.event_id.as_str()), (2_001, "evt_0"));
    assert!(reported[0].note.is_none() && reported[1..].iter().all(|kept| kept.note.is_some()));
}

#[test]
fn large_bodies_are_reported_up_to_a_bound() {
    let dir = super::dir();
    let path = dir.path().join("events.sqlite");
    let file = WebhookEventsFile::open(&path).file.unwrap();
    let large = vec![b'x'; 1024 * 1024];
    let all: Vec<Delivery> = (0..40).map(|n| delivery("shop", &format!("evt_{n}"), &large)).collect();
    file.keep(&all);
    let notes: Vec<NotedEvent> = (0..40).map(|n| noted(&format!("evt_{n}"), "done")).collect();
    file.note(&notes).unwrap();
    drop(file);
    let reported = WebhookEventsFile::open(&path).events;
    assert_eq!((reported.len(), reported[31].delivery.event_id.as_str()), (32, "evt_39"));
}

#[test]
fn an_export_has_every_event_of_the_profile_on_a_line() {
    let dir = super::dir();
    let file = WebhookEventsFile::open(&dir.path().join("events.sqlite")).file.unwrap();
    let body = "{\"name\": \"Zoë\"}\n".as_bytes();
    file.keep(&[delivery("shop", "evt_1", body), delivery("shop", "evt_2", b"{}"), delivery("other", "evt_3", b"{}")]);
    file.note(&[noted("evt_1", "late")]).unwrap();
    let export =
        file.export(&"shop".into(), &dir.path().join("exports"), "2026-11-21T10:00:00Z".parse().unwrap()).unwrap();
    let text = std::fs::read_to_string(&export.path).unwrap();
    let lines: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!((export.events, lines.len()), (2, 2));
    assert_eq!(
        (lines[0]["body"].as_str(), lines[0]["verdict"].as_str()),
        (Some("{\"name\": \"Zoë\"}\n"), Some("older"))
    );
    assert!(lines[1]["verdict"].is_null());
    let again =
        file.export(&"shop".into(), &dir.path().join("exports"), "2026-11-21T10:00:00Z".parse().unwrap()).unwrap();
    assert_ne!(again.path, export.path, "an earlier export was overwritten");
}

#[test]
fn a_damaged_file_is_set_aside_and_events_are_kept_again() {
    let dir = super::dir();
    let path = dir.path().join("events.sqlite");
    std::fs::write(&path, "not a database, but long enough to be taken for one".repeat(90)).unwrap();
    let opened = WebhookEventsFile::open(&path);
    assert!(opened.error.map(Problem::from).unwrap().what_to_do.contains("events.damaged-1.sqlite"));
    assert_eq!(opened.file.unwrap().keep(&[delivery("shop", "evt_1", b"{}")]), [DeliveryStored::New]);
}

#[test]
fn older_events_of_a_profile_are_read_in_steps_up_to_the_first() {
    let dir = super::dir();
    let path = dir.path().join("events.sqlite");
    let file = WebhookEventsFile::open(&path).file.unwrap();
    let many: Vec<Delivery> = (0..7).map(|n| delivery("shop", &format!("evt_{n}"), b"{}")).collect();
    file.keep(&many);
    file.keep(&[delivery("other", "evt_9", b"{}")]);
    assert_eq!(
        file.counts().into_iter().collect::<Vec<_>>(),
        [(ProfileId::new("other"), 1), (ProfileId::new("shop"), 7)]
    );
    let older = |before: &str, most: u32| -> Vec<String> {
        let events = file.older(&"shop".into(), &EventId::new(before), most).unwrap();
        events.iter().map(|kept| kept.delivery.event_id.as_str().to_owned()).collect()
    };
    assert_eq!(older("evt_5", 2), ["evt_3", "evt_4"], "oldest first");
    assert_eq!(older("evt_3", 10), ["evt_0", "evt_1", "evt_2"]);
    assert!(older("evt_0", 10).is_empty());
    assert!(older("evt_9", 10).is_empty(), "of another profile");
}
