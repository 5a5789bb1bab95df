//! Draws on a page: measures texts, and puts them to the left or the right of a place.

use super::colors::PAPER;
use super::drawing::{Color, Drawing, PageRect, PageText, Point, Primitive};
use super::lines::{SetLine, TextStyle};
use super::typefaces::Typefaces;

/// Where the margins of the page are.
pub const LEFT: f32 = 84.0;
pub const RIGHT: f32 = 1156.0;

/// Which part of a text is at the place it is put to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Align {
    Left,
    Center,
    Right,
}

/// A page while it is drawn.
pub struct ReportSetter<'t> {
    pub typefaces: &'t Typefaces,
    drawing: Drawing,
}

impl<'t> ReportSetter<'t> {
    pub fn new(typefaces: &'t Typefaces) -> Self {
        Self { typefaces, drawing: Drawing::default() }
    }

    pub fn finish(self) -> Drawing {
        self.drawing
    }

    pub fn push(&mut self, primitive: Primitive) {
        self.drawing.primitives.push(primitive);
    }

    pub fn rect(&mut self, rect: PageRect, color: Color) {
        self.push(Primitive::Rect { rect, color });
    }

    /// An empty rectangle with an outline within its edges.
    pub fn outline(&mut self, rect: PageRect, color: Color) {
        /// Width of the outline.
        const OUTLINE: f32 = 1.4;
        self.rect(rect, color);
        self.rect(rect.grown(-OUTLINE), PAPER);
    }

    /// A horizontal line whose upper edge is at `top`.
    pub fn rule(&mut self, left: f32, right: f32, top: f32, height: f32, color: Color) {
        let top = top.round();
        self.rect(PageRect::new(left, top, right, top + height), color);
    }

    /// Where a text would be.
    pub fn placed(&self, text: &str, style: TextStyle, at: Point, align: Align) -> PageText {
        let width = style.width(text, self.typefaces);
        let left = match align {
            Align::Left => at.x,
            Align::Center => at.x - width / 2.0,
            Align::Right => at.x - width,
        };
        let TextStyle { size, weight, color } = style;
        // Letters are sharper in a picture whose pixels they stand on.
        PageText { text: text.to_owned(), left, baseline: at.y.round(), width, size, weight, color }
    }

    pub fn text(&mut self, text: &str, style: TextStyle, at: Point, align: Align) {
        if !text.trim().is_empty() {
            let text = self.placed(text, style, at, align);
            self.push(Primitive::Text(text));
        }
    }

    /// A text, cut with an ellipsis where it is wider than `room`.
    pub fn text_within(&mut self, text: &str, style: TextStyle, at: Point, align: Align, room: f32) {
        let fitted = style.fitted(text, room, self.typefaces);
        self.text(&fitted, style, at, align);
    }

    pub fn line(&mut self, line: &SetLine, left: f32, baseline: f32) {
        for run in &line.runs {
            self.text(&run.text, run.style, Point::new(left + run.left, baseline), Align::Left);
        }
    }
}
