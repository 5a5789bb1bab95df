//! A dispute: a cardholder's bank wants the money of a payment back ([API reference](crate::api::resources::disputes::reference)).

use chrono::{DateTime, Utc};

use super::document::{DecodeError, Raw};
use super::ids::{DisputeId, PaymentId};
use super::money::Money;
use super::open_enum::open_enum;
use super::payment::Pair;

open_enum! {
    /// Status of a dispute. The list of the specification is not complete: every other word is kept verbatim.
    pub enum DisputeStatus {
        DisputeOpened = "dispute_opened",
        Challenged = "challenged",
        Won = "won",
        Lost = "lost",
    }
}

impl DisputeStatus {
    /// Whether evidence is known to count still; the service has the last word. Of a status that is not listed nothing
    /// is known: evidence may be sent, see [`Self::is_listed`].
    pub fn takes_evidence(&self) -> bool {
        match self {
            Self::DisputeOpened | Self::Challenged => true,
            Self::Won | Self::Lost | Self::Unknown(_) => false,
        }
    }

    /// Whether the documentation names it; its list is not complete.
    pub fn is_listed(&self) -> bool {
        match self {
            Self::DisputeOpened | Self::Challenged | Self::Won | Self::Lost => true,
            Self::Unknown(_) => false,
        }
    }

    /// Whether it waits for our evidence: only then a deadline is running.
    pub fn waits_for_us(&self) -> bool {
        match self {
            Self::DisputeOpened => true,
            Self::Challenged | Self::Won | Self::Lost | Self::Unknown(_) => false,
        }
    }

    /// Whether the bank has decided: nothing is added any more.
    pub fn is_decided(&self) -> bool {
        match self {
            Self::Won | Self::Lost => true,
            Self::DisputeOpened | Self::Challenged | Self::Unknown(_) => false,
        }
    }
}

open_enum! {
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
        assert_eq!(DisputeStatus::from_word("dispute_accepted").as_str(), "dispute_accepted");
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
    fn only_what_was_just_opened_waits_for_us_and_only_what_is_won_or_lost_is_decided() {
        for (word, waits, decided) in [
            ("dispute_opened", true, false),
            ("challenged", false, false),
            ("won", false, true),
            ("lost", false, true),
            ("dispute_accepted", false, false),
        ] {
            let status = DisputeStatus::from_word(word);
            assert_eq!((status.waits_for_us(), status.is_decided()), (waits, decided), "{word}");
        }
    }
}
