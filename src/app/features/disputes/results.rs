//! What the evidence had in it when disputes were won and lost here, by reason. A count of what happened, no advice:
//! only cases with evidence submitted from this desk are in it.

use strum::IntoEnumIterator as _;

use crate::app::state::State;
use crate::domain::dispute::DisputeStatus;
use crate::domain::evidence::EvidenceField;

/// Decided cases of one reason.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct DecidedResults {
    pub won: usize,
    pub lost: usize,
    /// Fields that were there at least once, in the order of the specification.
    pub fields: Vec<FieldPresence>,
}

/// In how many cases a field was there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FieldPresence {
    pub field: EvidenceField,
    pub won: usize,
    pub lost: usize,
}

impl State {
    /// The results of a reason, as far as its disputes are loaded.
    pub fn evidence_results(&self, reason: &str) -> DecidedResults {
        let known = self.evidence.known_reason(reason);
        let submitted = self.workspace.drafts.all().filter(|case| !case.versions.is_empty());
        let decided = submitted.filter_map(|case| {
            let row = self.workspace.disputes.find(&case.dispute_id).filter(|row| row.known == known)?;
            match row.dispute.status {
                DisputeStatus::Won => Some((case, true)),
                DisputeStatus::Lost => Some((case, false)),
                DisputeStatus::DisputeOpened | DisputeStatus::Challenged | DisputeStatus::Unknown(_) => None,
            }
        });
        let decided: Vec<_> = decided.collect();
        let count = |is_won: bool, field: EvidenceField| {
            decided.iter().filter(|(case, won)| *won == is_won && case.at_service(field).is_some()).count()
        };
        let presence =
            |field: EvidenceField| FieldPresence { field, won: count(true, field), lost: count(false, field) };
        let won = decided.iter().filter(|(_, won)| *won).count();
        let fields = EvidenceField::iter().map(presence);
        let fields = fields.filter(|presence| presence.won + presence.lost > 0).collect();
        DecidedResults { won, lost: decided.len() - won, fields }
    }
}
