//! What is typed into the panel, kept when it is left.

use crate::ui::drafts::RawDraft;

/// See the module.
#[derive(Debug, Default)]
pub struct RefundsDraft {
    /// What is looked for in the list.
    pub search: String,
    /// The word of the only status that is listed.
    pub status: Option<String>,
    pub raw: RawDraft,
}
