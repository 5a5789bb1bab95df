//! Workbooks of Excel: amounts and times are numbers that it can calculate with, ids stay texts.

use std::io::{Error, Seek, Write};

use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use paydesk_core::effect::ExportSheet;
use paydesk_domain::csv::Cell;
use paydesk_domain::export::{ExportCell, ExportRow, time_text};
use paydesk_domain::money::Money;

use super::rows::{Rows, WriteError};

/// Rows of a sheet below its titles; what is more goes into the next sheet.
const SHEET_ROWS: u32 = 1_048_575;
/// Largest number of which every smaller one is exact in a workbook.
const EXACT_MAX: u64 = 1 << 53;
/// Most characters of a cell.
const TEXT_MAX: usize = 32_767;

impl From<XlsxError> for WriteError {
    fn from(error: XlsxError) -> Self {
        Self::Workbook(error.to_string())
    }
}

/// How cells are shown.
struct Formats {
    title: Format,
    time: Format,
    /// By the number of decimals.
    amounts: [Format; 5],
}

impl Formats {
    fn new() -> Self {
        let amount = |decimals: usize| {
            let zeros = "0".repeat(decimals);
            Format::new().set_num_format(if decimals == 0 { "0".to_owned() } else { format!("0.{zeros}") })
        };
        Self {
            title: Format::new().set_bold(),
            // A workbook knows no zones, so every time says its own.
            time: Format::new().set_num_format("yyyy-mm-dd hh:mm:ss \"UTC\""),
            amounts: std::array::from_fn(amount),
        }
    }
}

/// A workbook with as many sheets as the rows need, named after what they hold. Times are in UTC.
pub fn xlsx<'r, I: Iterator<Item = ExportRow<'r>>>(
    out: &mut (impl Write + Seek + Send),
    (name, columns): (&str, &[&str]),
    rows: &mut Rows<'_, I>,
) -> Result<(), WriteError> {
    let (mut workbook, formats) = (Workbook::new(), Formats::new());
    let mut names: Vec<String> = Vec::new();
    let mut next = rows.next()?;
    loop {
        let sheet = workbook.add_worksheet_with_constant_memory()?;
        names.push(sheet_name(name, &names));
        sheet.set_name(&names[names.len() - 1])?;
        sheet.set_freeze_panes(1, 0)?;
        for (column, title) in (0..).zip(columns) {
            sheet.set_column_width(column, 24)?;
            sheet.write_string_with_format(0, column, *title, &formats.title)?;
        }
        let mut line = 0;
        while let Some(row) = next.take_if(|_| line < SHEET_ROWS) {
            line += 1;
            for (column, cell) in (0..).zip(row.cells) {
                write_cell(sheet, (line, column), &cell, &formats)?;
            }
            next = rows.next()?;
        }
        if next.is_none() {
            return Ok(workbook.save_to_writer(out)?);
        }
    }
}

/// Most characters of the name of a sheet, and what may not be in it.
const NAME_MAX: usize = 31;
const NOT_IN_NAMES: [char; 7] = ['[', ']', ':', '*', '?', '/', '\\'];

/// A workbook with these sheets, each as wide as its columns need.
pub fn write_workbook(out: &mut (impl Write + Seek + Send), sheets: &[ExportSheet]) -> Result<(), Error> {
    let (mut workbook, formats) = (Workbook::new(), Formats::new());
    let mut names: Vec<String> = Vec::new();
    for content in sheets {
        let name = sheet_name(&content.name, &names);
        write_sheet(&mut workbook, &name, &content.rows, &formats).map_err(Error::other)?;
        names.push(name);
    }
    workbook.save_to_writer(out).map_err(Error::other)
}

fn write_sheet(workbook: &mut Workbook, name: &str, rows: &[Vec<Cell>], formats: &Formats) -> Result<(), XlsxError> {
    const WIDTH: f64 = 20.0;
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    sheet.set_name(name)?;
    for column in 0..rows.iter().map(Vec::len).max().unwrap_or_default() {
        sheet.set_column_width(u16::try_from(column).unwrap_or(u16::MAX), WIDTH)?;
    }
    for (row, cells) in (0..).zip(rows) {
        for (column, cell) in (0..).zip(cells) {
            write_table_cell(sheet, (row, column), cell, formats)?;
        }
    }
    Ok(())
}

fn write_table_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &Cell,
    formats: &Formats,
) -> Result<(), XlsxError> {
    match cell {
        Cell::Empty => return Ok(()),
        Cell::Text(text) => sheet.write_string(row, column, cut(text)),
        Cell::Whole(number) if number.unsigned_abs() <= EXACT_MAX => sheet.write_number(row, column, *number as f64),
        Cell::Whole(number) => sheet.write_string(row, column, number.to_string()),
        Cell::Decimal(digits) => match decimal(digits) {
            Some((number, decimals)) => sheet.write_number_with_format(row, column, number, &formats.amounts[decimals]),
            None => sheet.write_string(row, column, digits),
        },
    }?;
    Ok(())
}

/// Digits as a number, and its decimals; `None` where a number could not hold all of them.
fn decimal(digits: &str) -> Option<(f64, usize)> {
    const DIGITS_MAX: usize = 15;
    let decimals = digits.split_once('.').map_or(0, |(_, fraction)| fraction.len());
    let fits = digits.bytes().filter(u8::is_ascii_digit).count() <= DIGITS_MAX && decimals < 5;
    fits.then(|| digits.parse().ok()).flatten().map(|number| (number, decimals))
}

/// `name` without what a workbook refuses, as long as it allows, and unlike `others`.
fn sheet_name(name: &str, others: &[String]) -> String {
    let allowed: String = name.chars().filter(|letter| !NOT_IN_NAMES.contains(letter)).collect();
    let numbered = |number: usize| {
        let suffix = if number == 1 { String::new() } else { format!(" {number}") };
        let room = NAME_MAX - suffix.len();
        let short: String = allowed.trim_matches('\'').chars().take(room).collect();
        format!("{}{suffix}", short.trim_end())
    };
    let is_taken = |name: &String| others.iter().any(|other| other.eq_ignore_ascii_case(name));
    (1..=others.len() + 1).map(numbered).find(|name| !is_taken(name)).unwrap_or_else(|| numbered(others.len() + 2))
}

fn write_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &ExportCell<'_>,
    formats: &Formats,
) -> Result<(), XlsxError> {
    match cell {
        ExportCell::Empty => return Ok(()),
        ExportCell::Text(text) => sheet.write_string(row, column, cut(text)),
        ExportCell::Digits(digits) => sheet.write_string(row, column, digits),
        ExportCell::Whole(number) if number.unsigned_abs() <= EXACT_MAX => {
            sheet.write_number(row, column, *number as f64)
        }
        ExportCell::Whole(number) => sheet.write_string(row, column, number.to_string()),
        ExportCell::Flag(flag) => sheet.write_boolean(row, column, *flag),
        ExportCell::Time(time) => match ExcelDateTime::from_timestamp(time.timestamp()) {
            Ok(at) => sheet.write_datetime_with_format(row, column, &at, &formats.time),
            Err(_) => sheet.write_string(row, column, time_text(*time)),
        },
        ExportCell::Amount(money) => match number(money) {
            Some((number, decimals)) => sheet.write_number_with_format(row, column, number, &formats.amounts[decimals]),
            None => sheet.write_string(row, column, money.file_text()),
        },
    }?;
    Ok(())
}

/// The amount as a number, and its decimals; `None` where these are not known, or a number could not hold all its digits.
fn number(money: &Money) -> Option<(f64, usize)> {
    // Fifteen digits are what Excel keeps, whatever a double could hold.
    const DIGITS_MAX: u64 = 999_999_999_999_999;
    let decimals = money.currency.exponent()? as usize;
    let fits = money.minor.unsigned_abs() <= DIGITS_MAX && decimals < 5;
    fits.then(|| money.input_text().parse().ok()).flatten().map(|number| (number, decimals))
}

fn cut(text: &str) -> &str {
    match text.char_indices().nth(TEXT_MAX) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use calamine::{Data, Reader as _};

    use super::*;

    #[test]
    fn names_of_sheets_are_short_allowed_and_unlike_each_other() {
        let long = "Payments, success rate and processed amount";
        assert_eq!(sheet_name(long, &[]), "Payments, success rate and proc");
        assert_eq!(sheet_name(long, &[sheet_name(long, &[])]), "Payments, success rate and pr 2");
        assert_eq!(sheet_name("EUR/USD: [all]?", &[]), "EURUSD all");
    }

    #[test]
    fn numbers_stay_numbers_and_what_they_could_not_hold_stays_text() {
        let row = vec![
            Cell::text("EUR"),
            Cell::Whole(12),
            Cell::Decimal("9204.50".into()),
            Cell::Empty,
            Cell::Whole(i64::MAX),
            Cell::Decimal("1234567890123456.78".into()),
        ];
        let sheet = |name: &str| ExportSheet { name: name.into(), rows: vec![row.clone()] };
        let mut file = Cursor::new(Vec::new());
        write_workbook(&mut file, &[sheet("Rate"), sheet("rate")]).unwrap();
        let mut read = calamine::Xlsx::new(file).unwrap();
        assert_eq!(read.sheet_names(), ["Rate", "rate 2"]);
        let range = read.worksheet_range("rate 2").unwrap();
        let text = |text: &str| Data::String(text.into());
        let expected = [
            text("EUR"),
            Data::Float(12.0),
            Data::Float(9204.5),
            Data::Empty,
            text("9223372036854775807"),
            text("1234567890123456.78"),
        ];
        assert_eq!(range.rows().next().unwrap(), expected);
    }
}
