//! The operations of colleagues, as far as the team's copies of their journals were read: the newest first, by pages.

use std::collections::HashMap;

use chrono::TimeDelta;

use crate::operations::journal::JournalEntry;
use paydesk_domain::ids::OperationId;
use paydesk_domain::journal_copy::{ColleagueEntry, CopyPage, CopyPlace, number_and_payload};
use paydesk_domain::profile::ProfileId;
use paydesk_domain::text::visible;

use super::record::{LoggedOperation, NAME_CHARS};

/// An entry that was received earlier may be committed later, by so many seconds at most: that is longer than a statement
/// takes.
const OVERLAP_S: i64 = 10;

/// The operations of colleagues, the newest first, loaded by pages.
#[derive(Debug, Default)]
pub struct ColleagueLog {
    /// The profile that they were read in.
    profile_id: Option<ProfileId>,
    operations: HashMap<OperationId, ColleagueOperation>,
    newest: Option<CopyPlace>,
    oldest: Option<CopyPlace>,
    /// There are older ones.
    has_older: bool,
    is_reading: bool,
    /// Entries that this version cannot read.
    pub(super) unreadable: usize,
}

#[derive(Debug)]
struct ColleagueOperation {
    person: String,
    /// By their numbers in the copy of the desk.
    entries: Vec<(i64, JournalEntry)>,
}

impl ColleagueLog {
    pub(super) fn has_older(&self) -> bool {
        self.has_older && !self.is_reading
    }

    /// An answer that was under way does not come.
    pub(super) fn lost(&mut self) {
        self.is_reading = false;
    }

    /// What is to be read for those that came since; of another profile nothing was read.
    pub(super) fn newer(&mut self, profile_id: &ProfileId) -> Option<CopyPage> {
        if self.profile_id.as_ref() != Some(profile_id) {
            *self = Self { profile_id: Some(profile_id.clone()), ..Self::default() };
        }
        self.ask(|log| {
            Some(log.newest.as_ref().map_or(CopyPage::Before(None), |newest| CopyPage::After(before(newest))))
        })
    }

    /// What is to be read for those before.
    pub(super) fn older(&mut self) -> Option<CopyPage> {
        self.ask(|log| Some(CopyPage::Before(Some(log.oldest.clone().filter(|_| log.has_older)?))))
    }

    fn ask(&mut self, page: impl Fn(&Self) -> Option<CopyPage>) -> Option<CopyPage> {
        let page = if self.is_reading { None } else { page(self) };
        self.is_reading |= page.is_some();
        page
    }

    /// What is to be read next, where a page of those that came since was full.
    pub(super) fn further(&mut self, last: CopyPlace) -> Option<CopyPage> {
        self.ask(|_| Some(CopyPage::After(last.clone())))
    }

    /// Takes in a page; whether there was anything new in it. Nothing is taken in of another profile.
    pub(super) fn take(
        &mut self,
        profile_id: &ProfileId,
        page: &CopyPage,
        entries: Vec<ColleagueEntry>,
        has_more: bool,
    ) -> bool {
        if self.profile_id.as_ref() != Some(profile_id) {
            return false;
        }
        self.is_reading = false;
        if matches!(page, CopyPage::Before(_)) {
            self.has_older = has_more;
        }
        let mut is_new = false;
        for entry in entries {
            self.newest = self.newest.take().max(Some(entry.place.clone()));
            self.oldest =
                Some(self.oldest.take().map_or(entry.place.clone(), |oldest| oldest.min(entry.place.clone())));
            is_new |= self.take_entry(entry, profile_id);
        }
        is_new
    }

    fn take_entry(&mut self, entry: ColleagueEntry, profile_id: &ProfileId) -> bool {
        let read = number_and_payload(&entry.copied).and_then(|(_, payload)| serde_json::from_str(payload).ok());
        let Some(read): Option<JournalEntry> = read else {
            self.unreadable += 1;
            return false;
        };
        // Each desk has another name for the profile.
        let read = JournalEntry { profile_id: profile_id.clone(), ..read };
        let new = || ColleagueOperation { person: visible(&entry.person, NAME_CHARS), entries: Vec::new() };
        let operation = self.operations.entry(read.operation_id.clone()).or_insert_with(new);
        let place = operation.entries.partition_point(|(number, _)| *number < entry.place.number);
        let is_new = operation.entries.get(place).is_none_or(|(number, _)| *number != entry.place.number);
        if is_new {
            operation.entries.insert(place, (entry.place.number, read));
        }
        is_new
    }

    /// All of which the beginning was read, oldest first.
    pub(super) fn records(&self) -> Vec<LoggedOperation> {
        let mut records: Vec<LoggedOperation> =
            self.operations.values().filter_map(ColleagueOperation::record).collect();
        records.sort_by(|a, b| (a.recorded_at, &a.operation_id).cmp(&(b.recorded_at, &b.operation_id)));
        records
    }

    /// The entries of an operation, oldest first.
    pub(super) fn entries(&self, id: &OperationId) -> Option<Vec<JournalEntry>> {
        Some(self.operations.get(id)?.entries.iter().map(|(_, entry)| entry.clone()).collect())
    }
}

/// Somewhat earlier.
fn before(place: &CopyPlace) -> CopyPlace {
    let received_at = place.received_at - TimeDelta::seconds(OVERLAP_S);
    CopyPlace { received_at, desk_id: String::new(), number: 0 }
}

impl ColleagueOperation {
    fn record(&self) -> Option<LoggedOperation> {
        let mut entries = self.entries.iter().map(|(_, entry)| entry);
        let mut record = LoggedOperation::begin(entries.next()?)?;
        entries.for_each(|entry| record.go_on(entry));
        Some(record.of_person(&self.person))
    }
}
