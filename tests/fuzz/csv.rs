//! Exported cells: a reader of its own finds every cell again, and none of them begins a formula in any spreadsheet.
use paydesk_domain::csv::{Cell, Csv};

/// Panics where something does not hold.
pub fn check(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    // Cells are separated by a character that no cell can hold here.
    let texts: Vec<&str> = text.split('\u{1}').collect();
    let cells: Vec<Cell> = texts.iter().map(|text| Cell::text(*text)).collect();
    let mut csv = Csv::default();
    csv.row(&cells);
    csv.row(&[Cell::Decimal(text.to_owned()), Cell::Whole(-1), Cell::Empty]);
    let written = csv.into_text();

    let rows = rows(&written);
    assert_eq!(rows.len(), 2, "{written:?}");
    assert_eq!(rows[0].len(), texts.len(), "{written:?}");
    for (cell, text) in rows[0].iter().zip(&texts) {
        let without = |text: &str| text.replace('\'', "");
        assert_eq!(without(cell), without(text), "{written:?}");
    }
    assert_eq!(rows[1].len(), 3, "{written:?}");
    assert_eq!(rows[1][1..], ["-1", ""]);
    for cell in &rows[0] {
        for part in cell.split([';', '\t', '\r', '\n', '|']) {
            let first = part.trim_start_matches([' ', '"', '\0', '\u{200b}', '\u{feff}', '\u{a0}']).chars().next();
            assert!(!matches!(first, Some('=' | '+' | '-' | '@')), "{cell:?}");
        }
    }
}

/// Reads comma-separated values as RFC 4180 describes them.
fn rows(text: &str) -> Vec<Vec<String>> {
    let (mut rows, mut row, mut cell) = (Vec::new(), Vec::new(), String::new());
    let mut chars = text.chars().peekable();
    let mut is_quoted = false;
    while let Some(c) = chars.next() {
        match c {
            '"' if is_quoted && chars.peek() == Some(&'"') => cell.push(chars.next().unwrap_or('"')),
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(std::mem::take(&mut cell)),
            '\r' if !is_quoted && chars.peek() == Some(&'\n') => {
                chars.next();
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
            }
            c => cell.push(c),
        }
    }
    assert!(!is_quoted && cell.is_empty() && row.is_empty(), "an open cell: {text:?}");
    rows
}
