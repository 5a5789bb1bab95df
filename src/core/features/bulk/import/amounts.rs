//! Whether a cell certainly names an amount, in whatever way: beside one, nothing is done in full.
//!
//! A false alarm costs the removal of a column from the file, so words alone, references and whole dates are none.

use paydesk_domain::money::is_currency_sign;

use super::named_currency;
use super::title_words::AMOUNT_WORDS;
use super::titles;

/// Words and signs between a part and its whole: `10 of 20`.
const OF: [&str; 6] = ["of", "von", "de", "sur", "di", "/"];

/// Whether a text names an amount or a share: `max. 10,50 EUR`, `50%`, `½`, `10 of 20`.
pub(super) fn names_amount(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let has_digit = text.contains(|c: char| c.is_ascii_digit());
    let is_part = |words: &[&str]| is_number(words[0]) && OF.contains(&words[1]) && is_number(words[2]);
    let names_currency = || text.chars().any(is_sign) || named_currency::currency(text).is_some();
    text.contains(is_fraction)
        || (has_digit
            && (is_calculation(text)
                || has_share(text)
                || words.iter().any(|word| has_decimals(word) || is_ratio(word))
                || words.windows(3).any(is_part)
                || names_currency()
                || titles::has_word(&text.to_lowercase(), &AMOUNT_WORDS)))
}

/// Words for a part of an amount.
const SHARES: [&str; 9] = ["half", "halb", "halbe", "hälfte", "moitié", "mitad", "metà", "helft", "połowa"];

/// Whether a reason names another amount than this one, a share of it, or another currency.
pub(super) fn names_other(reason: &str, amount: &str, currency: Option<&str>) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
    let is_same = digits(reason) == digits(amount) && !has_share(reason) && !reason.contains(is_fraction);
    let other =
        named_currency::currency(reason).filter(|named| currency.is_none_or(|own| !own.eq_ignore_ascii_case(named)));
    other.is_some() || titles::has_word(&reason.to_lowercase(), &SHARES) || (names_amount(reason) && !is_same)
}

fn is_sign(c: char) -> bool {
    is_currency_sign(c.encode_utf8(&mut [0; 4]))
}

/// `½`, `⅔`.
fn is_fraction(c: char) -> bool {
    matches!(c, '\u{bc}'..='\u{be}' | '\u{2150}'..='\u{215e}')
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// `=10`
fn is_calculation(text: &str) -> bool {
    let behind = text.trim().strip_prefix('=').map(str::trim_start);
    behind.is_some_and(|behind| behind.starts_with(|c: char| c.is_ascii_digit()))
}

/// `50%`, `50 %`
fn has_share(text: &str) -> bool {
    let before = |(at, _): (usize, &str)| text[..at].trim_end().ends_with(|c: char| c.is_ascii_digit());
    text.match_indices('%').any(before)
}

/// `10/20`; a month and its year are none.
fn is_ratio(word: &str) -> bool {
    const DIGITS_MAX: usize = 3;
    let is_short = |part: &str| is_number(part) && part.len() <= DIGITS_MAX;
    word.split_once('/').is_some_and(|(part, whole)| is_short(part) && is_short(whole))
}

/// `10.00`, `1.234,50`, `(10,50)`; `12.11.`, `v1.10` and dates are none.
fn has_decimals(word: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    let Some(start) = word.find(is_digit) else { return false };
    let end = word.rfind(is_digit).map_or(start, |end| end + 1);
    let (before, number, behind) = (&word[..start], &word[start..end], &word[end..]);
    let groups: Vec<&str> = number.split(['.', ',', '\'', '’']).collect();
    let [first, inner @ .., last] = &groups[..] else { return false };
    let is_grouped = inner.iter().all(|group| group.len() == 3);
    let is_apart = !before.ends_with(|c: char| c.is_alphanumeric() || "_-".contains(c));
    groups.iter().all(|group| is_number(group))
        && first.len() <= 9
        && last.len() == 2
        && is_grouped
        && is_apart
        && !behind.starts_with(['.', '-', '_'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_amount_is_known_in_the_middle_of_words() {
        for cell in [
            "max. 10,50 EUR",
            "only 10.00",
            "50%",
            "50 %",
            "½",
            "10 of 20",
            "10/20",
            "=10",
            "{\"amount\":1000}",
            "EUR: 10,50",
            "10 Euro",
            "1.234,50",
            "€ 5",
        ] {
            assert!(names_amount(cell), "{cell}");
        }
        for cell in [
            "half",
            "ten",
            "two of 3",
            "order-1001",
            "1001",
            "2026-11-20",
            "20.11.2026",
            "20.11.26",
            "Ada, 12.11.",
            "10:30",
            "11/2026",
            "v1.10",
            "ups 1Z 55",
            "",
        ] {
            assert!(!names_amount(cell), "{cell}");
        }
    }

    #[test]
    fn a_reason_may_name_another_amount_or_another_currency() {
        for reason in
            ["only 5.00 EUR", "max. 5,00", "50% of it", "half of it", "in USD please", "less 2.00 fee", "10.00%"]
        {
            assert!(names_other(reason, "10.00", Some("EUR")), "{reason}");
        }
        for reason in ["10.00 EUR as agreed", "10,00", "Damaged in transit", "order-1001", "returned 12.11.", "Euro"] {
            assert!(!names_other(reason, "10.00", Some("eur")), "{reason}");
        }
    }
}
