//! Lists: three forms, pages and filters; and analytics, whose rows are lists of another kind.

use serde_json::{Value, json};

use super::{VISA, client, shop};

fn ids(rows: &Value) -> Vec<&str> {
    rows.as_array().unwrap().iter().map(|row| row["payment_id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn payments_by_query_go_on_from_a_payment_and_know_no_offset() {
    let client = shop(30);
    let first = client.get("/payments/list?limit=2").await.ok();
    assert_eq!(first["size"], 2);
    let after = ids(&first["data"])[1].to_owned();
    let second = client.get(&format!("/payments/list?limit=3&ending_before={after}")).await.ok();
    let both = client.get("/payments/list?limit=4").await.ok();
    assert_eq!([ids(&first["data"]), ids(&second["data"])[1..].to_vec()].concat(), ids(&both["data"]));
    let newest = client.get(&format!("/payments/list?limit=2&starting_after={after}")).await.ok();
    assert_eq!(newest, first, "that row and the newer ones, from the newest on");
    for unknown in ["offset=0", "status=failed", "currency=USD", "created_gte=2026-01-01T00:00:00Z"] {
        let answer = client.get(&format!("/payments/list?{unknown}")).await;
        assert_eq!(answer.status, 400, "{unknown}");
        assert!(serde_json::from_slice::<Value>(&answer.bytes).is_err(), "{unknown}: {}", answer.text());
    }
    let too_long = client.get("/payments/list?limit=101").await;
    assert_eq!((too_long.status.as_u16(), too_long.json()["error"]["code"].as_str().unwrap()), (422, "IR_06"));
}

#[tokio::test]
async fn payments_by_query_are_filtered_by_time_and_customer() {
    let client = client();
    client.pay(VISA, json!({"customer_id": "cus_new"})).await;
    client.advance(60).await;
    let later = client.pay(VISA, json!({})).await;
    let since = client.get("/payments/list?created.gte=2026-11-21T10:00:30Z").await.ok();
    assert_eq!(ids(&since["data"]), [later["payment_id"].as_str().unwrap()]);
    assert_eq!(client.get("/payments/list?customer_id=cus_new").await.ok()["size"], 1);
    assert_eq!(client.get("/customers/cus_new").await.ok()["customer_id"], "cus_new");
}

#[tokio::test]
async fn payments_by_body_want_a_login_and_words_in_arrays() {
    let client = shop(30);
    let refused = client.post("/payments/list", json!({"limit": 10})).await;
    assert_eq!((refused.status.as_u16(), refused.json()["error"]["code"].as_str().unwrap()), (400, "IR_04"));
    client.with_logins().await;
    let page = client.post("/payments/list", json!({"limit": 50, "status": ["succeeded"]})).await.ok();
    assert_eq!(page["count"], page["data"].as_array().unwrap().len());
    assert!(page["total_count"].as_u64() >= page["count"].as_u64());
    assert!(page["data"].as_array().unwrap().iter().all(|row| row["status"] == "succeeded"));
    let one_word = client.post("/payments/list", json!({"status": "succeeded"})).await;
    assert_eq!((one_word.status.as_u16(), &one_word.json()["error"]["error_type"]), (400, &json!("invalid_request")));
    assert_eq!(client.post("/payments/list", json!({"limit": 100})).await.status, 422);
}

#[tokio::test]
async fn rows_of_payments_know_less_than_the_payment() {
    let client = client();
    let payment = client.pay(VISA, json!({"email": "ada@mail.example"})).await;
    let row = client.get("/payments/list").await.ok()["data"][0].clone();
    assert_eq!((&payment["amount_received"], &row["amount_received"]), (&json!(1000), &Value::Null));
    assert_eq!((&payment["email"], &row["email"]), (&json!("ada@mail.example"), &Value::Null));
}

#[tokio::test]
async fn disputes_are_a_bare_array_with_amounts_as_text() {
    let client = shop(300);
    let rows = client.get("/disputes/list?limit=3&dispute_status=dispute_opened,dispute_challenged").await.ok();
    assert_eq!(rows.as_array().unwrap().len(), 3);
    for row in rows.as_array().unwrap() {
        assert!(row["amount"].as_str().unwrap().parse::<i64>().unwrap() > 0);
        assert!(row["challenge_required_by"].as_str().unwrap().ends_with('Z'));
        assert!(["dispute_opened", "dispute_challenged"].contains(&row["dispute_status"].as_str().unwrap()));
    }
    assert_eq!(client.get("/disputes/list?status=dispute_opened").await.status, 400);
    assert_eq!(client.get("/disputes/list?dispute_status=won").await.status, 400);
    assert_eq!(client.post("/disputes/list", json!({})).await.status, 405);
    assert!(client.get("/disputes/list?limit=5000").await.ok().as_array().unwrap().len() <= 100);
}

#[tokio::test]
async fn refunds_and_payouts_have_lists() {
    let client = shop(300);
    let refunds = client.post("/refunds/list", json!({"limit": 5, "refund_status": ["review"]})).await.ok();
    assert_eq!((&refunds["count"], &refunds["total_count"]), (&json!(2), &json!(2)));
    let payouts = client.get("/payouts/list?limit=2").await.ok();
    assert_eq!(payouts["size"], 2);
    let after = payouts["data"][0]["payout_id"].as_str().unwrap();
    let next = client.get(&format!("/payouts/list?limit=1&starting_after={after}")).await.ok();
    assert_eq!(next["data"][0]["payout_id"], payouts["data"][1]["payout_id"]);
}

fn query(extra: Value) -> Value {
    let mut query = json!({"timeRange": {"startTime": "2026-08-01T00:00:00Z", "endTime": "2026-11-21T10:00:00Z"}});
    paydesk_test_sandbox::helpers::merge(&mut query, extra);
    json!([query])
}

#[tokio::test]
async fn analytics_want_a_login_once_the_body_is_one_query_in_an_array() {
    let client = shop(300);
    let path = "/analytics/v1/merchant/metrics/payments";
    let asked = query(json!({"metrics": ["payment_count"]}));
    let object = client.post(path, asked[0].clone()).await;
    assert_eq!((object.status.as_u16(), &object.json()["error"]["error_type"]), (400, &json!("invalid_request")));
    let refused = client.post(path, asked).await;
    assert_eq!((refused.status.as_u16(), refused.json()["error"]["code"].as_str().unwrap()), (400, "IR_04"));
}

#[tokio::test]
async fn analytics_of_payments_count_attempts_by_their_own_words() {
    let client = shop(300);
    client.with_logins().await;
    let path = "/analytics/v1/merchant/metrics/payments";
    let metrics = json!(["payment_count", "payment_success_rate", "payment_processed_amount"]);
    let whole = client.post(path, query(json!({"metrics": metrics.clone()}))).await.ok();
    let row = &whole["queryData"][0];
    assert!(row["payment_success_rate"].as_f64().unwrap() > 1.0, "a percentage: {row}");
    assert_eq!(row["time_bucket"], "2026-08-01 00:00:00");
    assert_eq!(whole["metaData"][0]["total_payment_processed_amount"], row["payment_processed_amount"]);
    assert_eq!(row["payment_success_count"], Value::Null, "it was not asked for");
    let grouped =
        client.post(path, query(json!({"metrics": ["payment_count"], "groupByNames": ["status"]}))).await.ok();
    let rows = grouped["queryData"].as_array().unwrap();
    let of = |word: &str| rows.iter().find(|row| row["status"] == word).unwrap()["payment_count"].as_i64().unwrap();
    let filter = json!({"metrics": ["payment_count"], "filters": {"status": ["charged"]}});
    let charged = client.post(path, query(filter)).await.ok();
    assert_eq!(charged["queryData"][0]["payment_count"].as_i64().unwrap(), of("charged"));
    assert!(of("failure") > 0);
    let days = json!({"metrics": metrics, "timeSeries": {"granularity": "G_ONEDAY"}});
    let days = client.post(path, query(days)).await.ok();
    let sum: i64 = days["queryData"].as_array().unwrap().iter().map(|row| row["payment_count"].as_i64().unwrap()).sum();
    assert_eq!(sum, row["payment_count"].as_i64().unwrap());
}

#[tokio::test]
async fn analytics_of_disputes_count_outcomes_and_not_statuses() {
    let client = shop(300);
    client.with_logins().await;
    let path = "/analytics/v1/merchant/metrics/disputes";
    let metrics = json!(["dispute_status_metric", "total_amount_disputed", "total_dispute_lost_amount"]);
    let answer = client.post(path, query(json!({ "metrics": metrics }))).await.ok();
    let row = &answer["queryData"][0];
    let number = |name: &str| row[name].as_i64().unwrap();
    assert!(
        number("disputes_won") + number("disputes_lost") + number("disputes_challenged") <= number("total_dispute")
    );
    assert_eq!(answer["metaData"][0]["total_disputed_amount"], row["disputed_amount"]);
    assert_eq!(row.get("dispute_status_metric"), None);
    let by_status = json!({"metrics": ["dispute_status_metric"], "groupByNames": ["dispute_status"]});
    assert_eq!(client.post(path, query(by_status)).await.status, 400);
}
