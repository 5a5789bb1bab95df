//! Queries without a part that the service refuses: an hour becomes a day, a group becomes one query for each of its
//! values, and the answers are put together as if they were one.
//!
//! Only undocumented parts are given up, and each card says so. A group without values that are known here asks nothing:
//! which values there are is never guessed.

use std::sync::Arc;

use crate::service_traits::QueryPart;
use paydesk_api::resources::analytics::calls::QueryInput;
use paydesk_domain::analytics::{Dimension, Metric, MetricRow, MetricValue, QueryForm, Report, Subject};
use paydesk_domain::payment::PaymentStatus;

use super::text;

/// Most queries that one question becomes.
const QUERIES_MAX: usize = 40;

/// What a question is asked without, and in which form.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Avoided {
    pub parts: Vec<QueryPart>,
    /// `None` for the documented one.
    pub form: Option<QueryForm>,
    /// The codes of the currencies that are known here.
    pub currencies: Vec<String>,
}

impl Avoided {
    /// Whether buckets of an hour are given up.
    pub fn hours(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, QueryPart::Granularity(_)))
    }

    pub fn groups(&self, dimension: Dimension) -> bool {
        self.parts.contains(&QueryPart::GroupBy(dimension))
    }

    /// Whether a group is given up that no filter takes the place of: a service that does not group by it may ignore a
    /// filter by it, and then one query for each value would count everything each time.
    pub fn cannot_tell(&self, dimension: Dimension) -> bool {
        self.groups(dimension) && !can_be_split(dimension)
    }
}

/// Whether a group may become one query for each of its values.
fn can_be_split(dimension: Dimension) -> bool {
    match dimension {
        Dimension::Currency | Dimension::Status => true,
        Dimension::DisputeStatus | Dimension::DisputeStage | Dimension::ProfileId => false,
    }
}

/// `disputes by profile`.
pub fn rows_by(dimension: Dimension, subject: Subject) -> String {
    let subject = match subject {
        Subject::Disputes => "disputes",
        Subject::Payments => "payments",
    };
    let name = match dimension {
        Dimension::DisputeStatus | Dimension::Status => "status",
        Dimension::DisputeStage => "stage",
        Dimension::Currency => "currency",
        Dimension::ProfileId => "profile",
    };
    text::by(subject, name)
}

/// One value that a query is filtered by in the place of a group.
pub type SplitValue = (Dimension, String);

/// What a query is asked for one value of at a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Split {
    pub dimension: Dimension,
    pub values: Vec<String>,
    pub subject: Subject,
}

impl Split {
    /// The values of a dimension: those that the question is filtered by, or else those that are documented or known.
    pub fn new(dimension: Dimension, subject: Subject, filtered: &[String], avoided: &Avoided) -> Self {
        let known = || match dimension {
            Dimension::Status => PaymentStatus::NAMED.iter().map(|status| status.as_str().to_owned()).collect(),
            Dimension::Currency => avoided.currencies.clone(),
            Dimension::DisputeStatus | Dimension::DisputeStage | Dimension::ProfileId => Vec::new(),
        };
        let values = if filtered.is_empty() { known() } else { filtered.to_vec() };
        Self { dimension, values, subject }
    }

    /// What is said of it on a card.
    pub fn note(&self) -> String {
        let rows = rows_by(self.dimension, self.subject);
        let asked = text::service_does_not_group_one(&rows);
        match self.dimension {
            Dimension::Status => text::documented_statuses_payments_of_another(&asked),
            Dimension::Currency => {
                let codes = self.values.join(", ");
                text::currencies_of_payments_loaded_here(&asked, &codes)
            }
            Dimension::DisputeStatus | Dimension::DisputeStage | Dimension::ProfileId => asked,
        }
    }
}

/// Why nothing can be asked with these splits.
pub fn blocker(splits: &[Split]) -> Option<String> {
    if let Some(split) = splits.iter().find(|split| split.values.is_empty()) {
        let (name, rows) = (split.dimension.name(), rows_by(split.dimension, split.subject));
        return Some(text::service_does_not_group(&rows, name));
    }
    let count: usize = splits.iter().map(|split| split.values.len()).product();
    (count > QUERIES_MAX).then(|| text::service_does_not_group_its_rows(count))
}

/// A query for each combination of the values, which are with it; the query alone where nothing is split.
pub fn queries(query: &QueryInput, splits: &[Split]) -> Vec<(Vec<SplitValue>, QueryInput)> {
    splits.iter().fold(vec![(Vec::new(), query.clone())], |queries, split| {
        let with = |(values, query): &(Vec<SplitValue>, QueryInput), value: &String| {
            let (mut values, mut query) = (values.clone(), query.clone());
            query.filters.retain(|(dimension, _)| *dimension != split.dimension);
            query.filters.push((split.dimension, vec![value.clone()]));
            values.push((split.dimension, value.clone()));
            (values, query)
        };
        queries.iter().flat_map(|query| split.values.iter().map(move |value| with(query, value))).collect()
    })
}

/// Puts the answers together: every row gets the values that its query was filtered by.
pub fn merged(mut answers: Vec<(Vec<SplitValue>, Arc<Report>)>) -> Option<Arc<Report>> {
    if answers.len() == 1 && answers[0].0.is_empty() {
        return answers.pop().map(|(_, report)| report);
    }
    let rows = answers.iter().flat_map(|(values, report)| report.rows.iter().map(|row| with_values(row, values)));
    let reports = || answers.iter().map(|(_, report)| report);
    Some(Arc::new(Report {
        rows: rows.collect(),
        overall: overall(&reports().map(|report| report.overall.as_slice()).collect::<Vec<_>>()),
        delta: Vec::new(),
        attempt_word: reports().find_map(|report| report.attempt_word.clone()),
        unreadable: reports().flat_map(|report| report.unreadable.iter().cloned()).collect(),
        raw: Arc::new(reports().map(|report| (*report.raw).clone()).collect()),
    }))
    .filter(|_| !answers.is_empty())
}

fn with_values(row: &MetricRow, values: &[SplitValue]) -> MetricRow {
    let groups = values.iter().map(|(dimension, value)| (*dimension, Some(value.clone())));
    MetricRow { groups: row.groups.iter().cloned().chain(groups).collect(), ..row.clone() }
}

/// The totals of all, where every answer has one; of a rate there is none.
fn overall(answers: &[&[(Metric, MetricValue)]]) -> Vec<(Metric, MetricValue)> {
    let Some((first, others)) = answers.split_first() else { return Vec::new() };
    let of = |metric: Metric, start: &MetricValue| {
        others.iter().try_fold(start.clone(), |sum, answer| {
            let (_, value) = answer.iter().find(|(name, _)| *name == metric)?;
            plus(sum, value)
        })
    };
    first.iter().filter_map(|(metric, start)| Some((*metric, of(*metric, start)?))).collect()
}

fn plus(sum: MetricValue, more: &MetricValue) -> Option<MetricValue> {
    match (sum, more) {
        (MetricValue::Count(sum), MetricValue::Count(more)) => sum.checked_add(*more).map(MetricValue::Count),
        (MetricValue::Amount { minor, currency }, MetricValue::Amount { minor: more, currency: other }) => {
            let currency = currency.filter(|currency| Some(currency) == other.as_ref());
            minor.checked_add(*more).map(|minor| MetricValue::Amount { minor, currency })
        }
        (_, _) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use paydesk_domain::money::Currency;

    fn report(count: i64, minor: i64, code: &str) -> Arc<Report> {
        let amount = MetricValue::Amount { minor, currency: Some(Currency::iso4217(code)) };
        let values = vec![(Metric::PaymentCount, MetricValue::Count(count)), (Metric::PaymentProcessedAmount, amount)];
        let rows = vec![MetricRow { bucket: None, groups: Vec::new(), values: values.clone() }];
        let (overall, raw) = (values, Arc::new(json!({})));
        Arc::new(Report { rows, overall, delta: Vec::new(), attempt_word: None, unreadable: Vec::new(), raw })
    }

    fn split(dimension: Dimension, values: &[&str]) -> Split {
        let values = values.iter().map(|value| (*value).to_owned()).collect();
        Split { dimension, values, subject: Subject::Payments }
    }

    #[test]
    fn a_query_is_asked_once_for_each_combination_of_values() {
        let time = |text: &str| text.parse().unwrap();
        let query = QueryInput::all(Subject::Payments, time("2026-11-01T00:00:00Z"), time("2026-11-02T00:00:00Z"));
        assert_eq!(queries(&query, &[]), [(Vec::new(), query.clone())]);
        let splits = [split(Dimension::Currency, &["EUR", "JPY"]), split(Dimension::Status, &["failed"])];
        let asked = queries(&query, &splits);
        assert_eq!(asked.len(), 2);
        let filters = vec![(Dimension::Currency, vec!["JPY".into()]), (Dimension::Status, vec!["failed".into()])];
        assert_eq!(asked[1].1.filters, filters);
        assert_eq!(asked[1].0, [(Dimension::Currency, "JPY".to_owned()), (Dimension::Status, "failed".to_owned())]);
    }

    #[test]
    fn answers_become_one_whose_rows_say_what_they_were_asked_for() {
        let value = |code: &str| vec![(Dimension::Currency, code.to_owned())];
        let whole = merged(vec![(value("EUR"), report(3, 700, "EUR")), (value("JPY"), report(2, 90, "JPY"))]).unwrap();
        let codes: Vec<Option<&str>> = whole.rows.iter().map(|row| row.group(Dimension::Currency)).collect();
        assert_eq!(codes, [Some("EUR"), Some("JPY")]);
        assert_eq!(whole.overall(Metric::PaymentCount), Some(&MetricValue::Count(5)));
        let mixed = MetricValue::Amount { minor: 790, currency: None };
        assert_eq!(whole.overall(Metric::PaymentProcessedAmount), Some(&mixed), "no amount of money");
    }

    #[test]
    fn what_cannot_be_asked_says_why() {
        assert_eq!(blocker(&[split(Dimension::Currency, &["EUR"])]), None);
        assert!(blocker(&[split(Dimension::Currency, &[])]).unwrap().contains("no currency is known"));
        let many: Vec<&str> = vec!["x"; 41];
        assert!(blocker(&[split(Dimension::Status, &many)]).unwrap().contains("41 queries"));
    }
}
