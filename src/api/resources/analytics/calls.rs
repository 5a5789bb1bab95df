//! Analytics over disputes and payments ([API reference](crate::resources::analytics::reference)).

use std::collections::BTreeSet;
use std::hash::Hash;

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Value, json};

use crate::call::{Call, Request};
use crate::calls::fields::BodyFields;
use crate::endpoints::ReadEndpoint;
use crate::error::DecodeError;
use crate::input::{self, Checks, InputError, sound};
use crate::resources::analytics::wire::{QueryContext, decode_report};
use paydesk_domain::analytics::{
    Dimension, Granularity, Metric, QueryBody, QueryForm, Report, StatusWords, Subject, attempt_word,
};
use paydesk_domain::money::{Currency, CurrencyCode, MinorUnits};

/// The value of `source` that the specification shows.
const SOURCE: &str = "BATCH";

/// One question.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct QueryInput {
    pub start: DateTime<Utc>,
    pub end: DateTime<Utc>,
    /// Each once, and at least one.
    pub metrics: Vec<Metric>,
    pub group_by: Vec<Dimension>,
    /// Rows have one of the values; a dimension is here once.
    pub filters: Vec<(Dimension, Vec<String>)>,
    pub granularity: Option<Granularity>,
    /// Whether to compare with the period before.
    pub delta: bool,
    /// `BATCH` unless the service is to be asked otherwise; not sent where it is empty.
    pub source: String,
    pub form: QueryForm,
}

impl QueryInput {
    /// All metrics of a subject between two times, in one row.
    pub fn all(subject: Subject, start: DateTime<Utc>, end: DateTime<Utc>) -> Self {
        Self {
            start,
            end,
            metrics: subject.metrics().to_vec(),
            group_by: Vec::new(),
            filters: Vec::new(),
            granularity: None,
            delta: false,
            source: SOURCE.to_owned(),
            form: QueryForm::documented(subject),
        }
    }

    /// Every broken rule.
    pub fn check(&self, subject: Subject) -> Vec<InputError> {
        let mut checks = Checks::default();
        checks.forbid(self.end < self.start, "timeRange.endTime", "not before startTime");
        checks.forbid(self.metrics.is_empty(), "metrics", "at least one");
        checks.extend(known("metrics", &self.metrics, subject.metrics(), Metric::name));
        checks.extend(known("groupByNames", &self.group_by, subject.dimensions(), Dimension::name));
        let filtered: Vec<Dimension> = self.filters.iter().map(|(dimension, _)| *dimension).collect();
        checks.extend(known("filters", &filtered, subject.dimensions(), Dimension::name));
        for (dimension, values) in &self.filters {
            let field = format!("filters.{}", dimension.name());
            checks.forbid(values.is_empty(), &field, "at least one value");
            for word in values {
                checks.add(input::required(&field, word));
                if *dimension == Dimension::Currency {
                    checks.add_given(&field, word, |field, code| input::currency_code(field, &CurrencyCode::new(code)));
                }
            }
        }
        checks.into_errors()
    }

    fn to_json(&self) -> Value {
        let time = |time: DateTime<Utc>| time.to_rfc3339_opts(SecondsFormat::Millis, true);
        let names = |names: Vec<&'static str>| Some(names).filter(|names| !names.is_empty());
        let filters = self.filters.iter();
        let filters = filters.fold(BodyFields::new(), |fields, (name, values)| {
            fields.set(name.name(), values.iter().map(|word| self.filter_word(*name, word)).collect::<Vec<_>>())
        });
        BodyFields::new()
            .set("timeRange", json!({"startTime": time(self.start), "endTime": time(self.end)}))
            .maybe("metrics", names(self.metrics.iter().map(|metric| metric.name()).collect()))
            .text("source", &self.source)
            .maybe("groupByNames", names(self.group_by.iter().map(|dimension| dimension.name()).collect()))
            .object("filters", filters)
            .set("delta", self.delta)
            .maybe(
                "timeSeries",
                self.granularity.map(|granularity| json!({"granularity": granularity.word(self.form.spelling)})),
            )
            .into_value()
    }

    /// A value that rows are filtered by, in the word that the service has for it.
    fn filter_word(&self, dimension: Dimension, word: &str) -> String {
        let is_of_attempts = dimension == Dimension::Status && self.form.statuses == StatusWords::Attempts;
        attempt_word(word).filter(|_| is_of_attempts).unwrap_or(word).to_owned()
    }

    fn body(&self) -> Value {
        match self.form.body {
            QueryBody::Object => self.to_json(),
            QueryBody::List => Value::Array(vec![self.to_json()]),
        }
    }

    /// The one currency that rows are filtered by.
    fn currency(&self, units: MinorUnits) -> Option<Currency> {
        let filter = self.filters.iter().find(|(dimension, _)| *dimension == Dimension::Currency)?;
        match filter.1.as_slice() {
            [code] => Some(units.currency(code)),
            _ => None,
        }
    }

    fn decode(&self, body: Value, units: MinorUnits) -> Result<Report, DecodeError> {
        let currency = self.currency(units);
        let (metrics, group_by, currency) = (&self.metrics, &self.group_by, currency.as_ref());
        decode_report(body, &QueryContext { metrics, group_by, currency, units })
    }
}

/// Words of the subject, each once.
fn known<T: Copy + Eq + Hash>(field: &str, values: &[T], all: &[T], name: fn(T) -> &'static str) -> Vec<InputError> {
    let mut checks = Checks::default();
    let mut precondition = BTreeSet::new();
    for word in values {
        let rule = || all.iter().map(|known| name(*known)).collect::<Vec<_>>().join(", ");
        checks.forbid(!all.contains(word), field, format!("of {}", rule()));
        checks.forbid(!precondition.insert(name(*word)), field, format!("{} once", name(*word)));
    }
    checks.into_errors()
}

/// `POST /analytics/v1/merchant/metrics/disputes`. The documented body is an array; one question is asked at a time, as the rows
/// of several could not be distinguished.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct DisputeMetrics {
    query: QueryInput,
}

impl DisputeMetrics {
    /// The call, unless a rule of the query is broken.
    pub fn new(query: QueryInput) -> Result<Self, Vec<InputError>> {
        let errors = query.check(Subject::Disputes);
        sound(Self { query }, errors)
    }

    pub fn query(&self) -> &QueryInput {
        &self.query
    }
}

impl Call for DisputeMetrics {
    type Output = Report;

    fn request(&self) -> Request {
        Request::read_from(ReadEndpoint::DisputeMetrics, "", Some(self.query.body()))
    }

    fn decode(&self, body: Value, units: MinorUnits) -> Result<Report, DecodeError> {
        self.query.decode(body, units)
    }
}

/// `POST /analytics/v1/merchant/metrics/payments`. The documented body is a single object.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct PaymentMetrics {
    query: QueryInput,
}

impl PaymentMetrics {
    /// The call, unless a rule of the query is broken.
    pub fn new(query: QueryInput) -> Result<Self, Vec<InputError>> {
        let errors = query.check(Subject::Payments);
        sound(Self { query }, errors)
    }

    pub fn query(&self) -> &QueryInput {
        &self.query
    }
}

impl Call for PaymentMetrics {
    type Output = Report;

    fn request(&self) -> Request {
        Request::read_from(ReadEndpoint::PaymentMetrics, "", Some(self.query.body()))
    }

    fn decode(&self, body: Value, units: MinorUnits) -> Result<Report, DecodeError> {
        self.query.decode(body, units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_domain::analytics::GranularitySpelling;

    fn query(subject: Subject) -> QueryInput {
        let time = |text: &str| text.parse().unwrap();
        QueryInput::all(subject, time("2026-11-01T00:00:00Z"), time("2026-11-30T23:59:59.999Z"))
    }

    fn broken(subject: Subject, change: impl FnOnce(&mut QueryInput)) -> Vec<String> {
        let mut query = query(subject);
        change(&mut query);
        query.check(subject).into_iter().map(|error| error.to_string()).collect()
    }

    #[test]
    fn disputes_are_asked_by_an_array_and_payments_by_an_object() {
        let disputes = DisputeMetrics::new(query(Subject::Disputes)).unwrap().request();
        let expected = json!([{
            "timeRange": {"startTime": "2026-11-01T00:00:00.000Z", "endTime": "2026-11-30T23:59:59.999Z"},
            "metrics": ["dispute_status_metric", "total_amount_disputed", "total_dispute_lost_amount"],
            "source": "BATCH", "delta": false,
        }]);
        assert_eq!(disputes.body, Some(expected));
        let payments = QueryInput {
            group_by: vec![Dimension::Currency],
            filters: vec![(Dimension::Status, vec!["failed".to_owned()])],
            granularity: Some(Granularity::Day),
            delta: true,
            ..query(Subject::Payments)
        };
        let body = PaymentMetrics::new(payments).unwrap().request().body.unwrap();
        assert_eq!(body["groupByNames"], json!(["currency"]));
        assert_eq!(body["filters"], json!({"status": ["failed"]}));
        assert_eq!((&body["delta"], &body["timeSeries"]), (&json!(true), &json!({"granularity": "G_ONE_DAY"})));
    }

    #[test]
    fn another_service_is_asked_in_its_own_form() {
        let statuses = StatusWords::Attempts;
        let form = QueryForm { body: QueryBody::List, spelling: GranularitySpelling::Joined, statuses };
        let filters = vec![(Dimension::Status, vec!["succeeded".to_owned()])];
        let hours = QueryInput { granularity: Some(Granularity::Hour), form, filters, ..query(Subject::Payments) };
        let body = PaymentMetrics::new(hours).unwrap().request().body.unwrap();
        assert_eq!(body[0]["timeSeries"], json!({"granularity": "G_ONEHOUR"}));
        assert_eq!(body[0]["filters"], json!({"status": ["charged"]}));
    }

    #[test]
    fn metrics_and_groups_are_those_of_the_subject_each_once() {
        assert!(broken(Subject::Disputes, |_| {}).is_empty());
        assert_eq!(broken(Subject::Disputes, |query| query.metrics.clear()), ["metrics: at least one"]);
        let foreign = broken(Subject::Payments, |query| query.metrics = vec![Metric::TotalAmountDisputed]);
        assert_eq!(foreign, ["metrics: of payment_count, payment_success_rate, payment_processed_amount"]);
        let twice = broken(Subject::Payments, |query| query.metrics = vec![Metric::PaymentCount; 2]);
        assert_eq!(twice, ["metrics: payment_count once"]);
        let grouped = broken(Subject::Payments, |query| query.group_by = vec![Dimension::DisputeStage]);
        assert_eq!(grouped, ["groupByNames: of currency, status"]);
    }

    #[test]
    fn a_filter_has_values_and_a_currency_is_one() {
        let filter = |dimension: Dimension, values: &[&str]| {
            let values = values.iter().map(|word| (*word).to_owned()).collect();
            broken(Subject::Disputes, |query| query.filters = vec![(dimension, values)])
        };
        assert!(filter(Dimension::Currency, &["USD", "JPY"]).is_empty());
        assert_eq!(filter(Dimension::Currency, &["ZZZ"]), ["filters.currency: a three-letter ISO 4217 code"]);
        assert_eq!(filter(Dimension::ProfileId, &[]), ["filters.profile_id: at least one value"]);
        assert_eq!(filter(Dimension::ProfileId, &[" "]), ["filters.profile_id: is required"]);
        assert_eq!(filter(Dimension::Status, &["won"]).len(), 1);
    }

    #[test]
    fn a_range_does_not_end_before_it_starts() {
        assert!(broken(Subject::Payments, |query| query.end = query.start).is_empty());
        let backwards = broken(Subject::Payments, |query| query.end = query.start - chrono::TimeDelta::milliseconds(1));
        assert_eq!(backwards, ["timeRange.endTime: not before startTime"]);
    }

    #[test]
    fn sums_of_one_filtered_currency_are_money() {
        let filtered = |codes: &[&str]| {
            let codes = codes.iter().map(|code| (*code).to_owned()).collect();
            let query = QueryInput { filters: vec![(Dimension::Currency, codes)], ..query(Subject::Payments) };
            let answer = json!({"queryData": [{"payment_processed_amount": 700}]});
            let report = PaymentMetrics::new(query).unwrap().decode(answer, MinorUnits::Iso4217).unwrap();
            report.rows[0].value(Metric::PaymentProcessedAmount).unwrap().money()
        };
        assert_eq!(filtered(&["KWD"]).unwrap().to_string(), "0.700 KWD");
        assert_eq!(filtered(&["KWD", "USD"]), None);
    }
}
