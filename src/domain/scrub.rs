//! Takes secrets out of a text by their look: keys, client secrets, card numbers (Luhn), IBANs.
//!
//! However they are written: with separators between, with digits of any script, in full width, with characters between
//! that nobody sees, with letters directly before or behind. Knows nothing of fields and names: what of a document of the
//! service is masked is in [`service_text`](super::service_text), which asks here for its texts.

use std::borrow::Cow;
use std::ops::Range;

use iban::Iban;

use super::digit::digit;
use super::invisible::is_hidden;

/// What is in the place of a secret.
pub const MASK: &str = "(hidden)";
/// Stars of the shortest number that is masked.
const STARS: &str = "*********";
/// How keys begin.
const KEY_STARTS: [&str; 5] = ["snd_", "dev_", "prd_", "admin_", "whsec_"];
/// Those that also begin ids and words of a merchant (`prd_1024` for a product): what follows must look like a key, too.
const AMBIGUOUS_STARTS: [&str; 3] = ["dev_", "prd_", "admin_"];
/// Least characters of a key behind an ambiguous beginning.
const RANDOM_MIN_CHARS: usize = 16;
/// What comes before the secret part of a client secret.
const CLIENT_SECRET: &str = "_secret_";
/// Digits of a card number.
const CARD_DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
/// The longest E.164 number of a telephone, which is written with a plus before it.
const PHONE_MAX_DIGITS: usize = 15;
/// Letters and digits of an IBAN.
const IBAN_CHARS: std::ops::RangeInclusive<usize> = 15..=34;
/// Least digits of an IBAN, those of Malta's form.
const IBAN_MIN_DIGITS: usize = 7;
/// Most characters between two groups of a number.
const GAP_MAX_CHARS: usize = 3;

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
    let may_hold_any = text.contains(['_', '＿']) || has_digits(text, IBAN_MIN_DIGITS);
    if may_hold_any { cleaned(text, secret_at) } else { Cow::Borrowed(text) }
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

/// `text` with stars in card numbers and nothing else; borrowed where there are none. A number that is a part of an id,
/// as in `pay_4242424242424242`, is left: a person has to recognise it.
pub fn without_card_numbers(text: &str) -> Cow<'_, str> {
    if has_digits(text, *CARD_DIGITS.start()) { cleaned(text, card_number_at) } else { Cow::Borrowed(text) }
}

/// Where card numbers are in `text`, in bytes, with what separates their digits; the same as [`without_card_numbers`] finds.
pub fn card_numbers(text: &str) -> Vec<Range<usize>> {
    let (mut found, mut at) = (Vec::new(), 0);
    while at < text.len() && has_digits(&text[at..], *CARD_DIGITS.start()) {
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

/// Whether there are so many digits. Almost every text is done with this: secrets are looked for in whatever is drawn.
fn has_digits(text: &str, least: usize) -> bool {
    if text.is_ascii() {
        return text.bytes().filter(u8::is_ascii_digit).nth(least - 1).is_some();
    }
    text.chars().filter(|c| digit(*c).is_some()).nth(least - 1).is_some()
}

/// The card number that begins at `at` and is no part of an id: where it ends, and what is shown of it.
fn card_number_at(text: &str, at: usize) -> Option<(usize, String)> {
    if text[..at].ends_with('_') {
        return None;
    }
    let (end, shown) = card_number(text, at)?;
    (!text[end..].starts_with('_')).then_some((end, shown))
}

/// Stars and the last four characters.
fn with_stars(number: &str) -> String {
    let shown_from = number.len().saturating_sub(4);
    "*".repeat(shown_from) + &number[shown_from..]
}

/// The secret that begins at `at`: where it ends, and what is shown of it.
fn secret_at(text: &str, at: usize) -> Option<(usize, String)> {
    let rest = &text[at..];
    let of_rest = |found: Option<(usize, String)>| found.map(|(length, shown)| (at + length, shown));
    match plain(rest.chars().next()?) {
        '_' => of_rest(client_secret(rest)),
        '0'..='9' => card_number(text, at),
        'a'..='z' | 'A'..='Z' => of_rest(key(rest).or_else(|| iban(rest))),
        _ => None,
    }
}

/// A character as ASCII has it, where it is a digit of another script or of full width.
fn plain(c: char) -> char {
    match (c, digit(c)) {
        (c, _) if c.is_ascii() => c,
        (_, Some(digit)) => char::from(b'0' + digit),
        ('\u{FF01}'..='\u{FF5E}', None) => char::from_u32(u32::from(c) - 0xFEE0).unwrap_or(c),
        (c, None) => c,
    }
}

/// Characters that nobody sees; a line break separates.
fn is_nothing(c: char) -> bool {
    is_hidden(c) && !c.is_whitespace()
}

/// How long the beginning of `rest` is that reads as `start`.
fn length_of(rest: &str, start: &str) -> Option<usize> {
    let mut wanted = start.chars();
    let mut next = wanted.next()?;
    for (at, c) in rest.char_indices().filter(|(_, c)| !is_nothing(*c)) {
        if plain(c) != next {
            return None;
        }
        match wanted.next() {
            Some(c) => next = c,
            None => return Some(at + c.len_utf8()),
        }
    }
    None
}

fn key(rest: &str) -> Option<(usize, String)> {
    let (start, begins) = KEY_STARTS.into_iter().find_map(|start| Some((start, length_of(rest, start)?)))?;
    let length = word_length(&rest[begins..]);
    let is_key = length > 0 && (!AMBIGUOUS_STARTS.contains(&start) || is_random(&rest[begins..begins + length]));
    is_key.then(|| (begins + length, format!("{start}{MASK}")))
}

/// Whether no person chose a word, by its length and by what is in it.
fn is_random(word: &str) -> bool {
    let has = |is: fn(char) -> bool| word.contains(is);
    word.chars().count() >= RANDOM_MIN_CHARS && has(|c| c.is_ascii_digit()) && has(|c| c.is_ascii_alphabetic())
}

fn client_secret(rest: &str) -> Option<(usize, String)> {
    let begins = length_of(rest, CLIENT_SECRET)?;
    let length = word_length(&rest[begins..]);
    (length > 0).then(|| (begins + length, format!("{CLIENT_SECRET}{MASK}")))
}

/// How far a key reaches: to a blank, a quote, a bracket or a separator.
fn word_length(text: &str) -> usize {
    let ends = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | '<' | '>' | ',' | ';' | '(' | ')' | '”');
    text.find(ends).unwrap_or(text.len())
}

/// What may be between the groups of a number. A colon is between the parts of a time.
fn separates(c: char) -> bool {
    !c.is_alphanumeric() && !matches!(c, ':' | '"')
}

/// Digits without anything between them.
#[derive(Debug)]
struct DigitGroup {
    digits: String,
    /// Where it ends, in bytes.
    end: usize,
    /// What separates it from the group before.
    gap: String,
}

/// The groups of digits at the beginning of `rest`, with at most one digit more than a card number has.
fn digit_groups(rest: &str) -> Vec<DigitGroup> {
    let (mut groups, mut gap, mut count) = (Vec::<DigitGroup>::new(), String::new(), 0);
    for (at, c) in rest.char_indices() {
        match (digit(c), groups.last_mut()) {
            _ if is_nothing(c) => {}
            (Some(_), _) if count > *CARD_DIGITS.end() => break,
            (Some(digit), last) => {
                count += 1;
                let (digit, end) = (char::from(b'0' + digit), at + c.len_utf8());
                match last.filter(|_| gap.is_empty()) {
                    Some(group) => {
                        group.digits.push(digit);
                        group.end = end;
                    }
                    None => groups.push(DigitGroup { digits: digit.to_string(), end, gap: std::mem::take(&mut gap) }),
                }
            }
            (None, Some(_)) if separates(c) && gap.chars().count() < GAP_MAX_CHARS => gap.push(c),
            (None, _) => break,
        }
    }
    groups
}

/// The card number that begins at `at`, in whole groups of digits.
fn card_number(text: &str, at: usize) -> Option<(usize, String)> {
    let mut before = text[..at].chars().rev().filter(|c| !is_nothing(*c));
    let before = before.next();
    if before.is_some_and(|c| digit(c).is_some()) {
        return None;
    }
    let groups = digit_groups(&text[at..]);
    let fits = |count: &usize| {
        let digits: String = groups[..*count].iter().map(|group| group.digits.as_str()).collect();
        let is_phone = before == Some('+') && digits.len() <= PHONE_MAX_DIGITS;
        let is_card = CARD_DIGITS.contains(&digits.len()) && is_card(&digits) && is_one_number(&groups[..*count]);
        (is_card && !is_phone).then(|| (at + groups[*count - 1].end, with_stars(&digits)))
    };
    (1..=groups.len()).rev().find_map(|count| fits(&count))
}

/// Whether groups are written as the parts of one number and not as amounts or dates one behind the other: the same
/// between all of them, or one digit each, or three and more.
fn is_one_number(groups: &[DigitGroup]) -> bool {
    let gaps = groups.iter().skip(1).map(|group| &group.gap);
    let lengths = || groups.iter().map(|group| group.digits.len());
    gaps.clone().zip(gaps.skip(1)).all(|(one, other)| one == other)
        || lengths().all(|length| length == 1)
        || lengths().rev().skip(1).all(|length| length >= 3)
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

/// Two letters, two digits and a number of the form that their country gives, in groups or not.
fn iban(rest: &str) -> Option<(usize, String)> {
    let (number, ends) = iban_chars(rest);
    if number.len() < *IBAN_CHARS.start() {
        return None;
    }
    let is_iban = |length: &usize| number.get(..*length).is_some_and(|text| text.parse::<Iban>().is_ok());
    let length = IBAN_CHARS.rev().find(is_iban)?;
    Some((ends[length - 1], with_stars(&number[..length])))
}

/// The letters and digits that may be those of an IBAN, in upper case, and where each ends.
fn iban_chars(rest: &str) -> (String, Vec<usize>) {
    let (mut number, mut ends, mut gap) = (String::new(), Vec::new(), 0);
    for (at, c) in rest.char_indices().filter(|(_, c)| !is_nothing(*c)) {
        let shown = plain(c).to_ascii_uppercase();
        let fits = match number.len() {
            0 | 1 => shown.is_ascii_uppercase(),
            2 | 3 => shown.is_ascii_digit(),
            length => length < *IBAN_CHARS.end() && shown.is_ascii_alphanumeric(),
        };
        match fits {
            true => {
                number.push(shown);
                ends.push(at + c.len_utf8());
                gap = 0;
            }
            false if number.len() >= 2 && separates(c) && gap < GAP_MAX_CHARS => gap += 1,
            false => break,
        }
    }
    (number, ends)
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
            ("“snd_abc” and admin_3f9a17c20b5e84d6,whsec_y", "“snd_(hidden)” and admin_(hidden),whsec_(hidden)"),
            ("prd_dK3v9tXq21LmPz8R7yNw", "prd_(hidden)"),
            ("dev_dK3v9tXq21LmPz8R7yNw", "dev_(hidden)"),
            ("s\u{200B}nd_ab\u{200B}c", "snd_(hidden)"),
            ("ｓｎｄ＿abc", "snd_(hidden)"),
            ("pk_snd_abc", "pk_snd_(hidden)"),
            ("/a?client_secret=pay_1_secret_zz", "/a?client_secret=pay_1_secret_(hidden)"),
            ("card 4242 4242 4242 4242 declined", "card ************4242 declined"),
            ("card 4242-4242-4242-4242.", "card ************4242."),
            ("card 4242 4242 4242 4242 03 2030", "card ************4242 03 2030"),
            ("x4242424242424242x", "x************4242x"),
            ("card 4242.4242.4242.4242", "card ************4242"),
            ("4242/4242/4242/4242", "************4242"),
            ("4242 · 4242 · 4242 · 4242", "************4242"),
            ("4242 4242-4242.4242", "************4242"),
            ("4.2.4.2.4.2.4.2.4.2.4.2.4.2.4.2", "************4242"),
            ("4242\n4242\n4242\n4242", "************4242"),
            ("4242\u{A0}4242\u{2009}4242\u{2003}4242", "************4242"),
            ("42\u{200B}424242\u{2060}42424242", "************4242"),
            ("４２４２４２４２４２４２４２４２", "************4242"),
            ("４２４２ ４２４２ ４２４２ ４２４２", "************4242"),
            ("٤٢٤٢٤٢٤٢٤٢٤٢٤٢٤٢", "************4242"),
            ("④②④②④②④②④②④②④②④②", "************4242"),
            ("card4242424242424242", "card************4242"),
            ("4242424242424242a 4242424242424242é", "************4242a ************4242é"),
            ("3782-822463-10005", "***********0005"),
            ("to de89 3704 0044 0532 0130 00", "to ******************3000"),
            ("DE89-3704-0044-0532-0130-00", "******************3000"),
            ("DE89.3704.0044.0532.0130.00", "******************3000"),
            ("DE\u{200B}89370400440532013000", "******************3000"),
            ("ＤＥ８９３７０４００４４０５３２０１３０００", "******************3000"),
            ("IBANDE89370400440532013000now", "IBAN******************3000now"),
            ("NL91ABNA0417164300, BIC ABNANL2A", "**************4300, BIC ABNANL2A"),
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
            "product prd_1024, role admin_accounting, host dev_server",
            "parcels 00340434161094042557 and 0034 0434 1610 9404 2557, 9400111899223197428490, 1Z999AA10123456784",
            "RR123456785DE, JJD000390007882310467",
            "45.90, 12.00, 33.10, 10.00 and 4,512.00 EUR",
            "on 4.11.2026 10:15:20, 2026-11-24T10:15:20.000+01:00",
            "+4915112345678, +49 1511 2345678 and 0049 1511 2345678",
            "f47ac10b-58cc-4372-a567-0e02b2c3d479",
            "a client secret ends in _secret_",
            "Ünïcødé 日本",
            "",
        ] {
            assert!(matches!(scrubbed(text), Cow::Borrowed(_)), "{text}");
        }
    }

    #[test]
    fn a_number_that_begins_where_another_ends_is_masked_too() {
        let clean = scrubbed("DE89370400440532013000GB29NWBK60161331926819");
        assert_eq!(clean, format!("{}3000{}6819", "*".repeat(18), "*".repeat(18)));
        assert_eq!(scrubbed(&clean), clean);
        let shown = without_card_numbers("42 4242 4242 4242 42424242 4242 4121 42 ned");
        assert_eq!(without_card_numbers(&shown), shown);
    }

    #[test]
    fn a_number_within_an_id_is_left_on_the_screen_and_one_beside_a_letter_is_not() {
        for id in ["pay_4242424242424242", "4242424242424242_1"] {
            assert!(matches!(without_card_numbers(id), Cow::Borrowed(_)), "{id}");
        }
        assert_eq!(without_card_numbers("a4242424242424242b"), "a************4242b");
        assert_eq!(card_numbers("a4242.4242.4242.4242b"), vec![1..20]);
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
