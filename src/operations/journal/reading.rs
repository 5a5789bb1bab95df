//! What is read of the journal to be looked at: entries in their order, and whether the chain of them is whole.

use super::JournalEntry;
use paydesk_domain::money::grouped_count;
use paydesk_platform::faults::JournalFault;

/// Entries of the journal that follow each other, oldest first.
#[derive(Debug, Clone, PartialEq)]
pub struct JournalPage {
    pub lines: Vec<JournalLine>,
    /// The number of the last entry that was read; that of the last page where nothing follows it.
    pub last: i64,
    /// Whether entries follow.
    pub more: bool,
}

/// One entry and its number, which counts from 1.
#[derive(Debug, Clone, PartialEq)]
pub struct JournalLine {
    pub number: i64,
    /// `None` where another version of Paydesk wrote something that this one cannot read.
    pub entry: Option<Box<JournalEntry>>,
}

/// What a check of the whole chain found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JournalCheck {
    /// How many entries are as they were written and follow each other, from the first on.
    pub entries: i64,
    /// Why the one after them is not.
    pub fault: Option<JournalFault>,
}

impl JournalCheck {
    /// The number of the first entry that is not as it was written.
    pub fn first_broken(&self) -> Option<i64> {
        self.fault.as_ref().map(|_| self.entries + 1)
    }

    /// What was found, as a sentence.
    pub fn text(&self) -> String {
        let number = |number: i64| grouped_count(number.unsigned_abs());
        match (&self.fault, self.first_broken()) {
            (Some(fault), Some(entry)) => {
                format!("Journal entry {} has been altered: {}", number(entry), fault.text())
            }
            (_, _) => format!("Verified: all {} journal entries are unaltered", number(self.entries)),
        }
    }
}
