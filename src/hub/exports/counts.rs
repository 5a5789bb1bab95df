//! What is counted of exports, as metrics show it.

use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Counters of exports, for the metrics.
#[derive(Default)]
pub struct ExportCounts {
    made: AtomicU64,
    failed: AtomicU64,
    overdue: AtomicUsize,
}

impl ExportCounts {
    pub fn made(&self) {
        self.made.fetch_add(1, Ordering::Relaxed);
    }

    pub fn failed(&self) {
        self.failed.fetch_add(1, Ordering::Relaxed);
    }

    /// So many failed for the time at which they were due last.
    pub fn set_overdue(&self, exports: usize) {
        self.overdue.store(exports, Ordering::Relaxed);
    }

    /// Files that were made, attempts that failed, and exports that failed for the time at which they were due last.
    pub fn totals(&self) -> (u64, u64, usize) {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        (read(&self.made), read(&self.failed), self.overdue.load(Ordering::Relaxed))
    }
}
