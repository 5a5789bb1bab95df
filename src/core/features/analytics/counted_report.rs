//! What a service without analytics would report, counted from the payments and disputes that are known here.
//!
//! The numbers mean what those of the service mean ([API reference](paydesk_api::resources::analytics::reference#metrics)).
//! Rows are made as the service makes them, so that every card draws them as any report. Profiles are not known of rows,
//! so a question about them is not counted.

use std::collections::BTreeMap;

use chrono::{DateTime, DurationRound as _, TimeDelta, Utc};

use paydesk_api::resources::analytics::calls::QueryInput;
use paydesk_domain::analytics::{Dimension, Granularity, Metric, MetricRow, MetricValue, Rate, Report};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::document::Raw;
use paydesk_domain::money::Money;
use paydesk_domain::payment::PaymentStatus;

use super::measure::Measure;

/// A payment or a dispute, as far as it is counted.
#[derive(Debug, Clone, PartialEq)]
pub struct CountableRow {
    pub created: DateTime<Utc>,
    pub amount: Money,
    /// The word of the specification.
    pub status: String,
    pub stage: Option<String>,
}

/// What rows are grouped by: the start of their time, and their values.
type GroupKey = (Option<DateTime<Utc>>, Vec<Option<String>>);

impl CountableRow {
    fn value(&self, dimension: Dimension) -> Option<String> {
        match dimension {
            Dimension::DisputeStatus | Dimension::Status => Some(self.status.clone()),
            Dimension::DisputeStage => self.stage.clone(),
            Dimension::Currency => Some(self.amount.currency.code().to_owned()),
            Dimension::ProfileId => None,
        }
    }

    fn is_asked(&self, query: &QueryInput) -> bool {
        let has_value = |(dimension, values): &(Dimension, Vec<String>)| {
            self.value(*dimension).is_some_and(|value| values.contains(&value))
        };
        (query.start..=query.end).contains(&self.created) && query.filters.iter().all(has_value)
    }

    fn key(&self, query: &QueryInput) -> GroupKey {
        let bucket = query.granularity.and_then(|granularity| bucket(self.created, granularity));
        (bucket, query.group_by.iter().map(|dimension| self.value(*dimension)).collect())
    }
}

/// The start of the bucket that a time is in. Weeks begin on Monday, and 1970 began on a Thursday.
fn bucket(at: DateTime<Utc>, granularity: Granularity) -> Option<DateTime<Utc>> {
    match granularity {
        Granularity::Hour => at.duration_trunc(TimeDelta::hours(1)).ok(),
        Granularity::Day => at.duration_trunc(TimeDelta::days(1)).ok(),
        Granularity::Week => {
            let shift = TimeDelta::days(3);
            at.checked_add_signed(shift)?.duration_trunc(TimeDelta::weeks(1)).ok()?.checked_sub_signed(shift)
        }
    }
}

/// Whether a query asks for what rows here tell.
pub fn is_countable(query: &QueryInput) -> bool {
    let is_profile = |dimension: &Dimension| *dimension == Dimension::ProfileId;
    !query.group_by.iter().any(is_profile) && !query.filters.iter().any(|(dimension, _)| is_profile(dimension))
}

/// The report that these rows make.
pub fn report(query: &QueryInput, rows: impl IntoIterator<Item = CountableRow>) -> Report {
    let asked: Vec<CountableRow> = rows.into_iter().filter(|row| row.is_asked(query)).collect();
    let mut groups: BTreeMap<GroupKey, Vec<&CountableRow>> = BTreeMap::new();
    for row in &asked {
        groups.entry(row.key(query)).or_default().push(row);
    }
    let is_grouped = !query.group_by.is_empty();
    let rows = groups.into_iter().map(|((bucket, values), rows)| MetricRow {
        bucket,
        groups: query.group_by.iter().copied().zip(values).collect(),
        values: values_of(&query.metrics, &rows, is_grouped),
    });
    let all: Vec<&CountableRow> = asked.iter().collect();
    Report {
        rows: rows.collect(),
        overall: values_of(&query.metrics, &all, is_grouped),
        delta: Vec::new(),
        attempt_word: None,
        unreadable: Vec::new(),
        raw: Raw::default(),
    }
}

fn values_of(metrics: &[Metric], rows: &[&CountableRow], is_grouped: bool) -> Vec<(Metric, MetricValue)> {
    metrics.iter().map(|metric| (*metric, value_of(*metric, rows, is_grouped))).collect()
}

fn value_of(metric: Metric, rows: &[&CountableRow], is_grouped: bool) -> MetricValue {
    match metric {
        Metric::PaymentCount => count(rows.len()),
        Metric::DisputeStatusMetric if is_grouped => count(rows.len()),
        Metric::DisputeStatusMetric => by_status(rows),
        Metric::PaymentSuccessRate => success_rate(rows),
        Metric::PaymentProcessedAmount => sum(rows, |row| row.status == PaymentStatus::Succeeded.as_str()),
        Metric::TotalAmountDisputed => sum(rows, |_| true),
        Metric::TotalDisputeLostAmount => sum(rows, |row| row.status == DisputeStatus::Lost.as_str()),
    }
}

fn count(count: usize) -> MetricValue {
    i64::try_from(count).map_or(MetricValue::Nothing, MetricValue::Count)
}

fn by_status(rows: &[&CountableRow]) -> MetricValue {
    let mut counts: BTreeMap<DisputeStatus, i64> = BTreeMap::new();
    for row in rows {
        *counts.entry(DisputeStatus::from_word(&row.status)).or_default() += 1;
    }
    MetricValue::ByStatus(counts.into_iter().collect())
}

fn success_rate(rows: &[&CountableRow]) -> MetricValue {
    let hits: Vec<bool> = rows.iter().filter_map(|row| Measure::SuccessRate.hits(&row.status)).collect();
    rate(hits.iter().filter(|is_hit| **is_hit).count(), hits.len())
}

fn rate(part: usize, whole: usize) -> MetricValue {
    let rate = |part: usize, whole: usize| {
        let (part, whole) = (i128::try_from(part).ok()?, i128::try_from(whole).ok()?);
        let millionths = (part.checked_mul(1_000_000)? + whole / 2).checked_div(whole)?;
        Some(Rate { millionths: i64::try_from(millionths).ok()? })
    };
    rate(part, whole).map_or(MetricValue::Nothing, MetricValue::Rate)
}

/// The sum of these rows: an amount of money only where all rows are of one currency.
fn sum(rows: &[&CountableRow], is_counted: impl Fn(&CountableRow) -> bool) -> MetricValue {
    let first = rows.first().map(|row| &row.amount.currency);
    let currency = first.filter(|first| rows.iter().all(|row| row.amount.currency == **first)).cloned();
    let counted = rows.iter().filter(|row| is_counted(row)).map(|row| row.amount.minor);
    let sum = counted.into_iter().try_fold(0_i64, i64::checked_add);
    sum.map_or(MetricValue::Nothing, |minor| MetricValue::Amount { minor, currency })
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::analytics::Subject;
    use paydesk_domain::money::MinorUnits;

    fn row(created: &str, minor: i64, currency: &str, status: &str) -> CountableRow {
        let amount = Money::new(minor, MinorUnits::Iso4217.currency(currency));
        CountableRow { created: created.parse().unwrap(), amount, status: status.to_owned(), stage: None }
    }

    fn query(subject: Subject) -> QueryInput {
        QueryInput::all(subject, "2026-11-01T00:00:00Z".parse().unwrap(), "2026-11-30T23:59:59Z".parse().unwrap())
    }

    fn payments() -> Vec<CountableRow> {
        vec![
            row("2026-11-03T10:20:00Z", 500, "EUR", "succeeded"),
            row("2026-11-03T10:50:00Z", 300, "EUR", "failed"),
            row("2026-11-04T00:00:00Z", 700, "USD", "succeeded"),
            row("2026-11-04T01:00:00Z", 100, "USD", "processing"),
            row("2026-10-31T23:59:59Z", 900, "EUR", "succeeded"),
        ]
    }

    #[test]
    fn payments_of_the_period_are_counted_as_the_service_counts_them() {
        let report = report(&query(Subject::Payments), payments());
        assert_eq!(report.overall(Metric::PaymentCount), Some(&MetricValue::Count(4)));
        let rate = MetricValue::Rate(Rate { millionths: 666_667 });
        assert_eq!(report.overall(Metric::PaymentSuccessRate), Some(&rate));
        let sum = report.overall(Metric::PaymentProcessedAmount).unwrap();
        assert_eq!(*sum, MetricValue::Amount { minor: 1_200, currency: None }, "no sum of two currencies is money");
    }

    #[test]
    fn groups_and_buckets_and_filters_are_those_that_were_asked_for() {
        let mut by_day = query(Subject::Payments);
        (by_day.granularity, by_day.group_by) = (Some(Granularity::Day), vec![Dimension::Currency]);
        by_day.filters = vec![(Dimension::Status, vec!["succeeded".to_owned()])];
        let report = report(&by_day, payments());
        let rows: Vec<_> =
            report.rows.iter().map(|row| (row.bucket.unwrap().to_string(), row.values[2].1.money())).collect();
        let money = |minor, code: &str| Some(Money::new(minor, MinorUnits::Iso4217.currency(code)));
        let expected = [("2026-11-03 00:00:00 UTC", money(500, "EUR")), ("2026-11-04 00:00:00 UTC", money(700, "USD"))];
        assert_eq!(rows, expected.map(|(day, money)| (day.to_owned(), money)));
        let at = |text: &str| text.parse::<DateTime<Utc>>().unwrap();
        let monday = bucket(at("2026-11-04T01:00:00Z"), Granularity::Week);
        assert_eq!(monday, Some(at("2026-11-02T00:00:00Z")));
    }

    #[test]
    fn disputes_are_told_by_status_unless_they_are_grouped() {
        let rows =
            || vec![row("2026-11-03T10:20:00Z", 500, "EUR", "lost"), row("2026-11-05T10:20:00Z", 300, "EUR", "won")];
        let report = super::report(&query(Subject::Disputes), rows());
        let by_status = MetricValue::ByStatus(vec![(DisputeStatus::Won, 1), (DisputeStatus::Lost, 1)]);
        assert_eq!(report.overall(Metric::DisputeStatusMetric), Some(&by_status));
        assert_eq!(report.overall(Metric::TotalDisputeLostAmount).and_then(MetricValue::money).unwrap().minor, 500);
        let grouped = QueryInput { group_by: vec![Dimension::DisputeStage], ..query(Subject::Disputes) };
        assert_eq!(super::report(&grouped, rows()).rows[0].values[0].1, MetricValue::Count(2));
        assert!(is_countable(&grouped));
        assert!(!is_countable(&QueryInput { group_by: vec![Dimension::ProfileId], ..grouped }));
    }

    #[test]
    fn of_no_payments_there_is_no_rate() {
        let report = report(&query(Subject::Payments), Vec::new());
        assert_eq!(report.overall(Metric::PaymentSuccessRate), Some(&MetricValue::Nothing));
        assert!(report.rows.is_empty());
    }
}
