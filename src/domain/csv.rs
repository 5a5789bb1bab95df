//! Comma-separated values that every spreadsheet reads as they were meant (RFC 4180).
//!
//! The one place where cells are written: a text that a spreadsheet could run as a formula, or change into a number or a
//! date, begins with an apostrophe, whatever wrote it. Numbers are whole numbers and decimals made of digits, and stay as they are.

use std::fmt::Write as _;

use super::csv_style::{CsvDecimal, CsvSeparator, CsvStyle};
use super::money::Money;
use super::number_text::percent_number;
use super::text::is_hidden;

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    Whole(i64),
    /// Digits with a point, as money is typed: `-9204.00`.
    Decimal(String),
    /// A share in millionths: `7.8534` percent, and in a workbook a number that is shown as a percentage.
    Share(i64),
    /// Sentences, which a workbook wraps.
    Sentences(String),
    Empty,
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// An amount; a text where the decimals of its currency are not known.
    pub fn amount(money: &Money) -> Self {
        let text = money.file_text();
        if money.currency.is_known() { Self::Decimal(text) } else { Self::Text(text) }
    }
}

/// Rows of cells, written one after the other.
#[derive(Debug, Clone, Default)]
pub struct Csv {
    text: String,
    style: CsvStyle,
}

impl Csv {
    pub fn new(style: CsvStyle) -> Self {
        Self { text: String::new(), style }
    }

    /// Writes a row; none of its cells can become two.
    pub fn row(&mut self, cells: &[Cell]) {
        for (index, cell) in cells.iter().enumerate() {
            self.separate(index);
            match cell {
                Cell::Text(text) | Cell::Sentences(text) => self.text(text),
                Cell::Whole(number) => self.whole(*number),
                Cell::Decimal(digits) => self.decimal(digits),
                Cell::Share(millionths) => {
                    self.decimal(&percent_number(*millionths, 4).replace(',', "").replace('−', "-"));
                }
                Cell::Empty => {}
            }
        }
        self.end_row();
    }

    /// Begins the cell at `index` of a row that is written cell by cell, which is empty so far.
    #[inline]
    pub fn separate(&mut self, index: usize) {
        if index > 0 {
            self.text.push(self.style.separator.sign());
        }
    }

    /// Writes the cell that was begun.
    #[inline]
    pub fn text(&mut self, text: &str) {
        let separator = self.style.separator;
        match PlainText::of(text, separator) {
            PlainText::Bare => self.text.push_str(text),
            PlainText::Quoted => {
                self.text.push('"');
                self.text.push_str(text);
                self.text.push('"');
            }
            PlainText::No => self.text.push_str(&quoted(&lasting(text, separator))),
        }
    }

    /// A time as [`Zone::in_sheet`](crate::zone::Zone::in_sheet) writes it: spreadsheets read it as a date.
    pub fn time(&mut self, text: &str) {
        self.text.push_str(text);
    }

    pub fn whole(&mut self, number: i64) {
        // Writing into a text cannot fail.
        let _ = write!(self.text, "{number}");
    }

    /// Digits with a point, as money is typed; anything else is written as a text.
    pub fn decimal(&mut self, digits: &str) {
        if !is_decimal(digits) {
            self.text.push_str(&quoted(&harmless(digits, self.style.separator)));
            return;
        }
        match (self.style.decimal, digits.split_once('.')) {
            (CsvDecimal::Comma, Some((whole, fraction))) => {
                let mark = if self.style.separator == CsvSeparator::Comma { "\"" } else { "" };
                self.text.extend([mark, whole, ",", fraction, mark]);
            }
            (CsvDecimal::Comma, None) | (CsvDecimal::Point, _) => self.text.push_str(digits),
        }
    }

    #[inline]
    pub fn end_row(&mut self) {
        self.text.push_str("\r\n");
    }

    /// What was written since it was cleared last.
    pub fn as_text(&self) -> &str {
        &self.text
    }

    /// Begins anew; the room is used again.
    pub fn clear(&mut self) {
        self.text.clear();
    }

    pub fn into_text(self) -> String {
        self.text
    }
}

/// How a text is written, where that is seen at one look, as of most texts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PlainText {
    /// As it is.
    Bare,
    /// As it is between quotation marks.
    Quoted,
    /// Each rule below is asked.
    No,
}

impl PlainText {
    fn of(text: &str, separator: CsvSeparator) -> Self {
        let bytes = text.as_bytes();
        let (Some(first), Some(last)) = (bytes.first(), bytes.last()) else { return Self::Bare };
        if first.is_ascii_digit() {
            return if is_iso_clock(bytes) || is_exact_number(bytes) { Self::Bare } else { Self::No };
        }
        let is_harmless = |byte: &u8| (b' '..=b'~').contains(byte) && !matches!(byte, b'"' | b';' | b'|');
        let is_text = first.is_ascii_alphabetic() && *last != b' ' && bytes.iter().all(is_harmless);
        match is_text && !begins_like_a_month(text) {
            true if !bytes.contains(&b',') => Self::Bare,
            true if separator == CsvSeparator::Comma => Self::Quoted,
            true | false => Self::No,
        }
    }
}

/// `2026-11-21T10:00:00.000Z`: as times are written here.
fn is_iso_clock(bytes: &[u8]) -> bool {
    let pattern = b"0000-00-00T00:00:00.000Z";
    bytes.len() == pattern.len()
        && bytes
            .iter()
            .zip(pattern)
            .all(|(byte, like)| if *like == b'0' { byte.is_ascii_digit() } else { byte == like })
}

/// A whole number that every spreadsheet keeps.
fn is_exact_number(bytes: &[u8]) -> bool {
    bytes.len() <= EXACT_DIGITS && (bytes.len() == 1 || bytes[0] != b'0') && bytes.iter().all(u8::is_ascii_digit)
}

fn begins_like_a_month(text: &str) -> bool {
    text.get(..3).is_some_and(|start| MONTHS.iter().any(|month| month.eq_ignore_ascii_case(start)))
}

/// Characters that part cells or rows for one spreadsheet or another: which, is a setting of the machine that opens the
/// file. Quotation marks protect from the separator of the file alone: after any other one they are in the middle of a cell.
/// A comma parts cells as well, unless it is the separator.
const SEPARATORS: [char; 5] = [';', '\t', '\r', '\n', '|'];
/// Longest whole number that spreadsheets keep exactly, in digits.
const EXACT_DIGITS: usize = 15;
/// Months as spreadsheets know them: `MAR-1` would become a date.
const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/// `text`, so that no spreadsheet takes it, or a part of it that it may take for a cell, for a formula.
fn harmless(text: &str, separator: CsvSeparator) -> String {
    let parts_cells = |c: char| SEPARATORS.contains(&c) || (c == ',' && separator != CsvSeparator::Comma);
    let mut safe = String::with_capacity(text.len() + 1);
    if text.starts_with(parts_cells) {
        safe.push('\'');
    }
    for part in text.split_inclusive(parts_cells) {
        if is_formula(part) {
            safe.push('\'');
        }
        safe.push_str(part);
    }
    safe
}

/// Blanks, quotation marks and what nobody sees before it do not make a formula harmless.
fn is_formula(part: &str) -> bool {
    let is_skipped = |c: &char| (c.is_whitespace() || *c == '"' || is_hidden(*c)) && !SEPARATORS.contains(c);
    let first = part.chars().find(|c| !is_skipped(c));
    first.is_some_and(|c| matches!(c, '=' | '+' | '-' | '@' | '％' | '＝' | '＋' | '－' | '＠'))
}

/// A text as it is written: an id such as `00123` or `1-2` begins with an apostrophe, too, so that it stays what it is.
fn lasting(text: &str, separator: CsvSeparator) -> String {
    let safe = harmless(text, separator);
    if is_changed(text) && !safe.starts_with('\'') { format!("'{safe}") } else { safe }
}

/// The text that was written as `cell`: without the apostrophe that keeps `00123` or `=1` a text, where Paydesk wrote one.
pub fn read_back(cell: &str) -> &str {
    let is_ours = |text: &&str| {
        [CsvSeparator::Comma, CsvSeparator::Semicolon].into_iter().any(|separator| lasting(text, separator) == cell)
    };
    cell.strip_prefix('\'').filter(is_ours).unwrap_or(cell)
}

/// Whether a spreadsheet would make a number or a date of the text that reads otherwise.
fn is_changed(text: &str) -> bool {
    let text = text.trim();
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if digits == 0 || is_exact_number(text.as_bytes()) || is_iso_time(text) {
        return false;
    }
    let is_numeric = |c: char| c.is_ascii_digit() || "-/.:,+%eE ".contains(c);
    let begins = text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '.' | ','));
    (begins && text.chars().all(is_numeric)) || names_a_month(text)
}

/// `2026-11-21`, with a time or without: what a spreadsheet makes of it is what it says.
fn is_iso_time(text: &str) -> bool {
    let date = text.as_bytes();
    date.len() >= 10
        && date[..10].iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => *byte == b'-',
            _ => byte.is_ascii_digit(),
        })
        && date.get(10).is_none_or(|byte| *byte == b'T')
}

/// `MAR1`, `1-Sept`: one word that begins like a month, and digits.
fn names_a_month(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let (Some(word), None) = (words.next(), words.next()) else { return false };
    let rest = |c: char| c.is_ascii_alphanumeric() || "-/.".contains(c);
    begins_like_a_month(word) && text.chars().all(rest)
}

fn quoted(text: &str) -> String {
    let plain = !text.contains([',', '"']) && !text.contains(SEPARATORS) && text.trim() == text;
    if plain { text.to_owned() } else { format!("\"{}\"", text.replace('"', "\"\"")) }
}

fn is_decimal(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let all_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    all_digits(whole) && all_digits(fraction)
}

#[cfg(test)]
mod tests {
    use super::*;
    use strum::IntoEnumIterator as _;

    fn written(cell: Cell) -> String {
        written_as(CsvStyle::default(), cell)
    }

    fn written_as(style: CsvStyle, cell: Cell) -> String {
        let mut csv = Csv::new(style);
        csv.row(&[cell]);
        csv.into_text().trim_end_matches("\r\n").to_owned()
    }

    #[test]
    fn amounts_have_the_decimal_mark_that_was_chosen_and_stay_one_cell() {
        for (separator, decimal, row) in [
            (CsvSeparator::Comma, CsvDecimal::Point, "-12.50,7,a"),
            (CsvSeparator::Comma, CsvDecimal::Comma, "\"-12,50\",7,a"),
            (CsvSeparator::Semicolon, CsvDecimal::Point, "-12.50;7;a"),
            (CsvSeparator::Semicolon, CsvDecimal::Comma, "-12,50;7;a"),
            (CsvSeparator::Tab, CsvDecimal::Comma, "-12,50\t7\ta"),
        ] {
            let mut csv = Csv::new(CsvStyle { separator, decimal });
            csv.row(&[Cell::Decimal("-12.50".into()), Cell::Decimal("7".into()), Cell::text("a")]);
            assert_eq!(csv.into_text(), format!("{row}\r\n"));
        }
    }

    #[test]
    fn a_comma_parts_no_text_into_a_formula_where_another_separator_is_written() {
        let style = CsvStyle { separator: CsvSeparator::Semicolon, ..CsvStyle::default() };
        for (text, safe) in [("won,=1+1", "\"won,'=1+1\""), (",=1", "\"','=1\""), ("Müller, Ada", "\"Müller, Ada\"")]
        {
            let cell = written_as(style, Cell::text(text));
            assert_eq!(cell, safe);
        }
        assert_eq!(read_back("'00123"), "00123");
        assert_eq!(read_back("',a"), ",a");
    }

    /// Found by the fuzzer: what begins with an apostrophe for one reason had a formula in its second line.
    #[test]
    fn a_date_after_a_line_break_is_no_formula_either() {
        assert_eq!(written(Cell::text("\n-06MAR1")), "\"'\n'-06MAR1\"");
        assert_eq!(written(Cell::text("06MAR1")), "'06MAR1");
    }

    #[test]
    fn a_text_that_could_run_as_a_formula_is_made_harmless() {
        for (text, safe) in [
            ("=1+1", "'=1+1"),
            ("+49 30", "'+49 30"),
            ("-won", "'-won"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("  =1", "'  =1"),
            ("\t=1", "\"'\t'=1\""),
            ("\r=1", "\"'\r'=1\""),
            (";=1+1", "\"';'=1+1\""),
            ("won;=1+1", "\"won;'=1+1\""),
            ("won\t @SUM(A1)|-1", "\"won\t' @SUM(A1)|'-1\""),
            ("won;\"=1+1\"", "\"won;'\"\"=1+1\"\"\""),
            ("a\n=1\r\n+1", "\"a\n'=1\r\n'+1\""),
            ("\u{0}=1+1", "'\u{0}=1+1"),
            ("\u{200B}\u{FEFF}=1+1", "'\u{200B}\u{FEFF}=1+1"),
            ("\u{E0020}=1", "'\u{E0020}=1"),
            ("a; b", "\"a; b\""),
            ("=HYPERLINK(\"https://a.example\",\"x\")", "\"'=HYPERLINK(\"\"https://a.example\"\",\"\"x\"\")\""),
            ("won", "won"),
            ("a=b", "a=b"),
            ("Müller, Ada", "\"Müller, Ada\""),
            ("two\nlines", "\"two\nlines\""),
            ("", ""),
        ] {
            assert_eq!(written(Cell::text(text)), safe);
        }
    }

    #[test]
    fn an_id_that_reads_like_a_number_or_a_date_stays_a_text() {
        for id in
            ["00123", "1-2", "1/2", "1.50", "10:30", "1e5", "1E5", "12,5", "1234567890123456", ".5", "50%", "MAR1"]
        {
            assert_eq!(written(Cell::text(id)).trim_matches('"'), format!("'{id}"), "{id}");
        }
        for id in ["1-Sept", "dec.3", "DEC-24"] {
            assert_eq!(written(Cell::text(id)), format!("'{id}"), "{id}");
        }
        for text in ["0", "42", "123456789012345", "pay_00123", "2026-11-21", "2026-11-21T10:00:00.000Z", "Marina 2"] {
            assert_eq!(written(Cell::text(text)), text);
        }
        for text in ["21 Nov 2026", "marital_status", "total", "", "EUR"] {
            assert_eq!(written(Cell::text(text)), text);
        }
    }

    /// Every text of up to four of these, and what follows from each rule.
    #[test]
    fn what_is_plain_at_one_look_is_so_by_every_rule() {
        let parts = [
            "a", "mar", "Dec", "1", "00", " ", "=", "-", "+", "@", ".", "/", ";", ",", "\"", "\t", "\u{0}", "ü", "_",
            "E",
        ];
        let mut texts = vec![String::new()];
        for _ in 0..3 {
            let longer: Vec<String> =
                texts.iter().flat_map(|text| parts.iter().map(move |part| format!("{text}{part}"))).collect();
            texts.extend(longer);
        }
        texts.extend(
            ["2026-11-21T10:00:00.000Z", "2026-11-21T10:00:00.00Z", "123456789012345", "1234567890123456"]
                .map(Into::into),
        );
        for separator in CsvSeparator::iter() {
            let style = CsvStyle { separator, ..CsvStyle::default() };
            let plain = texts.iter().filter(|text| PlainText::of(text, separator) != PlainText::No);
            let by_rules: Vec<_> = plain
                .clone()
                .filter(|text| written_as(style, Cell::text(*text)) != quoted(&lasting(text, separator)))
                .collect();
            assert!(by_rules.is_empty() && plain.count() > 200, "{by_rules:?}");
        }
    }

    #[test]
    fn numbers_stay_exact_and_only_digits_pass_as_a_decimal() {
        assert_eq!(written(Cell::Whole(i64::MIN)), i64::MIN.to_string());
        assert_eq!(written(Cell::Decimal("-92.040".into())), "-92.040");
        assert_eq!(written(Cell::Decimal("-cmd".into())), "'-cmd");
        assert_eq!(written(Cell::Decimal("1.".into())), "1.");
        assert_eq!(written(Cell::Empty), "");
    }

    #[test]
    fn rows_end_as_spreadsheets_expect_and_keep_their_cells() {
        let mut csv = Csv::default();
        csv.row(&[Cell::text("a"), Cell::Empty, Cell::Whole(3)]);
        csv.row(&[Cell::text("x,y"), Cell::Whole(-1), Cell::Empty]);
        assert_eq!(csv.into_text(), "a,,3\r\n\"x,y\",-1,\r\n");
    }
}
