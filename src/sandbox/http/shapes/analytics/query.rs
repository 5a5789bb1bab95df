//! What is asked, read by the names of that service.

use chrono::{DateTime, DurationRound as _, SecondsFormat, TimeDelta, Utc};
use serde_json::{Map, Value, json};

use super::super::errors::ShapeRefusal;
use super::super::requests::time;
use crate::hyperswitch::stored_payment_status;

/// What figures are about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FigureSubject {
    Payments,
    Refunds,
    Disputes,
}

/// Metrics of payments; each of the first seven with `sessionized_` before it too.
const PAYMENT_METRICS: [&str; 9] = [
    "payment_success_rate",
    "payment_count",
    "payment_success_count",
    "payment_processed_amount",
    "avg_ticket_size",
    "retries_count",
    "connector_success_rate",
    "payments_distribution",
    "failure_reasons",
];
const REFUND_METRICS: [&str; 6] = [
    "refund_success_rate",
    "refund_count",
    "refund_success_count",
    "refund_processed_amount",
    "refund_reason",
    "refund_error_message",
];
const DISPUTE_METRICS: [&str; 3] = ["dispute_status_metric", "total_amount_disputed", "total_dispute_lost_amount"];
const SESSIONIZED: &str = "sessionized_";
/// What is counted of payments and refunds that succeeded alone.
const OF_SUCCEEDED: [&str; 5] = [
    "payment_success_count",
    "payment_processed_amount",
    "avg_ticket_size",
    "refund_success_count",
    "refund_processed_amount",
];

/// What payments are grouped and filtered by.
pub const PAYMENT_GROUPS: [&str; 15] = [
    "connector",
    "payment_method",
    "payment_method_type",
    "currency",
    "authentication_type",
    "status",
    "client_source",
    "client_version",
    "profile_id",
    "card_network",
    "merchant_id",
    "card_last_4",
    "card_issuer",
    "error_reason",
    "routing_approach",
];
/// What refunds are grouped and filtered by.
pub const REFUND_GROUPS: [&str; 7] =
    ["currency", "refund_status", "connector", "refund_type", "profile_id", "refund_reason", "refund_error_message"];
/// What disputes are grouped and filtered by.
pub const DISPUTE_GROUPS: [&str; 3] = ["connector", "dispute_stage", "currency"];
/// Of those, what the engine counts by.
const ENGINE_GROUPS: [&str; 4] = ["payment_method", "currency", "status", "profile_id"];

/// No profile has this id: what is filtered by it is empty.
const NOTHING: &str = "-";

/// Granularities, and those of the engine; shorter ones than an hour are counted by the hour.
const GRANULARITIES: [(&str, &str); 6] = [
    ("G_ONEMIN", "G_ONEHOUR"),
    ("G_FIVEMIN", "G_ONEHOUR"),
    ("G_FIFTEENMIN", "G_ONEHOUR"),
    ("G_THIRTYMIN", "G_ONEHOUR"),
    ("G_ONEHOUR", "G_ONEHOUR"),
    ("G_ONEDAY", "G_ONEDAY"),
];

/// A query, checked against what that service knows.
#[derive(Debug, Clone)]
pub struct MetricsQuery {
    pub subject: FigureSubject,
    pub from: DateTime<Utc>,
    pub to: Option<DateTime<Utc>>,
    /// Without `sessionized_`.
    pub metrics: Vec<String>,
    pub groups: Vec<String>,
    filters: Map<String, Value>,
    granularity: Option<&'static str>,
}

impl MetricsQuery {
    pub fn read(subject: FigureSubject, query: &Value) -> Result<Self, ShapeRefusal> {
        let range = query.get("timeRange").ok_or_else(|| missing("timeRange"))?;
        let at =
            |name: &str| range.get(name).and_then(Value::as_str).map(|text| time(text).ok_or_else(|| missing(name)));
        let (metrics, groups) = match subject {
            FigureSubject::Payments => (&PAYMENT_METRICS[..], &PAYMENT_GROUPS[..]),
            FigureSubject::Refunds => (&REFUND_METRICS[..], &REFUND_GROUPS[..]),
            FigureSubject::Disputes => (&DISPUTE_METRICS[..], &DISPUTE_GROUPS[..]),
        };
        query.get("metrics").ok_or_else(|| missing("metrics"))?;
        let metrics =
            words(query, "metrics", |word| metrics.contains(&word.strip_prefix(SESSIONIZED).unwrap_or(word)))?;
        Ok(Self {
            subject,
            from: at("startTime").ok_or_else(|| missing("startTime"))??,
            to: at("endTime").transpose()?,
            metrics: metrics
                .into_iter()
                .map(|word| word.strip_prefix(SESSIONIZED).unwrap_or(&word).to_owned())
                .collect(),
            groups: words(query, "groupByNames", |word| groups.contains(&word))?,
            filters: query.get("filters").and_then(Value::as_object).cloned().unwrap_or_default(),
            granularity: granularity(query)?,
        })
    }

    /// How long a bucket of time is.
    pub fn bucket_length(&self) -> TimeDelta {
        if self.granularity == Some("G_ONEDAY") { TimeDelta::days(1) } else { TimeDelta::hours(1) }
    }

    /// Whether rows have to be grouped by time.
    fn is_series(&self) -> bool {
        self.granularity.is_some()
    }

    /// Whether that service fails at it as soon as there is a row.
    pub fn is_failed_at(&self) -> bool {
        self.subject == FigureSubject::Disputes && self.groups.iter().any(|group| group == "currency")
    }

    /// Whether there are rows of what succeeded alone.
    pub fn is_of_succeeded(&self) -> bool {
        self.metrics.iter().all(|metric| OF_SUCCEEDED.contains(&metric.as_str()))
    }

    /// Whether the answer is one row however much there is.
    pub fn is_one_sum(&self) -> bool {
        let is_of_amounts =
            self.subject == FigureSubject::Disputes && !self.metrics.iter().any(|metric| metric == DISPUTE_METRICS[0]);
        is_of_amounts && self.groups.is_empty() && !self.is_series()
    }

    /// The start of the bucket that a time is in, as it is written; `None` without a time series.
    pub fn bucket_of(&self, at: DateTime<Utc>) -> Option<String> {
        let start = self.is_series().then(|| at.duration_trunc(self.bucket_length()).ok()).flatten()?;
        Some(start.to_rfc3339_opts(SecondsFormat::Secs, true))
    }

    /// Whether a filter lets a word through.
    pub fn lets(&self, name: &str, word: &str) -> bool {
        let words = self.filters.get(name).and_then(Value::as_array).filter(|words| !words.is_empty());
        words.is_none_or(|words| words.iter().any(|wanted| wanted == word))
    }

    /// The query about payments that the engine answers: always by status, which rows are summed up over.
    pub fn engine_query(&self) -> Value {
        let is_known = |name: &&str| ENGINE_GROUPS.contains(name) && *name != "status";
        let groups = self.groups.iter().map(String::as_str).filter(is_known);
        let groups: Vec<&str> = std::iter::once("status").chain(groups).collect();
        let mut query = json!({
            "timeRange": { "startTime": self.from, "endTime": self.to },
            "metrics": ["payment_count", "payment_processed_amount"],
            "groupByNames": groups,
            "filters": self.engine_filters(),
        });
        if let Some(granularity) = self.granularity {
            query["timeSeries"] = json!({ "granularity": granularity });
        }
        query
    }

    fn engine_filters(&self) -> Map<String, Value> {
        let known = self.filters.iter().filter(|(name, _)| ENGINE_GROUPS.contains(&name.as_str()));
        let mut filters: Map<String, Value> = known.map(|(name, words)| (name.clone(), words.clone())).collect();
        if let Some(asked) = filters.get("status").and_then(Value::as_array).filter(|words| !words.is_empty()) {
            let words: Vec<&str> = asked.iter().filter_map(Value::as_str).filter_map(stored_payment_status).collect();
            if words.is_empty() {
                filters.insert("profile_id".to_owned(), json!([NOTHING]));
            }
            filters.insert("status".to_owned(), json!(words));
        }
        filters
    }
}

fn granularity(query: &Value) -> Result<Option<&'static str>, ShapeRefusal> {
    let Some(word) = query.pointer("/timeSeries/granularity").and_then(Value::as_str) else {
        return Ok(None);
    };
    let known = GRANULARITIES.iter().find(|(known, _)| *known == word).map(|(_, engine)| *engine);
    known.map(Some).ok_or_else(|| unknown(word))
}

fn words(query: &Value, field: &str, is_known: impl Fn(&str) -> bool) -> Result<Vec<String>, ShapeRefusal> {
    let items = query.get(field).and_then(Value::as_array).into_iter().flatten();
    let words = items.map(|item| item.as_str().map(str::to_owned).ok_or_else(|| unknown("?")));
    let words = words.collect::<Result<Vec<_>, _>>()?;
    match words.iter().find(|word| !is_known(word)) {
        Some(word) => Err(unknown(word)),
        None => Ok(words),
    }
}

fn missing(field: &str) -> ShapeRefusal {
    ShapeRefusal::body(format!("Json deserialize error: missing field `{field}`"))
}

fn unknown(word: &str) -> ShapeRefusal {
    ShapeRefusal::body(format!("Json deserialize error: unknown variant `{word}`"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(subject: FigureSubject, extra: Value) -> Result<MetricsQuery, ShapeRefusal> {
        let mut query = json!({"timeRange": {"startTime": "2026-11-01T00:00:00Z"}, "metrics": []});
        query.as_object_mut().unwrap().extend(extra.as_object().unwrap().clone());
        MetricsQuery::read(subject, &query)
    }

    #[test]
    fn words_of_the_specification_that_this_service_does_not_have_are_refused() {
        assert!(read(FigureSubject::Disputes, json!({"groupByNames": ["dispute_status"]})).is_err());
        assert!(read(FigureSubject::Disputes, json!({"timeSeries": {"granularity": "G_ONE_DAY"}})).is_err());
        assert!(read(FigureSubject::Payments, json!({"metrics": ["payment_total"]})).is_err());
        let query = read(FigureSubject::Payments, json!({"metrics": ["sessionized_payment_count"]})).unwrap();
        assert_eq!(query.metrics, ["payment_count"]);
    }

    #[test]
    fn attempts_that_were_charged_are_payments_that_succeeded() {
        let query =
            read(FigureSubject::Payments, json!({"filters": {"status": ["charged"], "connector": ["fauxpay"]}}));
        assert_eq!(query.unwrap().engine_query()["filters"], json!({"status": ["succeeded"]}));
        let query = read(FigureSubject::Payments, json!({"filters": {"status": ["router_declined"]}}));
        assert_eq!(query.unwrap().engine_query()["filters"], json!({"status": [], "profile_id": ["-"]}));
    }
}
