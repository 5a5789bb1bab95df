//! The version of every file that Paydesk writes, and the one rule for what is found on disk:
//!
//! - the version of today is opened;
//! - an older one is brought to it, after a copy of it was saved beside it;
//! - a newer one is left as it is and refused: the Paydesk that wrote it knows what this one would lose.
//!
//! What can be read from the service again (`history/`) is read again instead of being converted.

use std::fs::File;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use super::files::StoreFiles;

/// How files of one kind are marked, and their version.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FileFormat {
    /// `application_id` of the database.
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
pub const EVENTS: FileFormat = FileFormat { application_id: 0x5064_5768, version: 1 };
/// `PdNt`
pub const NOTES: FileFormat = FileFormat { application_id: 0x5064_4E74, version: 1 };
/// `PdHi`
pub const HISTORY: FileFormat = FileFormat { application_id: 0x5064_4869, version: 1 };

/// What a file on disk is to this Paydesk.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FoundVersion {
    Missing,
    /// It can be used as it is.
    Current(i64),
    /// It is brought to the version of today when it is opened.
    Older(i64),
    /// A newer Paydesk wrote it.
    Newer(i64),
    /// It is no file of this kind.
    Foreign,
    /// What the system said.
    NotRead(String),
}

/// A database beside what is known of its version.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFile {
    pub path: PathBuf,
    pub format: FileFormat,
    pub found: FoundVersion,
}

/// The version of each database of the store. Reads a few bytes of each and opens none, so that nothing is locked or
/// changed, whatever state it is in.
pub fn databases(files: &StoreFiles) -> Vec<FoundFile> {
    let StoreFiles { journal, records, documents, events, notes, history, .. } = files;
    let fixed = [(journal, JOURNAL), (records, RECORDS), (documents, DOCUMENTS), (events, EVENTS), (notes, NOTES)];
    let found = fixed.into_iter().map(|(path, format)| FoundFile::at(path.clone(), format));
    let mut histories: Vec<PathBuf> =
        std::fs::read_dir(history).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    histories.retain(|path| path.extension().is_some_and(|extension| extension == "sqlite"));
    histories.sort();
    found.chain(histories.into_iter().map(|path| FoundFile::at(path, HISTORY))).collect()
}

impl FoundFile {
    /// What is at `path`, where a file of this format belongs.
    pub fn at(path: PathBuf, format: FileFormat) -> Self {
        let found = match header(&path) {
            Ok(header) => found_in(&header, format),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => FoundVersion::Missing,
            Err(error) => FoundVersion::NotRead(error.to_string()),
        };
        Self { path, format, found }
    }
}

/// The first bytes of a database of SQLite.
fn header(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut header = Vec::new();
    File::open(path)?.take(100).read_to_end(&mut header)?;
    Ok(header)
}

/// Where SQLite's file format has the two numbers.
fn found_in(header: &[u8], format: FileFormat) -> FoundVersion {
    let number = |at: usize| {
        let bytes: Option<[u8; 4]> = header.get(at..at + 4).and_then(|bytes| bytes.try_into().ok());
        bytes.map(|bytes| i64::from(i32::from_be_bytes(bytes)))
    };
    match (number(68), number(60)) {
        _ if !header.starts_with(b"SQLite format 3\0") => FoundVersion::Foreign,
        (Some(id), Some(version)) if id == format.application_id => match version.cmp(&format.version) {
            std::cmp::Ordering::Less => FoundVersion::Older(version),
            std::cmp::Ordering::Equal => FoundVersion::Current(version),
            std::cmp::Ordering::Greater => FoundVersion::Newer(version),
        },
        _ => FoundVersion::Foreign,
    }
}
