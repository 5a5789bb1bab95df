//! Analytics equal the lists: random questions, their answers worked out from the rows that the lists show.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike, TimeDelta, Timelike, Utc};
use paydesk_test_sandbox::helpers::{Client, all_rows};
use serde_json::{Map, Value, json};

use super::analytics::{DISPUTE_METRICS, DISPUTES, PAYMENT_METRICS, PAYMENTS, ask, shop};
use super::rng::TestRng;

/// One dimension of a subject: its name, and the values it takes in rows of the list.
pub type Dimension = (&'static str, Vec<Value>);

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

/// A metric over rows of a list, as the specification defines it.
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
pub async fn assert_equals_rows(
    client: &Client,
    path: &str,
    metrics: &[&str],
    dimensions: &[Dimension],
    rows: &[Value],
    rng: &mut TestRng,
) {
    let mut asked = 0;
    for _ in 0..250 {
        let mut wanted = rng.some_of(metrics);
        if wanted.is_empty() {
            wanted.push(metrics[0]);
        }
        let group_by: Vec<&str> = rng.some_of(dimensions).iter().map(|(name, _)| *name).collect();
        let granularity =
            [None, Some("G_ONE_DAY"), Some("G_ONEDAY"), Some("G_ONE_HOUR"), Some("G_ONE_WEEK"), Some("G_ONEWEEK")]
                [rng.below(6)];
        let mut filters = Map::new();
        for (name, values) in dimensions {
            if rng.below(4) == 0 {
                filters.insert((*name).to_owned(), json!(rng.some_of(values)));
            }
        }
        let (one, other) = (time_of(&rows[rng.below(rows.len())]), time_of(&rows[rng.below(rows.len())]));
        let (start, end) = (one.min(other), one.max(other));
        let mut query = json!({"timeRange": {"startTime": start, "endTime": end}, "metrics": wanted,
            "groupByNames": group_by, "filters": filters, "source": "BATCH"});
        if let Some(granularity) = granularity {
            query["timeSeries"] = json!({ "granularity": granularity });
        }
        let let_through = |row: &&Value| {
            let time = time_of(row);
            (start..=end).contains(&time)
                && filters.iter().all(|(name, allowed)| {
                    let allowed = allowed.as_array().unwrap();
                    allowed.is_empty() || allowed.contains(&json!(text(row, column(name))))
                })
        };
        let rows: Vec<&Value> = rows.iter().filter(let_through).collect();
        let mut groups: BTreeMap<(String, Vec<String>), Vec<&Value>> = BTreeMap::new();
        if group_by.is_empty() && granularity.is_none() {
            groups.insert((String::new(), Vec::new()), Vec::new());
        }
        for row in &rows {
            let allowed = group_by.iter().map(|name| text(row, column(name))).collect();
            let bucket = granularity.map_or(String::new(), |granularity| bucket(time_of(row), granularity));
            groups.entry((bucket, allowed)).or_default().push(row);
        }
        let expected: Vec<Value> = groups
            .iter()
            .map(|((bucket, allowed), rows)| {
                let mut row = json!({});
                if granularity.is_some() {
                    row["time_bucket"] = json!(bucket);
                }
                for (name, word) in group_by.iter().zip(allowed) {
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

/// The field of a list's row of a dimension.
pub fn column(dimension: &str) -> &str {
    match dimension {
        "dispute_status" => "status",
        "dispute_stage" => "stage",
        other => other,
    }
}

/// The values that rows take in a column.
pub fn values(rows: &[Value], field: &str) -> Vec<Value> {
    let mut values: Vec<String> = rows.iter().map(|row| text(row, field)).collect();
    values.sort_unstable();
    values.dedup();
    values.into_iter().map(Value::String).collect()
}

#[tokio::test]
async fn analytics_of_disputes_equal_what_the_lists_add_up_to() {
    let mut rng = TestRng(7);
    for seed in [1, 2] {
        let client = shop(seed, 3_000);
        for round in 0..2 {
            let mut rows = all_rows(&client, "/_sandbox/disputes").await;
            let profile = client.credentials.profile_id.clone();
            rows.iter_mut().for_each(|row| row["profile_id"] = json!(profile));
            let dimensions: Vec<Dimension> = ["dispute_status", "dispute_stage", "currency", "profile_id"]
                .map(|name| (name, values(&rows, column(name))))
                .to_vec();
            assert_equals_rows(&client, DISPUTES, &DISPUTE_METRICS, &dimensions, &rows, &mut rng).await;
            client.advance(6 * 86_400 * (round + 1)).await;
        }
    }
}

#[tokio::test]
async fn analytics_of_payments_equal_what_the_lists_add_up_to() {
    let mut rng = TestRng(8);
    for seed in [1, 2] {
        let client = shop(seed, 1_500);
        for _ in 0..2 {
            let mut rows = all_rows(&client, "/payments/list").await;
            let profile = client.credentials.profile_id.clone();
            rows.iter_mut().for_each(|row| row["profile_id"] = json!(profile));
            let dimensions: Vec<Dimension> =
                ["status", "currency", "profile_id"].map(|name| (name, values(&rows, name))).to_vec();
            assert_equals_rows(&client, PAYMENTS, &PAYMENT_METRICS, &dimensions, &rows, &mut rng).await;
            client.advance(3 * 86_400).await;
            for amount in 1..20 {
                client.pay("4242424242424242", json!({"amount": amount, "currency": "KWD"})).await;
            }
        }
    }
}
