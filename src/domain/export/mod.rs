//! Tables that leave Paydesk as files: what a row holds, exact, before any format writes it.

mod kind;
mod manifest;
mod titles;

use std::borrow::Cow;
use std::fmt::Write as _;

use chrono::{DateTime, Datelike as _, SecondsFormat, Timelike as _, Utc};

use super::csv_style::CsvStyle;
use super::money::Money;
use super::zone::Zone;

pub use kind::ExportKind;
pub use manifest::{ExportManifest, dates_unreadable, details_missing, received_missing};

/// How a table is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum ExportFormat {
    Csv,
    /// A workbook of Excel.
    Xlsx,
    /// One JSON object a line.
    Jsonl,
}

impl ExportFormat {
    /// As it is typed, and what the name of a file ends with.
    pub fn extension(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::Xlsx => "xlsx",
            Self::Jsonl => "jsonl",
        }
    }
}

/// How a file is written: its format, and for CSV what a spreadsheet expects of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ExportStyle {
    pub format: ExportFormat,
    pub csv: CsvStyle,
    /// CSV begins with a byte order mark: without it Excel takes `ö` for two other letters.
    pub is_marked: bool,
    /// Titles are words, and times are those of this zone; `None` for a program, which gets the names of the API, and times
    /// in UTC as RFC 3339.
    pub words: Option<Zone>,
}

impl ExportStyle {
    /// For a person in this zone, who opens it in a spreadsheet. JSON is for programs, whoever asks for it.
    pub fn for_person(format: ExportFormat, csv: CsvStyle, zone: Zone) -> Self {
        Self { format, csv, is_marked: true, words: (format != ExportFormat::Jsonl).then_some(zone) }
    }

    /// For whatever a command is part of: with commas and decimal points a program may read it, which takes the mark for
    /// a part of the first title.
    pub fn for_command(format: ExportFormat, csv: CsvStyle) -> Self {
        Self { format, csv, is_marked: csv != CsvStyle::default(), words: None }
    }

    /// What a column is called that the API calls `name`.
    pub fn title<'a>(&self, name: &'a str) -> Cow<'a, str> {
        self.words.map_or(Cow::Borrowed(name), |zone| titles::title_for_people(name, zone).into())
    }
}

impl From<ExportFormat> for ExportStyle {
    fn from(format: ExportFormat) -> Self {
        Self::for_command(format, CsvStyle::default())
    }
}

/// One value.
#[derive(Debug, Clone, PartialEq)]
pub enum ExportCell<'a> {
    Empty,
    Text(Cow<'a, str>),
    /// A text of digits alone, which a file has as they are: `0423`.
    Digits(String),
    Whole(i64),
    Flag(bool),
    Time(DateTime<Utc>),
    /// The number alone, with the decimals of its currency; the currency has a column of its own.
    Amount(Money),
}

impl<'a> ExportCell<'a> {
    /// Nothing where the text is empty.
    pub fn text(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        if text.is_empty() { Self::Empty } else { Self::Text(text) }
    }

    pub fn optional<T>(value: Option<T>, cell: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Empty, cell)
    }

    /// A time that may not be known.
    pub fn time(time: Option<DateTime<Utc>>) -> Self {
        Self::optional(time, Self::Time)
    }

    /// An amount and its currency.
    pub fn money(money: Option<&'a Money>) -> [Self; 2] {
        match money {
            Some(money) => [Self::Amount(money.clone()), Self::text(money.currency.code())],
            None => [Self::Empty, Self::Empty],
        }
    }
}

/// One row, and the amount that counts in the sums.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportRow<'a> {
    pub cells: Vec<ExportCell<'a>>,
    pub money: Option<Money>,
}

/// A time as files have it: RFC 3339 in UTC, with milliseconds.
pub fn time_text(time: DateTime<Utc>) -> String {
    let mut text = String::with_capacity(24);
    write_time(time, &mut text);
    text
}

/// Appends to `out` a time as files have it.
pub fn write_time(time: DateTime<Utc>, out: &mut String) {
    let date = time.date_naive();
    let clock = time.time();
    let Some(year) =
        u32::try_from(date.year()).ok().filter(|year| *year < 10_000 && clock.nanosecond() < 1_000_000_000)
    else {
        // Years beyond four digits, and leap seconds.
        let _ = write!(out, "{}", time.to_rfc3339_opts(SecondsFormat::Millis, true));
        return;
    };
    let parts = [
        (year, 4, '-'),
        (date.month(), 2, '-'),
        (date.day(), 2, 'T'),
        (clock.hour(), 2, ':'),
        (clock.minute(), 2, ':'),
        (clock.second(), 2, '.'),
        (clock.nanosecond() / 1_000_000, 3, 'Z'),
    ];
    for (number, digits, end) in parts {
        push_digits(number, digits, out);
        out.push(end);
    }
}

fn push_digits(number: u32, digits: u32, out: &mut String) {
    for place in (0..digits).rev() {
        let digit = number / 10_u32.pow(place) % 10;
        out.push(char::from_digit(digit, 10).unwrap_or('0'));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_is_written_as_rfc_3339_whatever_its_year() {
        let times = [
            "1970-01-01T00:00:00Z",
            "2026-11-23T10:00:00.125Z",
            "2024-02-29T23:59:59.999999Z",
            "2016-12-31T23:59:60.500Z",
            "0001-01-01T00:00:00Z",
            "+12026-01-01T00:00:00Z",
            "-0044-03-15T12:00:00Z",
        ];
        for text in times {
            let time: DateTime<Utc> = text.parse().unwrap();
            assert_eq!(time_text(time), time.to_rfc3339_opts(SecondsFormat::Millis, true), "{text}");
        }
    }
}
