//! Where the payments in review, and what is known of them, are found.

use crate::features::history::History;
use crate::features::operation_log::LoggedOperations;
use crate::features::payments::Payments;

/// Where the review queue takes its payments from.
#[derive(Debug, Clone, Copy)]
pub struct ReviewSources<'a> {
    pub payments: &'a Payments,
    pub history: &'a History,
    pub operation_log: &'a LoggedOperations,
}
