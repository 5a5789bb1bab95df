//! Which of two tellings of one thing is the newer: what is known never turns back because an answer or an event is late.
//!
//! How far a status is decides first, for the order of a thing's life is certain and clocks are not. Where two are
//! equally far, the times that the service gives them decide.

use chrono::{DateTime, Utc};
use serde_json::Value;

use crate::api::operation::Family;
use crate::domain::dispute::DisputeStatus;
use crate::domain::payment::PaymentStatus;
use crate::domain::payout::PayoutStatus;
use crate::domain::refund::RefundStatus;

/// Where the service says when an object was changed last.
const CHANGED: [&str; 3] = ["updated", "modified_at", "updated_at"];

/// A thing as it was told.
#[derive(Debug, Clone, Copy)]
pub struct Dated<'a> {
    pub object: &'a Value,
    /// When the event that told it happened, by the service's clock.
    pub event_at: Option<DateTime<Utc>>,
}

impl Dated<'_> {
    fn status(&self) -> Option<&str> {
        self.object.get("status")?.as_str()
    }

    /// Of when it tells: the object's own time before the event's.
    pub fn moment(&self) -> Option<DateTime<Utc>> {
        let own = CHANGED.iter().find_map(|name| self.object.get(name)?.as_str()?.parse().ok());
        own.or(self.event_at)
    }
}

/// Whether `told` is of an earlier time than `known`.
pub fn is_behind(family: Family, told: Dated<'_>, known: Dated<'_>) -> bool {
    let rank = |dated: Dated<'_>| dated.status().and_then(|status| rank(family, status));
    match (rank(told), rank(known)) {
        (Some(told), Some(known)) if told != known => told < known,
        (_, _) => told.moment().zip(known.moment()).is_some_and(|(told, known)| told < known),
    }
}

/// How far a status is in the life of a thing. `None` where that is not known, or life goes round in circles.
pub fn rank(family: Family, status: &str) -> Option<u8> {
    match family {
        Family::Payment => payment(&PaymentStatus::from_word(status)),
        Family::Refund => refund(&RefundStatus::from_word(status)),
        Family::Payout => payout(&PayoutStatus::from_word(status)),
        Family::Dispute => dispute(&DisputeStatus::from_word(status)),
        Family::Customer | Family::PaymentLink | Family::Subscription | Family::ApiKey => None,
    }
}

fn payment(status: &PaymentStatus) -> Option<u8> {
    match status {
        PaymentStatus::RequiresPaymentMethod => Some(0),
        PaymentStatus::RequiresConfirmation => Some(1),
        PaymentStatus::RequiresAction | PaymentStatus::Processing | PaymentStatus::RequiresMerchantAction => Some(2),
        PaymentStatus::RequiresCapture => Some(3),
        PaymentStatus::Succeeded | PaymentStatus::Failed | PaymentStatus::Cancelled => Some(4),
        PaymentStatus::Unknown(_) => None,
    }
}

/// One that succeeded may fail later, when the bank sends the money back; never the other way round.
fn refund(status: &RefundStatus) -> Option<u8> {
    match status {
        RefundStatus::Pending => Some(0),
        RefundStatus::Succeeded => Some(1),
        RefundStatus::Failed => Some(2),
        RefundStatus::Unknown(_) => None,
    }
}

fn payout(status: &PayoutStatus) -> Option<u8> {
    match status {
        PayoutStatus::RequiresCreation
        | PayoutStatus::RequiresConfirmation
        | PayoutStatus::RequiresPayoutMethodData
        | PayoutStatus::RequiresVendorAccountCreation => Some(0),
        PayoutStatus::RequiresFulfillment => Some(1),
        PayoutStatus::Initiated => Some(2),
        PayoutStatus::Pending => Some(3),
        PayoutStatus::Success
        | PayoutStatus::Failed
        | PayoutStatus::Cancelled
        | PayoutStatus::Expired
        | PayoutStatus::Ineligible => Some(4),
        PayoutStatus::Reversed => Some(5),
        PayoutStatus::Unknown(_) => None,
    }
}

/// One that was decided and is opened again at a later stage is read from the list, which says so.
fn dispute(status: &DisputeStatus) -> Option<u8> {
    match status {
        DisputeStatus::DisputeOpened => Some(0),
        DisputeStatus::Challenged => Some(1),
        DisputeStatus::Won | DisputeStatus::Lost => Some(2),
        DisputeStatus::Unknown(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn behind(family: Family, told: Value, known: Value) -> bool {
        is_behind(family, Dated { object: &told, event_at: None }, Dated { object: &known, event_at: None })
    }

    #[test]
    fn an_earlier_status_is_behind_whatever_its_time_and_a_later_one_never_is() {
        let (early, late) = ("2026-11-21T10:00:00Z", "2026-11-21T11:00:00Z");
        for (family, first, then) in [
            (Family::Refund, "pending", "succeeded"),
            (Family::Refund, "succeeded", "failed"),
            (Family::Payout, "initiated", "success"),
            (Family::Payout, "success", "reversed"),
            (Family::Dispute, "challenged", "lost"),
            (Family::Payment, "requires_capture", "cancelled"),
        ] {
            let told = |status: &str, at: &str| json!({"status": status, "modified_at": at});
            assert!(behind(family, told(first, late), told(then, early)), "{first} after {then}");
            assert!(!behind(family, told(then, early), told(first, late)), "{then} after {first}");
        }
    }

    #[test]
    fn of_equal_statuses_the_older_time_is_behind_and_without_times_nothing_is() {
        let told = |second: u8| json!({"status": "succeeded", "updated": format!("2026-11-21T10:00:0{second}Z")});
        assert!(behind(Family::Refund, told(1), told(2)));
        assert!(!behind(Family::Refund, told(2), told(2)) && !behind(Family::Refund, told(3), told(2)));
        assert!(!behind(Family::Refund, json!({"status": "succeeded"}), told(2)));
    }

    #[test]
    fn where_the_object_has_no_time_that_of_its_event_counts() {
        let at = |second: u32| DateTime::from_timestamp(i64::from(second), 0);
        let (active, paused) = (json!({"status": "active"}), json!({"status": "paused"}));
        let (first, then) = (Dated { object: &active, event_at: at(1) }, Dated { object: &paused, event_at: at(2) });
        assert!(is_behind(Family::Subscription, first, then) && !is_behind(Family::Subscription, then, first));
    }
}
