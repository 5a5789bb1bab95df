//! Many webhooks at once while hubs and the server are killed: what was answered with 2xx is stored exactly once, and
//! the service sends the rest again.

use std::collections::BTreeSet;
use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use paydesk_api::call::Method;
use paydesk_team::TeamRole;
use paydesk_test_basics::waiting::step_until;
use paydesk_test_desk::Service;
use serde_json::{Value, json};

use super::running::{RunningHub, SECRET, USER, deliver, stored_ids};
use crate::team::harness::{ServerOptions, Team, free_port};

const EVENTS: usize = 1_500;
const SENDERS: usize = 16;

/// Sends each event until it is answered with 200, now to one hub and now to the other.
async fn send_all(addresses: [SocketAddr; 2], next: Arc<AtomicUsize>, answered: Arc<AtomicUsize>) -> Vec<String> {
    let mut acknowledged = Vec::new();
    loop {
        let number = next.fetch_add(1, Ordering::Relaxed);
        if number >= EVENTS {
            return acknowledged;
        }
        let id = format!("evt_{number}");
        for attempt in 0.. {
            match deliver(addresses[(number + attempt) % 2], &id).await {
                Some(200) => break,
                // Others are to be served meanwhile.
                None | Some(503 | 500) => tokio::time::sleep(Duration::from_millis(5)).await,
                other => panic!("{other:?}"),
            }
        }
        acknowledged.push(id);
        answered.fetch_add(1, Ordering::Relaxed);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_a_burst_each_webhook_is_stored_once_though_hubs_and_the_server_are_killed() {
    let options = ServerOptions { is_durable: true, ..ServerOptions::default() };
    let Some(mut team) = Team::start_with("a burst of webhooks", &options).await else { return };
    let mut first = RunningHub::of(&team).await;
    let second = RunningHub::of(&team).await;
    let (addresses, url) = ([first.address, second.address], team.server.url(USER));
    let (next, answered) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
    let mut senders = tokio::task::JoinSet::new();
    for _ in 0..SENDERS {
        senders.spawn(send_all(addresses, next.clone(), answered.clone()));
    }
    let until = |count: usize| {
        let answered = answered.clone();
        step_until("events are answered", move || (answered.load(Ordering::Relaxed) >= count).then_some(()));
    };
    tokio::task::block_in_place(|| {
        until(EVENTS / 5);
        first.kill();
        until(EVENTS * 2 / 5);
        team.server.kill_and_start_again();
        first = RunningHub::start(&url, "Shop", addresses[0].port());
        until(EVENTS * 3 / 5);
        team.server.kill_and_start_again();
    });
    let acknowledged: BTreeSet<String> = senders.join_all().await.into_iter().flatten().collect();
    assert_eq!(acknowledged.len(), EVENTS);
    let reader = team.join("cleo", TeamRole::Reader).await;
    let stored = stored_ids(&reader, team.profile).await;
    assert_eq!(stored.len(), EVENTS, "stored once each");
    assert_eq!(stored.into_iter().collect::<BTreeSet<_>>(), acknowledged);
}

#[test]
fn what_a_killed_hub_did_not_answer_is_sent_again_by_the_service() {
    let service = Service::start();
    let Some(mut team) = service.threads.block_on(Team::start("the service sends again")) else { return };
    service.threads.block_on(team.join(USER, TeamRole::Hub));
    let (url, port) = (team.server.url(USER), free_port());
    let mut hub = RunningHub::start(&url, "Shop", port);
    let registered = json!({"url": format!("http://127.0.0.1:{port}/hooks"), "secret": SECRET, "past_events": true});
    service.ask(Method::Post, "/_sandbox/webhooks", Some(registered));
    step_until("some are stored", || (hub.metric("stored_total") > 20).then_some(()));
    hub.kill();
    let events = |service: &Service| -> Vec<Value> {
        let (mut all, mut after) = (Vec::new(), 0);
        loop {
            let page = service.ask(Method::Get, &format!("/_sandbox/events?after={after}"), None);
            let rows = page["data"].as_array().unwrap();
            all.extend(rows.iter().cloned());
            match rows.last() {
                Some(last) => after = last["seq"].as_i64().unwrap(),
                None => return all,
            }
        }
    };
    let attempts =
        |event: &Value| -> Vec<Value> { event["deliveries"][0]["attempts"].as_array().cloned().unwrap_or_default() };
    let failed = |event: &Value| attempts(event).iter().any(|attempt| attempt["status"] != 200);
    step_until("the service met no hub", || events(&service).iter().any(failed).then_some(()));
    // One without a database next.
    hub = RunningHub::start(&url, "Shop", port);
    team.server.kill();
    let away = |event: &Value| attempts(event).iter().any(|attempt| attempt["status"] == 503);
    step_until("the hub asked for one again", || {
        service.ask(Method::Post, "/_sandbox/clock", Some(json!({"advance_seconds": 61})));
        events(&service).iter().any(away).then_some(())
    });
    team.server.start_again();
    let is_delivered = |event: &Value| event["deliveries"][0]["status"] == "delivered";
    let all = step_until("all are delivered", || {
        service.ask(Method::Post, "/_sandbox/clock", Some(json!({"advance_seconds": 61})));
        let all = events(&service);
        all.iter().all(is_delivered).then_some(all)
    });
    assert!(hub.health().0 == 200 && all.iter().any(failed));
    let sent: BTreeSet<String> = all.iter().map(|event| event["event_id"].as_str().unwrap().to_owned()).collect();
    let stored = service.threads.block_on(async {
        let reader = team.join("cleo", TeamRole::Reader).await;
        stored_ids(&reader, team.profile).await
    });
    assert_eq!((stored.len(), stored.into_iter().collect::<BTreeSet<_>>()), (sent.len(), sent));
}
