//! What is asked of the team's database about journals.

use paydesk_domain::journal_copy::CopyPage;

/// Answered by a [`JournalCopyReport`](crate::features::journal_copy::JournalCopyReport).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalCopyRequest {
    /// Say with which entry the copy of this desk's journal ends, answered by `End`.
    FindEnd,
    /// Copy these entries behind it, answered by `Copied` or `NotCopied`.
    Copy(Vec<String>),
    /// Read entries of colleagues, answered by `Colleagues`.
    ReadColleagues(CopyPage),
}
