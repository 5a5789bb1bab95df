//! The last successful answers to requests that changed something, for faults that answer with another request's body.

use std::collections::VecDeque;

/// Answers that are stored.
const MAX: usize = 8;

/// Paths and bodies, newest first.
#[derive(Debug, Default)]
pub struct RecentAnswers(VecDeque<(String, Vec<u8>)>);

impl RecentAnswers {
    /// Stores the answer to a request on `path`.
    pub fn push(&mut self, path: String, body: Vec<u8>) {
        self.0.push_front((path, body));
        self.0.truncate(MAX);
    }

    /// The newest on another path; an empty JSON object where there is none.
    pub fn to_another(&self, path: &str) -> Vec<u8> {
        let other = self.0.iter().find(|(other, _)| other != path);
        other.map_or_else(|| b"{}".to_vec(), |(_, answer)| answer.clone())
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }
}
