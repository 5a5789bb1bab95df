//! Formats of one line a row.

use std::io::Write;

use serde_json::Value;

use paydesk_domain::csv::{Cell, Csv};
use paydesk_domain::export::{ExportCell, ExportRow, ExportStyle, write_time};
use paydesk_domain::zone::Zone;

use super::rows::{Rows, WriteError};

/// Bytes that are formatted before they are written.
const AT_ONCE: usize = 1 << 16;
/// The byte order mark of UTF-8.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Values with a separator between them, below a line of titles.
pub fn csv<'r, I: Iterator<Item = ExportRow<'r>>>(
    out: &mut impl Write,
    style: ExportStyle,
    columns: &[&str],
    rows: &mut Rows<'_, I>,
) -> Result<(), WriteError> {
    let (mut csv, mut number) = (Csv::new(style.csv), String::new());
    if style.is_marked {
        out.write_all(MARK)?;
    }
    csv.row(&columns.iter().map(|name| Cell::text(style.title(name))).collect::<Vec<_>>());
    while let Some(row) = rows.next()? {
        for (index, cell) in row.cells.iter().enumerate() {
            csv.separate(index);
            csv_cell(&mut csv, style.words, cell, &mut number);
        }
        csv.end_row();
        if csv.as_text().len() >= AT_ONCE {
            out.write_all(csv.as_text().as_bytes())?;
            csv.clear();
        }
    }
    Ok(out.write_all(csv.as_text().as_bytes())?)
}

/// `number` is room to write numbers into.
fn csv_cell(csv: &mut Csv, words: Option<Zone>, cell: &ExportCell<'_>, number: &mut String) {
    number.clear();
    match cell {
        ExportCell::Empty => {}
        ExportCell::Text(text) => csv.text(text),
        ExportCell::Digits(digits) => csv.decimal(digits),
        ExportCell::Whole(number) => csv.whole(*number),
        ExportCell::Flag(flag) => csv.text(if *flag { "true" } else { "false" }),
        ExportCell::Time(time) => match words {
            Some(zone) => csv.time(&zone.in_sheet(*time)),
            None => {
                write_time(*time, number);
                csv.text(number);
            }
        },
        ExportCell::Amount(money) => {
            money.write_to_file(number);
            if money.currency.is_known() { csv.decimal(number) } else { csv.text(number) }
        }
    }
}

/// One JSON object a line: every column in it, what is empty as `null`, amounts as texts.
pub fn jsonl<'r, I: Iterator<Item = ExportRow<'r>>>(
    out: &mut impl Write,
    columns: &[&str],
    rows: &mut Rows<'_, I>,
) -> Result<(), WriteError> {
    let begin = |place: usize, name: &str| format!("{}{}:", if place == 0 { '{' } else { ',' }, Value::from(name));
    let names: Vec<String> = columns.iter().enumerate().map(|(place, name)| begin(place, name)).collect();
    let (mut line, mut number) = (Vec::with_capacity(2 * AT_ONCE), String::new());
    while let Some(row) = rows.next()? {
        for (name, cell) in names.iter().zip(&row.cells) {
            line.extend_from_slice(name.as_bytes());
            json_value(&mut line, cell, &mut number)?;
        }
        line.extend_from_slice(b"}\n");
        if line.len() >= AT_ONCE {
            out.write_all(&line)?;
            line.clear();
        }
    }
    Ok(out.write_all(&line)?)
}

fn json_value(out: &mut Vec<u8>, cell: &ExportCell<'_>, number: &mut String) -> Result<(), std::io::Error> {
    number.clear();
    match cell {
        ExportCell::Empty => out.write_all(b"null"),
        ExportCell::Text(text) => Ok(serde_json::to_writer(out, text)?),
        ExportCell::Digits(digits) => Ok(serde_json::to_writer(out, digits)?),
        ExportCell::Whole(number) => write!(out, "{number}"),
        ExportCell::Flag(flag) => out.write_all(if *flag { b"true" } else { b"false" }),
        ExportCell::Time(time) => {
            write_time(*time, number);
            quoted(out, number)
        }
        ExportCell::Amount(money) => {
            money.write_to_file(number);
            quoted(out, number)
        }
    }
}

/// A text of digits, signs and letters, which needs no escapes.
fn quoted(out: &mut Vec<u8>, digits: &str) -> Result<(), std::io::Error> {
    out.push(b'"');
    out.extend_from_slice(digits.as_bytes());
    out.push(b'"');
    Ok(())
}
