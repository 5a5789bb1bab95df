//! Small files of JSON: read once at the start, written whole beside the old one and renamed over it.
//!
//! A damaged file never stops Paydesk and is never lost: it is set aside under a name of its own.

use std::fs::File;
use std::io::{Error, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::app::problem::Problem;

use super::error_text::io_error_text;

/// Largest file read, in bytes; ours are under 20 KB.
const FILE_MAX_BYTES: u64 = 1024 * 1024;
/// Most damaged files that are kept.
const ASIDE_MAX: u32 = 999;

/// How a file is called in front of people.
#[derive(Debug, Clone, Copy)]
pub struct FileTexts {
    /// `settings`
    pub noun: &'static str,
    /// What Paydesk does without it: `Paydesk started with its usual settings`
    pub without: &'static str,
    /// What becomes of values that could not be saved.
    pub not_saved: &'static str,
}

/// What to start with, and what was wrong with the file, if anything.
#[derive(Debug, Clone, PartialEq)]
pub struct LoadedFile<T> {
    pub value: T,
    pub problem: Option<Problem>,
}

/// Reads a file. A missing one means defaults; so does a damaged or unreadable one, which is reported.
pub fn load<T: DeserializeOwned + Default>(path: &Path, texts: FileTexts) -> LoadedFile<T> {
    match read(path) {
        Ok(bytes) => match serde_json::from_slice(&bytes) {
            Ok(value) => LoadedFile { value, problem: None },
            Err(error) => LoadedFile { value: T::default(), problem: Some(damaged(path, texts, &error)) },
        },
        Err(error) if error.kind() == ErrorKind::NotFound => LoadedFile { value: T::default(), problem: None },
        Err(error) => LoadedFile {
            value: T::default(),
            problem: Some(Problem {
                what: format!("The {} in {} could not be read: {}", texts.noun, path.display(), io_error_text(&error)),
                what_to_do: format!("{}. Give yourself the right to read the file and start again", texts.without),
            }),
        },
    }
}

/// Writes all of it; afterwards the file holds either the old or the new, whatever happens.
pub fn save<T: Serialize>(path: &Path, texts: FileTexts, value: &T) -> Result<(), Problem> {
    write(path, value).map_err(|error| Problem {
        what: format!("The {} could not be saved to {}: {}", texts.noun, path.display(), io_error_text(&error)),
        what_to_do: texts.not_saved.to_owned(),
    })
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    File::open(path)?.take(FILE_MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn damaged(path: &Path, texts: FileTexts, error: &serde_json::Error) -> Problem {
    let what = format!("The {} file {} is damaged: {error}", texts.noun, path.display());
    let without = texts.without;
    let what_to_do = match set_aside(path) {
        Ok(aside) => format!("{without}. The damaged file is kept as {}", aside.display()),
        Err(error) => {
            format!(
                "{without}. Copy the file now if you need it: it could not be set aside ({})",
                io_error_text(&error)
            )
        }
    };
    Problem { what, what_to_do }
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
    Err(Error::new(ErrorKind::AlreadyExists, "too many damaged files are kept already"))
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
    let dir = path.parent().ok_or_else(|| Error::new(ErrorKind::NotFound, "the path has no directory"))?;
    let mut file = tempfile::Builder::new().prefix(".paydesk-").tempfile_in(dir)?;
    serde_json::to_writer_pretty(&mut file, value)?;
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
