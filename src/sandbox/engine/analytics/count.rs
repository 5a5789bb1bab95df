//! Groups what was counted and shapes it into rows and totals.

use std::collections::BTreeMap;

use chrono::{DateTime, SecondsFormat};
use serde_json::{Map, Value, json};
use strum::VariantNames;

use super::query::Query;
use super::{DIMENSIONS, Metric, Subject};
use crate::sandbox::engine::disputes::DisputeStatus;

/// Rows that agree in everything they are counted by.
#[derive(Debug, Clone, Copy)]
pub struct Cell<'a> {
    /// Start of the bucket of time, in milliseconds since 1970; `None` without a time series.
    pub bucket_ms: Option<i64>,
    /// In the order of [`Subject::dimensions`].
    pub words: [&'a str; DIMENSIONS],
    pub count: u64,
    /// In the lowest unit.
    pub amount: i64,
}

/// Number and sum by status.
#[derive(Debug, Clone, Default)]
struct Sums(BTreeMap<String, (u64, i64)>);

impl Sums {
    fn add(&mut self, cell: &Cell) {
        let status = cell.words[0];
        if !self.0.contains_key(status) {
            self.0.insert(status.to_owned(), (0, 0));
        }
        if let Some((count, amount)) = self.0.get_mut(status) {
            *count += cell.count;
            *amount = amount.saturating_add(cell.amount);
        }
    }

    fn of(&self, status: &str) -> (u64, i64) {
        self.0.get(status).copied().unwrap_or_default()
    }

    fn count(&self) -> u64 {
        self.0.values().map(|(count, _)| count).sum()
    }

    fn amount(&self) -> i64 {
        self.0.values().fold(0, |sum, (_, amount)| sum.saturating_add(*amount))
    }

    /// `succeeded` ÷ (`succeeded` + `failed`), in millionths, rounded. A ratio of counts, never of money.
    fn success_millionths(&self) -> Option<i64> {
        let succeeded = self.of("succeeded").0;
        let decided = succeeded + self.of("failed").0;
        let millionths = (succeeded * 1_000_000 + decided / 2).checked_div(decided)?;
        i64::try_from(millionths).ok()
    }

    fn metric(&self, metric: Metric) -> Value {
        match metric {
            Metric::DisputeStatusMetric | Metric::PaymentCount => json!(self.count()),
            Metric::TotalAmountDisputed => json!(self.amount()),
            Metric::TotalDisputeLostAmount => json!(self.of("lost").1),
            Metric::PaymentSuccessRate => ratio(self.success_millionths()),
            Metric::PaymentProcessedAmount => json!(self.of("succeeded").1),
        }
    }

    fn by_dispute_status(&self) -> Value {
        let count = |status: &&str| ((*status).to_owned(), json!(self.of(status).0));
        Value::Object(DisputeStatus::VARIANTS.iter().map(count).collect())
    }

    /// How much a metric has grown since another period.
    fn growth(&self, metric: Metric, before: &Self) -> Value {
        match metric {
            Metric::PaymentSuccessRate => {
                ratio(self.success_millionths().zip(before.success_millionths()).map(|(now, then)| now - then))
            }
            integer => {
                let of = |sums: &Self| sums.metric(integer).as_i64().unwrap_or_default();
                json!(of(self).saturating_sub(of(before)))
            }
        }
    }
}

/// Millionths as a number with six decimals: the only answer that is no integer.
fn ratio(millionths: Option<i64>) -> Value {
    json!(millionths.map(|millionths| millionths as f64 / 1_000_000.0))
}

/// Bucket of time and words of the group-bys.
type Group = (Option<i64>, Vec<String>);

/// What was counted for one query and window.
#[derive(Debug)]
pub struct Counted {
    subject: Subject,
    groups: BTreeMap<Group, Sums>,
    total: Sums,
}

impl Counted {
    pub fn new(subject: Subject) -> Self {
        Self { subject, groups: BTreeMap::new(), total: Sums::default() }
    }

    /// Takes a cell in, where the filters let it.
    pub fn add(&mut self, query: &Query, cell: &Cell) {
        if !query.filters.iter().all(|(place, wanted)| wanted.iter().any(|word| word == cell.words[*place])) {
            return;
        }
        let words = query.group_by.iter().map(|place| cell.words[*place].to_owned()).collect();
        self.groups.entry((cell.bucket_ms, words)).or_default().add(cell);
        self.total.add(cell);
    }

    /// `queryData`: by bucket of time, then by the words of the group-bys. One row, be it of zeros, where neither is
    /// asked for; otherwise only what there is.
    pub fn rows(&self, query: &Query) -> Vec<Map<String, Value>> {
        let row = |((bucket_ms, words), sums): (&Group, &Sums)| self.row(query, *bucket_ms, words, sums);
        match query.group_by.is_empty() && query.granularity.is_none() {
            true => vec![self.row(query, None, &[], &self.total)],
            false => self.groups.iter().map(row).collect(),
        }
    }

    fn row(&self, query: &Query, bucket_ms: Option<i64>, words: &[String], sums: &Sums) -> Map<String, Value> {
        let mut row = Map::new();
        if let Some(start) = bucket_ms.and_then(DateTime::from_timestamp_millis) {
            row.insert("time_bucket".to_owned(), json!(start.to_rfc3339_opts(SecondsFormat::Secs, true)));
        }
        let names = self.subject.dimensions();
        for (place, word) in query.group_by.iter().zip(words) {
            // Payments for which no method was chosen.
            let word = if word.is_empty() { Value::Null } else { json!(word) };
            row.insert(names[*place].to_owned(), word);
        }
        for metric in &query.metrics {
            let value = match metric {
                Metric::DisputeStatusMetric if query.group_by.is_empty() => sums.by_dispute_status(),
                metric => sums.metric(*metric),
            };
            row.insert(metric.as_ref().to_owned(), value);
        }
        row
    }

    /// An object of `metaData`: `<metric>_overall`, and `<metric>_delta` against the equal period before (ours: the
    /// specification does not show what `delta` does).
    pub fn totals(&self, query: &Query, before: Option<&Self>) -> Map<String, Value> {
        let mut totals = Map::new();
        for metric in &query.metrics {
            totals.insert(format!("{}_overall", metric.as_ref()), self.total.metric(*metric));
        }
        for (metric, before) in query.metrics.iter().zip(before.into_iter().cycle()) {
            totals.insert(format!("{}_delta", metric.as_ref()), self.total.growth(*metric, &before.total));
        }
        totals
    }
}
