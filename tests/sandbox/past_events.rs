//! A webhook that asks for it is told once what happened before it was registered.

use std::collections::{BTreeMap, BTreeSet};

use paydesk_sandbox::SandboxConfig;
use paydesk_test_sandbox::helpers::{Client, START, config};
use serde_json::{Value, json};

fn shop() -> Client {
    Client::with(SandboxConfig { payments: 2_000, ..config() })
}

async fn register(client: &Client, port: u16, past_events: bool) -> String {
    let body = json!({"url": format!("http://127.0.0.1:{port}/x"), "past_events": past_events});
    client.post("/_sandbox/webhooks", body).await.ok()["webhook_id"].as_str().unwrap().to_owned()
}

async fn events(client: &Client) -> Vec<Value> {
    client.get("/_sandbox/events").await.ok()["data"].as_array().unwrap().clone()
}

/// How many events there are by the first word of their type.
fn by_resource(events: &[Value]) -> BTreeMap<&str, usize> {
    let mut counts = BTreeMap::new();
    for event in events {
        *counts.entry(event["event_type"].as_str().unwrap().split('_').next().unwrap()).or_default() += 1;
    }
    counts
}

#[tokio::test]
async fn a_webhook_that_asks_is_told_of_every_resource_oldest_first_with_the_times_of_then() {
    let client = shop();
    register(&client, 9, true).await;
    let events = events(&client).await;
    let times: Vec<&str> = events.iter().map(|event| event["timestamp"].as_str().unwrap()).collect();
    assert!(times.is_sorted() && *times.last().unwrap() <= START, "{times:?}");
    assert!(times[0] < "2026-10", "the oldest is of {}", times[0]);
    let counts = by_resource(&events);
    for resource in ["payment", "refund", "dispute", "payout"] {
        assert!(counts.get(resource).is_some_and(|count| *count >= 10), "{resource}: {counts:?}");
    }
    assert!(counts.contains_key("subscription") || counts.contains_key("invoice"), "{counts:?}");
    assert!((100..=440).contains(&events.len()), "{} events", events.len());
    for wanted in ["payment_link_paid", "payment_link_created", "payment_link_expired", "payout_initiated"] {
        assert!(events.iter().any(|event| event["event_type"] == wanted), "no {wanted}");
    }
    let due = events.iter().map(|event| event["deliveries"][0]["next_attempt_at"].as_str().unwrap());
    assert!(due.clone().is_sorted() && due.clone().all(|due| due > START), "they are sent a little later, one by one");
}

#[tokio::test]
async fn what_they_say_is_what_the_service_answers() {
    let client = shop();
    register(&client, 9, true).await;
    for event in events(&client).await.iter().rev().step_by(9) {
        let payload = client.get(&format!("/_sandbox/events/{}", event["event_id"].as_str().unwrap())).await.ok();
        let content = &payload["payload"]["content"];
        let id = event["object_id"].as_str().unwrap();
        let path = match content["type"].as_str().unwrap() {
            "payment_details" => format!("/payments/{id}"),
            "refund_details" => format!("/_sandbox/refunds/{id}"),
            "dispute_details" => format!("/_sandbox/disputes/{id}"),
            "payout_details" => format!("/_sandbox/payouts/{id}"),
            "payment_link_details" => format!("/_sandbox/payment_links/{id}"),
            "subscription_details" => format!("/_sandbox/subscriptions/{id}"),
            other => panic!("{other}"),
        };
        assert_eq!(content["object"]["status"], client.get(&path).await.ok()["status"], "{path}");
        assert_eq!(payload["payload"]["timestamp"], event["timestamp"]);
    }
}

#[tokio::test]
async fn the_same_shop_has_the_same_past_and_a_webhook_that_does_not_ask_gets_none() {
    let ids = |events: Vec<Value>| -> Vec<String> {
        events.iter().map(|event| event["event_id"].as_str().unwrap().to_owned()).collect()
    };
    let (client, other) = (shop(), shop());
    register(&client, 9, false).await;
    assert_eq!(ids(events(&client).await), Vec::<String>::new());
    register(&client, 10, true).await;
    register(&other, 9, true).await;
    let (past, same) = (ids(events(&client).await), ids(events(&other).await));
    assert_eq!(past, same);
    assert_eq!(past.iter().collect::<BTreeSet<_>>().len(), past.len());
    let deliveries = events(&client).await.iter().map(|event| event["deliveries"].as_array().unwrap().len()).max();
    assert_eq!(deliveries, Some(1), "only the one that asked is told");
}

#[tokio::test]
async fn a_second_webhook_makes_no_second_past_and_takes_over_what_nobody_took() {
    let client = shop();
    register(&client, 9, true).await;
    let before = events(&client).await.len();
    register(&client, 10, true).await;
    let after = events(&client).await;
    assert_eq!(after.len(), before);
    assert!(after.iter().all(|event| event["deliveries"].as_array().unwrap().len() == 2));
}

#[tokio::test]
async fn a_shop_without_a_past_tells_nothing() {
    let client = Client::new();
    register(&client, 9, true).await;
    assert_eq!(events(&client).await, Vec::<Value>::new());
}
