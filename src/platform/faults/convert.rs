//! What the file system and SQLite report, as faults. The system's own text comes along, for support.

use std::io::{Error, ErrorKind};

use rusqlite::ErrorCode;

use super::{DatabaseFault, DatabaseFaultKind, IoFault, IoFaultKind, JournalFault, RecordsFault};
use crate::file_versions::CopyFault;

impl From<&Error> for IoFault {
    fn from(error: &Error) -> Self {
        let kind = match error.kind() {
            ErrorKind::PermissionDenied => IoFaultKind::NotAllowed,
            ErrorKind::ReadOnlyFilesystem => IoFaultKind::ReadOnlyDisk,
            ErrorKind::StorageFull => IoFaultKind::DiskFull,
            ErrorKind::QuotaExceeded => IoFaultKind::QuotaUsedUp,
            ErrorKind::NotFound => IoFaultKind::DirectoryMissing,
            ErrorKind::NotADirectory => IoFaultKind::FileOnThePath,
            ErrorKind::IsADirectory => IoFaultKind::IsDirectory,
            _ => IoFaultKind::Other,
        };
        Self { kind, system: error.to_string() }
    }
}

impl From<Error> for IoFault {
    fn from(error: Error) -> Self {
        Self::from(&error)
    }
}

impl From<rusqlite::Error> for DatabaseFault {
    fn from(error: rusqlite::Error) -> Self {
        let kind = match error.sqlite_error_code() {
            Some(ErrorCode::DiskFull) => DatabaseFaultKind::DiskFull,
            Some(ErrorCode::ReadOnly) => DatabaseFaultKind::ReadOnly,
            Some(ErrorCode::CannotOpen | ErrorCode::PermissionDenied) => DatabaseFaultKind::CannotOpen,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => DatabaseFaultKind::Locked,
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => DatabaseFaultKind::Damaged,
            Some(ErrorCode::SystemIoFailure) => DatabaseFaultKind::DiskError,
            Some(_) => DatabaseFaultKind::Other,
            None => DatabaseFaultKind::WrongContent,
        };
        Self { kind, system: error.to_string() }
    }
}

impl From<Error> for JournalFault {
    fn from(error: Error) -> Self {
        Self::Io(error.into())
    }
}

impl From<rusqlite::Error> for JournalFault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<serde_json::Error> for JournalFault {
    fn from(error: serde_json::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl From<Error> for RecordsFault {
    fn from(error: Error) -> Self {
        Self::Io(error.into())
    }
}

impl From<rusqlite::Error> for RecordsFault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error.into())
    }
}

impl From<serde_json::Error> for RecordsFault {
    fn from(error: serde_json::Error) -> Self {
        Self::Unwritable(error.to_string())
    }
}

impl From<CopyFault> for JournalFault {
    fn from(fault: CopyFault) -> Self {
        match fault {
            CopyFault::Io(error) => error.into(),
            CopyFault::Database(error) => error.into(),
        }
    }
}

impl From<CopyFault> for RecordsFault {
    fn from(fault: CopyFault) -> Self {
        match fault {
            CopyFault::Io(error) => error.into(),
            CopyFault::Database(error) => error.into(),
        }
    }
}
