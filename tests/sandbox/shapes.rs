//! Requests and answers of payouts, disputes, subscriptions, keys and analytics as they were typed by hand from the
//! specification. The client's own tests hold what it sends to the same requests, and what it reads to the same
//! answers.

use axum::http::Method;
use paydesk_test_sandbox::helpers::{Client, config, fixture};
use paydesk_test_sandbox::shapes::assert_same_shape;
use serde_json::{Value, json};

/// The client of a sandbox whose merchant is the fixtures' one.
fn merchant() -> Client {
    let mut config = config();
    config.credentials.merchant_id = Some("mer_test".to_owned());
    Client::with(config)
}

fn id(answer: &Value, field: &str) -> String {
    answer[field].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_payout_is_created_updated_and_fulfilled() {
    let client = merchant();
    let payout = client.post("/payouts/create", fixture("payout_create")).await.ok();
    assert_same_shape(&payout, "payout");
    let payout_id = id(&payout, "payout_id");
    let updated = client.put(&format!("/payouts/{payout_id}"), fixture("payout_update")).await.ok();
    assert_same_shape(&updated, "payout_updated");
    let mut body = fixture("payout_fulfill");
    body["payout_id"] = json!(payout_id);
    let fulfilled = client.post(&format!("/payouts/{payout_id}/fulfill"), body).await.ok();
    assert_same_shape(&fulfilled, "payout_fulfilled");
}

#[tokio::test]
async fn every_method_of_payouts_is_taken_and_shown_masked() {
    let client = merchant();
    let methods = fixture("payout_methods");
    assert_eq!(methods.as_array().unwrap().len(), 16);
    for method in methods.as_array().unwrap() {
        let body = json!({"amount": 5, "currency": "EUR", "payout_type": method["payout_type"],
            "payout_method_data": method["sent"]});
        let payout = client.post("/payouts/create", body).await.ok();
        assert_eq!(payout["payout_method_data"], method["shown"]);
    }
}

/// Three disputes of the fixtures, each a second after the other; the first is lost for want of evidence if a day
/// passes. Their ids.
async fn disputes(client: &Client) -> Vec<String> {
    let bodies = [
        json!({"reason": "duplicate", "amount": 200, "deadline_days": 1}),
        json!({"reason": "fraudulent", "amount": 400}),
        json!({"reason": "Product not received", "stage": "pre_dispute"}),
    ];
    let mut ids = Vec::new();
    for (index, body) in bodies.into_iter().enumerate() {
        if index > 0 {
            client.advance(1).await;
        }
        let payment_id = format!("order-{}", index + 1);
        client.pay("4242424242424242", json!({ "payment_id": payment_id })).await;
        let raised = client.post(&format!("/_sandbox/payments/{payment_id}/dispute"), body).await.ok();
        ids.push(id(&raised, "dispute_id"));
    }
    ids
}

#[tokio::test]
async fn disputes_are_listed_newest_first() {
    let client = merchant();
    let ids = disputes(&client).await;
    client.post("/disputes/evidence", json!({"dispute_id": ids[1], "receipt": ""})).await.ok();
    let mut expected = fixture("dispute_list");
    expected["data"][0]["dispute_id"] = json!(ids[2]);
    expected["data"][1]["dispute_id"] = json!(ids[1]);
    assert_eq!(client.get("/disputes/list?limit=2&offset=0").await.ok(), expected);
}

#[tokio::test]
async fn evidence_is_answered_with_the_dispute_and_the_word_submitted() {
    let client = merchant();
    client.pay("4242424242424242", json!({"payment_id": "order-1"})).await;
    let raised = client.post("/_sandbox/payments/order-1/dispute", json!({"reason": "fraudulent"})).await.ok();
    let (mut evidence, mut expected) = (fixture("evidence"), fixture("evidence_submitted"));
    evidence["dispute_id"] = raised["dispute_id"].clone();
    expected["dispute_id"] = raised["dispute_id"].clone();
    assert_eq!(client.post("/disputes/evidence", evidence).await.ok(), expected);
}

#[tokio::test]
async fn a_subscription_is_created_confirmed_and_put_on_another_plan() {
    let client = merchant();
    client.post("/customers", json!({"customer_id": "ada-1815"})).await.ok();
    let created = client.for_profile(Method::POST, "/subscriptions/create", fixture("subscription_create")).await.ok();
    assert_same_shape(&created, "subscription");
    let path = |verb: &str| format!("/subscriptions/{}/{verb}", id(&created, "id"));
    let mut body = fixture("subscription_confirm");
    body["client_secret"] = created["client_secret"].clone();
    let confirmed = client.for_profile(Method::POST, &path("confirm"), body).await.ok();
    assert_same_shape(&confirmed, "subscription_confirmed");
    let updated = client.for_profile(Method::PUT, &path("update"), fixture("subscription_update")).await.ok();
    assert_same_shape(&updated, "subscription_updated");
}

#[tokio::test]
async fn an_api_key_is_made_by_the_admin_key() {
    let client = merchant();
    let body = fixture("api_key_create").to_string().into_bytes();
    let key = client.credentials.admin_key.clone();
    let made = client.bytes(Method::POST, "/api_keys/mer_test", Some(&key), body).await.ok();
    assert_same_shape(&made, "api_key");
}

#[tokio::test]
async fn disputes_are_counted_as_the_questions_ask() {
    let client = merchant();
    let ids = disputes(&client).await;
    client.advance(86_400).await;
    client.post("/disputes/evidence", json!({"dispute_id": ids[1], "receipt": ""})).await.ok();
    for name in ["dispute_metrics", "dispute_metrics_grouped"] {
        let query = fixture(&format!("{name}_query"));
        let answer = client.post("/analytics/v1/merchant/metrics/disputes", query).await.ok();
        assert_eq!(answer, fixture(name));
    }
}

#[tokio::test]
async fn payments_are_counted_as_the_question_asks() {
    let client = merchant();
    client.pay("4242424242424242", json!({})).await;
    client.pay("4242424242424242", json!({"amount": 600})).await;
    client.pay("4000000000009995", json!({})).await;
    client.pay("4242424242424242", json!({"currency": "KWD", "capture_method": "manual"})).await;
    let answer = client.post("/analytics/v1/merchant/metrics/payments", fixture("payment_metrics_query")).await.ok();
    assert_eq!(answer, fixture("payment_metrics"));
}
