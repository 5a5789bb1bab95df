//! Text that strangers wrote: made safe to look at, bounded, never changed for copying. The one door for what is shown.
//!
//! Arabic and Hebrew stay in the order they were written. egui shapes each word but lays words out from the left; words
//! that were put into the order of the eye here would be copied, searched and read aloud in that order too, and lines that
//! wrap would still be wrong, since they are ordered one by one only once they are broken.

use std::fmt::Write as _;

use super::scrub::without_card_numbers;

pub use super::invisible::is_hidden;

/// Longest text shown in one place before it is cut.
pub const SHOWN_MAX_CHARS: usize = 2_000;
/// A word longer than this breaks in a column of values.
const LONG_WORD_CHARS: usize = 24;

/// A card number is no longer, blanks included: more is looked at than is shown, so that none is cut in two.
const CARD_NUMBER_MAX_CHARS: usize = 40;

/// `Disputes` for `disputes`.
pub fn capitalized(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// `parts` as one text: several sentences with a full stop each, one alone as it is. Empty parts are left out.
pub fn sentences<S: AsRef<str>>(parts: &[S]) -> String {
    let parts: Vec<&str> = parts.iter().map(AsRef::as_ref).filter(|part| !part.is_empty()).collect();
    match parts.as_slice() {
        [alone] => (*alone).to_owned(),
        several => several.iter().map(|part| with_full_stop(part)).collect::<Vec<_>>().join(" "),
    }
}

fn with_full_stop(sentence: &str) -> String {
    if sentence.ends_with(['.', '!', '?', '…']) { sentence.to_owned() } else { format!("{sentence}.") }
}

/// `text` with control, bidirectional and invisible characters as visible marks such as `‹U+202E›`, card numbers with
/// stars, cut to `max_chars` with an ellipsis. Line breaks and tabs become spaces.
pub fn visible(text: &str, max_chars: usize) -> String {
    marked(&without_card_numbers(beginning(text, max_chars.saturating_add(CARD_NUMBER_MAX_CHARS))), max_chars)
}

/// An id, a reference or an order number that the service or Paydesk gave, as [`visible`] shows texts, but with its digits
/// whole where they could be those of a card: a person has to recognise it.
pub fn visible_id(id: &str, max_chars: usize) -> String {
    marked(id, max_chars)
}

fn marked(text: &str, max_chars: usize) -> String {
    let mut shown = String::with_capacity(text.len().min(max_chars * 4));
    let mut chars = text.chars();
    for c in chars.by_ref().take(max_chars) {
        match c {
            '\n' | '\r' | '\t' => shown.push(' '),
            c if is_hidden(c) => push_code_point(c, &mut shown),
            c => shown.push(c),
        }
    }
    if chars.next().is_some() {
        shown.push('…');
    }
    shown
}

/// `‹U+202E›`.
fn push_code_point(c: char, out: &mut String) {
    let _ = write!(out, "‹U+{:04X}›", u32::from(c));
}

/// `text` for a page whose typefaces `have` some characters: each other one, and what could not be seen, as its code
/// point; and how many these are. Lines stay, a tab is four spaces.
pub fn printed(text: &str, have: impl Fn(char) -> bool) -> (String, usize) {
    let (mut printed, mut replaced) = (String::with_capacity(text.len()), 0);
    for c in text.chars() {
        match c {
            '\n' | '\r' => printed.push(c),
            '\t' => printed.push_str("    "),
            c if have(c) && !is_hidden(c) => printed.push(c),
            c => {
                push_code_point(c, &mut printed);
                replaced += 1;
            }
        }
    }
    (printed, replaced)
}

/// Whether a text has letters that are written from right to left: Hebrew, Arabic, Syriac, Thaana, N'Ko.
pub fn has_right_to_left(text: &str) -> bool {
    text.chars().any(|c| matches!(c, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}'))
}

/// JSON as it is shown and copied: what could not be seen in its texts is written as `\u202e`, which is the same JSON.
/// Its texts are masked already, see [`service_text`](super::service_text); its ids and amounts are whole.
pub fn visible_json(json: &str) -> String {
    let mut shown = String::with_capacity(json.len());
    let mut units = [0; 2];
    for c in json.chars() {
        if c == '\n' || !is_hidden(c) {
            shown.push(c);
        } else {
            c.encode_utf16(&mut units).iter().for_each(|unit| shown.push_str(&format!("\\u{unit:04x}")));
        }
    }
    shown
}

/// The first so many characters.
fn beginning(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or(text, |(end, _)| &text[..end])
}

/// Whether a value is one long word, such as an id: it is copied rather than read, and breaks nowhere.
pub fn is_long_word(text: &str) -> bool {
    text.chars().count() > LONG_WORD_CHARS && !text.contains(char::is_whitespace)
}

/// A code of the API as text: `requested_by_customer` as `Requested by customer`. Any other text stays as it is.
pub fn code_text(code: &str) -> String {
    let is_code = code.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_');
    if !is_code {
        return code.to_owned();
    }
    let text = code.replace('_', " ");
    text.chars().take(1).flat_map(char::to_uppercase).chain(text.chars().skip(1)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hebrew_and_arabic_are_written_from_right_to_left_and_others_are_not() {
        assert!(has_right_to_left("DHL \u{5e9}") && has_right_to_left("\u{633}") && has_right_to_left("\u{fefb}"));
        assert!(!has_right_to_left("Żółć Жук 中文 ไทย 😀"));
    }

    #[test]
    fn what_a_page_has_no_character_for_is_printed_as_its_code_point_and_counted() {
        let printed = |text: &str| printed(text, |c| c.is_ascii());
        assert_eq!(printed("Ada 中文\n\tok"), ("Ada ‹U+4E2D›‹U+6587›\n    ok".to_owned(), 2));
        assert_eq!(printed("a\u{200B}😀"), ("a‹U+200B›‹U+1F600›".to_owned(), 2));
        assert_eq!(printed("plain\r\ntext"), ("plain\r\ntext".to_owned(), 0));
    }

    #[test]
    fn each_of_two_sentences_ends_with_one_full_stop() {
        assert_eq!(sentences(&["The keyring is locked", "Unlock it"]), "The keyring is locked. Unlock it.");
        assert_eq!(sentences(&["Sent.", "Check it. Then report it."]), "Sent. Check it. Then report it.");
        assert_eq!(sentences(&["Imported twice?", "", "Check it"]), "Imported twice? Check it.");
        assert_eq!(sentences(&["Alone", ""]), "Alone");
    }

    #[test]
    fn hidden_characters_are_shown_and_long_text_is_cut() {
        assert_eq!(visible("pay\u{202E}fdp.exe", 99), "pay‹U+202E›fdp.exe");
        assert_eq!(visible("a\u{0}b\u{200B}c", 99), "a‹U+0000›b‹U+200B›c");
        assert_eq!(visible("two\nlines", 99), "two lines");
        assert_eq!(visible("abcdef", 4), "abcd…");
        assert_eq!(visible("Ünïcødé 日本 عربي", 99), "Ünïcødé 日本 عربي");
        assert_eq!(visible("a\u{2028}b\u{2029}c\u{85}d", 99), "a‹U+2028›b‹U+2029›c‹U+0085›d");
        let tags: String = "pay".chars().flat_map(|c| char::from_u32(0xE0000 + u32::from(c))).collect();
        assert_eq!(visible(&tags, 99), "‹U+E0070›‹U+E0061›‹U+E0079›");
        for isolate in '\u{2066}'..='\u{2069}' {
            assert!(is_hidden(isolate));
        }
    }

    #[test]
    fn a_card_number_is_shown_with_stars_wherever_it_is_cut_and_an_id_is_left_alone() {
        assert_eq!(visible("to 4242 4242 4242 4242.", 99), "to ************4242.");
        assert_eq!(visible("4242424242424242", 99), "************4242");
        assert_eq!(visible("card 4242424242424242", 12), "card *******…");
        assert_eq!(
            visible("4242.4242.4242.4242abc ４２４２４２４２４２４２４２４２", 99),
            "************4242abc ************4242"
        );
        for id in ["pay_4242424242424242", "00340434161094042557", "20261121000012345", "1795000000000"] {
            assert_eq!(visible(id, 99), id);
        }
    }

    #[test]
    fn an_id_that_could_be_a_card_number_is_shown_whole_and_what_is_hidden_in_it_is_marked() {
        assert_eq!(visible_id("4242424242424242", 99), "4242424242424242");
        assert_eq!(visible_id("4242424242424242", 4), "4242…");
        assert_eq!(visible_id("pay\u{202E}_1", 99), "pay‹U+202E›_1");
    }

    #[test]
    fn json_is_the_same_when_what_is_hidden_in_it_is_written_out() {
        let json = serde_json::json!({"a\u{202e}b": "c\u{2028}d\u{E0041}\n", "e": [1, "ü"]});
        let pretty = serde_json::to_string_pretty(&json).unwrap();
        let shown = visible_json(&pretty);
        assert!(!shown.contains(|c: char| c != '\n' && is_hidden(c)), "{shown}");
        assert!(shown.contains("a\\u202eb") && shown.contains("\\udb40\\udc41"), "{shown}");
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), json);
        let ids = r#"{"payment_id": "4242424242424242", "amount": 4242424242424242}"#;
        assert_eq!(visible_json(ids), ids);
    }

    #[test]
    fn a_code_is_text_and_what_a_person_wrote_stays() {
        for (code, text) in [
            ("requested_by_customer", "Requested by customer"),
            ("duplicate", "Duplicate"),
            ("wrong item, see order_7", "wrong item, see order_7"),
            ("", ""),
        ] {
            assert_eq!(code_text(code), text);
        }
    }
}
