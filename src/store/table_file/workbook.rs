//! Workbooks of Excel: amounts and times are numbers that it can calculate with, ids stay texts.

use std::io::{Seek, Write};

use rust_xlsxwriter::{ExcelDateTime, Format, Workbook, Worksheet, XlsxError};

use crate::domain::export::{ExportCell, ExportRow, time_text};
use crate::domain::money::Money;

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
            time: Format::new().set_num_format("yyyy-mm-dd hh:mm:ss"),
            amounts: std::array::from_fn(amount),
        }
    }
}

/// A workbook with as many sheets as the rows need. Times are in UTC.
pub fn xlsx<'r, I: Iterator<Item = ExportRow<'r>>>(
    out: &mut (impl Write + Seek + Send),
    columns: &[&str],
    rows: &mut Rows<'_, I>,
) -> Result<(), WriteError> {
    let (mut workbook, formats) = (Workbook::new(), Formats::new());
    let mut next = rows.next()?;
    loop {
        let sheet = workbook.add_worksheet_with_constant_memory()?;
        sheet.set_freeze_panes(1, 0)?;
        for (column, title) in (0..).zip(columns) {
            sheet.set_column_width(column, 20)?;
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

fn write_cell(
    sheet: &mut Worksheet,
    (row, column): (u32, u16),
    cell: &ExportCell<'_>,
    formats: &Formats,
) -> Result<(), XlsxError> {
    match cell {
        ExportCell::Empty => return Ok(()),
        ExportCell::Text(text) => sheet.write_string(row, column, cut(text)),
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
            None => sheet.write_string(row, column, money.input_text()),
        },
    }?;
    Ok(())
}

/// The amount as a number, and its decimals; `None` where a number could not hold all its digits.
fn number(money: &Money) -> Option<(f64, usize)> {
    // Fifteen digits are what Excel keeps, whatever a double could hold.
    const DIGITS_MAX: u64 = 999_999_999_999_999;
    let decimals = money.currency.exponent().unwrap_or(0) as usize;
    let fits = money.minor.unsigned_abs() <= DIGITS_MAX && decimals < 5;
    fits.then(|| money.input_text().parse().ok()).flatten().map(|number| (number, decimals))
}

fn cut(text: &str) -> &str {
    match text.char_indices().nth(TEXT_MAX) {
        Some((end, _)) => &text[..end],
        None => text,
    }
}
