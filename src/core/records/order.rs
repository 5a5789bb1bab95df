//! Which of two tellings of one thing is the newer: what is known never turns back because an answer or an event is
//! late.
//!
//! How far a status is decides first, for the order of a record's life is certain and clocks are not. Where two are
//! equally far, the times that the service gives them decide.

use chrono::{DateTime, Utc};
use serde_json::Value;

use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::document::{reported_status, time_of};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::webhook::CHANGE_TIMES;

use super::kinds::spec;

/// A record as it was reported.
#[derive(Debug, Clone, Copy)]
pub struct Timestamped<'a> {
    pub object: &'a Value,
    /// When the event that reported it happened, by the service's clock.
    pub event_at: Option<DateTime<Utc>>,
}

impl Timestamped<'_> {
    fn status(&self) -> Option<&str> {
        reported_status(self.object)
    }

    /// Of when its content is: the object's own time before the event's.
    pub fn moment(&self) -> Option<DateTime<Utc>> {
        let own = CHANGE_TIMES.iter().find_map(|name| time_of(self.object.get(name)?));
        own.or(self.event_at)
    }
}

/// Whether `reported` is of an earlier time than `known`.
pub fn is_behind(kind: ResourceKind, reported: Timestamped<'_>, known: Timestamped<'_>) -> bool {
    let rank = |dated: Timestamped<'_>| dated.status().and_then(|status| rank(kind, status));
    match (rank(reported), rank(known)) {
        (Some(reported), Some(known)) if reported != known => reported < known,
        (_, _) => reported.moment().zip(known.moment()).is_some_and(|(reported, known)| reported < known),
    }
}

/// How far a status is in the life of a record. `None` where that is not known, or life goes round in circles.
pub fn rank(kind: ResourceKind, status: &str) -> Option<u8> {
    match spec(kind) {
        Some(spec) => (spec.rank)(status),
        // The service lists them; there are no records of them.
        None if kind == ResourceKind::Dispute => dispute(&DisputeStatus::from_word(status)),
        None => payment(&PaymentStatus::from_word(status)),
    }
}

fn payment(status: &PaymentStatus) -> Option<u8> {
    match status {
        PaymentStatus::RequiresPaymentMethod => Some(0),
        PaymentStatus::RequiresConfirmation => Some(1),
        PaymentStatus::RequiresAction | PaymentStatus::Processing | PaymentStatus::RequiresMerchantAction => Some(2),
        PaymentStatus::RequiresCapture => Some(3),
        PaymentStatus::Succeeded | PaymentStatus::Failed | PaymentStatus::Cancelled => Some(4),
        PaymentStatus::PartiallyAuthorized | PaymentStatus::PartiallyCapturedAndCapturable => Some(3),
        PaymentStatus::PartiallyCapturedAndProcessing => Some(3),
        PaymentStatus::PartiallyCaptured | PaymentStatus::Expired => Some(4),
        PaymentStatus::CancelledPostCapture => Some(5),
        PaymentStatus::Conflicted | PaymentStatus::Unknown(_) => None,
    }
}

/// One that was decided and is opened again at a later stage is read from the list, which says so.
fn dispute(status: &DisputeStatus) -> Option<u8> {
    match status {
        DisputeStatus::DisputeOpened => Some(0),
        DisputeStatus::Challenged => Some(1),
        DisputeStatus::Won | DisputeStatus::Lost => Some(2),
        DisputeStatus::Accepted | DisputeStatus::Cancelled | DisputeStatus::Expired => Some(2),
        DisputeStatus::Unknown(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn behind(kind: ResourceKind, reported: Value, known: Value) -> bool {
        is_behind(
            kind,
            Timestamped { object: &reported, event_at: None },
            Timestamped { object: &known, event_at: None },
        )
    }

    #[test]
    fn an_earlier_status_is_behind_whatever_its_time_and_a_later_one_never_is() {
        let (early, late) = ("2026-11-21T10:00:00Z", "2026-11-21T11:00:00Z");
        for (kind, first, then) in [
            (ResourceKind::Refund, "pending", "succeeded"),
            (ResourceKind::Payout, "initiated", "success"),
            (ResourceKind::Payout, "success", "reversed"),
            (ResourceKind::Dispute, "challenged", "lost"),
            (ResourceKind::Payment, "requires_capture", "cancelled"),
        ] {
            let reported = |status: &str, at: &str| json!({"status": status, "modified_at": at});
            assert!(behind(kind, reported(first, late), reported(then, early)), "{first} after {then}");
            assert!(!behind(kind, reported(then, early), reported(first, late)), "{then} after {first}");
        }
    }

    #[test]
    fn a_refund_that_succeeded_and_failed_is_what_it_was_last() {
        let reported =
            |status: &str, hour: u8| json!({"status": status, "updated": format!("2026-11-21T{hour}:00:00Z")});
        for (first, then) in [("succeeded", "failed"), ("failed", "succeeded")] {
            assert!(behind(ResourceKind::Refund, reported(first, 10), reported(then, 11)), "{first} after {then}");
            assert!(!behind(ResourceKind::Refund, reported(then, 11), reported(first, 10)), "{then} after {first}");
        }
    }

    #[test]
    fn of_equal_statuses_the_older_time_is_behind_and_without_times_nothing_is() {
        let reported = |second: u8| json!({"status": "succeeded", "updated": format!("2026-11-21T10:00:0{second}Z")});
        assert!(behind(ResourceKind::Refund, reported(1), reported(2)));
        assert!(
            !behind(ResourceKind::Refund, reported(2), reported(2))
                && !behind(ResourceKind::Refund, reported(3), reported(2))
        );
        assert!(!behind(ResourceKind::Refund, json!({"status": "succeeded"}), reported(2)));
    }

    #[test]
    fn where_the_object_has_no_time_that_of_its_event_counts() {
        let at = |second: u32| DateTime::from_timestamp(i64::from(second), 0);
        let (active, paused) = (json!({"status": "active"}), json!({"status": "paused"}));
        let (first, then) =
            (Timestamped { object: &active, event_at: at(1) }, Timestamped { object: &paused, event_at: at(2) });
        assert!(
            is_behind(ResourceKind::Subscription, first, then) && !is_behind(ResourceKind::Subscription, then, first)
        );
    }
}
