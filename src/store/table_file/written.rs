//! What becomes of a table.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use paydesk_core::failure::IoFault;
use paydesk_domain::money_sums::MoneySums;

/// A table that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableWritten {
    pub rows: u64,
    pub sums: MoneySums,
    /// The sums of each status, where the table has a column of them: what failed moved nothing.
    pub sums_by_status: BTreeMap<String, MoneySums>,
    /// Rows whose creation date could not be read.
    pub undated: u64,
    /// Why the table need not be complete.
    pub incomplete: Option<String>,
    /// Of the file, in hexadecimal.
    pub sha256: String,
}

/// Why a table was not written; nothing is left of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableFault {
    #[error("{} cannot be written: {}", .path.display(), .fault.system)]
    Io { path: PathBuf, fault: IoFault },
    #[error("the workbook cannot be written: {0}")]
    Workbook(String),
    #[error("the export was cancelled")]
    Cancelled,
}

/// The directory that a file is in.
pub fn directory(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// What a file is called while it is written.
const TEMPORARY: &str = ".paydesk-export-";

/// A new file in `dir`, which is deleted unless it is put in its place.
pub fn temporary_file(dir: &Path) -> Result<NamedTempFile, std::io::Error> {
    tempfile::Builder::new().prefix(TEMPORARY).tempfile_in(dir)
}

/// Deletes what a Paydesk that was killed left of files it was writing into `dir`.
pub fn remove_unfinished(dir: &Path) {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(TEMPORARY)) {
        if let Err(error) = std::fs::remove_file(entry.path()) {
            tracing::warn!(%error, "an unfinished export cannot be deleted");
        }
    }
}
