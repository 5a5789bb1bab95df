//! The texts of the review queue.

pub use crate::text::not_sent;

use super::item::DecisionKind;

pub fn left_review(status: &str) -> String {
    format!("It is no longer in review: {status}")
}

pub fn not_possible(kind: DecisionKind, status: &str) -> String {
    format!("A payment with the status {status} cannot be {}", participle(kind))
}

/// What was done to a payment.
pub fn participle(kind: DecisionKind) -> &'static str {
    match kind {
        DecisionKind::Approve => "approved",
        DecisionKind::Cancel => "cancelled",
    }
}
