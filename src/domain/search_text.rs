//! Texts as a search compares them: however somebody types a name, it is found.

use icu_normalizer::properties::{CanonicalDecompositionBorrowed, Decomposed};

/// Marks that stand over and under letters.
const MARKS: std::ops::RangeInclusive<char> = '\u{300}'..='\u{36F}';

/// `text` without what people leave out when they type: letter case, accents whether they are characters of their own or
/// not, and letters that keyboards lack: `Großmann` and `GROSSMANN` are `grossmann`, `Réservation` is `reservation`.
pub fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            c if c.is_ascii() => plain.push(c.to_ascii_lowercase()),
            c => c.to_lowercase().for_each(|c| push_plain(c, &mut plain)),
        }
    }
    plain
}

/// `lower` is in lower case.
fn push_plain(lower: char, plain: &mut String) {
    const DECOMPOSITION: CanonicalDecompositionBorrowed<'static> = CanonicalDecompositionBorrowed::new();
    let written_otherwise = match lower {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ı' => "i",
        'ς' => "σ",
        _ => "",
    };
    if !written_otherwise.is_empty() {
        return plain.push_str(written_otherwise);
    }
    match DECOMPOSITION.decompose(lower) {
        _ if MARKS.contains(&lower) => {}
        // A letter with two marks has one of them in the first part.
        Decomposed::Expansion(letter, mark) if MARKS.contains(&mark) => push_plain(letter, plain),
        Decomposed::Singleton(other) => plain.push(other),
        Decomposed::Default | Decomposed::Expansion(..) => plain.push(lower),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_compared_as_it_is_typed_in_a_hurry() {
        for (text, expected) in [
            ("Björn Großmann", "bjorn grossmann"),
            ("BJÖRN GROẞMANN", "bjorn grossmann"),
            ("Réservation", "reservation"),
            ("Re\u{301}servation", "reservation"),
            ("İstanbul ISPARTA ılık", "istanbul isparta ilik"),
            ("Nguyễn Łódź Đặng", "nguyen lodz dang"),
            ("Ærø Þór cœur", "aero thor coeur"),
            ("ΟΔΟΣ", "οδοσ"),
            ("Ёлка", "елка"),
            ("東京 pay_1 💳", "東京 pay_1 💳"),
            ("한국", "한국"),
        ] {
            assert_eq!(plain(text), expected, "{text}");
            assert_eq!(plain(&plain(text)), expected, "{text}");
        }
    }
}
