//! API keys: made with the admin key, honoured at once, shown once, revoked, expired.

use axum::http::Method;
use paydesk_test_sandbox::helpers::{Answer, Client, START};
use serde_json::{Value, json};

async fn make(client: &Client, body: Value) -> Answer {
    let path = format!("/api_keys/{}", client.credentials.merchant_id);
    let admin = client.credentials.admin_key.clone();
    client.bytes(Method::POST, &path, Some(&admin), body.to_string().into_bytes()).await
}

async fn health(client: &Client, key: &str) -> Answer {
    client.bytes(Method::GET, "/health", Some(key), Vec::new()).await
}

#[tokio::test]
async fn a_new_key_has_the_fields_of_the_specification_and_opens_at_once() {
    let client = Client::new();
    let body = json!({"name": "Warehouse", "description": "Scanner", "expiration": "never"});
    let mut key = make(&client, body).await.ok();
    let value = key["api_key"].as_str().unwrap().to_owned();
    assert!(value.starts_with("snd_") && value.len() > 20);
    assert!(key["key_id"].as_str().unwrap().starts_with("key_"));
    key.as_object_mut().unwrap().retain(|name, _| name != "api_key" && name != "key_id");
    let expected = json!({
        "merchant_id": client.credentials.merchant_id,
        "name": "Warehouse",
        "description": "Scanner",
        "created": START,
        "expiration": null,
    });
    assert_eq!(key, expected);
    health(&client, &value).await.ok();
    client.bytes(Method::GET, "/payments/list", Some(&value), Vec::new()).await.ok();
    let log = client.get("/_sandbox/log").await.text();
    assert!(!log.contains(&value), "a key stands in the log");
}

#[tokio::test]
async fn a_revoked_key_is_au_02() {
    let client = Client::new();
    let key = make(&client, json!({"name": "Warehouse"})).await.ok();
    let path = format!("/_sandbox/api_keys/{}/revoke", key["key_id"].as_str().unwrap());
    client.post(&path, json!({})).await.ok();
    let answer = health(&client, key["api_key"].as_str().unwrap()).await;
    assert_eq!(answer.error(), (401, "authentication_error".to_owned(), "AU_02".to_owned()));
}

#[tokio::test]
async fn a_key_expires_with_the_sandbox_s_clock() {
    let client = Client::new();
    let key = make(&client, json!({"name": "Short", "expiration": "2026-11-21T10:01:00Z"})).await.ok();
    assert_eq!(key["expiration"], "2026-11-21T10:01:00Z");
    let value = key["api_key"].as_str().unwrap();
    client.advance(59).await;
    health(&client, value).await.ok();
    client.advance(1).await;
    assert_eq!(health(&client, value).await.error(), (401, "authentication_error".to_owned(), "AU_01".to_owned()));
    let by_date = make(&client, json!({"name": "Day", "expiration": "2027-01-01"})).await.ok();
    assert_eq!(by_date["expiration"], "2027-01-01T00:00:00Z");
}

#[tokio::test]
async fn bad_bodies_other_merchants_and_other_keys_are_refused() {
    let client = Client::new();
    make(&client, json!({})).await.refused(400, "IR_01", "name");
    make(&client, json!({"name": ""})).await.refused(400, "IR_01", "name");
    make(&client, json!({"name": 5})).await.refused(400, "IR_04", "name");
    make(&client, json!({"name": "n".repeat(256)})).await.refused(400, "IR_04", "name");
    make(&client, json!({"name": "N", "description": []})).await.refused(400, "IR_04", "description");
    for expiration in [json!("soon"), json!(5), json!("2026-11-21T10:00:00Z"), json!("2020-01-01")] {
        make(&client, json!({"name": "N", "expiration": expiration})).await.refused(400, "IR_04", "expiration");
    }
    let admin = client.credentials.admin_key.clone();
    let body = json!({"name": "N"}).to_string().into_bytes();
    let other = client.bytes(Method::POST, "/api_keys/mer_other", Some(&admin), body.clone()).await;
    other.refused(404, "IR_05", "mer_other");
    let path = format!("/api_keys/{}", client.credentials.merchant_id);
    for key in [&client.credentials.api_key, &client.credentials.publishable_key] {
        let answer = client.bytes(Method::POST, &path, Some(key), body.clone()).await;
        assert_eq!(answer.error(), (403, "authentication_error".to_owned(), "AU_03".to_owned()));
    }
    assert_eq!(client.bytes(Method::POST, &path, None, body).await.error().2, "AU_01");
}

#[tokio::test]
async fn made_keys_survive_a_restart_with_their_expiry_and_end_with_a_reset() {
    let dir = tempfile::tempdir().unwrap();
    let (stored, short) = {
        let client = Client::with(paydesk_test_sandbox::helpers::config_in(dir.path()));
        let stored = make(&client, json!({"name": "Kept"})).await.ok();
        (stored, make(&client, json!({"name": "Short", "expiration": "2026-11-22"})).await.ok())
    };
    let client = Client::with(paydesk_test_sandbox::helpers::config_in(dir.path()));
    let value = |key: &Value| key["api_key"].as_str().unwrap().to_owned();
    health(&client, &value(&stored)).await.ok();
    client.advance(86_400).await;
    assert_eq!(health(&client, &value(&short)).await.error().2, "AU_01");
    client.post("/_sandbox/reset", json!({})).await.ok();
    assert_eq!(health(&client, &value(&stored)).await.error().2, "AU_01");
}
