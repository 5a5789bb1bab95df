//! A dispute: a cardholder's bank wants the money of a payment back ([API reference](crate::api::resources::disputes::reference)).

use chrono::{DateTime, Utc};

use super::document::{DecodeError, Raw};
use super::ids::{DisputeId, PaymentId};
use super::money::Money;
use super::payment::Pair;
use super::words::words;

words! {
    /// Status of a dispute. The list of the specification is not complete: every other word is kept verbatim.
    pub enum DisputeStatus {
        DisputeOpened = "dispute_opened",
        Challenged = "challenged" | "dispute_challenged",
        Won = "won" | "dispute_won",
        Lost = "lost" | "dispute_lost",
        /// The business accepted it: not in the specification.
        Accepted = "dispute_accepted" | "accepted",
        /// The bank withdrew it: not in the specification.
        Cancelled = "dispute_cancelled" | "cancelled",
        /// The deadline passed without an answer: not in the specification.
        Expired = "dispute_expired" | "expired",
    }
}

impl DisputeStatus {
    /// Whether evidence is known to count still; the service has the last word. Of a status that is not listed nothing
    /// is known: evidence may be sent, see [`Self::is_listed`].
    pub fn takes_evidence(&self) -> bool {
        match self {
            Self::DisputeOpened | Self::Challenged => true,
            Self::Won | Self::Lost | Self::Accepted | Self::Cancelled | Self::Expired | Self::Unknown(_) => false,
        }
    }

    /// Whether its meaning is known; the list of the specification is not complete.
    pub fn is_listed(&self) -> bool {
        match self {
            Self::DisputeOpened | Self::Challenged | Self::Won | Self::Lost => true,
            Self::Accepted | Self::Cancelled | Self::Expired => true,
            Self::Unknown(_) => false,
        }
    }

    /// Whether it waits for our evidence: only then a deadline is running.
    pub fn waits_for_us(&self) -> bool {
        match self {
            Self::DisputeOpened => true,
            Self::Challenged | Self::Won | Self::Lost => false,
            Self::Accepted | Self::Cancelled | Self::Expired | Self::Unknown(_) => false,
        }
    }

    /// Whether it is over: nothing is added any more.
    pub fn is_decided(&self) -> bool {
        match self {
            Self::Won | Self::Lost | Self::Accepted | Self::Cancelled | Self::Expired => true,
            Self::DisputeOpened | Self::Challenged | Self::Unknown(_) => false,
        }
    }
}

words! {
    /// How far a dispute has come between the banks.
    pub enum DisputeStage {
        PreDispute = "pre_dispute",
        Dispute = "dispute",
        PreArbitration = "pre_arbitration",
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
        assert_eq!(DisputeStatus::from_word("on_hold").as_str(), "on_hold");
        for (word, status) in [
            ("dispute_won", DisputeStatus::Won),
            ("dispute_challenged", DisputeStatus::Challenged),
            ("accepted", DisputeStatus::Accepted),
            ("DISPUTE_EXPIRED", DisputeStatus::Expired),
        ] {
            assert_eq!(DisputeStatus::from_word(word), status);
        }
        assert_eq!(DisputeStage::from_word("arbitration").to_string(), "arbitration");
    }

    #[test]
    fn only_an_open_or_challenged_dispute_is_known_to_take_evidence() {
        let open = ["dispute_opened", "challenged"];
        assert!(open.iter().all(|word| DisputeStatus::from_word(word).takes_evidence()));
        let closed = ["won", "lost", "dispute_accepted"];
        assert!(!closed.iter().any(|word| DisputeStatus::from_word(word).takes_evidence()));
    }

    #[test]
    fn only_what_was_just_opened_waits_for_us_and_only_what_is_over_is_decided() {
        for (word, waits, decided) in [
            ("dispute_opened", true, false),
            ("challenged", false, false),
            ("won", false, true),
            ("lost", false, true),
            ("dispute_accepted", false, true),
            ("on_hold", false, false),
        ] {
            let status = DisputeStatus::from_word(word);
            assert_eq!((status.waits_for_us(), status.is_decided()), (waits, decided), "{word}");
        }
    }
}
