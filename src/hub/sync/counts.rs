//! What is counted of reading for a team, as metrics show it.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tokio::time::Instant;

use paydesk_api::error::CallError;

/// Why something of it failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SyncFault {
    /// The service asked for a pause.
    RateLimit,
    /// The service did not take the key.
    Key,
    /// The service refused the request otherwise.
    Refused,
    /// The service failed.
    Service,
    Unreachable,
    /// The answer was lost or late.
    Lost,
    Unreadable,
    Database,
    /// The database does not take a payment.
    NotStorable,
}

impl SyncFault {
    const ALL: [Self; 9] = [
        Self::RateLimit,
        Self::Key,
        Self::Refused,
        Self::Service,
        Self::Unreachable,
        Self::Lost,
        Self::Unreadable,
        Self::Database,
        Self::NotStorable,
    ];

    /// As it is named in metrics and in the log.
    pub fn word(self) -> &'static str {
        match self {
            Self::RateLimit => "rate_limit",
            Self::Key => "key",
            Self::Refused => "refused",
            Self::Service => "service",
            Self::Unreachable => "unreachable",
            Self::Lost => "lost",
            Self::Unreadable => "unreadable",
            Self::Database => "database",
            Self::NotStorable => "not_storable",
        }
    }

    /// What a call that came to nothing means.
    pub fn of(error: &CallError) -> Self {
        match error {
            CallError::Unreachable(_) => Self::Unreachable,
            CallError::Lost(_) => Self::Lost,
            CallError::Decode(_) | CallError::Foreign { .. } | CallError::Outdated => Self::Unreadable,
            CallError::Service { status: 429, .. } => Self::RateLimit,
            CallError::NoKey(_) | CallError::Service { status: 401 | 403, .. } => Self::Key,
            CallError::Service { status: 400..=499, .. } => Self::Refused,
            CallError::Service { .. } => Self::Service,
        }
    }
}

/// How far the payments of the team are known, as the hub that leads says it.
#[derive(Debug, Clone, Copy)]
pub struct SyncLevel {
    /// In the database.
    pub stored: u64,
    /// At the service, where it says so.
    pub at_service: Option<u64>,
    /// The list was read to its end.
    pub is_complete: bool,
    /// When everything that was created was known last.
    pub as_of: Option<Instant>,
}

/// Counters of reading for a team, for the metrics.
#[derive(Default)]
pub struct SyncCounts {
    requests: AtomicU64,
    read: AtomicU64,
    stored: AtomicU64,
    faults: [AtomicU64; SyncFault::ALL.len()],
    level: Mutex<Option<SyncLevel>>,
}

impl SyncCounts {
    /// A request leaves.
    pub fn asked(&self) {
        self.requests.fetch_add(1, Ordering::Relaxed);
    }

    /// The service showed so many payments.
    pub fn came(&self, payments: usize) {
        self.read.fetch_add(payments as u64, Ordering::Relaxed);
    }

    /// So many were new, or changed.
    pub fn changed(&self, payments: usize) {
        self.stored.fetch_add(payments as u64, Ordering::Relaxed);
    }

    pub fn failed(&self, fault: SyncFault) {
        self.faults[fault as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// How far it is; `None` where this hub does not lead.
    pub fn set_level(&self, level: Option<SyncLevel>) {
        *self.level.lock().unwrap_or_else(PoisonError::into_inner) = level;
    }

    pub fn level(&self) -> Option<SyncLevel> {
        *self.level.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Requests, payments that came, payments that were stored.
    pub fn totals(&self) -> [u64; 3] {
        [&self.requests, &self.read, &self.stored].map(|counter| counter.load(Ordering::Relaxed))
    }

    /// Each fault with how often it was.
    pub fn faults(&self) -> impl Iterator<Item = (&'static str, u64)> {
        SyncFault::ALL.into_iter().map(|fault| (fault.word(), self.faults[fault as usize].load(Ordering::Relaxed)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use paydesk_api::error::ApiError;

    #[test]
    fn every_fault_has_a_counter_of_its_own() {
        let counts = SyncCounts::default();
        for (place, fault) in SyncFault::ALL.into_iter().enumerate() {
            assert_eq!(fault as usize, place);
            (0..place).for_each(|_| counts.failed(fault));
        }
        assert!(counts.faults().enumerate().all(|(place, (_, count))| count == place as u64));
    }

    #[test]
    fn a_call_that_came_to_nothing_is_of_one_fault() {
        let refused = |status| {
            let error = ApiError { kind: String::new(), code: "X".to_owned(), message: String::new() };
            SyncFault::of(&CallError::Service { status, error }).word()
        };
        assert_eq!(
            [429, 401, 403, 404, 500, 503].map(refused),
            ["rate_limit", "key", "key", "refused", "service", "service"]
        );
    }
}
