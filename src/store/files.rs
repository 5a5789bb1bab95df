//! Where the files of the store are.

use std::path::PathBuf;

/// The files of the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoreFiles {
    pub journal: PathBuf,
    pub settings: PathBuf,
    pub profiles: PathBuf,
    pub records: PathBuf,
    pub documents: PathBuf,
    pub events: PathBuf,
}

impl StoreFiles {
    /// Where the history of payments is stored, beside the records.
    pub fn history_dir(&self) -> PathBuf {
        self.records.with_file_name("history")
    }
}
