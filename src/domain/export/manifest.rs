//! What is written beside a table.

use chrono::{DateTime, Utc};

use crate::money::grouped_count;

/// What was asked for, as of when, and whether it is all there is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExportManifest {
    /// `payments`
    pub what: String,
    pub profile: String,
    /// As it was typed, or the filter in words; empty for everything.
    pub query: String,
    /// The time zone of the days in it, and in the query of the view.
    pub query_time_zone: String,
    /// The saved view whose rows they are, and its query.
    pub view: Option<(String, String)>,
    /// When all that is in it was known to be so.
    pub as_of: Option<DateTime<Utc>>,
    /// Why it need not be all there is; `None` where it is.
    pub incomplete: Option<String>,
    /// Why the rows are not in the order of the view; `None` where they are.
    pub unordered: Option<String>,
    pub made_at: DateTime<Utc>,
}

/// Why a table is not complete whose rows lack their dates: so many of them, at least one.
pub fn dates_unreadable(count: u64) -> String {
    match count {
        1 => "the creation date of 1 row could not be read".to_owned(),
        count => format!("the creation dates of {} rows could not be read", grouped_count(count)),
    }
}

/// Why an export of payments lacks amounts: the service's list leaves out what so many of them received.
pub fn received_missing(count: usize) -> String {
    match count {
        1 => "the service's list does not give the amount received for 1 payment".to_owned(),
        count => format!(
            "the service's list does not give the amounts received for {} payments",
            grouped_count(count as u64)
        ),
    }
}

/// Why an export of payments need not be complete: so many of them have been listed and not read one by one.
pub fn details_missing(count: usize) -> String {
    match count {
        1 => "the details of 1 payment are not loaded yet".to_owned(),
        count => format!("the details of {} payments are not loaded yet", grouped_count(count as u64)),
    }
}
