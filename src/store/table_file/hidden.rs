//! Which lines and columns of a workbook its program does not show, which sheet it opens with, and which formulas have no
//! value. Nothing is guessed: where that cannot be read, the workbook is refused.

use std::borrow::Cow;
use std::collections::{BTreeSet, HashMap};
use std::io::{BufReader, Cursor, Read as _};
use std::ops::RangeInclusive;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use zip::ZipArchive;

use paydesk_core::failure::{OtherFormat, TableReadFault};
use paydesk_domain::sheet::{COLUMNS_MAX, LineHidden};

/// Where a workbook says which sheets it has, and in which parts these are.
const FOLDER: &str = "xl/";
const WORKBOOK: &str = "xl/workbook.xml";
const RELATIONS: &str = "xl/_rels/workbook.xml.rels";
/// Longest part that is read, in bytes after unpacking.
const PART_MAX_BYTES: u64 = 1 << 30;

/// The parts of a workbook that hold its sheets.
pub(super) struct WorkbookParts<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// The part of each sheet, in the order of the workbook.
    sheets: Vec<String>,
    /// The place of the sheet that the workbook opens with.
    active: usize,
}

impl<'a> WorkbookParts<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, TableReadFault> {
        let archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
        if let Some(format) = other_format(&archive) {
            return Err(TableReadFault::OtherFormat(format));
        }
        let mut parts = Self { archive, sheets: Vec::new(), active: 0 };
        let mut targets: HashMap<String, String> = HashMap::new();
        parts.each_element(RELATIONS, |name, element| {
            if name == "Relationship" {
                targets.extend(attribute(element, "Id").zip(attribute(element, "Target")));
            }
        })?;
        let (mut sheets, mut active) = (Vec::new(), None);
        parts.each_element(WORKBOOK, |name, element| match name {
            "sheet" => {
                sheets.push(attribute(element, "id").and_then(|id| targets.get(&id)).map(|target| part_name(target)));
            }
            "workbookView" => active = active.or_else(|| attribute(element, "activeTab")?.parse().ok()),
            _ => {}
        })?;
        parts.active = active.unwrap_or(0);
        parts.sheets = sheets.into_iter().collect::<Option<_>>().ok_or_else(|| unreadable("a sheet has no part"))?;
        Ok(parts)
    }

    pub(super) fn is_active(&self, place: usize) -> bool {
        place == self.active
    }

    /// What is hidden of the sheet at this place of the workbook.
    pub(super) fn hidden(&mut self, place: usize) -> Result<HiddenParts, TableReadFault> {
        let part = self.sheets.get(place).cloned().ok_or_else(|| unreadable("a sheet has no part"))?;
        let mut hidden = HiddenParts::default();
        self.each_element(&part, |name, element| hidden.take(name, element))?;
        hidden.end_cell();
        Ok(hidden)
    }

    /// Every element of a part with its name, where it begins.
    fn each_element(&mut self, part: &str, mut take: impl FnMut(&str, &BytesStart<'_>)) -> Result<(), TableReadFault> {
        let name = self.archive.file_names().flatten().find(|name| is_part(name, part)).map(Cow::into_owned);
        let file = self.archive.by_name(name.as_deref().unwrap_or(part)).map_err(unreadable)?;
        let mut reader = Reader::from_reader(BufReader::new(file.take(PART_MAX_BYTES)));
        reader.config_mut().check_end_names = false;
        let mut buffer = Vec::new();
        loop {
            match reader.read_event_into(&mut buffer).map_err(unreadable)? {
                Event::Start(element) | Event::Empty(element) => take(element.local_name().as_ref(), &element),
                Event::Eof => return Ok(()),
                _ => {}
            }
            buffer.clear();
        }
    }
}

fn unreadable(error: impl ToString) -> TableReadFault {
    TableReadFault::Unreadable(error.to_string())
}

/// Some programs write names in other letters, and with the separator of Windows.
fn is_part(name: &str, part: &str) -> bool {
    name.len() == part.len()
        && name
            .bytes()
            .zip(part.bytes())
            .all(|(one, other)| one.eq_ignore_ascii_case(&other) || (one == b'\\' && other == b'/'))
}

fn other_format(archive: &ZipArchive<Cursor<&[u8]>>) -> Option<OtherFormat> {
    let has = |part: &str| archive.file_names().flatten().any(|name| is_part(&name, part));
    match () {
        () if has(WORKBOOK) => None,
        () if has("xl/workbook.bin") => Some(OtherFormat::BinaryWorkbook),
        () if has("mimetype") && has("content.xml") => Some(OtherFormat::OpenDocument),
        () => Some(OtherFormat::Archive),
    }
}

/// A target is named from the folder of the workbook, or from the root.
fn part_name(target: &str) -> String {
    target.strip_prefix('/').map_or_else(|| format!("{FOLDER}{target}"), str::to_owned)
}

/// The value of an attribute, whatever its namespace is called.
fn attribute(element: &BytesStart<'_>, name: &str) -> Option<String> {
    let mut attributes = element.attributes().flatten();
    let found = attributes.find(|attribute| attribute.key.local_name().as_ref() == name)?;
    found.normalized_value(XmlVersion::Implicit1_0).ok().map(Cow::into_owned)
}

/// What is hidden of one sheet.
#[derive(Debug, Default)]
pub(super) struct HiddenParts {
    /// The number of the last line that was named, from 1.
    last_line: u32,
    lines: BTreeSet<u32>,
    columns: BTreeSet<usize>,
    /// The lines that a filter of the sheet covers, where it is set.
    filter: Option<RangeInclusive<u32>>,
    filters: bool,
    /// The cell that is read.
    cell: CellParts,
    /// Cells with a formula of a number: without a value, it was not calculated.
    formulas: BTreeSet<(u32, u32)>,
}

/// What was read of one cell.
#[derive(Debug, Default)]
struct CellParts {
    /// From 1; 0 before the first of a line.
    column: u32,
    has_formula: bool,
    /// Its value is a text, which may be empty.
    is_text: bool,
}

impl HiddenParts {
    /// Why a line is not shown, by its number from 1.
    pub(super) fn line(&self, number: u32) -> Option<LineHidden> {
        let is_filtered = self.filters && self.filter.as_ref().is_some_and(|lines| lines.contains(&number));
        let why = if is_filtered { LineHidden::ByFilter } else { LineHidden::ByHand };
        self.lines.contains(&number).then_some(why)
    }

    pub(super) fn columns(&self) -> Vec<usize> {
        self.columns.iter().copied().collect()
    }

    fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "row" => self.take_line(element),
            "col" => self.take_columns(element),
            "autoFilter" => self.filter = attribute(element, "ref").and_then(|cells| lines_of(&cells)),
            "filterColumn" => self.filters = true,
            "c" => self.take_cell(element),
            "f" => self.cell.has_formula = true,
            _ => {}
        }
    }

    /// Whether a cell, by its line and column from 0, has a formula of a number.
    pub(super) fn is_formula(&self, line: u32, column: u32) -> bool {
        self.formulas.contains(&(line.saturating_add(1), column.saturating_add(1)))
    }

    fn take_cell(&mut self, element: &BytesStart<'_>) {
        self.end_cell();
        let named = attribute(element, "r").and_then(|name| column_of(&name));
        let column = named.unwrap_or(self.cell.column.saturating_add(1));
        let is_text = attribute(element, "t").is_some_and(|kind| kind == "str");
        self.cell = CellParts { column, is_text, has_formula: false };
    }

    fn end_cell(&mut self) {
        if self.cell.has_formula && !self.cell.is_text {
            self.formulas.insert((self.last_line, self.cell.column));
        }
    }

    fn take_line(&mut self, element: &BytesStart<'_>) {
        self.end_cell();
        self.cell = CellParts::default();
        let named = attribute(element, "r").and_then(|number| number.parse().ok());
        self.last_line = named.unwrap_or(self.last_line.saturating_add(1));
        if is_hidden(element, "ht") {
            self.lines.insert(self.last_line);
        }
    }

    fn take_columns(&mut self, element: &BytesStart<'_>) {
        let number = |name| attribute(element, name).and_then(|number| number.parse::<usize>().ok());
        let (Some(first), Some(last)) = (number("min"), number("max")) else { return };
        if is_hidden(element, "width") {
            self.columns.extend(first.max(1) - 1..last.min(COLUMNS_MAX));
        }
    }
}

/// Whether it is marked as hidden, or has no size.
fn is_hidden(element: &BytesStart<'_>, size: &str) -> bool {
    let is_set = |value: String| matches!(value.as_str(), "1" | "true");
    let is_zero = |size: String| size.bytes().all(|byte| matches!(byte, b'0' | b'.'));
    attribute(element, "hidden").is_some_and(is_set) || attribute(element, size).is_some_and(is_zero)
}

/// The column of a cell, `B3`, from 1.
fn column_of(name: &str) -> Option<u32> {
    let letters = name.bytes().take_while(u8::is_ascii_alphabetic).map(|letter| letter.to_ascii_uppercase() - b'A' + 1);
    let column = letters.fold(0_u32, |column, letter| column.saturating_mul(26).saturating_add(letter.into()));
    (column > 0).then_some(column)
}

/// The lines of a range of cells, `A1:D5`.
fn lines_of(cells: &str) -> Option<RangeInclusive<u32>> {
    let (first, last) = cells.split_once(':').unwrap_or((cells, cells));
    let number = |cell: &str| cell.trim_start_matches(|c: char| !c.is_ascii_digit()).parse().ok();
    Some(number(first)?..=number(last)?)
}
