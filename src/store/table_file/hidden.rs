//! Which lines and columns of a workbook its program does not show, or may show otherwise than they are stored, which sheet
//! it opens with, and which formulas have no value. Nothing is guessed: where that cannot be read, the workbook is refused.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::{BufRead, BufReader, Cursor, Read};
use std::ops::RangeInclusive;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use zip::ZipArchive;

use paydesk_core::failure::{OtherFormat, TableReadFault};

use super::line_ranges::lines_of;
use super::rich_text::{SharedTexts, TextLook, TextParts};
use super::sheet_parts::{HiddenParts, SheetParts};
use super::styles::Styles;
use super::xml::{XmlPiece, attribute, is_set};

/// Where a workbook says which sheets it has, and in which parts these are.
const FOLDER: &str = "xl/";
const WORKBOOK: &str = "xl/workbook.xml";
const RELATIONS: &str = "xl/_rels/workbook.xml.rels";
/// Largest archive that is read, in MiB after unpacking: what its directory says is what is unpacked at most.
const UNPACKED_MAX_MIB: u64 = 512;
/// Longest element or text that is read: one of the longest cell is shorter, whatever its characters are.
const PIECE_MAX_BYTES: usize = 1 << 20;

/// The parts of a workbook that hold its sheets.
pub(super) struct WorkbookParts<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// The part of each sheet, in the order of the workbook.
    sheets: Vec<String>,
    /// The place of the sheet that the workbook opens with.
    active: usize,
    /// It was written without calculating its formulas: its program does so when it opens it.
    is_outdated: bool,
    shared: SharedTexts,
    styles: Styles,
}

impl<'a> WorkbookParts<'a> {
    pub(super) fn open(bytes: &'a [u8]) -> Result<Self, TableReadFault> {
        let mut archive = ZipArchive::new(Cursor::new(bytes)).map_err(unreadable)?;
        if let Some(format) = other_format(&archive) {
            return Err(TableReadFault::OtherFormat(format));
        }
        if has_part_twice(bytes, &archive) {
            return Err(unreadable("it contains the same part twice"));
        }
        let mut places = 0..archive.len();
        let with = |sum: u64, place| archive.by_index_raw(place).map(|file| sum.saturating_add(file.size()));
        let bytes = places.try_fold(0, with).map_err(unreadable)?;
        if bytes > UNPACKED_MAX_MIB << 20 {
            return Err(TableReadFault::UnpackedTooLarge { most_mib: UNPACKED_MAX_MIB });
        }
        let (shared, styles) = Default::default();
        let mut parts = Self { archive, sheets: Vec::new(), active: 0, is_outdated: false, shared, styles };
        let mut is_named_twice = false;
        let (mut targets, mut by_kind): (HashMap<String, String>, HashMap<String, String>) = Default::default();
        parts.each_element(RELATIONS, |name, element| {
            if let Some(target) = attribute(element, "Target").filter(|_| name == "Relationship") {
                let kind = attribute(element, "Type").unwrap_or_default();
                by_kind.insert(kind.rsplit('/').next().unwrap_or_default().to_owned(), part_name(&target));
                let id = attribute(element, "Id");
                is_named_twice |= id.and_then(|id| targets.insert(id, target)).is_some();
            }
        })?;
        if is_named_twice {
            return Err(unreadable("two of its parts have the same ID"));
        }
        parts.read_theme(by_kind.get("theme").map(String::as_str))?;
        parts.read_shared_texts(by_kind.get("sharedStrings").map(String::as_str))?;
        parts.read_styles(by_kind.get("styles").map(String::as_str))?;
        let (mut sheets, mut active, mut is_outdated) = (Vec::new(), None, false);
        parts.each_element(WORKBOOK, |name, element| match name {
            "sheet" => {
                sheets.push(attribute(element, "id").and_then(|id| targets.get(&id)).map(|target| part_name(target)));
            }
            "workbookView" => active = active.or_else(|| attribute(element, "activeTab")?.parse().ok()),
            "calcPr" => is_outdated |= is_not_calculated(element),
            _ => {}
        })?;
        parts.active = active.unwrap_or(0);
        parts.is_outdated = is_outdated;
        parts.sheets = sheets.into_iter().collect::<Option<_>>().ok_or_else(|| unreadable("a sheet has no part"))?;
        Ok(parts)
    }

    /// How many sheets the workbook has, those without cells among them.
    pub(super) fn count(&self) -> usize {
        self.sheets.len()
    }

    pub(super) fn is_active(&self, place: usize) -> bool {
        place == self.active
    }

    /// What is hidden of the sheet at this place of the workbook.
    pub(super) fn hidden(&mut self, place: usize) -> Result<HiddenParts, TableReadFault> {
        let part = self.sheet_part(place)?;
        let (shared, styles) = (std::mem::take(&mut self.shared), std::mem::take(&mut self.styles));
        let mut sheet = SheetParts::default();
        let read = self.each_piece(&part, |piece| sheet.take(&piece, &shared, &styles));
        (self.shared, self.styles) = (shared, styles);
        let is_long = read == Err(TableReadFault::CellTooLong { place: None });
        let long_cell = is_long.then(|| sheet.cell_place()).or(sheet.long_cell());
        match (long_cell, sheet.unusual()) {
            (Some(_), _) => Err(TableReadFault::CellTooLong { place: long_cell }),
            (None, Some(what)) => Err(unreadable(what)),
            (None, None) => {
                read?;
                let tables = self.altered_tables(place)?;
                Ok(sheet.into_hidden(self.is_outdated, tables, &self.styles.palette))
            }
        }
    }

    /// The lines of tables whose style may hide what is in them.
    fn altered_tables(&mut self, place: usize) -> Result<Vec<RangeInclusive<u32>>, TableReadFault> {
        let mut altered = Vec::new();
        for (kind, part) in self.related_parts(place)? {
            if kind == "table" {
                let (mut lines, mut style) = (None, String::new());
                self.each_element(&part, |name, element| match name {
                    "table" => lines = attribute(element, "ref").map(|cells| lines_of(&cells)),
                    "tableStyleInfo" => style = attribute(element, "name").unwrap_or_default(),
                    _ => {}
                })?;
                altered.extend(lines.filter(|_| self.styles.table_alters(&style)));
            }
        }
        Ok(altered)
    }

    /// The styles of the workbook.
    pub(super) fn styles(&self) -> &Styles {
        &self.styles
    }

    /// The part that holds the cells of the sheet at this place of the workbook.
    pub(super) fn sheet_part(&self, place: usize) -> Result<String, TableReadFault> {
        self.sheets.get(place).cloned().ok_or_else(|| unreadable("a sheet has no part"))
    }

    /// Whether a text that cells share is longer than a cell can be, or was not read to its end.
    pub(super) fn has_long_text(&self) -> bool {
        self.shared.values().any(|look| look.is_too_long)
    }

    pub(super) fn has_part(&self, part: &str) -> bool {
        has_part(&self.archive, part)
    }

    fn read_shared_texts(&mut self, part: Option<&str>) -> Result<(), TableReadFault> {
        let Some(part) = part else { return Ok(()) };
        let (mut looks, mut count, mut text) = (SharedTexts::new(), 0_u32, TextParts::default());
        let read = self.each_piece(part, |piece| match piece {
            XmlPiece::Element("si", _) => {
                looks.extend(std::mem::take(&mut text).look().map(|look| (count - 1, look)));
                count += 1;
            }
            XmlPiece::Element(name, element) => text.take(name, element),
            XmlPiece::Text(characters) | XmlPiece::Marked(characters) => text.take_text(characters),
            XmlPiece::Break | XmlPiece::End => {}
        });
        // Which cell has it is seen in the sheets.
        let last = if read == Err(TableReadFault::CellTooLong { place: None }) {
            Some(TextLook::too_long())
        } else {
            text.look()
        };
        let is_long = last.as_ref().is_some_and(|look| look.is_too_long);
        looks.extend(last.map(|look| (count.saturating_sub(1), look)));
        self.shared = looks;
        read.or_else(|why| if is_long { Ok(()) } else { Err(why) })
    }

    fn read_styles(&mut self, part: Option<&str>) -> Result<(), TableReadFault> {
        let Some(part) = part else { return Ok(()) };
        let mut styles = std::mem::take(&mut self.styles);
        self.each_element(part, |name, element| styles.take(name, element))?;
        self.styles = styles;
        Ok(())
    }

    /// Not every workbook that names a theme has it.
    fn read_theme(&mut self, part: Option<&str>) -> Result<(), TableReadFault> {
        let Some(part) = part.filter(|part| self.has_part(part)) else { return Ok(()) };
        let mut styles = std::mem::take(&mut self.styles);
        self.each_element(part, |name, element| styles.palette.take_theme(name, element))?;
        self.styles = styles;
        Ok(())
    }

    /// Every element of a part with its name, where it begins.
    fn each_element(&mut self, part: &str, mut take: impl FnMut(&str, &BytesStart<'_>)) -> Result<(), TableReadFault> {
        self.each_piece(part, |piece| match piece {
            XmlPiece::Element(name, element) => take(name, element),
            XmlPiece::Text(_) | XmlPiece::Marked(_) | XmlPiece::Break | XmlPiece::End => {}
        })
    }

    /// Every element of a part, where it begins, and every text.
    pub(super) fn each_piece(&mut self, part: &str, mut take: impl FnMut(XmlPiece<'_>)) -> Result<(), TableReadFault> {
        let name = self.archive.file_names().flatten().find(|name| is_part(name, part)).map(Cow::into_owned);
        let file = self.archive.by_name(name.as_deref().unwrap_or(part)).map_err(unreadable)?;
        let mut reader = Reader::from_reader(ShortPieces { inner: BufReader::new(file), length: 0 });
        reader.config_mut().check_end_names = false;
        let mut buffer = Vec::new();
        loop {
            let read = reader.read_event_into(&mut buffer);
            let is_long = reader.get_ref().length > PIECE_MAX_BYTES;
            match read.map_err(
                |error| if is_long { TableReadFault::CellTooLong { place: None } } else { unreadable(error) },
            )? {
                Event::Start(element) => take(XmlPiece::Element(element.local_name().as_ref(), &element)),
                Event::Empty(element) => {
                    take(XmlPiece::Element(element.local_name().as_ref(), &element));
                    take(XmlPiece::End);
                }
                Event::End(_) => take(XmlPiece::End),
                Event::Text(text) => take(XmlPiece::Text(&text.xml10_content())),
                Event::CData(text) => take(XmlPiece::Marked(&text.xml10_content())),
                Event::Comment(_) | Event::PI(_) => take(XmlPiece::Break),
                // A character that is written by its name.
                Event::GeneralRef(_) => take(XmlPiece::Text("&")),
                Event::Eof => return Ok(()),
                _ => {}
            }
            buffer.clear();
        }
    }
}

/// What is unpacked, until an element or a text is too long to be kept in memory.
struct ShortPieces<R> {
    inner: BufReader<R>,
    /// Of the piece that is read, in bytes.
    length: usize,
}

impl<R: Read> Read for ShortPieces<R> {
    fn read(&mut self, into: &mut [u8]) -> std::io::Result<usize> {
        self.inner.read(into)
    }
}

impl<R: Read> BufRead for ShortPieces<R> {
    fn fill_buf(&mut self) -> std::io::Result<&[u8]> {
        if self.length > PIECE_MAX_BYTES {
            return Err(std::io::ErrorKind::FileTooLarge.into());
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        let mut read = self.inner.buffer().iter().take(count).rev();
        self.length = read.position(|byte| b"<>&;".contains(byte)).unwrap_or(self.length + count);
        self.inner.consume(count);
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

/// Whether two parts have one name: which of them the program of the workbook reads is not known.
fn has_part_twice(bytes: &[u8], archive: &ZipArchive<Cursor<&[u8]>>) -> bool {
    const END: &[u8] = b"PK\x05\x06";
    const COUNT_AT: usize = 10;
    let end = bytes.windows(END.len()).rposition(|part| part == END);
    let count = end.and_then(|end| bytes.get(end + COUNT_AT..end + COUNT_AT + 2)?.try_into().ok());
    // The archive keeps the last of each name alone. Larger ones do not count in so few bytes.
    let listed = count.map(u16::from_le_bytes).filter(|count| *count < u16::MAX);
    let folded = |name: Cow<'_, str>| name.to_ascii_lowercase().replace('\\', "/");
    let names: HashSet<String> = archive.file_names().flatten().map(folded).collect();
    names.len() < archive.len() || listed.is_some_and(|count| usize::from(count) != archive.len())
}

fn has_part(archive: &ZipArchive<Cursor<&[u8]>>, part: &str) -> bool {
    archive.file_names().flatten().any(|name| is_part(&name, part))
}

fn other_format(archive: &ZipArchive<Cursor<&[u8]>>) -> Option<OtherFormat> {
    let has = |part: &str| has_part(archive, part);
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

/// Whether a workbook says that the results in it are not those of its formulas.
fn is_not_calculated(element: &BytesStart<'_>) -> bool {
    let says = |name, value: &[&str]| attribute(element, name).is_some_and(|said| value.contains(&&*said));
    is_set(element, "fullCalcOnLoad")
        || is_set(element, "forceFullCalc")
        || says("calcCompleted", &["0", "false"])
        || says("calcMode", &["manual"])
}
