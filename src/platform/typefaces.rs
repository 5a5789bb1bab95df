//! The typefaces of the window and of the documents that it saves, once for both: IBM Plex.

use std::sync::LazyLock;

use skrifa::{FontRef, MetadataProvider as _};

/// Texts.
pub static SANS: &[u8] = include_bytes!("../../assets/fonts/IBMPlexSans-Regular.ttf");
/// What stands out in them.
pub static SANS_SEMIBOLD: &[u8] = include_bytes!("../../assets/fonts/IBMPlexSans-SemiBold.ttf");
/// Ids and other technical texts; it also has characters that the others lack.
pub static MONO: &[u8] = include_bytes!("../../assets/fonts/IBMPlexMono-Regular.ttf");

/// Whether a saved document has a character, in any of its typefaces. Those of the system are not put into documents.
pub fn is_printable(c: char) -> bool {
    static FONTS: LazyLock<Vec<FontRef<'static>>> =
        LazyLock::new(|| [SANS, MONO].into_iter().filter_map(|data| FontRef::new(data).ok()).collect());
    matches!(c, ' '..='~') || FONTS.iter().any(|font| font.charmap().map(c).is_some())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn documents_have_latin_greek_cyrillic_and_box_drawing_and_no_chinese_and_no_emoji() {
        assert!("Ada Åß Ωμέγα Жук “ü” ✓ €│".chars().all(is_printable));
        assert!(!"李😀א".chars().any(is_printable));
    }
}
