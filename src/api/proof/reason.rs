//! Why an object settles nothing, or what happened instead.

use crate::operation::Target;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::Money;
use paydesk_domain::payment::PaymentStatus;

/// What is there instead of what was asked for, or why what is there proves nothing. The sentence for people is made by
/// `reason_text`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JudgementReason {
    NoTarget(Target),
    /// What was read is of another kind than what was seen.
    OtherKind,
    /// The object is over another amount or currency than what was asked for or seen.
    OtherAmount {
        now: Money,
        before: Money,
    },
    CaptureWithoutAmount,
    /// Nothing in a payment in this status shows the operation.
    PaymentIs(PaymentStatus),
    PaymentIsNow(PaymentStatus),
    CancelledUncaptured,
    NothingCaptured(PaymentStatus),
    OtherCapture {
        taken: Money,
        wanted: Money,
    },
    CaptureNotReported,
    /// All was captured, and something is left to capture; or more is left than what was not captured.
    RestLeft {
        captured: Money,
        left: Money,
    },
    /// More was received than the payment is over.
    ReceivedMore {
        received: Money,
        amount: Money,
    },
    /// Money was received in a status that excludes it.
    ReceivedAlthough {
        received: Money,
        status: PaymentStatus,
    },
    /// Other refunds of the payment, as many as leave no room for this one.
    RefundedOtherwise {
        refunded: Money,
    },
    CapturedMeanwhile,
    CapturedInPart(Money),
    NotApproved(PaymentStatus),
    /// The status that was seen may not be manual review, so leaving it does not show an approval.
    MayNotBeReview {
        now: PaymentStatus,
        before: PaymentStatus,
    },
    CancelledMeanwhile,
    /// A payment has the id, and names no operation.
    OperationNotNamed,
    OtherPayment {
        amount: Money,
        payment_id: PaymentId,
    },
    /// A field of this name is not what was sent.
    FieldDiffers(String),
    /// A field of this name has to be there, or is not what it should be.
    FieldUnreadable(String),
    NoFieldShown,
    NotPaidOut(String),
    PayoutIsNow(String),
    DisputeAsBefore(String),
    /// It takes no evidence any more; whether it had ours by then, nothing shows.
    DisputeDecided(String),
    DisputeIsNow(String),
    /// It has the status that the call was to end.
    StatusAsBefore(String),
    /// An event may report a state of before the operation was sent.
    EventTooEarly,
    OtherPlan,
}
