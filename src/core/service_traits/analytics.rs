//! What the service's analytics accept beyond their documentation, and what of it they do not.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::entry::{AnyTraitRow, TraitSource, readable};
use paydesk_domain::analytics::{
    Dimension, Granularity, GranularitySpelling, QueryBody, QueryForm, StatusWords, Subject,
};

/// What is known of the analytics of one service.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AnalyticsTraits {
    /// Parts of queries that the service refused.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "readable")]
    refused_parts: Vec<RefusedPart>,
    /// Bodies that are other than documented.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "readable")]
    query_bodies: Vec<LearnedForm<QueryBody>>,
    /// Spellings that are other than documented.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "readable")]
    granularity_spellings: Vec<LearnedForm<GranularitySpelling>>,
    /// The answer whose rows name statuses of attempts.
    #[serde(skip_serializing_if = "Option::is_none")]
    attempt_statuses: Option<TraitSource>,
}

/// A part of an analytics query that a service may do without.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum QueryPart {
    Granularity(Granularity),
    GroupBy(Dimension),
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct RefusedPart {
    subject: Subject,
    part: QueryPart,
    source: TraitSource,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct LearnedForm<T> {
    subject: Subject,
    value: T,
    source: TraitSource,
}

/// Names one trait of the group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnalyticsTrait {
    Query(Subject, QueryPart),
    Body(Subject),
    Spelling(Subject),
    /// Whether payments are counted by the statuses of their attempts.
    StatusWords,
}

/// What is learned of the group, each by an answer: what takes another place, to a query that was refused before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnalyticsChange {
    /// The service refused a part of a query, and answered the same query without it.
    PartRefused { subject: Subject, part: QueryPart, from: String },
    /// It answered a query with this body.
    Body { subject: Subject, body: QueryBody, from: String },
    /// It answered a query whose granularity is spelled so.
    Spelling { subject: Subject, spelling: GranularitySpelling, from: String },
    /// A row of payments names the status of an attempt.
    AttemptStatuses { from: String },
}

const SUBJECTS: [Subject; 2] = [Subject::Payments, Subject::Disputes];

/// The parts of queries that a service may refuse: first those that are not documented.
const QUERY_PARTS: [(Subject, QueryPart); 8] = [
    (Subject::Disputes, QueryPart::Granularity(Granularity::Hour)),
    (Subject::Payments, QueryPart::Granularity(Granularity::Hour)),
    (Subject::Payments, QueryPart::GroupBy(Dimension::Currency)),
    (Subject::Payments, QueryPart::GroupBy(Dimension::Status)),
    (Subject::Disputes, QueryPart::GroupBy(Dimension::DisputeStatus)),
    (Subject::Disputes, QueryPart::GroupBy(Dimension::DisputeStage)),
    (Subject::Disputes, QueryPart::GroupBy(Dimension::Currency)),
    (Subject::Disputes, QueryPart::GroupBy(Dimension::ProfileId)),
];

fn noun(subject: Subject) -> &'static str {
    match subject {
        Subject::Disputes => "disputes",
        Subject::Payments => "payments",
    }
}

impl QueryPart {
    /// Whether the service may refuse it without breaking its own documentation: only days are documented as buckets,
    /// and groups only for disputes ([API reference](paydesk_api::resources::analytics::reference)).
    pub fn is_undocumented(self, subject: Subject) -> bool {
        match self {
            Self::Granularity(granularity) => granularity != Granularity::Day,
            Self::GroupBy(_) => subject == Subject::Payments,
        }
    }

    fn name(self, subject: Subject) -> String {
        let subject = noun(subject);
        match self {
            Self::Granularity(Granularity::Hour) => format!("Reports: {subject} by hour"),
            Self::Granularity(Granularity::Day) => format!("Reports: {subject} by day"),
            Self::Granularity(Granularity::Week) => format!("Reports: {subject} by week"),
            Self::GroupBy(dimension) => format!("Reports: {subject} grouped by {}", dimension.name()),
        }
    }

    /// What is done where it is refused.
    fn instead(self, subject: Subject) -> &'static str {
        match (self, subject) {
            (Self::Granularity(_), _) => "Not accepted: queried by day instead",
            (Self::GroupBy(Dimension::DisputeStatus), _) => "Not accepted: counted by the statuses in the rows",
            (Self::GroupBy(Dimension::DisputeStage | Dimension::ProfileId), _) => "Not accepted: not requested",
            (Self::GroupBy(Dimension::Currency | Dimension::Status), _) => "Not accepted: one query per value instead",
        }
    }

    fn usual(self, subject: Subject) -> &'static str {
        match self.is_undocumented(subject) {
            true => "Requested, although not documented",
            false => "Requested, as documented",
        }
    }
}

impl AnalyticsTraits {
    /// Every default.
    pub const USUAL: Self = Self {
        refused_parts: Vec::new(),
        query_bodies: Vec::new(),
        granularity_spellings: Vec::new(),
        attempt_statuses: None,
    };

    /// Whether the service is known to refuse a part of a query.
    pub fn refuses(&self, subject: Subject, part: QueryPart) -> bool {
        self.refused(subject, part).is_some()
    }

    /// The parts of queries about a subject that the service is known to refuse.
    pub fn refused_parts(&self, subject: Subject) -> impl Iterator<Item = QueryPart> {
        self.refused_parts.iter().filter(move |refused| refused.subject == subject).map(|refused| refused.part)
    }

    /// How queries about a subject are written.
    pub fn form(&self, subject: Subject) -> QueryForm {
        let usual = QueryForm::documented(subject);
        QueryForm {
            body: learned(&self.query_bodies, subject).map_or(usual.body, |learned| learned.value),
            spelling: learned(&self.granularity_spellings, subject).map_or(usual.spelling, |learned| learned.value),
            statuses: self.attempt_statuses.as_ref().map_or(usual.statuses, |_| StatusWords::Attempts),
        }
    }

    fn refused(&self, subject: Subject, part: QueryPart) -> Option<&RefusedPart> {
        self.refused_parts.iter().find(|refused| refused.subject == subject && refused.part == part)
    }

    /// All traits of the group, each with its default and what is known instead.
    pub(super) fn rows(&self) -> Vec<AnyTraitRow<'_, AnalyticsTrait>> {
        let part = |(subject, part): (Subject, QueryPart)| AnyTraitRow {
            id: AnalyticsTrait::Query(subject, part),
            name: part.name(subject),
            usual: part.usual(subject),
            known: self.refused(subject, part).map(|refused| (part.instead(subject).to_owned(), &refused.source)),
        };
        let bodies = SUBJECTS.map(|subject| self.body_row(subject));
        let spellings = SUBJECTS.map(|subject| self.spelling_row(subject));
        let words = std::iter::once(self.words_row());
        bodies.into_iter().chain(spellings).chain(words).chain(QUERY_PARTS.map(part)).collect()
    }

    fn body_row(&self, subject: Subject) -> AnyTraitRow<'_, AnalyticsTrait> {
        let text = |body| match body {
            QueryBody::Object => "The query alone",
            QueryBody::List => "A list with one query",
        };
        let known = learned(&self.query_bodies, subject);
        AnyTraitRow {
            id: AnalyticsTrait::Body(subject),
            name: format!("Reports: body of a query about {}", noun(subject)),
            usual: text(QueryBody::documented(subject)),
            known: known.map(|learned| (text(learned.value).to_owned(), &learned.source)),
        }
    }

    fn words_row(&self) -> AnyTraitRow<'_, AnalyticsTrait> {
        let known = self.attempt_statuses.as_ref();
        AnyTraitRow {
            id: AnalyticsTrait::StatusWords,
            name: "Reports: statuses of payments".to_owned(),
            usual: "Payment statuses, as documented",
            known: known.map(|source| ("Attempt statuses: “charged” for succeeded".to_owned(), source)),
        }
    }

    fn spelling_row(&self, subject: Subject) -> AnyTraitRow<'_, AnalyticsTrait> {
        let text = |spelling| match spelling {
            GranularitySpelling::Underscored => "As in G_ONE_DAY",
            GranularitySpelling::Joined => "As in G_ONEDAY",
        };
        let known = learned(&self.granularity_spellings, subject);
        AnyTraitRow {
            id: AnalyticsTrait::Spelling(subject),
            name: format!("Reports: names for the granularity of {}", noun(subject)),
            usual: text(GranularitySpelling::default()),
            known: known.map(|learned| (text(learned.value).to_owned(), &learned.source)),
        }
    }

    pub(super) fn change(&mut self, change: AnalyticsChange, now: DateTime<Utc>) {
        match change {
            AnalyticsChange::PartRefused { subject, part, from } => {
                if !self.refuses(subject, part) {
                    let source = TraitSource::learned(&from, now);
                    self.refused_parts.push(RefusedPart { subject, part, source });
                }
            }
            AnalyticsChange::Body { subject, body, from } => {
                let usual = QueryBody::documented(subject);
                learn(&mut self.query_bodies, subject, (body, usual), &from, now);
            }
            AnalyticsChange::Spelling { subject, spelling, from } => {
                let usual = GranularitySpelling::default();
                learn(&mut self.granularity_spellings, subject, (spelling, usual), &from, now);
            }
            AnalyticsChange::AttemptStatuses { from } => {
                self.attempt_statuses.get_or_insert_with(|| TraitSource::learned(&from, now));
            }
        }
    }

    pub(super) fn reset(&mut self, id: AnalyticsTrait) {
        match id {
            AnalyticsTrait::Query(subject, part) => {
                self.refused_parts.retain(|refused| (refused.subject, refused.part) != (subject, part));
            }
            AnalyticsTrait::Body(subject) => self.query_bodies.retain(|learned| learned.subject != subject),
            AnalyticsTrait::Spelling(subject) => {
                self.granularity_spellings.retain(|learned| learned.subject != subject);
            }
            AnalyticsTrait::StatusWords => self.attempt_statuses = None,
        }
    }
}

fn learned<T>(all: &[LearnedForm<T>], subject: Subject) -> Option<&LearnedForm<T>> {
    all.iter().find(|learned| learned.subject == subject)
}

/// Keeps a value that was answered; the documented one needs no entry.
fn learn<T: Copy + PartialEq>(
    all: &mut Vec<LearnedForm<T>>,
    subject: Subject,
    (value, usual): (T, T),
    from: &str,
    now: DateTime<Utc>,
) {
    if learned(all, subject).is_some_and(|learned| learned.value == value) {
        return;
    }
    all.retain(|learned| learned.subject != subject);
    if value != usual {
        all.push(LearnedForm { subject, value, source: TraitSource::learned(from, now) });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl AnalyticsChange {
        /// A change for every trait of the group.
        pub(in super::super) fn samples() -> Vec<Self> {
            let from = || "400".to_owned();
            let refused = |(subject, part)| Self::PartRefused { subject, part, from: from() };
            let body = |subject| Self::Body { subject, body: QueryBody::documented(subject).other(), from: from() };
            let joined = GranularitySpelling::Joined;
            let spelling = |subject| Self::Spelling { subject, spelling: joined, from: from() };
            let forms = SUBJECTS.map(body).into_iter().chain(SUBJECTS.map(spelling));
            let words = Self::AttemptStatuses { from: from() };
            QUERY_PARTS.map(refused).into_iter().chain(forms).chain([words]).collect()
        }
    }

    #[test]
    fn what_is_not_documented_says_so() {
        for (subject, part) in QUERY_PARTS {
            assert_eq!(part.usual(subject).contains("not documented"), part.is_undocumented(subject), "{part:?}");
        }
    }

    #[test]
    fn a_form_that_is_answered_takes_the_place_of_the_one_before_for_its_subject_alone() {
        let mut traits = AnalyticsTraits::default();
        let body = |body| AnalyticsChange::Body { subject: Subject::Payments, body, from: "400".to_owned() };
        traits.change(body(QueryBody::List), DateTime::UNIX_EPOCH);
        assert_eq!(traits.form(Subject::Payments).body, QueryBody::List);
        assert_eq!(traits.form(Subject::Disputes), QueryForm::documented(Subject::Disputes));
        traits.change(body(QueryBody::Object), DateTime::UNIX_EPOCH);
        assert_eq!(traits, AnalyticsTraits::default());
    }
}
