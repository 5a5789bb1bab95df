//! Takes secrets out of what is kept of a call: by the names of fields, and by the look of texts wherever they stand.
//!
//! A net with two layers: a field known to hold a secret is masked whatever it holds, and what looks like a key, a card
//! number or an IBAN is masked in whatever field. Values are never copied before they are masked.

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::LazyLock;

use iban::BaseIban;
use serde_json::{Map, Value};

use crate::domain::payout::{VARIANTS, masked as with_stars};

/// What stands in the place of a secret.
pub const MASK: &str = "(hidden)";
/// Masked wherever they stand, whatever they hold.
const HIDDEN: [&str; 16] = [
    "api_key",
    "secret",
    "password",
    "authorization",
    "card_cvc",
    "cvc",
    "cvv",
    "card_exp_month",
    "card_exp_year",
    "card_holder_name",
    "account_holder_name",
    "expiry_month",
    "expiry_year",
    "cryptogram",
    "tax_registration_id",
    "document_details",
];
/// Endings of such names: `client_secret`, `payment_token`, `webhook_key`.
const HIDDEN_ENDS: [&str; 4] = ["_secret", "_token", "_key", "_password"];
/// How keys begin.
const KEY_STARTS: [&str; 4] = ["snd_", "prd_", "admin_", "whsec_"];
/// What comes before the secret part of a client secret.
const CLIENT_SECRET: &str = "_secret_";
/// Digits of a card number.
const CARD_DIGITS: std::ops::RangeInclusive<usize> = 13..=19;
/// Letters and digits of an IBAN.
const IBAN_CHARS: std::ops::RangeInclusive<usize> = 15..=34;

/// A copy without secrets.
pub fn masked(value: &Value) -> Value {
    match value {
        Value::Null | Value::Bool(_) => value.clone(),
        Value::Number(number) => match scrubbed(&number.to_string()) {
            Cow::Borrowed(_) => value.clone(),
            Cow::Owned(text) => Value::String(text),
        },
        Value::String(text) => Value::String(scrubbed(text).into_owned()),
        Value::Array(values) => values.iter().map(masked).collect(),
        Value::Object(map) => Value::Object(map.iter().map(masked_field).collect::<Map<_, _>>()),
    }
}

/// `value` with its shape and nothing else: every text and number is hidden.
pub fn shape_of(value: &Value) -> Value {
    match value {
        Value::Null => Value::Null,
        Value::Bool(_) | Value::Number(_) | Value::String(_) => Value::String(MASK.to_owned()),
        Value::Array(values) => values.iter().map(shape_of).collect(),
        Value::Object(map) => map.iter().map(|(name, value)| (name.clone(), shape_of(value))).collect(),
    }
}

fn masked_field((name, value): (&String, &Value)) -> (String, Value) {
    let shown = match value {
        Value::Null => Value::Null,
        value if is_hidden(name) => shape_of(value),
        value if is_number_of_account(name) => stars_in(value),
        value => masked(value),
    };
    (scrubbed(name).into_owned(), shown)
}

fn is_hidden(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    HIDDEN.contains(&name.as_str()) || HIDDEN_ENDS.iter().any(|end| name.ends_with(end))
}

/// Card and account numbers, of which the last four characters may be shown.
fn is_number_of_account(name: &str) -> bool {
    static NAMES: LazyLock<HashSet<&str>> = LazyLock::new(|| {
        let fields = VARIANTS.iter().flat_map(|variant| variant.fields());
        fields.filter(|field| field.kind.is_masked()).map(|field| field.name).collect()
    });
    NAMES.contains(name.to_ascii_lowercase().as_str())
}

fn stars_in(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(with_stars(text)),
        Value::Number(number) => Value::String(with_stars(&number.to_string())),
        Value::Null | Value::Bool(_) | Value::Array(_) | Value::Object(_) => shape_of(value),
    }
}

/// `text` without what looks like a key, a client secret, a card number or an IBAN; borrowed where nothing does.
pub fn scrubbed(text: &str) -> Cow<'_, str> {
    let mut out: Option<String> = None;
    let (mut at, mut copied) = (0, 0);
    while at < text.len() {
        match secret_at(text, at) {
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

/// Numbers of cards begin with 2 to 6, and times in milliseconds with 1.
fn is_card(digits: &str) -> bool {
    let doubled = |digit: u32| if digit > 4 { 2 * digit - 9 } else { 2 * digit };
    let digits = digits.bytes().rev().map(|byte| u32::from(byte - b'0')).enumerate();
    let (mut sum, mut first) = (0, 0);
    for (place, digit) in digits {
        sum += if place % 2 == 1 { doubled(digit) } else { digit };
        first = digit;
    }
    sum % 10 == 0 && (2..=6).contains(&first)
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
    use serde_json::json;

    use super::*;

    #[test]
    fn fields_that_hold_secrets_are_masked_at_any_depth_and_keep_their_shape() {
        let body = json!({
            "client_secret": "pay_1_secret_x", "payment_token": 7, "Password": "p", "amount": 500, "note": null,
            "data": [{"card": {"card_number": "4242424242424242", "card_cvc": "737", "card_exp_month": "03",
                "card_holder_name": "Ada", "card_network": "Visa"}}],
            "payout_method_data": {"bank": {"iban": "DE89370400440532013000", "bank_name": "B",
                "bank_account_number": 123456789012_i64}},
            "metadata": {"webhook_secret": {"a": "b"}},
        });
        let shown = masked(&body);
        assert_eq!(shown["amount"], 500);
        assert_eq!(shown["note"], Value::Null);
        let card = json!({"card_number": "************4242", "card_cvc": MASK, "card_exp_month": MASK,
            "card_holder_name": MASK, "card_network": "Visa"});
        assert_eq!(shown["data"][0]["card"], card);
        let bank = json!({"iban": "******************3000", "bank_name": "B", "bank_account_number": "********9012"});
        assert_eq!(shown["payout_method_data"]["bank"], bank);
        assert_eq!(shown["metadata"], json!({"webhook_secret": {"a": MASK}}));
        for name in ["client_secret", "payment_token", "Password"] {
            assert_eq!(shown[name], MASK, "{name}");
        }
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
        assert_eq!(masked(&json!(4242424242424242_i64)), json!("************4242"));
        assert_eq!(masked(&json!({"4242424242424242": 1})), json!({"************4242": 1}));
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
        assert_eq!(masked(&json!({"amount": 12840, "limit": 100})), json!({"amount": 12840, "limit": 100}));
    }
}
