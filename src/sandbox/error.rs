//! Why the sandbox cannot start or go on, in sentences a person can act on. Refusals of single requests are
//! [`Refusal`](super::engine::Refusal)s and never end here.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;

/// Why the sandbox cannot start.
#[derive(Debug, thiserror::Error)]
pub enum SandboxError {
    #[error("{0} is in use by another program: choose another port with --listen, or port 0 for a free one")]
    AddressInUse(SocketAddr),
    #[error("{0} can be reached from other machines: listen on 127.0.0.1, or allow it with --allow-remote")]
    NotLoopback(SocketAddr),
    #[error("cannot listen on {address}: {source}")]
    Listen { address: SocketAddr, source: std::io::Error },
    #[error("cannot write in the data directory {}: {reason}", path.display())]
    NotWritable { path: PathBuf, reason: String },
    #[error("the data in {} is in use by another sandbox: close it, or choose another directory", path.display())]
    DataInUse { path: PathBuf },
    #[error(
        "the data in {} was written by a newer version (format {found}; this version reads up to {known}): update, or choose another directory",
        path.display()
    )]
    NewerData { path: PathBuf, found: i64, known: i64 },
    #[error("{} is no sandbox data, or is damaged ({reason}): move it away, or choose another directory", path.display())]
    NotOurData { path: PathBuf, reason: String },
    #[error("{what} cannot be used: {rule}")]
    Credential { what: &'static str, rule: &'static str },
    #[error("the sandbox's data cannot be read or written: {0}")]
    Storage(#[from] rusqlite::Error),
    #[error("cannot listen for the signals that end the sandbox: {0}")]
    Signals(std::io::Error),
    #[error("cannot print the connection line: {0}")]
    Output(std::io::Error),
    #[error("the sandbox's worker ended unexpectedly")]
    Worker,
}

impl SandboxError {
    /// Why the database `file` could not be opened.
    pub fn of_opening(error: rusqlite::Error, file: &Path) -> Self {
        let path = PathBuf::from(file);
        match error.sqlite_error_code() {
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::DataInUse { path },
            Some(ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => {
                Self::NotWritable { path, reason: error.to_string() }
            }
            Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                Self::NotOurData { path, reason: error.to_string() }
            }
            _ => Self::Storage(error),
        }
    }
}
