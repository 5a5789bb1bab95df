//! What every group of traits is made of: a value with the answer that it was learned from, the row that shows it, and
//! a reading of stored entries that a later version may have written.

use chrono::{DateTime, Utc};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Deserializer, Serialize};

use paydesk_domain::scrub::scrubbed_within;

/// Most that is stored of an answer that something was learned from, in bytes.
const FROM_MAX_BYTES: usize = 300;

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

/// One trait as it is listed, with the id that its group gives it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AnyTraitRow<'a, I> {
    pub id: I,
    pub name: String,
    /// What holds until something else is known.
    pub usual: &'static str,
    /// What is known instead, and how.
    pub known: Option<(String, &'a TraitSource)>,
}

impl<'a, I> AnyTraitRow<'a, I> {
    /// The row among those of all groups.
    pub(super) fn named<J>(self, id: impl FnOnce(I) -> J) -> AnyTraitRow<'a, J> {
        AnyTraitRow { id: id(self.id), name: self.name, usual: self.usual, known: self.known }
    }
}

/// A list without the entries that a later version wrote and this one cannot read: the rest of the file holds.
pub(super) fn readable<'de, T: DeserializeOwned, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<T>, D::Error> {
    let all = Vec::<serde_json::Value>::deserialize(deserializer)?;
    Ok(all.into_iter().filter_map(|value| serde_json::from_value(value).ok()).collect())
}
