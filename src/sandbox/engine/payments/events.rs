//! Which events a change of a payment makes (the specification does not show it; this table is ours).
//!
//! | the payment | events |
//! |---|---|
//! | came to `succeeded` | `payment_succeeded` |
//! | had held money captured, wholly or partly, by a capture or an approval | `payment_captured`, before the above |
//! | came to `requires_capture` | `payment_authorized` |
//! | came to `requires_action` or to manual review | `action_required` |
//! | came to `processing`, `failed`, `cancelled` (also by expiry) | `payment_processing`, `payment_failed`, `payment_cancelled` |
//! | was created, changed or given a method without any of these | none |
//! | had its remainder cancelled or expire | none: it stays `succeeded` |

use crate::engine::events::EventType;
use crate::storage::payments::{PaymentEventState, PaymentRecord};
use paydesk_domain::payment::PaymentStatus;

/// The events of a payment that stood at `before` (nowhere, if it was just created), in this order.
pub fn events_of_change(
    before: Option<&PaymentEventState>,
    payment: &PaymentRecord,
) -> impl Iterator<Item = EventType> + use<> {
    let received = before.map_or(0, |before| before.amount_received);
    let captured = payment.amount_received > received && payment.detail.captured_at.is_some();
    let arrived = before.is_none_or(|before| before.status != payment.status);
    let arrival = if arrived { event_of_arrival(&payment.status) } else { None };
    captured.then_some(EventType::PaymentCaptured).into_iter().chain(arrival)
}

fn event_of_arrival(status: &PaymentStatus) -> Option<EventType> {
    match status {
        // A status that is not documented is manual review under another name.
        PaymentStatus::RequiresAction
        | PaymentStatus::RequiresMerchantAction
        | PaymentStatus::PartiallyCaptured
        | PaymentStatus::PartiallyCapturedAndCapturable
        | PaymentStatus::PartiallyAuthorized
        | PaymentStatus::PartiallyCapturedAndProcessing
        | PaymentStatus::CancelledPostCapture
        | PaymentStatus::Conflicted
        | PaymentStatus::Expired
        | PaymentStatus::Unknown(_) => Some(EventType::ActionRequired),
        PaymentStatus::Processing => Some(EventType::PaymentProcessing),
        PaymentStatus::RequiresCapture => Some(EventType::PaymentAuthorized),
        PaymentStatus::Succeeded => Some(EventType::PaymentSucceeded),
        PaymentStatus::Failed => Some(EventType::PaymentFailed),
        PaymentStatus::Cancelled => Some(EventType::PaymentCancelled),
        PaymentStatus::RequiresPaymentMethod | PaymentStatus::RequiresConfirmation => None,
    }
}
