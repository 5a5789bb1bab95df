//! The sheets of a workbook of Excel: what each cell stores, and what Excel does not show.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;

use calamine::{
    BorderStyle, Borders, DataRef, ExcelDateTime, HorizontalAlignment, NumberFormat, Reader as _, SheetType,
    SheetVisible, Style, Xlsx, XlsxError,
};

use paydesk_core::failure::{OtherFormat, TableReadFault};
use paydesk_domain::sheet::{COLUMNS_MAX, FileSheet, LINES_MAX, SheetCell, SheetLine, SheetRemark};

use super::hidden::WorkbookParts;
use super::number_format::{GENERAL, number_cell, shows_text};
use super::rich_text::TextLine;
use super::sheet_parts::HiddenParts;
use super::styles::Styles;
use super::widths::{CellLook, NarrowColumns};

/// What stands in a cell whose formula nobody has calculated, instead of a value.
const NOT_CALCULATED: &str =
    "a formula that was not calculated: recalculate and save the file in Excel, then read it again";
/// What stands in a cell that no person sees, as a wider one covers it.
const COVERED: &str = "covered by a merged cell: separate the cells in Excel";
/// What stands in a cell whose characters cannot be seen.
const INVISIBLE: &str = "hidden by its colour, size or font: change them in Excel";
/// What stands in a cell of which some characters cannot be seen.
const PARTLY_INVISIBLE: &str = "partly hidden by its colour, size or font: change them in Excel";
/// What stands in a cell whose format shows another text.
const OTHER_TEXT: &str = "not shown as it is stored: change its format in Excel";

/// A file that is read from memory.
type Bytes<'a> = Cursor<&'a [u8]>;

/// Every sheet of cells of a workbook, in its order.
pub(super) fn workbook_sheets(bytes: &[u8]) -> Result<Vec<FileSheet>, TableReadFault> {
    let mut parts = WorkbookParts::open(bytes)?;
    // The other reader keeps texts in memory, however long they are.
    let mut hidden = (0..parts.count()).map(|place| parts.hidden(place)).collect::<Result<Vec<_>, _>>()?;
    if parts.has_long_text() {
        return Err(TableReadFault::CellTooLong { place: None });
    }
    let mut workbook = Xlsx::new(Cursor::new(bytes)).map_err(unreadable)?;
    let about: Vec<_> = workbook.sheets_metadata().to_vec();
    let of_cells = about.into_iter().enumerate().filter(|(_, sheet)| sheet.typ == SheetType::WorkSheet);
    of_cells
        .map(|(place, about)| {
            let hidden = hidden.get_mut(place).map(std::mem::take).unwrap_or_default();
            let mut remarks = parts.remarks(place)?;
            let (lines, narrow) = lines(&mut workbook, &about.name, &hidden, parts.styles())?;
            remarks.extend(hidden.page_texts().map(|text| SheetRemark::PageText { text }));
            remarks.extend(narrow.into_iter().map(|column| SheetRemark::Narrow { column }));
            let is_hidden = about.visible != SheetVisible::Visible;
            let (is_active, hidden_columns) = (parts.is_active(place), hidden.columns());
            Ok(FileSheet { name: Some(about.name), is_hidden, is_active, hidden_columns, remarks, lines })
        })
        .collect()
}

fn unreadable(error: XlsxError) -> TableReadFault {
    match error {
        XlsxError::Password => TableReadFault::OtherFormat(OtherFormat::ProtectedWorkbook),
        error => TableReadFault::Unreadable(error.to_string()),
    }
}

/// The lines of a sheet, and its columns that are too narrow for what stands in them.
fn lines(
    workbook: &mut Xlsx<Bytes<'_>>,
    name: &str,
    hidden: &HiddenParts,
    looks: &Styles,
) -> Result<(Vec<SheetLine>, BTreeSet<usize>), TableReadFault> {
    let mut narrow = NarrowColumns::default();
    let mut cells = workbook.worksheet_cells_reader(name).map_err(unreadable)?;
    let (mut lines, mut struck): (BTreeMap<u32, Vec<SheetCell>>, BTreeSet<u32>) = Default::default();
    while let Some((cell, style_id)) = cells.next_cell_with_style_id().map_err(unreadable)? {
        let (row, column) = cell.get_position();
        let style = cells.styles().get(style_id);
        let format = style.and_then(|style| style.number_format.as_ref());
        let look = hidden.text_look(row, column);
        let is_struck =
            style.is_some_and(is_crossed_out) || look.is_some_and(|look| look.line == Some(TextLine::StruckThrough));
        let code = format.map_or("", code_of);
        let stored = value(cell.get_value(), code);
        let is_partly_hidden =
            look.is_some_and(|look| look.is_partly_unreadable || looks.hides_part(style_id, &look.colors));
        let doubt = match &stored {
            SheetCell::Error(_) => None,
            SheetCell::Empty if hidden.is_formula(row, column) => Some(NOT_CALCULATED),
            _ if hidden.is_outdated(row, column) => Some(NOT_CALCULATED),
            SheetCell::Empty => None,
            _ if hidden.is_covered(row, column) => Some(COVERED),
            _ if looks.hides(style_id) => Some(INVISIBLE),
            SheetCell::Text(_) if !shows_text(code) => Some(OTHER_TEXT),
            _ if style.is_some_and(is_repeated) => Some(OTHER_TEXT),
            SheetCell::Text(_) if is_partly_hidden => Some(PARTLY_INVISIBLE),
            _ => None,
        };
        let value = match (doubt, stored) {
            (Some(why), stored) => SheetCell::Doubtful { stored: stored.stored().to_owned(), why: why.to_owned() },
            (None, SheetCell::Text(text)) if look.is_some_and(|look| look.line == Some(TextLine::Partly)) => {
                SheetCell::PartlyStruck(text)
            }
            (None, stored) => stored,
        };
        if value.is_empty() {
            continue;
        }
        if is_struck {
            struck.insert(row);
        }
        let column = column as usize;
        if column >= COLUMNS_MAX {
            return Err(TableReadFault::TooManyColumns { most: COLUMNS_MAX });
        }
        if hidden.is_shown(column) {
            let (scale, room) = (looks.scale(style_id), hidden.room(row, cell.get_position().1));
            narrow.take((row, column), &value, &CellLook { code, style, scale, room });
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
        let (hidden_as, damage) = (hidden.line(number, struck.contains(&row)), hidden.damage(number));
        SheetLine { number, hidden: hidden_as, damage, formulas: hidden.formulas(number), cells }
    };
    let lines: Vec<SheetLine> = lines.into_iter().map(line).collect();
    let narrow = narrow.into_columns(&lines);
    Ok((lines, narrow))
}

/// The code of a format. Those of money in the language of the workbook have none in the file.
fn code_of(format: &NumberFormat) -> &str {
    match format.format_id {
        Some(5 | 6) if format.format_code == GENERAL => "#,##0",
        Some(7 | 8) if format.format_code == GENERAL => "#,##0.00",
        _ => &format.format_code,
    }
}

/// Whether a line goes through the characters, or from corner to corner.
fn is_crossed_out(style: &Style) -> bool {
    let has_diagonal = |borders: &Borders| {
        [&borders.diagonal_down, &borders.diagonal_up].iter().any(|line| line.style != BorderStyle::None)
    };
    style.font.as_ref().is_some_and(|font| font.strikethrough) || style.borders.as_ref().is_some_and(has_diagonal)
}

/// Whether the cell shows its characters as often as there is room for them.
fn is_repeated(style: &Style) -> bool {
    style.alignment.as_ref().is_some_and(|alignment| alignment.horizontal == HorizontalAlignment::Fill)
}

/// `format`: the code by which the workbook shows it.
fn value(value: &DataRef<'_>, format: &str) -> SheetCell {
    match value {
        DataRef::String(text) => SheetCell::of_text(text.clone()),
        DataRef::SharedString(text) => SheetCell::of_text((*text).to_owned()),
        DataRef::Float(number) => number_cell(number.to_string(), format),
        DataRef::Int(number) => number_cell(number.to_string(), format),
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
