//! Amounts of money: integers in the currency's lowest unit, with checked arithmetic. No floats anywhere.
//!
//! The one place where amounts are read from typed text and written for people.
#![deny(clippy::disallowed_types, clippy::float_arithmetic)] // Money is never a float.

use std::fmt::{self, Write as _};

use serde::{Deserialize, Serialize};

pub use super::currency::{Currency, CurrencyCode, MinorUnits};

/// An amount in the lowest unit of its currency (API reference), as the service
/// counts it.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "StoredMoney", into = "StoredMoney")]
pub struct Money {
    pub minor: i64,
    pub currency: Currency,
}

/// An amount as it is stored. Without `units` it is counted as ISO 4217 says, as all amounts were before services were
/// known to differ.
#[derive(Serialize, Deserialize)]
struct StoredMoney {
    minor: i64,
    currency: CurrencyCode,
    #[serde(default = "iso_4217", skip_serializing_if = "is_iso_4217")]
    units: MinorUnits,
}

fn iso_4217() -> MinorUnits {
    MinorUnits::Iso4217
}

fn is_iso_4217(units: &MinorUnits) -> bool {
    *units == MinorUnits::Iso4217
}

impl From<Money> for StoredMoney {
    fn from(Money { minor, currency }: Money) -> Self {
        let code = currency.currency_code().clone();
        let is_iso = MinorUnits::Iso4217.of(code.clone()) == currency;
        Self { minor, currency: code, units: if is_iso { MinorUnits::Iso4217 } else { currency.units() } }
    }
}

impl From<StoredMoney> for Money {
    fn from(StoredMoney { minor, currency, units }: StoredMoney) -> Self {
        Self::new(minor, units.of(currency))
    }
}

/// Why two amounts cannot be combined.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum MoneyError {
    #[error("{0} and {1} cannot be added or compared")]
    OtherCurrency(Currency, Currency),
    #[error("the amount is too large to calculate with")]
    Overflow,
}

impl Money {
    pub fn new(minor: i64, currency: Currency) -> Self {
        Self { minor, currency }
    }

    /// The number of minor units, counted as a service does.
    pub fn counted_as(&self, units: MinorUnits) -> Self {
        Self::new(self.minor, units.of(self.currency.currency_code().clone()))
    }

    /// Another amount in this currency.
    pub fn with_minor(&self, minor: i64) -> Self {
        Self { minor, currency: self.currency.clone() }
    }

    pub fn checked_add(&self, other: &Self) -> Result<Self, MoneyError> {
        self.combine(other, i64::checked_add)
    }

    pub fn checked_sub(&self, other: &Self) -> Result<Self, MoneyError> {
        self.combine(other, i64::checked_sub)
    }

    fn combine(&self, other: &Self, op: fn(i64, i64) -> Option<i64>) -> Result<Self, MoneyError> {
        if self.currency != other.currency {
            return Err(MoneyError::OtherCurrency(self.currency.clone(), other.currency.clone()));
        }
        op(self.minor, other.minor).map(|minor| self.with_minor(minor)).ok_or(MoneyError::Overflow)
    }

    /// The number alone, grouped, with the currency's decimals: `9,204.00`; for a currency whose decimals are not known
    /// `9,204 minor units`.
    pub fn amount_text(&self) -> String {
        let exponent = self.currency.exponent();
        let decimals = exponent.unwrap_or(0) as usize;
        let digits = format!("{:0>width$}", self.minor.unsigned_abs(), width = decimals + 1);
        let (whole, fraction) = digits.split_at(digits.len() - decimals);
        let sign = if self.minor < 0 { "−" } else { "" };
        let mark = if decimals > 0 { "." } else { "" };
        let unit = if exponent.is_none() { " minor units" } else { "" };
        format!("{sign}{}{mark}{fraction}{unit}", grouped(whole))
    }

    /// The number as a person would type it into a field: `9204.00`, no grouping.
    pub fn input_text(&self) -> String {
        let mut text = String::new();
        self.write_input(&mut text);
        text
    }

    /// The number as files have it: `9204.00`; for a currency whose decimals are not known `9204 minor units`, which no
    /// program takes for an amount.
    pub fn file_text(&self) -> String {
        let mut text = String::new();
        self.write_to_file(&mut text);
        text
    }

    /// Appends to `out` the amount as files have it.
    pub fn write_to_file(&self, out: &mut String) {
        self.write_input(out);
        if !self.currency.is_known() {
            out.push_str(" minor units");
        }
    }

    /// [`Self::input_text`] behind what is in `out`.
    pub fn write_input(&self, out: &mut String) {
        if self.minor < 0 {
            out.push('-');
        }
        let minor = self.minor.unsigned_abs();
        // Writing into a text cannot fail.
        let _ = match self.currency.exponent().unwrap_or(0) {
            0 => write!(out, "{minor}"),
            exponent => {
                let unit = 10_u64.pow(exponent);
                write!(out, "{}.{:0>width$}", minor / unit, minor % unit, width = exponent as usize)
            }
        };
    }
}

/// `9,204.00 USD`; for a currency without a known exponent `9204 minor units of XYZ`.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.currency.is_known() {
            write!(f, "{} {}", self.amount_text(), self.currency)
        } else {
            write!(f, "{} of {}", self.amount_text(), super::text::visible(self.currency.code(), 12))
        }
    }
}

fn grouped(digits: &str) -> String {
    let mut out = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// `1234` as `1,234`, for counts.
pub fn grouped_count(count: u64) -> String {
    grouped(&count.to_string())
}

/// A count where there is room for four characters: `98,432` stays, `812,400` is `812k` and `1,250,000` is `1.2M`. Never
/// rounded up: what is shown is at most what there is.
pub fn short_count(count: u64) -> String {
    match count {
        0..100_000 => grouped_count(count),
        100_000..1_000_000 => format!("{}k", count / 1_000),
        1_000_000..10_000_000 => format!("{}.{}M", count / 1_000_000, count / 100_000 % 10),
        _ => format!("{}M", grouped_count(count / 1_000_000)),
    }
}

/// Why a typed amount cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum AmountError {
    #[error("Enter an amount")]
    Empty,
    #[error("“{0}” is not an amount")]
    NotANumber(String),
    #[error("{currency} has {}; this has {given}", decimals(*allowed))]
    TooManyDecimals { currency: Currency, allowed: u32, given: u32 },
    #[error("“{0}” can be read in two ways; write the amount without thousands separators")]
    Ambiguous(String),
    #[error("The amount is too large for the service")]
    TooLarge,
    #[error("Unknown number of decimals in {0}: you cannot enter an amount")]
    NoDecimals(Currency),
}

fn decimals(count: u32) -> String {
    match count {
        0 => "no decimals".to_owned(),
        1 => "1 decimal".to_owned(),
        n => format!("{n} decimals"),
    }
}

/// Reads a typed amount with the currency's decimals: `12.50`, `12,50`, `1 234,50`, `1,234.50`.
///
/// Never guesses: where a separator could mean thousands or decimals, it asks for another writing. In a currency whose
/// decimals are not known nothing is read.
pub fn parse_amount(text: &str, currency: &Currency) -> Result<Money, AmountError> {
    parse_amount_with(text, currency, DecimalMark::Any)
}

/// Which sign stands before the decimals of an amount.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, strum::EnumIter)]
pub enum DecimalMark {
    /// Either, as each amount shows by itself.
    #[default]
    Any,
    Point,
    Comma,
}

/// As [`parse_amount`], where it is known which sign stands before the decimals: the other one separates thousands.
pub fn parse_amount_with(text: &str, currency: &Currency, mark: DecimalMark) -> Result<Money, AmountError> {
    let exponent = currency.exponent().ok_or_else(|| AmountError::NoDecimals(currency.clone()))?;
    // Programs of languages that are written from the right put marks of the direction around numbers.
    let shown = text.trim_matches(|c: char| c.is_whitespace() || matches!(c, '\u{200E}' | '\u{200F}'));
    let number = without_currency(shown, currency);
    let compact: String = number.chars().filter(|c| !is_blank_separator(*c)).collect();
    if compact.is_empty() {
        return Err(AmountError::Empty);
    }
    if !blanks_group_by_three(number) {
        return Err(AmountError::NotANumber(super::text::visible(text.trim(), 40)));
    }
    if !compact.chars().all(|c| c.is_ascii_digit() || c == '.' || c == ',')
        || !compact.contains(|c: char| c.is_ascii_digit())
    {
        return Err(AmountError::NotANumber(super::text::visible(text.trim(), 40)));
    }
    let (whole, mut fraction) = match mark {
        DecimalMark::Any => split_at_decimal_mark(&compact, exponent)?,
        DecimalMark::Point => split_at(&compact, '.', ',')?,
        DecimalMark::Comma => split_at(&compact, ',', '.')?,
    };
    // `150.000` of a database are 150 yen, and `57.7000` are 57.70.
    if fraction.get(exponent as usize..).is_some_and(|more| more.bytes().all(|digit| digit == b'0')) {
        fraction.truncate(exponent as usize);
    }
    if fraction.len() > exponent as usize {
        return Err(AmountError::TooManyDecimals {
            currency: currency.clone(),
            allowed: exponent,
            given: fraction.len() as u32,
        });
    }
    let digits = format!("{whole}{fraction:0<width$}", width = exponent as usize);
    digits.parse().map(|minor| Money::new(minor, currency.clone())).map_err(|_| AmountError::TooLarge)
}

/// Reads an amount out of all that is `offered`. The text that was offered, untouched, is all of it: also in a currency in
/// which nothing can be typed.
pub fn parse_part(text: &str, offered: &Money) -> Result<Money, AmountError> {
    match text.trim() == offered.input_text() {
        true => Ok(offered.clone()),
        false => parse_amount(text, &offered.currency),
    }
}

/// The amounts that `text` can mean where [`parse_amount`] finds it ambiguous: its mark read as one of thousands, and
/// as that of decimals where the currency has a place for every digit typed. It is for a person to see and to choose,
/// never to be taken by itself; empty where nothing is ambiguous.
pub fn readings(text: &str, currency: &Currency) -> Vec<Money> {
    let Err(AmountError::Ambiguous(compact)) = parse_amount(text, currency) else { return Vec::new() };
    let exponent = currency.exponent().unwrap_or(0) as usize;
    let Some((whole, fraction)) = compact.split_once(['.', ',']) else { return Vec::new() };
    let thousands = Some(format!("{whole}{fraction}{:0<exponent$}", ""));
    let decimals = (fraction.len() <= exponent).then(|| format!("{whole}{fraction:0<exponent$}"));
    let money = |digits: String| Some(Money::new(digits.parse().ok()?, currency.clone()));
    thousands.into_iter().chain(decimals).filter_map(money).collect()
}

/// Signs of currencies. Some stand for several: each is read where the currency is theirs, and `$` alone is never another
/// dollar than that of the United States.
const SIGNS: [(&str, &str); 30] = [
    ("EUR", "€"),
    ("GBP", "£"),
    ("USD", "$"),
    ("USD", "US$"),
    ("CAD", "CA$"),
    ("CAD", "C$"),
    ("AUD", "A$"),
    ("NZD", "NZ$"),
    ("SGD", "S$"),
    ("HKD", "HK$"),
    ("MXN", "MX$"),
    ("BRL", "R$"),
    ("JPY", "¥"),
    ("CNY", "¥"),
    ("INR", "₹"),
    ("CHF", "Fr."),
    ("SEK", "kr"),
    ("NOK", "kr"),
    ("DKK", "kr"),
    ("DKK", "kr."),
    ("ISK", "kr"),
    ("PLN", "zł"),
    ("CZK", "Kč"),
    ("HUF", "Ft"),
    ("RON", "lei"),
    ("TRY", "₺"),
    ("UAH", "₴"),
    ("ILS", "₪"),
    ("KRW", "₩"),
    ("VND", "₫"),
];

/// Whether it stands for a currency, as `€` does.
pub fn is_currency_sign(text: &str) -> bool {
    SIGNS.iter().any(|(_, sign)| *sign == text)
}

/// The code of the one currency that a sign stands for. `$`, `¥` and `kr` stand for several.
pub fn currency_of_sign(text: &str) -> Option<&'static str> {
    let mut codes = SIGNS.iter().filter(|(_, sign)| *sign == text && text != "$").map(|(code, _)| *code);
    codes.next().filter(|_| codes.next().is_none())
}

/// Whether the sign may stand for the currency with this code: `$` for any dollar.
pub fn is_sign_of(sign: &str, code: &str) -> bool {
    SIGNS.iter().any(|(known, of_code)| *known == code && (*of_code == sign || (sign == "$" && of_code.ends_with('$'))))
}

/// What is left of `text` without the code or the sign of this currency before or behind it. Of another currency they stay,
/// and are no number.
fn without_currency<'a>(text: &'a str, currency: &Currency) -> &'a str {
    let signs = SIGNS.iter().filter(|(code, _)| *code == currency.code()).map(|(_, sign)| *sign);
    let names = || std::iter::once(currency.code()).chain(signs.clone()).filter(|name| !name.is_empty());
    let without = |name: &str| {
        if let Some(start) = text.get(..name.len()).filter(|start| start.eq_ignore_ascii_case(name)) {
            return Some(text[start.len()..].trim_start());
        }
        let at = text.len().checked_sub(name.len())?;
        text.get(at..).filter(|end| end.eq_ignore_ascii_case(name)).map(|_| text[..at].trim_end())
    };
    // Of `US$` and `$`, the longer.
    names().filter_map(without).min_by_key(|rest| rest.len()).unwrap_or(text)
}

/// Separates thousands and nothing else, whatever the locale.
fn is_blank_separator(c: char) -> bool {
    matches!(c, ' ' | '\u{A0}' | '\u{2007}' | '\u{2009}' | '\u{202F}' | '\'' | '’')
}

/// Whether blanks stand only between groups of three digits before the decimal mark: `1 234,50`, never `12 50`.
fn blanks_group_by_three(text: &str) -> bool {
    if !text.contains(is_blank_separator) {
        return true;
    }
    let (whole, fraction) = text.rsplit_once(['.', ',']).unwrap_or((text, ""));
    let mut groups = whole.split(is_blank_separator);
    let digits = |group: &str| group.chars().all(|c| c.is_ascii_digit());
    let first = groups.next().is_some_and(|group| is_first_group(group) && digits(group));
    first && groups.all(|group| group.len() == 3 && digits(group)) && !fraction.contains(is_blank_separator)
}

/// The digits before and after this decimal mark, with thousands separators checked and removed.
fn split_at(text: &str, mark: char, thousands: char) -> Result<(String, String), AmountError> {
    let (whole, fraction) = text.split_once(mark).unwrap_or((text, ""));
    let whole = ungroup(whole, thousands).filter(|_| fraction.bytes().all(|byte| byte.is_ascii_digit()));
    let not_a_number = || AmountError::NotANumber(super::text::visible(text, 40));
    Ok((whole.ok_or_else(not_a_number)?, fraction.to_owned()))
}

/// The digits before and after the decimal mark, with thousands separators checked and removed.
fn split_at_decimal_mark(text: &str, exponent: u32) -> Result<(String, String), AmountError> {
    let not_a_number = || AmountError::NotANumber(super::text::visible(text, 40));
    let marks: Vec<char> = text.chars().filter(|c| !c.is_ascii_digit()).collect();
    let Some(last) = marks.last().copied() else {
        return Ok((text.to_owned(), String::new()));
    };
    let repeated = marks.iter().filter(|c| **c == last).count() > 1;
    let (whole, fraction) = text.rsplit_once(last).ok_or_else(not_a_number)?;
    let other_marks = marks.iter().any(|c| *c != last);
    if repeated {
        return if other_marks {
            Err(not_a_number())
        } else {
            Ok((ungroup(text, last).ok_or_else(not_a_number)?, String::new()))
        };
    }
    if other_marks {
        let grouping = if last == '.' { ',' } else { '.' };
        return Ok((ungroup(whole, grouping).ok_or_else(not_a_number)?, fraction.to_owned()));
    }
    let could_be_thousands = fraction.len() == 3 && is_first_group(whole);
    match (could_be_thousands, exponent) {
        // Nothing but thousands: the currency has no decimals.
        (true, 0) => Ok((format!("{whole}{fraction}"), String::new())),
        // As Paydesk itself writes it, on every screen: `31.250 KWD`.
        (true, 3) if last == '.' => Ok((whole.to_owned(), fraction.to_owned())),
        (true, _) => Err(AmountError::Ambiguous(text.to_owned())),
        (false, _) => Ok((whole.to_owned(), fraction.to_owned())),
    }
}

/// The digits without `separator`, if it groups them by three from the right.
fn ungroup(text: &str, separator: char) -> Option<String> {
    let mut groups = text.split(separator);
    let first = groups.next()?;
    let fits = is_first_group(first) || !text.contains(separator);
    (fits && groups.all(|group| group.len() == 3)).then(|| text.replace(separator, ""))
}

/// Whether groups of three digits may follow: nobody writes `0.500` for 500.
fn is_first_group(digits: &str) -> bool {
    (1..=3).contains(&digits.len()) && !digits.starts_with('0')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(minor: i64, code: &str) -> Money {
        Money::new(minor, Currency::iso4217(code))
    }

    fn parse(text: &str, code: &str) -> Result<i64, AmountError> {
        parse_amount(text, &Currency::iso4217(code)).map(|m| m.minor)
    }

    #[test]
    fn a_short_count_has_few_characters_and_is_never_more_than_there_are() {
        for (count, text) in [
            (98_432, "98,432"),
            (99_999, "99,999"),
            (100_000, "100k"),
            (999_999, "999k"),
            (1_000_000, "1.0M"),
            (1_999_999, "1.9M"),
            (12_900_000, "12M"),
            (1_234_000_000, "1,234M"),
        ] {
            assert_eq!(short_count(count), text);
        }
    }

    #[test]
    fn the_code_or_the_sign_of_the_currency_may_stand_before_or_behind_an_amount() {
        for text in ["12.50 EUR", "EUR 12.50", "eur12,50", "€12.50", "12,50 €", " 12.50 € "] {
            assert_eq!(parse(text, "EUR"), Ok(1_250), "{text}");
        }
        assert_eq!((parse("1 234.50 EUR", "EUR"), parse("$5", "USD")), (Ok(123_450), Ok(500)));
        for (text, code) in [("12.50 USD", "EUR"), ("$12.50", "EUR"), ("$12.50", "CAD"), ("12.50 EUR EUR", "EUR")] {
            assert!(matches!(parse(text, code), Err(AmountError::NotANumber(_))), "{text} in {code}");
        }
        assert_eq!(parse("EUR", "EUR"), Err(AmountError::Empty));
    }

    /// Found by the fuzzer: the whole text stood in the message.
    #[test]
    fn a_long_text_that_is_no_amount_is_cut_in_the_message() {
        let text = "1.219.299,".repeat(200);
        let error = parse(&text, "EUR").unwrap_err().to_string();
        assert!(error.chars().count() < 80, "{error}");
    }

    #[test]
    fn amounts_are_written_with_their_currency_s_own_decimals() {
        assert_eq!(money(920_400, "USD").to_string(), "9,204.00 USD");
        assert_eq!(money(12_800, "JPY").to_string(), "12,800 JPY");
        assert_eq!(money(31_250, "KWD").to_string(), "31.250 KWD");
        assert_eq!(money(5, "EUR").to_string(), "0.05 EUR");
        assert_eq!(money(-128_405, "EUR").to_string(), "−1,284.05 EUR");
        assert_eq!(money(i64::MIN, "USD").to_string(), "−92,233,720,368,547,758.08 USD");
        assert_eq!(money(1234, "XQQ").to_string(), "1,234 minor units of XQQ");
    }

    #[test]
    fn typed_amounts_are_read_in_the_common_writings() {
        assert_eq!(parse("12.50", "USD"), Ok(1250));
        assert_eq!(parse("12,5", "EUR"), Ok(1250));
        for text in ["1 234,50", "1\u{2009}234,50", "\u{200F}1\u{A0}234,50\u{200E}"] {
            assert_eq!(parse(text, "EUR"), Ok(123_450), "{text}");
        }
        assert_eq!(parse("1,234.50", "USD"), Ok(123_450));
        assert_eq!(parse("1.234,50", "EUR"), Ok(123_450));
        assert_eq!(parse("1,234,567", "USD"), Ok(123_456_700));
        assert_eq!(parse("12800", "JPY"), Ok(12_800));
        assert_eq!(parse("12,800", "JPY"), Ok(12_800));
        assert_eq!(parse("31.25", "KWD"), Ok(31_250));
        assert_eq!(parse("0.500", "KWD"), Ok(500));
    }

    #[test]
    fn what_could_mean_two_amounts_is_never_guessed() {
        assert_eq!(parse("1.234", "USD"), Err(AmountError::Ambiguous("1.234".into())));
        assert_eq!(parse("1,234", "KWD"), Err(AmountError::Ambiguous("1,234".into())));
        assert_eq!(parse("1,234", "USD"), Err(AmountError::Ambiguous("1,234".into())));
        // Paydesk writes dinars so, and what it writes can be typed.
        assert_eq!(parse("1.234", "KWD"), Ok(1_234));
    }

    #[test]
    fn an_amount_whose_decimal_mark_is_known_is_read_in_one_way() {
        let read = |text: &str, code: &str, mark| {
            parse_amount_with(text, &Currency::iso4217(code), mark).map(|money| money.minor)
        };
        let (point, comma) = (DecimalMark::Point, DecimalMark::Comma);
        for (text, code, mark, minor) in [
            ("1.234", "KWD", point, 1_234),
            ("1,234", "KWD", comma, 1_234),
            ("1,234", "EUR", point, 123_400),
            ("1.234", "EUR", comma, 123_400),
            ("1.234,50", "EUR", comma, 123_450),
            ("1,234,567.8", "EUR", point, 123_456_780),
            (".5", "EUR", point, 50),
            ("12 EUR", "EUR", comma, 1_200),
        ] {
            assert_eq!(read(text, code, mark), Ok(minor), "{text} {code}");
        }
        for (text, code, minor) in [("150.000", "JPY", 150), ("57.7000", "EUR", 5_770), ("1.00", "JPY", 1)] {
            assert_eq!(read(text, code, point), Ok(minor), "zeros behind the last decimal of {code}");
        }
        assert!(matches!(read("1.234", "JPY", point), Err(AmountError::TooManyDecimals { .. })), "no thousands");
        assert!(matches!(read("1.234", "EUR", point), Err(AmountError::TooManyDecimals { .. })));
        for (text, mark) in [("1.2,3", point), ("1,5", point), ("12,34", point), ("1.5", comma), ("1,2,3", comma)] {
            assert!(matches!(read(text, "EUR", mark), Err(AmountError::NotANumber(_))), "{text}");
        }
    }

    #[test]
    fn the_amounts_that_an_ambiguous_text_can_mean_are_named_and_can_be_typed() {
        let named = |text: &str, code: &str| -> Vec<String> {
            readings(text, &Currency::iso4217(code)).iter().map(ToString::to_string).collect()
        };
        assert_eq!(named("1,234", "KWD"), ["1,234.000 KWD", "1.234 KWD"]);
        for text in ["12.50", "12,800", "", "abc", "1,234"] {
            assert_eq!(named(text, "XQQ"), [""; 0], "{text}");
        }
        for money in readings("1,234", &Currency::iso4217("KWD")) {
            assert_eq!(parse_amount(&money.input_text(), &money.currency), Ok(money));
        }
    }

    #[test]
    fn no_amount_is_offered_that_drops_a_digit_typed() {
        for currency in MinorUnits::Hyperswitch.currencies() {
            for money in readings("1,239", &currency) {
                assert!(money.amount_text().replace([',', '.'], "").starts_with("1239"), "{money}");
            }
        }
        let only = |text: &str, code: &str| readings(text, &Currency::iso4217(code));
        assert_eq!(only("1,234", "EUR"), [money(123_400, "EUR")]);
        assert_eq!(only("12.345", "USD"), [money(1_234_500, "USD")]);
        assert_eq!(only("12,800", "JPY"), []);
    }

    #[test]
    fn every_currency_is_listed_once_with_a_name_and_its_decimals() {
        let all = MinorUnits::Iso4217.currencies();
        assert!(all.len() > 150 && all.is_sorted_by(|one, next| one.code() < next.code()));
        assert!(all.iter().all(|currency| currency.is_known() && currency.name().is_some_and(|name| !name.is_empty())));
        assert!(["EUR", "JPY", "KWD", "USD"].iter().all(|code| all.contains(&Currency::iso4217(code))));
    }

    #[test]
    fn amounts_that_are_none_are_refused_with_the_reason() {
        assert_eq!(parse("", "USD"), Err(AmountError::Empty));
        for text in ["abc", "1.2.3,4,5", "-5", ".", "1,23,456", "１２", "12 50", "1 23 4", "1'2'3.5", "1 234, 50"] {
            assert!(matches!(parse(text, "USD"), Err(AmountError::NotANumber(_))), "{text}");
        }
        assert!(matches!(parse("1.5", "JPY"), Err(AmountError::TooManyDecimals { allowed: 0, given: 1, .. })));
        assert!(matches!(parse("1.5005", "USD"), Err(AmountError::TooManyDecimals { .. })));
        assert_eq!(parse("99999999999999999999", "USD"), Err(AmountError::TooLarge));
    }

    #[test]
    fn in_a_currency_without_known_decimals_the_reason_is_that_whatever_is_typed() {
        let shown = money(9_204, "XQQ");
        for text in ["1.5", "15", "0", "", "-5", "abc", "1.2.3,4,5", &shown.amount_text(), &shown.to_string()] {
            assert_eq!(parse(text, "XQQ"), Err(AmountError::NoDecimals(Currency::iso4217("XQQ"))), "{text}");
        }
    }

    #[test]
    fn all_that_is_offered_can_be_taken_in_a_currency_in_which_nothing_can_be_typed() {
        let offered = money(9_204, "XQQ");
        assert_eq!(parse_part(" 9204 ", &offered), Ok(offered.clone()));
        assert!(matches!(parse_part("920", &offered), Err(AmountError::NoDecimals(_))));
        assert_eq!(parse_part("12.50", &money(9_204, "EUR")), Ok(money(1_250, "EUR")));
    }

    #[test]
    fn amounts_are_stored_with_how_they_are_counted_where_that_is_not_as_iso_4217_says() {
        let stored = |units: MinorUnits, code| serde_json::to_value(Money::new(500_000, units.currency(code))).unwrap();
        let plain = |code| serde_json::json!({"minor": 500_000, "currency": code});
        assert_eq!(stored(MinorUnits::Iso4217, "ISK"), plain("ISK"));
        assert_eq!(stored(MinorUnits::Hyperswitch, "EUR"), plain("EUR"));
        let isk = stored(MinorUnits::Hyperswitch, "ISK");
        assert_eq!(isk["units"], "hyperswitch");
        let read = |json| serde_json::from_value::<Money>(json).unwrap().to_string();
        assert_eq!(read(isk), "5,000.00 ISK");
        assert_eq!(read(plain("ISK")), "500,000 ISK", "as it was counted before services were known to differ");
        assert_eq!(read(stored(MinorUnits::Undecided, "ISK")), "500,000 minor units of ISK");
    }

    #[test]
    fn amounts_of_two_currencies_never_add_up() {
        assert!(money(1, "USD").checked_add(&money(1, "EUR")).is_err());
        assert_eq!(money(i64::MAX, "USD").checked_add(&money(1, "USD")), Err(MoneyError::Overflow));
        assert_eq!(money(5, "USD").checked_sub(&money(3, "USD")), Ok(money(2, "USD")));
    }

    #[test]
    fn what_is_written_for_a_field_is_read_back_the_same() {
        for (minor, code) in [(920_400, "USD"), (12_800, "JPY"), (1_031_250, "KWD"), (3, "EUR")] {
            let text = money(minor, code).input_text();
            let back = parse(&text, code);
            assert_eq!(back, Ok(minor), "{text}");
        }
    }
}
