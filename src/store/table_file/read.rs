//! Files that people import: text of any usual kind, and workbooks of Excel. What Paydesk cannot read as its program shows
//! it, with what that program hides, is refused with what it is.

use std::fs::metadata;
use std::path::Path;

use serde::de::IgnoredAny;
use sha2::{Digest as _, Sha256};

use paydesk_core::failure::{OtherFormat, TableReadError, TableReadFault};
use paydesk_domain::sheet::{
    CELL_CHARS_MAX, COLUMNS_MAX, FileIdentity, FileReading, FileSheet, LINES_MAX, SheetRemark, decode, text_sheet,
};

use super::sheets::workbook_sheets;

/// Largest file that is read, in bytes.
const FILE_MAX_BYTES: u64 = 64 * 1024 * 1024;
/// What ZIP archives begin with, such as workbooks.
const ZIP: &[u8] = b"PK\x03\x04";
/// What files of older office programs begin with.
const OLE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
/// A part of a workbook that is protected by a password, as its directory names it.
const ENCRYPTED: &str = "EncryptedPackage";

/// Reads the file at `path`.
///
/// # Errors
/// Where it cannot be read as a table, with the name of the file.
pub fn read(path: &Path) -> Result<FileReading, TableReadError> {
    let name = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into_owned());
    let refused = |why| TableReadError { name: name.clone(), why };
    let bytes = bytes_of(path).map_err(refused)?;
    let sheets = sheets(&bytes).and_then(checked).map_err(refused)?;
    let sha256 = hex::encode(Sha256::digest(&bytes));
    let file = FileIdentity { path: path.to_string_lossy().into_owned(), name, bytes: bytes.len() as u64, sha256 };
    Ok(FileReading { file, sheets })
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, TableReadFault> {
    let about = metadata(path).map_err(|error| TableReadFault::Io(error.into()))?;
    if !about.is_file() {
        return Err(TableReadFault::NotAFile);
    }
    if about.len() > FILE_MAX_BYTES {
        return Err(TableReadFault::TooLarge { most_mib: FILE_MAX_BYTES / 1_048_576 });
    }
    std::fs::read(path).map_err(|error| TableReadFault::Io(error.into()))
}

fn sheets(bytes: &[u8]) -> Result<Vec<FileSheet>, TableReadFault> {
    if bytes.starts_with(ZIP) {
        return workbook_sheets(bytes);
    }
    let text = match other_format(bytes) {
        Some(format) => return Err(TableReadFault::OtherFormat(format)),
        None => decode(bytes).map_err(|_| TableReadFault::OtherFormat(OtherFormat::NotText))?,
    };
    if text.text.trim_start().starts_with('<') {
        return Err(TableReadFault::OtherFormat(OtherFormat::WebPage));
    }
    if is_json(&text.text) {
        return Err(TableReadFault::OtherFormat(OtherFormat::Json));
    }
    let remarks = text.has_old_letters.then_some(SheetRemark::OldLetters).into_iter().collect();
    Ok(vec![FileSheet { remarks, ..text_sheet(&text.text) }])
}

/// Whether it begins with an object or a list, and nothing else in its line.
fn is_json(text: &str) -> bool {
    let mut values = serde_json::Deserializer::from_str(text).into_iter::<IgnoredAny>();
    let is_value = text.trim_start().starts_with(['{', '[']) && matches!(values.next(), Some(Ok(_)));
    is_value && text[values.byte_offset()..].lines().next().is_none_or(|rest| rest.trim().is_empty())
}

fn other_format(bytes: &[u8]) -> Option<OtherFormat> {
    if bytes.starts_with(b"%PDF") {
        return Some(OtherFormat::Pdf);
    }
    let is_encrypted = || {
        let name: Vec<u8> = ENCRYPTED.encode_utf16().flat_map(u16::to_le_bytes).collect();
        bytes.windows(name.len()).any(|part| part == name)
    };
    bytes
        .starts_with(OLE)
        .then(|| if is_encrypted() { OtherFormat::ProtectedWorkbook } else { OtherFormat::OldWorkbook })
}

/// The line and the column, from 1, of a cell that is too long.
fn long_cell(sheets: &[FileSheet]) -> Option<(u32, u32)> {
    // Each character has a byte at least.
    let is_long = |text: &str| text.len() > CELL_CHARS_MAX && text.chars().count() > CELL_CHARS_MAX;
    sheets.iter().flat_map(|sheet| &sheet.lines).find_map(|line| {
        let column = line.cells.iter().position(|cell| is_long(cell.stored()))?;
        Some((line.number, u32::try_from(column + 1).unwrap_or(u32::MAX)))
    })
}

fn checked(sheets: Vec<FileSheet>) -> Result<Vec<FileSheet>, TableReadFault> {
    let lines: usize = sheets.iter().map(|sheet| sheet.lines.len()).sum();
    match lines {
        0 => Err(TableReadFault::Empty),
        _ if lines > LINES_MAX => Err(TableReadFault::TooManyRows { most: LINES_MAX }),
        _ if sheets.iter().any(|sheet| sheet.width() > COLUMNS_MAX) => {
            Err(TableReadFault::TooManyColumns { most: COLUMNS_MAX })
        }
        _ => match long_cell(&sheets) {
            Some(place) => Err(TableReadFault::CellTooLong { place: Some(place) }),
            None => Ok(sheets),
        },
    }
}
