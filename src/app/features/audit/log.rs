//! The operations of the journal, and which of them are listed.

use std::collections::HashMap;

use chrono::{DateTime, TimeDelta, Utc};

use crate::app::operations::journal::{JournalEntry, JournalPage};
use crate::app::zone::Zone;
use crate::domain::ids::OperationId;
use crate::domain::profile::ProfileId;

use super::record::{AuditOutcome, AuditRecord};
use super::text;

/// When operations were recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::EnumIter)]
pub enum AuditPeriod {
    Today,
    Last7Days,
    Last30Days,
}

impl AuditPeriod {
    pub fn label(self) -> &'static str {
        match self {
            Self::Today => text::TODAY,
            Self::Last7Days => text::LAST_7_DAYS,
            Self::Last30Days => text::LAST_30_DAYS,
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
pub struct AuditFilter {
    pub profile_id: Option<ProfileId>,
    pub outcome: Option<AuditOutcome>,
    pub period: Option<AuditPeriod>,
    pub text: String,
}

impl AuditFilter {
    pub fn is_active(&self) -> bool {
        *self != Self::default()
    }
}

/// What the journal records, newest first in the list.
#[derive(Debug, Default)]
pub struct AuditLog {
    /// Oldest first.
    records: Vec<AuditRecord>,
    by_id: HashMap<OperationId, usize>,
    /// Indexes by the id of what an operation changes, oldest first.
    by_target: HashMap<String, Vec<usize>>,
    /// Indexes of what is listed, newest first.
    listed: Vec<usize>,
    /// Entries that this version cannot read.
    pub unreadable: usize,
    revision: u64,
    questions: u64,
}

impl AuditLog {
    /// How many operations are recorded.
    pub fn total(&self) -> usize {
        self.records.len()
    }

    pub fn len(&self) -> usize {
        self.listed.len()
    }

    pub fn is_empty(&self) -> bool {
        self.listed.is_empty()
    }

    pub fn row(&self, row: usize) -> Option<&AuditRecord> {
        self.records.get(*self.listed.get(row)?)
    }

    /// The listed records, newest first.
    pub fn rows(&self) -> impl Iterator<Item = &AuditRecord> {
        self.listed.iter().filter_map(|index| self.records.get(*index))
    }

    pub fn find(&self, id: &OperationId) -> Option<&AuditRecord> {
        self.records.get(*self.by_id.get(id)?)
    }

    /// The operations on what has this id, oldest first, in whatever profile.
    pub fn of_target(&self, id: &str) -> impl Iterator<Item = &AuditRecord> {
        let indexes = self.by_target.get(id).into_iter().flatten();
        indexes.filter_map(|index| self.records.get(*index))
    }

    pub fn position(&self, id: &OperationId) -> Option<usize> {
        let index = self.by_id.get(id)?;
        self.listed.iter().position(|listed| listed == index)
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
        if let Some(record) = self.by_id.get(&entry.operation_id).and_then(|index| self.records.get_mut(*index)) {
            record.go_on(&entry.step);
        } else if let Some(mut record) = AuditRecord::begin(entry) {
            record.write_time(zone, now);
            self.by_id.insert(entry.operation_id.clone(), self.records.len());
            self.by_target.entry(record.target.resource.clone()).or_default().push(self.records.len());
            self.records.push(record);
        }
    }

    /// Lists what `filter` takes; `asked_anew` where it is another filter.
    pub(super) fn list(&mut self, filter: &AuditFilter, zone: Zone, now: DateTime<Utc>, asked_anew: bool) {
        let folded = filter.text.trim().to_lowercase();
        let from = filter.period.map(|period| period.begin(zone, now));
        let is_listed = |record: &AuditRecord| {
            filter.profile_id.as_ref().is_none_or(|profile_id| *profile_id == record.profile_id)
                && filter.outcome.is_none_or(|outcome| outcome == record.outcome)
                && from.is_none_or(|from| record.recorded_at >= from)
                && record.has(&folded)
        };
        let listed = self.records.iter().enumerate().rev().filter(|(_, record)| is_listed(record));
        self.listed = listed.map(|(index, _)| index).collect();
        self.revision += 1;
        self.questions += u64::from(asked_anew);
    }

    pub(super) fn write_times(&mut self, zone: Zone, now: DateTime<Utc>) {
        self.records.iter_mut().for_each(|record| record.write_time(zone, now));
    }
}
