//! What the parts of the workspace are drawn from.

use paydesk_core::State;
use paydesk_core::features::disputes::{DisputeTableRow, EvidenceDraft};

/// What is drawn, and in how much room.
#[derive(Clone, Copy)]
pub struct WorkspaceContext<'a> {
    pub state: &'a State,
    pub row: &'a DisputeTableRow,
    pub case: &'a EvidenceDraft,
    /// The facts stand beside the form.
    pub beside: bool,
    /// The preview stands beside both.
    pub previewed: bool,
    /// The head scrolls with the page.
    pub low: bool,
    /// The last look is drawn.
    pub reviewed: bool,
}

impl WorkspaceContext<'_> {
    pub fn is_decided(self) -> bool {
        !self.row.dispute.status.takes_evidence()
    }
}
