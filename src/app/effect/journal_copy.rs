//! What is asked of the team's database about journals.

use crate::domain::journal_copy::CopyPage;

/// Answered by a [`JournalCopyReport`](crate::app::features::journal_copy::JournalCopyReport).
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JournalCopyRequest {
    /// Say with which entry the copy of this desk's journal ends, answered by `End`.
    FindEnd,
    /// Copy these entries behind it, answered by `Copied` or `NotCopied`.
    Copy(Vec<String>),
    /// Read entries of colleagues, answered by `Colleagues`.
    ReadColleagues(CopyPage),
}
