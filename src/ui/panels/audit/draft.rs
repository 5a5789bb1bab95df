//! What the window keeps of the audit.

use crate::list::ListState;
use paydesk_domain::ids::OperationId;
use paydesk_widgets::RawDraft;

/// The cursor of the list, and whether the request is unfolded.
#[derive(Debug, Default)]
pub struct AuditDraft {
    pub list: ListState<OperationId>,
    pub request: RawDraft,
}
