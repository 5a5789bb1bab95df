//! A page as a list of what is drawn on it, each in its place. Nothing here measures or breaks a text: that is done
//! before, so that whoever draws the list has no choice left.
//!
//! Lengths are pixels, 150 to the inch, from the upper left corner of the page.

use super::typefaces::Weight;

/// Width of an A4 page.
pub const PAGE_WIDTH: f32 = 1240.0;
/// Height of an A4 page.
pub const PAGE_HEIGHT: f32 = 1754.0;

/// How far letters reach above and below their baseline, as parts of their size; accents of capitals reach higher.
const ASCENT: f32 = 0.8;
const DESCENT: f32 = 0.22;

/// Red, green and blue of sRGB, opaque.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Color {
    pub red: u8,
    pub green: u8,
    pub blue: u8,
}

impl Color {
    pub(crate) const fn new(red: u8, green: u8, blue: u8) -> Self {
        Self { red, green, blue }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Point {
    pub x: f32,
    pub y: f32,
}

impl Point {
    pub(crate) const fn new(x: f32, y: f32) -> Self {
        Self { x, y }
    }
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PageRect {
    pub left: f32,
    pub top: f32,
    pub right: f32,
    pub bottom: f32,
}

impl PageRect {
    pub(crate) const fn new(left: f32, top: f32, right: f32, bottom: f32) -> Self {
        Self { left, top, right, bottom }
    }

    pub fn width(&self) -> f32 {
        self.right - self.left
    }

    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }

    /// Whether the two share more than an edge.
    pub fn overlaps(&self, other: &Self) -> bool {
        self.left < other.right && other.left < self.right && self.top < other.bottom && other.top < self.bottom
    }

    /// Whether `other` is nowhere outside.
    pub fn contains(&self, other: &Self) -> bool {
        self.left <= other.left && other.right <= self.right && self.top <= other.top && other.bottom <= self.bottom
    }

    /// With edges on whole pixels, so that a picture has no half-tinted ones.
    pub(crate) fn snapped(&self) -> Self {
        Self::new(self.left.round(), self.top.round(), self.right.round(), self.bottom.round())
    }

    pub(crate) fn grown(&self, by: f32) -> Self {
        Self::new(self.left - by, self.top - by, self.right + by, self.bottom + by)
    }

    /// Whether the straight line between two points has a part inside.
    pub(crate) fn is_crossed_by(&self, [from, to]: [Point; 2]) -> bool {
        let (width, height) = (to.x - from.x, to.y - from.y);
        // The part of the line, from 0 to 1, that is within each of the four edges (Liang–Barsky).
        let edges = [
            (-width, from.x - self.left),
            (width, self.right - from.x),
            (-height, from.y - self.top),
            (height, self.bottom - from.y),
        ];
        let (mut first, mut last) = (0.0_f32, 1.0_f32);
        for (speed, distance) in edges {
            if speed < 0.0 {
                first = first.max(distance / speed);
            } else if speed > 0.0 {
                last = last.min(distance / speed);
            } else if distance < 0.0 {
                return false;
            }
        }
        first <= last
    }
}

/// A text on one line.
#[derive(Debug, Clone, PartialEq)]
pub struct PageText {
    pub text: String,
    pub left: f32,
    pub baseline: f32,
    /// As set in the typefaces of [`Typefaces`](super::Typefaces).
    pub width: f32,
    /// Of the typeface.
    pub size: f32,
    pub weight: Weight,
    pub color: Color,
}

impl PageText {
    /// Returns the box around its letters.
    pub fn bounds(&self) -> PageRect {
        let (top, bottom) = (self.baseline - ASCENT * self.size, self.baseline + DESCENT * self.size);
        PageRect::new(self.left, top, self.left + self.width, bottom)
    }
}

/// One thing on the page. What comes later in the list covers what came before.
#[derive(Debug, Clone, PartialEq)]
pub enum Primitive {
    /// Filled.
    Rect {
        rect: PageRect,
        color: Color,
    },
    /// A straight line with the dashes of [`DASHES`](Self::DASHES).
    DashedLine {
        points: [Point; 2],
        width: f32,
        color: Color,
    },
    /// Through all of its points, with round corners and ends.
    Polyline {
        points: Vec<Point>,
        width: f32,
        color: Color,
    },
    /// Filled.
    Circle {
        center: Point,
        radius: f32,
        color: Color,
    },
    Text(PageText),
}

impl Primitive {
    /// Lengths of a dash and of the gap behind it.
    pub const DASHES: [f32; 2] = [6.0, 4.0];
    /// Returns the smallest upright box around it.
    pub fn bounds(&self) -> PageRect {
        match self {
            Self::Rect { rect, .. } => *rect,
            Self::DashedLine { points, width, .. } => around(points, width / 2.0),
            Self::Polyline { points, width, .. } => around(points, width / 2.0),
            Self::Circle { center, radius, .. } => around(&[*center], *radius),
            Self::Text(text) => text.bounds(),
        }
    }
}

/// The box around `points`, and `margin` around that.
fn around(points: &[Point], margin: f32) -> PageRect {
    let nothing = PageRect::new(f32::INFINITY, f32::INFINITY, f32::NEG_INFINITY, f32::NEG_INFINITY);
    let bounds = points.iter().fold(nothing, |bounds, point| PageRect {
        left: bounds.left.min(point.x),
        top: bounds.top.min(point.y),
        right: bounds.right.max(point.x),
        bottom: bounds.bottom.max(point.y),
    });
    bounds.grown(margin)
}

/// A page, in the order in which it is drawn; its texts are in the order in which they are read.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Drawing {
    pub primitives: Vec<Primitive>,
}

impl Drawing {
    /// Returns the texts, in the order in which they are read.
    pub fn texts(&self) -> impl Iterator<Item = &PageText> {
        self.primitives.iter().filter_map(|primitive| match primitive {
            Primitive::Text(text) => Some(text),
            Primitive::Rect { .. }
            | Primitive::DashedLine { .. }
            | Primitive::Polyline { .. }
            | Primitive::Circle { .. } => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_that_passes_a_rectangle_does_not_cross_it() {
        let rect = PageRect::new(10.0, 10.0, 20.0, 20.0);
        let crosses =
            |from: [f32; 2], to: [f32; 2]| rect.is_crossed_by([Point::new(from[0], from[1]), Point::new(to[0], to[1])]);
        assert!(crosses([0.0, 15.0], [30.0, 15.0]) && crosses([5.0, 5.0], [25.0, 25.0]));
        assert!(crosses([12.0, 12.0], [13.0, 13.0]));
        assert!(!crosses([0.0, 15.0], [9.0, 15.0]) && !crosses([0.0, 25.0], [30.0, 25.0]));
        assert!(!crosses([0.0, 12.0], [12.0, 0.0]));
    }
}
