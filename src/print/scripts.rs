//! Text of which letters are joined or go from right to left, and all text in typefaces of the system: shaped, and put in the
//! order in which it is read.

use std::ops::Range;

use pdf_writer::{Content, Str};
use unicode_bidi::{BidiClass, Level, ParagraphBidiInfo, bidi_class};

use super::typeface::ShapedGlyph;
use super::typefaces::{MONOSPACED, NAMES, Typefaces, Weight};

impl Typefaces {
    /// Writes a line at the position of `content`, in a paragraph that goes from right to left or from left to right.
    pub fn show_line(&mut self, content: &mut Content, line: &str, style: (Weight, f32), is_rtl: bool) {
        let (weight, size) = style;
        if !self.is_shaped(line, weight) {
            return self.show(content, line, weight, size);
        }
        let glyphs = self.shaped(line, weight, is_rtl);
        for run in glyphs.chunk_by(|one, next| one.0 == next.0 && one.1.up == next.1.up) {
            let (face, up) = (run[0].0, run[0].1.up);
            content.set_font(NAMES[face], size).set_rise(up * size / 1_000.0);
            let mut positioned = content.show_positioned();
            let mut items = positioned.items();
            for (_, glyph) in run {
                let number = self.faces[face].number(glyph.glyph, &glyph.text);
                // Adjustments go to the left.
                if glyph.right != 0.0 {
                    items.adjust(-glyph.right);
                }
                items.show(Str(&number));
                let after = glyph.own_advance - glyph.advance + glyph.right;
                if after != 0.0 {
                    items.adjust(after);
                }
            }
        }
        content.set_rise(0.0);
    }

    /// How wide a text is that cannot be set character by character, in thousandths of its size; `None` of all other.
    pub(crate) fn shaped_width(&self, text: &str, weight: Weight) -> Option<f32> {
        let glyphs = self.is_shaped(text, weight).then(|| self.shaped(text, weight, false))?;
        Some(glyphs.iter().map(|(_, glyph)| glyph.advance).sum())
    }

    /// Whether a text cannot be set character by character.
    fn is_shaped(&self, text: &str, weight: Weight) -> bool {
        text.chars().any(|c| is_right_to_left(c) || self.face(c, weight) > MONOSPACED)
    }

    /// The glyphs of a line from left to right, each with its typeface.
    fn shaped(&self, line: &str, weight: Weight, is_rtl: bool) -> Vec<(usize, ShapedGlyph)> {
        let level = if is_rtl { Level::rtl() } else { Level::ltr() };
        let bidi = ParagraphBidiInfo::new(line, Some(level));
        let (levels, runs) = bidi.visual_runs(0..line.len());
        let shape_run = |run: Range<usize>| {
            let is_rtl = levels[run.start].is_rtl();
            let mut parts = self.parts(&line[run], weight);
            if is_rtl {
                parts.reverse();
            }
            let shape = move |(face, part): (usize, &str)| {
                let glyphs = self.faces[face].shape(part, is_rtl);
                glyphs.into_iter().map(move |glyph| (face, glyph)).collect::<Vec<_>>()
            };
            parts.into_iter().flat_map(shape).collect::<Vec<_>>()
        };
        runs.into_iter().flat_map(shape_run).collect()
    }

    /// A text in parts of one typeface each. Marks stay with the letter they belong to.
    fn parts<'t>(&self, text: &'t str, weight: Weight) -> Vec<(usize, &'t str)> {
        let mut parts: Vec<(usize, Range<usize>)> = Vec::new();
        for (begin, c) in text.char_indices() {
            let end = begin + c.len_utf8();
            let own = self.face(c, weight);
            match parts.last_mut() {
                Some((face, range)) if *face == own || bidi_class(c) == BidiClass::NSM && self.faces[*face].has(c) => {
                    range.end = end;
                }
                _ => parts.push((own, begin..end)),
            }
        }
        parts.into_iter().map(|(face, range)| (face, &text[range])).collect()
    }
}

fn is_right_to_left(c: char) -> bool {
    matches!(bidi_class(c), BidiClass::R | BidiClass::AL)
}

/// Whether a paragraph goes from right to left: the first letter of it that has a direction does.
pub fn goes_right_to_left(paragraph: &str) -> bool {
    matches!(unicode_bidi::get_base_direction(paragraph), unicode_bidi::Direction::Rtl)
}

/// The characters of a text, each with the marks upon it: between two of them a line may be broken.
pub fn clusters(text: &str) -> Vec<&str> {
    let starts = text.char_indices().filter(|(_, c)| bidi_class(*c) != BidiClass::NSM).map(|(at, _)| at);
    let mut ends: Vec<usize> = starts.skip(1).collect();
    ends.push(text.len());
    let mut begin = 0;
    ends.into_iter().map(|end| &text[std::mem::replace(&mut begin, end)..end]).filter(|part| !part.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_from_right_to_left_stands_in_its_order_with_the_words_of_the_other_direction_in_theirs() {
        let typefaces = Typefaces::read().unwrap();
        let set = |line: &str, is_rtl: bool| {
            let glyphs = typefaces.shaped(line, Weight::Regular, is_rtl);
            glyphs.into_iter().map(|(_, glyph)| glyph.text).collect::<String>()
        };
        assert_eq!(set("\u{5d0}\u{5d1} DHL 12", true), "DHL 12 \u{5d1}\u{5d0}");
        assert_eq!(set("DHL \u{5d0}\u{5d1}", false), "DHL \u{5d1}\u{5d0}");
        assert_eq!(clusters("\u{e01}\u{e31}a"), ["\u{e01}\u{e31}", "a"]);
        assert!(goes_right_to_left("12 \u{5d0}b") && !goes_right_to_left("b \u{5d0}"));
    }
}
