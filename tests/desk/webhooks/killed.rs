//! A desk that is killed between "durable" and "applied": the events are applied once, at the next start.
//!
//! The receiver's side is this very test binary, started again: it keeps events and never comes to apply them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::mpsc::sync_channel;

use paydesk_core::effect::StoreJob;
use paydesk_core::features::webhooks::Delivery;
use paydesk_core::operations::ResourceKind;
use paydesk_domain::ids::EventId;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::refund::RefundStatus;
use paydesk_store::{DeliveryStored, Store, StoreFiles};
use paydesk_test_desk::{RuntimeHarness, Service};

use super::{refund_event, rows};

const WORK: &str = "PAYDESK_WEBHOOK_KILL_WORK";

const EVENTS: i64 = 40;

#[test]
#[ignore = "started by the test that kills it"]
fn the_store_that_is_killed_keeps_events_and_applies_none() {
    let Ok(data) = std::env::var(WORK) else { return };
    let store = Store::start(StoreFiles::in_dir(Path::new(&data)), Box::new(|_| ())).unwrap();
    // As a desk does it: without a journal the next start asks a person first.
    store.submit(StoreJob::OpenJournal);
    store.submit(StoreJob::OpenEvents);
    let keep = store.keep_events();
    for number in 0.. {
        let status = if number % 2 == 0 { "succeeded" } else { "pending" };
        let event = refund_event(&format!("evt_{number}"), &format!("ref_{}", number / 2), status, 60 - number % 60);
        let delivery = Delivery {
            profile_id: ProfileId::embedded(),
            event_id: EventId::new(format!("evt_{number}")),
            received_at: "2026-11-21T10:00:00Z".parse().unwrap(),
            headers: Vec::new(),
            body: event.to_string().into_bytes().into(),
        };
        let (reported, durable) = sync_channel(1);
        assert!(keep.keep(delivery, Box::new(move |stored| reported.send(stored).unwrap())));
        assert_eq!(durable.recv().unwrap(), DeliveryStored::New);
        // Said only now: what the sender would be answered 200 for.
        println!("durable {number}");
        std::io::stdout().flush().unwrap();
    }
}

#[test]
fn what_was_answered_200_before_a_kill_is_applied_once_after_it() {
    let service = Service::with(paydesk_sandbox::SandboxConfig { payments: 5, ..Default::default() });
    let data = tempfile::tempdir().unwrap();
    let name = "webhooks::killed::the_store_that_is_killed_keeps_events_and_applies_none";
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", name, "--ignored", "--nocapture", "--test-threads=1"])
        .env(WORK, data.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let last = format!("durable {}", EVENTS - 1);
    lines.find(|line| line.as_ref().is_ok_and(|line| line.ends_with(&last))).unwrap().unwrap();
    child.kill().unwrap();
    assert!(child.wait().unwrap().code().is_none(), "it was not killed");

    let mut desk = RuntimeHarness::open(&service, data.path());
    desk.until("all are applied", |state| rows(state).count() >= EVENTS as usize);
    for number in 0..EVENTS / 2 {
        let known = desk.state.workspace.records.find(ResourceKind::Refund, &format!("ref_{number}")).unwrap();
        assert_eq!(known.refund().unwrap().status, Some(RefundStatus::Succeeded));
    }
    let applied: Vec<_> = notes(&desk);
    desk.close();

    let mut desk = RuntimeHarness::open(&service, data.path());
    desk.until("they are listed again", |state| rows(state).count() >= EVENTS as usize);
    assert_eq!(notes(&desk), applied, "they were applied again");
    desk.close();
}

/// When each event was applied, and to what end.
fn notes(desk: &RuntimeHarness) -> Vec<(String, Option<paydesk_core::features::webhooks::EventNote>)> {
    let ours = |id: &str| id.strip_prefix("evt_").is_some_and(|number| number.parse::<i64>().is_ok());
    let genuine = rows(&desk.state).filter_map(|row| row.genuine());
    let genuine = genuine.filter(|(kept, _)| ours(kept.delivery.event_id.as_str()));
    genuine.map(|(kept, _)| (kept.delivery.event_id.as_str().to_owned(), kept.note.clone())).collect()
}
