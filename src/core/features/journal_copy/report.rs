//! What is reported of copies of journals.

use crate::problem::Problem;
use paydesk_domain::journal_copy::{ColleagueEntry, CopyPage};

/// What the session with a team's database reports of journals.
#[derive(Debug, Clone, PartialEq)]
pub enum JournalCopyReport {
    /// The last entry that the team has of this desk; `None` where it has none.
    End(Option<String>),
    Copied,
    /// Nothing is known to be copied; why, where trying again would not help.
    NotCopied(Option<Problem>),
    /// What was asked for, and whether there is more.
    Colleagues {
        page: CopyPage,
        entries: Vec<ColleagueEntry>,
        has_more: bool,
    },
}

/// Entries of the journal as they are stored, for the copy of one profile's.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredEntries {
    /// Number and content of those of the profile, oldest first.
    pub entries: Vec<(i64, String)>,
    /// The number of the last that was looked at, of whatever profile.
    pub last: i64,
    /// Whether others follow.
    pub has_more: bool,
}
