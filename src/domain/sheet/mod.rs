//! Tables as files hold them: sheets, lines and cells, with what was hidden or damaged. Nothing here knows what a column
//! means: that is for the import to say.

mod cell;
mod decode;
mod separator;
mod text;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

pub use cell::{NumberFormat, SheetCell, computed_number};
pub use decode::{DecodedText, NotText, decode};
pub use text::text_sheet;

/// Most lines of a file with something in them.
pub const LINES_MAX: usize = 200_000;
/// Most columns of a sheet.
pub const COLUMNS_MAX: usize = 500;
/// Most characters of a cell, as in Excel.
pub const CELL_CHARS_MAX: usize = 32_767;

/// Everything that was read of one file, at one time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileReading {
    pub file: FileIdentity,
    /// In the order of the file; a text file has one.
    pub sheets: Vec<FileSheet>,
}

/// Which file was read, and with which content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileIdentity {
    pub path: String,
    /// The last part of the path.
    pub name: String,
    /// Its size.
    pub bytes: u64,
    /// Of its content, in hexadecimal.
    pub sha256: String,
}

/// One sheet of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSheet {
    /// A text file has none.
    pub name: Option<String>,
    pub is_hidden: bool,
    /// Whether the workbook opens with it: a person saw it last.
    pub is_active: bool,
    /// Columns that the workbook does not show, from 0, in order.
    pub hidden_columns: Vec<usize>,
    /// What the file says of it outside its cells.
    pub remarks: Vec<SheetRemark>,
    /// Lines with something in them, in order.
    pub lines: Vec<SheetLine>,
}

/// What a file says of a sheet outside its cells, or of how it is to be read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SheetRemark {
    /// A note of a cell, `B3`.
    Comment { cell: String, text: String },
    /// The text of a shape that stands on the sheet.
    Shape { text: String },
    /// A line, a picture, ink or a shape without text that stands over these cells.
    Drawing { cells: CellRange },
    /// A text that is printed above or below each page.
    PageText { text: String },
    /// A column, from 0, that is too narrow for the characters of one of its cells.
    Narrow { column: usize },
    /// The text is in no Unicode: which letters its bytes stand for is guessed.
    OldLetters,
}

/// Cells between two corners.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CellRange {
    /// By their numbers, from 1.
    pub lines: RangeInclusive<u32>,
    /// From 0.
    pub columns: RangeInclusive<usize>,
}

impl FileSheet {
    /// The number of columns that have a cell.
    pub fn width(&self) -> usize {
        self.lines.iter().map(|line| line.cells.len()).max().unwrap_or(0)
    }
}

/// One line that is not empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SheetLine {
    /// In the file, from 1.
    pub number: u32,
    pub hidden: Option<LineHidden>,
    pub damage: Option<LineDamage>,
    pub cells: Vec<SheetCell>,
    /// The columns, from 0, whose cell has a formula, and which one.
    pub formulas: Vec<(usize, CellFormula)>,
}

/// A formula of a workbook, of which the file stores a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum CellFormula {
    /// Of cells of its own line, or of other columns.
    OfLine,
    /// It adds up, or names other lines of its own column.
    OfOtherLines,
}

impl SheetLine {
    /// Whether it may be the line that names the columns: a condition takes no title away.
    pub fn may_be_header(&self) -> bool {
        matches!(self.hidden, None | Some(LineHidden::ByCondition))
    }

    /// The formula in a column, from 0.
    pub fn formula(&self, column: usize) -> Option<CellFormula> {
        self.formulas.iter().find(|(place, _)| *place == column).map(|(_, formula)| *formula)
    }

    /// The cell of a column, from 0; beyond the last, an empty one.
    pub fn cell(&self, column: usize) -> &SheetCell {
        self.cells.get(column).unwrap_or(&SheetCell::Empty)
    }
}

/// Why a line of a workbook does not count: it is not shown, or struck through.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineHidden {
    /// The sheet has a filter that covers the line.
    ByFilter,
    ByHand,
    /// It is shown, struck through.
    StruckThrough,
    /// A conditional format may strike it through, or show its numbers as other ones or not at all.
    ByCondition,
}

/// Why a line cannot be trusted to be what was meant.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LineDamage {
    /// A quotation mark opens and none closes, or it closes in the middle of a cell.
    Quote,
    /// There are more cells than the header, or most lines, have: a separator may stand inside a value.
    TooManyCells { cells: usize, expected: usize },
    /// A cell that is needed holds an error of the spreadsheet, `#REF!`.
    ErrorCell { column: String, error: String },
    /// The ID may be shown as another one than the cell stores.
    OtherId { column: String },
    /// A cell that is needed shows another number than it holds: the one is rounded, the other has more decimals.
    Rounded { column: String, shown: String, held: String },
    /// The ID is a number with more digits than a workbook keeps.
    LongId,
    /// A cell that is needed is struck through, raised or lowered in part.
    PartlyStruck { column: String },
    /// The workbook has the line or one of its cells more than once, or a cell in another line than the cell names.
    Repeated,
    /// A cell is one with cells of other lines: what it holds may be meant for all of them. With the lines, from 1.
    Merged { first: u32, last: u32 },
}
