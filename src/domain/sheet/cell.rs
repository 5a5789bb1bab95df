//! One cell, as the file stores it.

use std::borrow::Cow;

use crate::csv::read_back;

/// Digits that spreadsheets keep of a number and show.
const SIGNIFICANT_DIGITS: usize = 15;

/// What a file stores in a cell.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SheetCell {
    Empty,
    Text(String),
    /// A text of a workbook that is struck through, raised or lowered in part: `10` with a raised `50` is no `1050`.
    PartlyStruck(String),
    /// A number of a workbook, with a point for its decimals and every digit that is stored.
    Number(String),
    /// Such a number that the workbook does not show as the amount that it is.
    Formatted {
        number: String,
        format: NumberFormat,
    },
    /// Such a number that the workbook shows as the same amount in other characters: `00123`, `1,234`, `12.50`.
    Rewritten(String),
    /// A date or a time of a workbook, as text.
    Date(String),
    /// `TRUE` or `FALSE` of a workbook.
    Flag(bool),
    /// An error of a workbook: `#N/A`.
    Error(String),
    /// What is stored is not what a person sees, and why.
    Doubtful {
        stored: String,
        why: String,
    },
}

/// What a workbook makes of a number when it shows it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NumberFormat {
    /// With the code or the sign of a currency.
    Currency(String),
    /// With words or signs that are no currency: `12k`.
    Text(String),
    /// `5%` where 0.05 is stored.
    Percent,
    /// In thousands or millions.
    Scaled,
    /// With fewer decimals than are stored: 12.345 as `12.35`.
    Rounded { shown: String },
    /// As a fraction or with a power of ten.
    Notation,
    /// Not at all.
    Hidden,
}

impl SheetCell {
    /// A cell of a text file.
    pub fn of_text(text: String) -> Self {
        if text.trim().is_empty() { Self::Empty } else { Self::Text(text) }
    }

    pub fn is_empty(&self) -> bool {
        *self == Self::Empty
    }

    /// What the file stores, digit by digit.
    pub fn stored(&self) -> &str {
        match self {
            Self::Empty => "",
            Self::Text(text) | Self::PartlyStruck(text) | Self::Date(text) | Self::Error(text) => text,
            Self::Doubtful { stored, .. } => stored,
            Self::Number(number) | Self::Formatted { number, .. } | Self::Rewritten(number) => number,
            Self::Flag(true) => "TRUE",
            Self::Flag(false) => "FALSE",
        }
    }

    /// The ID that stands in it: of a number, every digit that is stored.
    pub fn id(&self) -> Cow<'_, str> {
        match self {
            Self::Text(_) | Self::PartlyStruck(_) => self.meant(),
            Self::Empty
            | Self::Number(_)
            | Self::Formatted { .. }
            | Self::Rewritten(_)
            | Self::Date(_)
            | Self::Flag(_)
            | Self::Error(_)
            | Self::Doubtful { .. } => Cow::Borrowed(self.stored()),
        }
    }

    /// Whether it is a number with more digits than a workbook keeps: the others were lost when somebody typed it.
    pub fn has_lost_digits(&self) -> bool {
        let is_long = |number: &str| number.bytes().filter(u8::is_ascii_digit).count() > SIGNIFICANT_DIGITS;
        matches!(self, Self::Number(number) | Self::Rewritten(number) if is_long(number))
    }

    /// What is meant by it: a number has 15 significant digits, as spreadsheets show it, and a text is without blanks
    /// around it and without the apostrophe that exports of Paydesk write before `00123`.
    pub fn meant(&self) -> Cow<'_, str> {
        match self {
            Self::Number(stored) | Self::Formatted { number: stored, .. } | Self::Rewritten(stored) => {
                Cow::Owned(significant(stored))
            }
            Self::Text(text) | Self::PartlyStruck(text) => Cow::Borrowed(read_back(text.trim())),
            Self::Empty | Self::Date(_) | Self::Flag(_) | Self::Error(_) | Self::Doubtful { .. } => {
                Cow::Borrowed(self.stored())
            }
        }
    }
}

/// A number that a program wrote with more digits than it means, as `57.699999999999996` or `57,699999999999996`, with those
/// that it means. Any other text stays as it is.
pub fn computed_number(text: &str) -> Cow<'_, str> {
    const DECIMALS_MIN: usize = 10;
    let Some((whole, decimals)) = text.split_once(['.', ',']) else { return Cow::Borrowed(text) };
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    if decimals.len() < DECIMALS_MIN || digits <= SIGNIFICANT_DIGITS {
        return Cow::Borrowed(text);
    }
    let is_comma = text[whole.len()..].starts_with(',');
    let meant = significant(&format!("{whole}.{decimals}"));
    Cow::Owned(if is_comma { meant.replacen('.', ",", 1) } else { meant })
}

/// A number with 15 significant digits, rounded half up, without zeros at the end of its decimals. What is not made of
/// digits stays as it is.
fn significant(number: &str) -> String {
    let (sign, unsigned) = number.strip_prefix('-').map_or(("", number), |rest| ("-", rest));
    let (whole, fraction) = unsigned.split_once('.').unwrap_or((unsigned, ""));
    let mut digits: Vec<u8> = whole.bytes().chain(fraction.bytes()).collect();
    if whole.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return number.to_owned();
    }
    let mut point = whole.len();
    let Some(first) = digits.iter().position(|digit| *digit != b'0') else { return "0".to_owned() };
    let kept = first + SIGNIFICANT_DIGITS;
    if digits.len() > kept {
        let rounds_up = digits[kept] >= b'5';
        digits[kept..].fill(b'0');
        if rounds_up && carries_over(&mut digits[..kept]) {
            digits.insert(0, b'1');
            point += 1;
        }
    }
    let text = String::from_utf8(digits).unwrap_or_default();
    let (whole, fraction) = text.split_at(point);
    let whole = Some(whole.trim_start_matches('0')).filter(|whole| !whole.is_empty()).unwrap_or("0");
    match fraction.trim_end_matches('0') {
        "" => format!("{sign}{whole}"),
        fraction => format!("{sign}{whole}.{fraction}"),
    }
}

/// Adds one to the last digit; whether one is left over before the first.
fn carries_over(digits: &mut [u8]) -> bool {
    for digit in digits.iter_mut().rev() {
        if *digit < b'9' {
            *digit += 1;
            return false;
        }
        *digit = b'0';
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meant(stored: &str) -> String {
        SheetCell::Number(stored.to_owned()).meant().into_owned()
    }

    #[test]
    fn a_number_is_read_with_fifteen_digits_as_spreadsheets_show_it() {
        for (stored, shown) in [
            ("57.699999999999996", "57.7"),
            ("3.3000000000000003", "3.3"),
            ("1234.0000000000002", "1234"),
            ("0.30000000000000004", "0.3"),
            ("-1.2000000000000002", "-1.2"),
            ("999999999999999.9", "1000000000000000"),
            ("9.9999999999999999", "10"),
            ("12345678901234567", "12345678901234600"),
            ("0.00000000000000012345678901234567", "0.000000000000000123456789012346"),
            ("19.99", "19.99"),
            ("1000", "1000"),
            ("0", "0"),
            ("0.0", "0"),
            ("inf", "inf"),
        ] {
            assert_eq!(meant(stored), shown, "{stored}");
        }
    }

    #[test]
    fn a_text_of_a_computed_number_is_read_with_either_mark() {
        for (text, number) in [
            ("57.699999999999996", "57.7"),
            ("57,699999999999996", "57,7"),
            ("999,99999999999999999", "1000"),
            ("1,234.5699999999999996", "1,234.5699999999999996"),
            ("57,70", "57,70"),
            ("1,234,567", "1,234,567"),
        ] {
            assert_eq!(computed_number(text), number, "{text}");
        }
    }

    #[test]
    fn a_text_that_paydesk_exported_is_read_back_as_it_was() {
        for (stored, text) in [
            ("'00123", "00123"),
            ("'1-2", "1-2"),
            ("'=1+1", "=1+1"),
            (" pay_1 ", "pay_1"),
            ("'pay_1", "'pay_1"),
            ("'", "'"),
        ] {
            assert_eq!(SheetCell::of_text(stored.to_owned()).meant(), text, "{stored}");
        }
    }
}
