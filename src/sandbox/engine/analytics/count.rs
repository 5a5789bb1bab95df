//! Groups what was counted into rows and totals.

use std::collections::BTreeMap;

use chrono::{DateTime, SecondsFormat};
use strum::VariantNames;

use super::query::Query;
use super::subject::{DIMENSIONS, QueryMetric, QuerySubject};
use crate::storage::disputes::SandboxDisputeStatus;

/// Rows that agree in everything they are counted by.
#[derive(Debug, Clone, Copy)]
pub struct CountCell<'a> {
    /// Start of the bucket of time, in milliseconds since 1970; `None` without a time series.
    pub bucket_ms: Option<i64>,
    /// In the order of [`QuerySubject::dimensions`].
    pub values: [&'a str; DIMENSIONS],
    pub count: i64,
    /// In the lowest unit.
    pub amount: i64,
}

/// A value of a row or a total, by its name.
pub type NamedFigure = (String, FigureValue);

/// A value in an answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FigureValue {
    /// A number of rows, or a sum in the lowest unit.
    Integer(i64),
    /// In millionths; `None` where there is nothing to compare.
    Ratio(Option<i64>),
    /// Numbers of rows by status.
    ByStatus(Vec<(&'static str, i64)>),
    /// A value that rows are grouped by; `None` for payments for which no method was chosen.
    Word(Option<String>),
}

/// Number and sum by status.
#[derive(Debug, Clone, Default)]
struct Sums(BTreeMap<String, (i64, i64)>);

impl Sums {
    fn add(&mut self, cell: &CountCell) {
        let status = cell.values[0];
        if !self.0.contains_key(status) {
            self.0.insert(status.to_owned(), (0, 0));
        }
        if let Some((count, amount)) = self.0.get_mut(status) {
            *count += cell.count;
            *amount = amount.saturating_add(cell.amount);
        }
    }

    fn of(&self, status: &str) -> (i64, i64) {
        self.0.get(status).copied().unwrap_or_default()
    }

    fn count(&self) -> i64 {
        self.0.values().map(|(count, _)| count).sum()
    }

    fn amount(&self) -> i64 {
        self.0.values().fold(0, |sum, (_, amount)| sum.saturating_add(*amount))
    }

    /// `succeeded` ÷ (`succeeded` + `failed`), in millionths, rounded. A ratio of counts, never of money.
    fn success_millionths(&self) -> Option<i64> {
        let succeeded = self.of("succeeded").0;
        let decided = succeeded + self.of("failed").0;
        (succeeded * 1_000_000 + decided / 2).checked_div(decided)
    }

    fn figure(&self, metric: QueryMetric) -> FigureValue {
        match metric {
            QueryMetric::DisputeStatusMetric | QueryMetric::PaymentCount => FigureValue::Integer(self.count()),
            QueryMetric::TotalAmountDisputed => FigureValue::Integer(self.amount()),
            QueryMetric::TotalDisputeLostAmount => FigureValue::Integer(self.of("lost").1),
            QueryMetric::PaymentSuccessRate => FigureValue::Ratio(self.success_millionths()),
            QueryMetric::PaymentProcessedAmount => FigureValue::Integer(self.of("succeeded").1),
        }
    }

    fn by_dispute_status(&self) -> FigureValue {
        FigureValue::ByStatus(
            SandboxDisputeStatus::VARIANTS.iter().map(|status| (*status, self.of(status).0)).collect(),
        )
    }
}

impl FigureValue {
    /// How much it has grown since another period.
    fn growth_since(self, before: Self) -> Self {
        match (self, before) {
            (Self::Integer(now), Self::Integer(then)) => Self::Integer(now.saturating_sub(then)),
            (Self::Ratio(now), Self::Ratio(then)) => Self::Ratio(now.zip(then).map(|(now, then)| now - then)),
            (other, _) => other,
        }
    }
}

/// Bucket of time and values of the group-bys.
type BucketGroup = (Option<i64>, Vec<String>);

/// What was counted for one query and window.
#[derive(Debug)]
pub struct QueryCounts {
    subject: QuerySubject,
    groups: BTreeMap<BucketGroup, Sums>,
    total: Sums,
}

impl QueryCounts {
    pub fn new(subject: QuerySubject) -> Self {
        Self { subject, groups: BTreeMap::new(), total: Sums::default() }
    }

    /// Takes a cell in, where the filters let it.
    pub fn add(&mut self, query: &Query, cell: &CountCell) {
        if !query.filters.iter().all(|(place, wanted)| wanted.iter().any(|word| word == cell.values[*place])) {
            return;
        }
        let values = query.group_by.iter().map(|place| cell.values[*place].to_owned()).collect();
        self.groups.entry((cell.bucket_ms, values)).or_default().add(cell);
        self.total.add(cell);
    }

    /// `queryData`: by bucket of time, then by the values of the group-bys. One row, be it of zeros, where neither is
    /// asked for; otherwise only what there is.
    pub fn rows(&self, query: &Query) -> Vec<Vec<NamedFigure>> {
        let row = |((bucket_ms, values), sums): (&BucketGroup, &Sums)| self.row(query, *bucket_ms, values, sums);
        match query.group_by.is_empty() && query.granularity.is_none() {
            true => vec![self.row(query, None, &[], &self.total)],
            false => self.groups.iter().map(row).collect(),
        }
    }

    fn row(&self, query: &Query, bucket_ms: Option<i64>, values: &[String], sums: &Sums) -> Vec<NamedFigure> {
        let mut row = Vec::new();
        if let Some(start) = bucket_ms.and_then(DateTime::from_timestamp_millis) {
            let start = start.to_rfc3339_opts(SecondsFormat::Secs, true);
            row.push(("time_bucket".to_owned(), FigureValue::Word(Some(start))));
        }
        let names = self.subject.dimensions();
        for (place, word) in query.group_by.iter().zip(values) {
            let word = Some(word.clone()).filter(|word| !word.is_empty());
            row.push((names[*place].to_owned(), FigureValue::Word(word)));
        }
        for metric in &query.metrics {
            let value = match metric {
                QueryMetric::DisputeStatusMetric if query.group_by.is_empty() => sums.by_dispute_status(),
                metric => sums.figure(*metric),
            };
            row.push((metric.as_ref().to_owned(), value));
        }
        row
    }

    /// An object of `metaData`: `<metric>_overall`, and `<metric>_delta` against the equal period before (ours: the
    /// specification does not show what `delta` does).
    pub fn totals(&self, query: &Query, before: Option<&Self>) -> Vec<NamedFigure> {
        let mut totals = Vec::new();
        for metric in &query.metrics {
            totals.push((format!("{}_overall", metric.as_ref()), self.total.figure(*metric)));
        }
        for (metric, before) in query.metrics.iter().zip(before.into_iter().cycle()) {
            let growth = self.total.figure(*metric).growth_since(before.total.figure(*metric));
            totals.push((format!("{}_delta", metric.as_ref()), growth));
        }
        totals
    }
}
