//! Refusals: the codes of that service, in its two forms of error bodies.

use axum::http::Method;
use paydesk_test_sandbox::helpers::{Answer, Client};
use serde_json::{Value, json};

use super::{VISA, client};

/// Status and code of a refusal, and whether it says `type` or `error_type`.
fn refusal(answer: &Answer) -> (u16, String, &'static str) {
    let error = answer.json()["error"].clone();
    let form = if error.get("type").is_some() { "type" } else { "error_type" };
    assert!(error["message"].as_str().is_some_and(|text| !text.is_empty()), "{}", answer.text());
    (answer.status.as_u16(), error["code"].as_str().unwrap().to_owned(), form)
}

#[track_caller]
fn assert_refused(answer: &Answer, status: u16, code: &str, form: &'static str) {
    assert_eq!(refusal(answer), (status, code.to_owned(), form), "{}", answer.text());
}

#[tokio::test]
async fn what_is_not_there_is_he_02_and_he_04() {
    let client = client();
    for path in ["/payments/nope", "/refunds/nope", "/customers/nope", "/payouts/nope"] {
        assert_refused(&client.get(path).await, 404, "HE_02", "type");
    }
    assert_refused(&client.get("/disputes/nope").await, 404, "HE_04", "type");
    assert_refused(&client.post("/payment_link", json!({"amount": 5})).await, 404, "IR_02", "type");
    assert_refused(
        &client.bytes(Method::PATCH, "/payments", Some(&client.credentials.api_key), Vec::new()).await,
        405,
        "IR_03",
        "type",
    );
}

#[tokio::test]
async fn a_key_is_asked_for_with_ir_04_and_refused_with_ir_01_whether_unknown_revoked_or_of_another_kind() {
    let client = client();
    let publishable = client.credentials.publishable_key.clone();
    assert_refused(&client.bytes(Method::GET, "/payments/list", None, Vec::new()).await, 400, "IR_04", "type");
    for key in ["snd_unknown", publishable.as_str()] {
        assert_refused(&client.bytes(Method::GET, "/payments/list", Some(key), Vec::new()).await, 401, "IR_01", "type");
    }
    client.post("/_sandbox/api_keys/key_secret/revoke", json!({})).await.ok();
    assert_refused(&client.get("/payments/list").await, 401, "IR_01", "type");
}

#[tokio::test]
async fn bodies_that_cannot_be_read_say_error_type_and_missing_fields_type() {
    let client = client();
    let post = |body: Value| async { client.post("/payments", body).await };
    assert_refused(
        &client.bytes(Method::POST, "/payments", Some(&client.credentials.api_key), b"{".to_vec()).await,
        400,
        "IR_06",
        "error_type",
    );
    assert_refused(&post(json!({"amount": "5", "currency": "EUR"})).await, 400, "IR_06", "error_type");
    assert_refused(&post(json!({"amount": 5, "currency": "EUR", "colour": "red"})).await, 400, "IR_06", "error_type");
    assert_refused(&post(json!({"currency": "EUR"})).await, 400, "IR_04", "type");
    assert_refused(
        &post(json!({"amount": 5, "currency": "EUR", "order_details": [{"name": "Kettle"}]})).await,
        400,
        "IR_06",
        "error_type",
    );
}

#[tokio::test]
async fn states_that_do_not_allow_it_and_ids_that_are_taken_have_their_codes() {
    let client = client();
    let paid = client.pay(VISA, json!({"payment_id": "order_1"})).await;
    let id = paid["payment_id"].as_str().unwrap();
    let path = |call: &str| format!("/payments/{id}/{call}");
    assert_refused(&client.post(&path("capture"), json!({})).await, 400, "IR_14", "type");
    assert_refused(&client.post(&path("cancel"), json!({})).await, 400, "IR_16", "type");
    assert_refused(&client.post(&path("approve"), json!({})).await, 400, "IR_16", "type");
    let again = client.post("/payments", json!({"payment_id": "order_1", "amount": 5, "currency": "EUR"})).await;
    assert_refused(&again, 400, "HE_01", "type");
    let held = client.held("manual").await;
    let path = format!("/payments/{}/capture", held["payment_id"].as_str().unwrap());
    assert_refused(&client.post(&path, json!({"amount_to_capture": 5000})).await, 422, "IR_06", "type");
    let refund = json!({"payment_id": held["payment_id"]});
    assert_refused(&client.post("/refunds", refund).await, 400, "IR_14", "type");
}

#[tokio::test]
async fn faults_answer_in_these_shapes_too() {
    let client: Client = client();
    let fault = |kind: &str| json!({"method": "GET", "path": "/payments/list", "kind": kind, "count": 1});
    client.post("/_sandbox/faults", fault("status_500")).await.ok();
    let answer = client.get("/payments/list").await;
    assert_eq!((answer.status.as_u16(), &answer.json()["error"]["type"]), (500, &json!("api")));
    client.post("/_sandbox/faults", fault("status_502")).await.ok();
    assert_refused(&client.get("/payments/list").await, 502, "CE_00", "type");
}
