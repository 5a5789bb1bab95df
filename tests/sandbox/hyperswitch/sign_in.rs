//! The dashboard sign-in of the other shapes: its steps, and what its tokens open.

use axum::http::Method;
use paydesk_test_sandbox::helpers::{Answer, Client};
use paydesk_test_sandbox::hyperswitch::token;
use serde_json::{Value, json};

use super::{client, shop};

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

async fn signed_in(client: &Client) -> String {
    let first = client.first_token().await;
    token(&client.end_second_factor(&first, true).await.ok())
}

#[tokio::test]
async fn payments_are_counted_by_status_for_a_sign_in_and_refunds_and_disputes_for_a_key() {
    let client = shop(300);
    let since = "start_time=2026-01-01T00:00:00.000Z";
    assert_refused(&client.get(&format!("/payments/aggregate?{since}")).await, 400, "IR_04");
    let token = signed_in(&client).await;
    let payments =
        client.with_token(Method::GET, &format!("/payments/aggregate?{since}"), &token, json!({})).await.ok();
    let total = |answer: &Value| -> u64 {
        let counts = answer["status_with_count"].as_object().unwrap();
        counts.values().map(|count| count.as_u64().unwrap()).sum()
    };
    let listed = client.with_token(Method::POST, "/payments/list", &token, json!({"limit": 1})).await.ok();
    assert_eq!(Some(total(&payments)), listed["total_count"].as_u64());
    let empty = super::client();
    let token = signed_in(&empty).await;
    let none = empty.with_token(Method::GET, &format!("/payments/aggregate?{since}"), &token, json!({})).await.ok();
    let names = none["status_with_count"].as_object().unwrap().len();
    assert_eq!((names, total(&none)), (16, 0), "also those of which there are none");
    for (path, statuses) in [("/refunds/aggregate", 5), ("/disputes/aggregate", 7)] {
        let counted = client.get(&format!("{path}?{since}")).await.ok();
        assert_eq!(counted["status_with_count"].as_object().unwrap().len(), statuses, "{path}");
        let none = client.get(&format!("{path}?{since}&end_time=2026-01-01T00:00:00.001Z")).await.ok();
        assert!(total(&counted) > 0 && total(&none) == 0, "{path}: {counted} {none}");
    }
}

#[tokio::test]
async fn amounts_of_disputes_are_those_that_were_won_or_lost_and_null_where_there_are_none() {
    let client = shop(300);
    let token = signed_in(&client).await;
    let disputes = client.get("/disputes/list?limit=100").await.ok();
    for (metric, field, status) in [
        ("total_amount_disputed", "disputed_amount", "dispute_won"),
        ("total_dispute_lost_amount", "dispute_lost_amount", "dispute_lost"),
    ] {
        let ask = |end: &str| {
            let range = json!({"startTime": "2026-01-01T00:00:00Z", "endTime": end});
            let query = json!([{"timeRange": range, "metrics": [metric], "groupByNames": []}]);
            client.with_token(Method::POST, "/analytics/v1/merchant/metrics/disputes", &token, query)
        };
        let rows = disputes.as_array().unwrap().iter().filter(|row| row["dispute_status"] == status);
        let sum: i64 = rows.map(|row| row["amount"].as_str().unwrap().parse::<i64>().unwrap()).sum();
        let answer = ask("2027-01-01T00:00:00Z").await.ok();
        assert!(sum > 0);
        assert_eq!(answer["queryData"][0][field], sum, "{answer}");
        let answer = ask("2026-01-01T00:00:01Z").await.ok();
        let rows = answer["queryData"].as_array().unwrap();
        assert_eq!((rows.len(), &rows[0][field]), (1, &Value::Null), "{answer}");
    }
}

#[tokio::test]
async fn amounts_of_refunds_and_payments_are_told_by_currency_and_those_of_disputes_fail() {
    let client = shop(300);
    let token = signed_in(&client).await;
    let ask = async |of: &str, metric: &str| {
        let range = json!({"startTime": "2026-01-01T00:00:00Z", "endTime": "2027-01-01T00:00:00Z"});
        let query = json!([{"timeRange": range, "metrics": [metric], "groupByNames": ["currency"]}]);
        client.with_token(Method::POST, &format!("/analytics/v1/merchant/metrics/{of}"), &token, query).await
    };
    for (of, metric) in [("payments", "payment_processed_amount"), ("refunds", "refund_processed_amount")] {
        let answer = ask(of, metric).await.ok();
        let rows = answer["queryData"].as_array().unwrap();
        let mut currencies: Vec<&str> = rows.iter().map(|row| row["currency"].as_str().unwrap()).collect();
        let told = currencies.len();
        currencies.dedup();
        assert!(told > 1 && told == currencies.len(), "{answer}");
        assert!(rows.iter().all(|row| row[metric].as_i64().unwrap() > 0), "{answer}");
    }
    let failed = ask("disputes", "total_amount_disputed").await;
    assert_eq!((failed.status.as_u16(), &failed.json()["error"]["code"]), (500, &json!("HE_00")));
}

#[tokio::test]
async fn the_shapes_of_the_specification_know_no_sign_in() {
    let client = Client::new();
    client.sign_in("Secret-123456!").await.refused(404, "IR_05", "/user/v2/signin");
    let with_token = client.with_token(Method::POST, "/payments/list", "sandbox.nobody", json!({})).await;
    assert_eq!(with_token.error().2, "AU_01", "a token is no key");
}
