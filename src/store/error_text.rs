//! Errors of the file system as text for people. The operating system's own message comes last, for support.

use std::io::{Error, ErrorKind};

/// Why a file could not be read or written, to go after a colon.
pub fn io_error_text(error: &Error) -> String {
    let text = match error.kind() {
        ErrorKind::PermissionDenied => "you are not allowed to",
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "your quota on this disk is used up",
        ErrorKind::NotFound => "a directory on the way is missing",
        ErrorKind::NotADirectory => "a part of the path is a file",
        ErrorKind::IsADirectory => "it is a directory",
        _ => return error.to_string(),
    };
    format!("{text} ({error})")
}
