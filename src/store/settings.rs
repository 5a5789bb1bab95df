//! The settings file: read once at the start, written whole beside the old one and renamed over it.
//!
//! A damaged file never stops the desk and is never lost: it is set aside under a name of its own.

use std::fs::File;
use std::io::{Error, ErrorKind, Read as _, Write as _};
use std::path::{Path, PathBuf};

use crate::app::event::Problem;
use crate::app::settings::Settings;

use super::words::io_words;

/// Largest settings file read, in bytes; ours is under 1 KB.
const FILE_MAX_BYTES: u64 = 1024 * 1024;
/// Most damaged files that are kept.
const ASIDE_MAX: u32 = 999;

/// The settings to start with, and what was wrong with the file, if anything.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    pub settings: Settings,
    pub problem: Option<Problem>,
}

/// Reads the settings. A missing file means defaults; so does a damaged or unreadable one, which is told.
pub fn load(path: &Path) -> Loaded {
    match read(path) {
        Ok(bytes) => parse(path, &bytes),
        Err(error) if error.kind() == ErrorKind::NotFound => Loaded { settings: Settings::default(), problem: None },
        Err(error) => defaults_because(Problem {
            what: format!("The settings in {} could not be read: {}", path.display(), io_words(&error)),
            what_to_do:
                "The desk started with its usual settings. Give yourself the right to read the file and start again"
                    .to_owned(),
        }),
    }
}

/// Writes all settings; afterwards the file holds either the old ones or the new ones, whatever happens.
pub fn save(path: &Path, settings: &Settings) -> Result<(), Problem> {
    write(path, settings).map_err(|error| Problem {
        what: format!("The settings could not be saved to {}: {}", path.display(), io_words(&error)),
        what_to_do: "They stay as they are until the desk is closed".to_owned(),
    })
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    File::open(path)?.take(FILE_MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn parse(path: &Path, bytes: &[u8]) -> Loaded {
    match serde_json::from_slice::<Settings>(bytes) {
        Ok(settings) => Loaded { settings: settings.bounded(), problem: None },
        Err(error) => defaults_because(damaged(path, &error)),
    }
}

fn defaults_because(problem: Problem) -> Loaded {
    Loaded { settings: Settings::default(), problem: Some(problem) }
}

fn damaged(path: &Path, error: &serde_json::Error) -> Problem {
    let what = format!("The settings file {} is damaged: {error}", path.display());
    match set_aside(path) {
        Ok(aside) => Problem {
            what,
            what_to_do: format!(
                "The desk started with its usual settings. The damaged file is kept as {}",
                aside.display()
            ),
        },
        Err(error) => Problem {
            what,
            what_to_do: format!(
                "The desk started with its usual settings. Copy the file now if you need it: it could not be set aside ({})",
                io_words(&error)
            ),
        },
    }
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

fn write(path: &Path, settings: &Settings) -> Result<(), Error> {
    // A settings file may be a link into somebody's collection of dotfiles: the target is replaced, not the link.
    let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    // What cannot be read is not replaced: it may hold more than these settings.
    if let Err(error) = File::open(&path)
        && error.kind() != ErrorKind::NotFound
    {
        return Err(error);
    }
    let dir = path.parent().ok_or_else(|| Error::new(ErrorKind::NotFound, "the path has no directory"))?;
    let mut file = tempfile::Builder::new().prefix(".settings-").tempfile_in(dir)?;
    serde_json::to_writer_pretty(&mut file, settings)?;
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
        tracing::debug!(%error, "the settings directory could not be synced");
    }
    #[cfg(not(unix))]
    let _ = dir;
}
