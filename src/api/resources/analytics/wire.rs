//! Answers of analytics as JSON ([API reference](crate::resources::analytics::reference)).
//!
//! Rows are read against what was asked for, as only the question distinguishes a group from a metric. A value that
//! cannot be read is left out and reported; no number is ever guessed.

use std::sync::Arc;

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::error::DecodeError;
use crate::wire::pairs::PAIRS_MAX;
use crate::wire::{AMOUNT, Notes, Object, Spelling, as_amount, unexpected, without_secrets};
use paydesk_domain::analytics::{
    Dimension, Metric, MetricKind, MetricRow, MetricValue, OTHER_STATUS, Rate, Report, status_of_attempt,
};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::money::{Currency, MinorUnits};
use paydesk_domain::payment::PaymentStatus;

/// What juspay/hyperswitch calls metrics, within rows and (`total_…`) as overall values
/// (`DisputeMetricsBucketValue`, `DisputesAnalyticsMetadata` and `PaymentsAnalyticsMetadata` of its API). What it calls
/// `disputed_amount` and `total_disputed_amount` is the sum of won disputes alone, which is none of ours
/// ([API reference](crate::resources::service_counts::reference#amounts)).
const SPELLINGS: &[Spelling] = &[
    Spelling { field: "total_dispute_lost_amount", others: &["dispute_lost_amount"] },
    Spelling { field: "total_dispute_lost_amount_overall", others: &["total_dispute_lost_amount"] },
    Spelling { field: "payment_processed_amount_overall", others: &["total_payment_processed_amount"] },
];
/// Its names of the counts of disputes that make up `dispute_status_metric`.
const DISPUTE_COUNTS: [(&str, DisputeStatus); 3] = [
    ("disputes_challenged", DisputeStatus::Challenged),
    ("disputes_won", DisputeStatus::Won),
    ("disputes_lost", DisputeStatus::Lost),
];
/// Most rows read of one answer: five currencies in the hours of a quarter have fewer.
const REPORT_ROWS_MAX: usize = 20_000;
/// Most objects of `metaData` read: one is documented.
const TOTALS_MAX: usize = 10;

/// What an answer is read against.
#[derive(Debug, Clone, Copy)]
pub struct QueryContext<'a> {
    pub metrics: &'a [Metric],
    pub group_by: &'a [Dimension],
    /// The one currency that rows were filtered by: then all sums are of it.
    pub currency: Option<&'a Currency>,
    /// How the service counts amounts.
    pub units: MinorUnits,
}

/// Which numbers a sum may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Range {
    FromZero,
    /// A difference may be negative.
    Difference,
}

/// Reads the envelope; only a missing `queryData` fails the whole answer.
pub fn decode_report(body: Value, asked: &QueryContext<'_>) -> Result<Report, DecodeError> {
    let body = without_secrets(body);
    let envelope = Object::new(&body, "")?;
    let data = envelope.array("queryData")?;
    let mut notes = Notes::default();
    let percent = data.iter().any(has_percent);
    let rows = data.iter().enumerate().take(REPORT_ROWS_MAX).filter_map(|(index, value)| {
        let row = Object::new(value, format!("queryData[{index}]")).and_then(|row| match row.map.is_empty() {
            true => Err(unexpected(&row.path, "a row with values", Some(value))),
            false => Ok(Some(read_row(&row.spelled(SPELLINGS), asked, percent, &mut notes))),
        });
        notes.shown(row)
    });
    let rows = rows.collect();
    if data.len() > REPORT_ROWS_MAX {
        let found = format!("{} rows", data.len());
        notes.shown::<()>(Err(DecodeError { path: "queryData".to_owned(), expected: "at most 20,000 rows", found }));
    }
    let totals = totals(&envelope, &mut notes);
    let (mut overall, mut delta) = (Vec::new(), Vec::new());
    for total in &totals {
        overall.extend(named_values(total, asked, "_overall", Range::FromZero, &mut notes));
        delta.extend(named_values(total, asked, "_delta", Range::Difference, &mut notes));
    }
    let unreadable = notes.into_unreadable();
    let attempt_word = data.iter().find_map(attempt_word_of).map(str::to_owned);
    Ok(Report { rows, overall, delta, attempt_word, unreadable, raw: Arc::new(body) })
}

/// The status of a row, where it is one of attempts.
fn attempt_word_of(row: &Value) -> Option<&str> {
    let word = row.get(Dimension::Status.name())?.as_str()?;
    status_of_attempt(word).map(|_| word)
}

/// Whether a rate of the row is a percentage, as juspay/hyperswitch reports them: no share of a whole is above 1.
fn has_percent(row: &Value) -> bool {
    let name = Metric::PaymentSuccessRate.name();
    row.get(name).and_then(Value::as_f64).is_some_and(|rate| rate > 1.0)
}

fn read_row(row: &Object<'_>, asked: &QueryContext<'_>, percent: bool, notes: &mut Notes) -> MetricRow {
    let groups: Vec<(Dimension, Option<String>)> =
        asked.group_by.iter().map(|name| (*name, notes.shown(group(row, *name)))).collect();
    let grouped = groups.iter().find(|(name, _)| *name == Dimension::Currency);
    let currency = grouped.and_then(|(_, code)| code.as_deref()).map(|code| asked.units.currency(code));
    let currency = currency.as_ref().or(asked.currency);
    let mut values = values(row, asked, "", currency, Range::FromZero, notes);
    for (_, value) in values.iter_mut().filter(|_| percent) {
        if let MetricValue::Rate(rate) = value {
            rate.millionths /= 100;
        }
    }
    MetricRow { bucket: bucket(row, notes), values, groups }
}

/// What a row is grouped by; a status by the word of the specification.
fn group(row: &Object<'_>, dimension: Dimension) -> Result<Option<String>, DecodeError> {
    let value = row.optional_shown(dimension.name())?;
    Ok(value.map(|word| match dimension {
        Dimension::DisputeStatus => DisputeStatus::from_word(&word).as_str().to_owned(),
        Dimension::Status => payment_status(&word),
        Dimension::DisputeStage | Dimension::Currency | Dimension::ProfileId => word,
    }))
}

fn payment_status(word: &str) -> String {
    status_of_attempt(word).cloned().unwrap_or_else(|| PaymentStatus::from_word(word)).as_str().to_owned()
}

/// The start of a row's time, whose name is not documented: a time, or a range whose start it is.
fn bucket(row: &Object<'_>, notes: &mut Notes) -> Option<DateTime<Utc>> {
    let range = match row.get("time_bucket") {
        Some(Value::Object(_)) => Some("time_bucket"),
        Some(_) => None,
        None => Some("time_range"),
    };
    let Some(range) = range else { return notes.shown(row.optional_time("time_bucket")) };
    let range = notes.shown(row.optional_object(range))?;
    notes.shown(range.spelled(RANGE).optional_time("start_time"))
}

const RANGE: &[Spelling] = &[Spelling { field: "start_time", others: &["startTime"] }];

/// The objects of `metaData`.
fn totals<'a>(envelope: &Object<'a>, notes: &mut Notes) -> Vec<Object<'a>> {
    let list = notes.shown(envelope.optional("metaData", "a list", Value::as_array));
    let values = list.into_iter().flatten().take(TOTALS_MAX).enumerate();
    values
        .filter_map(|(index, value)| {
            let total = Object::new(value, format!("metaData[{index}]"));
            notes.shown(total.map(|total| Some(total.spelled(SPELLINGS))))
        })
        .collect()
}

fn named_values(
    total: &Object<'_>,
    asked: &QueryContext<'_>,
    end: &str,
    range: Range,
    notes: &mut Notes,
) -> Vec<(Metric, MetricValue)> {
    values(total, asked, end, asked.currency, range, notes)
}

fn values(
    object: &Object<'_>,
    asked: &QueryContext<'_>,
    end: &str,
    currency: Option<&Currency>,
    range: Range,
    notes: &mut Notes,
) -> Vec<(Metric, MetricValue)> {
    let there = asked.metrics.iter().filter_map(|metric| {
        let name = format!("{}{end}", metric.name());
        // `null` is an answer here: there is no value.
        let value = object.get(&name).or_else(|| object.map.get(&name));
        value.map(|value| (*metric, object.at(&name), value))
    });
    let read = there.filter_map(|(metric, path, value)| {
        let value = read_value(metric.kind(), value, &path, currency, range, notes).map(Some);
        notes.shown(value).map(|value| (metric, value))
    });
    let mut values: Vec<_> = read.collect();
    let is_counted = values.iter().any(|(metric, _)| *metric == Metric::DisputeStatusMetric);
    if end.is_empty() && !is_counted && asked.metrics.contains(&Metric::DisputeStatusMetric) {
        values.extend(dispute_counts(object, notes).map(|counts| (Metric::DisputeStatusMetric, counts)));
    }
    values
}

/// The counts of a row that has one field for each status.
fn dispute_counts(row: &Object<'_>, notes: &mut Notes) -> Option<MetricValue> {
    let mut counts = Vec::new();
    for (name, status) in DISPUTE_COUNTS {
        counts.extend(notes.shown(row.optional_amount(name)).map(|count| (status, count)));
    }
    let named: i64 = counts.iter().map(|(_, count)| count).sum();
    let others = notes.shown(row.optional_amount("total_dispute")).map_or(0, |total| total - named);
    // Its total also counts those that are open, expired, accepted and cancelled, and does not say which.
    counts.extend((others > 0).then(|| (DisputeStatus::Unknown(OTHER_STATUS.into()), others)));
    (!counts.is_empty()).then_some(MetricValue::ByStatus(counts))
}

fn read_value(
    kind: MetricKind,
    value: &Value,
    path: &str,
    currency: Option<&Currency>,
    range: Range,
    notes: &mut Notes,
) -> Result<MetricValue, DecodeError> {
    if value.is_null() {
        return Ok(MetricValue::Nothing);
    }
    let refused = |expected| unexpected(path, expected, Some(value));
    let whole = || whole_number(value, range).ok_or_else(|| refused(AMOUNT));
    match (kind, value) {
        (MetricKind::Count, Value::Object(_)) => Ok(MetricValue::ByStatus(by_status(value, path, range, notes)?)),
        (MetricKind::Count, _) => whole().map(MetricValue::Count),
        (MetricKind::Amount, _) => whole().map(|minor| MetricValue::Amount { minor, currency: currency.cloned() }),
        (MetricKind::Rate, Value::Number(number)) => {
            Rate::parse(&number.to_string()).map(MetricValue::Rate).ok_or_else(|| refused("a rate"))
        }
        (MetricKind::Rate, _) => Err(refused("a rate")),
    }
}

fn whole_number(value: &Value, range: Range) -> Option<i64> {
    match range {
        Range::FromZero => as_amount(value),
        Range::Difference => value.as_i64(),
    }
}

fn by_status(
    value: &Value,
    path: &str,
    range: Range,
    notes: &mut Notes,
) -> Result<Vec<(DisputeStatus, i64)>, DecodeError> {
    let counts = Object::new(value, path)?;
    let read = counts.map.iter().take(PAIRS_MAX).filter_map(|(word, count)| {
        let number = whole_number(count, range).ok_or_else(|| unexpected(&counts.at(word), AMOUNT, Some(count)));
        notes.shown(number.map(Some)).map(|number| (DisputeStatus::from_word(word), number))
    });
    Ok(read.collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use paydesk_domain::analytics::Subject;

    fn read(subject: Subject, group_by: &[Dimension], currency: Option<&Currency>, body: Value) -> Report {
        decode_report(
            body,
            &QueryContext { metrics: subject.metrics(), group_by, currency, units: MinorUnits::Iso4217 },
        )
        .unwrap()
    }

    fn paths(report: &Report) -> Vec<&str> {
        report.unreadable.iter().map(|error| error.path.as_str()).collect()
    }

    #[test]
    fn disputes_are_counted_by_status_without_groups_and_by_number_with_them() {
        let body = json!({"queryData": [{"dispute_status_metric": {"won": 2, "needs_response": 1, "lost": "3"}}]});
        let report = read(Subject::Disputes, &[], None, body);
        let counts = vec![(DisputeStatus::Won, 2), (DisputeStatus::Unknown("needs_response".into()), 1)];
        assert_eq!(report.rows[0].value(Metric::DisputeStatusMetric), Some(&MetricValue::ByStatus(counts)));
        assert_eq!(paths(&report), ["queryData[0].dispute_status_metric.lost"]);
        let body = json!({"queryData": [{"dispute_status": "won", "dispute_status_metric": 2}]});
        let report = read(Subject::Disputes, &[Dimension::DisputeStatus], None, body);
        assert_eq!(report.rows[0].group(Dimension::DisputeStatus), Some("won"));
        assert_eq!(report.rows[0].value(Metric::DisputeStatusMetric), Some(&MetricValue::Count(2)));
    }

    #[test]
    fn rows_of_hyperswitch_are_read_by_its_own_names() {
        let range = json!({"start_time": "2026-11-01T00:00:00.000Z", "end_time": "2026-11-01T23:59:59.000Z"});
        let body = json!({
            "queryData": [{"disputes_challenged": 2, "disputes_won": 1, "disputes_lost": null, "disputed_amount": 700,
                "dispute_lost_amount": null, "total_dispute": 7, "dispute_stage": null, "connector": null,
                "time_range": range, "time_bucket": "2026-11-01 00:00:00"}],
            "metaData": [{"total_disputed_amount": 700, "total_dispute_lost_amount": 0}],
        });
        let euro = Currency::iso4217("EUR");
        let report = read(Subject::Disputes, &[], Some(&euro), body);
        let row = &report.rows[0];
        assert_eq!(row.bucket, Some("2026-11-01T00:00:00Z".parse().unwrap()));
        let other = DisputeStatus::Unknown("other".into());
        let counts = vec![(DisputeStatus::Challenged, 2), (DisputeStatus::Won, 1), (other, 4)];
        assert_eq!(row.value(Metric::DisputeStatusMetric), Some(&MetricValue::ByStatus(counts)));
        assert_eq!(row.value(Metric::TotalAmountDisputed), None, "its disputed amount is that of won disputes");
        assert_eq!(report.overall(Metric::TotalAmountDisputed), None);
        assert_eq!(row.value(Metric::TotalDisputeLostAmount), None);
        assert_eq!(report.overall(Metric::TotalDisputeLostAmount).unwrap().money().unwrap().minor, 0);
        assert_eq!(paths(&report), [""; 0]);
        let body = json!({"queryData": [
            {"payment_count": 4, "status": "charged", "time_bucket": range, "payment_success_rate": 80.5},
            {"payment_count": 1, "status": "router_declined", "payment_success_rate": 0.5}]});
        let report = read(Subject::Payments, &[Dimension::Status], None, body);
        assert_eq!(report.rows[0].group(Dimension::Status), Some("succeeded"));
        assert_eq!(report.rows[0].bucket, Some("2026-11-01T00:00:00Z".parse().unwrap()));
        assert_eq!(report.rows[1].group(Dimension::Status), Some("router_declined"));
        let rate = |row: usize| report.rows[row].value(Metric::PaymentSuccessRate).cloned();
        // One above 1 shows that all of them are percentages.
        assert_eq!(rate(0), Some(MetricValue::Rate(Rate { millionths: 805_000 })));
        assert_eq!(rate(1), Some(MetricValue::Rate(Rate { millionths: 5_000 })));
    }

    #[test]
    fn sums_have_the_decimals_of_the_service() {
        let body = json!({"queryData": [{"currency": "ISK", "total_amount_disputed": 500_000}]});
        let (metrics, group_by) = (&[Metric::TotalAmountDisputed][..], &[Dimension::Currency][..]);
        let asked = QueryContext { metrics, group_by, currency: None, units: MinorUnits::Hyperswitch };
        let report = decode_report(body, &asked).unwrap();
        let amount = report.rows[0].value(Metric::TotalAmountDisputed).unwrap().money().unwrap();
        assert_eq!(amount.to_string(), "5,000.00 ISK");
    }

    #[test]
    fn a_sum_has_the_currency_of_its_row_or_of_the_one_filter_and_else_none() {
        let body = || {
            json!({"queryData": [{"currency": "JPY", "total_amount_disputed": 70}, {"currency": null, "total_amount_disputed": 1}],
            "metaData": [{"total_amount_disputed_overall": 71}]})
        };
        let money = |report: &Report, row: usize| report.rows[row].value(Metric::TotalAmountDisputed)?.money();
        let grouped = read(Subject::Disputes, &[Dimension::Currency], None, body());
        assert_eq!(money(&grouped, 0).unwrap().to_string(), "70 JPY");
        assert_eq!(money(&grouped, 1), None);
        assert_eq!(grouped.overall(Metric::TotalAmountDisputed).unwrap().money(), None);
        let euro = Currency::iso4217("EUR");
        let filtered = read(Subject::Disputes, &[], Some(&euro), body());
        assert_eq!(money(&filtered, 0).unwrap().to_string(), "0.70 EUR");
        assert_eq!(filtered.overall(Metric::TotalAmountDisputed).unwrap().money().unwrap().minor, 71);
    }

    #[test]
    fn rates_may_be_missing_or_null_and_are_never_made_up() {
        let row = |rate: Value| json!({"payment_count": 1, "payment_success_rate": rate});
        let body = json!({"queryData": [row(json!(0.8)), row(json!(null)), row(json!("80 %")), {"payment_count": 1}]});
        let report = read(Subject::Payments, &[], None, body);
        let rate = |row: usize| report.rows[row].value(Metric::PaymentSuccessRate);
        assert_eq!(rate(0), Some(&MetricValue::Rate(Rate { millionths: 800_000 })));
        assert_eq!(rate(1), Some(&MetricValue::Nothing));
        assert_eq!((rate(2), rate(3)), (None, None));
        assert_eq!(paths(&report), ["queryData[2].payment_success_rate"]);
    }

    #[test]
    fn numbers_that_are_not_whole_or_too_large_are_left_out_and_reported() {
        for wrong in [json!(1.5), json!(-1), json!(u64::MAX), json!("7"), json!([]), json!(true)] {
            let body = json!({"queryData": [{"payment_processed_amount": wrong, "payment_count": 3}]});
            let report = read(Subject::Payments, &[], None, body);
            assert_eq!(report.rows[0].values, [(Metric::PaymentCount, MetricValue::Count(3))]);
            assert_eq!(paths(&report), ["queryData[0].payment_processed_amount"]);
        }
    }

    #[test]
    fn totals_and_differences_are_read_and_a_difference_may_be_negative() {
        let body = json!({"queryData": [],
            "metaData": [{"payment_count_overall": 3, "payment_count_delta": -2, "payment_success_rate_delta": -0.5}, 7]});
        let report = read(Subject::Payments, &[], None, body);
        assert_eq!(report.overall(Metric::PaymentCount), Some(&MetricValue::Count(3)));
        assert_eq!(report.delta(Metric::PaymentCount), Some(&MetricValue::Count(-2)));
        assert_eq!(report.delta(Metric::PaymentSuccessRate), Some(&MetricValue::Rate(Rate { millionths: -500_000 })));
        assert_eq!(paths(&report), ["metaData[1]"]);
    }

    #[test]
    fn only_a_missing_list_of_rows_fails_the_answer() {
        let asked = QueryContext {
            metrics: Subject::Payments.metrics(),
            group_by: &[],
            currency: None,
            units: MinorUnits::Iso4217,
        };
        assert_eq!(decode_report(json!({"metaData": []}), &asked).unwrap_err().path, "queryData");
        let report = decode_report(json!({"queryData": [7, {"time_bucket": "noon"}], "metaData": {}}), &asked).unwrap();
        assert_eq!(report.rows.len(), 1);
        assert_eq!(paths(&report), ["queryData[0]", "queryData[1].time_bucket", "metaData"]);
    }
}
