//! Takes secrets out of a text by their look: keys, client secrets, card numbers (Luhn), IBANs.
//!
//! For texts of the service and of others before they are stored or shown. Knows nothing of fields and names: JSON is
//! masked by `api::exchange::mask`, which asks here for its texts.

use std::borrow::Cow;
use std::ops::Range;

use iban::BaseIban;

/// What is in the place of a secret.
pub const MASK: &str = "(hidden)";
/// Stars of the shortest number that is masked.
const STARS: &str = "*********";
/// How keys begin.
const KEY_STARTS: [&str; 4] = ["snd_", "prd_", "admin_", "whsec_"];
/// What comes before the secret part of a client secret.
const CLIENT_SECRET: &str = "_secret_";
/// Digits of a card number.
const CARD_DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
/// Letters and digits of an IBAN.
const IBAN_CHARS: std::ops::RangeInclusive<usize> = 15..=34;

/// [`scrubbed`] text of at most `max_bytes`, with a mark at its end where it was cut.
pub fn scrubbed_within(text: &str, max_bytes: usize) -> String {
    let clean = scrubbed(text);
    if clean.len() <= max_bytes {
        return clean.into_owned();
    }
    let mark = format!("… (cut: {} bytes)", text.len());
    let stored = clean.floor_char_boundary(max_bytes.saturating_sub(mark.len()));
    format!("{}{mark}", &clean[..stored])
}

/// Whether something was taken out of `text`, here or elsewhere: what is left of it is not what was meant.
pub fn is_scrubbed(text: &str) -> bool {
    text.contains(MASK) || text.contains(STARS) || text.ends_with(" bytes)") && text.contains("… (cut: ")
}

/// `text` without what looks like a key, a client secret, a card number or an IBAN; borrowed where nothing does.
pub fn scrubbed(text: &str) -> Cow<'_, str> {
    cleaned(text, secret_at)
}

/// `text` until [`replaced`] finds nothing more: what begins where another secret ends is seen once that one is masked.
fn cleaned(text: &str, find: impl Fn(&str, usize) -> Option<(usize, String)>) -> Cow<'_, str> {
    let mut clean = Cow::Borrowed(text);
    loop {
        let next = match replaced(&clean, |at| find(&clean, at)) {
            Cow::Owned(next) => next,
            Cow::Borrowed(_) => return clean,
        };
        clean = Cow::Owned(next);
    }
}

/// `text` with what `find` says in the place of what begins at a position: where that ends, and what is shown of it.
fn replaced(text: &str, find: impl Fn(usize) -> Option<(usize, String)>) -> Cow<'_, str> {
    let mut out: Option<String> = None;
    let (mut at, mut copied) = (0, 0);
    while at < text.len() {
        match find(at) {
            Some((end, shown)) => {
                let out = out.get_or_insert_with(|| String::with_capacity(text.len()));
                out.push_str(&text[copied..at]);
                out.push_str(&shown);
                (at, copied) = (end, end);
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    match out {
        None => Cow::Borrowed(text),
        Some(mut out) => {
            out.push_str(&text[copied..]);
            Cow::Owned(out)
        }
    }
}

/// `text` with stars in card numbers and nothing else; borrowed where there are none. A number that is a part of a word,
/// as in `pay_4242424242424242`, is an id: a person has to recognise it.
pub fn without_card_numbers(text: &str) -> Cow<'_, str> {
    if has_too_few_digits(text) { Cow::Borrowed(text) } else { cleaned(text, card_number_at) }
}

/// Where card numbers are in `text`, in bytes, with the blanks and hyphens within; the same as [`without_card_numbers`] finds.
pub fn card_numbers(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() && !has_too_few_digits(&text[at..]) {
        match card_number_at(text, at) {
            Some((end, _)) => {
                found.push(at..end);
                at = end;
            }
            None => at += text[at..].chars().next().map_or(1, char::len_utf8),
        }
    }
    found
}

/// Almost every text is done with this: card numbers are looked for in whatever is drawn.
fn has_too_few_digits(text: &str) -> bool {
    text.bytes().filter(u8::is_ascii_digit).nth(CARD_DIGITS.start() - 1).is_none()
}

/// The card number that begins at `at` and is no part of a word: where it ends, and what is shown of it.
fn card_number_at(text: &str, at: usize) -> Option<(usize, String)> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let rest = &text[at..];
    let begins = rest.starts_with(|c: char| c.is_ascii_digit()) && !text[..at].ends_with(is_word);
    let (length, shown) = begins.then(|| card_number(rest)).flatten()?;
    (!rest[length..].starts_with(is_word)).then_some((at + length, shown))
}

/// Stars and the last four characters.
fn with_stars(number: &str) -> String {
    let shown_from = number.len().saturating_sub(4);
    "*".repeat(shown_from) + &number[shown_from..]
}

/// The secret that begins at `at`: where it ends, and what is shown of it.
fn secret_at(text: &str, at: usize) -> Option<(usize, String)> {
    let rest = &text[at..];
    let first = *rest.as_bytes().first()?;
    let found = match first {
        b's' | b'p' | b'a' | b'w' => key(rest),
        b'_' => client_secret(rest),
        b'0'..=b'9' if !text[..at].ends_with(|c: char| c.is_ascii_digit()) => card_number(rest),
        b'A'..=b'Z' if !ends_in_word(&text[..at]) => iban(rest),
        _ => None,
    };
    found.map(|(length, shown)| (at + length, shown))
}

fn ends_in_word(text: &str) -> bool {
    text.bytes().next_back().is_some_and(|byte| byte.is_ascii_alphanumeric())
}

fn key(rest: &str) -> Option<(usize, String)> {
    let start = KEY_STARTS.into_iter().find(|start| rest.starts_with(start))?;
    let length = word_length(&rest[start.len()..]);
    (length > 0).then(|| (start.len() + length, format!("{start}{MASK}")))
}

fn client_secret(rest: &str) -> Option<(usize, String)> {
    let length = word_length(rest.strip_prefix(CLIENT_SECRET)?);
    (length > 0).then(|| (CLIENT_SECRET.len() + length, format!("{CLIENT_SECRET}{MASK}")))
}

/// How far a key reaches: to a blank, a quote, a bracket or a separator.
fn word_length(text: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | ',' | ';' | '(' | ')' | '”');
    text.find(ends).unwrap_or(text.len())
}

/// Digits, in whole groups or not, with the check digit of a card.
fn card_number(rest: &str) -> Option<(usize, String)> {
    let (mut digits, mut ends) = (String::new(), Vec::new());
    for (at, byte) in rest.bytes().enumerate() {
        let between = matches!(byte, b' ' | b'-') && rest.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit);
        match byte {
            b'0'..=b'9' if digits.len() <= *CARD_DIGITS.end() => {
                digits.push(char::from(byte));
                if !rest.as_bytes().get(at + 1).is_some_and(u8::is_ascii_digit) {
                    ends.push((digits.len(), at + 1));
                }
            }
            _ if between => {}
            _ => break,
        }
    }
    let fits = |(length, _): &&(usize, usize)| CARD_DIGITS.contains(length) && is_card(&digits[..*length]);
    let (length, end) = ends.iter().rev().find(fits)?;
    Some((*end, with_stars(&digits[..*length])))
}

/// Whether a network gives such numbers, and the check digit fits.
fn is_card(digits: &str) -> bool {
    let doubled = |digit: u32| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let values = digits.bytes().rev().map(|byte| u32::from(byte - b'0')).enumerate();
    let sum: u32 = values.map(|(place, digit)| if place % 2 == 1 { doubled(digit) } else { digit }).sum();
    sum.is_multiple_of(10) && is_of_a_network(digits)
}

/// By how it begins and how long it is (ISO/IEC 7812, ranges that the networks publish). Times in milliseconds begin with 1,
/// order numbers made of a date with 20, and numbers of parcels are often as long as those of cards.
fn is_of_a_network(digits: &str) -> bool {
    let beginning: u32 = digits.get(..4).and_then(|text| text.parse().ok()).unwrap_or(0);
    match (beginning, digits.len()) {
        // American Express
        (3400..=3499 | 3700..=3799, length) => length == 15,
        // Diners Club
        (3000..=3059 | 3095..=3099 | 3600..=3699 | 3800..=3999, length) => length >= 14,
        // Mir, JCB
        (2200..=2204 | 3528..=3589, length) => length >= 16,
        // Mastercard
        (2221..=2720 | 5100..=5599, length) => length == 16,
        // Visa
        (4000..=4999, length) => matches!(length, 13 | 16 | 19),
        // Maestro, Discover, UnionPay, RuPay
        (5000..=5099 | 5600..=6999, _) => true,
        _ => false,
    }
}

/// Two letters, two digits and a number that fits them, in groups or not.
fn iban(rest: &str) -> Option<(usize, String)> {
    let (mut chars, mut ends) = (String::new(), Vec::new());
    for (at, byte) in rest.bytes().enumerate().take(2 * IBAN_CHARS.end()) {
        let fits = match chars.len() {
            0 | 1 => byte.is_ascii_uppercase(),
            2 | 3 => byte.is_ascii_digit(),
            _ => byte.is_ascii_alphanumeric(),
        };
        match byte {
            _ if fits => {
                chars.push(char::from(byte.to_ascii_uppercase()));
                ends.push(at + 1);
            }
            b' ' if chars.len() >= 4 => {}
            _ => break,
        }
        if chars.len() == *IBAN_CHARS.end() {
            break;
        }
    }
    let longest =
        IBAN_CHARS.rev().find(|length| chars.get(..*length).is_some_and(|text| text.parse::<BaseIban>().is_ok()))?;
    Some((ends[longest - 1], with_stars(&chars[..longest])))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_that_was_scrubbed_is_known_as_such() {
        let long = "x".repeat(50);
        for text in ["paid with 4242 4242 4242 4242", "key snd_abc", "DE89 3704 0044 0532 0130 00"] {
            assert!(!is_scrubbed(text) && is_scrubbed(&scrubbed(text)), "{text}");
        }
        assert!(is_scrubbed(&scrubbed_within(&long, 40)) && !is_scrubbed(&long));
        assert!(!is_scrubbed("Invoice *7* (2 bytes)"));
    }

    #[test]
    fn what_looks_like_a_secret_is_masked_in_any_text() {
        for (text, shown) in [
            ("no key snd_cAnArY+Zx/7f3c: refused", "no key snd_(hidden) refused"),
            ("“prd_abc” and admin_x,whsec_y", "“prd_(hidden)” and admin_(hidden),whsec_(hidden)"),
            ("pk_snd_abc", "pk_snd_(hidden)"),
            ("/a?client_secret=pay_1_secret_zz", "/a?client_secret=pay_1_secret_(hidden)"),
            ("card 4242 4242 4242 4242 declined", "card ************4242 declined"),
            ("card 4242-4242-4242-4242.", "card ************4242."),
            ("card 4242 4242 4242 4242 03 2030", "card ************4242 03 2030"),
            ("x4242424242424242x", "x************4242x"),
            ("to DE89 3704 0044 0532 0130 00 now", "to ******************3000 now"),
            ("GB29NWBK60161331926819", "******************6819"),
        ] {
            assert_eq!(scrubbed(text), shown);
        }
    }

    #[test]
    fn ids_amounts_and_times_are_left_alone() {
        for text in [
            "pay_0000000000000001",
            "2026-11-21T10:00:00.000Z",
            "1795000000000",
            "4242424242424241",
            "DE00370400440532013000",
            "keys begin with snd_ or prd_",
            "a client secret ends in _secret_",
            "Ünïcødé 日本",
            "",
        ] {
            assert!(matches!(scrubbed(text), Cow::Borrowed(_)), "{text}");
        }
    }

    /// Found by the fuzzer: the second of two account numbers without anything between them was left.
    #[test]
    fn a_number_that_begins_where_another_ends_is_masked_too() {
        let clean = scrubbed("GB29NWBL60161331BL601613319K600420");
        assert_eq!(clean, "*".repeat(30) + "0420");
        assert_eq!(scrubbed(&clean), clean);
        let shown = without_card_numbers("42 4242 4242 4242 42424242 4242 4121 42 ned");
        assert_eq!(without_card_numbers(&shown), shown);
    }

    #[test]
    fn a_long_text_is_cut_after_it_was_scrubbed_and_says_so() {
        let text = format!("4242424242424242 {}", "é".repeat(5_000));
        let cut = scrubbed_within(&text, 4_096);
        assert!(cut.len() <= 4_096 && cut.starts_with("************4242 é"), "{} bytes", cut.len());
        assert!(cut.ends_with("é… (cut: 10017 bytes)"), "{}", &cut[4_000..]);
        assert_eq!(scrubbed_within("short", 4_096), "short");
        // A number that the cut would have split is hidden first.
        let split = scrubbed_within(&format!("{}4242424242424242{}", "x".repeat(60), "y".repeat(99)), 100);
        assert!(!split.contains("4242424"), "{split}");
    }
}
