//! Comma-separated values that every spreadsheet reads as they were meant (RFC 4180).
//!
//! The one place where cells are written: a text that a spreadsheet could run as a formula begins with an apostrophe,
//! whatever wrote it. Numbers are whole numbers and decimals made of digits, and stay as they are.

/// One cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Cell {
    Text(String),
    Whole(i64),
    /// Digits with a point, as money is typed: `-9204.00`.
    Decimal(String),
    Empty,
}

impl Cell {
    pub fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }
}

/// Rows of cells, written one after the other.
#[derive(Debug, Clone, Default)]
pub struct Csv(String);

impl Csv {
    /// Writes a row; none of its cells can become two.
    pub fn row(&mut self, cells: &[Cell]) {
        for (index, cell) in cells.iter().enumerate() {
            if index > 0 {
                self.0.push(',');
            }
            match cell {
                Cell::Text(text) => self.0.push_str(&quoted(&harmless(text))),
                Cell::Whole(number) => self.0.push_str(&number.to_string()),
                Cell::Decimal(digits) if is_decimal(digits) => self.0.push_str(digits),
                Cell::Decimal(other) => self.0.push_str(&quoted(&harmless(other))),
                Cell::Empty => {}
            }
        }
        self.0.push_str("\r\n");
    }

    pub fn into_text(self) -> String {
        self.0
    }
}

/// `text`, so that no spreadsheet takes it for a formula. Blanks before it do not make one harmless.
fn harmless(text: &str) -> String {
    let first = text.chars().find(|c| *c != ' ' && *c != '\u{A0}' && *c != '\u{FEFF}');
    let starts =
        |c: char| matches!(c, '=' | '+' | '-' | '@' | '\t' | '\r' | '\n' | '|' | '％' | '＝' | '＋' | '－' | '＠');
    if first.is_some_and(starts) { format!("'{text}") } else { text.to_owned() }
}

fn quoted(text: &str) -> String {
    let plain = !text.contains([',', '"', '\r', '\n', ';', '\t']) && text.trim() == text;
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

    fn written(cell: Cell) -> String {
        let mut csv = Csv::default();
        csv.row(&[cell]);
        csv.into_text().trim_end_matches("\r\n").to_owned()
    }

    #[test]
    fn a_text_that_could_run_as_a_formula_is_made_harmless() {
        for (text, safe) in [
            ("=1+1", "'=1+1"),
            ("+49 30", "'+49 30"),
            ("-won", "'-won"),
            ("@SUM(A1)", "'@SUM(A1)"),
            ("  =1", "'  =1"),
            ("\t=1", "\"'\t=1\""),
            ("\r=1", "\"'\r=1\""),
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
