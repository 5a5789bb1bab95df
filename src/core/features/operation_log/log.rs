//! The operations of the journal, and which of them are listed.

use std::collections::{BTreeSet, HashMap};

use chrono::{DateTime, TimeDelta, Utc};

use crate::operations::journal::{JournalEntry, JournalPage};
use crate::text;
use paydesk_domain::ids::OperationId;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::search_text::plain;
use paydesk_domain::zone::Zone;

use super::colleagues::ColleagueLog;
use super::record::{LoggedOperation, LoggedOutcome};

/// When operations were recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum OperationPeriod {
    Today,
    Last7Days,
    Last30Days,
}

impl OperationPeriod {
    pub fn label(self) -> &'static str {
        match self {
            Self::Today => text::TODAY,
            Self::Last7Days => text::LAST_7_DAYS,
            Self::Last30Days => "Last 30 days",
        }
    }

    /// Its first moment; days are those of `zone`, today among them.
    fn begin(self, zone: Zone, now: DateTime<Utc>) -> DateTime<Utc> {
        let days = match self {
            Self::Today => 0,
            Self::Last7Days => 6,
            Self::Last30Days => 29,
        };
        zone.day_start(zone.date(now) - TimeDelta::days(days))
    }
}

/// Which operations are listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct OperationFilter {
    pub profile_id: Option<ProfileId>,
    pub outcome: Option<LoggedOutcome>,
    pub period: Option<OperationPeriod>,
    /// Who confirmed it.
    pub person: Option<String>,
    pub text: String,
}

impl OperationFilter {
    pub fn is_active(&self) -> bool {
        *self != Self::default()
    }
}

/// Where a record is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RecordPlace {
    Own(usize),
    Colleague(usize),
}

/// What the journal records, and those of colleagues; newest first in the list.
#[derive(Debug, Default)]
pub struct LoggedOperations {
    /// Oldest first.
    records: Vec<LoggedOperation>,
    by_id: HashMap<OperationId, RecordPlace>,
    /// By the id of what an operation changes: our own oldest first, then those of colleagues.
    by_target: HashMap<String, Vec<RecordPlace>>,
    /// Of colleagues, oldest first.
    colleagues: Vec<LoggedOperation>,
    /// What is listed, newest first.
    listed: Vec<RecordPlace>,
    /// Everybody who confirmed something, by the alphabet.
    people: Vec<String>,
    /// Entries that this version cannot read.
    pub unreadable: usize,
    revision: u64,
    questions: u64,
}

impl LoggedOperations {
    /// How many operations are recorded.
    pub fn total(&self) -> usize {
        self.records.len() + self.colleagues.len()
    }

    /// Everybody who confirmed an operation, by the alphabet.
    pub fn people(&self) -> &[String] {
        &self.people
    }

    pub fn len(&self) -> usize {
        self.listed.len()
    }

    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    pub fn row(&self, row: usize) -> Option<&LoggedOperation> {
        self.at(*self.listed.get(row)?)
    }

    /// The listed records, newest first.
    pub fn rows(&self) -> impl Iterator<Item = &LoggedOperation> {
        self.listed.iter().filter_map(|place| self.at(*place))
    }

    pub fn find(&self, id: &OperationId) -> Option<&LoggedOperation> {
        self.at(*self.by_id.get(id)?)
    }

    fn at(&self, place: RecordPlace) -> Option<&LoggedOperation> {
        match place {
            RecordPlace::Own(index) => self.records.get(index),
            RecordPlace::Colleague(index) => self.colleagues.get(index),
        }
    }

    /// The operations on what has this id, in whatever profile: our own oldest first, then those of colleagues.
    pub fn of_target(&self, id: &str) -> impl Iterator<Item = &LoggedOperation> {
        let places = self.by_target.get(id).into_iter().flatten();
        places.filter_map(|place| self.at(*place))
    }

    /// The operations in a profile that were settled, ours and those of colleagues, newest first.
    pub fn recent<'a>(&'a self, profile_id: &'a ProfileId) -> impl Iterator<Item = &'a LoggedOperation> {
        let mut own = self.records.iter().rev().filter(|record| record.profile_id == *profile_id).peekable();
        let mut others = self.colleagues.iter().rev().filter(|record| record.profile_id == *profile_id).peekable();
        let all = std::iter::from_fn(move || match (own.peek(), others.peek()) {
            (Some(ours), Some(other)) if other.recorded_at > ours.recorded_at => others.next(),
            (Some(_), _) => own.next(),
            (None, _) => others.next(),
        });
        all.filter(|record| !matches!(record.outcome, LoggedOutcome::InProgress | LoggedOutcome::Unknown))
    }

    pub fn position(&self, id: &OperationId) -> Option<usize> {
        let place = self.by_id.get(id)?;
        self.listed.iter().position(|listed| listed == place)
    }

    /// Another number whenever listed rows came or went.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Another number whenever others are asked for.
    pub fn questions(&self) -> u64 {
        self.questions
    }

    pub(super) fn take(&mut self, page: JournalPage, zone: Zone, now: DateTime<Utc>) {
        for line in page.lines {
            match line.entry {
                Some(entry) => self.take_entry(&entry, zone, now),
                None => self.unreadable += 1,
            }
        }
    }

    fn take_entry(&mut self, entry: &JournalEntry, zone: Zone, now: DateTime<Utc>) {
        let own = match self.by_id.get(&entry.operation_id) {
            Some(RecordPlace::Own(index)) => self.records.get_mut(*index),
            Some(RecordPlace::Colleague(_)) | None => None,
        };
        if let Some(record) = own {
            record.go_on(entry);
        } else if let Some(mut record) = LoggedOperation::begin(entry) {
            record.write_time(zone, now);
            let place = RecordPlace::Own(self.records.len());
            self.by_id.insert(entry.operation_id.clone(), place);
            self.by_target.entry(record.target.resource.clone()).or_default().push(place);
            self.records.push(record);
        }
    }

    /// Lists what `filter` takes; `asked_anew` where it is another filter.
    pub(super) fn list(&mut self, filter: &OperationFilter, zone: Zone, now: DateTime<Utc>, asked_anew: bool) {
        let wanted = plain(filter.text.trim());
        let from = filter.period.map(|period| period.begin(zone, now));
        let is_listed = |record: &LoggedOperation| {
            filter.profile_id.as_ref().is_none_or(|profile_id| *profile_id == record.profile_id)
                && filter.outcome.is_none_or(|outcome| outcome == record.outcome)
                && filter.person.as_ref().is_none_or(|person| *person == record.person)
                && from.is_none_or(|from| record.recorded_at >= from)
                && record.has(&wanted)
        };
        let own = self.records.iter().enumerate().rev().filter(|(_, record)| is_listed(record));
        self.listed = own.map(|(index, _)| RecordPlace::Own(index)).collect();
        if !self.colleagues.is_empty() {
            let others = self.colleagues.iter().enumerate().filter(|(_, record)| is_listed(record));
            self.listed.extend(others.map(|(index, _)| RecordPlace::Colleague(index)));
            let mut listed = std::mem::take(&mut self.listed);
            listed.sort_by_key(|place| std::cmp::Reverse(self.at(*place).map(|record| record.recorded_at)));
            self.listed = listed;
        }
        self.revision += 1;
        self.questions += u64::from(asked_anew);
    }

    /// More of colleagues was read.
    pub(super) fn take_colleagues(&mut self, read: &ColleagueLog, zone: Zone, now: DateTime<Utc>) {
        let is_own = |place: &RecordPlace| matches!(place, RecordPlace::Own(_));
        self.by_id.retain(|_, place| is_own(place));
        self.by_target.values_mut().for_each(|places| places.retain(is_own));
        self.colleagues = read.records();
        // A desk that was given another name in the team has read itself.
        self.colleagues.retain(|record| !self.by_id.contains_key(&record.operation_id));
        for (index, record) in self.colleagues.iter().enumerate() {
            let place = RecordPlace::Colleague(index);
            self.by_id.insert(record.operation_id.clone(), place);
            self.by_target.entry(record.target.resource.clone()).or_default().push(place);
        }
        self.colleagues.iter_mut().for_each(|record| record.write_time(zone, now));
        self.note_people();
    }

    pub(super) fn note_people(&mut self) {
        let all = self.records.iter().chain(&self.colleagues).map(|record| &record.person);
        let people: BTreeSet<&String> = all.filter(|person| !person.is_empty()).collect();
        self.people = people.into_iter().cloned().collect();
    }

    pub(super) fn write_times(&mut self, zone: Zone, now: DateTime<Utc>) {
        self.records.iter_mut().for_each(|record| record.write_time(zone, now));
        self.colleagues.iter_mut().for_each(|record| record.write_time(zone, now));
    }
}
