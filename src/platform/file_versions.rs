//! The version of every database that Paydesk writes, and the one rule for what is found on disk:
//!
//! - the version of today is opened;
//! - an older one is brought to it, after a copy of it was saved beside it ([`save_copy`]);
//! - a newer one is left as it is and refused: the Paydesk that wrote it knows what this one would lose.
//!
//! What can be read from the service again (`history/`) is read again instead of being converted. Files of JSON follow
//! the same rule in `store::json_file`.

use std::cmp::Ordering;
use std::fs::File;
use std::io::{Error, ErrorKind, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::types::{ToSqlOutput, ValueRef};
use rusqlite::{Connection, OpenFlags};

/// How databases of one kind are marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileFormat {
    /// `application_id`.
    pub application_id: i64,
    /// `user_version` of one that is written today.
    pub version: i64,
}

/// `PYDJ`
pub const JOURNAL: FileFormat = FileFormat { application_id: 0x5059_444A, version: 2 };
/// `PdRc`
pub const RECORDS: FileFormat = FileFormat { application_id: 0x5064_5263, version: 1 };
/// `PdEv`
pub const DOCUMENTS: FileFormat = FileFormat { application_id: 0x5064_4576, version: 1 };
/// `PdWh`
pub const EVENTS: FileFormat = FileFormat { application_id: 0x5064_5768, version: 2 };
/// `PdNt`
pub const NOTES: FileFormat = FileFormat { application_id: 0x5064_4E74, version: 1 };
/// `PdSh`
pub const SHARING: FileFormat = FileFormat { application_id: 0x5064_5368, version: 1 };
/// `PdHi`
pub const HISTORY: FileFormat = FileFormat { application_id: 0x5064_4869, version: 1 };
/// `PdSb`
pub const SANDBOX: FileFormat = FileFormat { application_id: 0x5064_5362, version: 5 };

/// What a file on disk is to this Paydesk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundVersion {
    Missing,
    /// It was just made, or its making did not come to an end: nothing is in it.
    Unfinished,
    /// It can be used as it is.
    Current,
    /// It is brought to the version of today when it is opened.
    Older(i64),
    /// A newer Paydesk wrote it.
    Newer(i64),
    /// It is no file of this kind.
    Foreign,
    /// What the system said.
    NotRead(String),
}

impl FileFormat {
    /// What the two numbers of a database say.
    pub fn compare(self, application_id: i64, version: i64) -> FoundVersion {
        match version.cmp(&self.version) {
            // Earlier versions marked a new file in two commits.
            _ if version == 0 && [0, self.application_id].contains(&application_id) => FoundVersion::Unfinished,
            _ if application_id != self.application_id => FoundVersion::Foreign,
            Ordering::Less => FoundVersion::Older(version),
            Ordering::Equal => FoundVersion::Current,
            Ordering::Greater => FoundVersion::Newer(version),
        }
    }

    /// What an open database is.
    pub fn of(self, connection: &Connection) -> rusqlite::Result<FoundVersion> {
        let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
        Ok(self.compare(number("application_id")?, number("user_version")?))
    }

    /// What is at `path`. Reads a few bytes and opens no database, so that nothing is locked or changed, whatever state
    /// it is in.
    pub fn at(self, path: &Path) -> FoundVersion {
        match header(path) {
            Ok(header) => self.of_header(&header),
            Err(error) if error.kind() == ErrorKind::NotFound => FoundVersion::Missing,
            Err(error) => FoundVersion::NotRead(error.to_string()),
        }
    }

    /// Where SQLite's file format has the two numbers.
    fn of_header(self, header: &[u8]) -> FoundVersion {
        let number = |at: usize| {
            let bytes: Option<[u8; 4]> = header.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
            bytes.map(|bytes| i64::from(i32::from_be_bytes(bytes)))
        };
        match (number(68), number(60)) {
            _ if header.is_empty() => FoundVersion::Unfinished,
            (Some(application_id), Some(version)) if header.starts_with(b"SQLite format 3\0") => {
                self.compare(application_id, version)
            }
            _ => FoundVersion::Foreign,
        }
    }
}

fn header(path: &Path) -> Result<Vec<u8>, Error> {
    let mut header = Vec::new();
    File::open(path)?.take(100).read_to_end(&mut header)?;
    Ok(header)
}

/// Why no copy was saved, so that nothing is converted.
#[derive(Debug)]
pub enum CopyFault {
    Io(Error),
    Database(rusqlite::Error),
}

impl From<Error> for CopyFault {
    fn from(error: Error) -> Self {
        Self::Io(error)
    }
}

impl From<rusqlite::Error> for CopyFault {
    fn from(error: rusqlite::Error) -> Self {
        Self::Database(error)
    }
}

/// Saves what the database at `path` holds before it is brought to `version`, durably and under a name of its own beside
/// it: `journal.before-version-2.sqlite`. Another connection may hold the file for writing, if it has written nothing yet.
pub fn save_copy(path: &Path, version: i64) -> Result<PathBuf, CopyFault> {
    let dir = path.parent().ok_or_else(|| Error::new(ErrorKind::NotFound, "the path has no directory"))?;
    let source = Connection::open_with_flags(path, OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX)?;
    source.busy_timeout(Duration::from_secs(10))?;
    let copy = tempfile::Builder::new().prefix(".paydesk-").tempfile_in(dir)?;
    // As bytes: not every path is a text.
    let target = ToSqlOutput::Borrowed(ValueRef::Text(copy.path().as_os_str().as_encoded_bytes()));
    source.execute("VACUUM INTO ?1", [target])?;
    copy.as_file().sync_all()?;
    let kept = copy_name(path, version);
    copy.persist(&kept).map_err(|error| error.error)?;
    #[cfg(unix)]
    File::open(dir)?.sync_all()?;
    Ok(kept)
}

/// How the copy of a file is called that is saved before it becomes `version`.
pub fn copy_name(path: &Path, version: impl std::fmt::Display) -> PathBuf {
    let extension = path.extension().map(|extension| extension.to_string_lossy()).unwrap_or_default();
    path.with_extension(format!("before-version-{version}.{extension}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_compared_with_the_version_of_today() {
        let format = FileFormat { application_id: 7, version: 3 };
        for (id, version, found) in [
            (7, 3, FoundVersion::Current),
            (7, 2, FoundVersion::Older(2)),
            (7, 4, FoundVersion::Newer(4)),
            (8, 3, FoundVersion::Foreign),
            (0, 3, FoundVersion::Foreign),
            (0, 0, FoundVersion::Unfinished),
            (7, 0, FoundVersion::Unfinished),
        ] {
            assert_eq!(format.compare(id, version), found, "{id} {version}");
        }
    }

    #[test]
    fn a_copy_holds_what_the_file_held_while_another_connection_is_about_to_write() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a file.sqlite");
        let connection = Connection::open(&path).unwrap();
        connection
            .execute_batch(
                "PRAGMA application_id = 7; PRAGMA user_version = 2; CREATE TABLE a (b); INSERT INTO a VALUES (5)",
            )
            .unwrap();
        connection.execute_batch("BEGIN IMMEDIATE").unwrap();
        let copy = save_copy(&path, 3).unwrap();
        connection.execute_batch("DELETE FROM a; COMMIT").unwrap();
        assert_eq!(copy, dir.path().join("a file.before-version-3.sqlite"));
        let copied = Connection::open(&copy).unwrap();
        assert_eq!(copied.query_row("SELECT b FROM a", [], |row| row.get::<_, i64>(0)), Ok(5));
        let format = FileFormat { application_id: 7, version: 2 };
        assert_eq!((format.of(&copied), format.at(&copy)), (Ok(FoundVersion::Current), FoundVersion::Current));
        assert_eq!(dir.path().read_dir().unwrap().count(), 2, "nothing else is left");
    }

    #[cfg(unix)]
    #[test]
    fn only_this_user_can_read_a_copy() {
        use std::os::unix::fs::PermissionsExt as _;
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.sqlite");
        Connection::open(&path).unwrap().execute_batch("CREATE TABLE a (b)").unwrap();
        let mode = save_copy(&path, 2).unwrap().metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}
