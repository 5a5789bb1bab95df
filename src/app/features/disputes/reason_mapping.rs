//! Reasons of the service that a person has mapped to known ones: the service's reasons are free text, and what no word of ours matches can be
//! told to be one that we know. It then has the words, the fields that matter and the deadline of that one.

use crate::app::effect::StoreJob;
use crate::app::state::State;
use crate::domain::deadline;
use crate::domain::evidence::{EVIDENCE_REQUIREMENTS, normalised_reason};

use super::draft_store::{DraftDocument, EvidenceLibrary};

/// Our word for a reason, as it is kept; none for what this version does not know.
fn known_word(word: &str) -> Option<&'static str> {
    EVIDENCE_REQUIREMENTS.iter().map(|row| row.reason).find(|known| *known == word)
}

impl EvidenceLibrary {
    /// The reason of ours that a reason of the service is: as it was mapped, else by its words.
    pub fn known_reason(&self, reason: &str) -> &'static str {
        self.reason_mappings(reason).unwrap_or_else(|| deadline::known_reason(reason))
    }

    /// What a person has said a reason is.
    pub fn reason_mappings(&self, reason: &str) -> Option<&'static str> {
        self.reason_mappings.get(&normalised_reason(reason)).copied()
    }
}

impl State {
    /// A person says which reason of ours a reason of the service is; `None` leaves it to its words again.
    pub(super) fn map_reason(&mut self, reason: &str, known: Option<&'static str>) {
        let words = normalised_reason(reason);
        if words.is_empty() || self.evidence.reason_mappings(reason) == known {
            return;
        }
        match known {
            Some(known) => drop(self.evidence.reason_mappings.insert(words.clone(), known)),
            None => drop(self.evidence.reason_mappings.remove(&words)),
        }
        self.prepare_disputes_again();
        let document = DraftDocument::Reason { reason: words, known: known.map(str::to_owned) };
        self.outbox.push(StoreJob::save_document(document));
    }

    /// A saved mapping of a reason, unless the reason was mapped since the start.
    pub(super) fn reason_opened(&mut self, reason: String, known: Option<&str>) {
        if let Some(known) = known.and_then(known_word) {
            self.evidence.reason_mappings.entry(reason).or_insert(known);
        }
    }
}
