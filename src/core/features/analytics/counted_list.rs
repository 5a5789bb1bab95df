//! What the list of disputes was when it was counted: where it is the same, nothing is counted again.

use chrono::{DateTime, Utc};

use crate::features::disputes::Disputes;
use crate::features::payments::Pages;

/// What the dispute list was when it was counted.
#[derive(Debug, Clone, PartialEq)]
pub struct CountedList {
    pages: Pages,
    read_at: Option<DateTime<Utc>>,
    complete: bool,
    changes: u64,
}

impl CountedList {
    pub fn of(list: &Disputes) -> Self {
        Self {
            pages: list.inbox.reading.pages.clone(),
            read_at: list.inbox.reading.read_at,
            complete: list.inbox.reading.complete,
            changes: list.changes(),
        }
    }
}
