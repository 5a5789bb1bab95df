//! Tables written as files, row by row: as large as they are, never in memory as a whole.

mod colors;
mod conditional;
mod conditional_look;
mod drawings;
mod formulas;
mod hidden;
mod line_ranges;
mod lines;
mod manifest;
mod number_format;
mod read;
mod remarks;
mod rich_text;
mod rows;
mod sheet_parts;
mod sheet_shape;
mod sheets;
mod styles;
mod widths;
mod workbook;
mod written;
mod xml;

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use sha2::{Digest as _, Sha256};

use paydesk_domain::export::{ExportFormat, ExportManifest, ExportRow, ExportStyle, dates_unreadable};
use paydesk_domain::money_sums::MoneySums;

pub use manifest::summary;
pub use read::read;
pub use rows::TableProgress;
pub use written::{TableFault, TableWritten, remove_unfinished};

pub use workbook::write_workbook;

use rows::{Rows, WriteError};
use written::{directory, temporary_file};

/// What the column of statuses is called in every table.
const STATUS_COLUMN: &str = "status";
/// The tables of which the service dates every row, and the column of the date.
const DATED: [&str; 5] = ["payments", "refunds", "payouts", "customers", "disputes"];
const CREATED_COLUMN: &str = "created";

/// Writes a table to `path`, over what is there, with its manifest beside it: both, or neither.
pub fn write<'r>(
    path: &Path,
    style: impl Into<ExportStyle>,
    columns: &[&str],
    rows: impl Iterator<Item = ExportRow<'r>>,
    progress: &TableProgress,
    manifest: &ExportManifest,
) -> Result<TableWritten, TableFault> {
    write_then(path, style, (&manifest.what, columns), rows, progress, || manifest.clone())
}

/// Writes a table whose manifest is known once its last row is written.
pub fn write_then<'r>(
    path: &Path,
    style: impl Into<ExportStyle>,
    (what, columns): (&str, &[&str]),
    rows: impl Iterator<Item = ExportRow<'r>>,
    progress: &TableProgress,
    manifest: impl FnOnce() -> ExportManifest,
) -> Result<TableWritten, TableFault> {
    let mut written = write_named(path, style.into(), (what, columns), rows, progress)?;
    let manifest = manifest();
    written.incomplete =
        manifest.incomplete.clone().or_else(|| (written.undated > 0).then(|| dates_unreadable(written.undated)));
    if let Err(fault) = manifest::write(&manifest, path, &written) {
        // Nobody could check it.
        let _ = std::fs::remove_file(path);
        return Err(fault);
    }
    Ok(written)
}

/// Writes a table to `path`, over what is there: whole, or not at all.
pub fn write_table<'r>(
    path: &Path,
    style: impl Into<ExportStyle>,
    columns: &[&str],
    rows: impl Iterator<Item = ExportRow<'r>>,
    progress: &TableProgress,
) -> Result<TableWritten, TableFault> {
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    write_named(path, style.into(), (&name, columns), rows, progress)
}

/// Writes a table that has a name.
fn write_named<'r>(
    path: &Path,
    style: ExportStyle,
    (name, columns): (&str, &[&str]),
    rows: impl Iterator<Item = ExportRow<'r>>,
    progress: &TableProgress,
) -> Result<TableWritten, TableFault> {
    let status = columns.iter().position(|column| *column == STATUS_COLUMN);
    let (sums, by_status) = (MoneySums::default(), BTreeMap::new());
    let created = DATED.contains(&name).then(|| columns.iter().position(|column| *column == CREATED_COLUMN)).flatten();
    let mut rows = Rows { rows, written: 0, sums, status, by_status, created, undated: 0, progress };
    let sha256 = try_write(path, style, (name, columns), &mut rows).map_err(|error| match error {
        WriteError::Io(_) | WriteError::Workbook(_) if progress.is_cancelled() => TableFault::Cancelled,
        WriteError::Io(error) => TableFault::Io { path: path.to_owned(), fault: error.into() },
        WriteError::Workbook(text) => TableFault::Workbook(text),
        WriteError::Cancelled => TableFault::Cancelled,
    })?;
    progress.set(rows.written);
    let Rows { written, sums, by_status, undated, .. } = rows;
    Ok(TableWritten { rows: written, sums, sums_by_status: by_status, undated, incomplete: None, sha256 })
}

fn try_write<'r, I: Iterator<Item = ExportRow<'r>>>(
    path: &Path,
    style: ExportStyle,
    (name, columns): (&str, &[&str]),
    rows: &mut Rows<'_, I>,
) -> Result<String, WriteError> {
    let mut file = temporary_file(directory(path))?;
    let progress = rows.progress;
    let sha256 = match style.format {
        ExportFormat::Csv => hashed(file.as_file_mut(), |out| lines::csv(out, style, columns, rows))?,
        ExportFormat::Jsonl => hashed(file.as_file_mut(), |out| lines::jsonl(out, columns, rows))?,
        ExportFormat::Xlsx => {
            let mut out = BufWriter::with_capacity(1 << 16, Cancellable { file: file.as_file_mut(), progress });
            workbook::xlsx(&mut out, style, (name, columns), rows)?;
            out.flush()?;
            drop(out);
            checksum(Cancellable { file: file.as_file_mut(), progress })?
        }
    };
    file.as_file().sync_all()?;
    if progress.is_cancelled() {
        return Err(WriteError::Cancelled);
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(sha256)
}

/// What is written by `write`, and its checksum, which is counted meanwhile.
fn hashed(
    file: &mut File,
    write: impl FnOnce(&mut HashingFile<'_>) -> Result<(), WriteError>,
) -> Result<String, WriteError> {
    let mut out = HashingFile { file, hash: Sha256::new() };
    write(&mut out)?;
    Ok(hex::encode(out.hash.finalize()))
}

/// A file written from its begin to its end; large parts at once.
struct HashingFile<'a> {
    file: &'a mut File,
    hash: Sha256,
}

impl Write for HashingFile<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let count = self.file.write(bytes)?;
        self.hash.update(&bytes[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

/// A file that takes and gives nothing more once the person cancels: a workbook is packed after its last row.
struct Cancellable<'a> {
    file: &'a mut File,
    progress: &'a TableProgress,
}

impl Cancellable<'_> {
    fn check(&self) -> std::io::Result<()> {
        if self.progress.is_cancelled() { Err(std::io::ErrorKind::ConnectionAborted.into()) } else { Ok(()) }
    }
}

impl Write for Cancellable<'_> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.check()?;
        self.file.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.file.flush()
    }
}

impl Read for Cancellable<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> std::io::Result<usize> {
        self.check()?;
        self.file.read(bytes)
    }
}

impl Seek for Cancellable<'_> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.file.seek(to)
    }
}

fn checksum(mut file: Cancellable<'_>) -> Result<String, std::io::Error> {
    file.seek(SeekFrom::Start(0))?;
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex::encode(hash.finalize())),
            read => hash.update(&buffer[..read]),
        }
    }
}
