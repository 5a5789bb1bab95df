//! Bulk runs: one file for each profile that has one, with what the journal records of its operations.

use std::collections::HashMap;
use std::fs::remove_file;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use paydesk_core::failure::{JsonFile, JsonFileFault, StoreError};
use paydesk_core::features::bulk::{FoundRun, StoredRun};
use paydesk_core::operations::journal::JournalStep;
use paydesk_domain::ids::OperationId;
use paydesk_domain::profile::ProfileId;
use paydesk_platform::private_files;

use super::files::profile_file_name;
use super::journal::Journal;
use super::json_file::{self, LoadedFile};

const EXTENSION: &str = "json";

/// Reads the run of every profile; the first error of a file that could not be read.
pub fn open(dir: &Path, journal: &Journal) -> Result<(Vec<FoundRun>, Option<StoreError>), StoreError> {
    let (mut found, mut first_error) = (Vec::new(), None);
    for path in files(dir) {
        let LoadedFile { value, error } = json_file::load::<Option<StoredRun>>(&path, JsonFile::BulkRun);
        first_error = first_error.or(error);
        if let Some(run) = value {
            let steps = last_steps(&run, journal)?;
            found.push(FoundRun { run, steps });
        }
    }
    Ok((found, first_error))
}

/// Writes the run in the place of the one before.
pub fn save(dir: &Path, run: &StoredRun) -> Result<(), StoreError> {
    let path = path_of(dir, &run.profile_id);
    let not_saved = |error: std::io::Error| StoreError::Json {
        file: JsonFile::BulkRun,
        path: path.clone(),
        fault: JsonFileFault::NotSaved(error.into()),
    };
    private_files::create_dir(dir).map_err(not_saved)?;
    json_file::save(&path, JsonFile::BulkRun, run)
}

/// Removes the run of a profile, if there is one.
pub fn remove(dir: &Path, profile_id: &ProfileId) -> Result<(), StoreError> {
    let path = path_of(dir, profile_id);
    match remove_file(&path) {
        Err(error) if error.kind() != ErrorKind::NotFound => {
            let fault = JsonFileFault::NotSaved(error.into());
            Err(StoreError::Json { file: JsonFile::BulkRun, path, fault })
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

fn path_of(dir: &Path, profile_id: &ProfileId) -> PathBuf {
    dir.join(profile_file_name(profile_id)).with_added_extension(EXTENSION)
}

/// What is there; no directory is no run.
fn files(dir: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(dir).into_iter().flatten().flatten();
    let is_run = |path: &PathBuf| {
        let is_aside = path.file_stem().is_some_and(|stem| stem.to_string_lossy().contains("damaged-"));
        path.extension().is_some_and(|extension| extension == EXTENSION) && !is_aside
    };
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.path()).filter(is_run).collect();
    files.sort();
    files
}

/// The last entry of each operation of the run. Its entries were written after it was confirmed, so the end of the
/// journal is enough.
fn last_steps(run: &StoredRun, journal: &Journal) -> Result<Vec<(OperationId, JournalStep)>, StoreError> {
    let ids = run.items.iter().map(|item| &item.operation_id).collect();
    let mut last: HashMap<OperationId, JournalStep> = HashMap::new();
    for entry in journal.of_operations(&ids)? {
        last.insert(entry.operation_id, entry.step);
    }
    Ok(last.into_iter().collect())
}
