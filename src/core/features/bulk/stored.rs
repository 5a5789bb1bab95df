//! A bulk run as it is stored: what was confirmed, before the first operation of it begins.
//!
//! It is written once, and again where what was not done is tried again, the run is stopped or ends. How far the run came is in the
//! journal alone, under the operations that the run names: the two can never contradict each other.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::operations::journal::JournalStep;
use paydesk_domain::ids::{BulkRunId, OperationId};
use paydesk_domain::profile::ProfileId;

use super::item::{BulkItem, Excluded};
use super::kind::BulkKind;

/// All of a run that is stored.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredRun {
    pub profile_id: ProfileId,
    pub kind: BulkKind,
    pub confirmed_at: DateTime<Utc>,
    /// Of every cancellation or refund; empty where none was given.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub reason: String,
    pub items: Vec<BulkItem>,
    /// For the report.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<Excluded>,
    /// A person stopped it: what had not begun by then is not done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_stopped: bool,
    /// What was not begun and was left out when the run was gone on with.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left_out: Vec<OperationId>,
    /// What was not begun when the run ended, and why: the journal knows nothing of it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub not_begun: Vec<(OperationId, String)>,
    /// What a team knows it by; runs of earlier versions have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<BulkRunId>,
    /// A second person approved it: each item is begun with that approval.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_approved: bool,
}

/// A run that was found at the start.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundRun {
    pub run: StoredRun,
    /// The last entry of the journal for each of its operations that has one.
    pub steps: Vec<(OperationId, JournalStep)>,
}
