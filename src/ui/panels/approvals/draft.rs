//! What the window keeps of the approvals.

use crate::list::ListState;
use paydesk_domain::approval::ApprovalId;
use paydesk_widgets::RawDraft;

/// The cursor of the list, the note that is typed about one request, and whether what would be sent is unfolded.
#[derive(Debug, Default)]
pub struct ApprovalsDraft {
    pub list: ListState<ApprovalId>,
    note: (Option<ApprovalId>, String),
    pub request: RawDraft,
}

impl ApprovalsDraft {
    /// The note about this request; empty for another.
    pub fn note(&mut self, id: ApprovalId) -> &mut String {
        if self.note.0 != Some(id) {
            self.note = (Some(id), String::new());
        }
        &mut self.note.1
    }
}
