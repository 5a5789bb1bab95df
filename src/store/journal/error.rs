//! What can be wrong with the journal, and how it is described to the person.

use std::path::Path;

use rusqlite::ErrorCode;

use crate::app::problem::Problem;
use crate::store::error_text::io_error_text;

/// Why the journal cannot be used, or an entry not be added.
#[derive(Debug, thiserror::Error)]
pub enum JournalError {
    #[error("another operation is open for the same thing")]
    AlreadyOpen,
    #[error("the operation is not open in the journal")]
    NotOpen,
    #[error("this step of the operation was written before")]
    WrittenAlready,
    #[error("it was written by a newer Paydesk (version {0} of the file)")]
    Newer(i64),
    #[error("it is not a journal of Paydesk")]
    Foreign,
    #[error("it is damaged: {0}")]
    Damaged(String),
    #[error("entry {seq} was changed after it was written")]
    Changed { seq: i64 },
    #[error("{0}")]
    Setting(&'static str),
    #[error("{text}", text = io_error_text(.0))]
    Io(#[from] std::io::Error),
    #[error("{text}", text = sqlite_error_text(.0))]
    Sqlite(#[from] rusqlite::Error),
    #[error("an entry cannot be read: {0}")]
    Payload(#[from] serde_json::Error),
}

impl JournalError {
    /// The same as text for the user; `path` is the journal's.
    pub fn problem(&self, path: &Path) -> Problem {
        let path = path.display();
        let what = match self {
            Self::Changed { .. } => format!("The journal of operations is damaged: {self}"),
            _ => format!("The journal of operations cannot be used: {self}"),
        };
        let what_to_do = match self {
            Self::AlreadyOpen | Self::NotOpen | Self::WrittenAlready => {
                "Look at it again: another window worked on it".to_owned()
            }
            Self::Newer(_) => format!("Paydesk is read-only. Use the newer Paydesk with this file: {path}"),
            Self::Foreign => format!("Paydesk is read-only. Move this file away, or name another --data-dir: {path}"),
            _ if self.is_damage() => {
                format!("Paydesk is read-only. The file was left as it is, keep a copy for support: {path}")
            }
            _ => format!("Paydesk is read-only. Check the disk and the rights of this file, then start again: {path}"),
        };
        Problem { what, what_to_do }
    }

    fn is_damage(&self) -> bool {
        match self {
            Self::Damaged(_) | Self::Changed { .. } | Self::Payload(_) => true,
            Self::Sqlite(error) => match error.sqlite_error_code() {
                Some(code) => matches!(code, ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase),
                None => true,
            },
            Self::AlreadyOpen
            | Self::NotOpen
            | Self::WrittenAlready
            | Self::Newer(_)
            | Self::Foreign
            | Self::Setting(_)
            | Self::Io(_) => false,
        }
    }
}

/// What is reported of a journal whose file is gone, where the `found` files show that there was one.
pub fn missing(path: &Path, found: &[&Path]) -> Option<Problem> {
    let names: Vec<String> =
        found.iter().filter_map(|file| file.file_name()).map(|name| name.to_string_lossy().into_owned()).collect();
    if names.is_empty() {
        return None;
    }
    let what = format!("The journal of operations is missing: {}", path.display());
    let what_to_do = format!(
        "Paydesk was used here before ({}), so there was a journal, and it may list operations without an outcome. \
         Restore the file from a backup and look for it again. If it is lost, check at the service what was in \
         progress, then start a new journal. Nothing is sent until you decide",
        names.join(", ")
    );
    Some(Problem { what, what_to_do })
}

fn sqlite_error_text(error: &rusqlite::Error) -> String {
    let text = match error.sqlite_error_code() {
        Some(ErrorCode::DiskFull) => "the disk is full",
        Some(ErrorCode::ReadOnly) => "it cannot be written to",
        Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => "it cannot be opened",
        Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => "another program keeps it locked",
        Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => "it is damaged",
        Some(ErrorCode::SystemIoFailure) => "the disk reported an error",
        _ => return error.to_string(),
    };
    format!("{text} ({error})")
}
