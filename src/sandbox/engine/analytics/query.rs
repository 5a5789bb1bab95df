//! What a request asks analytics for
//! (API reference); what is unknown is refused and named.

use serde_json::Value;
use strum::VariantNames;

use super::subject::{QueryMetric, QuerySubject};
use crate::engine::fields::{FieldReader, kind_of};
use crate::engine::page::ms_rounded_up;
use crate::engine::refusal::{Reason, Refusal, quoted};
use crate::storage::disputes::{SandboxDisputeStage, SandboxDisputeStatus};
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentStatus;

/// Most queries in one request (ours).
const MAX_QUERIES: usize = 10;

const HOUR_MS: i64 = 3_600_000;
const DAY_MS: i64 = 24 * HOUR_MS;

/// The length of the buckets of a time series. Buckets begin at full hours, midnights and Mondays in UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BucketLength {
    Hour,
    Day,
    Week,
}

/// The values for granularities; the specification shows `G_ONE_DAY` as one of several.
const GRANULARITIES: [(&str, BucketLength); 6] = [
    ("G_ONE_DAY", BucketLength::Day),
    ("G_ONEDAY", BucketLength::Day),
    ("G_ONE_HOUR", BucketLength::Hour),
    ("G_ONEHOUR", BucketLength::Hour),
    ("G_ONE_WEEK", BucketLength::Week),
    ("G_ONEWEEK", BucketLength::Week),
];

impl BucketLength {
    pub fn length_ms(self) -> i64 {
        match self {
            Self::Hour => HOUR_MS,
            Self::Day => DAY_MS,
            Self::Week => 7 * DAY_MS,
        }
    }

    /// The start of the bucket that a moment lies in, both in milliseconds since 1970.
    pub fn start_of(self, ms: i64) -> i64 {
        // 1970 began on a Thursday.
        let offset_ms = if self == Self::Week { 3 * DAY_MS } else { 0 };
        (ms + offset_ms).div_euclid(self.length_ms()) * self.length_ms() - offset_ms
    }
}

/// One query object, checked against what its subject has.
#[derive(Debug, Clone)]
pub struct Query {
    /// Included.
    pub from_ms: i64,
    /// Included; now when absent.
    pub to_ms: Option<i64>,
    /// Not empty, each once.
    pub metrics: Vec<QueryMetric>,
    /// Places within the subject's dimensions, each once.
    pub group_by: Vec<usize>,
    /// Places within the subject's dimensions, and the values that are let through.
    pub filters: Vec<(usize, Vec<String>)>,
    pub granularity: Option<BucketLength>,
    pub delta: bool,
}

impl Query {
    /// Reads a body: a query object, or an array of them.
    pub fn read_all(subject: QuerySubject, body: &Value) -> Result<Vec<Self>, Refusal> {
        match body {
            Value::Object(map) => Ok(vec![Self::read(subject, &FieldReader::new(map))?]),
            Value::Array(items) if (1..=MAX_QUERIES).contains(&items.len()) => {
                items.iter().enumerate().map(|(i, item)| Self::read_item(subject, i, item)).collect()
            }
            Value::Array(items) => {
                let message = format!("the body must have 1 to {MAX_QUERIES} queries, not {}", items.len());
                Err(Refusal::new(Reason::Invalid, message))
            }
            other => {
                let message = format!("the body must be a query object or an array of them, not {}", kind_of(other));
                Err(Refusal::new(Reason::Invalid, message))
            }
        }
    }

    /// Refuses what the specification does not show: buckets other than days, and groups of payments.
    pub fn refuse_undocumented(&self, subject: QuerySubject) -> Result<(), Refusal> {
        if self.granularity.is_some_and(|granularity| granularity != BucketLength::Day) {
            return Err(Refusal::invalid("timeSeries.granularity", "must be G_ONE_DAY"));
        }
        match (subject, self.group_by.first()) {
            (QuerySubject::Payments, Some(place)) => {
                let word = quoted(subject.dimensions()[*place]);
                Err(Refusal::invalid("groupByNames", format!("must be empty for payments, not {word}")))
            }
            (QuerySubject::Payments | QuerySubject::Disputes, _) => Ok(()),
        }
    }

    /// Refuses to filter payments by a status that none has. `review` is what manual review is called here.
    pub fn refuse_other_statuses(&self, subject: QuerySubject, review: &PaymentStatus) -> Result<(), Refusal> {
        let is_status = |place: usize| subject.dimensions()[place] == "status";
        let filters = self.filters.iter().filter(|(place, _)| is_status(*place));
        let known = |word: &str| review.as_str() == word || PaymentStatus::NAMED.iter().any(|it| it.as_str() == word);
        match filters.flat_map(|(_, words)| words).find(|word| !known(word)) {
            Some(word) => Err(Refusal::invalid("filters.status", format!("must be a status, not {}", quoted(word)))),
            None => Ok(()),
        }
    }

    fn read_item(subject: QuerySubject, place: usize, item: &Value) -> Result<Self, Refusal> {
        let path = format!("[{place}]");
        match item {
            Value::Object(map) => Self::read(subject, &FieldReader::at(map, path)),
            other => Err(Refusal::invalid(&path, format!("must be an object, not {}", kind_of(other)))),
        }
    }

    fn read(subject: QuerySubject, fields: &FieldReader) -> Result<Self, Refusal> {
        let range = fields.required_object("timeRange")?;
        let from = range.time("startTime")?.ok_or_else(|| Refusal::missing(&range.name_of("startTime")))?;
        let to_ms = range.time("endTime")?.map(|time| time.timestamp_millis());
        let from_ms = ms_rounded_up(from);
        if to_ms.is_some_and(|to_ms| to_ms < from_ms) {
            return Err(Refusal::invalid(&range.name_of("endTime"), "must not be before startTime"));
        }
        fields.text("source")?;
        Ok(Self {
            from_ms,
            to_ms,
            metrics: read_metrics(subject, fields)?,
            group_by: read_group_by(subject, fields)?,
            filters: read_filters(subject, fields)?,
            granularity: read_granularity(fields)?,
            delta: fields.boolean("delta")?.unwrap_or(false),
        })
    }
}

fn read_metrics(subject: QuerySubject, fields: &FieldReader) -> Result<Vec<QueryMetric>, Refusal> {
    let known = subject.metrics();
    let mut metrics = Vec::new();
    for word in texts(fields, "metrics")? {
        let found = known.into_iter().find(|metric| metric.as_ref() == word);
        let names = known.each_ref().map(AsRef::as_ref);
        let metric = found.ok_or_else(|| unknown(fields, "metrics", word, &names))?;
        if !metrics.contains(&metric) {
            metrics.push(metric);
        }
    }
    if metrics.is_empty() { Err(Refusal::missing(&fields.name_of("metrics"))) } else { Ok(metrics) }
}

fn read_group_by(subject: QuerySubject, fields: &FieldReader) -> Result<Vec<usize>, Refusal> {
    let known = subject.dimensions();
    let mut places = Vec::new();
    for word in texts(fields, "groupByNames")? {
        let place = known.iter().position(|name| *name == word);
        let place = place.ok_or_else(|| unknown(fields, "groupByNames", word, &known))?;
        if !places.contains(&place) {
            places.push(place);
        }
    }
    Ok(places)
}

/// An empty array filters nothing.
fn read_filters(subject: QuerySubject, fields: &FieldReader) -> Result<Vec<(usize, Vec<String>)>, Refusal> {
    let Some(filters) = fields.object("filters")? else {
        return Ok(Vec::new());
    };
    let known = subject.dimensions();
    let mut read = Vec::new();
    for name in filters.names() {
        let place = known.iter().position(|known| *known == name);
        let place = place.ok_or_else(|| unknown(fields, "filters", name, &known))?;
        let values = texts(&filters, name)?;
        check_values(&filters, name, &values)?;
        let capitals = |word: &str| CurrencyCode::new(word).as_str().to_owned();
        let values: Vec<String> =
            values.into_iter().map(|word| if name == "currency" { capitals(word) } else { word.to_owned() }).collect();
        if !values.is_empty() {
            read.push((place, values));
        }
    }
    Ok(read)
}

/// Statuses and stages of disputes have to be known ones; what other filters name may simply not occur. Statuses of
/// payments are checked by [`Query::refuse_other_statuses`].
fn check_values(filters: &FieldReader, name: &str, values: &[&str]) -> Result<(), Refusal> {
    let known: &[&str] = match name {
        "dispute_status" => SandboxDisputeStatus::VARIANTS,
        "dispute_stage" => SandboxDisputeStage::VARIANTS,
        _ => return Ok(()),
    };
    match values.iter().find(|word| !known.contains(word)) {
        Some(word) => Err(unknown(filters, name, word, known)),
        None => Ok(()),
    }
}

fn read_granularity(fields: &FieldReader) -> Result<Option<BucketLength>, Refusal> {
    let Some(series) = fields.object("timeSeries")? else {
        return Ok(None);
    };
    let values = GRANULARITIES.map(|(word, _)| word);
    series.required_text("granularity")?;
    let word = series.choice("granularity", &values)?;
    Ok(GRANULARITIES.iter().find(|(known, _)| Some(*known) == word).map(|(_, granularity)| *granularity))
}

/// The texts of an array; none when it is absent.
fn texts<'a>(fields: &FieldReader<'a>, field: &str) -> Result<Vec<&'a str>, Refusal> {
    let refusal = |value: &Value| {
        Refusal::invalid(&fields.name_of(field), format!("must be an array of strings; it holds {}", kind_of(value)))
    };
    let items = fields.array(field)?.into_iter().flatten();
    items.map(|value| value.as_str().ok_or_else(|| refusal(value))).collect()
}

fn unknown(fields: &FieldReader, field: &str, word: &str, known: &[&str]) -> Refusal {
    let rule = format!("must be of {}, not {}", known.join(", "), quoted(word));
    Refusal::invalid(&fields.name_of(field), rule)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_begin_at_full_hours_midnights_and_mondays() {
        let ms = |text: &str| text.parse::<chrono::DateTime<chrono::Utc>>().unwrap().timestamp_millis();
        let at = ms("2026-11-21T10:59:59.999Z");
        assert_eq!(BucketLength::Hour.start_of(at), ms("2026-11-21T10:00:00Z"));
        assert_eq!(BucketLength::Day.start_of(at), ms("2026-11-21T00:00:00Z"));
        assert_eq!(BucketLength::Week.start_of(at), ms("2026-11-16T00:00:00Z"));
        assert_eq!(BucketLength::Week.start_of(ms("2026-11-16T00:00:00Z")), ms("2026-11-16T00:00:00Z"));
        assert_eq!(BucketLength::Day.start_of(-1), -DAY_MS);
    }
}
