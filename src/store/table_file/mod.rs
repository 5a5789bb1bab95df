//! Tables written as files, row by row: as large as they are, never in memory as a whole.

mod lines;
mod manifest;
mod read;
mod rows;
mod workbook;
mod written;

use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use sha2::{Digest as _, Sha256};
use tempfile::NamedTempFile;

use crate::domain::export::{ExportFormat, ExportRow};
use crate::domain::money_sums::MoneySums;

pub use manifest::ExportManifest;
pub use read::read;
pub use rows::TableProgress;
pub use written::{TableFault, TableWritten};

use rows::{Rows, WriteError};
use written::directory;

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
    progress.set(rows.written);
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
