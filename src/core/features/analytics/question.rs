//! What a card asks: subject, measures, range, granularity, groups and filters; and the query it becomes.
//!
//! Money is always grouped by currency and rates by the statuses they count, whether that is shown or not: nothing is
//! ever added across currencies, and every rate has its count.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::read::Read;
use crate::service_traits::QueryPart;
use paydesk_api::call::{Call as _, Request};
use paydesk_api::input::InputError;
use paydesk_api::resources::analytics::calls::{DisputeMetrics, PaymentMetrics, QueryInput};
use paydesk_domain::analytics::{
    Dimension, Metric, MetricRow, MetricValue, QueryForm, Report, StatusWords, Subject, attempt_word,
};
use paydesk_domain::zone::Zone;

use super::grid::{BucketSize, Grid, GridScope, readable_size};
use super::measure::{Measure, MeasureKind};
use super::range::{Period, RangeChoice, Span};
use super::split::{self, Avoided, Split, SplitValue, rows_by};
use super::{text, words};

/// Most rows an answer is expected to have: below what is read of one.
const ROWS_EXPECTED_MAX: i64 = 18_000;

/// One question of a person, as it is stored in a saved board.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Question {
    pub subject: Subject,
    /// At least one of the subject's.
    pub measures: Vec<Measure>,
    pub range: RangeChoice,
    /// Over time in buckets of this length; `None` in one sum.
    pub granularity: Option<BucketSize>,
    pub group_by: Vec<Dimension>,
    /// Rows that have one of the values; a dimension without words filters nothing.
    pub filters: Vec<(Dimension, Vec<String>)>,
    /// Whether the equal period before is asked for too.
    pub compare: bool,
}

impl Question {
    /// Everything of a subject in the last four weeks, per currency.
    pub fn new(subject: Subject) -> Self {
        Self {
            subject,
            measures: Measure::of(subject).to_vec(),
            range: RangeChoice::LastDays(28),
            granularity: None,
            group_by: vec![Dimension::Currency],
            filters: Vec::new(),
            compare: true,
        }
    }

    /// The values a dimension is filtered by; none where it is not.
    pub fn filter(&self, dimension: Dimension) -> &[String] {
        let filter = self.filters.iter().find(|(name, _)| *name == dimension);
        filter.map_or(&[], |(_, values)| values.as_slice())
    }

    /// Asks about other objects; what belongs to those of before alone is not asked any more.
    pub(super) fn set_subject(&mut self, subject: Subject) {
        if self.subject != subject {
            let (range, compare, granularity) = (self.range, self.compare, self.granularity);
            let group_by: Vec<_> = self.group_by.iter().filter_map(|group| counterpart(*group, subject)).collect();
            let is_lost = group_by.is_empty() && !self.group_by.is_empty();
            *self = Self { range, compare, granularity, ..Self::new(subject) };
            if !is_lost {
                self.group_by = group_by;
            }
        }
    }

    /// Sets the values of a dimension; none lift the filter.
    pub fn set_filter(&mut self, dimension: Dimension, values: Vec<String>) {
        self.filters.retain(|(name, _)| *name != dimension);
        if !values.is_empty() {
            self.filters.push((dimension, values));
        }
    }

    /// What belongs to the subject alone, each once: a file may have been edited by hand.
    pub fn sound(mut self) -> Self {
        let known = |dimension: &Dimension| self.subject.dimensions().contains(dimension);
        self.group_by.retain(known);
        self.filters.retain(|(dimension, values)| known(dimension) && !values.is_empty());
        let all = Measure::of(self.subject);
        self.measures = all.iter().copied().filter(|measure| self.measures.contains(measure)).collect();
        if self.measures.is_empty() {
            self.measures = all.to_vec();
        }
        let mut seen = Vec::new();
        self.group_by.retain(|dimension| {
            !seen.contains(dimension) && {
                seen.push(*dimension);
                true
            }
        });
        let mut seen = Vec::new();
        self.filters.retain(|(dimension, _)| {
            !seen.contains(dimension) && {
                seen.push(*dimension);
                true
            }
        });
        self
    }

    /// The measures that the groups and filters leave a meaning, and why the others have none.
    pub(super) fn meaningful(&self) -> (Vec<Measure>, Vec<(Measure, String)>) {
        let why = |measure: Measure| {
            let status = measure.needs().filter(|_| measure.kind() == MeasureKind::Rate)?;
            let values = self.filter(status);
            let has = |word: &str| values.is_empty() || values.iter().any(|value| value == word);
            match measure.parts() {
                _ if self.group_by.contains(&status) => {
                    Some(text::has_no_meaning_where_rows(words::dimension(status).to_lowercase()))
                }
                Some((good, bad)) if !has(good) || !has(bad) => {
                    Some(text::needs_both_and_and_filter(words::word(status, good), words::word(status, bad)))
                }
                None if !values.is_empty() => {
                    Some("needs disputes of every status, but the filter excludes some".to_owned())
                }
                Some(_) | None => None,
            }
        };
        let stored = self.measures.iter().copied().filter(|measure| why(*measure).is_none()).collect();
        (stored, self.measures.iter().filter_map(|measure| Some((*measure, why(*measure)?))).collect())
    }
}

/// What groups of another subject are called for this one: both have a status.
fn counterpart(dimension: Dimension, subject: Subject) -> Option<Dimension> {
    match (dimension, subject) {
        (Dimension::Status, Subject::Disputes) => Some(Dimension::DisputeStatus),
        (Dimension::DisputeStatus, Subject::Payments) => Some(Dimension::Status),
        (dimension, subject) => subject.dimensions().contains(&dimension).then_some(dimension),
    }
}

/// A question at a time and in a zone: everything its picture is built from, beside the answers.
#[derive(Debug, Clone, PartialEq)]
pub struct QueryPlan {
    pub question: Question,
    /// What can be shown of it.
    pub measures: Vec<Measure>,
    /// Why other measures are not shown.
    pub left_out: Vec<(Measure, String)>,
    pub zone: Zone,
    pub period: Period,
    /// When it was made: buckets after that have not begun.
    pub at: DateTime<Utc>,
    pub grid: Option<Grid>,
    pub grid_before: Option<Grid>,
    pub query: QueryInput,
    /// What it is asked without, as the service refuses it.
    pub avoided: Vec<QueryPart>,
    /// What it is asked for one value of at a time.
    pub splits: Vec<Split>,
    /// What the service cannot be asked for.
    unreported: Unreported,
}

/// What of a question the service does not report, as it refuses the groups that it would be told by.
#[derive(Debug, Clone, PartialEq, Default)]
struct Unreported {
    /// Why nothing is left to ask.
    everything: Option<String>,
    /// What rows are filtered by, where that is why.
    filter: Option<Dimension>,
    /// What is said of the groups that are left out.
    groups: Vec<String>,
}

/// A question without the groups that the service cannot tell apart. Where nothing else was asked for, or rows are
/// filtered by one of them, nothing is left.
fn unreported(mut question: Question, avoided: &Avoided) -> (Question, Unreported) {
    let subject = question.subject;
    let filtered = question.filters.iter().find(|(dimension, _)| avoided.cannot_tell(*dimension));
    let filter = filtered.map(|(dimension, _)| *dimension);
    let unnamed = status_without_word(&question, avoided);
    let said = |dimension: Dimension| text::this_service_does_not_report(rows_by(dimension, subject));
    // Counts by status are told by the names of what is counted, also where rows are not grouped.
    let is_gone = |dimension: &mut Dimension| *dimension != Dimension::DisputeStatus && avoided.cannot_tell(*dimension);
    let gone: Vec<Dimension> = question.group_by.extract_if(.., is_gone).collect();
    let groups: Vec<String> = gone.iter().copied().map(said).collect();
    let nothing_left = groups.first().filter(|_| question.group_by.is_empty()).cloned();
    let filter = filter.or(unnamed.as_ref().map(|_| Dimension::Status));
    let everything = unnamed.or(filter.map(said)).or(nothing_left);
    (question, Unreported { everything, filter, groups })
}

/// Why a status cannot be filtered by: the service counts attempts and has no word for it.
fn status_without_word(question: &Question, avoided: &Avoided) -> Option<String> {
    avoided.form.filter(|form| form.statuses == StatusWords::Attempts)?;
    let word = question.filter(Dimension::Status).iter().find(|word| attempt_word(word).is_none())?;
    Some(text::this_service_counts_attempts(words::word(Dimension::Status, word)))
}

/// Takes out the sums of money that would be told by status, which the service does not group by.
fn not_by_status(measures: &mut Vec<Measure>, question: &Question, avoided: &Avoided) -> Vec<(Measure, String)> {
    let by_status = question.group_by.contains(&Dimension::DisputeStatus);
    if !by_status || !avoided.cannot_tell(Dimension::DisputeStatus) {
        return Vec::new();
    }
    let is_sum = |measure: &mut Measure| measure.kind() == MeasureKind::Amount;
    let sums = measures.extract_if(.., is_sum);
    sums.map(|measure| (measure, "is not reported by status".to_owned())).collect()
}

impl QueryPlan {
    pub fn new(question: Question, now: DateTime<Utc>, zone: Zone) -> Self {
        Self::without(question, &Avoided::default(), now, zone)
    }

    /// The question without what the service refuses.
    pub fn without(question: Question, avoided: &Avoided, now: DateTime<Utc>, zone: Zone) -> Self {
        let period = question.range.period(now, zone);
        let (question, unreported) = unreported(question, avoided);
        let (mut measures, mut left_out) = question.meaningful();
        left_out.extend(not_by_status(&mut measures, &question, avoided));
        let mut query = QueryInput {
            metrics: metrics(question.subject, &measures),
            group_by: grouped_by(&question, &measures, avoided),
            filters: question.filters.clone(),
            form: avoided.form.unwrap_or(QueryForm::documented(question.subject)),
            ..QueryInput::all(question.subject, period.span(zone).start, period.span(zone).end)
        };
        let splits: Vec<Split> = query
            .group_by
            .extract_if(.., |dimension| avoided.groups(*dimension))
            .filter(|dimension| !avoided.cannot_tell(*dimension))
            .map(|dimension| Split::new(dimension, question.subject, question.filter(dimension), avoided))
            .collect();
        let takes_rate = takes_service_rate(&measures, &query, &splits);
        let hours = if avoided.hours() || takes_rate { NO_HOURS } else { hours_allowed(&query) };
        let coarsest = |size| if avoided.hours() { without_hours(size) } else { size };
        let scope = GridScope { period, before: question.range.before(period), zone, now };
        let grid = |make: fn(BucketSize, GridScope, i64) -> Grid| {
            question.granularity.map(|size| make(coarsest(size), scope, hours))
        };
        let (grid, grid_before) = (grid(Grid::new), grid(Grid::before));
        query.granularity = grid.as_ref().map(|grid| grid.asked);
        let avoided = avoided.parts.clone();
        Self {
            measures,
            left_out,
            zone,
            period,
            at: now,
            grid,
            grid_before,
            query,
            avoided,
            splits,
            unreported,
            question,
        }
    }

    /// How long buckets are that hold enough of what was reported, where nobody chose it. Rates of the service's own
    /// cannot be folded: they come without what they were made of.
    pub(super) fn readable_size(&self, report: &Report) -> Option<BucketSize> {
        let is_open = self.question.granularity == Some(BucketSize::Auto) && !self.takes_service_rate();
        is_open.then(|| readable_size(records(report), self.period))
    }

    /// The question in buckets of this size, which fold into those that are shown.
    pub(super) fn with_buckets(&self, size: BucketSize) -> Self {
        let scope = GridScope { period: self.period, before: self.period_before(), zone: self.zone, now: self.at };
        let question = Question { granularity: Some(size), ..self.question.clone() };
        Self {
            grid: self.grid.as_ref().map(|grid| grid.folded(size, scope)),
            grid_before: self.grid_before.as_ref().map(|grid| grid.folded_before(size, scope)),
            question,
            ..self.clone()
        }
    }

    /// Whether rates are the service's own: it refuses the groups that they would be counted from.
    pub fn takes_service_rate(&self) -> bool {
        takes_service_rate(&self.measures, &self.query, &self.splits)
    }

    /// Why nothing can be asked.
    pub(super) fn blocker(&self) -> Option<String> {
        split::blocker(&self.splits)
    }

    /// What rows are filtered by, where that is why.
    pub(super) fn unreported_filter(&self) -> Option<Dimension> {
        self.unreported.filter
    }

    /// Why an answer tells nothing of what was asked for.
    pub(super) fn unreported(&self) -> Option<&str> {
        self.unreported.everything.as_deref()
    }

    /// What is said of the parts that are avoided.
    pub(super) fn avoided_text(&self) -> Vec<String> {
        let hours = self.avoided.iter().any(|part| matches!(part, QueryPart::Granularity(_))) && self.grid.is_some();
        let hours = hours.then(|| "The service does not report by hour: shown by day".to_owned());
        let rate = self.takes_service_rate().then(|| {
            "The success rate is the service's own: it does not group payments by status, so Paydesk cannot check \
                the rate"
                .to_owned()
        });
        let counted = self.counts_named_statuses().then(|| {
            "This service does not group disputes by status: counted by the statuses in its rows; all other \
                statuses are counted together"
                .to_owned()
        });
        let groups = self.unreported.groups.iter().cloned();
        hours.into_iter().chain(self.splits.iter().map(Split::note)).chain(rate).chain(counted).chain(groups).collect()
    }

    /// Whether disputes are counted by status although the service refuses to group by it.
    fn counts_named_statuses(&self) -> bool {
        let status = Dimension::DisputeStatus;
        let is_needed = self.measures.iter().any(|measure| measure.needs() == Some(status));
        self.avoided.contains(&QueryPart::GroupBy(status)) && (is_needed || self.question.group_by.contains(&status))
    }

    pub fn span(&self) -> Span {
        Span { start: self.query.start, end: self.query.end }
    }

    /// The period that this one is compared with.
    pub fn period_before(&self) -> Period {
        self.question.range.before(self.period)
    }

    /// How long the period has been so far, and the one before, in minutes.
    pub(super) fn minutes(&self) -> (i64, i64) {
        (
            self.period.span(self.zone).minutes_until(self.at),
            self.period_before().span(self.zone).minutes_until(self.at),
        )
    }

    /// The question about the period before; `delta` of the service is not defined, and not used.
    pub fn query_before(&self) -> QueryInput {
        let span = self.period_before().span(self.zone);
        let granularity = self.grid_before.as_ref().map(|grid| grid.asked);
        QueryInput { start: span.start, end: span.end, granularity, ..self.query.clone() }
    }

    /// What is sent for a query: one read for each value that it is split by, with these values.
    pub fn reads(&self, query: &QueryInput) -> Result<Vec<(Vec<SplitValue>, Read)>, Vec<InputError>> {
        let queries = split::queries(query, &self.splits).into_iter();
        queries.map(|(values, query)| Ok((values, self.read(query)?))).collect()
    }

    /// What is sent for one query.
    pub fn read(&self, query: QueryInput) -> Result<Read, Vec<InputError>> {
        match self.question.subject {
            Subject::Disputes => DisputeMetrics::new(query).map(Read::DisputeMetrics),
            Subject::Payments => PaymentMetrics::new(query).map(Read::PaymentMetrics),
        }
    }

    /// Why other measures are not shown, a sentence each.
    pub(super) fn left_out_text(&self) -> Vec<String> {
        self.left_out.iter().map(|(measure, why)| format!("{} {why}", measure.name())).collect()
    }

    /// The query as it is sent: where to, and its JSON.
    pub fn sent(&self) -> Option<(String, String)> {
        let (_, query) = split::queries(&self.query, &self.splits).into_iter().next()?;
        let request: Request = match self.question.subject {
            Subject::Disputes => DisputeMetrics::new(query).ok()?.request(),
            Subject::Payments => PaymentMetrics::new(query).ok()?.request(),
        };
        let json = request.body.map(|body| format!("{body:#}")).unwrap_or_default();
        Some((text::post(&request.path), json))
    }
}

fn metrics(subject: Subject, measures: &[Measure]) -> Vec<Metric> {
    let asked = |metric: &Metric| measures.iter().any(|measure| measure.metrics().contains(metric));
    subject.metrics().iter().copied().filter(asked).collect()
}

/// What is shown, and what the measures need. A bare count by status needs none: the service's map reports it.
fn grouped_by(question: &Question, measures: &[Measure], avoided: &Avoided) -> Vec<Dimension> {
    let is_in_status_map = measures == [Measure::Disputes] && question.group_by == [Dimension::DisputeStatus];
    if is_in_status_map && question.granularity.is_none() && question.filters.is_empty() {
        return Vec::new();
    }
    let mut dimensions = question.group_by.clone();
    for needed in measures.iter().filter_map(|measure| measure.needs()) {
        // Where payments cannot be grouped by status, the service's own rate is taken.
        let needless = needed == Dimension::Status && avoided.groups(needed);
        if !dimensions.contains(&needed) && !needless {
            dimensions.push(needed);
        }
    }
    // A service that does not know a dimension refuses the group and may ignore the filter, which would not be seen.
    let filtered = question.filters.iter().filter(|_| question.subject == Subject::Disputes);
    for (dimension, _) in filtered {
        if !dimensions.contains(dimension) {
            dimensions.push(*dimension);
        }
    }
    dimensions
}

/// No span is so short.
const NO_HOURS: i64 = -1;

/// Whether rates of payments are not counted, as no row reports its status.
fn takes_service_rate(measures: &[Measure], query: &QueryInput, splits: &[Split]) -> bool {
    let is_split = splits.iter().any(|split| split.dimension == Dimension::Status);
    measures.contains(&Measure::SuccessRate) && !is_split && !query.group_by.contains(&Dimension::Status)
}

fn without_hours(size: BucketSize) -> BucketSize {
    if size == BucketSize::Hour { BucketSize::Day } else { size }
}

/// How many records a report is of: as it counts them, or, of sums alone, at least one a row.
fn records(report: &Report) -> i64 {
    let counted = |row: &MetricRow| -> Option<i64> {
        let counts = row.values.iter().filter_map(|(_, value)| match value {
            MetricValue::Count(count) => Some(*count),
            MetricValue::ByStatus(counts) => Some(counts.iter().map(|(_, count)| *count).sum()),
            MetricValue::Amount { .. } | MetricValue::Rate(_) | MetricValue::Nothing => None,
        });
        counts.reduce(i64::saturating_add)
    };
    report.rows.iter().map(|row| counted(row).unwrap_or(1)).fold(0, i64::saturating_add)
}

/// How many hours may be asked for, so that rows of a busy shop still fit into one answer.
fn hours_allowed(query: &QueryInput) -> i64 {
    let rows_an_hour: i64 =
        query.group_by.iter().map(|dimension| values_expected(*dimension, &query.filters)).product();
    ROWS_EXPECTED_MAX / rows_an_hour.max(1)
}

fn values_expected(dimension: Dimension, filters: &[(Dimension, Vec<String>)]) -> i64 {
    let filtered = filters.iter().find(|(name, _)| *name == dimension).map(|(_, values)| values.len());
    let usual = match dimension {
        Dimension::DisputeStatus => 4,
        Dimension::DisputeStage => 3,
        Dimension::Currency => 5,
        Dimension::ProfileId => 2,
        Dimension::Status => 5,
    };
    filtered.and_then(|values| i64::try_from(values).ok()).map_or(usual, |values| values.max(1))
}
