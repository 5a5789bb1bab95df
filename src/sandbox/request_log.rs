//! The last requests, for `/_sandbox/log`: what came and how it was answered. No bodies, no keys.

use std::collections::VecDeque;

use chrono::{DateTime, Utc};
use serde::Serialize;

/// How many requests are remembered.
const CAPACITY: usize = 1_000;

/// One request.
#[derive(Debug, Clone, Serialize)]
pub struct LogEntry {
    /// Counts from 1.
    pub seq: u64,
    pub at: DateTime<Utc>,
    pub method: String,
    /// Without the query.
    pub path: String,
    /// The status of the answer; `null` where the connection was closed instead.
    pub status: Option<u16>,
    /// The fault that was applied, if one was.
    pub fault: Option<String>,
}

/// The last requests, oldest first.
#[derive(Debug, Default)]
pub struct RequestLog {
    entries: VecDeque<LogEntry>,
    last_seq: u64,
}

impl RequestLog {
    /// Adds a request; its `seq` is set here.
    pub fn push(&mut self, mut entry: LogEntry) {
        self.last_seq += 1;
        entry.seq = self.last_seq;
        if self.entries.len() == CAPACITY {
            self.entries.pop_front();
        }
        self.entries.push_back(entry);
    }

    pub fn entries(&self) -> Vec<LogEntry> {
        self.entries.iter().cloned().collect()
    }

    pub fn clear(&mut self) {
        self.entries.clear();
    }
}
