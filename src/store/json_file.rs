//! Small files of JSON: read once at the start, written whole beside the old one and renamed over it.
//!
//! A damaged file never stops Paydesk and is never lost: it is set aside under a name of its own. The first field of
//! each is its version; a file of a newer version is neither read nor written over.

use std::fs::File;
use std::io::{Error, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use paydesk_core::failure::{IoFault, JsonFile, JsonFileFault, StoreError};
use paydesk_platform::file_versions::copy_name;

/// Largest file read, in bytes: a bulk run of 100,000 items has some 40 MB, the others under 20 KB.
const FILE_MAX_BYTES: u64 = 128 * 1024 * 1024;
/// Most damaged files that are stored.
const ASIDE_MAX: u32 = 999;

/// Version of the files that are written today; those from before they had one are version 0.
pub const VERSION: u64 = 1;
/// The version is in the first bytes of a file.
const HEAD_BYTES: u64 = 256;

/// A file with its version before everything else.
#[derive(Serialize)]
struct Versioned<'a, T> {
    version: u64,
    #[serde(flatten)]
    value: &'a T,
}

/// What a file holds, where it is only looked at.
#[derive(Debug, Clone, PartialEq)]
pub enum LookedAt<T> {
    Missing,
    Read {
        version: u64,
        value: T,
    },
    /// A newer Paydesk wrote it.
    Newer(u64),
    /// What is wrong with it.
    NotRead(String),
}

/// What to start with, and what was wrong with the file, if anything.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadedFile<T> {
    pub value: T,
    pub error: Option<StoreError>,
}

/// Reads a file. A missing one means defaults; so does a damaged or unreadable one, which is reported.
pub fn load<T: DeserializeOwned + Default>(path: &Path, file: JsonFile) -> LoadedFile<T> {
    let faulty = |fault| {
        let error = StoreError::Json { file, path: path.to_owned(), fault };
        LoadedFile { value: T::default(), error: Some(error) }
    };
    match read(path) {
        Ok(bytes) if version_of(&bytes) > VERSION => faulty(JsonFileFault::Newer(version_of(&bytes))),
        Ok(bytes) => match serde_json::from_slice(&bytes) {
            Ok(value) => LoadedFile { value, error: None },
            Err(error) => faulty(damaged(path, &error)),
        },
        Err(error) if error.kind() == ErrorKind::NotFound => LoadedFile { value: T::default(), error: None },
        Err(error) => faulty(JsonFileFault::NotRead(error.into())),
    }
}

/// Reads a file without setting it aside, whatever is wrong with it.
pub fn look<T: DeserializeOwned>(path: &Path) -> LookedAt<T> {
    let bytes = match read(path) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == ErrorKind::NotFound => return LookedAt::Missing,
        Err(error) => return LookedAt::NotRead(IoFault::from(error).system),
    };
    match (version_of(&bytes), serde_json::from_slice(&bytes)) {
        (version, _) if version > VERSION => LookedAt::Newer(version),
        (version, Ok(value)) => LookedAt::Read { version, value },
        (_, Err(error)) => LookedAt::NotRead(error.to_string()),
    }
}

/// Writes all of it; afterwards the file holds either the old or the new, whatever happens.
pub fn save<T: Serialize>(path: &Path, file: JsonFile, value: &T) -> Result<(), StoreError> {
    let refused = |fault| StoreError::Json { file, path: path.to_owned(), fault };
    match head(path) {
        Ok(head) if version_of(&head) > VERSION => return Err(refused(JsonFileFault::Newer(version_of(&head)))),
        Ok(head) if version_of(&head) < VERSION && !head.is_empty() => {
            save_copy(path).map_err(|error| refused(JsonFileFault::NotSaved(error.into())))?;
        }
        // Writing says what is wrong.
        Ok(_) | Err(_) => {}
    }
    write(path, value).map_err(|error| refused(JsonFileFault::NotSaved(error.into())))
}

/// Saves what is there, before it is written over in the version of today.
fn save_copy(path: &Path) -> Result<(), Error> {
    let (mut old, mut copy) = (File::open(path)?, tempfile::NamedTempFile::with_prefix_in(".paydesk-", dir_of(path)?)?);
    std::io::copy(&mut old, &mut copy)?;
    copy.as_file().sync_all()?;
    copy.persist(copy_name(path, VERSION)).map_err(|error| error.error)?;
    Ok(())
}

fn dir_of(path: &Path) -> Result<&Path, Error> {
    path.parent().ok_or_else(|| Error::new(ErrorKind::NotFound, "the path has no directory"))
}

fn head(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    File::open(path)?.take(HEAD_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// The version that the first field of a file names; 0 where there is none.
fn version_of(bytes: &[u8]) -> u64 {
    let head = String::from_utf8_lossy(&bytes[..bytes.len().min(HEAD_BYTES as usize)]);
    let first = head.trim_start().strip_prefix('{').map(str::trim_start);
    let number = first.and_then(|first| first.strip_prefix("\"version\"")?.trim_start().strip_prefix(':'));
    let digits = number.map(str::trim_start).map(|text| text.split(|c: char| !c.is_ascii_digit()).next());
    digits.flatten().and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    File::open(path)?.take(FILE_MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn damaged(path: &Path, error: &serde_json::Error) -> JsonFileFault {
    JsonFileFault::Damaged { error: error.to_string(), aside: set_aside(path).map_err(IoFault::from) }
}

/// Moves the file over a new, empty one of ours, so that no earlier one is overwritten.
fn set_aside(path: &Path) -> Result<PathBuf, Error> {
    let aside = reserve_aside(path)?;
    std::fs::rename(path, &aside)?;
    Ok(aside)
}

/// The first of `<stem>.damaged-1.json`, `-2` … that does not exist; it is created empty, so that it is ours.
fn reserve_aside(path: &Path) -> Result<PathBuf, Error> {
    for number in 1..=ASIDE_MAX {
        let aside = path.with_extension(format!("damaged-{number}.json"));
        match File::create_new(&aside) {
            Ok(_) => return Ok(aside),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    Err(Error::new(ErrorKind::AlreadyExists, "there are too many damaged files already"))
}

fn write<T: Serialize>(path: &Path, value: &T) -> Result<(), Error> {
    // The file may be a link into somebody's collection of dotfiles: the target is replaced, not the link.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // What cannot be read is not replaced: it may hold more than this.
    if let Err(error) = File::open(&path)
        && error.kind() != ErrorKind::NotFound
    {
        return Err(error);
    }
    let dir = dir_of(&path)?;
    let mut file = tempfile::Builder::new().prefix(".paydesk-").tempfile_in(dir)?;
    serde_json::to_writer_pretty(&mut file, &Versioned { version: VERSION, value })?;
    file.write_all(b"\n")?;
    file.as_file().sync_all()?;
    file.persist(&path).map_err(|error| error.error)?;
    sync_dir(dir);
    Ok(())
}

/// Makes the rename durable where the system can; the settings are good either way.
fn sync_dir(dir: &Path) {
    #[cfg(unix)]
    if let Err(error) = File::open(dir).and_then(|dir| dir.sync_all()) {
        tracing::debug!(%error, "the directory could not be synced");
    }
    #[cfg(not(unix))]
    let _ = dir;
}
