//! `/_sandbox/*`: what scripts drive the sandbox with.

use axum::http::Method;
use paydesk_domain::test_cards::TEST_CARDS;
use paydesk_sandbox::SandboxConfig;
use paydesk_sandbox::faults::FaultKind;
use paydesk_test_basics::repository;
use paydesk_test_sandbox::helpers::{Client, config, id};
use serde_json::json;
use strum::VariantNames as _;

const GOOD: &str = "4242424242424242";

#[tokio::test]
async fn the_clock_is_read_advanced_frozen_and_released() {
    let client = Client::new();
    assert_eq!(client.get("/_sandbox/clock").await.ok(), json!({"now": "2026-11-21T10:00:00Z", "frozen": true}));
    let advanced = client.post("/_sandbox/clock", json!({"advance_seconds": 3600})).await.ok();
    assert_eq!(advanced, json!({"now": "2026-11-21T11:00:00Z", "frozen": true}));
    let released = client.post("/_sandbox/clock", json!({"freeze": false})).await.ok();
    assert_eq!(released["frozen"], false);
    assert!(released["now"].as_str() >= Some("2026-11-21T11:00:00"));
    let frozen = client.post("/_sandbox/clock", json!({"freeze": true})).await.ok();
    assert_eq!(client.get("/_sandbox/clock").await.ok(), frozen);
    client.post("/_sandbox/clock", json!({})).await.refused(400, "IR_01", "advance_seconds");
    client.post("/_sandbox/clock", json!({"advance_seconds": -1})).await.refused(400, "IR_04", "forward");
    client.post("/_sandbox/clock", json!({"advance_seconds": i64::MAX})).await.refused(400, "IR_04", "far");
    client.post("/_sandbox/clock", json!({"advance_seconds": "1"})).await.refused(400, "IR_04", "advance_seconds");
}

#[tokio::test]
async fn the_ledger_counts_up_and_can_be_read_from_any_place() {
    let client = Client::new();
    let payment = client.pay(GOOD, json!({"capture_method": "manual"})).await;
    client.post(&format!("/payments/{}/capture", id(&payment)), json!({"amount_to_capture": 400})).await.ok();
    let rows = client.get("/_sandbox/ledger").await.ok();
    let expected = json!({"data": [
        {"seq": 1, "at": "2026-11-21T10:00:00Z", "effect": "authorize", "object_id": id(&payment),
         "payment_id": id(&payment), "amount": 1000, "currency": "USD"},
        {"seq": 2, "at": "2026-11-21T10:00:00Z", "effect": "capture", "object_id": id(&payment),
         "payment_id": id(&payment), "amount": 400, "currency": "USD"},
    ]});
    assert_eq!(rows, expected);
    let after = client.get("/_sandbox/ledger?after=1").await.ok();
    assert_eq!(after["data"].as_array().unwrap().len(), 1);
    assert_eq!(client.get("/_sandbox/ledger?after=2").await.ok(), json!({"data": []}));
    client.get("/_sandbox/ledger?after=x").await.refused(400, "IR_04", "after");
}

#[tokio::test]
async fn switches_are_flipped_one_at_a_time_and_read_back() {
    let client = Client::new();
    let off = json!({
        "payment_exists_as_400": false,
        "partial_capture_releases_remainder": false,
        "approve_captures_manual": false,
        "forgets_refund_ids": false,
        "refund_checks": "id-first",
        "review_status": "requires_merchant_action",
        "unlisted_dispute_status": false,
        "analytics_documented_only": false,
        "list_end": "both",
        "signature_encoding": "lower-hex",
        "shapes": "spec",
        "login_endpoints_take_keys": false,
        "no_payout_processor": false,
    });
    assert_eq!(client.get("/_sandbox/settings").await.ok(), off);
    let changed = client.post("/_sandbox/settings", json!({"payment_exists_as_400": true})).await.ok();
    assert_eq!(changed["payment_exists_as_400"], true);
    assert_eq!(changed["approve_captures_manual"], false);
    let changed = client.post("/_sandbox/settings", json!({"refund_checks": "amount-first"})).await.ok();
    assert_eq!((&changed["refund_checks"], &changed["payment_exists_as_400"]), (&json!("amount-first"), &json!(true)));
    client.post("/_sandbox/settings", json!({"refund_checks": "none"})).await.refused(400, "IR_04", "amount-first");
    client.pay(GOOD, json!({"payment_id": "taken"})).await;
    let again = client
        .post("/payments", paydesk_test_sandbox::helpers::payment_with(GOOD, json!({"payment_id": "taken"})))
        .await;
    again.refused(400, "HE_01", "taken");
}

#[tokio::test]
async fn a_reset_empties_everything_and_seeding_fills_it_again() {
    let client = Client::with(SandboxConfig { payments: 20, ..config() });
    client.pay(GOOD, json!({})).await;
    client.post("/_sandbox/settings", json!({"payment_exists_as_400": true})).await.ok();
    client.post("/_sandbox/faults", json!({"method": "GET", "path": "/health", "kind": "status_500"})).await.ok();
    assert_eq!(client.post("/_sandbox/reset", json!({})).await.ok(), json!({"seed": 1, "payments": 0}));
    assert_eq!(client.get("/payments/list").await.ok()["total_count"], 0);
    assert_eq!(client.get("/_sandbox/ledger").await.ok(), json!({"data": []}));
    assert_eq!(client.get("/_sandbox/faults").await.ok(), json!({"data": []}));
    assert_eq!(client.get("/_sandbox/clock").await.ok()["frozen"], false);
    assert_eq!(client.get("/_sandbox/settings").await.ok()["payment_exists_as_400"], false);
    assert_eq!(client.get("/_sandbox/settings").await.ok()["refund_checks"], "id-first");
    let seeded = client.post("/_sandbox/seed", json!({"seed": 5, "payments": 30})).await.ok();
    assert_eq!(seeded, json!({"seed": 5, "payments": 30}));
    assert_eq!(client.get("/payments/list").await.ok()["total_count"], 30);
    client.post("/_sandbox/seed", json!({"payments": -1})).await.refused(400, "IR_04", "payments");
    client.pay(GOOD, json!({})).await;
    assert_eq!(client.get("/payments/list").await.ok()["total_count"], 31);
}

#[tokio::test]
async fn the_log_lists_the_last_requests_without_bodies_or_keys() {
    let client = Client::new();
    client.post("/_sandbox/faults", json!({"path": "/payments/*", "kind": "status_503", "count": 1})).await.ok();
    client.get("/payments/nobody?x=secret").await;
    client.get("/payments/nobody").await;
    let log = client.get("/_sandbox/log").await.ok();
    let entries = log["data"].as_array().unwrap();
    assert_eq!(entries.len(), 3);
    assert_eq!((&entries[1]["path"], &entries[1]["status"]), (&json!("/payments/nobody"), &json!(503)));
    assert_eq!((&entries[1]["fault"], &entries[2]["fault"]), (&json!("status_503"), &json!(null)));
    assert_eq!((&entries[2]["status"], &entries[2]["seq"]), (&json!(404), &json!(3)));
    assert!(!log.to_string().contains("secret"));
}

#[tokio::test]
async fn reading_the_log_is_not_in_it_and_pushes_nothing_out() {
    let client = Client::new();
    client.get("/payments/nobody").await;
    let log = client.get("/_sandbox/log").await.ok();
    assert_eq!(client.get("/_sandbox/log").await.ok(), log);
    assert_eq!(log["data"].as_array().unwrap().len(), 1);
}

#[tokio::test]
async fn the_authentication_page_opens_without_a_key_and_shows_what_is_paid() {
    let client = Client::new();
    let payment = client.pay("4000003800000446", json!({"return_url": "https://shop.example/?a=1&b=\"2\""})).await;
    let path = format!("/_sandbox/3ds/{}", id(&payment));
    let page = client.bytes(Method::GET, &path, None, Vec::new()).await;
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    for part in ["10.00 USD", id(&payment), "/complete", "/reject", "/abandon"] {
        assert!(page.text().contains(part), "no {part} in {}", page.text());
    }
    let done = client.submit(&path, &format!("{path}/complete"), "").await;
    assert!(done.text().contains("succeeded"), "{}", done.text());
    assert!(done.text().contains("https://shop.example/?a=1&amp;b=&quot;2&quot;"), "{}", done.text());
    client.post(&format!("{path}/dance"), json!({})).await.refused(404, "IR_05", "complete");
    client.bytes(Method::GET, "/_sandbox/3ds/nobody", None, Vec::new()).await.refused(404, "IR_05", "nobody");
}

#[tokio::test]
async fn faults_are_added_listed_and_cleared_and_refused_when_they_make_no_sense() {
    let client = Client::new();
    let body =
        json!({"method": "post", "path": "/payments/*/capture", "kind": "delay", "delay_ms": 5, "probability": 0.25});
    let planted = client.post("/_sandbox/faults", body).await.ok();
    assert_eq!(planted, json!({"fault_id": "flt_1"}));
    let listed = client.get("/_sandbox/faults").await.ok();
    let expected = json!({"data": [{
        "fault_id": "flt_1", "method": "POST", "path": "/payments/*/capture", "kind": "delay", "count": null,
        "probability": 0.25, "delay_ms": 5, "bytes": 0, "struck": 0,
    }]});
    assert_eq!(listed, expected);
    let key = client.credentials.api_key.clone();
    client.bytes(Method::DELETE, "/_sandbox/faults", Some(&key), Vec::new()).await.ok();
    assert_eq!(client.get("/_sandbox/faults").await.ok(), json!({"data": []}));
    for (body, code, mention) in [
        (json!({"path": "/payments"}), "IR_01", "kind"),
        (json!({"kind": "html"}), "IR_01", "path"),
        (json!({"path": "/payments", "kind": "gremlins"}), "IR_04", "kind"),
        (json!({"path": "payments", "kind": "html"}), "IR_04", "path"),
        (json!({"path": "/payments", "kind": "html", "probability": 2}), "IR_04", "probability"),
        (json!({"path": "/payments", "kind": "html", "count": -1}), "IR_04", "count"),
        (json!({"path": "/payments", "kind": "delay", "delay_ms": 600_001}), "IR_04", "delay_ms"),
    ] {
        client.post("/_sandbox/faults", body).await.refused(400, code, mention);
    }
}

#[tokio::test]
async fn faults_that_answer_do_so_without_doing_anything() {
    let client = Client::new();
    client.pay(GOOD, json!({"payment_id": "held", "capture_method": "manual"})).await;
    for (kind, status, error_type, code) in [
        ("status_422", 422, "processing_error", "HE_00"),
        ("status_429", 429, "rate_limit_error", "RL_01"),
        ("status_500", 500, "api_error", "HE_00"),
        ("status_502", 502, "connector_error", "CE_01"),
        ("status_503", 503, "connector_error", "CE_01"),
    ] {
        client.post("/_sandbox/faults", json!({"path": "/payments/held/capture", "kind": kind, "count": 1})).await.ok();
        let answer = client.post("/payments/held/capture", json!({})).await;
        assert_eq!(answer.error(), (status, error_type.to_owned(), code.to_owned()));
    }
    client.post("/_sandbox/faults", json!({"path": "/payments/**", "kind": "html", "count": 1})).await.ok();
    let html = client.post("/payments/held/capture", json!({})).await;
    assert_eq!(
        (html.status.as_u16(), &html.headers["content-type"]),
        (200, &"text/html; charset=utf-8".parse().unwrap())
    );
    client.post("/_sandbox/faults", json!({"path": "/payments/**", "kind": "redirect", "count": 1})).await.ok();
    let redirect = client.post("/payments/held/capture", json!({})).await;
    assert_eq!((redirect.status.as_u16(), redirect.headers.contains_key("location")), (302, true));
    assert_eq!(client.ledger_of("held").await.len(), 1, "something was captured");
}

#[tokio::test]
async fn a_fault_may_name_another_object_or_come_late_with_the_effect_in_the_ledger() {
    let client = Client::new();
    client.pay(GOOD, json!({"payment_id": "held", "capture_method": "manual"})).await;
    client.post("/_sandbox/faults", json!({"path": "/payments/*/capture", "kind": "wrong_id", "count": 1})).await.ok();
    let body = json!({"amount_to_capture": 400});
    let wrong = client.post("/payments/held/capture", body).await.ok();
    assert_ne!(wrong["payment_id"], "held");
    assert_eq!((&wrong["status"], &wrong["amount_received"]), (&json!("succeeded"), &json!(400)));
    client.post("/_sandbox/faults", json!({"path": "/payments/*/capture", "kind": "delay", "delay_ms": 1})).await.ok();
    client.post("/payments/held/capture", json!({})).await.ok();
    assert_eq!(client.ledger_of("held").await.len(), 3);
}

/// A payment that waits for capture, and a fault that meets its next capture.
async fn held_with(kind: &str) -> Client {
    let client = Client::new();
    client.pay(GOOD, json!({"payment_id": "held", "capture_method": "manual"})).await;
    let fault = json!({"path": "/payments/*/capture", "kind": kind, "count": 1, "delay_ms": 1});
    client.post("/_sandbox/faults", fault).await.ok();
    client
}

async fn captures(client: &Client) -> usize {
    client.ledger_of("held").await.iter().filter(|(effect, _)| effect == "capture").count()
}

#[tokio::test]
async fn a_fault_may_refuse_what_was_executed() {
    for (kind, status) in [("execute_and_400", 400), ("execute_and_409", 409)] {
        let client = held_with(kind).await;
        client
            .post("/payments/held/capture", json!({"amount_to_capture": 400}))
            .await
            .refused(status, "IR_04", "fault");
        assert_eq!(captures(&client).await, 1, "{kind}");
        let client = held_with(kind).await;
        let refused = client.post("/payments/held/capture", json!({"amount_to_capture": 1_001})).await;
        refused.refused(400, "IR_04", "amount_to_capture");
    }
}

#[tokio::test]
async fn a_fault_may_answer_200_with_what_is_no_answer_executed_or_not() {
    for (kind, body, executed) in [
        ("empty_object", json!({}), 0),
        ("execute_empty_object", json!({}), 1),
        ("success_false", json!({"success": false}), 0),
        ("execute_success_false", json!({"success": false}), 1),
    ] {
        let client = held_with(kind).await;
        let answer = client.post("/payments/held/capture", json!({"amount_to_capture": 400})).await;
        assert_eq!(answer.ok(), body, "{kind}");
        assert_eq!(captures(&client).await, executed, "{kind}");
    }
    for (kind, executed) in [("error_in_200", 0), ("execute_error_in_200", 1)] {
        let client = held_with(kind).await;
        let answer = client.post("/payments/held/capture", json!({"amount_to_capture": 400})).await;
        assert_eq!(answer.error(), (200, "api_error".to_owned(), "HE_00".to_owned()), "{kind}");
        assert_eq!(captures(&client).await, executed, "{kind}");
    }
}

#[tokio::test]
async fn a_fault_may_answer_with_the_body_of_another_request_executed_or_not() {
    for (kind, executed) in [("other_answer", 0), ("execute_other_answer", 1)] {
        let client = held_with(kind).await;
        let other = client.post("/customers", json!({"customer_id": "somebody"})).await.ok();
        let answer = client.post("/payments/held/capture", json!({"amount_to_capture": 400})).await;
        assert_eq!(answer.ok(), other, "{kind}");
        assert_eq!(captures(&client).await, executed, "{kind}");
    }
}

#[tokio::test]
async fn a_fault_may_deliver_a_request_twice_and_bring_the_second_answer() {
    let client = held_with("deliver_twice").await;
    client.post("/payments/held/capture", json!({"amount_to_capture": 600})).await.refused(400, "IR_04", "400");
    assert_eq!(captures(&client).await, 1);
    let client = held_with("deliver_twice").await;
    client.post("/payments/held/capture", json!({})).await.refused(409, "IR_04", "captured");
    assert_eq!(captures(&client).await, 1);
}

#[tokio::test]
async fn a_fault_may_execute_after_the_gateway_gave_up() {
    let client = held_with("execute_late").await;
    let answer = client.post("/payments/held/capture", json!({"amount_to_capture": 400})).await;
    assert_eq!(answer.status.as_u16(), 504);
    let began = std::time::Instant::now();
    while captures(&client).await == 0 {
        assert!(began.elapsed().as_secs() < 120, "it is never executed");
        tokio::task::yield_now().await;
    }
    assert_eq!(captures(&client).await, 1);
}

#[tokio::test]
async fn a_fault_may_read_from_a_worker_that_has_not_seen_the_last_change() {
    let client = held_with("status_500").await;
    let key = client.credentials.api_key.clone();
    let clear = || client.bytes(Method::DELETE, "/_sandbox/faults", Some(&key), Vec::new());
    clear().await.ok();
    let fault = json!({"method": "GET", "path": "/payments/*", "kind": "stale_read"});
    client.post("/_sandbox/faults", fault).await.ok();
    client.get("/payments/nobody").await.refused(404, "IR_05", "nobody");
    let before = client.get("/payments/held").await.ok();
    client.post("/payments/held/capture", json!({"amount_to_capture": 400})).await.ok();
    assert_eq!(client.get("/payments/held").await.ok(), before);
    clear().await.ok();
    assert_eq!(client.get("/payments/held").await.ok()["amount_received"], 400);
}

#[tokio::test]
async fn a_fault_may_read_out_of_a_cache_that_says_so_or_does_not() {
    for (kind, is_marked) in [("cached_read", true), ("cached_read_unmarked", false)] {
        let client = held_with("status_500").await;
        let key = client.credentials.api_key.clone();
        client.bytes(Method::DELETE, "/_sandbox/faults", Some(&key), Vec::new()).await.ok();
        let fault = json!({"method": "GET", "path": "/payments/*", "kind": kind});
        client.post("/_sandbox/faults", fault).await.ok();
        let before = client.get("/payments/held").await;
        client.post("/payments/held/capture", json!({"amount_to_capture": 400})).await.ok();
        client.post("/_sandbox/clock", json!({"advance_seconds": 300})).await.ok();
        let after = client.get("/payments/held").await;
        assert_eq!(after.bytes, before.bytes, "{kind}");
        assert_eq!(after.headers["date"], before.headers["date"], "{kind}");
        let marks = ["age", "via"].map(|name| after.headers.get(name).map(|value| value.to_str().unwrap().to_owned()));
        let age_s = marks[0].as_ref().map(|age| age.parse::<i64>().unwrap());
        assert!(if is_marked { age_s >= Some(300) } else { age_s.is_none() }, "{kind}: {marks:?}");
        assert_eq!(marks[1].is_some(), is_marked);
        client.get("/payments/nobody").await.refused(404, "IR_05", "nobody");
    }
}

#[tokio::test]
async fn faults_leave_control_calls_alone() {
    let client = Client::new();
    client.post("/_sandbox/faults", json!({"path": "/**", "kind": "status_500"})).await.ok();
    assert_eq!(client.get("/health").await.status.as_u16(), 500);
    client.get("/_sandbox/clock").await.ok();
}

#[test]
fn the_manual_lists_every_fault_and_every_test_card() {
    let page = std::fs::read_to_string(repository().join("assets/manual/sandbox.md")).unwrap();
    let faults = FaultKind::VARIANTS.iter().map(|kind| format!("`{kind}`"));
    let cards = TEST_CARDS.iter().map(|card| format!("| {} | {} |", card.grouped(), card.text()));
    let missing: Vec<String> = faults.chain(cards).filter(|entry| !page.contains(entry)).collect();
    assert!(missing.is_empty(), "{missing:?}");
}
