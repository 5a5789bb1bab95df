//! Texts of a workbook of which a part is struck through, raised, lowered, tiny or in another colour: read as one, `10` with a
//! raised `50` would be `1050`.

use std::collections::{BTreeMap, BTreeSet};

use quick_xml::events::BytesStart;

use paydesk_domain::sheet::CELL_CHARS_MAX;

use super::colors::NamedColor;
use super::styles::{is_symbol_font, is_tiny};
use super::xml::{attribute, is_on};

/// The texts of the workbook that are not shown as they are stored, by their place among those that cells share.
pub(super) type SharedTexts = BTreeMap<u32, TextLook>;

/// How a text is shown that may not be shown as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct TextLook {
    pub(super) line: Option<TextLine>,
    /// A part of it is too small to be read, or in a font of symbols.
    pub(super) is_partly_unreadable: bool,
    /// Of its parts that have a colour of their own.
    pub(super) colors: Vec<NamedColor>,
    /// It is longer than a cell can be.
    pub(super) is_too_long: bool,
}

/// Which characters are struck through, or do not stand on the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextLine {
    StruckThrough,
    /// In part struck through, raised or lowered.
    Partly,
}

impl TextLook {
    pub(super) fn too_long() -> Self {
        Self { line: None, is_partly_unreadable: false, colors: Vec::new(), is_too_long: true }
    }
}

/// The parts of one text, as they are read.
#[derive(Debug, Default)]
pub(super) struct TextParts {
    run: TextRun,
    /// How many characters were read.
    length: usize,
    shown: BTreeSet<RunLine>,
    is_partly_unreadable: bool,
    colors: Vec<NamedColor>,
}

#[derive(Debug, Default)]
struct TextRun {
    line: RunLine,
    is_tiny: bool,
    has_symbols: bool,
    color: Option<NamedColor>,
    /// It says how the text is spoken, and is not shown in it.
    is_phonetic: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RunLine {
    is_struck: bool,
    is_raised: bool,
}

impl TextParts {
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        let run = &mut self.run;
        match name {
            "r" => *run = TextRun::default(),
            "rPh" => run.is_phonetic = true,
            "strike" => run.line.is_struck = is_on(element),
            "vertAlign" => run.line.is_raised = attribute(element, "val").is_some_and(|place| place != "baseline"),
            "color" => run.color = NamedColor::of(element),
            "rFont" => run.has_symbols = is_symbol_font(attribute(element, "val").as_deref()),
            "sz" => run.is_tiny = is_tiny(attribute(element, "val").as_deref()),
            _ => {}
        }
    }

    /// Takes characters of the part; blanks look the same however they are written.
    pub(super) fn take_text(&mut self, text: &str) {
        self.length += text.chars().count();
        if self.run.is_phonetic || text.trim().is_empty() {
            return;
        }
        self.shown.insert(self.run.line);
        self.is_partly_unreadable |= self.run.is_tiny || self.run.has_symbols;
        let color = self.run.color.filter(|color| !self.colors.contains(color));
        self.colors.extend(color);
    }

    /// `None` for a text that is shown as it is stored.
    pub(super) fn look(self) -> Option<TextLook> {
        let is_struck = !self.shown.is_empty() && self.shown.iter().all(|line| line.is_struck);
        let line = match self.shown.len() {
            _ if is_struck => Some(TextLine::StruckThrough),
            0 | 1 => None,
            _ => Some(TextLine::Partly),
        };
        let is_too_long = self.length > CELL_CHARS_MAX;
        let is_usual = line.is_none() && !self.is_partly_unreadable && self.colors.is_empty() && !is_too_long;
        (!is_usual).then_some(TextLook {
            line,
            is_partly_unreadable: self.is_partly_unreadable,
            colors: self.colors,
            is_too_long,
        })
    }
}
