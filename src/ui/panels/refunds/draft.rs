//! What is typed into the panel, kept when it is left.

use crate::ui::drafts::RawDraft;
use crate::ui::panels::record_list::RecordListDraft;

/// See the module.
#[derive(Debug, Default)]
pub struct RefundsDraft {
    pub list: RecordListDraft,
    /// The word of the only status that is listed.
    pub status: Option<String>,
    pub raw: RawDraft,
}
