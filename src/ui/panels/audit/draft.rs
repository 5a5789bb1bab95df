//! What the window keeps of the audit.

use crate::domain::ids::OperationId;
use crate::ui::list::ListState;
use crate::ui::widgets::RawDraft;

/// The cursor of the list, and whether the request is unfolded.
#[derive(Debug, Default)]
pub struct AuditDraft {
    pub list: ListState<OperationId>,
    pub request: RawDraft,
}
