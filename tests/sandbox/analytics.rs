//! Analytics: the shapes of questions and answers, and each error.

use paydesk_sandbox::SandboxConfig;
use paydesk_test_sandbox::helpers::{Answer, Client, config};
use serde_json::{Value, json};

pub const DISPUTES: &str = "/analytics/v1/merchant/metrics/disputes";

pub const PAYMENTS: &str = "/analytics/v1/merchant/metrics/payments";

pub const DISPUTE_METRICS: [&str; 3] = ["dispute_status_metric", "total_amount_disputed", "total_dispute_lost_amount"];

pub const PAYMENT_METRICS: [&str; 3] = ["payment_count", "payment_success_rate", "payment_processed_amount"];

/// Everything that ever happened in a seeded shop.
fn ever() -> Value {
    json!({"startTime": "2026-01-01T00:00:00Z", "endTime": "2027-01-01T00:00:00Z"})
}

pub fn shop(seed: u64, payments: u32) -> Client {
    Client::with(SandboxConfig { seed, payments, ..config() })
}

pub async fn ask(client: &Client, path: &str, query: Value) -> Value {
    client.post(path, query).await.ok()
}

#[tokio::test]
async fn disputes_without_a_group_by_are_one_row_with_a_map_of_statuses() {
    let client = Client::new();
    for (payment_id, amount, word) in [("a", 1000, "losing_evidence"), ("b", 700, "winning_evidence"), ("c", 300, "")] {
        client.pay("4242424242424242", json!({ "payment_id": payment_id })).await;
        let body = json!({"reason": "general", "amount": amount});
        let raised = client.post(&format!("/_sandbox/payments/{payment_id}/dispute"), body).await.ok();
        if !word.is_empty() {
            let body = json!({"dispute_id": raised["dispute_id"], "uncategorized_text": word});
            client.post("/disputes/evidence", body).await.ok();
        }
    }
    client.advance(20).await;
    let query = json!({"timeRange": ever(), "metrics": DISPUTE_METRICS, "source": "BATCH", "delta": false});
    let expected = json!({
        "queryData": [{
            "dispute_status_metric": {"dispute_opened": 1, "challenged": 0, "won": 1, "lost": 1},
            "total_amount_disputed": 2000,
            "total_dispute_lost_amount": 1000,
        }],
        "metaData": [{
            "dispute_status_metric_overall": 3,
            "total_amount_disputed_overall": 2000,
            "total_dispute_lost_amount_overall": 1000,
        }],
    });
    assert_eq!(ask(&client, DISPUTES, json!([query])).await, expected);
    assert_eq!(ask(&client, DISPUTES, query.clone()).await, expected, "the object form");
    let mut grouped = query;
    grouped["groupByNames"] = json!(["dispute_status", "currency", "profile_id"]);
    let grouped = ask(&client, DISPUTES, json!([grouped])).await;
    let row = |status: &str, amount: i64, lost: i64| {
        json!({"dispute_status": status, "currency": "USD", "profile_id": "pro_test", "dispute_status_metric": 1,
               "total_amount_disputed": amount, "total_dispute_lost_amount": lost})
    };
    assert_eq!(
        grouped["queryData"],
        json!([row("dispute_opened", 300, 0), row("lost", 1000, 1000), row("won", 700, 0)])
    );
    assert_eq!(grouped["metaData"], expected["metaData"]);
}

#[tokio::test]
async fn payments_are_counted_summed_and_rated() {
    let client = Client::new();
    let query = json!({"timeRange": ever(), "metrics": PAYMENT_METRICS});
    let empty = json!({
        "queryData": [{"payment_count": 0, "payment_success_rate": null, "payment_processed_amount": 0}],
        "metaData": [{"payment_count_overall": 0, "payment_success_rate_overall": null, "payment_processed_amount_overall": 0}],
    });
    assert_eq!(ask(&client, PAYMENTS, query.clone()).await, empty);
    for card in ["4242424242424242", "4242424242424242", "4242424242424242", "4000000000000002", "4000000000009235"] {
        client.pay(card, json!({})).await;
    }
    client.pay("4242424242424242", json!({"currency": "JPY", "amount": 70})).await;
    let answer = ask(&client, PAYMENTS, query.clone()).await;
    assert_eq!(
        answer["queryData"],
        json!([{"payment_count": 6, "payment_success_rate": 0.8, "payment_processed_amount": 3070}])
    );
    assert_eq!(ask(&client, PAYMENTS, json!([query])).await, answer, "the array form");
    let grouped = json!({"timeRange": ever(), "metrics": ["payment_processed_amount"], "groupByNames": ["currency"]});
    let answer = ask(&client, PAYMENTS, grouped).await;
    assert_eq!(
        answer["queryData"],
        json!([{"currency": "JPY", "payment_processed_amount": 70}, {"currency": "USD", "payment_processed_amount": 3000}])
    );
}

#[tokio::test]
async fn a_metric_follows_every_change_of_state() {
    let client = Client::new();
    client.pay("4242424242424242", json!({"payment_id": "p", "capture_method": "manual"})).await;
    let processed = async || {
        let query = json!({"timeRange": ever(), "metrics": ["payment_processed_amount"]});
        ask(&client, PAYMENTS, query).await["queryData"][0]["payment_processed_amount"].clone()
    };
    assert_eq!(processed().await, 0);
    client.post("/payments/p/capture", json!({})).await.ok();
    assert_eq!(processed().await, 1000);
    let bare = json!({"payment_id": "q", "amount": 5, "currency": "USD", "profile_id": "pro_test"});
    client.post("/payments", bare).await.ok();
    client.post("/payments/q", json!({"amount": 9, "currency": "EUR"})).await.ok();
    let query =
        json!({"timeRange": ever(), "metrics": ["payment_count"], "groupByNames": ["currency", "payment_method"]});
    let rows = ask(&client, PAYMENTS, query).await["queryData"].clone();
    assert_eq!(rows[0], json!({"currency": "EUR", "payment_method": null, "payment_count": 1}));
}

#[tokio::test]
async fn both_ends_of_the_window_are_included_and_the_end_may_be_left_out() {
    let client = Client::new();
    client.pay("4242424242424242", json!({})).await;
    client.advance(60).await;
    client.pay("4242424242424242", json!({})).await;
    for (start, end, count) in [
        ("2026-11-21T10:00:00Z", json!("2026-11-21T10:01:00Z"), 2),
        ("2026-11-21T10:00:00Z", json!("2026-11-21T10:00:59.999Z"), 1),
        ("2026-11-21T10:00:00.001Z", json!("2026-11-21T10:01:00Z"), 1),
        ("2026-11-21T10:00:00.001Z", Value::Null, 1),
        ("2026-11-21", Value::Null, 2),
        ("2026-11-21T12:00:00+02:00", json!("2026-11-21T12:00:00+02:00"), 1),
        ("2030-01-01T00:00:00Z", Value::Null, 0),
    ] {
        let query = json!({"timeRange": {"startTime": start, "endTime": end}, "metrics": ["payment_count"]});
        let answer = ask(&client, PAYMENTS, query).await;
        assert_eq!(answer["queryData"], json!([{ "payment_count": count }]), "{start} {end}");
    }
}

#[tokio::test]
async fn delta_compares_with_the_equal_period_before() {
    let client = Client::new();
    for card in ["4242424242424242", "4000000000000002"] {
        client.pay(card, json!({})).await;
    }
    client.advance(3_600).await;
    for _ in 0..3 {
        client.pay("4242424242424242", json!({})).await;
    }
    let range = json!({"startTime": "2026-11-21T10:30:00Z", "endTime": "2026-11-21T11:29:59.999Z"});
    let query = json!({"timeRange": range, "metrics": PAYMENT_METRICS, "delta": true});
    let meta = ask(&client, PAYMENTS, query).await["metaData"][0].clone();
    assert_eq!((&meta["payment_count_overall"], &meta["payment_count_delta"]), (&json!(3), &json!(1)));
    assert_eq!(meta["payment_processed_amount_delta"], 2000);
    assert_eq!(
        (&meta["payment_success_rate_overall"], &meta["payment_success_rate_delta"]),
        (&json!(1.0), &json!(0.5))
    );
}

#[tokio::test]
async fn several_queries_are_answered_in_their_order() {
    let client = shop(1, 200);
    let query = |metric: &str| json!({"timeRange": ever(), "metrics": [metric]});
    let answer = ask(&client, PAYMENTS, json!([query("payment_count"), query("payment_success_rate")])).await;
    assert_eq!(answer["queryData"].as_array().unwrap().len(), 2);
    assert_eq!(answer["metaData"][0], json!({"payment_count_overall": 200}));
    assert!(answer["metaData"][1]["payment_success_rate_overall"].as_f64().unwrap() > 0.85);
}

#[tokio::test]
async fn whatever_is_unknown_is_refused_and_named() {
    let client = Client::new();
    let cases = [
        (json!({"timeRange": null}), "IR_01", "timeRange"),
        (json!({"timeRange": "today"}), "IR_04", "timeRange"),
        (json!({"timeRange": {"endTime": "2026-11-21"}}), "IR_01", "timeRange.startTime"),
        (json!({"timeRange": {"startTime": "soon"}}), "IR_04", "timeRange.startTime"),
        (json!({"timeRange": {"startTime": "2026-11-22", "endTime": "2026-11-21"}}), "IR_04", "timeRange.endTime"),
        (json!({"metrics": null}), "IR_01", "metrics"),
        (json!({"metrics": []}), "IR_01", "metrics"),
        (json!({"metrics": "payment_count"}), "IR_04", "metrics"),
        (json!({"metrics": [5]}), "IR_04", "metrics"),
        (json!({"metrics": ["refund_count"]}), "IR_04", "refund_count"),
        (json!({"groupByNames": ["connector"]}), "IR_04", "connector"),
        (json!({"groupByNames": "currency"}), "IR_04", "groupByNames"),
        (json!({"filters": {"connector": ["x"]}}), "IR_04", "connector"),
        (json!({"filters": ["currency"]}), "IR_04", "filters"),
        (json!({"filters": {"currency": "USD"}}), "IR_04", "filters.currency"),
        (json!({"filters": {"currency": [1]}}), "IR_04", "filters.currency"),
        (json!({"timeSeries": "G_ONE_DAY"}), "IR_04", "timeSeries"),
        (json!({"timeSeries": {}}), "IR_01", "timeSeries.granularity"),
        (json!({"timeSeries": {"granularity": "G_ONE_CENTURY"}}), "IR_04", "G_ONE_CENTURY"),
        (json!({"delta": "yes"}), "IR_04", "delta"),
        (json!({"source": 5}), "IR_04", "source"),
    ];
    for (path, metric, other) in
        [(DISPUTES, "total_amount_disputed", "payment_count"), (PAYMENTS, "payment_count", "total_amount_disputed")]
    {
        let good = json!({"timeRange": ever(), "metrics": [metric]});
        for (change, code, mention) in &cases {
            let mut query = good.clone();
            query.as_object_mut().unwrap().extend(change.as_object().unwrap().clone());
            client.post(path, query.clone()).await.refused(400, code, mention);
            client.post(path, json!([good, query])).await.refused(400, code, mention);
        }
        let foreign = json!({"timeRange": ever(), "metrics": [metric, other]});
        client.post(path, foreign).await.refused(400, "IR_04", other);
        for (body, mention) in
            [(json!([]), "1 to 10"), (json!(vec![good; 11]), "1 to 10"), (json!("x"), "array"), (json!([5]), "[0]")]
        {
            client.post(path, body).await.refused(400, "IR_04", mention);
        }
    }
    let good = json!({"timeRange": ever(), "metrics": ["payment_count"]});
    for (path, filter, word) in [
        (PAYMENTS, "status", "paid"),
        (DISPUTES, "dispute_status", "needs_response"),
        (DISPUTES, "dispute_stage", "appeal"),
    ] {
        let metric = if path == PAYMENTS { "payment_count" } else { "total_amount_disputed" };
        let query = json!({"timeRange": ever(), "metrics": [metric], "filters": {filter: [word]}});
        client.post(path, query).await.refused(400, "IR_04", word);
    }
    for scope in ["org", "profile", "%20", "Merchant"] {
        let path = format!("/analytics/v1/{scope}/metrics/payments");
        client.post(&path, good.clone()).await.refused(404, "IR_05", "scope");
    }
    client.post("/analytics/v1/merchant/metrics/refunds", good.clone()).await.refused(404, "IR_05", "refunds");
    client.post("/analytics/v2/merchant/metrics/payments", good).await.refused(404, "IR_05", "v2");
}

#[tokio::test]
async fn malformed_bodies_are_refused_with_the_place_of_the_fault() {
    let client = Client::new();
    let key = client.credentials.api_key.clone();
    for path in [DISPUTES, PAYMENTS] {
        for (body, mention) in
            [("[{\"metrics\":}]", "line 1 column 13"), ("", "line 1"), ("[[]]", "[0]"), ("null", "query object")]
        {
            let answer: Answer = client.bytes(axum::http::Method::POST, path, Some(&key), body.into()).await;
            answer.refused(400, "IR_04", mention);
        }
        client.get(path).await.refused(405, "IR_04", "GET");
    }
}

#[tokio::test]
async fn numbers_are_the_same_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let config = || SandboxConfig { payments: 500, ..paydesk_test_sandbox::helpers::config_in(dir.path()) };
    let query = json!({"timeRange": ever(), "metrics": PAYMENT_METRICS, "groupByNames": ["status", "payment_method", "currency"]});
    let before = ask(&Client::with(config()), PAYMENTS, query.clone()).await;
    assert!(before["queryData"].as_array().unwrap().len() > 20);
    assert_eq!(ask(&Client::with(config()), PAYMENTS, query).await, before);
}
