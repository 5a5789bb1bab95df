//! Formats of one line a row.

use std::io::Write;

use crate::domain::csv::{Cell, Csv};
use crate::domain::export::{ExportCell, ExportRow, time_text};

use super::rows::{Rows, WriteError};

/// Rows that are formatted before they are written.
const AT_ONCE: usize = 512;

/// Comma-separated values with a line of titles.
pub fn csv<I: Iterator<Item = ExportRow>>(
    out: &mut impl Write,
    columns: &[&str],
    rows: &mut Rows<'_, I>,
) -> Result<(), WriteError> {
    let mut csv = Csv::default();
    csv.row(&columns.iter().map(|title| Cell::text(*title)).collect::<Vec<_>>());
    let mut formatted = 0;
    while let Some(row) = rows.next()? {
        csv.row(&row.cells.into_iter().map(cell).collect::<Vec<_>>());
        formatted += 1;
        if formatted == AT_ONCE {
            out.write_all(std::mem::take(&mut csv).into_text().as_bytes())?;
            formatted = 0;
        }
    }
    Ok(out.write_all(csv.into_text().as_bytes())?)
}

fn cell(cell: ExportCell) -> Cell {
    match cell {
        ExportCell::Empty => Cell::Empty,
        ExportCell::Text(text) => Cell::Text(text),
        ExportCell::Whole(number) => Cell::Whole(number),
        ExportCell::Flag(flag) => Cell::text(flag.to_string()),
        ExportCell::Time(time) => Cell::Text(time_text(time)),
        ExportCell::Amount(money) => Cell::Decimal(money.input_text()),
    }
}

/// One JSON object a line: every column in it, what is empty as `null`, amounts as texts.
pub fn jsonl<I: Iterator<Item = ExportRow>>(
    out: &mut impl Write,
    columns: &[&str],
    rows: &mut Rows<'_, I>,
) -> Result<(), WriteError> {
    let names: Vec<String> = columns.iter().map(|name| serde_json::Value::from(*name).to_string()).collect();
    while let Some(row) = rows.next()? {
        for (place, (name, cell)) in names.iter().zip(&row.cells).enumerate() {
            write!(out, "{}{name}:", if place == 0 { '{' } else { ',' })?;
            value(out, cell)?;
        }
        out.write_all(b"}\n")?;
    }
    Ok(())
}

fn value(out: &mut impl Write, cell: &ExportCell) -> Result<(), std::io::Error> {
    match cell {
        ExportCell::Empty => out.write_all(b"null"),
        ExportCell::Text(text) => Ok(serde_json::to_writer(out, text)?),
        ExportCell::Whole(number) => write!(out, "{number}"),
        ExportCell::Flag(flag) => write!(out, "{flag}"),
        ExportCell::Time(time) => write!(out, "\"{}\"", time_text(*time)),
        ExportCell::Amount(money) => write!(out, "\"{}\"", money.input_text()),
    }
}
