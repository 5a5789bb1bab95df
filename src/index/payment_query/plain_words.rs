//! Plain words that are conditions: `failed yesterday`, `amount>100`, `40 eur last week`. A word in quotation marks is
//! always a text.

use std::ops::Range;

use paydesk_domain::money::{CurrencyCode, MinorUnits, currency_of_sign};

use super::amount::AmountCondition;
use super::comparison::QueryComparison;
use super::created::CreatedCondition;
use super::key::QueryKey;
use super::lexer::{RawValue, key_word};
use super::term::QueryTerm;
use super::values::{amount, created, known_status};

/// Most words that are conditions together: `last 30 days`.
pub(super) const WORDS_MAX: usize = 3;
/// Brands of cards, in one word as people type them.
const BRANDS: [&str; 10] =
    ["visa", "mastercard", "amex", "maestro", "discover", "jcb", "diners", "dinersclub", "unionpay", "card"];

/// How many words are conditions together, and which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct WordsMeaning {
    pub words: usize,
    pub terms: Vec<QueryTerm>,
}

/// The line with the words at these places as plain texts again: each in quotation marks.
pub fn with_plain_words(text: &str, places: &[Range<usize>]) -> String {
    let mut plain = String::with_capacity(text.len() + 2 * places.len());
    let mut at = 0;
    for place in places {
        plain.push_str(text.get(at..place.start).unwrap_or_default());
        let words = text.get(place.clone()).unwrap_or_default().split_whitespace();
        let quoted = words.map(|word| match word.strip_prefix('-') {
            Some(word) => format!("-\"{word}\""),
            None => format!("\"{word}\""),
        });
        plain.push_str(&quoted.collect::<Vec<_>>().join(" "));
        at = place.end;
    }
    plain.push_str(text.get(at..).unwrap_or_default());
    plain
}

/// Whether a word of a line may be a part of such a condition: it has no key, no quotation marks and no minus sign.
pub(super) fn is_plain(word: &str) -> bool {
    !word.contains('"') && !word.starts_with('-') && key_word(word).is_none()
}

/// What the first of these plain words mean, as many of them as do together.
pub(super) fn meaning(words: &[&str]) -> Option<WordsMeaning> {
    (1..=words.len().min(WORDS_MAX)).rev().find_map(|count| {
        let lower: Vec<String> = words[..count].iter().map(|word| word.to_lowercase()).collect();
        let lower: Vec<&str> = lower.iter().map(String::as_str).collect();
        let terms = of_status(&lower).or_else(|| of_days(&lower)).or_else(|| of_comparison(&lower));
        let terms = terms.or_else(|| of_range(&lower)).or_else(|| of_card(&lower));
        terms.or_else(|| of_amount(&lower)).map(|terms| WordsMeaning { words: count, terms })
    })
}

/// `failed`, `requires capture`, `disputed`.
fn of_status(words: &[&str]) -> Option<Vec<QueryTerm>> {
    let term = match words.join("_").as_str() {
        "disputed" => QueryTerm::Disputed(true),
        "refunded" | "partially_refunded" => QueryTerm::Refunded(true),
        "canceled" => QueryTerm::Status(vec![known_status("cancelled")?]),
        word => QueryTerm::Status(vec![known_status(word)?]),
    };
    Some(vec![term])
}

/// `yesterday`, `last week`, `last 30 days`.
fn of_days(words: &[&str]) -> Option<Vec<QueryTerm>> {
    let created = match *words {
        [word] if !word.ends_with('d') => CreatedCondition::parse_relative(word),
        ["this" | "last", "week" | "month"] => CreatedCondition::parse_relative(&words.join("-")),
        ["last", days, "days"] => CreatedCondition::parse_relative(&format!("{days}d")),
        _ => None,
    };
    created.map(|created| vec![QueryTerm::Created(created)])
}

/// `visa 1926`, `1926 visa`: a brand and the last four digits of a card.
fn of_card(words: &[&str]) -> Option<Vec<QueryTerm>> {
    let [one, other] = *words else { return None };
    let (brand, last4) = if BRANDS.contains(&one) { (one, other) } else { (other, one) };
    let is_card = BRANDS.contains(&brand) && last4.len() == 4 && last4.bytes().all(|byte| byte.is_ascii_digit());
    is_card.then(|| vec![QueryTerm::Text(brand.to_owned()), QueryTerm::Card(vec![last4.to_owned()])])
}

/// `100-200`, `100-200 eur`: both ends included.
fn of_range(words: &[&str]) -> Option<Vec<QueryTerm>> {
    let line = words.join(" ");
    let (range, code) = match line.find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | ',' | '-' | '–')) {
        Some(at) => (&line[..at], Some(currency_of(&line[at..])?)),
        None => (&*line, None),
    };
    let (from, to) = range.split_once(['-', '–']).filter(|(from, to)| !from.is_empty() && !to.is_empty())?;
    let exponent = code.as_ref().and_then(|code| MinorUnits::Undecided.of(code.clone()).exponent());
    let value = RawValue { text: format!("{from}..{to}"), place: 0..0, is_quoted: false };
    Some(with_currency(QueryTerm::Amount(amount(&value, exponent).ok()?), code))
}

/// The currency that a word means: a listed code, or a sign.
fn currency_of(word: &str) -> Option<CurrencyCode> {
    let word = word.trim();
    let is_code = word.len() == 3 && CurrencyCode::new(word).is_listed();
    Some(CurrencyCode::new(if is_code { word } else { currency_of_sign(word)? }))
}

fn with_currency(term: QueryTerm, code: Option<CurrencyCode>) -> Vec<QueryTerm> {
    [Some(term), code.map(|code| QueryTerm::Currency(vec![code]))].into_iter().flatten().collect()
}

/// `amount>100`, `> 100`, `>=20 usd`, `created >= 2026-10`.
fn of_comparison(words: &[&str]) -> Option<Vec<QueryTerm>> {
    if let Some((last, compared @ [_, ..])) = words.split_last()
        && let Some(code) = currency_of(last)
    {
        let terms = of_comparison(compared)?;
        let is_amount = matches!(terms[..], [QueryTerm::Amount(_)]);
        return is_amount.then(|| terms.into_iter().flat_map(|term| with_currency(term, Some(code.clone()))).collect());
    }
    let sign = ['<', '>', '='];
    if words.windows(2).any(|pair| !pair[0].ends_with(sign) && !pair[1].starts_with(sign)) {
        return None;
    }
    let line = words.concat();
    let keys = [QueryKey::Amount, QueryKey::Created];
    let keyed = keys.into_iter().find_map(|key| Some((key, line.strip_prefix(key.word())?)));
    let (key, value) = keyed.unwrap_or((QueryKey::Amount, &line));
    let is_equal = keyed.is_some() && value.starts_with('=');
    QueryComparison::strip(value).map(drop).or(is_equal.then_some(()))?;
    let value = RawValue { text: value.trim_start_matches('=').to_owned(), place: 0..0, is_quoted: false };
    let term = match key == QueryKey::Created {
        true => QueryTerm::Created(created(&value).ok()?),
        false => QueryTerm::Amount(amount(&value, None).ok()?),
    };
    Some(vec![term])
}

/// `40 eur`, `EUR 39,90`, `40€`.
fn of_amount(words: &[&str]) -> Option<Vec<QueryTerm>> {
    let line = words.join(" ");
    let is_number = |c: char| c.is_ascii_digit() || matches!(c, '.' | ',');
    let (number, currency) = match line.starts_with(is_number) {
        true => line.split_at(line.find(|c| !is_number(c))?),
        false => {
            let at = line.find(is_number)?;
            (&line[at..], &line[..at])
        }
    };
    let code = currency_of(currency)?;
    let exponent = MinorUnits::Undecided.of(code.clone()).exponent();
    let value = RawValue { text: number.to_owned(), place: 0..0, is_quoted: false };
    match amount(&value, exponent).ok()? {
        amount @ AmountCondition::Exactly(_) => Some(vec![QueryTerm::Amount(amount), QueryTerm::Currency(vec![code])]),
        AmountCondition::Compared(..) | AmountCondition::Between(..) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::parse::{parse_query, understood_words};
    use super::*;

    fn read(text: &str) -> String {
        parse_query(text).unwrap().to_string()
    }

    #[test]
    fn plain_words_are_the_conditions_that_they_mean() {
        for (text, query) in [
            ("failed", "status:failed"),
            ("Failed yesterday", "status:failed created:yesterday"),
            ("-failed today", "-status:failed created:today"),
            ("in review", "status:requires_merchant_action"),
            ("requires capture last 30 days", "status:requires_capture created:30d"),
            ("disputed -refunded canceled", "disputed:yes -refunded:yes status:cancelled"),
            ("amount>100", "amount:>100"),
            ("amount > 100 currency:eur", "amount:>100 currency:eur"),
            (">=39,90", "amount:>=39.90"),
            ("amount=12.50", "amount:12.50"),
            ("amount>10 50", "amount:>10 50"),
            ("created>2026-10", "created:>2026-10"),
            ("40 eur last week", "amount:40 currency:eur created:last-week"),
            ("EUR 39,90", "amount:39.90 currency:eur"),
            ("40€ this month", "amount:40 currency:eur created:this-month"),
            ("1,000 jpy", "amount:1000 currency:jpy"),
            (">=20 usd", "amount:>=20 currency:usd"),
            ("> 20 € today", "amount:>20 currency:eur created:today"),
            ("100-200", "amount:100..200"),
            ("failed 39,90-45 eur", "status:failed amount:39.90..45 currency:eur"),
            ("visa 1926", "visa card:1926"),
            ("anna 1926 Mastercard", "anna mastercard card:1926"),
            ("anna failed 1212.60", "anna status:failed 1212.60"),
        ] {
            assert_eq!(read(text), query, "{text}");
        }
    }

    #[test]
    fn other_words_stay_texts_and_so_does_what_is_in_quotation_marks() {
        for text in [
            "björn grossmann",
            "visa",
            "4242",
            "1212.60",
            "eur",
            "last shoes",
            "week",
            "7d",
            "1.000 eur",
            "40 abc",
            "> x",
            "amount",
            "review",
            "\"failed\"",
            "\"in review\"",
            "40..50 eur",
            "200-100",
            "2026-10",
            "2026-11-05",
            "12-ab",
            "visa 19",
            ">eur",
        ] {
            assert_eq!(understood_words(text), [], "{text}");
        }
        assert_eq!(read("\"failed\" \"last\" week \"40\" eur"), "\"failed\" \"last\" week \"40\" eur");
    }

    #[test]
    fn words_that_were_understood_are_taken_back_to_plain_ones() {
        let text = "anna -failed 40 eur  last week x";
        let understood = understood_words(text);
        let words: Vec<&str> = understood.iter().map(|words| &text[words.place.clone()]).collect();
        assert_eq!(words, ["-failed", "40 eur", "last week"]);
        let places: Vec<Range<usize>> = understood.into_iter().map(|words| words.place).collect();
        assert_eq!(with_plain_words(text, &places[1..]), "anna -failed \"40\" \"eur\"  \"last\" \"week\" x");
        let plain = with_plain_words(text, &places);
        assert_eq!(understood_words(&plain), []);
        assert_eq!(read(&plain), "anna -\"failed\" \"40\" eur \"last\" week x");
    }
}
