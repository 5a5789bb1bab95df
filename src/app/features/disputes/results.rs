//! What the evidence had in it when disputes were won and lost here, by reason. A count of what happened, no advice:
//! only disputes with evidence submitted from here are in it.

use strum::IntoEnumIterator as _;

use crate::domain::dispute::DisputeStatus;
use crate::domain::evidence::EvidenceField;

use super::drafts::EvidenceDrafts;
use super::library::EvidenceLibrary;
use super::{Disputes, EvidenceDraft};

/// Decided disputes of one reason.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DecidedResults {
    pub won: usize,
    pub lost: usize,
    /// Fields that were there at least once, in the order of the specification.
    pub fields: Vec<FieldPresence>,
}

/// In how many disputes a field was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldPresence {
    pub field: EvidenceField,
    pub won: usize,
    pub lost: usize,
}

impl Disputes {
    /// The results of a reason, as far as its disputes are loaded.
    pub fn results(&self, reason: &str, drafts: &EvidenceDrafts, library: &EvidenceLibrary) -> DecidedResults {
        let known = library.known_reason(reason);
        let submitted = drafts.all().filter(|draft| !draft.versions.is_empty());
        let decided: Vec<_> = submitted.filter_map(|draft| Some((draft, self.is_won(draft, known)?))).collect();
        let count = |is_won: bool, field: EvidenceField| {
            decided.iter().filter(|(draft, won)| *won == is_won && draft.at_service(field).is_some()).count()
        };
        let presence =
            |field: EvidenceField| FieldPresence { field, won: count(true, field), lost: count(false, field) };
        let won = decided.iter().filter(|(_, won)| *won).count();
        let fields = EvidenceField::iter().map(presence);
        let fields = fields.filter(|presence| presence.won + presence.lost > 0).collect();
        DecidedResults { won, lost: decided.len() - won, fields }
    }

    /// Whether a dispute of this reason was won; `None` while it is not decided.
    fn is_won(&self, draft: &EvidenceDraft, known: &str) -> Option<bool> {
        let row = self.find(&draft.dispute_id).filter(|row| row.known == known)?;
        match row.dispute.status {
            DisputeStatus::Won => Some(true),
            DisputeStatus::Lost => Some(false),
            DisputeStatus::Accepted | DisputeStatus::Cancelled | DisputeStatus::Expired => None,
            DisputeStatus::DisputeOpened | DisputeStatus::Challenged | DisputeStatus::Unknown(_) => None,
        }
    }
}
