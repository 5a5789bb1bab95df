//! The team's copy of this desk's journal: what is written here is copied in its order, as far as the team has it, and no
//! entry twice.
//!
//! Where the copy ends is asked when the database answers; what was written while it was away follows from there. The
//! journal of this desk stays the law, and waits for nothing here.

mod report;

use crate::context::fact::FeatureFact;
use crate::effect::{JournalCopyRequest, StoreJob, TeamEffect};
use crate::outbox::Outbox;
use paydesk_domain::journal_copy::{copied_entry, number_and_payload};
use paydesk_domain::profile::ProfileId;

pub use report::{JournalCopyReport, StoredEntries};

/// Entries that are copied at once.
const ENTRIES_AT_ONCE: u32 = 200;

/// The copy of one profile's entries.
#[derive(Debug, Default)]
pub struct JournalCopy {
    phase: CopyPhase,
    /// Entries were written since the journal was read.
    is_behind: bool,
}

#[derive(Debug, Default, PartialEq)]
enum CopyPhase {
    /// There is no database, or nothing may be written to it.
    #[default]
    Away,
    /// It was asked where the copy ends.
    Finding,
    /// The entry that the copy ends with is compared with the one here.
    Comparing { last: (i64, String) },
    /// The journal is read.
    Reading,
    /// Everything up to this entry is copied.
    Copied { upto: i64 },
    /// Entries were given to the database.
    Copying { upto: i64, has_more: bool },
    /// The database takes no more: its copy is not what is here.
    Refused,
}

impl JournalCopy {
    /// Whether the team has every entry.
    pub fn is_complete(&self) -> bool {
        matches!(self.phase, CopyPhase::Copied { .. }) && !self.is_behind
    }

    pub(crate) fn connected(&mut self, profile_id: &ProfileId, outbox: &mut Outbox) {
        self.phase = CopyPhase::Finding;
        ask(profile_id, JournalCopyRequest::FindEnd, outbox);
    }

    /// Takes in what is known now.
    pub(crate) fn on_fact(&mut self, fact: &FeatureFact) {
        if matches!(fact, FeatureFact::TeamLeft | FeatureFact::TeamAway) {
            self.away();
        }
    }

    pub(crate) fn away(&mut self) {
        self.phase = CopyPhase::Away;
    }

    /// The database said where the copy ends.
    pub(crate) fn end_found(&mut self, last: Option<&str>, profile_id: &ProfileId, outbox: &mut Outbox) {
        match last.map(number_and_payload) {
            Some(Some((number, payload))) => {
                self.phase = CopyPhase::Comparing { last: (number, payload.to_owned()) };
                read(profile_id, number - 1, outbox);
            }
            Some(None) | None => self.read_after(0, profile_id, outbox),
        }
    }

    fn read_after(&mut self, after: i64, profile_id: &ProfileId, outbox: &mut Outbox) {
        (self.phase, self.is_behind) = (CopyPhase::Reading, false);
        read(profile_id, after, outbox);
    }

    /// Entries of the journal were read.
    pub(crate) fn entries_read(&mut self, read: StoredEntries, profile_id: &ProfileId, outbox: &mut Outbox) {
        match &self.phase {
            CopyPhase::Comparing { last } => {
                // Another journal than the one that was copied was started anew: all of it follows.
                let is_the_same = read.entries.first() == Some(last);
                let after = if is_the_same { last.0 } else { 0 };
                self.read_after(after, profile_id, outbox);
            }
            CopyPhase::Reading if read.entries.is_empty() => {
                self.copied_up_to(read.last, read.has_more, profile_id, outbox);
            }
            CopyPhase::Reading => {
                self.phase = CopyPhase::Copying { upto: read.last, has_more: read.has_more };
                let entries = read.entries.iter().map(|(number, payload)| copied_entry(*number, payload)).collect();
                ask(profile_id, JournalCopyRequest::Copy(entries), outbox);
            }
            // Asked for by a connection that is lost since.
            CopyPhase::Away
            | CopyPhase::Finding
            | CopyPhase::Copied { .. }
            | CopyPhase::Copying { .. }
            | CopyPhase::Refused => {}
        }
    }

    /// The database has what was given to it.
    pub(crate) fn copied(&mut self, profile_id: &ProfileId, outbox: &mut Outbox) {
        if let CopyPhase::Copying { upto, has_more } = self.phase {
            self.copied_up_to(upto, has_more, profile_id, outbox);
        }
    }

    fn copied_up_to(&mut self, upto: i64, has_more: bool, profile_id: &ProfileId, outbox: &mut Outbox) {
        if has_more || self.is_behind {
            self.read_after(upto, profile_id, outbox);
        } else {
            self.phase = CopyPhase::Copied { upto };
        }
    }

    /// The database takes none of it, and would not another time.
    pub(crate) fn refused(&mut self) {
        self.phase = CopyPhase::Refused;
    }

    /// An entry is on disk.
    pub(crate) fn written(&mut self, profile_id: &ProfileId, outbox: &mut Outbox) {
        match self.phase {
            CopyPhase::Copied { upto } => self.read_after(upto, profile_id, outbox),
            CopyPhase::Away | CopyPhase::Refused => {}
            CopyPhase::Finding | CopyPhase::Comparing { .. } => {}
            CopyPhase::Reading | CopyPhase::Copying { .. } => self.is_behind = true,
        }
    }
}

fn read(profile_id: &ProfileId, after: i64, outbox: &mut Outbox) {
    outbox.push(StoreJob::ReadEntriesOf { profile_id: profile_id.clone(), after, most: ENTRIES_AT_ONCE });
}

fn ask(profile_id: &ProfileId, request: JournalCopyRequest, outbox: &mut Outbox) {
    outbox.push(TeamEffect::Journal { profile_id: profile_id.clone(), request });
}
