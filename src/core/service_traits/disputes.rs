//! What the service's list of disputes can filter by, how it is asked for, and whether the service takes files
//! of evidence.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::entry::{AnyTraitRow, TraitSource};

/// What is known of the lists of disputes of one service.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct DisputesTraits {
    /// The answer that refused the filter by status.
    #[serde(skip_serializing_if = "Option::is_none")]
    status_filter_refused: Option<TraitSource>,
    /// The answer that shows that the service takes files.
    #[serde(skip_serializing_if = "Option::is_none")]
    files_taken: Option<TraitSource>,
    /// The answer to GET that made Paydesk ask with POST, which was answered.
    #[serde(skip_serializing_if = "Option::is_none")]
    listed_by_body: Option<TraitSource>,
}

/// Names one trait of the group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DisputesTrait {
    StatusFilter,
    Files,
    ListMethod,
}

/// What is learned of the group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DisputesChange {
    /// The service refused the filter by status, and answered the same request without it.
    StatusFilterRefused { from: String },
    /// The service takes files of evidence with `POST /files`.
    FilesTaken { from: String },
    /// The service refused the list with GET, and answered it with POST.
    ListedByBody { from: String },
}

impl DisputesTraits {
    /// Every default.
    pub const USUAL: Self = Self { status_filter_refused: None, files_taken: None, listed_by_body: None };

    /// Whether the service is known to refuse the filter by status.
    pub fn refuses_status_filter(&self) -> bool {
        self.status_filter_refused.is_some()
    }

    /// Whether the service is known to take files of evidence.
    pub fn takes_files(&self) -> bool {
        self.files_taken.is_some()
    }

    /// Whether the service is known to list disputes with POST alone.
    pub fn lists_by_body(&self) -> bool {
        self.listed_by_body.is_some()
    }

    /// All traits of the group, each with its default and what is known instead.
    pub(super) fn rows(&self) -> Vec<AnyTraitRow<'_, DisputesTrait>> {
        let instead = || "Refused: all disputes are read and filtered in Paydesk".to_owned();
        let filter = AnyTraitRow {
            id: DisputesTrait::StatusFilter,
            name: "Disputes: filter by status".to_owned(),
            usual: "Filtered by the service",
            known: self.status_filter_refused.as_ref().map(|source| (instead(), source)),
        };
        let files = AnyTraitRow {
            id: DisputesTrait::Files,
            name: "Disputes: evidence files".to_owned(),
            usual: "Uploaded elsewhere: only their IDs are sent",
            known: self.files_taken.as_ref().map(|source| ("Uploaded with POST /files".to_owned(), source)),
        };
        let list = AnyTraitRow {
            id: DisputesTrait::ListMethod,
            name: "Disputes: list".to_owned(),
            usual: "Read with GET",
            known: self.listed_by_body.as_ref().map(|source| ("Read with POST".to_owned(), source)),
        };
        vec![filter, files, list]
    }

    pub(super) fn change(&mut self, change: DisputesChange, now: DateTime<Utc>) {
        match change {
            DisputesChange::StatusFilterRefused { from } => {
                self.status_filter_refused.get_or_insert_with(|| TraitSource::learned(&from, now));
            }
            DisputesChange::FilesTaken { from } => {
                self.files_taken.get_or_insert_with(|| TraitSource::learned(&from, now));
            }
            DisputesChange::ListedByBody { from } => {
                self.listed_by_body.get_or_insert_with(|| TraitSource::learned(&from, now));
            }
        }
    }

    pub(super) fn reset(&mut self, id: DisputesTrait) {
        match id {
            DisputesTrait::StatusFilter => self.status_filter_refused = None,
            DisputesTrait::Files => self.files_taken = None,
            DisputesTrait::ListMethod => self.listed_by_body = None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    impl DisputesChange {
        /// A change for every trait of the group.
        pub(in super::super) fn samples() -> Vec<Self> {
            vec![
                Self::StatusFilterRefused { from: "400".to_owned() },
                Self::FilesTaken { from: "via".to_owned() },
                Self::ListedByBody { from: "405".to_owned() },
            ]
        }
    }
}
