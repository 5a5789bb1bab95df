//! What is typed into the panel, kept when it is left.

use crate::record_list::RecordListDraft;
use paydesk_widgets::RawDraft;

/// Filters and search of the list of refunds.
#[derive(Debug, Default)]
pub struct RefundsDraft {
    pub list: RecordListDraft,
    pub raw: RawDraft,
}
