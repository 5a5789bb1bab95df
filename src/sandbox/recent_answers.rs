//! The last successful answers to requests that changed something, for faults that answer with another request's body; and
//! answers to reads, for the fault that gives an old one.

use std::collections::VecDeque;

use chrono::{DateTime, Utc};

/// Answers that are stored.
const MAX: usize = 8;
/// Answers to reads that are stored.
const READS_MAX: usize = 100;

/// Paths and bodies, newest first.
#[derive(Debug, Default)]
pub struct RecentAnswers {
    changes: VecDeque<(String, Vec<u8>)>,
    reads: VecDeque<StoredRead>,
}

/// The answer to a read as it was once.
#[derive(Debug, Clone)]
pub struct StoredRead {
    /// With the query.
    path: String,
    pub body: Vec<u8>,
    pub answered_at: DateTime<Utc>,
}

impl RecentAnswers {
    /// Stores the answer to a request on `path`.
    pub fn push(&mut self, path: String, body: Vec<u8>) {
        self.changes.push_front((path, body));
        self.changes.truncate(MAX);
    }

    /// The newest on another path; an empty JSON object where there is none.
    pub fn to_another(&self, path: &str) -> Vec<u8> {
        let other = self.changes.iter().find(|(other, _)| other != path);
        other.map_or_else(|| b"{}".to_vec(), |(_, answer)| answer.clone())
    }

    /// Stores the answer to a read, where none is.
    pub fn push_read(&mut self, path: String, body: Vec<u8>, answered_at: DateTime<Utc>) {
        if self.read(&path).is_none() {
            self.reads.push_front(StoredRead { path, body, answered_at });
            self.reads.truncate(READS_MAX);
        }
    }

    /// The answer to this read that was stored.
    pub fn read(&self, path: &str) -> Option<StoredRead> {
        self.reads.iter().find(|read| read.path == path).cloned()
    }

    /// Forgets the answers to reads.
    pub fn clear_reads(&mut self) {
        self.reads.clear();
    }

    pub fn clear(&mut self) {
        self.changes.clear();
        self.reads.clear();
    }
}
