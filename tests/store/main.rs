//! The store on real files: what survives, what is noticed, what is refused.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod bulk_runs;
mod dirs;
mod documents;
mod evidence_pdf;
mod export;
mod format_1;
mod history;
pub mod journal;
mod managed;
mod migration;
mod notes;
mod open;
mod records;
mod settings;
mod sharing;
mod table_exporter;
mod table_file;
pub mod table_read;
mod upgrade;
mod webhook_events;
pub mod worker;

use std::path::{Path, PathBuf};

use paydesk_test_core::journal_entries::{attempt, confirmed, entry, final_steps, of, prepared, sending, unknown};

/// A directory that nobody can write to, or `None` where everything can be written to.
pub fn unwritable_dir(within: &Path) -> Option<PathBuf> {
    let dir = within.join("read-only");
    std::fs::create_dir(&dir).unwrap();
    let mut permissions = std::fs::metadata(&dir).unwrap().permissions();
    permissions.set_readonly(true);
    std::fs::set_permissions(&dir, permissions).unwrap();
    // The administrator may write anywhere but into what the kernel shows.
    [dir, PathBuf::from("/sys")].into_iter().find(|dir| dir.is_dir() && tempfile::tempfile_in(dir).is_err())
}

/// A directory that is gone when dropped.
pub fn dir() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}
