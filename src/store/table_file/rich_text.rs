//! Texts of a workbook of which a part is struck through, raised, lowered or white: read as one, `10` with a raised `50` would be
//! `1050`.

use std::collections::BTreeSet;

use quick_xml::events::BytesStart;

use paydesk_domain::sheet::CELL_CHARS_MAX;

use super::conditional::is_white;
use super::hidden::{attribute, is_on};

/// How a text is shown that is not shown as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextLook {
    StruckThrough,
    /// In part struck through, raised, lowered or white.
    Partly,
    /// It is longer than a cell can be.
    TooLong,
}

/// The parts of one text, as they are read.
#[derive(Debug, Default)]
pub(super) struct TextParts {
    run: TextRun,
    /// How many characters were read.
    length: usize,
    shown: BTreeSet<RunLook>,
}

#[derive(Debug, Default)]
struct TextRun {
    look: RunLook,
    /// It says how the text is spoken, and is not shown in it.
    is_phonetic: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct RunLook {
    is_struck: bool,
    is_raised: bool,
    is_white: bool,
}

impl TextParts {
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "r" => self.run = TextRun::default(),
            "rPh" => self.run.is_phonetic = true,
            "strike" => self.run.look.is_struck = is_on(element),
            "vertAlign" => self.run.look.is_raised = attribute(element, "val").is_some_and(|place| place != "baseline"),
            "color" => self.run.look.is_white = is_white(element),
            _ => {}
        }
    }

    /// Takes characters of the part; blanks look the same however they are written.
    pub(super) fn take_text(&mut self, text: &str) {
        self.length += text.chars().count();
        if !self.run.is_phonetic && !text.trim().is_empty() {
            self.shown.insert(self.run.look);
        }
    }

    /// `None` for a text that is shown as it is stored.
    pub(super) fn look(&self) -> Option<TextLook> {
        let has = |is: fn(&RunLook) -> bool| self.shown.iter().any(is);
        match self.shown.len() {
            _ if self.length > CELL_CHARS_MAX => Some(TextLook::TooLong),
            0 => None,
            _ if !has(|look| !look.is_struck) => Some(TextLook::StruckThrough),
            1 if !has(|look| look.is_white) => None,
            _ => Some(TextLook::Partly),
        }
    }
}
