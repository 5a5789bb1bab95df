//! Tables that leave Paydesk as files: what a row holds, exact, before any format writes it.

pub mod payments;

use chrono::{DateTime, SecondsFormat, Utc};

use super::money::Money;

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

/// One value.
#[derive(Debug, Clone, PartialEq)]
pub enum ExportCell {
    Empty,
    Text(String),
    Whole(i64),
    Flag(bool),
    Time(DateTime<Utc>),
    /// The number alone, with the decimals of its currency; the currency has a column of its own.
    Amount(Money),
}

impl ExportCell {
    /// Nothing where the text is empty.
    pub fn text(text: &str) -> Self {
        if text.is_empty() { Self::Empty } else { Self::Text(text.to_owned()) }
    }

    pub fn optional<T>(value: Option<T>, cell: impl FnOnce(T) -> Self) -> Self {
        value.map_or(Self::Empty, cell)
    }
}

/// One row, and the amount that counts in the sums.
#[derive(Debug, Clone, PartialEq)]
pub struct ExportRow {
    pub cells: Vec<ExportCell>,
    pub money: Option<Money>,
}

/// A time as files have it: RFC 3339 in UTC, with milliseconds.
pub fn time_text(time: DateTime<Utc>) -> String {
    time.to_rfc3339_opts(SecondsFormat::Millis, true)
}
