//! The dashboard sign-in of the other shapes: its steps, and what its tokens open.

use axum::http::Method;
use paydesk_test_sandbox::helpers::{Answer, Client};
use paydesk_test_sandbox::hyperswitch::token;
use serde_json::json;

use super::client;

/// Fails unless the answer is this error, in the shape of that service.
#[track_caller]
fn assert_refused(answer: &Answer, status: u16, code: &str) {
    let error = &answer.json()["error"];
    assert_eq!((answer.status.as_u16(), error["code"].as_str()), (status, Some(code)), "{error}");
    assert_eq!(error["type"], "invalid_request");
}

#[tokio::test]
async fn a_wrong_password_signs_nobody_in() {
    let client = client();
    assert_refused(&client.sign_in("wrong").await, 401, "UR_01");
}

#[tokio::test]
async fn a_second_factor_is_given_or_skipped() {
    let client = client();
    let first = client.first_token().await;
    assert_refused(&client.end_second_factor(&first, false).await, 401, "UR_40");
    let wrong = json!({"totp": "000000"});
    let refused = client.with_token(Method::POST, "/user/2fa/totp/verify", &first, wrong).await;
    assert_refused(&refused, 401, "UR_37");
    let right = json!({"totp": "123456"});
    assert_eq!(client.with_token(Method::POST, "/user/2fa/totp/verify", &first, right).await.status, 200);
    let with_code = client.end_second_factor(&first, false).await.ok();
    let skipped = client.end_second_factor(&client.first_token().await, true).await.ok();
    assert_eq!((&with_code["token_type"], &skipped["token_type"]), (&json!("user_info"), &json!("user_info")));
}

#[tokio::test]
async fn only_the_last_token_opens_what_wants_a_login() {
    let client = client();
    let first = client.first_token().await;
    let last = token(&client.end_second_factor(&first, true).await.ok());
    for wrong in [first.as_str(), "sandbox.nobody", ""] {
        let answer = client.with_token(Method::POST, "/payments/list", wrong, json!({"limit": 1})).await;
        assert_refused(&answer, 401, "IR_17");
    }
    let listed = client.with_token(Method::POST, "/payments/list", &last, json!({"limit": 1})).await.ok();
    assert_eq!(listed, json!({"count": 0, "total_count": 0, "data": []}));
    let me = client.with_token(Method::GET, "/user", &last, json!({})).await.ok();
    assert_eq!(me["merchant_id"], client.credentials.merchant_id);
    assert_refused(&client.get("/user").await, 400, "IR_04");
}

#[tokio::test]
async fn the_shapes_of_the_specification_know_no_sign_in() {
    let client = Client::new();
    client.sign_in("Secret-123456!").await.refused(404, "IR_05", "/user/v2/signin");
    let with_token = client.with_token(Method::POST, "/payments/list", "sandbox.nobody", json!({})).await;
    assert_eq!(with_token.error().2, "AU_01", "a token is no key");
}
