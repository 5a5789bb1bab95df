//! What came from the service: the document as it was, and what in it could not be read.
//!
//! Every record keeps its document, with secrets masked, to be shown and copied on demand. With
//! [`service_text`](super::service_text) the only file of the nouns that knows JSON.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::service_time::{service_time, since_1970};

/// An answer as it came, with secrets masked.
pub type Raw = Arc<serde_json::Value>;

/// A field that is not what it should be: where, and what stood there.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the response has {found} at {path}, where {expected} was expected")]
pub struct DecodeError {
    /// JSON path from the root of the body: `data[3].amount`.
    pub path: String,
    pub expected: &'static str,
    pub found: String,
}

/// The status that a record reports: `status`, or for a dispute `dispute_status`, as juspay/hyperswitch calls it.
pub fn reported_status(record: &serde_json::Value) -> Option<&str> {
    ["status", "dispute_status"].iter().find_map(|name| record.get(name)?.as_str())
}

/// The time that a value says, as a text or as a number, see [`service_time`].
pub fn time_of(value: &serde_json::Value) -> Option<DateTime<Utc>> {
    match value.as_str() {
        Some(text) => service_time(text),
        None => value.as_i64().and_then(since_1970),
    }
}

/// Whether a status says that what was wanted did not happen: `failed`, or as other services write it.
pub fn says_failed(status: &str) -> bool {
    ["failed", "failure"].iter().any(|word| status.eq_ignore_ascii_case(word))
}

/// Most rows kept as they came.
pub const RAW_ROWS_MAX: usize = 20;

/// Rows of a list that could not be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnreadableRows {
    pub count: usize,
    /// Why the first of them could not be read.
    pub first: DecodeError,
    /// A list of the first [`RAW_ROWS_MAX`] of them, secrets masked.
    pub raw: Raw,
}

impl UnreadableRows {
    /// Adds those of another page to the `known`; `raw` are their first rows, as they came.
    pub fn add(known: &mut Option<Self>, errors: &[DecodeError], raw: &[serde_json::Value]) {
        let Some(first) = errors.first() else { return };
        let rows = known.get_or_insert_with(|| Self {
            count: 0,
            first: first.clone(),
            raw: Arc::new(serde_json::Value::Array(Vec::new())),
        });
        rows.count += errors.len();
        if let Some(list) = Arc::make_mut(&mut rows.raw).as_array_mut() {
            let room = RAW_ROWS_MAX.saturating_sub(list.len());
            list.extend(raw.iter().take(room).cloned());
        }
    }
}
