//! What becomes of a table.

use std::path::{Path, PathBuf};

use crate::app::failure::IoFault;
use crate::domain::money_sums::MoneySums;

/// A table that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableWritten {
    pub rows: u64,
    pub sums: MoneySums,
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
