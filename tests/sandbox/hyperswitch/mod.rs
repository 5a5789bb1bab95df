//! The sandbox in the shapes of hyperswitch: names against the schemas of that service's public description, words and
//! codes as it has them. What happens is the engine's, whose own tests stay with the shapes of the specification.

mod lists;
mod operations;
mod refusals;
mod sign_in;

use std::collections::BTreeSet;

use axum::http::Method;
use paydesk_sandbox::{SandboxConfig, SandboxShapes};
use paydesk_test_sandbox::helpers::{Client, config, fixture_of, payment_with};
pub use paydesk_test_sandbox::hyperswitch::VISA;
use serde_json::{Value, json};
pub const REVIEW: &str = "4000000000009235";
pub const INSUFFICIENT: &str = "4000000000009995";

/// A sandbox in these shapes with nothing in it.
pub fn client() -> Client {
    Client::with(SandboxConfig { shapes: Some(SandboxShapes::Hyperswitch), ..config() })
}

/// A sandbox in these shapes with a shop in it.
fn shop(payments: u32) -> Client {
    Client::with(SandboxConfig { shapes: Some(SandboxShapes::Hyperswitch), payments, ..config() })
}

fn names(object: &Value) -> BTreeSet<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Fails unless `object` has all fields that the schema requires, and none that it does not have.
#[track_caller]
pub fn assert_schema(object: &Value, schema: &str) {
    let schemas = fixture_of("hyperswitch", "schemas");
    let words = |part: &str| -> BTreeSet<String> {
        let words = schemas[schema][part].as_str().unwrap_or_else(|| panic!("{schema} has no {part}"));
        words.split_whitespace().map(str::to_owned).collect()
    };
    let (required, known) = (words("required"), words("known"));
    let names: BTreeSet<String> = names(object).into_iter().map(str::to_owned).collect();
    assert!(required.is_subset(&names), "{schema} without {:?}", required.difference(&names));
    let known: BTreeSet<String> = known.union(&required).cloned().collect();
    assert!(names.is_subset(&known), "{schema} does not have {:?}", names.difference(&known));
}

#[tokio::test]
async fn health_needs_no_key_and_is_no_json() {
    let answer = client().bytes(Method::GET, "/health", None, Vec::new()).await;
    assert_eq!(answer.status, 200);
    assert!(serde_json::from_slice::<Value>(&answer.bytes).is_err());
}

#[tokio::test]
async fn shapes_are_switched_while_the_sandbox_runs_and_its_own_paths_stay() {
    let client = Client::new();
    client.pay(VISA, json!({})).await;
    assert!(names(&client.post("/payments/list", json!({})).await.ok()).contains("total_count"));
    client.post("/_sandbox/settings", json!({"shapes": "hyperswitch"})).await.ok();
    let list = client.get("/payments/list").await.ok();
    assert_eq!(names(&list), ["data", "size"].into());
    assert_eq!(list["data"][0]["status"], "succeeded");
    assert!(client.get("/_sandbox/disputes").await.ok()["data"].is_array());
    client.post("/_sandbox/settings", json!({"shapes": "spec"})).await.ok();
    assert!(names(&client.post("/payments/list", json!({})).await.ok()).contains("total_count"));
}

#[tokio::test]
async fn every_object_has_the_names_of_its_schema() {
    let client = client();
    let payment = client.held("manual_multiple").await;
    assert_schema(&payment, "PaymentsResponse");
    client.change(&payment, "capture", json!({"amount_to_capture": 400})).await;
    let rest = payment["amount"].as_i64().unwrap() - 400;
    client.change(&payment, "capture", json!({"amount_to_capture": rest})).await;
    let id = payment["payment_id"].as_str().unwrap();
    let refund = client.post("/refunds", json!({"payment_id": id, "amount": 100})).await.ok();
    assert_schema(&refund, "RefundResponse");
    client.post(&format!("/_sandbox/payments/{id}/dispute"), json!({"reason": "fraudulent"})).await.ok();
    let whole = client.get(&format!("/payments/{id}?expand_attempts=true&expand_captures=true")).await.ok();
    assert_schema(&whole, "PaymentsResponse");
    assert_schema(&whole["payment_method_data"]["card"], "CardResponse");
    assert_schema(&whole["refunds"][0], "RefundResponse");
    assert_schema(&whole["disputes"][0], "DisputeResponsePaymentsRetrieve");
    assert_schema(&whole["attempts"][0], "PaymentAttemptResponse");
    assert_schema(&whole["captures"][0], "CaptureResponse");
    assert_schema(&client.get("/disputes/list").await.ok()[0], "DisputeResponse");
    let customer = client.post("/customers", json!({"customer_id": "cus_1", "name": "Ada"})).await.ok();
    assert_schema(&customer, "CustomerResponse");
    let payout = client.post("/payouts/create", super::hyperswitch::payout()).await.ok();
    assert_schema(&payout, "PayoutCreateResponse");
    client.post("/payouts/create", auto_payout()).await.ok();
    assert_schema(&client.get("/payouts/list").await.ok()["data"][0]["attempts"][0], "PayoutAttemptResponse");
}

pub fn payout() -> Value {
    json!({"amount": 500, "currency": "EUR", "confirm": true, "payout_type": "bank", "payout_method_data": {"bank_transfer":
        {"payout_method_type": "sepa", "iban": "DE89370400440532013000", "bic": "COBADEFFXXX"}}})
}

fn auto_payout() -> Value {
    let mut body = payout();
    paydesk_test_sandbox::helpers::merge(&mut body, json!({"auto_fulfill": true, "confirm": true}));
    body
}

#[tokio::test]
async fn a_key_that_does_not_expire_says_never_and_the_admin_key_makes_it() {
    let client = client();
    let path = format!("/api_keys/{}", client.credentials.merchant_id);
    let admin = client.credentials.admin_key.clone();
    let make = |body: Value| client.bytes(Method::POST, &path, Some(&admin), body.to_string().into_bytes());
    let key = make(json!({"name": "desk", "expiration": "never"})).await.ok();
    assert_schema(&key, "CreateApiKeyResponse");
    assert_eq!(key["expiration"], "never");
    assert_eq!(make(json!({"name": "desk"})).await.status, 400);
}

#[tokio::test]
async fn every_status_of_the_family_is_in_the_list_of_a_new_shop() {
    let client = shop(1_500);
    let mut seen = BTreeSet::new();
    let mut after = String::new();
    loop {
        let page = client.get(&format!("/payments/list?limit=100{after}")).await.ok();
        let rows = page["data"].as_array().unwrap();
        seen.extend(rows.iter().map(|row| row["status"].as_str().unwrap().to_owned()));
        let [_, .., last] = rows.as_slice() else { break };
        after = format!("&ending_before={}", last["payment_id"].as_str().unwrap());
    }
    let all = fixture_of("hyperswitch", "schemas")["IntentStatus"]["known"].as_str().unwrap().to_owned();
    let missing: Vec<&str> = all.split_whitespace().filter(|word| !seen.contains(*word)).collect();
    assert_eq!(missing, Vec::<&str>::new());
    let disputes = client.get("/disputes/list?limit=100").await.ok();
    let seen: BTreeSet<&str> =
        disputes.as_array().unwrap().iter().map(|row| row["dispute_status"].as_str().unwrap()).collect();
    let all = fixture_of("hyperswitch", "schemas")["DisputeStatus"]["known"].as_str().unwrap().to_owned();
    assert_eq!(all.split_whitespace().filter(|word| !seen.contains(word)).count(), 0, "{seen:?}");
}

#[tokio::test]
async fn subscriptions_confirm_in_another_shape_than_they_are_created_in() {
    let client = client();
    client.post("/customers", json!({"customer_id": "cus_1"})).await.ok();
    let body = json!({"customer_id": "cus_1", "item_price_id": first_price(&client).await,
        "payment_details": {"return_url": "https://shop.example/back"}});
    let created = client.for_profile(Method::POST, "/subscriptions/create", body).await.ok();
    assert_schema(&created, "SubscriptionResponse");
    let payment = payment_with(VISA, json!({}));
    let details = json!({"payment_method": "card", "payment_method_data": payment["payment_method_data"]});
    let path = format!("/subscriptions/{}/confirm", created["id"].as_str().unwrap());
    let body = json!({"payment_details": details, "client_secret": created["client_secret"]});
    let confirmed = client.for_profile(Method::POST, &path, body).await.ok();
    assert_schema(&confirmed, "ConfirmSubscriptionResponse");
    assert_eq!(confirmed["status"], "active");
}

async fn first_price(client: &Client) -> Value {
    client.get("/_sandbox/plans").await.ok()["data"][0]["item_price_id"].clone()
}

#[tokio::test]
async fn webhooks_carry_the_objects_in_these_shapes() {
    let client = client();
    client.held("manual").await;
    client.post("/payouts/create", auto_payout()).await.ok();
    client.advance(330).await;
    let events = client.get("/_sandbox/events").await.ok()["data"].as_array().unwrap().clone();
    let mut seen = BTreeSet::new();
    for event in &events {
        let path = format!("/_sandbox/events/{}", event["event_id"].as_str().unwrap());
        let payload = client.get(&path).await.ok()["payload"].clone();
        assert_eq!(payload["processor_merchant_id"], client.credentials.merchant_id.as_str());
        let (kind, object) = (payload["content"]["type"].as_str().unwrap(), &payload["content"]["object"]);
        let schema = if kind == "payment_details" { "PaymentsResponse" } else { "PayoutCreateResponse" };
        assert_schema(object, schema);
        seen.insert(payload["event_type"].as_str().unwrap().to_owned());
    }
    assert!(seen.contains("payment_authorized") && seen.contains("payout_success"), "{seen:?}");
}

#[test]
fn the_answers_kept_as_fixtures_have_the_names_of_their_schemas() {
    let of = |name: &str| fixture_of("hyperswitch", name);
    for name in ["payment", "payment_partially_captured", "payment_failed"] {
        assert_schema(&of(name), "PaymentsResponse");
    }
    for name in ["payment_list_by_query", "payment_list_by_body"] {
        of(name)["data"].as_array().unwrap().iter().for_each(|row| assert_schema(row, "PaymentsResponse"));
    }
    of("refund_list")["data"].as_array().unwrap().iter().for_each(|row| assert_schema(row, "RefundResponse"));
    of("dispute_list").as_array().unwrap().iter().for_each(|row| assert_schema(row, "DisputeResponse"));
    of("payout_list")["data"].as_array().unwrap().iter().for_each(|row| assert_schema(row, "PayoutCreateResponse"));
    assert_schema(&of("evidence_submitted"), "DisputeResponse");
    assert_schema(&of("customer"), "CustomerResponse");
}
