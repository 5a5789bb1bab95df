//! What is drawn over the cells of a sheet: shapes with a text, which say something, and lines, pictures, ink and shapes
//! without one, which may strike cells out or cover them.

use std::ops::RangeInclusive;

use paydesk_domain::sheet::{CellRange, SheetRemark};

use super::xml::{XmlPiece, attribute};

/// A drawing that may be anywhere.
pub(super) fn over_all() -> SheetRemark {
    SheetRemark::Drawing { cells: CellRange { lines: 1..=u32::MAX, columns: 0..=usize::MAX } }
}

/// What stands on a sheet, read element by element from its drawing part.
#[derive(Debug, Default)]
pub(super) struct Anchors {
    known: Vec<Anchor>,
    owner: TextOwner,
    is_end: bool,
}

/// One drawing and the cells that it begins and ends in, counted from 0.
#[derive(Debug, Default)]
struct Anchor {
    first: AnchorEnd,
    /// `None` where only its size is known.
    last: Option<AnchorEnd>,
    /// Of each of its shapes.
    texts: Vec<String>,
}

/// A cell, and how far into it a drawing reaches.
#[derive(Debug, Default, Clone, Copy)]
struct AnchorEnd {
    line: u32,
    column: u32,
    is_in_line: bool,
    is_in_column: bool,
}

/// What characters belong to.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum TextOwner {
    #[default]
    Other,
    Shape,
    Line,
    LineOffset,
    Column,
    ColumnOffset,
}

impl Anchors {
    pub(super) fn take(&mut self, piece: &XmlPiece<'_>) {
        match piece {
            XmlPiece::Element(name, _) => self.take_element(name),
            XmlPiece::Text(text) | XmlPiece::Marked(text) => self.take_text(text),
            XmlPiece::End => self.owner = TextOwner::Other,
            XmlPiece::Break => {}
        }
    }

    pub(super) fn into_remarks(self) -> impl Iterator<Item = SheetRemark> {
        self.known.into_iter().flat_map(Anchor::into_remarks)
    }

    fn take_element(&mut self, name: &str) {
        self.owner = match name {
            "t" => TextOwner::Shape,
            "row" => TextOwner::Line,
            "rowOff" => TextOwner::LineOffset,
            "col" => TextOwner::Column,
            "colOff" => TextOwner::ColumnOffset,
            _ => TextOwner::Other,
        };
        let anchor = self.known.last_mut();
        match (name, anchor) {
            ("twoCellAnchor" | "oneCellAnchor" | "absoluteAnchor", _) => self.known.push(Anchor::default()),
            ("from", _) => self.is_end = false,
            ("to", Some(anchor)) => {
                anchor.last = Some(AnchorEnd::default());
                self.is_end = true;
            }
            ("sp", Some(anchor)) => anchor.texts.push(String::new()),
            _ => {}
        }
    }

    fn take_text(&mut self, text: &str) {
        let Some(anchor) = self.known.last_mut() else { return };
        let number = text.trim().parse().unwrap_or(0);
        let mut place = AnchorEnd::default();
        let corner = if self.is_end { anchor.last.as_mut().unwrap_or(&mut place) } else { &mut anchor.first };
        match self.owner {
            TextOwner::Other => {}
            TextOwner::Shape => anchor.texts.last_mut().into_iter().for_each(|known| known.push_str(text)),
            TextOwner::Line => corner.line = number,
            TextOwner::LineOffset => corner.is_in_line = number > 0,
            TextOwner::Column => corner.column = number,
            TextOwner::ColumnOffset => corner.is_in_column = number > 0,
        }
    }
}

impl Anchor {
    fn into_remarks(self) -> Vec<SheetRemark> {
        let cells = CellRange { lines: self.lines(), columns: self.columns() };
        remarks(self.texts, cells)
    }

    /// From 1.
    fn lines(&self) -> RangeInclusive<u32> {
        let last = self.last.map_or(u32::MAX, |last| last.line.saturating_add(u32::from(last.is_in_line)));
        let first = self.first.line.saturating_add(1);
        first..=last.max(first)
    }

    /// From 0.
    fn columns(&self) -> RangeInclusive<usize> {
        let last =
            |last: AnchorEnd| last.column.saturating_add(u32::from(last.is_in_column)).saturating_sub(1) as usize;
        let first = self.first.column as usize;
        first..=self.last.map_or(usize::MAX, last).max(first)
    }
}

/// What its shapes say, or that they say nothing and only cover cells.
fn remarks(texts: Vec<String>, cells: CellRange) -> Vec<SheetRemark> {
    let said = texts.into_iter().filter(|text| !text.trim().is_empty());
    let said: Vec<SheetRemark> = said.map(|text| SheetRemark::Shape { text }).collect();
    if said.is_empty() { vec![SheetRemark::Drawing { cells }] } else { said }
}

/// What older programs draw on a sheet, read element by element from its part in VML: the frames of notes, which say
/// nothing, and labels, buttons and pictures.
#[derive(Debug, Default)]
pub(super) struct VmlShapes {
    text: String,
    is_text: bool,
    /// Of those that are no frames of notes.
    texts: Vec<String>,
}

impl VmlShapes {
    pub(super) fn take(&mut self, piece: &XmlPiece<'_>) {
        match piece {
            XmlPiece::Element("shape", _) => {
                self.text.clear();
                self.is_text = true;
            }
            XmlPiece::Element("ClientData", element) => {
                self.is_text = false;
                let text = std::mem::take(&mut self.text);
                if attribute(element, "ObjectType").as_deref() != Some("Note") {
                    self.texts.push(text);
                }
            }
            XmlPiece::Text(text) | XmlPiece::Marked(text) if self.is_text => self.text.push_str(text),
            XmlPiece::Element(..) | XmlPiece::Text(_) | XmlPiece::Marked(_) | XmlPiece::End | XmlPiece::Break => {}
        }
    }

    pub(super) fn into_remarks(self) -> impl Iterator<Item = SheetRemark> {
        let of_shape = |text: String| match text.trim() {
            "" => over_all(),
            text => SheetRemark::Shape { text: text.to_owned() },
        };
        self.texts.into_iter().map(of_shape)
    }
}
