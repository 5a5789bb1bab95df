//! A dispute: a cardholder's bank wants the money of a payment back (spec, *Dispute*).

use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, Utc};

use super::document::{DecodeError, Raw};
use super::ids::{DisputeId, PaymentId};
use super::money::Money;
use super::payment::Pair;

/// Status of a dispute. The list of the specification is not complete: every other word is kept verbatim.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DisputeStatus {
    DisputeOpened,
    Challenged,
    Won,
    Lost,
    Unknown(Arc<str>),
}

impl DisputeStatus {
    /// All statuses with a name.
    pub const NAMED: [Self; 4] = [Self::DisputeOpened, Self::Challenged, Self::Won, Self::Lost];

    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::DisputeOpened => "dispute_opened",
            Self::Challenged => "challenged",
            Self::Won => "won",
            Self::Lost => "lost",
            Self::Unknown(word) => word,
        }
    }

    /// Reads the word of the API; never fails.
    pub fn from_word(word: &str) -> Self {
        Self::NAMED.into_iter().find(|status| status.as_str() == word).unwrap_or_else(|| Self::Unknown(word.into()))
    }

    /// Whether evidence may still count; the service has the last word.
    pub fn takes_evidence(&self) -> bool {
        match self {
            Self::DisputeOpened | Self::Challenged => true,
            Self::Won | Self::Lost | Self::Unknown(_) => false,
        }
    }
}

impl fmt::Display for DisputeStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// How far a dispute has come between the banks.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DisputeStage {
    PreDispute,
    Dispute,
    PreArbitration,
    Unknown(Arc<str>),
}

impl DisputeStage {
    /// All stages with a name.
    pub const NAMED: [Self; 3] = [Self::PreDispute, Self::Dispute, Self::PreArbitration];

    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::PreDispute => "pre_dispute",
            Self::Dispute => "dispute",
            Self::PreArbitration => "pre_arbitration",
            Self::Unknown(word) => word,
        }
    }

    /// Reads the word of the API; never fails.
    pub fn from_word(word: &str) -> Self {
        Self::NAMED.into_iter().find(|stage| stage.as_str() == word).unwrap_or_else(|| Self::Unknown(word.into()))
    }
}

impl fmt::Display for DisputeStage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
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
    fn a_dispute_that_is_decided_or_of_an_unknown_status_takes_no_evidence() {
        let open = ["dispute_opened", "challenged"];
        assert!(open.iter().all(|word| DisputeStatus::from_word(word).takes_evidence()));
        let closed = ["won", "lost", "dispute_accepted"];
        assert!(!closed.iter().any(|word| DisputeStatus::from_word(word).takes_evidence()));
    }
}
