//! What of a simulated desk survives that it is killed.

use chrono::{DateTime, Utc};
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
}
