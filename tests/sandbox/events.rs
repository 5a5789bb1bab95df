//! Which change makes which event: the router called directly, the log of events read.

use axum::http::Method;
use paydesk_sandbox::engine::events::EventType;
use paydesk_test_sandbox::helpers::{Client, card, id, payment_with};
use serde_json::{Value, json};
use strum::VariantArray as _;

const GOOD: &str = "4242424242424242";

const REVIEW: &str = "4000000000009235";

const CHALLENGED: &str = "4000003800000446";

/// The types of all events so far, in order.
async fn event_types_of(client: &Client) -> Vec<String> {
    let events = client.get("/_sandbox/events").await.ok();
    let events = events["data"].as_array().unwrap();
    events.iter().map(|event| event["event_type"].as_str().unwrap().to_owned()).collect()
}

async fn client_with_payment(card_number: &str, extra: Value) -> Client {
    let client = Client::new();
    let mut body = json!({"payment_id": "it"});
    paydesk_test_sandbox::helpers::merge(&mut body, extra);
    client.pay(card_number, body).await;
    client
}

async fn held() -> Client {
    client_with_payment(GOOD, json!({"capture_method": "manual"})).await
}

async fn post(client: &Client, path: &str, body: Value) {
    client.post(path, body).await.ok();
}

#[test]
fn types_and_contents_have_the_documented_words() {
    let text: Vec<(&str, &str)> = [
        ("payment_details", "payment_succeeded payment_failed payment_processing payment_cancelled"),
        ("payment_details", "payment_authorized payment_captured action_required"),
        ("refund_details", "refund_succeeded refund_failed"),
        ("dispute_details", "dispute_opened dispute_challenged dispute_won dispute_lost"),
        ("payout_details", "payout_initiated payout_processing payout_success payout_failed payout_reversed"),
        ("subscription_details", "subscription_created subscription_active subscription_pending subscription_unpaid"),
        ("subscription_details", "subscription_failed subscription_updated invoice_paid"),
        ("payment_link_details", "payment_link_created payment_link_paid payment_link_expired"),
    ]
    .into_iter()
    .flat_map(|(content, types)| types.split(' ').map(move |word| (word, content)))
    .collect();
    for (word, content) in &text {
        let event_type: EventType = word.parse().unwrap();
        assert_eq!((event_type.as_ref(), event_type.content().as_ref()), (*word, *content));
    }
    assert_eq!(text.len(), EventType::VARIANTS.len());
}

#[tokio::test]
async fn a_confirmation_answers_the_status_that_the_payment_came_to() {
    for (card_number, extra, expected) in [
        (GOOD, json!({}), "payment_succeeded"),
        (GOOD, json!({"capture_method": "manual"}), "payment_authorized"),
        ("4000000000000002", json!({}), "payment_failed"),
        (CHALLENGED, json!({}), "action_required"),
        (REVIEW, json!({}), "action_required"),
        ("4000000000005050", json!({}), "payment_processing"),
    ] {
        let client = client_with_payment(card_number, extra).await;
        assert_eq!(event_types_of(&client).await, [expected], "{card_number}");
    }
}

#[tokio::test]
async fn an_unconfirmed_payment_emits_no_event_until_it_is_confirmed() {
    let client = Client::new();
    let bare = json!({"confirm": false, "payment_method": null, "payment_method_data": null, "payment_id": "it",
                      "payment_method_type": null});
    client.post("/payments", payment_with(GOOD, bare)).await.ok();
    post(&client, "/payments/it", json!({"amount": 1200})).await;
    assert_eq!(event_types_of(&client).await, Vec::<String>::new());
    let method = json!({"payment_method": "card", "payment_method_type": "credit", "billing": paydesk_test_sandbox::helpers::billing(),
                        "payment_method_data": {"card": card(GOOD)}});
    post(&client, "/payments/it/confirm", method).await;
    assert_eq!(event_types_of(&client).await, ["payment_succeeded"]);
}

#[tokio::test]
async fn each_capture_emits_an_event_and_the_success_one_more() {
    let client = held().await;
    post(&client, "/payments/it/capture", json!({"amount_to_capture": 300})).await;
    post(&client, "/payments/it/capture", json!({"amount_to_capture": 300})).await;
    let expected = ["payment_authorized", "payment_captured", "payment_succeeded", "payment_captured"];
    assert_eq!(event_types_of(&client).await, expected);
    post(&client, "/payments/it/cancel", json!({})).await;
    assert_eq!(event_types_of(&client).await, expected, "a remainder that is released is no cancelled payment");
}

#[tokio::test]
async fn cancelling_and_every_kind_of_expiry_emit_payment_cancelled() {
    let expected = ["payment_authorized", "payment_cancelled"];
    let client = held().await;
    post(&client, "/payments/it/cancel", json!({"cancellation_reason": "changed"})).await;
    assert_eq!(event_types_of(&client).await, expected);
    let client = held().await;
    post(&client, "/_sandbox/payments/it/expire", json!({})).await;
    assert_eq!(event_types_of(&client).await, expected);
    let client = held().await;
    client.advance(7 * 86_400).await;
    assert_eq!(event_types_of(&client).await, expected);
    let event = client.get("/_sandbox/events?after=1").await.ok()["data"][0].clone();
    assert_eq!(event["timestamp"], "2026-11-28T10:00:00Z", "not dated with the moment it was due");
    let whole = client.get(&format!("/_sandbox/events/{}", event["event_id"].as_str().unwrap())).await.ok();
    assert_eq!(whole["payload"]["content"]["object"]["cancellation_reason"], "authorization_expired");
}

#[tokio::test]
async fn a_review_emits_an_event_when_it_ends() {
    let client = client_with_payment(REVIEW, json!({})).await;
    post(&client, "/payments/it/approve", json!({})).await;
    assert_eq!(event_types_of(&client).await, ["action_required", "payment_captured", "payment_succeeded"]);
    let client = client_with_payment(REVIEW, json!({"capture_method": "manual"})).await;
    post(&client, "/payments/it/approve", json!({})).await;
    assert_eq!(event_types_of(&client).await, ["action_required", "payment_authorized"]);
    let client = client_with_payment(REVIEW, json!({})).await;
    post(&client, "/_sandbox/payments/it/reject", json!({})).await;
    assert_eq!(event_types_of(&client).await, ["action_required", "payment_failed"]);
}

#[tokio::test]
async fn an_authentication_emits_an_event_when_it_ends() {
    for (word, expected) in
        [("complete", "payment_succeeded"), ("reject", "payment_failed"), ("abandon", "payment_failed")]
    {
        let client = client_with_payment(CHALLENGED, json!({})).await;
        post(&client, &format!("/_sandbox/3ds/it/{word}"), json!({})).await;
        assert_eq!(event_types_of(&client).await, ["action_required", expected]);
    }
    let client = client_with_payment(CHALLENGED, json!({})).await;
    client.advance(15 * 60).await;
    assert_eq!(event_types_of(&client).await, ["action_required", "payment_failed"]);
}

#[tokio::test]
async fn processing_emits_an_event_when_it_ends() {
    for (card_number, expected) in [("4000000000005050", "payment_succeeded"), ("4000000000005068", "payment_failed")] {
        let client = client_with_payment(card_number, json!({})).await;
        client.advance(5).await;
        assert_eq!(event_types_of(&client).await, ["payment_processing", expected]);
    }
}

#[tokio::test]
async fn a_refused_request_emits_no_event() {
    let client = client_with_payment(GOOD, json!({})).await;
    client.post("/payments/it/capture", json!({})).await.refused(409, "IR_04", "it");
    client.post("/payments", payment_with(GOOD, json!({"payment_id": "it"}))).await.refused(409, "HE_01", "it");
    client.post("/payments", payment_with(GOOD, json!({"amount": 0}))).await.refused(400, "IR_04", "amount");
    assert_eq!(event_types_of(&client).await, ["payment_succeeded"]);
}

#[tokio::test]
async fn the_log_is_read_in_pages_and_names_what_each_event_is_about() {
    let client = Client::new();
    let payment = client.pay(GOOD, json!({})).await;
    client.pay(GOOD, json!({})).await;
    let page = client.get("/_sandbox/events?limit=1").await.ok();
    assert_eq!(page["data"].as_array().unwrap().len(), 1);
    assert_eq!((&page["data"][0]["seq"], &page["data"][0]["object_id"]), (&json!(1), &json!(id(&payment))));
    assert_eq!(client.get("/_sandbox/events?after=1").await.ok()["data"].as_array().unwrap().len(), 1);
    client.get("/_sandbox/events?limit=0").await.refused(400, "IR_04", "limit");
    client.get("/_sandbox/events?limit=1001").await.refused(400, "IR_04", "limit");
    let key = client.credentials.admin_key.clone();
    assert_eq!(client.bytes(Method::GET, "/_sandbox/events", Some(&key), Vec::new()).await.status, 200);
    assert_eq!(client.bytes(Method::GET, "/_sandbox/events", None, Vec::new()).await.status, 401);
}
