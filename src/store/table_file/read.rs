//! Tables that people import: CSV with any usual separator, and the first sheet of a workbook.

use std::fs::metadata;
use std::io::Cursor;
use std::path::Path;

use calamine::{Data, Reader as _};

use crate::app::failure::{TableReadError, TableReadFault};
use crate::app::features::bulk::{ITEMS_MAX, ImportRow, ImportTable};

/// Largest file that is read, in bytes.
const FILE_MAX_BYTES: u64 = 64 * 1024 * 1024;
/// Most rows that are read: those of the largest run, and as many that are left out.
const ROWS_MAX: usize = 2 * ITEMS_MAX;
const CELLS_MAX: usize = 100;
/// Longest text of a cell, in characters.
const CELL_CHARS: usize = 500;
/// What workbooks of Excel begin with, as every ZIP archive does.
const ZIP: &[u8] = b"PK\x03\x04";
const BOM: &[u8] = b"\xEF\xBB\xBF";
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// Reads the table at `path`.
pub fn read(path: &Path) -> Result<ImportTable, TableReadError> {
    let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let refused = |why| TableReadError { name: name.clone(), why };
    let about = metadata(path).map_err(|error| refused(TableReadFault::Io(error.into())))?;
    if !about.is_file() {
        return Err(refused(TableReadFault::NotAFile));
    }
    if about.len() > FILE_MAX_BYTES {
        return Err(refused(TableReadFault::TooLarge { most_mib: FILE_MAX_BYTES / 1_048_576 }));
    }
    let bytes = std::fs::read(path).map_err(|error| refused(TableReadFault::Io(error.into())))?;
    let rows = if bytes.starts_with(ZIP) { workbook_rows(bytes) } else { text_rows(&bytes) }.map_err(refused)?;
    match rows.len() {
        0 => Err(refused(TableReadFault::Empty)),
        count if count > ROWS_MAX => Err(refused(TableReadFault::TooManyRows { most: ROWS_MAX })),
        _ => Ok(ImportTable { name, rows }),
    }
}

fn row(line: u32, cells: impl Iterator<Item = String>) -> Option<ImportRow> {
    let cells: Vec<String> = cells.take(CELLS_MAX).map(|cell| cell.chars().take(CELL_CHARS).collect()).collect();
    let is_empty = cells.iter().all(|cell: &String| cell.trim().is_empty());
    (!is_empty).then_some(ImportRow { line, cells })
}

fn text_rows(bytes: &[u8]) -> Result<Vec<ImportRow>, TableReadFault> {
    if bytes.starts_with(b"\xFF\xFE") || bytes.starts_with(b"\xFE\xFF") {
        return Err(TableReadFault::Utf16);
    }
    let bytes = bytes.strip_prefix(BOM).unwrap_or(bytes);
    // Older programs write one byte a character; ids and amounts are the same in all of these encodings.
    let text =
        str::from_utf8(bytes).map_or_else(|_| bytes.iter().map(|byte| char::from(*byte)).collect(), str::to_owned);
    let separator = separator(&text);
    let mut builder = csv::ReaderBuilder::new();
    let mut reader = builder.delimiter(separator).has_headers(false).flexible(true).from_reader(text.as_bytes());
    let mut rows = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| TableReadFault::Unreadable(error.to_string()))?;
        let line = record.position().map_or(0, |position| line_of(position, &text));
        rows.extend(row(line, record.iter().map(str::to_owned)));
        if rows.len() > ROWS_MAX {
            break;
        }
    }
    Ok(rows)
}

/// The line that a record begins in: empty ones before it are read with it.
fn line_of(position: &csv::Position, text: &str) -> u32 {
    let from = usize::try_from(position.byte()).unwrap_or(usize::MAX);
    let before =
        text.as_bytes().get(from..).unwrap_or_default().iter().take_while(|byte| matches!(byte, b'\n' | b'\r'));
    let empty = before.filter(|byte| **byte == b'\n').count() as u64;
    u32::try_from(position.line() + empty).unwrap_or(u32::MAX)
}

/// What the first line has most of.
fn separator(text: &str) -> u8 {
    let first = text.lines().find(|line| !line.trim().is_empty()).unwrap_or_default();
    let count = |separator: &u8| first.bytes().filter(|byte| byte == separator).count();
    // Of as many, the first.
    SEPARATORS.into_iter().rev().max_by_key(count).unwrap_or(b',')
}

fn workbook_rows(bytes: Vec<u8>) -> Result<Vec<ImportRow>, TableReadFault> {
    let unreadable = |error: calamine::XlsxError| TableReadFault::Unreadable(error.to_string());
    let mut workbook = calamine::Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let Some(sheet) = workbook.worksheet_range_at(0) else { return Err(TableReadFault::Empty) };
    let sheet = sheet.map_err(unreadable)?;
    let first = sheet.start().map_or(0, |(row, _)| row);
    let numbered = sheet.rows().zip(first + 1..);
    Ok(numbered.filter_map(|(cells, line)| row(line, cells.iter().map(cell_text))).take(ROWS_MAX + 1).collect())
}

/// The text of a cell; a number as it is written without a format.
fn cell_text(cell: &Data) -> String {
    match cell {
        Data::String(text) => text.clone(),
        Data::Float(number) => number.to_string(),
        Data::Int(number) => number.to_string(),
        Data::Bool(value) => value.to_string(),
        Data::DateTimeIso(text) | Data::DurationIso(text) => text.clone(),
        Data::DateTime(time) => time.as_f64().to_string(),
        Data::Error(_) | Data::Empty => String::new(),
    }
}
