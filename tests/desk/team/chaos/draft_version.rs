//! Drafts of the chaos: each version says which one its writer had before its eyes, so that together they are a chain.

use std::collections::BTreeMap;

use paydesk_team::SharedRecord;
use paydesk_test_basics::rng::Rng;
use serde_json::{Value, json};

/// Of claims on drafts, and the kind of their records.
pub const FAMILY: &str = "draft";
/// Disputes whose evidence is written at one time.
const DISPUTES: u64 = 3;
/// A draft with so many versions is done, and the next one is begun.
const VERSIONS: i64 = 40;

/// See the module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DraftVersion {
    pub version: String,
    /// `None` in the first.
    pub previous: Option<String>,
    /// Counts from 1.
    pub number: i64,
}

impl DraftVersion {
    /// As it is in a record of a draft.
    pub fn of(record: &SharedRecord) -> Option<Self> {
        (record.key.kind == FAMILY).then(|| Self::from_json(&record.body))
    }

    pub fn from_json(body: &Value) -> Self {
        Self {
            version: body["version"].as_str().unwrap().to_owned(),
            previous: body["previous"].as_str().map(str::to_owned),
            number: body["number"].as_i64().unwrap(),
        }
    }

    pub fn to_json(&self) -> Value {
        json!({"version": self.version, "previous": self.previous, "number": self.number})
    }
}

/// How many drafts of each dispute are done.
#[derive(Debug, Default)]
pub struct FinishedDrafts(BTreeMap<String, u64>);

impl FinishedDrafts {
    pub fn see(&mut self, id: &str, version: &DraftVersion) {
        let (dispute, nth) = id.rsplit_once('-').unwrap();
        if version.number >= VERSIONS {
            let done = self.0.entry(dispute.to_owned()).or_default();
            *done = (*done).max(nth.parse::<u64>().unwrap() + 1);
        }
    }

    /// One that can be written at.
    pub fn next(&self, rng: &mut Rng) -> String {
        let dispute = format!("dsp_{}", rng.below(DISPUTES));
        let nth = self.0.get(&dispute).copied().unwrap_or(0);
        format!("{dispute}-{nth}")
    }
}
