//! What happens by itself when the sandbox's clock reaches a moment, declared once with the word it is kept under.

use super::disputes;
use super::payments::timers;
use super::payouts;
use super::refunds;
use super::refusal::Refusal;
use super::work::Work;

/// Kinds of timers; an object has at most one of each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timer {
    /// A payment in `processing` comes to its end.
    SettleProcessing,
    /// The authorization of a payment ends.
    ExpireAuthorization,
    /// Nobody came back from an authentication.
    AbandonAuthentication,
    /// A pending refund succeeds.
    SettleRefund,
    /// A refund that succeeded fails after all.
    FailRefund,
    /// The holder of the dispute card complains about a payment.
    RaiseDispute,
    /// The evidence deadline of a dispute.
    EndEvidence,
    /// The bank decides about evidence.
    DecideDispute,
    /// A payout in `pending` comes to its end.
    SettlePayout,
    /// A payout that arrived comes back.
    ReversePayout,
    /// The session of a payout that is not complete ends.
    ExpirePayout,
}

impl Timer {
    const ALL: [Self; 11] = [
        Self::SettleProcessing,
        Self::ExpireAuthorization,
        Self::AbandonAuthentication,
        Self::SettleRefund,
        Self::FailRefund,
        Self::RaiseDispute,
        Self::EndEvidence,
        Self::DecideDispute,
        Self::SettlePayout,
        Self::ReversePayout,
        Self::ExpirePayout,
    ];

    /// The word the timer is kept under.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::SettleProcessing => "settle_processing",
            Self::ExpireAuthorization => "expire_authorization",
            Self::AbandonAuthentication => "abandon_authentication",
            Self::SettleRefund => "settle_refund",
            Self::FailRefund => "fail_refund",
            Self::RaiseDispute => "raise_dispute",
            Self::EndEvidence => "end_evidence",
            Self::DecideDispute => "decide_dispute",
            Self::SettlePayout => "settle_payout",
            Self::ReversePayout => "reverse_payout",
            Self::ExpirePayout => "expire_payout",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|timer| timer.as_str() == word)
    }

    /// Does what is due, at the moment `work` is dated with.
    pub fn fire(self, work: &mut Work, object_id: &str) -> Result<(), Refusal> {
        match self {
            Self::SettleProcessing => timers::settle_processing(work, object_id),
            Self::ExpireAuthorization => timers::expire_authorization(work, object_id),
            Self::AbandonAuthentication => timers::abandon_authentication(work, object_id),
            Self::SettleRefund => refunds::settle(work, object_id),
            Self::FailRefund => refunds::fail(work, object_id),
            Self::RaiseDispute => disputes::complain(work, object_id),
            Self::EndEvidence => disputes::end_evidence(work, object_id),
            Self::DecideDispute => disputes::decide_challenged(work, object_id),
            Self::SettlePayout => payouts::timers::settle(work, object_id),
            Self::ReversePayout => payouts::timers::reverse(work, object_id),
            Self::ExpirePayout => payouts::timers::expire(work, object_id),
        }
    }
}
