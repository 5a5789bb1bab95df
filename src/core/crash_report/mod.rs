//! Reports of internal errors that earlier runs left: the newest is offered until it was opened or dismissed.

pub mod scrubbing;

use chrono::{DateTime, Utc};

/// A report that an earlier run left.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CrashReport {
    pub path: String,
    /// Its file; later ones sort behind earlier ones.
    pub name: String,
    pub at: DateTime<Utc>,
}

/// The newest report that nobody has seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfferedReport {
    pub report: CrashReport,
    /// How many others nobody has seen.
    pub more: usize,
}

impl OfferedReport {
    /// Of `reports`, where `seen` is the name of the newest one that was seen.
    pub fn of(reports: Vec<CrashReport>, seen: Option<&str>) -> Option<Self> {
        let is_unseen = |report: &CrashReport| seen.is_none_or(|seen| *report.name > *seen);
        let mut unseen: Vec<CrashReport> = reports.into_iter().filter(is_unseen).collect();
        unseen.sort_by(|one, other| one.name.cmp(&other.name));
        let report = unseen.pop()?;
        Some(Self { report, more: unseen.len() })
    }
}
