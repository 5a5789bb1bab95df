//! What of a simulated desk survives that it is killed.

use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use paydesk::team::{SharedKey, SharedRecord, TeamChanges};
use serde_json::json;

/// How far an operation is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    Prepared,
    /// From here on it may have been sent.
    Sending,
    Done,
    NeverSent,
}

/// An entry of the journal.
#[derive(Debug, Clone)]
pub struct Entry {
    pub operation: String,
    pub resource: String,
    pub step: Step,
    /// What the team's copy has of it.
    pub text: String,
}

/// See the module.
#[derive(Debug, Default)]
pub struct Disk {
    pub journal: Vec<Entry>,
    /// The records as this desk was shown them, up to the change of this number.
    pub records: BTreeMap<SharedKey, SharedRecord>,
    pub upto: i64,
    /// Ids of webhooks in the order in which they were applied, up to the change of this number.
    pub events: Vec<String>,
    pub events_upto: i64,
}

impl Disk {
    pub fn write(&mut self, operation: &str, resource: &str, step: Step, at: DateTime<Utc>) {
        let number = self.journal.len() + 1;
        let named = format!("{step:?}");
        let text = json!({"number": number, "operation": operation, "resource": resource, "step": named, "at": at});
        let (operation, resource) = (operation.to_owned(), resource.to_owned());
        self.journal.push(Entry { operation, resource, step, text: text.to_string() });
    }

    pub fn step_of(&self, operation: &str) -> Option<Step> {
        self.journal.iter().rev().find(|entry| entry.operation == operation).map(|entry| entry.step)
    }

    /// The operation that was begun and not ended: a desk works on one at a time.
    pub fn open(&self) -> Option<Entry> {
        self.journal.last().filter(|entry| matches!(entry.step, Step::Prepared | Step::Sending)).cloned()
    }

    /// Takes changes in; what is wrong with them.
    pub fn follow(&mut self, changes: TeamChanges) -> Option<String> {
        let mut problem = None;
        for record in changes.records {
            let before = self.records.get(&record.key);
            if let Some(before) = before.filter(|before| before.revision >= record.revision) {
                problem = Some(format!("{record:?} was shown after {before:?}"));
            }
            self.records.insert(record.key.clone(), record);
        }
        self.upto = changes.upto;
        problem
    }
}
