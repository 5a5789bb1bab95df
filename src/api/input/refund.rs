//! What a refund is made of.

use paydesk_domain::ids::{PaymentId, RefundId};
use paydesk_domain::money::Money;
use paydesk_domain::payment::Pair;

/// What is refunded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CreateRefundInput {
    pub payment_id: PaymentId,
    /// Of our choice: 1 to 64 letters, digits, `_`, `-`.
    pub refund_id: RefundId,
    /// In the payment's currency, which is not sent.
    pub amount: Money,
    pub reason: String,
    /// [`INSTANT`], or another value of the service; empty where it is left to the service.
    pub refund_type: String,
    /// Without our operation, which counts among the 50.
    pub metadata: Vec<Pair>,
}

/// The one value of `refund_type` that the specification names.
pub const INSTANT: &str = "Instant";
