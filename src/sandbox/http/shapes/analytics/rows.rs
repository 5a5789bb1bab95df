//! Rows and totals: every name is there in every row, `null` where it was not asked for.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde_json::{Map, Value, json};

use super::query::{DISPUTE_GROUPS, FigureSubject, MetricsQuery, PAYMENT_GROUPS, REFUND_GROUPS};
use crate::engine::analytics::{FigureValue, NamedFigure};
use crate::hyperswitch::{CONNECTOR, attempt_status, bucket_time, time};

/// Values of rows of payments.
const PAYMENT_VALUES: &str = "payment_success_rate payment_count payment_success_count payment_processed_amount \
    payment_processed_amount_in_usd payment_processed_count payment_processed_amount_without_smart_retries \
    payment_processed_amount_without_smart_retries_usd payment_processed_count_without_smart_retries avg_ticket_size \
    payment_error_message retries_count retries_amount_processed connector_success_rate \
    payments_success_rate_distribution payments_success_rate_distribution_without_smart_retries \
    payments_success_rate_distribution_with_only_retries payments_failure_rate_distribution \
    payments_failure_rate_distribution_without_smart_retries payments_failure_rate_distribution_with_only_retries \
    failure_reason_count failure_reason_count_without_smart_retries debit_routed_transaction_count \
    debit_routing_savings debit_routing_savings_in_usd card_last_4 card_issuer error_reason signature_network \
    is_issuer_regulated is_debit_routed";
/// Of those, what is 0 where it was not asked for.
const ZEROS: [&str; 10] = [
    "payment_processed_amount",
    "payment_processed_amount_without_smart_retries",
    "retries_amount_processed",
    "failure_reason_count",
    "failure_reason_count_without_smart_retries",
    "debit_routed_transaction_count",
    "debit_routing_savings",
    "refund_processed_amount",
    "refund_reason_count",
    "refund_error_message_count",
];
/// Values of rows of refunds.
const REFUND_VALUES: &str = "successful_refunds total_refunds refund_success_rate refund_count refund_success_count \
    refund_processed_amount refund_processed_amount_in_usd refund_processed_count refund_reason_distribution \
    refund_error_message_distribution refund_reason_count refund_error_message_count";
/// Values of rows of disputes.
const DISPUTE_VALUES: &str =
    "disputes_challenged disputes_won disputes_lost disputed_amount dispute_lost_amount total_dispute";

/// Count and sum by status, in the words of the engine.
type OutcomeSums = BTreeMap<String, (i64, i64)>;

/// The one object of `metaData`.
pub type Totals = Map<String, Value>;

/// A value of a row, and the metric that asks for it.
type Column = (&'static str, &'static str, fn(&OutcomeSums) -> Value);

const PAYMENT_COLUMNS: [Column; 8] = [
    ("payment_count", "payment_count", |sums| json!(count(sums, |_| true))),
    ("payment_success_count", "payment_success_count", |sums| json!(count(sums, has_succeeded))),
    ("payment_success_rate", "payment_success_rate", |sums| percent(count(sums, has_succeeded), count(sums, |_| true))),
    ("payment_processed_amount", "payment_processed_amount", |sums| json!(amount(sums, has_succeeded))),
    ("payment_processed_count", "payment_processed_amount", |sums| json!(count(sums, has_succeeded))),
    ("avg_ticket_size", "avg_ticket_size", |sums| average(amount(sums, has_succeeded), count(sums, has_succeeded))),
    ("connector_success_rate", "connector_success_rate", |sums| {
        percent(count(sums, has_succeeded), count(sums, |_| true))
    }),
    ("retries_count", "retries_count", |_| json!(0)),
];
const REFUND_COLUMNS: [Column; 6] = [
    ("refund_count", "refund_count", |sums| json!(count(sums, |_| true))),
    ("refund_success_count", "refund_success_count", |sums| json!(count(sums, has_succeeded))),
    ("successful_refunds", "refund_success_rate", |sums| json!(count(sums, has_succeeded))),
    ("total_refunds", "refund_success_rate", |sums| json!(count(sums, |_| true))),
    ("refund_success_rate", "refund_success_rate", |sums| percent(count(sums, has_succeeded), count(sums, |_| true))),
    ("refund_processed_amount", "refund_processed_amount", |sums| json!(amount(sums, has_succeeded))),
];
const DISPUTE_COLUMNS: [Column; 6] = [
    ("disputes_challenged", "dispute_status_metric", |sums| json!(count(sums, |word| word == "challenged"))),
    ("disputes_won", "dispute_status_metric", |sums| json!(count(sums, |word| word == "won"))),
    ("disputes_lost", "dispute_status_metric", |sums| json!(count(sums, |word| word == "lost"))),
    ("total_dispute", "dispute_status_metric", |sums| json!(count(sums, |_| true))),
    // Of those that were won alone, in spite of its name.
    ("disputed_amount", "total_amount_disputed", |sums| amount_or_null(sums, |word| word == "won")),
    ("dispute_lost_amount", "total_dispute_lost_amount", |sums| amount_or_null(sums, |word| word == "lost")),
];

fn has_succeeded(word: &str) -> bool {
    word == "succeeded"
}

fn count(sums: &OutcomeSums, is_wanted: fn(&str) -> bool) -> i64 {
    sums.iter().filter(|(word, _)| is_wanted(word)).map(|(_, (count, _))| count).sum()
}

fn amount(sums: &OutcomeSums, is_wanted: fn(&str) -> bool) -> i64 {
    sums.iter().filter(|(word, _)| is_wanted(word)).map(|(_, (_, amount))| amount).sum()
}

/// The sum of nothing is `null`.
fn amount_or_null(sums: &OutcomeSums, is_wanted: fn(&str) -> bool) -> Value {
    if count(sums, is_wanted) == 0 { Value::Null } else { json!(amount(sums, is_wanted)) }
}

/// From 0 to 100.
fn percent(part: i64, whole: i64) -> Value {
    average(part * 100, whole)
}

fn average(sum: i64, count: i64) -> Value {
    if count == 0 { Value::Null } else { json!(sum as f64 / count as f64) }
}

/// The rows, by bucket of time and by what is grouped by.
pub fn rows_of(asked: &MetricsQuery, counted: &[Vec<NamedFigure>]) -> Vec<Map<String, Value>> {
    let mut groups: BTreeMap<Vec<String>, OutcomeSums> = BTreeMap::new();
    for row in counted {
        let status = word(row, status_name(asked.subject));
        let names = asked.groups.iter().map(|name| word(row, name));
        let key = std::iter::once(word(row, "time_bucket")).chain(names);
        let key: Vec<String> = key.map(|part| part.unwrap_or_default()).collect();
        let sum = groups.entry(key).or_default().entry(status.clone().unwrap_or_default()).or_default();
        sum.0 += integer(row, 0);
        sum.1 += amount_of(asked.subject, row, status.as_deref());
    }
    if asked.is_of_succeeded() {
        groups.retain(|_, sums| count(sums, has_succeeded) > 0);
    }
    if asked.is_one_sum() {
        groups.entry(vec![String::new()]).or_default();
    }
    groups.iter().map(|(key, sums)| row(asked, key, sums)).collect()
}

fn status_name(subject: FigureSubject) -> &'static str {
    match subject {
        FigureSubject::Payments => "status",
        FigureSubject::Refunds => "refund_status",
        FigureSubject::Disputes => "dispute_status",
    }
}

/// The engine only sums the amounts of payments that succeeded.
fn amount_of(subject: FigureSubject, row: &[NamedFigure], status: Option<&str>) -> i64 {
    match subject {
        FigureSubject::Payments if !status.is_some_and(has_succeeded) => 0,
        FigureSubject::Payments | FigureSubject::Refunds | FigureSubject::Disputes => integer(row, 1),
    }
}

/// The text of a group or a bucket.
fn word(row: &[NamedFigure], name: &str) -> Option<String> {
    let figure = row.iter().find(|(known, _)| known == name).map(|(_, figure)| figure);
    match figure {
        Some(FigureValue::Word(word)) => word.clone(),
        Some(FigureValue::Integer(_) | FigureValue::Ratio(_) | FigureValue::ByStatus(_)) | None => None,
    }
}

/// The number that is at this place among the numbers of a row.
fn integer(row: &[NamedFigure], place: usize) -> i64 {
    let mut numbers = row.iter().filter_map(|(_, figure)| match figure {
        FigureValue::Integer(number) => Some(*number),
        FigureValue::Ratio(_) | FigureValue::ByStatus(_) | FigureValue::Word(_) => None,
    });
    numbers.nth(place).unwrap_or(0)
}

fn row(asked: &MetricsQuery, key: &[String], sums: &OutcomeSums) -> Map<String, Value> {
    let (values, groups, columns) = match asked.subject {
        FigureSubject::Payments => (PAYMENT_VALUES, &PAYMENT_GROUPS[..], &PAYMENT_COLUMNS[..]),
        FigureSubject::Refunds => (REFUND_VALUES, &REFUND_GROUPS[..], &REFUND_COLUMNS[..]),
        FigureSubject::Disputes => (DISPUTE_VALUES, &DISPUTE_GROUPS[..], &DISPUTE_COLUMNS[..]),
    };
    let names = values.split_whitespace().chain(groups.iter().copied());
    let unasked = |name: &str| if ZEROS.contains(&name) { json!(0) } else { Value::Null };
    let mut row: Map<String, Value> = names.map(|name| (name.to_owned(), unasked(name))).collect();
    for (name, metric, value) in columns {
        if asked.metrics.iter().any(|asked| asked == metric) {
            row.insert((*name).to_owned(), value(sums));
        }
    }
    for (name, text) in asked.groups.iter().zip(&key[1..]) {
        row.insert(name.clone(), group_value(name, text));
    }
    let start = key[0].parse::<DateTime<Utc>>().unwrap_or(asked.from);
    let end = if key[0].is_empty() { asked.to } else { start.checked_add_signed(asked.bucket_length()) };
    row.insert("time_range".to_owned(), json!({ "start_time": time(start), "end_time": end.map(time) }));
    row.insert("time_bucket".to_owned(), json!(bucket_time(start)));
    row
}

fn group_value(name: &str, text: &str) -> Value {
    match name {
        "connector" => json!(CONNECTOR),
        "status" => json!(attempt_status(if text == "requires_action" { "requires_customer_action" } else { text })),
        _ if text.is_empty() => Value::Null,
        _ => json!(text),
    }
}

/// What all rows come to.
pub fn totals_of(asked: &MetricsQuery, rows: &[Map<String, Value>]) -> Totals {
    let sum = |name: &str| -> i64 { rows.iter().filter_map(|row| row.get(name).and_then(Value::as_i64)).sum() };
    let totals = match asked.subject {
        FigureSubject::Payments => json!({
            "total_payment_processed_amount": sum("payment_processed_amount"),
            "total_payment_processed_amount_in_usd": null,
            "total_payment_processed_amount_without_smart_retries": sum("payment_processed_amount"),
            "total_payment_processed_amount_without_smart_retries_usd": null,
            "total_payment_processed_count": sum("payment_processed_count"),
            "total_payment_processed_count_without_smart_retries": sum("payment_processed_count"),
            "total_failure_reasons_count": 0,
            "total_failure_reasons_count_without_smart_retries": 0,
        }),
        FigureSubject::Refunds => json!({
            "total_refund_success_rate": percent(sum("successful_refunds"), sum("total_refunds")),
            "total_refund_processed_amount": sum("refund_processed_amount"),
            "total_refund_processed_amount_in_usd": null,
            "total_refund_processed_count": 0,
            "total_refund_reason_count": 0,
            "total_refund_error_message_count": 0,
        }),
        FigureSubject::Disputes => json!({
            "total_disputed_amount": sum("disputed_amount"),
            "total_dispute_lost_amount": sum("dispute_lost_amount"),
        }),
    };
    match totals {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}
