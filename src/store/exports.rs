//! Files that a person asked for: written whole or not at all, and never over another.

use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use tempfile::NamedTempFile;

use crate::app::event::Problem;

use super::dirs::create_private;
use super::words::io_words;

/// Most exports of one name in the same second.
const SAME_SECOND_MAX: u32 = 100;

/// What is to be written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Export {
    /// Letters, digits and dashes.
    pub name: String,
    pub extension: &'static str,
    pub at: DateTime<Utc>,
    pub bytes: std::sync::Arc<[u8]>,
}

/// Writes an export into a new file of `dir`, which is made where it is missing; the path of the file.
pub fn save(dir: &Path, export: &Export) -> Result<PathBuf, Problem> {
    write(dir, export).map_err(|error| Problem {
        what: format!("The export was not written to {}: {}", dir.display(), io_words(&error)),
        what_to_do: "Make room there or give yourself the right to write, then export again".to_owned(),
    })
}

fn write(dir: &Path, export: &Export) -> Result<PathBuf, Error> {
    create_private(dir)?;
    let mut file = NamedTempFile::new_in(dir)?;
    file.write_all(&export.bytes)?;
    file.as_file().sync_all()?;
    let name = format!("{}-{}", export.name, export.at.format("%Y%m%d-%H%M%S"));
    for number in 1..=SAME_SECOND_MAX {
        let suffix = if number == 1 { String::new() } else { format!("-{number}") };
        let path = dir.join(format!("{name}{suffix}.{}", export.extension));
        match file.persist_noclobber(&path) {
            Ok(_) => return Ok(path),
            Err(refused) if refused.error.kind() == ErrorKind::AlreadyExists => file = refused.file,
            Err(refused) => return Err(refused.error),
        }
    }
    Err(ErrorKind::AlreadyExists.into())
}
