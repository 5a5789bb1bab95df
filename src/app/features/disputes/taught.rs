//! Reasons that a person has taught the desk: the service's reasons are free text, and what no word of ours matches can be
//! told to be one that we know. It then has the words, the fields that matter and the deadline of that one.

use crate::app::effect::StoreJob;
use crate::app::state::State;
use crate::domain::deadline;
use crate::domain::evidence::{EVIDENCE_NEEDS, normalised_reason};

use super::keep::{Evidence, Paper};

/// Our word for a reason, as it is kept; none for what this version does not know.
fn known_word(word: &str) -> Option<&'static str> {
    EVIDENCE_NEEDS.iter().map(|row| row.reason).find(|known| *known == word)
}

impl Evidence {
    /// The reason of ours that a reason of the service is: as it was taught, else by its words.
    pub fn known_reason(&self, reason: &str) -> &'static str {
        self.taught(reason).unwrap_or_else(|| deadline::known_reason(reason))
    }

    /// What a person has said a reason is.
    pub fn taught(&self, reason: &str) -> Option<&'static str> {
        self.taught.get(&normalised_reason(reason)).copied()
    }
}

impl State {
    /// A person says which reason of ours a reason of the service is; `None` leaves it to its words again.
    pub(super) fn teach_reason(&mut self, reason: &str, known: Option<&'static str>) {
        let words = normalised_reason(reason);
        if words.is_empty() || self.evidence.taught(reason) == known {
            return;
        }
        match known {
            Some(known) => drop(self.evidence.taught.insert(words.clone(), known)),
            None => drop(self.evidence.taught.remove(&words)),
        }
        self.prepare_disputes_again();
        let paper = Paper::Reason { reason: words, known: known.map(str::to_owned) };
        self.outbox.push(StoreJob::keep_paper(paper));
    }

    /// What was kept of a reason, unless it was taught since the start.
    pub(super) fn reason_opened(&mut self, reason: String, known: Option<&str>) {
        if let Some(known) = known.and_then(known_word) {
            self.evidence.taught.entry(reason).or_insert(known);
        }
    }
}
