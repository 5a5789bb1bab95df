//! Columns that are too narrow for what stands in them: their cells show `##`, a rounded number, or the begin of a text.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use calamine::Style;

use paydesk_domain::sheet::{COLUMNS_MAX, SheetCell, SheetLine};

use super::number_format::shown_width;

/// Width of a column that says nothing else, and the part of a width on both sides of the characters, in digits.
const USUAL_WIDTH: f32 = 9.14;
const MARGIN: f32 = 0.71;
/// Width of one step of an indent, in digits.
const INDENT_WIDTH: f32 = 1.3;
/// Characters that are made smaller to fit can be read in half the room.
const SHRUNK: f32 = 2.0;
/// A text with more letters is no amount with its currency, but a title.
const LETTERS_MAX: usize = 3;

/// How wide the columns of a sheet are, in digits.
#[derive(Debug, Default)]
pub(super) struct ColumnWidths {
    usual: Option<f32>,
    /// Of columns from 1.
    named: Vec<(RangeInclusive<u32>, f32)>,
}

impl ColumnWidths {
    pub(super) fn set_usual(&mut self, width: f32) {
        self.usual = Some(width);
    }

    pub(super) fn set(&mut self, columns: RangeInclusive<u32>, width: f32) {
        self.named.push((columns, width));
    }

    /// The room for characters in these columns, from 1, as one.
    pub(super) fn room(&self, columns: RangeInclusive<u32>) -> f32 {
        let usual = self.usual.unwrap_or(USUAL_WIDTH);
        let named =
            |column: u32| self.named.iter().find(|(columns, _)| columns.contains(&column)).map(|(_, width)| *width);
        columns.take(COLUMNS_MAX).map(|column| named(column).unwrap_or(usual)).sum::<f32>() - MARGIN
    }
}

/// The columns of a sheet that are too narrow, found cell by cell.
#[derive(Debug, Default)]
pub(super) struct NarrowColumns {
    /// From 0.
    columns: BTreeSet<usize>,
    /// Cells with texts that go on over the next cell, unless something stands in it.
    texts: Vec<(u32, usize)>,
}

/// How a cell is shown.
pub(super) struct CellLook<'a> {
    /// The code of its format.
    pub(super) code: &'a str,
    pub(super) style: Option<&'a Style>,
    /// The size of its characters, where those that columns are measured in have 1.
    pub(super) scale: f32,
    /// In digits.
    pub(super) room: f32,
}

impl NarrowColumns {
    /// `line` and `column` count from 0.
    pub(super) fn take(&mut self, (line, column): (u32, usize), cell: &SheetCell, look: &CellLook<'_>) {
        let alignment = look.style.and_then(|style| style.alignment.as_ref());
        let indent =
            alignment.and_then(|alignment| alignment.indent).map_or(0.0, |steps| f32::from(steps) * INDENT_WIDTH);
        let is_shrunk = alignment.is_some_and(|alignment| alignment.shrink_to_fit);
        let room = if is_shrunk { look.room * SHRUNK } else { look.room };
        if shown_width(cell, look.code) * look.scale + indent <= room {
            return;
        }
        if let SheetCell::Text(text) = cell {
            self.texts.extend(is_amount(text).then_some((line, column)));
        } else {
            self.columns.insert(column);
        }
    }

    /// Those of a sheet with these lines, from 0.
    pub(super) fn into_columns(mut self, lines: &[SheetLine]) -> BTreeSet<usize> {
        let line =
            |number: u32| lines.binary_search_by_key(&(number + 1), |line| line.number).ok().map(|at| &lines[at]);
        for (number, column) in self.texts {
            let is_filled = |other: Option<usize>| {
                line(number).zip(other).is_some_and(|(line, other)| !line.cell(other).is_empty())
            };
            if is_filled(column.checked_sub(1)) || is_filled(Some(column + 1)) {
                self.columns.insert(column);
            }
        }
        self.columns
    }
}

fn is_amount(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) && text.chars().filter(|c| c.is_alphabetic()).count() <= LETTERS_MAX
}
