//! The seed data: believable, complete, and the same for the same seed.

use std::collections::{BTreeMap, BTreeSet};

use paydesk::sandbox::{ClockStart, SandboxConfig, start};
use serde_json::{Value, json};

use super::helpers::{Client, config};

async fn all_rows(client: &Client) -> Vec<Value> {
    let mut rows = Vec::new();
    loop {
        let page = client.post("/payments/list", json!({"limit": 100, "offset": rows.len()})).await.ok();
        rows.extend(page["data"].as_array().unwrap().iter().cloned());
        if page["has_more"] != true {
            assert_eq!(page["total_count"], rows.len());
            return rows;
        }
    }
}

fn shop(seed: u64, payments: u32) -> SandboxConfig {
    SandboxConfig { seed, payments, ..config() }
}

#[tokio::test]
async fn the_same_seed_gives_the_same_shop_and_another_seed_another() {
    let (one, two, other) = (Client::with(shop(7, 300)), Client::with(shop(7, 300)), Client::with(shop(8, 300)));
    let rows = all_rows(&one).await;
    assert_eq!(rows.len(), 300);
    assert_eq!(rows, all_rows(&two).await);
    assert_ne!(rows, all_rows(&other).await);
}

#[tokio::test]
async fn ids_and_amounts_do_not_depend_on_when_the_shop_is_seeded() {
    let later = ClockStart::Frozen("2027-02-03T04:05:06Z".parse().unwrap());
    let (now, later) = (Client::with(shop(7, 300)), Client::with(SandboxConfig { clock: later, ..shop(7, 300) }));
    let told = |rows: Vec<Value>| -> Vec<(Value, Value)> {
        rows.iter().map(|row| (row["payment_id"].clone(), row["amount"].clone())).collect()
    };
    assert_eq!(told(all_rows(&now).await), told(all_rows(&later).await));
}

#[tokio::test]
async fn the_shop_has_every_status_five_currencies_and_plausible_declines() {
    let client = Client::with(shop(1, 2_000));
    let rows = all_rows(&client).await;
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

async fn raw_get(running: &paydesk::sandbox::RunningSandbox, path: &str) -> String {
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    let mut stream = tokio::net::TcpStream::connect(running.addr).await.unwrap();
    let key = &running.credentials.api_key;
    let request = format!("GET {path} HTTP/1.1\r\nhost: sandbox\r\napi-key: {key}\r\nconnection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text
}
