//! Disputes: shapes, lists, how they come about, what the seed data has of them. Evidence has a file of its own.

use std::collections::{BTreeMap, BTreeSet};

use paydesk_sandbox::SandboxConfig;
use paydesk_test_sandbox::helpers::{Answer, Client, all_rows, config, id, refuse_bad_pages};
use serde_json::{Value, json};

const GOOD: &str = "4242424242424242";

const DISPUTED: &str = "4000000000000259";

pub const FILE_FIELDS: [&str; 10] = [
    "customer_signature",
    "customer_communication",
    "service_documentation",
    "receipt",
    "cancellation_policy",
    "refund_policy",
    "shipping_documentation",
    "invoice_showing_distinct_transactions",
    "recurring_transaction_agreement",
    "uncategorized_file",
];

pub const DEADLINE_SECONDS: i64 = 14 * 86_400;

/// A dispute of a fresh payment; its id.
pub async fn disputed(client: &Client, payment_id: &str, body: Value) -> String {
    client.pay(GOOD, json!({ "payment_id": payment_id })).await;
    let raised = client.post(&format!("/_sandbox/payments/{payment_id}/dispute"), body).await.ok();
    raised["dispute_id"].as_str().unwrap().to_owned()
}

pub async fn fraudulent(client: &Client, payment_id: &str) -> String {
    disputed(client, payment_id, json!({"reason": "fraudulent", "stage": "dispute"})).await
}

pub async fn stored(client: &Client, dispute_id: &str) -> Value {
    client.get(&format!("/_sandbox/disputes/{dispute_id}")).await.ok()
}

pub async fn status(client: &Client, dispute_id: &str) -> String {
    stored(client, dispute_id).await["status"].as_str().unwrap().to_owned()
}

pub async fn submit(client: &Client, dispute_id: &str, mut evidence: Value) -> Answer {
    evidence["dispute_id"] = json!(dispute_id);
    client.post("/disputes/evidence", evidence).await
}

#[tokio::test]
async fn a_list_item_has_exactly_the_seven_fields_and_the_envelope_four() {
    let client = Client::new();
    let dispute_id = fraudulent(&client, "p").await;
    let item = json!({
        "dispute_id": dispute_id, "payment_id": "p", "amount": 1000, "currency": "USD",
        "status": "dispute_opened", "reason": "fraudulent", "created": "2026-11-21T10:00:00Z",
    });
    let envelope = json!({"count": 1, "total_count": 1, "has_more": false, "data": [item]});
    assert_eq!(client.get("/disputes/list").await.ok(), envelope);
    assert_eq!(client.post("/disputes/list", json!({})).await.ok(), envelope);
    let whole = stored(&client, &dispute_id).await;
    assert_eq!((&whole["stage"], &whole["evidence"]), (&json!("dispute"), &json!({})));
    assert_eq!(whole["evidence_deadline"], "2026-12-05T10:00:00Z");
}

#[tokio::test]
async fn lists_are_newest_first_paged_and_filtered_by_query_and_by_body() {
    let client = Client::new();
    let mut ids = Vec::new();
    for i in 0..12 {
        ids.push(fraudulent(&client, &format!("p{i}")).await);
        client.advance(1).await;
    }
    ids.reverse();
    submit(&client, &ids[0], json!({})).await.ok();
    let shown = |page: &Value| -> Vec<String> {
        let rows = page["data"].as_array().unwrap().iter();
        rows.map(|row| row["dispute_id"].as_str().unwrap().to_owned()).collect()
    };
    let default = client.get("/disputes/list").await.ok();
    assert_eq!(
        (&default["count"], &default["total_count"], &default["has_more"]),
        (&json!(10), &json!(12), &json!(true))
    );
    assert_eq!(shown(&default), ids[..10]);
    for rest in [
        client.get("/disputes/list?limit=10&offset=10").await.ok(),
        client.post("/disputes/list", json!({"limit": 10, "offset": 10})).await.ok(),
    ] {
        assert_eq!((shown(&rest), &rest["has_more"]), (ids[10..].to_vec(), &json!(false)));
    }
    let beyond = client.get("/disputes/list?offset=12").await.ok();
    assert_eq!((&beyond["count"], &beyond["total_count"], &beyond["has_more"]), (&json!(0), &json!(12), &json!(false)));
    assert_eq!(shown(&client.get("/disputes/list?status=challenged").await.ok()), ids[..1]);
    assert_eq!(client.post("/disputes/list", json!({"status": "dispute_opened"})).await.ok()["total_count"], 11);
    assert_eq!(shown(&client.get("/disputes/list?payment_id=p0").await.ok()), ids[11..]);
    assert_eq!(client.get("/disputes/list?payment_id=nobody").await.ok()["data"], json!([]));
    assert_eq!(client.get("/disputes/list?currency=jpy").await.ok()["total_count"], 0);
    let body = json!({"created_gte": "2026-11-21T10:00:03Z", "created_lte": "2026-11-21T10:00:05Z"});
    assert_eq!(client.post("/disputes/list", body).await.ok()["total_count"], 3);
}

#[tokio::test]
async fn documented_errors_of_the_list() {
    let client = Client::new();
    refuse_bad_pages(&client, "/disputes/list").await;
    for (body, mention) in [
        (json!({"status": "needs_response"}), "status"),
        (json!({"status": ["won"]}), "status"),
        (json!({"payment_id": 5}), "payment_id"),
        (json!({"created_gte": "soon"}), "created_gte"),
    ] {
        client.post("/disputes/list", body).await.refused(400, "IR_04", mention);
    }
    client.get("/disputes/list?status=open").await.refused(400, "IR_04", "status");
    client.get("/disputes/list?limit=100").await.ok();
    client.get("/disputes/list?limit=1").await.ok();
}

#[tokio::test]
async fn the_dispute_card_is_disputed_once_some_seconds_after_it_was_charged() {
    let client = Client::new();
    client.pay(DISPUTED, json!({"payment_id": "auto"})).await;
    client.pay(DISPUTED, json!({"payment_id": "held", "capture_method": "manual"})).await;
    client.advance(4).await;
    assert_eq!(client.get("/disputes/list").await.ok()["total_count"], 0);
    client.advance(1).await;
    let list = client.get("/disputes/list").await.ok();
    assert_eq!(list["total_count"], 1, "an uncaptured payment was disputed");
    let row = &list["data"][0];
    assert_eq!(
        (&row["payment_id"], &row["reason"], &row["amount"]),
        (&json!("auto"), &json!("fraudulent"), &json!(1000))
    );
    client.post("/payments/held/capture", json!({"amount_to_capture": 300})).await.ok();
    client.advance(5).await;
    client.post("/payments/held/capture", json!({"amount_to_capture": 100})).await.ok();
    client.advance(60).await;
    let held = client.get("/disputes/list?payment_id=held").await.ok();
    assert_eq!((&held["total_count"], &held["data"][0]["amount"]), (&json!(1), &json!(300)));
}

#[tokio::test]
async fn any_captured_payment_can_be_disputed_in_every_stage_for_any_reason() {
    let client = Client::new();
    for (i, stage) in ["pre_dispute", "dispute", "pre_arbitration"].into_iter().enumerate() {
        let body = json!({"reason": "Ware nicht erhalten 📦", "stage": stage, "amount": 400, "deadline_days": 3});
        let dispute = stored(&client, &disputed(&client, &format!("p{i}"), body).await).await;
        assert_eq!((&dispute["stage"], &dispute["amount"]), (&json!(stage), &json!(400)));
        assert_eq!(dispute["reason"], "Ware nicht erhalten 📦");
        assert_eq!(dispute["evidence_deadline"], "2026-11-24T10:00:00Z");
    }
}

#[tokio::test]
async fn errors_of_raising_a_dispute() {
    let client = Client::new();
    client.pay(GOOD, json!({"payment_id": "p"})).await;
    client.pay(GOOD, json!({"payment_id": "held", "capture_method": "manual"})).await;
    let good = json!({"reason": "fraudulent", "stage": "dispute"});
    client.post("/_sandbox/payments/nobody/dispute", good.clone()).await.refused(404, "IR_05", "nobody");
    client.post("/_sandbox/payments/held/dispute", good.clone()).await.refused(400, "IR_04", "requires_capture");
    for (change, code, mention) in [
        (json!({"reason": null}), "IR_01", "reason"),
        (json!({"reason": ""}), "IR_01", "reason"),
        (json!({"reason": "x".repeat(256)}), "IR_04", "reason"),
        (json!({"stage": "appeal"}), "IR_04", "stage"),
        (json!({"amount": 0}), "IR_04", "amount"),
        (json!({"amount": 1001}), "IR_04", "1000"),
        (json!({"deadline_days": 0}), "IR_04", "deadline_days"),
        (json!({"deadline_days": 366}), "IR_04", "deadline_days"),
    ] {
        let mut body = good.clone();
        paydesk_test_sandbox::helpers::merge(&mut body, change);
        client.post("/_sandbox/payments/p/dispute", body).await.refused(400, code, mention);
    }
    client.post("/_sandbox/payments/p/dispute", good.clone()).await.ok();
    client.post("/_sandbox/payments/p/dispute", good.clone()).await.refused(409, "IR_04", "not decided");
    client.advance(DEADLINE_SECONDS).await;
    client.post("/_sandbox/payments/p/dispute", good).await.ok();
    assert_eq!(client.get("/disputes/list?payment_id=p").await.ok()["total_count"], 2);
}

#[tokio::test]
async fn a_disputed_payment_keeps_its_own_state() {
    let client = Client::new();
    fraudulent(&client, "p").await;
    let before = client.payment("p").await;
    client.advance(DEADLINE_SECONDS).await;
    assert_eq!(client.payment("p").await, before);
}

#[tokio::test]
async fn disputes_evidence_and_deadlines_survive_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let (open, challenged) = {
        let client = Client::with(paydesk_test_sandbox::helpers::config_in(dir.path()));
        let challenged = fraudulent(&client, "b").await;
        submit(&client, &challenged, json!({"uncategorized_text": "winning_evidence"})).await.ok();
        (fraudulent(&client, "a").await, challenged)
    };
    let client = Client::with(paydesk_test_sandbox::helpers::config_in(dir.path()));
    assert_eq!(stored(&client, &challenged).await["evidence"], json!({"uncategorized_text": "winning_evidence"}));
    client.advance(20).await;
    assert_eq!(status(&client, &challenged).await, "won");
    client.advance(DEADLINE_SECONDS).await;
    assert_eq!(status(&client, &open).await, "lost");
}

fn shop(seed: u64) -> SandboxConfig {
    SandboxConfig { seed, payments: 2_000, ..config() }
}

#[tokio::test]
async fn a_seeded_shop_has_disputes_in_every_stage_and_status_for_every_reason() {
    let client = Client::with(shop(1));
    let rows = all_rows(&client, "/_sandbox/disputes").await;
    assert_eq!(rows.len(), 120);
    let pairs: BTreeSet<String> = rows.iter().map(|row| format!("{} {}", row["stage"], row["status"])).collect();
    assert_eq!(pairs.len(), 12, "{pairs:?}");
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    rows.iter().for_each(|row| *reasons.entry(row["reason"].as_str().unwrap()).or_default() += 1);
    assert_eq!(reasons.len(), 7, "{reasons:?}");
    assert!(rows.is_sorted_by(|newer, older| newer["created"].as_str() >= older["created"].as_str()));
    assert_eq!(
        rows,
        all_rows(&Client::with(shop(1)), "/_sandbox/disputes").await,
        "the same seed gives other disputes"
    );
    assert_ne!(rows, all_rows(&Client::with(shop(2)), "/_sandbox/disputes").await);
}

/// How many of 100 rows are `such`.
fn percent<'a>(rows: impl Iterator<Item = &'a serde_json::Value>, such: impl Fn(&serde_json::Value) -> bool) -> usize {
    let rows: Vec<_> = rows.collect();
    assert!(rows.len() >= 8, "{} are too few to see anything", rows.len());
    100 * rows.iter().filter(|row| such(row)).count() / rows.len()
}

#[tokio::test]
async fn the_disputes_of_a_seeded_shop_have_something_to_find() {
    let late = |row: &&serde_json::Value| row["created"].as_str() > Some("2026-10-25T10:00:00Z");
    let not_received = |row: &serde_json::Value| row["reason"] == "product_not_received";
    let in_pounds = |row: &&serde_json::Value| row["currency"] == "GBP";
    let is_decided = |row: &&serde_json::Value| row["status"] == "won" || row["status"] == "lost";
    let won = |row: &serde_json::Value| row["status"] == "won";
    let is_tracked = |row: &&serde_json::Value| row["evidence"]["shipping_tracking_number"].is_string();
    let mut rows = Vec::new();
    for seed in 1..=3 {
        rows.extend(all_rows(&Client::with(shop(seed)), "/_sandbox/disputes").await);
    }
    let (lately, before) =
        (percent(rows.iter().filter(late), not_received), percent(rows.iter().filter(|row| !late(row)), not_received));
    assert!(lately > before + 15, "one reason grows: {lately}% against {before}%");
    let decided = || rows.iter().filter(is_decided);
    let (pounds, others) =
        (percent(decided().filter(in_pounds), won), percent(decided().filter(|row| !in_pounds(row)), won));
    assert!(pounds + 10 < others, "one currency is worse: {pounds}% against {others}%");
    let (tracked, untracked) =
        (percent(decided().filter(is_tracked), won), percent(decided().filter(|row| !is_tracked(row)), won));
    assert!(tracked > untracked + 30, "one field wins: {tracked}% against {untracked}%");
}

#[tokio::test]
async fn some_deadlines_of_a_seeded_shop_are_near_and_some_have_passed() {
    let client = Client::with(shop(1));
    let rows = all_rows(&client, "/_sandbox/disputes").await;
    let open: Vec<&str> = rows.iter().filter_map(|row| row["evidence_deadline"].as_str()).collect();
    assert!(
        open.iter().any(|at| *at < "2026-11-22T10:00:00Z" && *at > paydesk_test_sandbox::helpers::START),
        "{open:?}"
    );
    assert!(
        open.iter().any(|at| *at < paydesk_test_sandbox::helpers::START),
        "no challenged dispute is past its deadline: {open:?}"
    );
    let lost_without = |row: &&Value| row["status"] == "lost" && row["evidence"] == json!({});
    assert!(rows.iter().any(|row| lost_without(&row)));
    for row in &rows {
        let payment = client.payment(id(row)).await;
        assert!(row["amount"].as_i64() <= payment["amount_received"].as_i64(), "{row}");
        assert!(row["created"].as_str() > payment["created"].as_str(), "{row}");
        let has_evidence = row["evidence"] != json!({});
        assert_eq!(has_evidence, row["evidence_submitted_at"].is_string(), "{row}");
        assert!(row["modified_at"].as_str() <= Some(paydesk_test_sandbox::helpers::START), "{row}");
        for field in FILE_FIELDS {
            if let Some(file_id) = row["evidence"][field].as_str() {
                client.get(&format!("/_sandbox/files/{file_id}")).await.ok();
            }
        }
    }
}

#[tokio::test]
async fn undecided_disputes_of_a_seeded_shop_are_decided_in_time() {
    let client = Client::with(shop(1));
    client.advance(5).await;
    assert!(all_rows(&client, "/_sandbox/disputes").await.iter().any(|row| row["status"] == "challenged"));
    client.advance(40 * 86_400).await;
    let rows = all_rows(&client, "/_sandbox/disputes").await;
    assert!(rows.iter().all(|row| row["status"] == "won" || row["status"] == "lost"), "something never ended");
}
