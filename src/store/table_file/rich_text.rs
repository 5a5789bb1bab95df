//! Texts of a workbook of which a part is struck through, raised or lowered: read as one, `10` with a raised `50` would be
//! `1050`.

use std::collections::BTreeSet;

use quick_xml::events::BytesStart;

use super::hidden::{attribute, is_on};

/// How a text is shown that is not shown as it is stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TextLook {
    StruckThrough,
    /// In part struck through, raised or lowered.
    Partly,
}

/// The parts of one text, as they are read.
#[derive(Debug, Default)]
pub(super) struct TextParts {
    run: TextRun,
    shown: BTreeSet<(bool, bool)>,
}

#[derive(Debug, Default)]
struct TextRun {
    is_struck: bool,
    is_raised: bool,
    /// It says how the text is spoken, and is not shown in it.
    is_phonetic: bool,
}

impl TextParts {
    pub(super) fn take(&mut self, name: &str, element: &BytesStart<'_>) {
        match name {
            "r" => self.run = TextRun::default(),
            "rPh" => self.run.is_phonetic = true,
            "strike" => self.run.is_struck = is_on(element),
            "vertAlign" => self.run.is_raised = attribute(element, "val").is_some_and(|place| place != "baseline"),
            _ => {}
        }
    }

    /// Takes characters of the part; blanks look the same however they are written.
    pub(super) fn take_text(&mut self, text: &str) {
        if !self.run.is_phonetic && !text.trim().is_empty() {
            self.shown.insert((self.run.is_struck, self.run.is_raised));
        }
    }

    /// `None` for a text that is shown as it is stored.
    pub(super) fn look(&self) -> Option<TextLook> {
        let is_struck = |(is_struck, _): &(bool, bool)| *is_struck;
        match self.shown.len() {
            0 => None,
            _ if self.shown.iter().all(is_struck) => Some(TextLook::StruckThrough),
            1 => None,
            _ => Some(TextLook::Partly),
        }
    }
}
