//! Programs for servers set text character by character: they write no documents in other scripts.

use pdf_writer::Content;

use super::typefaces::{Typefaces, Weight};

impl Typefaces {
    /// Writes a line at the position of `content`.
    pub fn show_line(&mut self, content: &mut Content, line: &str, (weight, size): (Weight, f32), _: bool) {
        self.show(content, line, weight, size);
    }

    pub(crate) fn shaped_width(&self, _: &str, _: Weight) -> Option<f32> {
        None
    }
}

/// Whether a paragraph goes from right to left: none does here.
pub fn goes_right_to_left(_: &str) -> bool {
    false
}

/// The characters of a text.
pub fn clusters(text: &str) -> Vec<&str> {
    text.char_indices().map(|(at, c)| &text[at..at + c.len_utf8()]).collect()
}
