//! Tables written as files, row by row: as large as they are, never in memory as a whole.

mod lines;
mod manifest;
mod workbook;

use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use crate::app::failure::IoFault;
use crate::domain::export::{ExportFormat, ExportRow};
use crate::domain::money_sums::MoneySums;

pub use manifest::ExportManifest;

/// How many rows are written between two looks at what the person wants.
const LOOK_EVERY: u64 = 1_024;

/// What another thread sees and asks of a table that is being written.
#[derive(Debug, Default)]
pub struct TableProgress {
    rows: AtomicU64,
    is_cancelled: AtomicBool,
}

impl TableProgress {
    /// Rows that are written.
    pub fn rows(&self) -> u64 {
        self.rows.load(Ordering::Relaxed)
    }

    /// Nothing is left of the file.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Counts a row; whether the next may be written.
    fn count(&self, rows: u64) -> bool {
        if !rows.is_multiple_of(LOOK_EVERY) {
            return true;
        }
        self.rows.store(rows, Ordering::Relaxed);
        !self.is_cancelled.load(Ordering::Relaxed)
    }
}

/// A table that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableWritten {
    pub rows: u64,
    pub sums: MoneySums,
    /// Of the file, in hexadecimal.
    pub sha256: String,
}

/// Why a table was not written; nothing is left of it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum TableFault {
    #[error("{} cannot be written: {}", .path.display(), .fault.system)]
    Io { path: PathBuf, fault: IoFault },
    #[error("the workbook cannot be written: {0}")]
    Workbook(String),
    #[error("the export was cancelled")]
    Cancelled,
}

/// What the writers of the formats come back with.
enum WriteError {
    Io(std::io::Error),
    Workbook(String),
    Cancelled,
}

impl From<std::io::Error> for WriteError {
    fn from(error: std::io::Error) -> Self {
        Self::Io(error)
    }
}

/// Rows on their way into a file: counted, summed, and given up when the person cancels.
struct Rows<'a, I> {
    rows: I,
    written: u64,
    sums: MoneySums,
    progress: &'a TableProgress,
}

impl<I: Iterator<Item = ExportRow>> Rows<'_, I> {
    fn next(&mut self) -> Result<Option<ExportRow>, WriteError> {
        let Some(row) = self.rows.next() else { return Ok(None) };
        self.written += 1;
        if let Some(money) = &row.money {
            self.sums.add(money);
        }
        if self.progress.count(self.written) { Ok(Some(row)) } else { Err(WriteError::Cancelled) }
    }
}

/// Writes a table to `path`, over what is there: whole, or not at all.
pub fn write(
    path: &Path,
    format: ExportFormat,
    columns: &[&str],
    rows: impl Iterator<Item = ExportRow>,
    progress: &TableProgress,
) -> Result<TableWritten, TableFault> {
    let mut rows = Rows { rows, written: 0, sums: MoneySums::default(), progress };
    let sha256 = try_write(path, format, columns, &mut rows).map_err(|error| match error {
        WriteError::Io(error) => TableFault::Io { path: path.to_owned(), fault: error.into() },
        WriteError::Workbook(text) => TableFault::Workbook(text),
        WriteError::Cancelled => TableFault::Cancelled,
    })?;
    progress.rows.store(rows.written, Ordering::Relaxed);
    Ok(TableWritten { rows: rows.written, sums: rows.sums, sha256 })
}

fn try_write<I: Iterator<Item = ExportRow>>(
    path: &Path,
    format: ExportFormat,
    columns: &[&str],
    rows: &mut Rows<'_, I>,
) -> Result<String, WriteError> {
    let mut file = NamedTempFile::new_in(directory(path))?;
    let mut out = BufWriter::with_capacity(1 << 16, file.as_file_mut());
    match format {
        ExportFormat::Csv => lines::csv(&mut out, columns, rows)?,
        ExportFormat::Jsonl => lines::jsonl(&mut out, columns, rows)?,
        ExportFormat::Xlsx => workbook::xlsx(&mut out, columns, rows)?,
    }
    out.flush()?;
    drop(out);
    let sha256 = checksum(file.as_file_mut())?;
    file.as_file().sync_all()?;
    file.persist(path).map_err(|error| error.error)?;
    Ok(sha256)
}

/// The directory that a file is in.
fn directory(path: &Path) -> &Path {
    path.parent().filter(|dir| !dir.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn checksum(file: &mut std::fs::File) -> Result<String, std::io::Error> {
    file.seek(SeekFrom::Start(0))?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex::encode(hash.finalize())),
            read => hash.update(&buffer[..read]),
        }
    }
}
