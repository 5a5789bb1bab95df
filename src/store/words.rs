//! Errors of the file system in words for people. The operating system's own words come last, for support.

use std::io::{Error, ErrorKind};
use std::path::{Path, PathBuf};

/// Why a file could not be read or written, to go after a colon.
pub fn io_words(error: &Error) -> String {
    let words = match error.kind() {
        ErrorKind::PermissionDenied => "you are not allowed to",
        ErrorKind::ReadOnlyFilesystem => "the disk is read-only",
        ErrorKind::StorageFull => "the disk is full",
        ErrorKind::QuotaExceeded => "your quota on this disk is used up",
        ErrorKind::NotFound => "a directory on the way is missing",
        ErrorKind::NotADirectory => "a part of the path is a file",
        ErrorKind::IsADirectory => "it is a directory",
        _ => return error.to_string(),
    };
    format!("{words} ({error})")
}

/// The first of `<stem>.damaged-1.json`, `-2` … that does not exist; it is created empty, so that it is ours.
pub fn reserve_aside(path: &Path) -> Result<PathBuf, Error> {
    const MOST: u32 = 999;
    for number in 1..=MOST {
        let aside = path.with_extension(format!("damaged-{number}.json"));
        match std::fs::File::create_new(&aside) {
            Ok(_) => return Ok(aside),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(Error::new(ErrorKind::AlreadyExists, "too many damaged files are kept already"))
}
