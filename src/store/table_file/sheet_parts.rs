//! What one sheet of a workbook hides, and what it may show otherwise than it stores it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use quick_xml::events::BytesStart;

use paydesk_domain::sheet::{COLUMNS_MAX, LineDamage, LineHidden};

use super::conditional::{ConditionalFormats, Conditions};
use super::hidden::{SharedTexts, XmlPiece, attribute, is_set};
use super::line_ranges::{LineRanges, column_of, columns_of, lines_of};
use super::rich_text::{TextLook, TextParts};

/// What is hidden of one sheet.
#[derive(Debug, Default)]
pub(super) struct HiddenParts {
    lines: BTreeSet<u32>,
    columns: BTreeSet<usize>,
    /// The lines that a filter of the sheet covers, where it is set.
    filter: Option<RangeInclusive<u32>>,
    filters: bool,
    /// Cells with a formula: the value of one of a number that has none was not calculated.
    formulas: BTreeMap<(u32, u32), CellKind>,
    /// The program calculates the workbook when it opens it: what is stored may not be what it shows.
    is_outdated: bool,
    /// Cells whose text is not shown as it is stored.
    texts: BTreeMap<(u32, u32), TextLook>,
    /// Lines that are named more than once, or have a cell that is: which one a person saw is not known.
    repeated: BTreeSet<u32>,
    /// Lines with cells that are one with cells of other lines.
    merged: LineRanges,
    /// Cells of one line that are one: by their line and the first column, the last.
    wide: BTreeMap<(u32, u32), u32>,
    /// Lines that a condition may alter.
    conditional: LineRanges,
}

impl HiddenParts {
    /// Why a line does not count, by its number from 1. `is_struck`: one of its cells is struck through.
    pub(super) fn line(&self, number: u32, is_struck: bool) -> Option<LineHidden> {
        let is_filtered = self.filters && self.filter.as_ref().is_some_and(|lines| lines.contains(&number));
        match () {
            () if self.lines.contains(&number) && is_filtered => Some(LineHidden::ByFilter),
            () if self.lines.contains(&number) => Some(LineHidden::ByHand),
            () if is_struck => Some(LineHidden::StruckThrough),
            () => self.conditional.of_line(number).map(|_| LineHidden::ByCondition),
        }
    }

    /// Whether a line is there twice, or has a cell that is one with cells of other lines: what stands in it may be meant
    /// for all.
    pub(super) fn damage(&self, number: u32) -> Option<LineDamage> {
        if self.repeated.contains(&number) {
            return Some(LineDamage::Repeated);
        }
        let lines = self.merged.of_line(number)?;
        Some(LineDamage::Merged { first: *lines.start(), last: *lines.end() })
    }

    pub(super) fn columns(&self) -> Vec<usize> {
        self.columns.iter().copied().collect()
    }

    /// Whether a cell, by its line and column from 0, has a formula of a number.
    pub(super) fn is_formula(&self, line: u32, column: u32) -> bool {
        self.formulas.get(&place(line, column)).is_some_and(|kind| *kind != CellKind::Text)
    }

    /// Whether a cell, by its line and column from 0, has a formula whose stored value may not be the one that is shown.
    pub(super) fn is_outdated(&self, line: u32, column: u32) -> bool {
        self.is_outdated && self.formulas.contains_key(&place(line, column))
    }

    /// How the text of a cell is shown, by its line and column from 0, where it is not shown as it is stored.
    pub(super) fn text_look(&self, line: u32, column: u32) -> Option<TextLook> {
        self.texts.get(&place(line, column)).copied()
    }

    /// Whether another cell of the line covers a cell, by its line and column from 0.
    pub(super) fn is_covered(&self, line: u32, column: u32) -> bool {
        let (line, column) = place(line, column);
        let before = self.wide.range((line, 0)..(line, column)).next_back();
        before.is_some_and(|(_, last)| column <= *last)
    }
}

fn place(line: u32, column: u32) -> (u32, u32) {
    (line.saturating_add(1), column.saturating_add(1))
}

/// What is read of one sheet, element by element.
#[derive(Debug, Default)]
pub(super) struct SheetParts {
    hidden: HiddenParts,
    /// The number of the last line that was named, from 1.
    last_line: u32,
    /// The cell that is read.
    cell: CellParts,
    merged: Vec<RangeInclusive<u32>>,
    conditions: Conditions,
    text: CharacterOwner,
    /// The first cell that is too long, by its line and column from 1.
    long_cell: Option<(u32, u32)>,
    /// The lines and the columns of the last line that were named.
    lines: BTreeSet<u32>,
    line_columns: BTreeSet<u32>,
    shape: SheetShape,
}

/// Whether the sheet is written as programs write sheets. The other reader takes characters and elements for cells that are
/// none, or only a part of them.
#[derive(Debug, Default)]
struct SheetShape {
    /// What stands before the names of its elements.
    prefix: Option<String>,
    has_alternatives: bool,
    unusual: Option<&'static str>,
}

impl SheetShape {
    fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        let full = element.name();
        let prefix = full.as_ref().strip_suffix(name).map(str::to_owned);
        match name {
            "worksheet" if self.prefix.is_none() => self.prefix = prefix,
            "AlternateContent" => self.has_alternatives = true,
            "row" | "c" | "v" => {
                let is_named_anew = || element.attributes().flatten().any(|known| known.key.as_ref() == "xmlns");
                if self.has_alternatives || prefix != self.prefix || is_named_anew() {
                    self.unusual = Some("some of its cells are not those of a worksheet");
                }
            }
            _ => {}
        }
    }

    fn is_in_pieces(&mut self) {
        self.unusual = Some("the value of a cell is written in pieces");
    }
}

/// What was read of one cell.
#[derive(Debug, Default)]
struct CellParts {
    /// From 1; 0 before the first of a line.
    column: u32,
    has_formula: bool,
    kind: CellKind,
    has_value: bool,
    /// How many pieces of characters its value has.
    pieces: usize,
    text: TextParts,
    shared: Option<TextLook>,
}

/// What a cell says of its value.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum CellKind {
    #[default]
    Number,
    /// A text, which may be empty.
    Text,
    /// The place of a text that cells share.
    Shared,
}

/// What characters belong to.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum CharacterOwner {
    #[default]
    Other,
    /// The value of the cell.
    Value,
    /// The text that stands in the cell itself.
    Cell,
    /// The cells of a condition.
    Condition,
}

impl SheetParts {
    pub(super) fn take(&mut self, piece: &XmlPiece<'_>, shared: &SharedTexts, formats: &ConditionalFormats) {
        match (piece, self.text) {
            (XmlPiece::Element(name, element), _) => {
                self.text = CharacterOwner::of(name);
                self.shape.take(name, element);
                self.take_element(name, element);
                self.conditions.take(name, element, formats);
            }
            (XmlPiece::Text(text), CharacterOwner::Value) => self.take_value(text, shared),
            (XmlPiece::Marked(_) | XmlPiece::Break, CharacterOwner::Value)
            | (XmlPiece::Break, CharacterOwner::Cell) => self.shape.is_in_pieces(),
            (XmlPiece::Text(text) | XmlPiece::Marked(text), CharacterOwner::Cell) => self.cell.text.take_text(text),
            (XmlPiece::Text(text), CharacterOwner::Condition) => self.conditions.take_cells(text),
            (XmlPiece::Text(_) | XmlPiece::Marked(_) | XmlPiece::Break, _) => {}
        }
    }

    fn take_value(&mut self, text: &str, shared: &SharedTexts) {
        let cell = &mut self.cell;
        match cell.kind {
            // Line ends behind the value.
            _ if text.trim().is_empty() => {}
            CellKind::Text => cell.text.take_text(text),
            CellKind::Number | CellKind::Shared => {
                cell.pieces += 1;
                if cell.kind == CellKind::Shared {
                    cell.shared = text.trim().parse().ok().and_then(|place: u32| shared.get(&place).copied());
                } else {
                    cell.text.take_text(text);
                }
                // `&#50;` comes as a piece of its own.
                if cell.pieces > 1 || text == "&" {
                    self.shape.is_in_pieces();
                }
            }
        }
    }

    /// What of the sheet is not written as programs write it: what its program shows is not known.
    pub(super) fn unusual(&self) -> Option<&'static str> {
        self.shape.unusual
    }

    /// The line and the column of the cell that is read, from 1.
    pub(super) fn cell_place(&self) -> (u32, u32) {
        (self.last_line, self.cell.column)
    }

    /// The first cell that is longer than a cell can be.
    pub(super) fn long_cell(&mut self) -> Option<(u32, u32)> {
        self.end_cell();
        self.long_cell
    }

    /// `is_outdated`: the program calculates the workbook when it opens it.
    pub(super) fn into_hidden(mut self, is_outdated: bool) -> HiddenParts {
        self.end_cell();
        let (merged, conditional) = (LineRanges::of(self.merged), self.conditions.into_lines());
        HiddenParts { merged, conditional, is_outdated, ..self.hidden }
    }

    fn take_element(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "row" => self.take_line(element),
            "col" => self.take_columns(element),
            "autoFilter" => self.hidden.filter = attribute(element, "ref").map(|cells| lines_of(&cells)),
            "filterColumn" => self.hidden.filters = true,
            "c" => self.take_cell(element),
            "f" => self.cell.has_formula = true,
            "v" if std::mem::replace(&mut self.cell.has_value, true) => self.shape.is_in_pieces(),
            "is" => self.cell.text = TextParts::default(),
            "mergeCell" => attribute(element, "ref").into_iter().for_each(|cells| self.take_merged(&cells)),
            _ => self.cell.text.take(name, element),
        }
    }

    fn take_cell(&mut self, element: &BytesStart<'_>) {
        self.end_cell();
        let name = attribute(element, "r");
        let column = name.as_deref().and_then(column_of).unwrap_or(self.cell.column.saturating_add(1));
        // A cell may name another line than the one it stands in.
        let line = name.as_deref().map_or(self.last_line, |name| *lines_of(name).start());
        if line != self.last_line || !self.line_columns.insert(column) {
            self.hidden.repeated.extend([line, self.last_line]);
        }
        let kind = match attribute(element, "t").as_deref() {
            Some("str") => CellKind::Text,
            Some("s") => CellKind::Shared,
            _ => CellKind::Number,
        };
        self.cell = CellParts { column, kind, ..CellParts::default() };
    }

    fn end_cell(&mut self) {
        let (place, cell) = ((self.last_line, self.cell.column), &mut self.cell);
        if std::mem::take(&mut cell.has_formula) {
            self.hidden.formulas.insert(place, cell.kind);
        }
        let look = cell.shared.take().or_else(|| std::mem::take(&mut cell.text).look());
        self.long_cell = self.long_cell.or((look == Some(TextLook::TooLong)).then_some(place));
        self.hidden.texts.extend(look.map(|look| (place, look)));
    }

    fn take_line(&mut self, element: &BytesStart<'_>) {
        self.end_cell();
        self.cell = CellParts::default();
        let named = attribute(element, "r").and_then(|number| number.parse().ok());
        self.last_line = named.unwrap_or(self.last_line.saturating_add(1));
        self.line_columns.clear();
        if !self.lines.insert(self.last_line) {
            self.hidden.repeated.insert(self.last_line);
        }
        if is_hidden(element, "ht") {
            self.hidden.lines.insert(self.last_line);
        }
    }

    fn take_columns(&mut self, element: &BytesStart<'_>) {
        let number = |name| attribute(element, name).and_then(|number| number.parse::<usize>().ok());
        let (Some(first), Some(last)) = (number("min"), number("max")) else { return };
        if is_hidden(element, "width") {
            self.hidden.columns.extend(first.max(1) - 1..last.min(COLUMNS_MAX));
        }
    }

    fn take_merged(&mut self, cells: &str) {
        let (lines, columns) = (lines_of(cells), columns_of(cells));
        if lines.start() < lines.end() {
            self.merged.push(lines);
        } else {
            self.hidden.wide.insert((*lines.start(), *columns.start()), *columns.end());
        }
    }
}

impl CharacterOwner {
    fn of(element: &str) -> Self {
        match element {
            "v" => Self::Value,
            "t" => Self::Cell,
            "sqref" => Self::Condition,
            _ => Self::Other,
        }
    }
}

/// Whether it is marked as hidden, or is lower than a point or narrower than a digit.
fn is_hidden(element: &BytesStart<'_>, size: &str) -> bool {
    let is_small = |size: String| size.trim().parse::<f32>().is_ok_and(|size| size < 1.0);
    is_set(element, "hidden") || attribute(element, size).is_some_and(is_small)
}
