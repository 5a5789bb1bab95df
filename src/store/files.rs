//! Where the files of the store are.

use std::path::{Path, PathBuf};

/// The name of the journal's file.
pub(super) const JOURNAL: &str = "journal.sqlite";

/// The files of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreFiles {
    pub journal: PathBuf,
    pub settings: PathBuf,
    pub profiles: PathBuf,
    pub records: PathBuf,
    pub documents: PathBuf,
    pub events: PathBuf,
    pub notes: PathBuf,
    /// The directory of the payment history.
    pub history: PathBuf,
}

impl StoreFiles {
    /// All of them in one directory.
    pub fn in_dir(dir: &Path) -> Self {
        Self {
            journal: dir.join(JOURNAL),
            settings: dir.join("settings.json"),
            profiles: dir.join("profiles.json"),
            records: dir.join("records.sqlite"),
            documents: dir.join("evidence.sqlite"),
            events: dir.join("events.sqlite"),
            notes: dir.join("notes.sqlite"),
            history: dir.join("history"),
        }
    }
}
