//! A text file as a table: lines of cells between separators (RFC 4180, and what programs write instead).
//!
//! A quotation mark that does not close would take the lines below into its cell. So a record that breaks this rule, or
//! whose quoted cell holds a whole line of the table, is damaged line by line, and what follows is read on.

use super::cell::SheetCell;
use super::separator;
use super::{COLUMNS_MAX, FileSheet, LINES_MAX, LineDamage, SheetLine};

/// Longest quoted cell, in lines: a quotation mark that opens a longer one does not close.
const QUOTED_LINES_MAX: usize = 500;

/// The table of a text, with one line or one column more where it has too many.
pub fn text_sheet(text: &str) -> FileSheet {
    let lines = physical_lines(text);
    let named = lines.first().and_then(|line| separator::named(line));
    let mut records =
        TextRecords { separator: named.unwrap_or_else(|| separator::found(&lines)), lines: &lines, next: 0 };
    records.next = usize::from(named.is_some());
    let lines =
        std::iter::from_fn(|| records.next()).flatten().filter(|line| !is_blank(line)).take(LINES_MAX + 1).collect();
    FileSheet { name: None, is_hidden: false, is_active: true, hidden_columns: Vec::new(), remarks: Vec::new(), lines }
}

fn is_blank(line: &SheetLine) -> bool {
    line.cells.iter().all(SheetCell::is_empty)
}

/// The lines of a text without their ends: `\r\n`, `\n` or `\r`.
fn physical_lines(text: &str) -> Vec<&str> {
    let mut lines = Vec::new();
    let mut rest = text;
    while let Some(end) = rest.find(['\r', '\n']) {
        lines.push(&rest[..end]);
        let behind = &rest[end..];
        rest = behind.strip_prefix("\r\n").unwrap_or(&behind[1..]);
    }
    if !rest.is_empty() {
        lines.push(rest);
    }
    lines
}

/// Where a record is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QuoteState {
    CellStart,
    Bare,
    Quoted,
    /// Behind a quotation mark that may have closed the cell.
    Closed,
}

struct TextRecords<'a> {
    separator: char,
    lines: &'a [&'a str],
    next: usize,
}

impl TextRecords<'_> {
    /// The next record: one line, or as many as are damaged together.
    fn next(&mut self) -> Option<Vec<SheetLine>> {
        let from = self.next;
        self.lines.get(from)?;
        match self.record(from) {
            Ok((cells, lines)) if !self.swallows(from, lines, cells.len()) => {
                self.next = from + lines;
                Some(vec![line(from, cells, None)])
            }
            Ok((_, lines)) | Err(lines) => {
                self.next = from + lines;
                Some((from..from + lines).map(|at| self.damaged(at)).collect())
            }
        }
    }

    /// The cells of the record that begins in a line, and how many lines it has.
    ///
    /// # Errors
    /// With the number of lines that are damaged, where a quotation mark does not close a cell.
    fn record(&self, from: usize) -> Result<(Vec<String>, usize), usize> {
        let (mut cells, mut cell, mut place) = (Vec::new(), String::new(), QuoteState::CellStart);
        for (count, line) in self.lines[from..].iter().take(QUOTED_LINES_MAX).enumerate() {
            if count > 0 {
                cell.push('\n');
            }
            for c in line.chars() {
                place = match (place, c) {
                    (QuoteState::CellStart, '"') => QuoteState::Quoted,
                    (QuoteState::Quoted, '"') => QuoteState::Closed,
                    (QuoteState::Closed, '"') => {
                        cell.push('"');
                        QuoteState::Quoted
                    }
                    (QuoteState::CellStart | QuoteState::Bare | QuoteState::Closed, c) if c == self.separator => {
                        let ended = std::mem::take(&mut cell);
                        cells.extend(Some(ended).filter(|_| cells.len() < COLUMNS_MAX));
                        QuoteState::CellStart
                    }
                    (QuoteState::Closed, ' ') => QuoteState::Closed,
                    (QuoteState::Closed, _) => return Err(1),
                    (QuoteState::Quoted, c) => {
                        cell.push(c);
                        QuoteState::Quoted
                    }
                    (QuoteState::CellStart | QuoteState::Bare, c) => {
                        cell.push(c);
                        QuoteState::Bare
                    }
                };
            }
            if place != QuoteState::Quoted {
                cells.push(cell);
                return Ok((cells, count + 1));
            }
        }
        Err(1)
    }

    /// Whether a quoted cell that goes over several lines has a line in it that is a record of its own.
    fn swallows(&self, from: usize, lines: usize, cells: usize) -> bool {
        let is_record = |line: &&str| self.parts(line).count() >= cells || self.begins_a_record(line);
        cells > 1 && self.lines[from + 1..from + lines].iter().any(is_record)
    }

    /// Whether a line has an ID and a number, as a record that ends early.
    fn begins_a_record(&self, line: &str) -> bool {
        let mut parts = self.parts(line).map(str::trim);
        let is_id = |part: &str| part.contains(|c: char| c.is_ascii_digit()) && !part.contains(char::is_whitespace);
        let is_number = |part: &str| {
            part.contains(|c: char| c.is_ascii_digit()) && part.chars().all(|c| c.is_ascii_digit() || ".,".contains(c))
        };
        parts.next().is_some_and(is_id) && parts.any(is_number)
    }

    fn parts<'l>(&self, line: &'l str) -> std::str::Split<'l, char> {
        line.split(self.separator)
    }

    fn damaged(&self, at: usize) -> SheetLine {
        let cells = self.parts(self.lines[at]).take(COLUMNS_MAX + 1).map(str::to_owned).collect();
        line(at, cells, Some(LineDamage::Quote))
    }
}

fn line(at: usize, cells: Vec<String>, damage: Option<LineDamage>) -> SheetLine {
    let number = u32::try_from(at + 1).unwrap_or(u32::MAX);
    let cells = cells.into_iter().map(SheetCell::of_text).collect();
    SheetLine { number, hidden: None, damage, cells, formulas: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rows(text: &str) -> Vec<(u32, String, bool)> {
        let shown = |line: SheetLine| {
            let cells: Vec<&str> = line.cells.iter().map(SheetCell::stored).collect();
            (line.number, cells.join("|"), line.damage.is_some())
        };
        text_sheet(text).lines.into_iter().map(shown).collect()
    }

    fn row(number: u32, cells: &str) -> (u32, String, bool) {
        (number, cells.to_owned(), false)
    }

    fn damaged(number: u32, cells: &str) -> (u32, String, bool) {
        (number, cells.to_owned(), true)
    }

    #[test]
    fn text_is_read_with_any_usual_separator_quotes_and_line_ends() {
        let expected = [row(1, "id|amount"), row(2, "pay_1|1,50"), row(4, "pay_2|")];
        for text in [
            "id,amount\npay_1,\"1,50\"\n\npay_2,\n",
            "id;amount\r\npay_1;1,50\r\n\r\npay_2;\r\n",
            "id\tamount\rpay_1\t1,50\r\rpay_2\t",
            "id;amount\npay_1;1,50\n;\npay_2; \n",
        ] {
            assert_eq!(rows(text), expected, "{text:?}");
        }
        assert_eq!(rows("sep=;\nid;amount\npay_1;1,50"), [row(2, "id|amount"), row(3, "pay_1|1,50")]);
        assert_eq!(rows("pay_1\npay_2"), [row(1, "pay_1"), row(2, "pay_2")], "one id a line is enough");
    }

    #[test]
    fn a_quoted_cell_may_hold_quotes_separators_and_line_breaks() {
        let text =
            "id,note,amount\npay_1,\"a \"\"b\"\", c\",1\npay_2,\"two\nlines in one cell\" ,2\npay_3,5\" rack,3\n";
        let expected = [
            row(1, "id|note|amount"),
            row(2, "pay_1|a \"b\", c|1"),
            row(3, "pay_2|two\nlines in one cell|2"),
            row(5, "pay_3|5\" rack|3"),
        ];
        assert_eq!(rows(text), expected);
    }

    #[test]
    fn a_quote_that_does_not_close_damages_its_line_and_takes_no_other() {
        let text = "id,note,amount\npay_1,\"19 inch rack,10.00\npay_2,ok,10.00\npay_3,ok,10.00\n";
        let expected = [
            row(1, "id|note|amount"),
            damaged(2, "pay_1|\"19 inch rack|10.00"),
            row(3, "pay_2|ok|10.00"),
            row(4, "pay_3|ok|10.00"),
        ];
        assert_eq!(rows(text), expected);
        let two = "id,note,amount\npay_1,\"19 inch,1\npay_2,ok,1\npay_3,\"20 inch,1\npay_4,ok,1";
        let is_damaged: Vec<bool> = rows(two).into_iter().map(|(_, _, damaged)| damaged).collect();
        assert_eq!(is_damaged, [false, true, false, true, false]);
    }

    #[test]
    fn a_quote_that_takes_a_whole_line_into_its_cell_damages_both() {
        let text = "id,note,amount\npay_1,\"19 inch,1\npay_2,ok\",1\npay_3,ok,1";
        assert_eq!(
            rows(text),
            [
                row(1, "id|note|amount"),
                damaged(2, "pay_1|\"19 inch|1"),
                damaged(3, "pay_2|ok\"|1"),
                row(4, "pay_3|ok|1")
            ]
        );
    }
}
