//! Disputes while the list cannot be read: those that we have a file on are shown as they were last read, so that their
//! drafts can be gone on with. Nothing is sent of them, and nothing is counted with them.

use crate::api::wire::disputes::decode_dispute;
use crate::app::features::payments::Pages;
use crate::app::state::State;

use super::evidence_draft::{EvidenceDraft, LastRead};
use super::{DisputeTableRow, Disputes};

impl Disputes {
    /// The disputes that are shown as they were last read, in no order.
    pub fn kept(&self) -> &[DisputeTableRow] {
        &self.kept
    }

    /// Whether what is kept stands in for the list: it could not be read, was never read, or is not whole again yet.
    fn shows_kept(&self) -> bool {
        let failed = matches!(self.pages, Pages::Failed(_));
        failed || !self.complete && (self.read_at.is_none() || !self.kept.is_empty())
    }
}

impl State {
    /// The rows of all disputes that somebody has worked on here and that the list does not have.
    pub(super) fn kept_rows(&self) -> Vec<DisputeTableRow> {
        if !self.workspace.disputes.shows_kept() {
            return Vec::new();
        }
        let cases = self.workspace.drafts.all();
        let missing =
            cases.filter(|case| !case.is_untouched() && !self.workspace.disputes.index.contains_key(&case.dispute_id));
        missing.filter_map(|case| self.kept_row(case)).collect()
    }

    /// What was kept by a version that read it otherwise is left out: the list brings it.
    fn kept_row(&self, case: &EvidenceDraft) -> Option<DisputeTableRow> {
        let LastRead { at, reported: told } = case.last_read.as_ref()?;
        let dispute = decode_dispute(told, String::new()).ok()?;
        let row = (dispute.dispute_id == case.dispute_id).then(|| self.dispute_row(dispute))?;
        Some(row.as_read(*at, self.zone(), self.now))
    }
}
