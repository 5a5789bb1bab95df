//! The state machine of payments, row by row of the sandbox's table, and what no row allows.

use paydesk_test_sandbox::helpers::{Client, id, payment_with};
use serde_json::{Value, json};

const GOOD: &str = "4242424242424242";

const REVIEW: &str = "4000000000009235";

const THREE_DS: &str = "4000003800000446";

const PROCESSING: &str = "4000000000005050";

const PROCESSING_DECLINED: &str = "4000000000005068";

const WEEK_SECONDS: i64 = 7 * 86_400;

/// `(status, amount_received, amount_capturable)`.
fn status_and_amounts(payment: &Value) -> (&str, i64, i64) {
    let amount = |name: &str| payment[name].as_i64().unwrap();
    (payment["status"].as_str().unwrap(), amount("amount_received"), amount("amount_capturable"))
}

fn effects(rows: &[(&str, i64)]) -> Vec<(String, i64)> {
    rows.iter().map(|(effect, amount)| ((*effect).to_owned(), *amount)).collect()
}

async fn act(client: &Client, payment: &Value, action: &str, body: Value) -> Value {
    client.post(&format!("/payments/{}/{action}", id(payment)), body).await.ok()
}

async fn manual(client: &Client) -> Value {
    client.pay(GOOD, json!({"capture_method": "manual"})).await
}

#[tokio::test]
async fn created_without_a_method_it_requires_one_and_with_one_a_confirmation() {
    let client = Client::new();
    let bare = client.post("/payments", json!({"amount": 10, "currency": "USD", "profile_id": "pro_test"})).await.ok();
    assert_eq!(status_and_amounts(&bare), ("requires_payment_method", 0, 0));
    let attached = client.post("/payments", payment_with(GOOD, json!({"confirm": false}))).await.ok();
    assert_eq!(status_and_amounts(&attached), ("requires_confirmation", 0, 0));
    assert_eq!(client.ledger_of(id(&attached)).await, []);
    assert_eq!(status_and_amounts(&act(&client, &attached, "confirm", json!({})).await), ("succeeded", 1000, 0));
}

#[tokio::test]
async fn a_good_card_succeeds_at_once_with_automatic_capture() {
    let client = Client::new();
    for number in ["4242424242424242", "4111111111111111", "5555555555554444", "378282246310005"] {
        let payment = client.pay(number, json!({})).await;
        assert_eq!(status_and_amounts(&payment), ("succeeded", 1000, 0));
        assert_eq!(client.ledger_of(id(&payment)).await, effects(&[("authorize", 1000), ("capture", 1000)]));
    }
}

#[tokio::test]
async fn manual_capture_holds_the_amount_until_it_is_captured() {
    let client = Client::new();
    let payment = manual(&client).await;
    assert_eq!(status_and_amounts(&payment), ("requires_capture", 0, 1000));
    let captured = act(&client, &payment, "capture", json!({"amount_to_capture": 1000})).await;
    assert_eq!(status_and_amounts(&captured), ("succeeded", 1000, 0));
    assert!(captured["captured_at"].is_string());
    assert_eq!(client.ledger_of(id(&payment)).await, effects(&[("authorize", 1000), ("capture", 1000)]));
}

#[tokio::test]
async fn a_capture_without_an_amount_takes_all_that_is_held() {
    let client = Client::new();
    let payment = manual(&client).await;
    assert_eq!(status_and_amounts(&act(&client, &payment, "capture", json!({})).await), ("succeeded", 1000, 0));
    let other = manual(&client).await;
    act(&client, &other, "capture", json!({"amount_to_capture": 400})).await;
    assert_eq!(status_and_amounts(&act(&client, &other, "capture", json!({})).await), ("succeeded", 1000, 0));
}

#[tokio::test]
async fn partial_captures_go_on_until_nothing_is_left() {
    let client = Client::new();
    let payment = manual(&client).await;
    let part = act(&client, &payment, "capture", json!({"amount_to_capture": 300})).await;
    assert_eq!(status_and_amounts(&part), ("succeeded", 300, 700));
    let path = format!("/payments/{}/capture", id(&payment));
    let too_much = client.post(&path, json!({"amount_to_capture": 701})).await;
    too_much.refused(400, "IR_04", "amount_capturable 700");
    let rest = act(&client, &payment, "capture", json!({"amount_to_capture": 700})).await;
    assert_eq!(status_and_amounts(&rest), ("succeeded", 1000, 0));
    let rows = effects(&[("authorize", 1000), ("capture", 300), ("capture", 700)]);
    assert_eq!(client.ledger_of(id(&payment)).await, rows);
}

#[tokio::test]
async fn the_remainder_of_a_partial_capture_is_released_when_the_switch_says_so() {
    let client = Client::new();
    client.post("/_sandbox/settings", json!({"partial_capture_releases_remainder": true})).await.ok();
    let payment = manual(&client).await;
    let part = act(&client, &payment, "capture", json!({"amount_to_capture": 300})).await;
    assert_eq!(status_and_amounts(&part), ("succeeded", 300, 0));
    let rows = effects(&[("authorize", 1000), ("capture", 300), ("void", 700)]);
    assert_eq!(client.ledger_of(id(&payment)).await, rows);
}

#[tokio::test]
async fn cancelling_a_remainder_leaves_the_payment_succeeded() {
    let client = Client::new();
    let payment = manual(&client).await;
    act(&client, &payment, "capture", json!({"amount_to_capture": 300})).await;
    let cancelled = act(&client, &payment, "cancel", json!({"cancellation_reason": "rest not in stock"})).await;
    assert_eq!(
        (&cancelled["status"], &cancelled["cancellation_reason"]),
        (&json!("succeeded"), &json!("rest not in stock"))
    );
    let payment = client.payment(id(&payment)).await;
    assert_eq!(status_and_amounts(&payment), ("succeeded", 300, 0));
    assert_eq!(payment["cancellation_reason"], "rest not in stock");
    let capture = client.post(&format!("/payments/{}/capture", id(&payment)), json!({})).await;
    capture.refused(409, "IR_04", "captured");
    let rows = effects(&[("authorize", 1000), ("capture", 300), ("void", 700)]);
    assert_eq!(client.ledger_of(id(&payment)).await, rows);
}

#[tokio::test]
async fn everything_that_is_not_over_can_be_cancelled() {
    let client = Client::new();
    let bare = client.post("/payments", json!({"amount": 10, "currency": "USD", "profile_id": "pro_test"})).await.ok();
    let attached = client.post("/payments", payment_with(GOOD, json!({"confirm": false}))).await.ok();
    let held = manual(&client).await;
    let review = client.pay(REVIEW, json!({})).await;
    let asked = client.pay(THREE_DS, json!({})).await;
    let processing = client.pay(PROCESSING, json!({})).await;
    for payment in [&bare, &attached, &held, &review, &asked, &processing] {
        let cancelled = act(&client, payment, "cancel", json!({})).await;
        assert_eq!((&cancelled["status"], &cancelled["cancellation_reason"]), (&json!("cancelled"), &Value::Null));
        assert!(cancelled["cancelled_at"].is_string());
    }
    client.advance(WEEK_SECONDS + 60).await;
    for payment in [&bare, &attached, &held, &review, &asked, &processing] {
        assert_eq!(status_and_amounts(&client.payment(id(payment)).await), ("cancelled", 0, 0), "time brought it back");
    }
    assert_eq!(client.ledger_of(id(&held)).await, effects(&[("authorize", 1000), ("void", 1000)]));
    assert_eq!(client.ledger_of(id(&processing)).await, []);
}

#[tokio::test]
async fn an_authorization_ends_seven_days_after_it_was_given() {
    let client = Client::new();
    let payment = manual(&client).await;
    client.advance(WEEK_SECONDS - 1).await;
    assert_eq!(status_and_amounts(&client.payment(id(&payment)).await), ("requires_capture", 0, 1000));
    client.advance(1).await;
    let expired = client.payment(id(&payment)).await;
    assert_eq!(status_and_amounts(&expired), ("cancelled", 0, 0));
    assert_eq!(expired["cancellation_reason"], "authorization_expired");
    assert_eq!(expired["cancelled_at"], "2026-11-28T10:00:00Z");
    let capture = client.post(&format!("/payments/{}/capture", id(&payment)), json!({})).await;
    capture.refused(409, "IR_04", "cancelled");
    assert_eq!(client.ledger_of(id(&payment)).await, effects(&[("authorize", 1000), ("void", 1000)]));
}

#[tokio::test]
async fn the_remainder_of_a_partial_capture_ends_with_its_authorization() {
    let client = Client::new();
    let payment = manual(&client).await;
    client.advance(86_400).await;
    act(&client, &payment, "capture", json!({"amount_to_capture": 300})).await;
    client.advance(WEEK_SECONDS).await;
    let payment = client.payment(id(&payment)).await;
    assert_eq!(status_and_amounts(&payment), ("succeeded", 300, 0));
    assert_eq!(payment["cancellation_reason"], "authorization_expired");
    assert_eq!(payment["cancelled_at"], "2026-11-28T10:00:00Z");
}

#[tokio::test]
async fn an_authorization_can_be_made_to_end_at_once() {
    let client = Client::new();
    let payment = manual(&client).await;
    let expired = client.post(&format!("/_sandbox/payments/{}/expire", id(&payment)), json!({})).await.ok();
    assert_eq!(status_and_amounts(&expired), ("cancelled", 0, 0));
    assert_eq!(expired["cancellation_reason"], "authorization_expired");
    let again = client.post(&format!("/_sandbox/payments/{}/expire", id(&payment)), json!({})).await;
    again.refused(400, "IR_04", "cancelled");
}

#[tokio::test]
async fn a_payment_held_for_review_is_approved_rejected_or_cancelled() {
    let client = Client::new();
    let review = client.pay(REVIEW, json!({})).await;
    assert_eq!(status_and_amounts(&review), ("requires_merchant_action", 0, 1000));
    client.post(&format!("/payments/{}/capture", id(&review)), json!({})).await.refused(
        400,
        "IR_04",
        "requires_merchant_action",
    );
    let approved = act(&client, &review, "approve", json!({})).await;
    assert_eq!(approved["status"], "succeeded");
    assert_eq!(approved["captured_at"], "2026-11-21T10:00:00Z");
    assert_eq!(status_and_amounts(&client.payment(id(&review)).await), ("succeeded", 1000, 0));
    assert_eq!(client.ledger_of(id(&review)).await, effects(&[("authorize", 1000), ("capture", 1000)]));
    client.post(&format!("/payments/{}/approve", id(&review)), json!({})).await.refused(400, "IR_04", "succeeded");

    let rejected = client.pay(REVIEW, json!({})).await;
    let answer = client.post(&format!("/_sandbox/payments/{}/reject", id(&rejected)), json!({})).await.ok();
    assert_eq!((&answer["status"], &answer["unified_code"]), (&json!("failed"), &json!("UE_2003")));
    assert_eq!(client.ledger_of(id(&rejected)).await, effects(&[("authorize", 1000), ("void", 1000)]));
    let again = client.post(&format!("/_sandbox/payments/{}/reject", id(&rejected)), json!({})).await;
    again.refused(400, "IR_04", "failed");
}

#[tokio::test]
async fn approving_a_manual_capture_payment_leaves_the_capture_to_the_merchant_unless_switched() {
    let client = Client::new();
    let review = client.pay(REVIEW, json!({"capture_method": "manual"})).await;
    let approved = act(&client, &review, "approve", json!({})).await;
    assert_eq!((&approved["status"], &approved["captured_at"]), (&json!("requires_capture"), &Value::Null));
    assert_eq!(status_and_amounts(&act(&client, &review, "capture", json!({})).await), ("succeeded", 1000, 0));
    client.post("/_sandbox/settings", json!({"approve_captures_manual": true})).await.ok();
    let review = client.pay(REVIEW, json!({"capture_method": "manual"})).await;
    assert_eq!(act(&client, &review, "approve", json!({})).await["status"], "succeeded");
}

#[tokio::test]
async fn a_review_nobody_decides_ends_with_its_authorization() {
    let client = Client::new();
    let review = client.pay(REVIEW, json!({})).await;
    client.advance(WEEK_SECONDS).await;
    assert_eq!(status_and_amounts(&client.payment(id(&review)).await), ("cancelled", 0, 0));
}

#[tokio::test]
async fn an_authentication_is_completed_rejected_or_abandoned() {
    let client = Client::new();
    for (result, status, code) in [
        ("complete", "succeeded", Value::Null),
        ("reject", "failed", json!("UE_5002")),
        ("abandon", "failed", json!("UE_5003")),
    ] {
        let payment = client.pay(THREE_DS, json!({})).await;
        assert_eq!(status_and_amounts(&payment), ("requires_action", 0, 0));
        let path = format!("/_sandbox/3ds/{}", id(&payment));
        let done = client.post(&format!("{path}/{result}"), json!({})).await.ok();
        assert_eq!((&done["status"], &done["unified_code"]), (&json!(status), &code));
        let again = client.post(&format!("{path}/complete"), json!({})).await;
        again.refused(400, "IR_04", status);
    }
}

#[tokio::test]
async fn an_authentication_nobody_finishes_is_abandoned_after_15_minutes() {
    let client = Client::new();
    let payment = client.pay(THREE_DS, json!({})).await;
    client.advance(15 * 60 - 1).await;
    assert_eq!(client.payment(id(&payment)).await["status"], "requires_action");
    client.advance(1).await;
    let payment = client.payment(id(&payment)).await;
    assert_eq!((&payment["status"], &payment["unified_code"]), (&json!("failed"), &json!("UE_5003")));
    assert_eq!(payment["modified_at"], "2026-11-21T10:15:00Z");
}

#[tokio::test]
async fn three_ds_asked_for_by_the_merchant_comes_before_what_the_card_does() {
    let client = Client::new();
    let ask = json!({"authentication_type": "three_ds", "return_url": "https://shop.example/return"});
    for (number, status) in [(GOOD, "succeeded"), ("4000000000000002", "failed"), (REVIEW, "requires_merchant_action")]
    {
        let payment = client.pay(number, ask.clone()).await;
        assert_eq!(payment["status"], "requires_action");
        let done = client.post(&format!("/_sandbox/3ds/{}/complete", id(&payment)), json!({})).await.ok();
        assert_eq!(done["status"], status);
    }
    let manual = client.pay(THREE_DS, json!({"capture_method": "manual"})).await;
    let done = client.post(&format!("/_sandbox/3ds/{}/complete", id(&manual)), json!({})).await.ok();
    assert_eq!(status_and_amounts(&done), ("requires_capture", 0, 1000));
}

#[tokio::test]
async fn processing_ends_after_five_seconds_of_the_sandbox_s_clock() {
    let client = Client::new();
    let good = client.pay(PROCESSING, json!({})).await;
    let held = client.pay(PROCESSING, json!({"capture_method": "manual"})).await;
    let bad = client.pay(PROCESSING_DECLINED, json!({})).await;
    for payment in [&good, &held, &bad] {
        assert_eq!(status_and_amounts(payment), ("processing", 0, 0));
    }
    client.post(&format!("/payments/{}/capture", id(&good)), json!({})).await.refused(400, "IR_04", "processing");
    client.advance(4).await;
    assert_eq!(client.payment(id(&good)).await["status"], "processing");
    client.advance(1).await;
    assert_eq!(status_and_amounts(&client.payment(id(&good)).await), ("succeeded", 1000, 0));
    assert_eq!(status_and_amounts(&client.payment(id(&held)).await), ("requires_capture", 0, 1000));
    let bad = client.payment(id(&bad)).await;
    assert_eq!((&bad["status"], &bad["unified_code"]), (&json!("failed"), &json!("UE_3003")));
    assert_eq!(bad["modified_at"], "2026-11-21T10:00:05Z");
}

#[tokio::test]
async fn a_list_shows_what_time_has_done() {
    let client = Client::new();
    client.pay(PROCESSING, json!({})).await;
    client.advance(5).await;
    let list = client.post("/payments/list", json!({"status": "succeeded"})).await.ok();
    assert_eq!(list["total_count"], 1);
}

#[tokio::test]
async fn no_status_allows_what_its_row_does_not_name() {
    let client = Client::new();
    let bare = client.post("/payments", json!({"amount": 10, "currency": "USD", "profile_id": "pro_test"})).await.ok();
    let attached = client.post("/payments", payment_with(GOOD, json!({"confirm": false}))).await.ok();
    let asked = client.pay(THREE_DS, json!({})).await;
    let processing = client.pay(PROCESSING, json!({})).await;
    let held = manual(&client).await;
    let review = client.pay(REVIEW, json!({})).await;
    let paid = client.pay(GOOD, json!({})).await;
    let failed = client.pay("4000000000000002", json!({})).await;
    let gone = manual(&client).await;
    act(&client, &gone, "cancel", json!({})).await;
    for (payment, confirm, capture, cancel, approve) in [
        (&bare, 400, 400, 200, 400),
        (&attached, 200, 400, 200, 400),
        (&asked, 400, 400, 200, 400),
        (&processing, 400, 400, 200, 400),
        (&held, 400, 200, 200, 400),
        (&review, 400, 400, 200, 200),
        (&paid, 400, 409, 400, 400),
        (&failed, 400, 400, 400, 400),
        (&gone, 400, 409, 400, 400),
    ] {
        let before = client.payment(id(payment)).await;
        let ledger = client.ledger_of(id(payment)).await;
        for (action, expected) in [("confirm", confirm), ("capture", capture), ("approve", approve), ("cancel", cancel)]
        {
            if expected == 200 {
                continue;
            }
            let answer = client.post(&format!("/payments/{}/{action}", id(payment)), json!({})).await;
            assert_eq!(answer.status.as_u16(), expected, "{action} of {before}: {}", answer.text());
            assert_eq!(client.payment(id(payment)).await, before, "a refused {action} changed something");
            assert_eq!(client.ledger_of(id(payment)).await, ledger);
        }
    }
}

#[tokio::test]
async fn manual_review_can_have_another_name_and_payments_held_already_take_it() {
    let client = Client::new();
    let held = client.pay(REVIEW, json!({"payment_id": "held"})).await;
    assert_eq!(held["status"], "requires_merchant_action");
    let changed = client.post("/_sandbox/settings", json!({"review_status": "in_review"})).await.ok();
    assert_eq!(changed["review_status"], "in_review");
    assert_eq!(client.get("/payments/held").await.ok()["status"], "in_review");
    assert_eq!(client.get("/payments/list").await.ok()["data"][0]["status"], "in_review");
    let manual = json!({"payment_id": "manual", "capture_method": "manual"});
    assert_eq!(client.pay(REVIEW, manual).await["status"], "in_review");
    let approved = client.post("/payments/manual/approve", json!({})).await.ok();
    assert_eq!((&approved["status"], &approved["captured_at"]), (&json!("requires_capture"), &json!(null)));
    assert_eq!(client.post("/payments/held/cancel", json!({})).await.ok()["status"], "cancelled");
    client.post("/payments/held/approve", json!({})).await.refused(400, "IR_04", "review");
    client.pay(REVIEW, json!({"payment_id": "third"})).await;
    let ever = json!({"startTime": "2020-01-01T00:00:00Z"});
    let query = json!({"timeRange": ever, "metrics": ["payment_count"], "filters": {"status": ["in_review"]}});
    let counted = client.post("/analytics/v1/merchant/metrics/payments", query).await.ok();
    assert_eq!(counted["queryData"][0]["payment_count"], 1, "analytics knows the other name: {counted}");
    for documented in ["succeeded", "", "two\nlines"] {
        let refused = client.post("/_sandbox/settings", json!({ "review_status": documented })).await;
        refused.refused(400, "IR_04", "review_status");
    }
}
