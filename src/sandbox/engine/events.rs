//! Events: what webhooks tell of (spec, *Events*). The place where a transition says what happened.

use serde::Serialize;

use super::refusal::Refusal;
use super::work::Work;

/// What happened. The word is the `event_type` of the payload; those beyond `payment_succeeded` are ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::AsRefStr, strum::EnumString, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum EventType {
    /// The payment came to `succeeded`.
    PaymentSucceeded,
    PaymentFailed,
    PaymentProcessing,
    PaymentCancelled,
    /// The amount is held; a capture is to follow.
    PaymentAuthorized,
    /// Held money was taken, all or a part of it.
    PaymentCaptured,
    /// The customer has to authenticate, or the merchant to review.
    ActionRequired,
    RefundSucceeded,
    RefundFailed,
    DisputeOpened,
    DisputeChallenged,
    DisputeWon,
    DisputeLost,
    PayoutInitiated,
    PayoutProcessing,
    PayoutSuccess,
    PayoutFailed,
    PayoutReversed,
    SubscriptionCreated,
    SubscriptionActive,
    SubscriptionPending,
    SubscriptionUnpaid,
    SubscriptionFailed,
    /// The plan was changed.
    SubscriptionUpdated,
    /// The object is the subscription the invoice belongs to.
    InvoicePaid,
}

impl Work<'_> {
    /// Tells of an event about `object`, the whole resource as its endpoint would answer it.
    pub fn emit(&self, event_type: EventType, object: impl Serialize) -> Result<(), Refusal> {
        let _ = (event_type, object);
        Ok(())
    }
}
