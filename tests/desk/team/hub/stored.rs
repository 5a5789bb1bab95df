//! What a hub stores, and what it answers.

use std::time::Duration;

use paydesk_domain::ids::EventId;
use paydesk_domain::profile::Environment;
use paydesk_team::{NewTeamEvent, TeamEventStored, TeamRefusal, TeamRole};
use paydesk_test_basics::waiting::step_until;
use serde_json::json;

use super::running::{HubStart, RunningHub, SECRET, USER, deliver, exchange, log_lines, refund, signed, stored_ids};
use crate::team::harness::{Team, password_of};

fn event(id: &str, body: &str) -> NewTeamEvent {
    let headers = vec![("x-test".to_owned(), "äöü".to_owned())];
    NewTeamEvent { event_id: EventId::new(id), headers, body: body.as_bytes().into() }
}

#[tokio::test]
async fn events_of_one_call_have_numbers_in_a_row_and_each_is_stored_once() {
    use TeamEventStored::{Differs, Known, New};
    let Some(team) = Team::start("events of a call").await else { return };
    let hub = team.join(USER, TeamRole::Hub).await;
    let profile = team.profile;
    let first = [event("a", "1"), event("b", "2"), event("a", "1"), event("a", "3")];
    assert_eq!(hub.store_events(profile, &first).await.unwrap(), [New, New, Known, Differs]);
    let second = [event("b", "2"), event("c", "4"), event("b", "9")];
    assert_eq!(hub.store_events(profile, &second).await.unwrap(), [Known, New, Differs]);
    assert_eq!(hub.store_events(profile, &second[..1]).await.unwrap(), [Known]);
    let reader = team.join("cleo", TeamRole::Reader).await;
    let page = reader.events_after(profile, 0).await.unwrap();
    let read: Vec<_> = page.events.iter().map(|it| (it.event_id.as_str(), &*it.body, it.change)).collect();
    assert_eq!(read, [("a", &b"1"[..], 1), ("b", &b"2"[..], 2), ("c", &b"4"[..], 3)]);
    assert_eq!((page.upto, page.events[0].headers[0].1.as_str()), (3, "äöü"));
    assert!(reader.events_after(profile, 3).await.unwrap().events.is_empty());
    assert_eq!(reader.first_events_after(profile).await, Ok(0));
}

#[tokio::test]
async fn storing_events_reads_no_more_however_many_are_stored() {
    const EVENTS: i64 = 4_000;
    let Some(team) = Team::start("reads of many events").await else { return };
    let hub = team.join(USER, TeamRole::Hub).await;
    for batch in 0..EVENTS / 100 {
        let events: Vec<_> = (0..100).map(|number| event(&format!("{batch}-{number}"), "1")).collect();
        hub.store_events(team.profile, &events).await.unwrap();
        assert_eq!(hub.store_events(team.profile, &events[..5]).await.unwrap(), [TeamEventStored::Known; 5]);
    }
    drop(hub);
    let superuser = team.server.superuser().await;
    let sql = "SELECT n_tup_ins, seq_tup_read + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes AS i \
               WHERE i.relid = t.relid)::bigint FROM pg_stat_user_tables AS t WHERE relid = 'paydesk.event'::regclass";
    // The numbers of a session are counted when it has ended.
    let read = loop {
        let row = superuser.query_one(sql, &[]).await.unwrap();
        if row.get::<_, i64>(0) == EVENTS {
            break row.get::<_, i64>(1);
        }
    };
    assert!(read < EVENTS, "{read} rows were read to store {EVENTS}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn events_that_are_older_than_they_are_kept_are_deleted_and_nothing_else_is() {
    const DAY: Duration = Duration::from_secs(86_400);
    let Some(team) = Team::start("old events").await else { return };
    let (hub, desk) = team.desk(USER, TeamRole::Hub).await;
    let profile = team.profile;
    let all: Vec<_> = (0..1_200).map(|number| event(&format!("evt_{number}"), "1")).collect();
    hub.store_events(profile, &all).await.unwrap();
    let superuser = team.server.superuser().await;
    let sql = "UPDATE paydesk.event SET received_at = received_at - interval '31 days' WHERE change <= 1100";
    superuser.execute(sql, &[]).await.unwrap();
    assert_eq!(hub.delete_events(profile, 6 * DAY, 10).await, Err(TeamRefusal::EventsKept("7".to_owned()).into()));
    assert_eq!(hub.delete_events(profile, 90 * DAY, 10).await, Ok(0));
    assert_eq!(hub.delete_events(profile, 30 * DAY, 10).await, Ok(10), "no more than were asked for");
    let reader = team.join("cleo", TeamRole::Reader).await;
    assert!(reader.delete_events(profile, 30 * DAY, 10).await.is_err());
    let url = team.server.url(USER);
    let args = vec!["--keep-events=30d".to_owned()];
    let running =
        RunningHub::start_with(&HubStart { url: &url, profile: "Shop", port: 0, key: None, args, elsewhere: None });
    step_until("old events are deleted", || (running.metric("events_deleted_total") == 1_090).then_some(()));
    let left = stored_ids(&reader, profile).await;
    assert_eq!(left, (1_100..1_200).map(|number| format!("evt_{number}")).collect::<Vec<_>>());
    assert!(reader.desks(profile, 300).await.unwrap().iter().any(|seen| seen.id == desk));
}

#[tokio::test]
async fn only_a_hub_stores_events_and_a_hub_changes_nothing_else() {
    let Some(team) = Team::start("roles and events").await else { return };
    for role in TeamRole::ALL.into_iter().filter(|role| *role != TeamRole::Hub) {
        let person = team.join(&format!("{}-person", role.name()), role).await;
        assert!(person.store_events(team.profile, &[event("a", "1")]).await.is_err(), "{role:?}");
    }
    let (hub, desk) = team.desk(USER, TeamRole::Hub).await;
    let note = crate::team::records::note("a", None, "");
    assert!(hub.put_record(team.profile, desk, &note).await.is_err());
    let owner = team.owner().await;
    let other = owner.add_profile("Other", Environment::Sandbox, "https://a.example").await.unwrap();
    let refused = hub.store_events(other, &[event("a", "1")]).await;
    assert_eq!(refused, Err(TeamRefusal::NotAMember.into()));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_webhook_is_stored_once_before_it_is_answered_and_nothing_of_it_is_logged() {
    let Some(team) = Team::start("webhooks of a hub").await else { return };
    let hub = RunningHub::of(&team).await;
    let reader = team.join("cleo", TeamRole::Reader).await;
    assert_eq!(deliver(hub.address, "evt_1").await, Some(200));
    let page = reader.events_after(team.profile, 0).await.unwrap();
    assert_eq!(&*page.events[0].body, refund("evt_1").as_bytes());
    let hidden = page.events[0].headers.iter().find(|(name, _)| name == "authorization").map(|(_, value)| &**value);
    assert_eq!(hidden, Some("(hidden)"));
    assert_eq!(deliver(hub.address, "evt_1").await, Some(200));
    // As the window's receiver: the first counts.
    let other = refund("evt_1").replace("1250", "9999");
    assert_eq!(exchange(hub.address, &signed(&other, SECRET)).await.unwrap().0, 200);
    for (request, status) in [
        (signed(&refund("evt_2"), "whsec_other"), 401),
        (signed("{}", SECRET), 400),
        (b"POST / HTTP/1.1\r\nhost: x\r\ncontent-length: 9999999\r\n\r\n".to_vec(), 413),
        (b"PUT /healthz HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(), 405),
        (b"GET / HTTP/1.1\r\nhost: x\r\n\r\n".to_vec(), 405),
    ] {
        assert_eq!(exchange(hub.address, &request).await.unwrap().0, status);
    }
    assert_eq!(stored_ids(&reader, team.profile).await, ["evt_1"]);
    assert_eq!(&*reader.events_after(team.profile, 0).await.unwrap().events[0].body, refund("evt_1").as_bytes());
    for (metric, count) in [
        ("received_total", 3),
        ("stored_total", 1),
        ("duplicates_total", 1),
        ("conflicts_total", 1),
        ("refused_total{reason=\"signature\"}", 1),
        ("refused_total{reason=\"unreadable\"}", 1),
        ("refused_total{reason=\"too_large\"}", 1),
        ("refused_total{reason=\"method\"}", 2),
        ("store_seconds_count", 3),
        ("backlog", 0),
        ("storing", 1),
    ] {
        assert_eq!(hub.metric(metric), count, "{metric}");
    }
    let log = hub.log();
    let conflict = log_lines(&log).into_iter().find(|line| line["event_id"] == "evt_1").expect(&log);
    assert_eq!(conflict["level"], "WARN");
    for secret in [SECRET, "whsec_other", password_of(USER).expose(), "refund_details", "pay_1", "of-the-proxy"] {
        assert!(!log.contains(secret), "{secret} in {log}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_card_number_an_account_and_a_key_in_a_webhook_are_masked_before_it_is_stored() {
    let Some(team) = Team::start("secrets in webhooks").await else { return };
    let hub = RunningHub::of(&team).await;
    let reader = team.join("cleo", TeamRole::Reader).await;
    let secrets = ["4242424242424242", "DE89370400440532013000", "snd_c69a8b1f2d3e4c5a6b7d8e9f"];
    let reason = format!("card {}, account {}, key {}", secrets[0], secrets[1], secrets[2]);
    let body = refund("evt_1").replace("\"currency\"", &format!("\"reason\":\"{reason}\",\"currency\""));
    for _ in 0..2 {
        assert_eq!(exchange(hub.address, &signed(&body, SECRET)).await.unwrap().0, 200);
    }
    let page = reader.events_after(team.profile, 0).await.unwrap();
    let stored = String::from_utf8(page.events[0].body.to_vec()).unwrap();
    assert!(secrets.iter().all(|secret| !stored.contains(secret)), "{stored}");
    assert!(stored.contains("ref_of_evt_1") && stored.contains("1250"), "{stored}");
    assert_eq!(
        (hub.metric("duplicates_total"), hub.metric("conflicts_total")),
        (1, 0),
        "it is known by what is stored"
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_event_that_the_database_cannot_take_keeps_no_other_out() {
    let Some(team) = Team::start("an event that cannot be stored").await else { return };
    let hub = RunningHub::of(&team).await;
    let odd = signed(&json!({"event_id": "evt_\u{0}"}).to_string(), SECRET);
    // The first waits for the counter of changes, so that the others come into one commit behind it.
    let superuser = team.server.superuser().await;
    superuser.batch_execute("BEGIN; SELECT FROM paydesk.change_counter FOR UPDATE").await.unwrap();
    let address = hub.address;
    let mut sent = tokio::task::JoinSet::new();
    for number in 0..5 {
        let request = if number == 2 { odd.clone() } else { signed(&refund(&format!("evt_{number}")), SECRET) };
        sent.spawn(async move { exchange(address, &request).await.unwrap().0 });
        if number == 0 {
            step_until("the first waits", || (hub.metric("backlog") == 1).then_some(()));
        }
    }
    step_until("all wait", || (hub.metric("backlog") == 5).then_some(()));
    superuser.batch_execute("COMMIT").await.unwrap();
    let mut statuses = sent.join_all().await;
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 200, 200, 200, 500]);
    let reader = team.join("cleo", TeamRole::Reader).await;
    assert_eq!(stored_ids(&reader, team.profile).await.len(), 4);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn without_its_database_a_hub_asks_for_the_webhook_again_and_is_well_with_it() {
    let Some(mut team) = Team::start("a hub without its database").await else { return };
    let hub = RunningHub::of(&team).await;
    team.server.kill();
    step_until("the hub is not well", || (hub.health().0 == 503).then_some(()));
    let (status, answer) = exchange(hub.address, &signed(&refund("evt_1"), SECRET)).await.unwrap();
    assert!(status == 503 && answer.to_lowercase().contains("retry-after: 5\r\n"), "{answer}");
    assert_eq!(hub.metric("storing"), 0);
    team.server.start_again();
    step_until("the hub is well", || (hub.health().0 == 200).then_some(()));
    assert_eq!(deliver(hub.address, "evt_1").await, Some(200));
    let reader = team.join("cleo", TeamRole::Reader).await;
    assert_eq!(stored_ids(&reader, team.profile).await, ["evt_1"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_hub_that_is_told_to_end_answers_what_is_under_way_first() {
    let Some(team) = Team::start("a hub that ends").await else { return };
    let mut hub = RunningHub::of(&team).await;
    let superuser = team.server.superuser().await;
    superuser.batch_execute("BEGIN; SELECT FROM paydesk.change_counter FOR UPDATE").await.unwrap();
    let under_way = tokio::spawn({
        let address = hub.address;
        async move { deliver(address, "evt_1").await }
    });
    step_until("it waits", || (hub.metric("backlog") == 1).then_some(()));
    hub.terminate();
    step_until("it takes no more", || std::net::TcpStream::connect(hub.address).is_err().then_some(()));
    superuser.batch_execute("COMMIT").await.unwrap();
    assert_eq!(under_way.await.unwrap(), Some(200));
    assert!(hub.ended().success());
    let reader = team.join("cleo", TeamRole::Reader).await;
    assert_eq!(stored_ids(&reader, team.profile).await, ["evt_1"]);
}
