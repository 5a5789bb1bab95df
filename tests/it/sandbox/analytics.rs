//! Analytics: the shapes of questions and answers, each error, and that every number is what the lists add up to.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, TimeDelta, Timelike, Utc};
use paydesk::sandbox::SandboxConfig;
use serde_json::{Map, Value, json};

use super::helpers::{Answer, Client, config};

const DISPUTES: &str = "/analytics/v1/merchant/metrics/disputes";
const PAYMENTS: &str = "/analytics/v1/merchant/metrics/payments";
const DISPUTE_METRICS: [&str; 3] = ["dispute_status_metric", "total_amount_disputed", "total_dispute_lost_amount"];
const PAYMENT_METRICS: [&str; 3] = ["payment_count", "payment_success_rate", "payment_processed_amount"];

/// Everything that ever happened in a seeded shop.
fn ever() -> Value {
    json!({"startTime": "2026-01-01T00:00:00Z", "endTime": "2027-01-01T00:00:00Z"})
}

fn shop(seed: u64, payments: u32) -> Client {
    Client::with(SandboxConfig { seed, payments, ..config() })
}

async fn ask(client: &Client, path: &str, query: Value) -> Value {
    client.post(path, query).await.ok()
}

async fn rows(client: &Client, path: &str) -> Vec<Value> {
    let mut rows = Vec::new();
    loop {
        let page = client.get(&format!("{path}?limit=100&offset={}", rows.len())).await.ok();
        rows.extend(page["data"].as_array().unwrap().iter().cloned());
        if page["has_more"] != true {
            return rows;
        }
    }
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
        (DISPUTES, "dispute_stage", "arbitration"),
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

/// A small generator, so that a failure can be repeated.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % sides
    }

    /// Each of them or not.
    fn some_of<T: Clone>(&mut self, all: &[T]) -> Vec<T> {
        all.iter().filter(|_| self.roll(2) == 1).cloned().collect()
    }
}

/// One dimension of a subject: its name, and the values it takes in rows of the list.
type Dimension = (&'static str, Vec<Value>);

fn text(row: &Value, field: &str) -> String {
    row[field].as_str().unwrap_or_default().to_owned()
}

fn time_of(row: &Value) -> DateTime<Utc> {
    row["created"].as_str().unwrap().parse().unwrap()
}

/// The start of the bucket, worked out by the calendar instead of by division.
fn bucket(time: DateTime<Utc>, granularity: &str) -> String {
    let hour = time.with_minute(0).unwrap().with_second(0).unwrap().with_nanosecond(0).unwrap();
    let day = hour.with_hour(0).unwrap();
    let start = match granularity {
        "G_ONE_HOUR" => hour,
        "G_ONE_WEEK" | "G_ONEWEEK" => day - TimeDelta::days(i64::from(day.weekday().num_days_from_monday())),
        _ => day,
    };
    start.to_rfc3339_opts(chrono::SecondsFormat::Secs, true)
}

/// A metric over rows of a list, as the specification tells it.
fn expected_metric(metric: &str, rows: &[&Value], as_map: bool) -> Value {
    let of = |status: &str| rows.iter().filter(|row| row["status"] == status).count();
    let sum = |status: Option<&str>| -> i64 {
        let wanted = rows.iter().filter(|row| status.is_none_or(|status| row["status"] == status));
        wanted.map(|row| row["amount"].as_i64().unwrap()).sum()
    };
    match metric {
        "dispute_status_metric" if as_map => {
            let statuses = ["dispute_opened", "challenged", "won", "lost"];
            Value::Object(
                statuses.iter().map(|status| ((*status).to_owned(), json!(of(status)))).collect::<Map<_, _>>(),
            )
        }
        "dispute_status_metric" | "payment_count" => json!(rows.len()),
        "total_amount_disputed" => json!(sum(None)),
        "total_dispute_lost_amount" => json!(sum(Some("lost"))),
        "payment_processed_amount" => json!(sum(Some("succeeded"))),
        "payment_success_rate" => match (of("succeeded"), of("failed")) {
            (0, 0) => Value::Null,
            (succeeded, failed) => json!((succeeded as f64 / (succeeded + failed) as f64 * 1e6).round() / 1e6),
        },
        other => panic!("{other}"),
    }
}

/// Asks random questions and works the answers out from the rows of the list.
async fn agree(
    client: &Client,
    path: &str,
    metrics: &[&str],
    dimensions: &[Dimension],
    rows: &[Value],
    dice: &mut Dice,
) {
    let mut asked = 0;
    for _ in 0..250 {
        let mut wanted = dice.some_of(metrics);
        if wanted.is_empty() {
            wanted.push(metrics[0]);
        }
        let group_by: Vec<&str> = dice.some_of(dimensions).iter().map(|(name, _)| *name).collect();
        let granularity =
            [None, Some("G_ONE_DAY"), Some("G_ONEDAY"), Some("G_ONE_HOUR"), Some("G_ONE_WEEK"), Some("G_ONEWEEK")]
                [dice.roll(6)];
        let mut filters = Map::new();
        for (name, values) in dimensions {
            if dice.roll(4) == 0 {
                filters.insert((*name).to_owned(), json!(dice.some_of(values)));
            }
        }
        let (one, other) = (time_of(&rows[dice.roll(rows.len())]), time_of(&rows[dice.roll(rows.len())]));
        let (start, end) = (one.min(other), one.max(other));
        let mut query = json!({"timeRange": {"startTime": start, "endTime": end}, "metrics": wanted,
            "groupByNames": group_by, "filters": filters, "source": "BATCH"});
        if let Some(granularity) = granularity {
            query["timeSeries"] = json!({ "granularity": granularity });
        }
        let let_through = |row: &&Value| {
            let time = time_of(row);
            (start..=end).contains(&time)
                && filters.iter().all(|(name, words)| {
                    let words = words.as_array().unwrap();
                    words.is_empty() || words.contains(&json!(text(row, column(name))))
                })
        };
        let rows: Vec<&Value> = rows.iter().filter(let_through).collect();
        let mut groups: BTreeMap<(String, Vec<String>), Vec<&Value>> = BTreeMap::new();
        if group_by.is_empty() && granularity.is_none() {
            groups.insert((String::new(), Vec::new()), Vec::new());
        }
        for row in &rows {
            let words = group_by.iter().map(|name| text(row, column(name))).collect();
            let bucket = granularity.map_or(String::new(), |granularity| bucket(time_of(row), granularity));
            groups.entry((bucket, words)).or_default().push(row);
        }
        let expected: Vec<Value> = groups
            .iter()
            .map(|((bucket, words), rows)| {
                let mut row = json!({});
                if granularity.is_some() {
                    row["time_bucket"] = json!(bucket);
                }
                for (name, word) in group_by.iter().zip(words) {
                    row[*name] = json!(word);
                }
                for metric in &wanted {
                    row[*metric] = expected_metric(metric, rows, group_by.is_empty());
                }
                row
            })
            .collect();
        let answer = ask(client, path, query.clone()).await;
        assert_eq!(answer["queryData"], json!(expected), "{path} {query}");
        for metric in &wanted {
            let overall = &answer["metaData"][0][format!("{metric}_overall")];
            assert_eq!(*overall, expected_metric(metric, &rows, false), "{metric} {query}");
        }
        asked += usize::from(expected.len() > 1);
    }
    assert!(asked > 100, "only {asked} questions had an answer of several rows");
}

/// The field of a list's row that a dimension stands for.
fn column(dimension: &str) -> &str {
    match dimension {
        "dispute_status" => "status",
        "dispute_stage" => "stage",
        other => other,
    }
}

/// The values that rows take in a column.
fn values(rows: &[Value], field: &str) -> Vec<Value> {
    let mut words: Vec<String> = rows.iter().map(|row| text(row, field)).collect();
    words.sort_unstable();
    words.dedup();
    words.into_iter().map(Value::String).collect()
}

#[tokio::test]
async fn analytics_of_disputes_equal_what_the_lists_add_up_to() {
    let mut dice = Dice(7);
    for seed in [1, 2] {
        let client = shop(seed, 3_000);
        for round in 0..2 {
            let mut rows = rows(&client, "/_sandbox/disputes").await;
            let profile = client.credentials.profile_id.clone();
            rows.iter_mut().for_each(|row| row["profile_id"] = json!(profile));
            let dimensions: Vec<Dimension> = ["dispute_status", "dispute_stage", "currency", "profile_id"]
                .map(|name| (name, values(&rows, column(name))))
                .to_vec();
            agree(&client, DISPUTES, &DISPUTE_METRICS, &dimensions, &rows, &mut dice).await;
            client.advance(6 * 86_400 * (round + 1)).await;
        }
    }
}

#[tokio::test]
async fn analytics_of_payments_equal_what_the_lists_add_up_to() {
    let mut dice = Dice(8);
    for seed in [1, 2] {
        let client = shop(seed, 1_500);
        for _ in 0..2 {
            let mut rows = rows(&client, "/payments/list").await;
            let profile = client.credentials.profile_id.clone();
            rows.iter_mut().for_each(|row| row["profile_id"] = json!(profile));
            let dimensions: Vec<Dimension> =
                ["status", "currency", "profile_id"].map(|name| (name, values(&rows, name))).to_vec();
            agree(&client, PAYMENTS, &PAYMENT_METRICS, &dimensions, &rows, &mut dice).await;
            client.advance(3 * 86_400).await;
            for amount in 1..20 {
                client.pay("4242424242424242", json!({"amount": amount, "currency": "KWD"})).await;
            }
        }
    }
}

#[tokio::test]
async fn numbers_are_the_same_after_a_restart() {
    let dir = tempfile::tempdir().unwrap();
    let config = || SandboxConfig { payments: 500, ..super::helpers::config_in(dir.path()) };
    let query = json!({"timeRange": ever(), "metrics": PAYMENT_METRICS, "groupByNames": ["status", "payment_method", "currency"]});
    let before = ask(&Client::with(config()), PAYMENTS, query.clone()).await;
    assert!(before["queryData"].as_array().unwrap().len() > 20);
    assert_eq!(ask(&Client::with(config()), PAYMENTS, query).await, before);
}
