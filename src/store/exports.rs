//! Files that a person asked for: written whole or not at all, and never over another.

use std::io::{Error, ErrorKind, Write};
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use tempfile::NamedTempFile;

use paydesk_core::effect::{ExportContent, ExportFile};
use paydesk_core::failure::{IoFault, StoreError};
use paydesk_platform::private_files;

use super::{report, table_file};

/// Most exports of one name in the same second.
const SAME_SECOND_MAX: u32 = 100;

/// Writes each into a new file of `dir`, which is made where it is missing; where those that were written stand, and
/// why others were not: one problem for all of the same cause.
pub fn save(dir: &Path, files: &[ExportFile], at: DateTime<Utc>) -> (Vec<PathBuf>, Vec<StoreError>) {
    let mut paths = Vec::new();
    let mut failed: Vec<(IoFault, Vec<String>)> = Vec::new();
    for file in files {
        match write(dir, file, at).map_err(IoFault::from) {
            Ok(path) => paths.push(path),
            Err(fault) => match failed.iter_mut().find(|(other, _)| *other == fault) {
                Some((_, names)) => names.push(file.name.clone()),
                None => failed.push((fault, vec![file.name.clone()])),
            },
        }
    }
    let error = |(fault, names)| StoreError::ExportsNotWritten { dir: dir.to_owned(), fault, names };
    (paths, failed.into_iter().map(error).collect())
}

fn write(dir: &Path, export: &ExportFile, at: DateTime<Utc>) -> Result<PathBuf, Error> {
    private_files::create_dir(dir)?;
    let mut file = NamedTempFile::new_in(dir)?;
    match &export.content {
        ExportContent::Bytes(bytes) => file.write_all(bytes)?,
        ExportContent::Workbook(sheets) => table_file::write_workbook(file.as_file_mut(), sheets)?,
        ExportContent::Report(page, format) => {
            file.write_all(&report::render(page, *format).map_err(Error::other)?)?;
        }
    }
    file.as_file().sync_all()?;
    let name = format!("{}-{}", export.name, at.format("%Y%m%d-%H%M%S"));
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

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> ExportFile {
        ExportFile::csv(name.to_owned(), "a,b")
    }

    #[test]
    fn every_file_is_written_beside_the_others_and_over_none() {
        let dir = tempfile::tempdir().unwrap();
        let files = [file("lost"), file("won"), file("lost")];
        let (paths, errors) = save(&dir.path().join("exports"), &files, DateTime::UNIX_EPOCH);
        let names: Vec<_> = paths.iter().filter_map(|path| path.file_name()?.to_str()).collect();
        assert_eq!(names, ["lost-19700101-000000.csv", "won-19700101-000000.csv", "lost-19700101-000000-2.csv"]);
        assert!(errors.is_empty() && paths.iter().all(|path| std::fs::read(path).unwrap() == "\u{feff}a,b".as_bytes()));
    }

    #[test]
    fn what_hinders_all_files_is_reported_once() {
        let dir = tempfile::tempdir().unwrap();
        let blocked = dir.path().join("exports");
        std::fs::write(&blocked, "no directory").unwrap();
        let (paths, errors) = save(&blocked, &[file("lost"), file("won")], DateTime::UNIX_EPOCH);
        assert_eq!((paths.len(), errors.len()), (0, 1), "{errors:?}");
        let names = |errors: &[StoreError]| match errors {
            [StoreError::ExportsNotWritten { names, .. }] => names.clone(),
            other => panic!("{other:?}"),
        };
        assert_eq!(names(&errors), ["lost", "won"]);
        let (_, errors) = save(&blocked, &[file("lost")], DateTime::UNIX_EPOCH);
        assert_eq!(names(&errors), ["lost"]);
    }
}
