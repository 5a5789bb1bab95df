//! What the service's analytics accept beyond their documentation.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::entry::{AnyTraitRow, TraitSource, readable};
use crate::domain::analytics::{Dimension, Granularity, Subject};

/// What is known of the analytics of one service.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct AnalyticsTraits {
    /// Parts of queries that the service refused.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "readable")]
    refused_parts: Vec<RefusedPart>,
}

/// A part of an analytics query that is not documented for its subject.
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

/// Names one trait of the group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AnalyticsTrait {
    Query(Subject, QueryPart),
}

/// What is learned of the group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum AnalyticsChange {
    /// The service refused a part of a query, and answered the same query without it.
    PartRefused { subject: Subject, part: QueryPart, from: String },
}

/// The undocumented parts of queries that are asked for.
const QUERY_PARTS: [(Subject, QueryPart); 4] = [
    (Subject::Disputes, QueryPart::Granularity(Granularity::Hour)),
    (Subject::Payments, QueryPart::Granularity(Granularity::Hour)),
    (Subject::Payments, QueryPart::GroupBy(Dimension::Currency)),
    (Subject::Payments, QueryPart::GroupBy(Dimension::Status)),
];

impl QueryPart {
    /// Whether the service may refuse it without breaking its own documentation: only days are documented as buckets,
    /// and groups only for disputes ([API reference](crate::api::resources::analytics::reference)).
    pub fn is_undocumented(self, subject: Subject) -> bool {
        match self {
            Self::Granularity(granularity) => granularity != Granularity::Day,
            Self::GroupBy(_) => subject == Subject::Payments,
        }
    }

    /// The word that the query carries for it.
    pub fn word(self) -> &'static str {
        match self {
            Self::Granularity(granularity) => granularity.word(),
            Self::GroupBy(dimension) => dimension.name(),
        }
    }

    /// Whether the text of a refusal names it: by its value, or by the field that it is in.
    pub fn is_named_in(self, text: &str) -> bool {
        let field = match self {
            Self::Granularity(_) => text.contains("granularity"),
            Self::GroupBy(_) => false,
        };
        field || text.contains(self.word())
    }

    fn name(self, subject: Subject) -> String {
        let subject = match subject {
            Subject::Disputes => "disputes",
            Subject::Payments => "payments",
        };
        match self {
            Self::Granularity(Granularity::Hour) => format!("Analytics: {subject} by hour"),
            Self::Granularity(Granularity::Day) => format!("Analytics: {subject} by day"),
            Self::Granularity(Granularity::Week) => format!("Analytics: {subject} by week"),
            Self::GroupBy(dimension) => format!("Analytics: {subject} grouped by {}", dimension.name()),
        }
    }

    /// What is done where it is refused.
    fn instead(self) -> &'static str {
        match self {
            Self::Granularity(_) => "Refused: asked by day instead",
            Self::GroupBy(_) => "Refused: one query for each value instead",
        }
    }
}

impl AnalyticsTraits {
    /// Every default.
    pub const USUAL: Self = Self { refused_parts: Vec::new() };

    /// Whether the service is known to refuse a part of a query.
    pub fn refuses(&self, subject: Subject, part: QueryPart) -> bool {
        self.refused(subject, part).is_some()
    }

    /// The parts of queries about a subject that the service is known to refuse.
    pub fn refused_parts(&self, subject: Subject) -> impl Iterator<Item = QueryPart> {
        self.refused_parts.iter().filter(move |refused| refused.subject == subject).map(|refused| refused.part)
    }

    fn refused(&self, subject: Subject, part: QueryPart) -> Option<&RefusedPart> {
        self.refused_parts.iter().find(|refused| refused.subject == subject && refused.part == part)
    }

    /// All traits of the group, each with its default and what is known instead.
    pub(super) fn rows(&self) -> Vec<AnyTraitRow<'_, AnalyticsTrait>> {
        let part = |(subject, part): (Subject, QueryPart)| AnyTraitRow {
            id: AnalyticsTrait::Query(subject, part),
            name: part.name(subject),
            usual: "Asked for, though it is not documented",
            known: self.refused(subject, part).map(|refused| (part.instead().to_owned(), &refused.source)),
        };
        QUERY_PARTS.into_iter().map(part).collect()
    }

    pub(super) fn change(&mut self, change: AnalyticsChange, now: DateTime<Utc>) {
        match change {
            AnalyticsChange::PartRefused { subject, part, from } => {
                if !self.refuses(subject, part) {
                    let source = TraitSource::learned(&from, now);
                    self.refused_parts.push(RefusedPart { subject, part, source });
                }
            }
        }
    }

    pub(super) fn reset(&mut self, id: AnalyticsTrait) {
        match id {
            AnalyticsTrait::Query(subject, part) => {
                self.refused_parts.retain(|refused| (refused.subject, refused.part) != (subject, part));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl AnalyticsChange {
        /// A change for every trait of the group.
        pub(in super::super) fn samples() -> Vec<Self> {
            let refused = |(subject, part)| Self::PartRefused { subject, part, from: "400".to_owned() };
            QUERY_PARTS.into_iter().map(refused).collect()
        }
    }

    #[test]
    fn only_what_is_not_documented_is_listed() {
        assert!(QUERY_PARTS.iter().all(|(subject, part)| part.is_undocumented(*subject)));
    }
}
