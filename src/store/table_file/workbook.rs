//! Workbooks of Excel: amounts and times are numbers that it can calculate with, ids stay texts.

use std::borrow::Cow;
use std::io::{Error, Seek, Write};
use std::ops::RangeInclusive;

use rust_xlsxwriter::{ExcelDateTime, Format, FormatAlign, Workbook, Worksheet, XlsxError};

use paydesk_core::effect::ExportSheet;
use paydesk_domain::csv::Cell;
use paydesk_domain::export::{ExportCell, ExportRow, ExportStyle, time_text};
use paydesk_domain::money::Money;
use paydesk_domain::zone::Zone;

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
    zone: Option<Zone>,
    time: Format,
    share: Format,
    sentences: Format,
    /// By the number of decimals.
    amounts: [Format; 5],
}

impl Formats {
    /// Of this zone times are told by the title; else every time says that it is in UTC, because a workbook knows no zones.
    fn new(zone: Option<Zone>) -> Self {
        let amount = |decimals: usize| {
            let zeros = "0".repeat(decimals);
            Format::new().set_num_format(if decimals == 0 { "#,##0".to_owned() } else { format!("#,##0.{zeros}") })
        };
        Self {
            title: Format::new().set_bold(),
            zone,
            time: Format::new().set_num_format(match zone {
                Some(_) => "yyyy-mm-dd hh:mm:ss",
                None => "yyyy-mm-dd hh:mm:ss \"UTC\"",
            }),
            share: Format::new().set_num_format("0.00%"),
            sentences: Format::new().set_text_wrap().set_align(FormatAlign::Top),
            amounts: std::array::from_fn(amount),
        }
    }
}

/// A workbook with as many sheets as the rows need, named after what they hold, and one of the sums where there are any.
/// It opens with its first sheet, which is the one that an import reads.
pub fn xlsx<'r, I: Iterator<Item = ExportRow<'r>>>(
    out: &mut (impl Write + Seek + Send),
    style: ExportStyle,
    (name, columns): (&str, &[&str]),
    rows: &mut Rows<'_, I>,
) -> Result<(), WriteError> {
    let (mut workbook, formats) = (Workbook::new(), Formats::new(style.words));
    let titles: Vec<Cow<'_, str>> = columns.iter().map(|name| style.title(name)).collect();
    let mut names: Vec<String> = Vec::new();
    let mut next = rows.next()?;
    loop {
        names.push(sheet_name(name, &names));
        let mut sheet = TableSheet::new(&mut workbook, &names[names.len() - 1], &titles, &formats)?;
        while let Some(row) = next.take_if(|_| sheet.lines < SHEET_ROWS) {
            sheet.write(&row.cells, &formats)?;
            next = rows.next()?;
        }
        sheet.end()?;
        if next.is_none() {
            break;
        }
    }
    if !rows.sums.is_empty() {
        write_sums(&mut workbook, &sheet_name("Sums", &names), style, rows, &formats)?;
    }
    Ok(workbook.save_to_writer(out)?)
}

/// Widest and narrowest column, in characters, and the room that the button of the filter takes.
const WIDTHS: RangeInclusive<usize> = 8..=48;
const FILTER_BUTTON: usize = 4;

/// A sheet below whose titles rows are written: the titles stay in view and have filters, and every column is as wide as
/// what stands in it.
struct TableSheet<'w> {
    sheet: &'w mut Worksheet,
    /// Rows below the titles.
    lines: u32,
    widths: Vec<usize>,
}

impl<'w> TableSheet<'w> {
    fn new(
        workbook: &'w mut Workbook,
        name: &str,
        titles: &[Cow<'_, str>],
        formats: &Formats,
    ) -> Result<Self, XlsxError> {
        let sheet = workbook.add_worksheet_with_constant_memory()?;
        sheet.set_name(name)?.set_freeze_panes(1, 0)?;
        for (column, title) in (0..).zip(titles) {
            sheet.write_string_with_format(0, column, &**title, &formats.title)?;
        }
        let widths = titles.iter().map(|title| title.len() + FILTER_BUTTON).collect();
        Ok(Self { sheet, lines: 0, widths })
    }

    fn write(&mut self, cells: &[ExportCell<'_>], formats: &Formats) -> Result<(), XlsxError> {
        self.lines += 1;
        for (column, (cell, width)) in (0..).zip(cells.iter().zip(&mut self.widths)) {
            write_cell(self.sheet, (self.lines, column), cell, formats)?;
            *width = (*width).max(width_of(cell));
        }
        Ok(())
    }

    fn end(self) -> Result<(), XlsxError> {
        let last = u16::try_from(self.widths.len().saturating_sub(1)).unwrap_or(u16::MAX);
        self.sheet.autofilter(0, 0, self.lines, last)?;
        for (column, width) in (0..).zip(self.widths) {
            self.sheet.set_column_width(column, width.clamp(*WIDTHS.start(), *WIDTHS.end()) as f64)?;
        }
        Ok(())
    }
}

/// How many characters a cell shows, one that is longer than the widest column aside.
fn width_of(cell: &ExportCell<'_>) -> usize {
    match cell {
        ExportCell::Empty => 0,
        ExportCell::Text(text) => text.chars().take(*WIDTHS.end()).count(),
        ExportCell::Digits(digits) => digits.len(),
        ExportCell::Whole(_) | ExportCell::Flag(_) => 0,
        ExportCell::Time(_) => "2026-11-23 10:00:00 UTC".len(),
        ExportCell::Amount(money) => money.amount_text().len(),
    }
}

/// What a sum is called that a number cannot hold.
const TOO_LARGE: &str = "too large to add up";

/// The sums of all rows by currency, and where rows have a status, of each: what failed moved nothing.
fn write_sums<I>(
    workbook: &mut Workbook,
    name: &str,
    style: ExportStyle,
    rows: &Rows<'_, I>,
    formats: &Formats,
) -> Result<(), XlsxError> {
    let has_status = !rows.by_status.is_empty();
    let titles = ["rows", "currency", "sum"].map(|name| style.title(name));
    let titles = if has_status { &titles[..] } else { &titles[1..] };
    let mut sheet = TableSheet::new(workbook, name, titles, formats)?;
    let all = std::iter::once(("all", &rows.sums));
    for (of, sums) in all.chain(rows.by_status.iter().map(|(status, sums)| (status.as_str(), sums))) {
        for currency in sums.currencies() {
            let sum = match sums.of(currency).flatten() {
                Some(minor) => ExportCell::Amount(Money::new(minor, currency.clone())),
                None => ExportCell::text(TOO_LARGE),
            };
            let cells = [ExportCell::text(of), ExportCell::text(currency.code()), sum];
            sheet.write(if has_status { &cells } else { &cells[1..] }, formats)?;
        }
    }
    sheet.end()
}

/// Most characters of the name of a sheet, and what may not be in it.
const NAME_MAX: usize = 31;
const NOT_IN_NAMES: [char; 7] = ['[', ']', ':', '*', '?', '/', '\\'];

/// A workbook with these sheets, each as wide as its columns need.
pub fn write_workbook(out: &mut (impl Write + Seek + Send), sheets: &[ExportSheet]) -> Result<(), Error> {
    let (mut workbook, formats) = (Workbook::new(), Formats::new(None));
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
    const OF_SENTENCES: f64 = 100.0;
    let sheet = workbook.add_worksheet_with_constant_memory()?;
    sheet.set_name(name)?;
    for column in 0..rows.iter().map(Vec::len).max().unwrap_or_default() {
        let has_sentences = rows.iter().any(|row| matches!(row.get(column), Some(Cell::Sentences(_))));
        let width = if has_sentences { OF_SENTENCES } else { WIDTH };
        sheet.set_column_width(u16::try_from(column).unwrap_or(u16::MAX), width)?;
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
        Cell::Sentences(text) => sheet.write_string_with_format(row, column, cut(text), &formats.sentences),
        Cell::Share(millionths) => {
            sheet.write_number_with_format(row, column, *millionths as f64 / 1_000_000.0, &formats.share)
        }
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
        ExportCell::Time(time) => {
            let shown = formats.zone.unwrap_or_default().local(*time);
            match ExcelDateTime::from_timestamp(shown.and_utc().timestamp()) {
                Ok(at) => sheet.write_datetime_with_format(row, column, &at, &formats.time),
                Err(_) => sheet.write_string(row, column, time_text(*time)),
            }
        }
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
    fn rates_are_shown_as_percentages_and_sentences_are_wrapped() {
        let rows = vec![vec![Cell::Share(78_534), Cell::Sentences("The dispute rate is 7.85%.".to_owned())]];
        let mut file = Cursor::new(Vec::new());
        write_workbook(&mut file, &[ExportSheet { name: "Summary".into(), rows }]).unwrap();
        let mut parts = zip::ZipArchive::new(Cursor::new(file.get_ref())).unwrap();
        let mut styles = String::new();
        std::io::Read::read_to_string(&mut parts.by_name("xl/styles.xml").unwrap(), &mut styles).unwrap();
        assert!(styles.contains("formatCode=\"0.00%\"") && styles.contains("wrapText=\"1\""), "{styles}");
        let range = calamine::Xlsx::new(file).unwrap().worksheet_range("Summary").unwrap();
        let text = Data::String("The dispute rate is 7.85%.".into());
        assert_eq!(range.rows().next().unwrap(), [Data::Float(0.078_534), text]);
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
