//! What one sheet of a workbook hides, and what it may show otherwise than it stores it.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::ops::RangeInclusive;

use quick_xml::events::BytesStart;

use paydesk_domain::sheet::{COLUMNS_MAX, CellFormula, LINES_MAX, LineDamage, LineHidden};

use super::colors::Palette;
use super::conditional::Conditions;
use super::formulas::formula_of;
use super::line_ranges::{LineRanges, column_of, columns_of, lines_of};
use super::rich_text::{SharedTexts, TextLook, TextParts};
use super::sheet_shape::SheetShape;
use super::styles::Styles;
use super::widths::ColumnWidths;
use super::xml::{XmlPiece, attribute, is_set};

/// What is hidden of one sheet.
#[derive(Debug, Default)]
pub(super) struct HiddenParts {
    lines: BTreeSet<u32>,
    columns: BTreeSet<usize>,
    /// The lines that a filter of the sheet covers, where it is set.
    filter: Option<RangeInclusive<u32>>,
    filters: bool,
    /// Cells with a formula: the value of one of a number that has none was not calculated.
    formulas: BTreeMap<(u32, u32), (CellKind, CellFormula)>,
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
    widths: ColumnWidths,
    /// What is printed above and below each page.
    page_texts: Vec<String>,
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

    /// Whether a column, from 0, is shown.
    pub(super) fn is_shown(&self, column: usize) -> bool {
        !self.columns.contains(&column)
    }

    /// Whether a cell, by its line and column from 0, has a formula of a number.
    pub(super) fn is_formula(&self, line: u32, column: u32) -> bool {
        self.formulas.get(&place(line, column)).is_some_and(|(kind, _)| *kind != CellKind::Text)
    }

    /// Whether a cell, by its line and column from 0, has a formula whose stored value may not be the one that is shown.
    pub(super) fn is_outdated(&self, line: u32, column: u32) -> bool {
        self.is_outdated && self.formulas.contains_key(&place(line, column))
    }

    /// The formulas of a line, by its number from 1, with their columns from 0.
    pub(super) fn formulas(&self, number: u32) -> Vec<(usize, CellFormula)> {
        let of_line = self.formulas.range((number, 0)..=(number, u32::MAX));
        of_line.map(|((_, column), (_, formula))| (*column as usize - 1, *formula)).collect()
    }

    /// How the text of a cell is shown, by its line and column from 0, where it is not shown as it is stored.
    pub(super) fn text_look(&self, line: u32, column: u32) -> Option<&TextLook> {
        self.texts.get(&place(line, column))
    }

    /// The room for characters in a cell, by its line and column from 0, in digits.
    pub(super) fn room(&self, line: u32, column: u32) -> f32 {
        let place = place(line, column);
        self.widths.room(place.1..=self.wide.get(&place).copied().unwrap_or(place.1))
    }

    /// What is printed above and below each page, without the codes for page numbers, fonts and the like.
    pub(super) fn page_texts(&self) -> impl Iterator<Item = String> {
        self.page_texts.iter().map(|text| page_text(text)).filter(|text| !text.is_empty())
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
    /// The formulas that cells share, by their number.
    shared_formulas: HashMap<String, CellFormula>,
    /// Lines that say nothing else are hidden.
    hides_lines: bool,
}

/// What was read of one cell.
#[derive(Debug, Default)]
struct CellParts {
    /// From 1; 0 before the first of a line.
    column: u32,
    formula: Option<FormulaParts>,
    kind: CellKind,
    has_value: bool,
    /// How many pieces of characters its value has.
    pieces: usize,
    text: TextParts,
    shared: Option<TextLook>,
}

/// What was read of the formula of one cell.
#[derive(Debug, Default)]
struct FormulaParts {
    text: String,
    /// The number of a formula that cells share; only the first of them has its text.
    shared: Option<String>,
    /// The cells whose values it gives.
    cells: Option<String>,
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
    /// A flag, an error or a date.
    Other,
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
    Formula,
    /// What is printed above or below a page.
    Page,
}

impl SheetParts {
    pub(super) fn take(&mut self, piece: &XmlPiece<'_>, shared: &SharedTexts, styles: &Styles) {
        match (piece, self.text) {
            (XmlPiece::Element(name, element), _) => {
                self.shape.take(name, element);
                // Conditions and lists have formulas, too.
                let owner = CharacterOwner::of(name);
                let is_of_cell = owner != CharacterOwner::Formula || self.shape.is_in_cell();
                self.text = if is_of_cell { owner } else { CharacterOwner::Other };
                if owner == CharacterOwner::Page {
                    self.hidden.page_texts.push(String::new());
                }
                self.take_element(name, element);
                self.conditions.take(name, element, styles);
            }
            (XmlPiece::End, _) => {
                self.text = CharacterOwner::Other;
                self.shape.end();
            }
            (XmlPiece::Text(text), CharacterOwner::Value) => self.take_value(text, shared),
            (XmlPiece::Marked(_) | XmlPiece::Break, CharacterOwner::Value)
            | (XmlPiece::Break, CharacterOwner::Cell) => self.shape.is_in_pieces(),
            (XmlPiece::Text(text) | XmlPiece::Marked(text), CharacterOwner::Cell) => self.cell.text.take_text(text),
            (XmlPiece::Text(text) | XmlPiece::Marked(text), CharacterOwner::Formula) => {
                self.cell.formula.iter_mut().for_each(|formula| formula.text.push_str(text));
            }
            (XmlPiece::Text(text) | XmlPiece::Marked(text), CharacterOwner::Page) => {
                self.hidden.page_texts.last_mut().into_iter().for_each(|known| known.push_str(text));
            }
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
            CellKind::Number | CellKind::Shared | CellKind::Other => {
                cell.pieces += 1;
                if cell.kind == CellKind::Shared {
                    cell.shared = text.trim().parse().ok().and_then(|place: u32| shared.get(&place).cloned());
                } else {
                    cell.text.take_text(text);
                }
                // `&#50;` comes as a piece of its own.
                if cell.pieces > 1 || text == "&" {
                    self.shape.is_in_pieces();
                } else if cell.kind == CellKind::Number && !is_number(text.trim()) {
                    self.shape.has_no_number();
                }
            }
        }
    }

    /// What of the sheet is not written as programs write it: what its program shows is not known.
    pub(super) fn unusual(&self) -> Option<&'static str> {
        self.shape.unusual()
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

    /// `is_outdated`: the program calculates the workbook when it opens it. `tables`: the lines of tables whose style may
    /// hide what is in them.
    pub(super) fn into_hidden(
        mut self,
        is_outdated: bool,
        tables: Vec<RangeInclusive<u32>>,
        palette: &Palette,
    ) -> HiddenParts {
        self.end_cell();
        let (merged, conditional) = (LineRanges::of(self.merged), self.conditions.into_lines(tables, palette));
        HiddenParts { merged, conditional, is_outdated, ..self.hidden }
    }

    fn take_element(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "row" => self.take_line(element),
            "col" => self.take_columns(element),
            "autoFilter" => self.hidden.filter = attribute(element, "ref").map(|cells| lines_of(&cells)),
            "filterColumn" => self.hidden.filters = true,
            "c" => self.take_cell(element),
            "f" if self.shape.is_in_cell() => self.take_formula(element),
            "sheetFormatPr" => {
                size(element, "defaultColWidth").into_iter().for_each(|width| self.hidden.widths.set_usual(width));
                self.hides_lines = is_set(element, "zeroHeight") || is_small(element, "defaultRowHeight", ROW_MIN);
            }
            "v" if std::mem::replace(&mut self.cell.has_value, true) => self.shape.is_in_pieces(),
            "is" => self.cell.text = TextParts::default(),
            "mergeCell" => attribute(element, "ref").into_iter().for_each(|cells| self.take_merged(&cells)),
            _ => self.cell.text.take(name, element),
        }
    }

    fn take_formula(&mut self, element: &BytesStart<'_>) {
        let formula = FormulaParts {
            text: String::new(),
            shared: attribute(element, "si").filter(|_| attribute(element, "t").as_deref() == Some("shared")),
            cells: attribute(element, "ref").filter(|_| attribute(element, "t").as_deref() != Some("shared")),
        };
        if self.cell.formula.replace(formula).is_some() {
            self.shape.is_in_pieces();
        }
    }

    fn end_formula(&mut self, place: (u32, u32), FormulaParts { text, shared, cells }: FormulaParts) {
        let own = formula_of(&text, place);
        let formula = match shared {
            // Where the first of them names other lines, each does.
            Some(number) if text.is_empty() => self.shared_formulas.get(&number).copied().unwrap_or(own),
            Some(number) => *self.shared_formulas.entry(number).or_insert(own),
            None => own,
        };
        self.hidden.formulas.insert(place, (self.cell.kind, formula));
        let Some(cells) = cells else { return };
        let (lines, columns) = (lines_of(&cells), columns_of(&cells));
        let length = |range: &RangeInclusive<u32>| u64::from(range.end().saturating_sub(*range.start())) + 1;
        let count = length(&lines).saturating_mul(length(&columns));
        if count.saturating_add(self.hidden.formulas.len() as u64) > FORMULAS_MAX {
            return self.shape.is_too_large();
        }
        for place in lines.flat_map(|line| columns.clone().map(move |column| (line, column))) {
            self.hidden.formulas.entry(place).or_insert((CellKind::Number, formula));
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
            None | Some("n") => CellKind::Number,
            Some(_) => CellKind::Other,
        };
        self.cell = CellParts { column, kind, ..CellParts::default() };
    }

    fn end_cell(&mut self) {
        let place = (self.last_line, self.cell.column);
        if let Some(formula) = self.cell.formula.take() {
            self.end_formula(place, formula);
        }
        let cell = &mut self.cell;
        let look = cell.shared.take().or_else(|| std::mem::take(&mut cell.text).look());
        let is_too_long = look.as_ref().is_some_and(|look| look.is_too_long);
        self.long_cell = self.long_cell.or(is_too_long.then_some(place));
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
        let is_usual = attribute(element, "ht").is_none();
        if is_hidden(element, "ht", ROW_MIN) || (is_usual && self.hides_lines) {
            self.hidden.lines.insert(self.last_line);
        }
    }

    fn take_columns(&mut self, element: &BytesStart<'_>) {
        let number = |name| attribute(element, name).and_then(|number| number.parse::<usize>().ok());
        let (Some(first), Some(last)) = (number("min"), number("max")) else { return };
        if is_hidden(element, "width", COLUMN_MIN) {
            self.hidden.columns.extend(first.max(1) - 1..last.min(COLUMNS_MAX));
        } else if let Some(width) = size(element, "width") {
            let column = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
            self.hidden.widths.set(column(first)..=column(last), width);
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
            "f" => Self::Formula,
            "oddHeader" | "oddFooter" | "evenHeader" | "evenFooter" | "firstHeader" | "firstFooter" => Self::Page,
            _ => Self::Other,
        }
    }
}

/// Lower lines, in points, and narrower columns, in digits, show nothing that can be read.
const ROW_MIN: f32 = 7.0;
const COLUMN_MIN: f32 = 1.0;
/// Most cells with a formula.
const FORMULAS_MAX: u64 = 20 * LINES_MAX as u64;

/// Whether it is marked as hidden, or is too small to show anything.
fn is_hidden(element: &BytesStart<'_>, size: &str, least: f32) -> bool {
    is_set(element, "hidden") || is_small(element, size, least)
}

fn is_small(element: &BytesStart<'_>, name: &str, least: f32) -> bool {
    size(element, name).is_some_and(|size| size < least)
}

fn size(element: &BytesStart<'_>, name: &str) -> Option<f32> {
    attribute(element, name).and_then(|size| size.trim().parse().ok())
}

/// A text of pages without its codes: `&C` and the like, `&"Arial,Bold"`, `&12`, `&K01+000`.
fn page_text(text: &str) -> String {
    const COLOR_CHARS: usize = 6;
    let mut shown = String::new();
    let mut rest = text;
    while let Some((before, code)) = rest.split_once('&') {
        shown.push_str(before);
        let mut letters = code.chars();
        rest = match letters.next() {
            Some('&') => {
                shown.push('&');
                letters.as_str()
            }
            Some('"') => letters.as_str().split_once('"').map_or("", |(_, behind)| behind),
            Some('K') => letters.as_str().get(COLOR_CHARS..).unwrap_or_default(),
            Some(c) if c.is_ascii_digit() => code.trim_start_matches(|c: char| c.is_ascii_digit()),
            Some(_) | None => {
                shown.push(' ');
                letters.as_str()
            }
        };
    }
    shown.push_str(rest);
    shown.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Whether it is a number as workbooks write it: `-12.5`, `1E-2`.
fn is_number(text: &str) -> bool {
    let (number, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
    let unsigned = |text: &str| text.strip_prefix(['+', '-']).unwrap_or(text).to_owned();
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let (number, exponent) = (unsigned(number), unsigned(exponent));
    let (whole, fraction) = number.split_once('.').unwrap_or((&number, ""));
    let has_digits = !(exponent.is_empty() || whole.is_empty() && fraction.is_empty());
    has_digits && [whole, fraction, &exponent].into_iter().all(is_digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_of_pages_is_read_without_its_codes() {
        for (text, expected) in [
            ("&CDRAFT - DO NOT REFUND", "DRAFT - DO NOT REFUND"),
            ("&L&\"Arial,Bold\"&12amounts in cents&RPage &P of &N", "amounts in cents Page of"),
            ("&K01+000Smith && Sons", "Smith & Sons"),
            ("&C&A", ""),
            ("&", ""),
        ] {
            assert_eq!(page_text(text), expected, "{text}");
        }
    }

    #[test]
    fn a_number_is_one_as_the_format_defines_it() {
        for text in ["10", "-12.5", "+11", "1E-2", "1.5e+3", ".5", "5."] {
            assert!(is_number(text), "{text}");
        }
        for text in ["11,5", "1 1", "0x11", "INF", "", "-", "1e", ".", "1.2.3", "１０"] {
            assert!(!is_number(text), "{text}");
        }
    }
}
