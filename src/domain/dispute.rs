//! A dispute: a cardholder's bank wants the money of a payment back (API reference).

use std::borrow::Cow;

use chrono::{DateTime, Utc};

use super::document::{DecodeError, Raw};
use super::ids::{DisputeId, PaymentId};
use super::money::Money;
use super::open_enum::open_enum;
use super::payment::Pair;
use super::text::visible;

open_enum! {
    /// Status of a dispute. The list of the specification is not complete: every other word is stored verbatim.
    pub enum DisputeStatus {
        DisputeOpened = "dispute_opened",
        Challenged = "challenged" | "dispute_challenged",
        Won = "won" | "dispute_won",
        Lost = "lost" | "dispute_lost",
    }
    also {
        /// The merchant gave in.
        Accepted = "dispute_accepted" | "accepted",
        /// The bank took it back.
        Cancelled = "dispute_cancelled" | "cancelled",
        /// The deadline passed without an answer.
        Expired = "dispute_expired" | "expired",
    }
}

impl DisputeStatus {
    /// The word it is shown with; one that is not known stays as it came.
    pub fn label(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::DisputeOpened => "Needs evidence",
            Self::Challenged => "Under review",
            Self::Won => "Won",
            Self::Lost => "Lost",
            Self::Accepted => "Accepted",
            Self::Cancelled => "Cancelled",
            Self::Expired => "Expired",
            Self::Unknown(word) => return Cow::Owned(visible(word, 30)),
        })
    }

    /// Whether evidence may be sent: the one place that says so. Of a status that is not known nothing speaks against it;
    /// the service has the last word.
    pub fn takes_evidence(&self) -> bool {
        match self {
            Self::DisputeOpened | Self::Challenged | Self::Unknown(_) => true,
            Self::Won | Self::Lost | Self::Accepted | Self::Cancelled | Self::Expired => false,
        }
    }

    /// Whether evidence may be sent and nothing says that it was: what the sidebar counts, and what a deadline is running
    /// for.
    pub fn may_need_evidence(&self) -> bool {
        self.takes_evidence() && *self != Self::Challenged
    }

    /// Whether it claims the money of the payment or took it: it is open, or was not won. A status that is not known may
    /// be either.
    pub fn claims_money(&self) -> bool {
        match self {
            Self::DisputeOpened | Self::Challenged => true,
            Self::Lost | Self::Accepted | Self::Expired => true,
            Self::Unknown(_) => true,
            Self::Won | Self::Cancelled => false,
        }
    }

    /// Whether its meaning is known: what the documentation names, and what other services of its kind say.
    pub fn is_known(&self) -> bool {
        !matches!(self, Self::Unknown(_))
    }
}

open_enum! {
    /// How far a dispute has come between the banks.
    pub enum DisputeStage {
        PreDispute = "pre_dispute",
        Dispute = "dispute",
        PreArbitration = "pre_arbitration",
    }
    also {
        /// The card network decides.
        Arbitration = "arbitration",
        /// The money came back to the merchant.
        DisputeReversal = "dispute_reversal",
    }
}

impl DisputeStage {
    /// The word it is shown with; one that is not known stays as it came.
    pub fn label(&self) -> Cow<'static, str> {
        Cow::Borrowed(match self {
            Self::PreDispute => "Pre-dispute",
            Self::Dispute => "Dispute",
            Self::PreArbitration => "Pre-arbitration",
            Self::Arbitration => "Arbitration",
            Self::DisputeReversal => "Dispute reversal",
            Self::Unknown(word) => return Cow::Owned(visible(word, 30)),
        })
    }
}

/// A dispute as the list shows it. Seven fields are documented; the others are read where a service has them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Dispute {
    pub dispute_id: DisputeId,
    pub payment_id: PaymentId,
    /// What is disputed, which may be less than the payment.
    pub amount: Money,
    pub status: DisputeStatus,
    /// Free text of the service; see [`super::evidence::evidence_needs`].
    pub reason: Option<String>,
    pub created: Option<DateTime<Utc>>,
    pub stage: Option<DisputeStage>,
    /// Until when evidence counts.
    pub evidence_deadline: Option<DateTime<Utc>>,
    pub evidence_submitted_at: Option<DateTime<Utc>>,
    /// What was submitted, as far as the service shows it.
    pub evidence: Vec<Pair>,
    pub modified_at: Option<DateTime<Utc>>,
    /// What could not be read of the fields that are only shown: they are left out above.
    pub unreadable: Vec<DecodeError>,
    pub raw: Raw,
}

/// A dispute with how a team handles it, which the service does not know.
#[derive(Debug, Clone, PartialEq)]
pub struct HandledDispute {
    pub dispute: Dispute,
    /// Until when evidence counts, as the service reports it, a person set it or our policy estimates it; `None` once no
    /// more evidence is taken.
    pub deadline: Option<DateTime<Utc>>,
    pub is_deadline_estimated: bool,
    /// As the service reports it, else when it was last submitted from here.
    pub evidence_submitted_at: Option<DateTime<Utc>>,
    /// Empty where they are not known.
    pub customer_name: String,
    pub customer_email: String,
    /// Empty where nobody works on it.
    pub assignee: String,
    /// The newest one.
    pub note: String,
    pub tags: String,
    pub snoozed_until: Option<DateTime<Utc>>,
    pub wont_contest: bool,
}

/// The answer to evidence: `status` is `submitted`, and no status of the dispute.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvidenceReceipt {
    pub dispute_id: DisputeId,
    pub status: String,
    pub evidence_submitted_at: Option<DateTime<Utc>>,
    /// What could not be read of the fields that are only shown: they are left out above.
    pub unreadable: Vec<DecodeError>,
    pub raw: Raw,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_status_and_stage_keeps_the_word_of_the_api_and_others_stay_verbatim() {
        for status in DisputeStatus::NAMED {
            assert_eq!(DisputeStatus::from_word(status.as_str()), status);
        }
        for stage in DisputeStage::NAMED {
            assert_eq!(DisputeStage::from_word(stage.as_str()), stage);
        }
        assert_eq!(DisputeStatus::from_word("needs_response").as_str(), "needs_response");
        assert_eq!(DisputeStatus::from_word("dispute_won"), DisputeStatus::Won);
        for stage in DisputeStage::ALSO {
            assert_eq!(DisputeStage::from_word(stage.as_str()), *stage);
        }
        assert_eq!(DisputeStage::from_word("mediation").to_string(), "mediation");
    }

    #[test]
    fn evidence_may_be_sent_until_a_dispute_is_closed_and_is_needed_until_it_was() {
        for (word, takes, may_need) in [
            ("dispute_opened", true, true),
            ("challenged", true, false),
            ("needs_response", true, true),
            ("won", false, false),
            ("lost", false, false),
            ("dispute_accepted", false, false),
            ("dispute_cancelled", false, false),
            ("dispute_expired", false, false),
        ] {
            let status = DisputeStatus::from_word(word);
            let says = (status.takes_evidence(), status.may_need_evidence());
            assert_eq!(says, (takes, may_need), "{word}");
        }
    }
}
