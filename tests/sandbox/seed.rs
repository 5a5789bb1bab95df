//! The seed data: believable, complete, and the same for the same seed.

use std::collections::{BTreeMap, BTreeSet};

use paydesk_sandbox::{ClockStart, SandboxConfig, start};
use paydesk_test_sandbox::helpers::{Client, START, all_rows, config};
use serde_json::{Value, json};

fn shop(seed: u64, payments: u32) -> SandboxConfig {
    SandboxConfig { seed, payments, ..config() }
}

#[tokio::test]
async fn the_same_seed_gives_the_same_shop_and_another_seed_another() {
    let (one, two, other) = (Client::with(shop(7, 300)), Client::with(shop(7, 300)), Client::with(shop(8, 300)));
    let rows = all_rows(&one, "/payments/list").await;
    assert_eq!(rows.len(), 300);
    assert_eq!(rows, all_rows(&two, "/payments/list").await);
    assert_ne!(rows, all_rows(&other, "/payments/list").await);
}

#[tokio::test]
async fn ids_and_amounts_do_not_depend_on_when_the_shop_is_seeded() {
    let later = ClockStart::Frozen("2027-02-03T04:05:06Z".parse().unwrap());
    let (now, later) = (Client::with(shop(7, 300)), Client::with(SandboxConfig { clock: later, ..shop(7, 300) }));
    let ids_and_amounts = |rows: Vec<Value>| -> Vec<(Value, Value)> {
        rows.iter().map(|row| (row["payment_id"].clone(), row["amount"].clone())).collect()
    };
    assert_eq!(
        ids_and_amounts(all_rows(&now, "/payments/list").await),
        ids_and_amounts(all_rows(&later, "/payments/list").await)
    );
}

#[tokio::test]
async fn the_shop_has_every_status_five_currencies_and_plausible_declines() {
    let client = Client::with(shop(1, 2_000));
    let rows = all_rows(&client, "/payments/list").await;
    let mut statuses: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &rows {
        *statuses.entry(row["status"].as_str().unwrap()).or_default() += 1;
    }
    println!("{statuses:?}");
    assert_eq!(statuses.len(), 9, "{statuses:?}");
    assert!(statuses["succeeded"] > 1_500, "{statuses:?}");
    assert!((80..220).contains(&statuses["failed"]), "{statuses:?}");
    let currencies: BTreeSet<&str> = rows.iter().map(|row| row["currency"].as_str().unwrap()).collect();
    assert_eq!(currencies, BTreeSet::from(["EUR", "GBP", "JPY", "KWD", "USD"]));
    let codes: BTreeSet<&str> = rows.iter().filter_map(|row| row["unified_code"].as_str()).collect();
    assert!(codes.len() >= 12, "{codes:?}");
    assert!(rows.is_sorted_by(|newer, older| newer["created"].as_str() >= older["created"].as_str()));
}

#[tokio::test]
async fn a_started_sandbox_serves_its_seed_data_over_a_connection_and_stops() {
    let running = start(shop(1, 50)).await.unwrap();
    let text = raw_get(&running, "/health").await;
    assert!(text.starts_with("HTTP/1.1 200"), "{text}");
    running.stop().await.unwrap();
}

async fn raw_get(running: &paydesk_sandbox::RunningSandbox, path: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(running.addr).await.unwrap();
    let key = &running.credentials.api_key;
    let request = format!("GET {path} HTTP/1.1\r\nhost: localhost\r\napi-key: {key}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text
}

#[tokio::test]
async fn some_payments_of_a_new_shop_need_action_soon() {
    let client = Client::with(shop(1, 2_000));
    let held = client.post("/payments/list", json!({"status": "requires_capture", "limit": 100})).await.ok();
    let created = |row: &Value| row["created"].as_str().unwrap().parse::<chrono::DateTime<chrono::Utc>>().unwrap();
    let age_hours = |row: &Value| (START.parse::<chrono::DateTime<chrono::Utc>>().unwrap() - created(row)).num_hours();
    let ages: Vec<i64> = held["data"].as_array().unwrap().iter().map(age_hours).collect();
    assert!(ages.iter().all(|age| *age < 7 * 24), "an authorization has outlived its seven days: {ages:?}");
    assert!(ages.iter().any(|age| *age >= 5 * 24), "no authorization is near its end: {ages:?}");
    let waiting = all_rows(&client, "/payments/list")
        .await
        .iter()
        .filter(|row| row["status"] == "requires_merchant_action")
        .count();
    assert!(waiting >= 4, "{waiting} reviews");
}

#[tokio::test]
async fn the_shop_s_customers_come_back_and_its_orders_read_like_orders() {
    let client = Client::with(shop(1, 2_000));
    let rows = all_rows(&client, "/payments/list").await;
    let mut by_customer: BTreeMap<String, usize> = BTreeMap::new();
    for row in rows.iter().take(400) {
        let payment = client.payment(row["payment_id"].as_str().unwrap()).await;
        assert!(payment["metadata"]["order_id"].is_string() && payment["metadata"]["channel"].is_string());
        assert!(payment["statement_descriptor"].as_str().unwrap().len() <= 22);
        assert!(payment["email"].as_str().unwrap().ends_with(".example"), "an address that somebody could own");
        if let Some(customer_id) = payment["customer_id"].as_str() {
            *by_customer.entry(customer_id.to_owned()).or_default() += 1;
        }
    }
    assert!(by_customer.len() > 100, "{} customers", by_customer.len());
    assert!(by_customer.values().filter(|payments| **payments > 1).count() > 30, "hardly anybody comes back");
}

#[tokio::test]
async fn a_seeded_shop_changes_with_the_clock() {
    let client = Client::with(shop(1, 2_000));
    let open = ["requires_action", "processing", "requires_capture", "requires_merchant_action"];
    let before = all_rows(&client, "/payments/list").await;
    assert!(open.iter().all(|status| before.iter().any(|row| row["status"] == *status)));
    client.advance(8 * 86_400).await;
    let after = all_rows(&client, "/payments/list").await;
    assert!(after.iter().all(|row| !open.contains(&row["status"].as_str().unwrap())), "something never ended");
    assert!(client.get("/_sandbox/ledger").await.ok()["data"].as_array().unwrap().len() > 10);
}
