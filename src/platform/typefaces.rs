//! The typefaces of the window and of the documents that it saves, once for both: IBM Plex.

use std::sync::LazyLock;

use skrifa::{FontRef, MetadataProvider as _};

/// Texts.
pub static SANS: &[u8] = include_bytes!("../../assets/fonts/IBMPlexSans-Regular.ttf");
/// What stands out in them.
pub static SANS_SEMIBOLD: &[u8] = include_bytes!("../../assets/fonts/IBMPlexSans-SemiBold.ttf");
/// Ids and other technical texts; it also has characters that the others lack.
pub static MONO: &[u8] = include_bytes!("../../assets/fonts/IBMPlexMono-Regular.ttf");

/// Whether a saved document can print a character of a text, in a typeface of the program or of the system.
pub fn is_printable_here(c: char, is_japanese: bool) -> bool {
    is_printable(c) || system_typeface(c, is_japanese).is_some()
}

/// Returns the typeface of the system for a character that those of the program lack, and its place in its file; `None`
/// where there is none, and in programs for servers.
#[cfg(feature = "system-typefaces")]
pub fn system_typeface(c: char, is_japanese: bool) -> Option<(&'static [u8], u32)> {
    crate::system_typefaces::for_character(c, is_japanese).map(|found| (found.data, found.index))
}

/// Returns none: programs for servers write no such documents.
#[cfg(not(feature = "system-typefaces"))]
pub fn system_typeface(_: char, _: bool) -> Option<(&'static [u8], u32)> {
    None
}

/// Whether a text is Japanese: it has syllables that no other language has.
pub fn is_japanese(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{3041}'..='\u{30ff}'))
}

/// Whether the typefaces of the program have a character. Reports are set in these alone.
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
