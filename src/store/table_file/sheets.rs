//! The sheets of a workbook of Excel: what each cell stores, and what Excel does not show.

use std::collections::BTreeMap;
use std::io::Cursor;

use calamine::{DataRef, ExcelDateTime, Reader as _, SheetType, SheetVisible, Xlsx, XlsxError};

use paydesk_core::failure::{OtherFormat, TableReadFault};
use paydesk_domain::sheet::{COLUMNS_MAX, FileSheet, LINES_MAX, SheetCell, SheetLine};

use super::hidden::{HiddenParts, WorkbookParts};

/// A file that is read from memory.
type Bytes<'a> = Cursor<&'a [u8]>;

/// Every sheet of cells of a workbook, in its order.
pub(super) fn workbook_sheets(bytes: &[u8]) -> Result<Vec<FileSheet>, TableReadFault> {
    let mut parts = WorkbookParts::open(bytes)?;
    let mut workbook = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let about: Vec<_> = workbook.sheets_metadata().to_vec();
    let of_cells = about.into_iter().enumerate().filter(|(_, sheet)| sheet.typ == SheetType::WorkSheet);
    of_cells
        .map(|(place, about)| {
            let hidden = parts.hidden(place)?;
            let lines = lines(&mut workbook, &about.name, &hidden)?;
            let is_hidden = about.visible != SheetVisible::Visible;
            Ok(FileSheet { name: Some(about.name), is_hidden, hidden_columns: hidden.columns(), lines })
        })
        .collect()
}

fn unreadable(error: XlsxError) -> TableReadFault {
    match error {
        XlsxError::Password => TableReadFault::OtherFormat(OtherFormat::ProtectedWorkbook),
        error => TableReadFault::Unreadable(error.to_string()),
    }
}

fn lines(workbook: &mut Xlsx<Bytes<'_>>, name: &str, hidden: &HiddenParts) -> Result<Vec<SheetLine>, TableReadFault> {
    let mut cells = workbook.worksheet_cells_reader(name).map_err(unreadable)?;
    let mut lines: BTreeMap<u32, Vec<SheetCell>> = BTreeMap::new();
    while let Some(cell) = cells.next_cell().map_err(unreadable)? {
        let (row, column) = cell.get_position();
        let value = value(cell.get_value());
        if value.is_empty() {
            continue;
        }
        let column = column as usize;
        if column >= COLUMNS_MAX {
            return Err(TableReadFault::TooManyColumns { most: COLUMNS_MAX });
        }
        let line = lines.entry(row).or_default();
        line.resize(line.len().max(column + 1), SheetCell::Empty);
        line[column] = value;
        if lines.len() > LINES_MAX {
            return Err(TableReadFault::TooManyRows { most: LINES_MAX });
        }
    }
    let line = |(row, cells): (u32, Vec<SheetCell>)| {
        let number = row.saturating_add(1);
        SheetLine { number, hidden: hidden.line(number), damage: None, cells }
    };
    Ok(lines.into_iter().map(line).collect())
}

fn value(value: &DataRef<'_>) -> SheetCell {
    match value {
        DataRef::String(text) => SheetCell::of_text(text.clone()),
        DataRef::SharedString(text) => SheetCell::of_text((*text).to_owned()),
        DataRef::Float(number) => SheetCell::Number(number.to_string()),
        DataRef::Int(number) => SheetCell::Number(number.to_string()),
        DataRef::Bool(flag) => SheetCell::Flag(*flag),
        DataRef::DateTime(time) => SheetCell::Date(time_text(time)),
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => SheetCell::Date(text.clone()),
        DataRef::Error(error) => SheetCell::Error(error.to_string()),
        DataRef::Empty => SheetCell::Empty,
    }
}

/// A date with its time; of a length of time, the days that are stored.
fn time_text(time: &ExcelDateTime) -> String {
    if !time.is_datetime() {
        return time.to_string();
    }
    match time.to_ymd_hms_milli() {
        (year, month, day, 0, 0, 0, _) => format!("{year:04}-{month:02}-{day:02}"),
        (year, month, day, hour, minute, second, _) => {
            format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
        }
    }
}
