//! Formulas of a workbook, as far as they say whether a cell adds up others.

use paydesk_domain::sheet::CellFormula;

use super::line_ranges::{columns_of, lines_of};

/// Functions that add up, beside those that begin with `SUM`.
const ADDING: [&str; 8] = ["SUBTOTAL", "AGGREGATE", "DSUM", "AVERAGE", "AVERAGEIF", "AVERAGEIFS", "MEDIAN", "REDUCE"];

/// What a formula in a cell, by its line and column from 1, says of its result.
///
/// What adds up cells of its own line alone adds up no lines: `SUM(C2:D2)`. What it adds up by the name of a range or of
/// a table is not worked out. A false alarm costs one word of the person.
pub(super) fn formula_of(text: &str, (line, column): (u32, u32)) -> CellFormula {
    let mut seen = References::default();
    seen.take(text);
    let is_own_line = |cells: &String| lines_of(cells) == (line..=line);
    let is_own_column = |cells: &&String| columns_of(cells).contains(&column) && !is_own_line(cells);
    let is_of_line = !seen.has_others && !seen.cells.is_empty() && seen.cells.iter().all(is_own_line);
    let adds_up = (seen.has_sum && !is_of_line) || seen.cells.iter().any(|cells| is_own_column(&cells));
    if adds_up { CellFormula::OfOtherLines } else { CellFormula::OfLine }
}

/// What a formula names.
#[derive(Debug, Default)]
struct References {
    /// Cells of its own sheet: `B2:B5`, `$B$2`, `B:B`.
    cells: Vec<String>,
    /// It names other sheets, tables or ranges.
    has_others: bool,
    has_sum: bool,
}

impl References {
    fn take(&mut self, text: &str) {
        let (mut rest, mut is_of_sheet) = (text, false);
        while let Some(c) = rest.chars().next() {
            let length = match c {
                '"' | '\'' => 1 + quoted_length(&rest[1..], c),
                c if is_of_name(c) => rest.find(|c: char| !is_of_name(c)).unwrap_or(rest.len()),
                c => c.len_utf8(),
            };
            let (word, behind) = rest.split_at(length);
            match behind.trim_start().chars().next() {
                Some('!') if c == '\'' || is_of_name(c) => is_of_sheet = true,
                Some('(') if is_of_name(c) => self.take_function(word),
                _ if is_of_name(c) => self.take_name(word, std::mem::take(&mut is_of_sheet)),
                _ => self.has_others |= c == '[',
            }
            rest = behind;
        }
    }

    fn take_function(&mut self, name: &str) {
        // `B2:OFFSET(…)`: where it ends is not worked out.
        self.has_others |= name.contains(':');
        let name = name.rsplit('.').next().unwrap_or(name).to_ascii_uppercase();
        self.has_sum |= name.starts_with("SUM") || ADDING.contains(&name.as_str());
    }

    fn take_name(&mut self, word: &str, is_of_sheet: bool) {
        let is_number = word.chars().all(|c| c.is_ascii_digit() || "+-.E".contains(c));
        let is_flag = ["TRUE", "FALSE"].contains(&word);
        match is_cells(word) {
            true if !is_of_sheet => self.cells.push(word.to_owned()),
            is_cells => self.has_others |= is_cells || is_of_sheet || !(is_number || is_flag),
        }
    }
}

fn is_of_name(c: char) -> bool {
    c.is_alphanumeric() || "_.$:\\".contains(c)
}

/// The length of what stands in quotation marks, with the last one; two of them stand for one.
fn quoted_length(text: &str, mark: char) -> usize {
    let mut letters = text.char_indices().peekable();
    while let Some((at, c)) = letters.next() {
        if c == mark && letters.next_if(|(_, next)| *next == mark).is_none() {
            return at + 1;
        }
    }
    text.len()
}

/// Whether a word names cells: `B2`, `$B$2:B9`, `B:B`, `2:4`.
fn is_cells(word: &str) -> bool {
    let corners: Vec<&str> = word.split(':').collect();
    let letters = |corner: &str| corner.trim_start_matches('$').chars().take_while(char::is_ascii_alphabetic).count();
    let digits = |corner: &str| corner.chars().rev().take_while(char::is_ascii_digit).count();
    let is_whole = |corner: &str| {
        let marks = corner.matches('$').count();
        corner.len() == letters(corner) + digits(corner) + marks && letters(corner) <= 3 && !corner.is_empty()
    };
    let is_cell = |corner: &str| is_whole(corner) && letters(corner) > 0 && digits(corner) > 0;
    match corners[..] {
        [cell] => is_cell(cell),
        [_, _] => corners.iter().all(|corner| is_whole(corner)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_formula_that_names_other_lines_of_its_column_or_adds_up_is_known() {
        for (text, adds_up) in [
            ("SUM(B2:B3)", true),
            ("SUM(B2,B3)", true),
            ("B2+B3", true),
            ("$B$2", true),
            ("B:B", true),
            ("2:3", true),
            ("SUBTOTAL(9,B2:B3)", true),
            ("_xlfn.AGGREGATE(9,5,B2:B3)", true),
            ("SUMPRODUCT(D2:D3*E2:E3)", true),
            ("SUMIF(C2:C3,\"EUR\",D2:D3)", true),
            ("SUM(B$2:OFFSET(B4,-1,0))", true),
            ("SUM(All)", true),
            ("SUM(T[amount])", true),
            ("SUM('Week 48'!B4)", true),
            ("MAX(B2:B3)", true),
            ("B2/100", true),
            ("SUM(C4:D4)", false),
            ("sum(C4,D4)", false),
            ("C4*1.19", false),
            ("ROUND(C4*D4,2)", false),
            ("10+1", false),
            ("\"B2\"&\"x\"", false),
            ("VLOOKUP(A4,'B2'!A:B,2,FALSE)", false),
            ("Other!B2", false),
            ("B4", false),
            ("C2", false),
            ("IF(1=1,\"\",11)", false),
            ("", false),
            ("\"open", false),
        ] {
            let expected = if adds_up { CellFormula::OfOtherLines } else { CellFormula::OfLine };
            assert_eq!(formula_of(text, (4, 2)), expected, "{text}");
        }
    }
}
