//! Disputes while the list cannot be read: those that we have a draft of are shown as they were last read, so that their
//! drafts can be gone on with. Nothing is sent of them, and nothing is counted with them.

use crate::context::WorkspaceView;
use crate::pages::Pages;
use paydesk_api::resources::disputes::wire::decode_dispute;

use super::evidence_draft::{EvidenceDraft, LastRead};
use super::{DisputeTableRow, Disputes, Evidence};

impl Disputes {
    /// Whether drafts stand in for the list: it could not be read, was never read, or is not whole again yet.
    fn shows_drafts(&self) -> bool {
        let failed = matches!(self.inbox.reading.pages, Pages::Failed(_));
        failed
            || !self.inbox.reading.complete
                && (self.inbox.reading.read_at.is_none() || !self.inbox.table.offline().is_empty())
    }

    /// The rows of all disputes that somebody has worked on here and that the list does not have.
    pub(super) fn offline_rows(&self, evidence: &Evidence<'_>, view: &WorkspaceView<'_>) -> Vec<DisputeTableRow> {
        if !self.shows_drafts() {
            return Vec::new();
        }
        let is_missing =
            |draft: &&EvidenceDraft| !draft.is_untouched() && !self.inbox.table.has_loaded(&draft.dispute_id);
        evidence.drafts.all().filter(is_missing).filter_map(|draft| self.offline_row(draft, evidence, view)).collect()
    }

    /// What was saved by a version that read it otherwise is left out: the list brings it.
    fn offline_row(
        &self,
        draft: &EvidenceDraft,
        evidence: &Evidence<'_>,
        view: &WorkspaceView<'_>,
    ) -> Option<DisputeTableRow> {
        let LastRead { at, reported } = draft.last_read.as_ref()?;
        let dispute = decode_dispute(reported, String::new(), view.units).ok()?;
        let row = (dispute.dispute_id == draft.dispute_id).then(|| evidence.row(dispute, &self.handling, view))?;
        Some(row.as_read(*at, view.zone, view.now))
    }
}
