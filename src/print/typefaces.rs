//! The typefaces of saved documents together: a character that one of them lacks is set in another, of the system where
//! those of the program have none. Text in such a typeface, or from right to left, is shaped and ordered; all other text is
//! set character by character.

use std::collections::BTreeSet;

use pdf_writer::{Content, Name, Pdf, Ref, Str};

use paydesk_platform::typefaces::{MONO, SANS, SANS_SEMIBOLD, is_japanese, is_printable, system_typeface};

use super::typeface::Typeface;

/// A typeface of the program could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the typeface of the document could not be read")]
pub struct NoTypeface;

/// How heavy letters are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Weight {
    Regular,
    SemiBold,
}

const REGULAR: usize = 0;
const SEMIBOLD: usize = 1;
pub(crate) const MONOSPACED: usize = 2;
/// What pages of a PDF call them.
pub(crate) const NAMES: [Name<'static>; 15] = [
    Name(b"R"),
    Name(b"S"),
    Name(b"M"),
    Name(b"X1"),
    Name(b"X2"),
    Name(b"X3"),
    Name(b"X4"),
    Name(b"X5"),
    Name(b"X6"),
    Name(b"X7"),
    Name(b"X8"),
    Name(b"X9"),
    Name(b"X10"),
    Name(b"X11"),
    Name(b"X12"),
];

/// The typefaces, and which of their characters a document uses.
pub struct Typefaces {
    /// Those of the program, then those of the system.
    pub(crate) faces: Vec<Typeface<'static>>,
    /// The bytes of those of the system, and their place in their files.
    system: Vec<(&'static [u8], u32)>,
}

impl Typefaces {
    /// Reads those that the program has with it.
    ///
    /// # Errors
    /// If one of them is no typeface.
    pub fn read() -> Result<Self, NoTypeface> {
        let read = |data| Typeface::read(data, 0).ok_or(NoTypeface);
        Ok(Self { faces: vec![read(SANS)?, read(SANS_SEMIBOLD)?, read(MONO)?], system: Vec::new() })
    }

    /// Adds the typefaces of the system that a text needs, and returns whether a character of it can be printed then.
    pub fn add_for(&mut self, text: &str) -> impl Fn(char) -> bool + use<> {
        let is_japanese = is_japanese(text);
        for c in text.chars().filter(|c| !is_printable(*c)) {
            // As few as have all of it: a text is not set in letters of two hands.
            if self.faces[MONOSPACED + 1..].iter().any(|face| face.has(c)) {
                continue;
            }
            let Some((data, index)) = system_typeface(c, is_japanese) else { continue };
            let is_there = self.system.iter().any(|(known, place)| std::ptr::eq(*known, data) && *place == index);
            if is_there || self.faces.len() == NAMES.len() {
                continue;
            }
            if let Some(face) = Typeface::read(data, index) {
                self.faces.push(face);
                self.system.push((data, index));
            }
        }
        let has: BTreeSet<char> = text.chars().filter(|c| self.faces.iter().any(|face| face.has(*c))).collect();
        move |c| has.contains(&c)
    }

    /// Returns how wide a text is, in the unit of `size`.
    pub fn width(&self, text: &str, weight: Weight, size: f32) -> f32 {
        let width = self.shaped_width(text, weight);
        let width =
            width.unwrap_or_else(|| text.chars().map(|c| self.faces[self.face(c, weight)].width(c)).sum::<f32>());
        width * size / 1_000.0
    }

    /// Writes a text at the position of `content`, and notes the characters it uses.
    pub fn show(&mut self, content: &mut Content, text: &str, weight: Weight, size: f32) {
        let chars: Vec<(usize, char)> = text.chars().map(|c| (self.face(c, weight), c)).collect();
        for run in chars.chunk_by(|one, next| one.0 == next.0) {
            let face = run[0].0;
            let encoded = self.faces[face].encode(run.iter().map(|(_, c)| *c));
            content.set_font(NAMES[face], size).show(Str(&encoded));
        }
    }

    /// Writes the parts of the typefaces that were used, and returns under which names pages use them; `None` if one
    /// cannot be cut.
    pub fn write(&self, pdf: &mut Pdf, new_ref: &mut impl FnMut() -> Ref) -> Option<Vec<(Name<'static>, Ref)>> {
        let used = NAMES.into_iter().zip(&self.faces).filter(|(_, typeface)| typeface.is_used());
        used.map(|(name, typeface)| Some((name, typeface.write(pdf, new_ref)?))).collect()
    }

    /// Returns the typeface of each character of a text, and how far from the left it begins.
    #[cfg(feature = "png")]
    pub(crate) fn placed(
        &self,
        text: &str,
        weight: Weight,
        size: f32,
    ) -> impl Iterator<Item = (&Typeface<'_>, char, f32)> {
        let mut left = 0.0;
        text.chars().map(move |c| {
            let typeface = &self.faces[self.face(c, weight)];
            let begin = left;
            left += typeface.width(c) * size / 1_000.0;
            (typeface, c, begin)
        })
    }

    /// Which of them a character is set in.
    pub(crate) fn face(&self, c: char, weight: Weight) -> usize {
        let own = match weight {
            Weight::Regular => REGULAR,
            Weight::SemiBold => SEMIBOLD,
        };
        let of_program = [own, MONOSPACED, REGULAR].into_iter();
        let of_system = MONOSPACED + 1..self.faces.len();
        of_program.chain(of_system).find(|face| self.faces[*face].has(c)).unwrap_or(own)
    }
}
