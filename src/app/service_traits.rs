//! What the service of a profile does where its documentation is silent: every guess of Paydesk, its default, and what
//! took the place of the default.
//!
//! A trait is learned from an answer; until then its default holds. All of them are listed in the
//! settings, where a person can undo each. What is learned of one profile never counts for another. Nothing here decides
//! what is done with a trait: that is the business of the feature that asks.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Deserializer, Serialize};

use crate::domain::analytics::{Dimension, Granularity, Subject};
use crate::domain::profile::ProfileId;
use crate::domain::scrub::scrubbed_within;

/// Most that is stored of an answer that something was learned from, in bytes.
const FROM_MAX_BYTES: usize = 300;

/// What is known of one service. What is absent has its default.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ServiceTraits {
    /// Parts of analytics queries that the service refused.
    #[serde(skip_serializing_if = "Vec::is_empty", deserialize_with = "readable")]
    refused_parts: Vec<RefusedPart>,
}

/// What something was learned from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraitSource {
    /// The answer, as text.
    pub from: String,
    pub at: DateTime<Utc>,
}

impl TraitSource {
    /// Learned `at` a time `from` an answer, as text; what is secret in them is masked.
    pub fn learned(from: &str, at: DateTime<Utc>) -> Self {
        Self { from: scrubbed_within(from, FROM_MAX_BYTES), at }
    }
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

/// Entries that a later version wrote and this one cannot read are left out: the rest of the file holds.
fn readable<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<RefusedPart>, D::Error> {
    let all = Vec::<serde_json::Value>::deserialize(deserializer)?;
    Ok(all.into_iter().filter_map(|value| serde_json::from_value(value).ok()).collect())
}

/// Names one trait.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum TraitId {
    Query(Subject, QueryPart),
}

/// What becomes of a trait.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TraitChange {
    /// The service refused a part of a query, and answered the same query without it.
    PartRefused { subject: Subject, part: QueryPart, from: String },
    /// The default holds again; what was learned may be learned again.
    Reset(TraitId),
}

/// One trait as it is listed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TraitRow<'a> {
    pub id: TraitId,
    pub name: String,
    /// What holds until something else is known.
    pub usual: &'static str,
    /// What is known instead, and how.
    pub known: Option<(String, &'a TraitSource)>,
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

impl ServiceTraits {
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

    /// All traits, each with its default and what is known instead.
    pub fn rows(&self) -> Vec<TraitRow<'_>> {
        let part = |(subject, part): (Subject, QueryPart)| TraitRow {
            id: TraitId::Query(subject, part),
            name: part.name(subject),
            usual: "Asked for, though it is not documented",
            known: self.refused(subject, part).map(|refused| (part.instead().to_owned(), &refused.source)),
        };
        QUERY_PARTS.into_iter().map(part).collect()
    }

    pub(in crate::app) fn change(&mut self, change: TraitChange, now: DateTime<Utc>) {
        match change {
            TraitChange::PartRefused { subject, part, from } => {
                if !self.refuses(subject, part) {
                    let source = TraitSource::learned(&from, now);
                    self.refused_parts.push(RefusedPart { subject, part, source });
                }
            }
            TraitChange::Reset(TraitId::Query(subject, part)) => {
                self.refused_parts.retain(|refused| (refused.subject, refused.part) != (subject, part));
            }
        }
    }
}

/// The traits of every profile's service, as they are stored beside the profiles.
pub type TraitsByProfile = BTreeMap<ProfileId, ServiceTraits>;

#[cfg(test)]
mod tests {
    use super::*;

    const HOURS: QueryPart = QueryPart::Granularity(Granularity::Hour);

    fn now() -> DateTime<Utc> {
        "2026-11-22T12:00:00Z".parse().unwrap()
    }

    #[test]
    fn what_was_learned_is_stored_and_a_later_versions_entries_are_left_out() {
        let mut traits = ServiceTraits::default();
        let from = "400 IR_04 of prd_12345".to_owned();
        traits.change(TraitChange::PartRefused { subject: Subject::Payments, part: HOURS, from }, now());
        let mut json = serde_json::to_value(&traits).unwrap();
        let later = serde_json::json!({"subject": "refunds", "part": {"percentile": 99}, "source": {}});
        json["refused_parts"].as_array_mut().unwrap().push(later);
        let read: ServiceTraits = serde_json::from_value(json.clone()).unwrap();
        assert_eq!(read, traits);
        assert!(read.refuses(Subject::Payments, HOURS) && !read.refuses(Subject::Disputes, HOURS));
        assert!(!json.to_string().contains("12345"), "{json}");
    }

    #[test]
    fn every_trait_has_a_row_and_can_be_reset() {
        let mut traits = ServiceTraits::default();
        assert!(traits.rows().iter().all(|row| row.known.is_none() && !row.usual.is_empty()));
        for (subject, part) in QUERY_PARTS {
            assert!(part.is_undocumented(subject));
            traits.change(TraitChange::PartRefused { subject, part, from: "400".to_owned() }, now());
        }
        assert!(traits.rows().iter().all(|row| row.known.is_some()));
        let ids: Vec<TraitId> = traits.rows().iter().map(|row| row.id).collect();
        ids.into_iter().for_each(|id| traits.change(TraitChange::Reset(id), now()));
        assert_eq!(traits, ServiceTraits::default());
    }
}
