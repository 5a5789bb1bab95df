//! What is behind a number: the filter of a list, or why there is none. How it is found is asked of
//! [`drill_down`](super::drill_down).

use crate::features::disputes::DisputeLocalFilter;
use crate::features::payments::PaymentsFilter;
use paydesk_domain::analytics::Dimension;
use paydesk_domain::ids::DisputeId;

use super::text;

/// The rows behind a number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DrillDown {
    Payments(Box<PaymentsFilter>),
    Disputes(Box<DisputeLocalFilter>),
    /// One dispute.
    Dispute(DisputeId),
    /// A search of the payments that are known here, as a person would type it.
    Search(String),
}

/// What has no list behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoRows {
    /// The list does not contain what the rows are grouped or filtered by.
    NotInList(Dimension),
    /// The list cannot be filtered for rows without a value.
    NoValue,
    /// No search finds payments by it.
    NotSearched,
    /// The list cannot be filtered for these groups at once.
    SeveralGroups,
}

impl NoRows {
    /// Why, for hover.
    pub fn why(self) -> String {
        match self {
            Self::NotInList(dimension) => text::list_does_not_contain(dimension.name()),
            Self::NoValue => "The list cannot be filtered for rows without a value".to_owned(),
            Self::NotSearched => "Payments cannot be searched by card brand or country".to_owned(),
            Self::SeveralGroups => {
                "The list cannot be filtered by several groups at once: choose one in the table".to_owned()
            }
        }
    }
}
