//! What is stored of every payment, and how far the list of the service was read.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::app::problem::Problem;
use crate::domain::ids::PaymentId;
use crate::domain::payment_columns::{ColumnOrder, KnownPayments};

use super::team_reports::TeamPlace;

/// How far the pages of the list were read, so that reading goes on there after a restart.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct ReadPlace {
    /// Rows of the service that were passed over: where the next page begins.
    pub offset: u32,
    /// The last row of the last page.
    pub after: Option<PaymentId>,
    /// The last page was read once.
    pub is_whole: bool,
    /// How many payments the service has, where it says so.
    pub total: Option<u64>,
    /// Up to when everything that was created is known: the newest payments are read as far back as this.
    pub current_to: Option<DateTime<Utc>>,
    /// When that was last so.
    pub as_of: Option<DateTime<Utc>>,
    /// When the payments of the last 30 days were last read again.
    pub swept_at: Option<DateTime<Utc>>,
    /// How far the payments of a team are here.
    pub team: Option<TeamPlace>,
}

/// What was found when the cache was opened.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenedHistory {
    pub columns: KnownPayments,
    pub place: ReadPlace,
    /// The file beside the cache is there and current.
    pub is_written: bool,
}

/// The newest payments, found by the index of the database before everything is read.
#[derive(Debug, Clone, PartialEq)]
pub struct FirstPayments {
    pub columns: KnownPayments,
}

/// What the cache reports.
#[derive(Debug, Clone, PartialEq)]
pub enum HistoryReport {
    /// The newest of what is stored, while the rest is still read.
    First(Box<FirstPayments>),
    /// What is stored.
    Opened(Result<Box<OpenedHistory>, Problem>),
    /// Payments of one job are stored, or why not.
    Kept(Option<Problem>),
    /// What was asked for is sorted; `None` where it could not be.
    Sorted { nth: u64, order: Option<ColumnOrder> },
    /// How many payments each query that was asked for finds; `None` where they could not be counted.
    Counted { nth: u64, counts: Option<Vec<Option<u64>>> },
    /// What was to be written beside it, or deleted, was not.
    NotStored(Problem),
}
