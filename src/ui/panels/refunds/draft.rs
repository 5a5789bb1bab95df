//! What is typed into the panel, kept when it is left.

use crate::record_list::RecordListDraft;
use paydesk_widgets::RawDraft;

/// Filters and search of the list of refunds.
#[derive(Debug, Default)]
pub struct RefundsDraft {
    pub list: RecordListDraft,
    /// What is listed comes to, as text.
    pub(super) totals: String,
    /// When it was summed, in pickings of the list.
    pub(super) totals_of: u64,
    pub raw: RawDraft,
}
