//! Ranges of lines of a sheet, as the names of their cells say.

use std::ops::RangeInclusive;

/// Ranges of lines from 1, in order; those that share lines are one.
#[derive(Debug, Default)]
pub(super) struct LineRanges(Vec<RangeInclusive<u32>>);

impl LineRanges {
    /// Those of ranges in any order, each as often as a workbook names it.
    pub(super) fn of(mut ranges: Vec<RangeInclusive<u32>>) -> Self {
        ranges.sort_by_key(|lines| *lines.start());
        let mut joined: Vec<RangeInclusive<u32>> = Vec::new();
        for lines in ranges {
            match joined.last_mut().filter(|last| lines.start() <= last.end()) {
                Some(last) => *last = *last.start()..=*last.end().max(lines.end()),
                None => joined.push(lines),
            }
        }
        Self(joined)
    }

    /// The range that a line is in.
    pub(super) fn of_line(&self, number: u32) -> Option<&RangeInclusive<u32>> {
        let behind = self.0.partition_point(|lines| *lines.start() <= number);
        self.0.get(behind.checked_sub(1)?).filter(|lines| lines.contains(&number))
    }
}

/// The lines of a range of cells: `A1:D5`, `2:4`, and every line of `A:A`.
pub(super) fn lines_of(cells: &str) -> RangeInclusive<u32> {
    let (first, last) = corners(cells);
    let number = |cell: &str| cell.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok();
    number(first).unwrap_or(1)..=number(last).unwrap_or(u32::MAX)
}

/// The columns of a range of cells, from 1: `A1:D5`, `A:D`, and every column of `2:4`.
pub(super) fn columns_of(cells: &str) -> RangeInclusive<u32> {
    let (first, last) = corners(cells);
    column_of(first).unwrap_or(1)..=column_of(last).unwrap_or(u32::MAX)
}

/// The column of a cell, `B3`, from 1.
pub(super) fn column_of(name: &str) -> Option<u32> {
    let name = name.trim_start_matches('$').bytes();
    let letters = name.take_while(u8::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase() - b'A' + 1);
    let column = letters.fold(0_u32, |column, letter| column.saturating_mul(26).saturating_add(letter.into()));
    (column > 0).then_some(column)
}

fn corners(cells: &str) -> (&str, &str) {
    cells.split_once(':').unwrap_or((cells, cells))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_cells_names_its_lines_and_columns() {
        for (cells, lines, columns) in [
            ("B3", 3..=3, 2..=2),
            ("A2:C4", 2..=4, 1..=3),
            ("$A$2:$C$4", 2..=4, 1..=3),
            ("A:C", 1..=u32::MAX, 1..=3),
            ("2:4", 2..=4, 1..=u32::MAX),
        ] {
            assert_eq!((lines_of(cells), columns_of(cells)), (lines, columns), "{cells}");
        }
    }

    #[test]
    fn the_range_of_a_line_is_found_among_many() {
        let ranges = LineRanges::of(vec![9..=9, 2..=4, 4..=6, 20..=u32::MAX]);
        for (line, range) in
            [(1, None), (2, Some(2..=6)), (6, Some(2..=6)), (7, None), (9, Some(9..=9)), (30, Some(20..=u32::MAX))]
        {
            assert_eq!(ranges.of_line(line), range.as_ref(), "line {line}");
        }
    }
}
