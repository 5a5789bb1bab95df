//! What is stored of every payment, and what the cache reports.

use crate::payment_reading::ReadPlace;
use crate::problem::Problem;
use paydesk_index::payment_columns::{ColumnOrder, KnownPayments};

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
