//! Text that strangers wrote: made safe to look at, bounded, never changed for copying.

/// Longest text shown in one place before it is cut.
pub const SHOWN_MAX_CHARS: usize = 2_000;
/// A word longer than this breaks in a column of values.
const LONG_WORD_CHARS: usize = 24;

/// `text` with control, bidirectional and invisible characters as visible marks such as `‹U+202E›`, cut to
/// `max_chars` with an ellipsis. Line breaks and tabs become spaces.
pub fn visible(text: &str, max_chars: usize) -> String {
    let mut shown = String::with_capacity(text.len().min(max_chars * 4));
    let mut chars = text.chars();
    for c in chars.by_ref().take(max_chars) {
        match c {
            '\n' | '\r' | '\t' => shown.push(' '),
            c if is_hidden(c) => shown.push_str(&format!("‹U+{:04X}›", u32::from(c))),
            c => shown.push(c),
        }
    }
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

/// Whether a reader could not see this character, or would see others moved by it.
pub fn is_hidden(c: char) -> bool {
    c.is_control()
        || matches!(c,
            '\u{00AD}' | '\u{034F}' | '\u{061C}' | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}'
            | '\u{180B}'..='\u{180F}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{3164}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFA0}' | '\u{FFF0}'..='\u{FFFB}'
            | '\u{E0000}'..='\u{E0FFF}')
}

/// Whether a value is one long word, such as an id: it is copied rather than read, and breaks nowhere.
pub fn is_long_word(text: &str) -> bool {
    text.chars().count() > LONG_WORD_CHARS && !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_characters_are_shown_and_long_text_is_cut() {
        assert_eq!(visible("pay\u{202E}fdp.exe", 99), "pay‹U+202E›fdp.exe");
        assert_eq!(visible("a\u{0}b\u{200B}c", 99), "a‹U+0000›b‹U+200B›c");
        assert_eq!(visible("two\nlines", 99), "two lines");
        assert_eq!(visible("abcdef", 4), "abcd…");
        assert_eq!(visible("Ünïcødé 日本 عربي", 99), "Ünïcødé 日本 عربي");
    }
}
