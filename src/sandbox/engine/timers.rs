//! Kinds of timers: what happens by itself when the sandbox's clock reaches a moment, declared once with the word it is
//! stored under. Names them only; `dispatch` hands what is due to the feature that owns it.

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
    /// The time of a payment link is over.
    ExpirePaymentLink,
}

impl Timer {
    const ALL: [Self; 12] = [
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
        Self::ExpirePaymentLink,
    ];

    /// The word the timer is stored under.
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
            Self::ExpirePaymentLink => "expire_payment_link",
        }
    }

    pub fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|timer| timer.as_str() == word)
    }
}
