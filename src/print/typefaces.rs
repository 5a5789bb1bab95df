//! The typefaces of saved documents together: a character that one of them lacks is set in another.

use pdf_writer::{Content, Name, Pdf, Ref, Str};

use paydesk_platform::typefaces::{MONO, SANS, SANS_SEMIBOLD};

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
const MONOSPACED: usize = 2;
/// What pages of a PDF call them.
const NAMES: [Name<'static>; 3] = [Name(b"R"), Name(b"S"), Name(b"M")];

/// The typefaces, and which of their characters a document uses.
pub struct Typefaces {
    faces: [Typeface<'static>; 3],
}

impl Typefaces {
    /// Reads those that the program has with it.
    ///
    /// # Errors
    /// If one of them is no typeface.
    pub fn read() -> Result<Self, NoTypeface> {
        let read = |data| Typeface::read(data).ok_or(NoTypeface);
        Ok(Self { faces: [read(SANS)?, read(SANS_SEMIBOLD)?, read(MONO)?] })
    }

    /// Returns how wide a text is, in the unit of `size`.
    pub fn width(&self, text: &str, weight: Weight, size: f32) -> f32 {
        text.chars().map(|c| self.faces[self.face(c, weight)].width(c)).sum::<f32>() * size / 1_000.0
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
    fn face(&self, c: char, weight: Weight) -> usize {
        let own = match weight {
            Weight::Regular => REGULAR,
            Weight::SemiBold => SEMIBOLD,
        };
        [own, MONOSPACED, REGULAR].into_iter().find(|face| self.faces[*face].has(c)).unwrap_or(own)
    }
}
