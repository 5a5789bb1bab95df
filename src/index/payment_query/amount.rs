//! Amounts that are compared with, in the major unit of whatever currency a payment has.
#![deny(clippy::disallowed_types, clippy::float_arithmetic)] // Money is never a float.

use std::fmt;
use std::ops::RangeInclusive;

use super::comparison::QueryComparison;

/// Most digits of an amount that is compared with.
const DIGITS_MAX: usize = 18;
/// With so many digits behind its only mark, an amount may have thousands there.
const UNCLEAR_DECIMALS: usize = 3;

/// A decimal number as it was typed, exact.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    /// All digits as one number.
    digits: i64,
    /// How many of them stand behind the point.
    scale: u8,
}

impl Decimal {
    pub fn new(digits: i64, scale: u8) -> Self {
        Self { digits, scale }
    }

    /// Reads `12`, `12.50`, `12,50` or `-3`; `None` for anything else, thousands separators included. Behind a comma are
    /// at most two digits: three may be thousands.
    pub fn parse(text: &str) -> Option<Self> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let with_comma = || unsigned.split_once(',').filter(|(_, fraction)| fraction.len() <= 2);
        let parts = unsigned.split_once('.').or_else(with_comma);
        let (whole, fraction) = parts.unwrap_or((unsigned, ""));
        let has_point = parts.is_some();
        let are_digits = [whole, fraction].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        if !are_digits || whole.is_empty() || has_point == fraction.is_empty() {
            return None;
        }
        if whole.len() + fraction.len() > DIGITS_MAX {
            return None;
        }
        // Zeros behind three decimals tell that these are no thousands, and nothing else.
        let kept = fraction.trim_end_matches('0').len().max(UNCLEAR_DECIMALS).min(fraction.len());
        let fraction = fraction.get(..kept)?;
        let digits: i64 = format!("{whole}{fraction}").parse().ok()?;
        let signed = if unsigned.len() < text.len() { -digits } else { digits };
        Some(Self { digits: signed, scale: u8::try_from(fraction.len()).ok()? })
    }

    /// The two amounts that `1.000` or `1,000` can mean: with a separator of thousands, and with a decimal mark. `None` of
    /// a text that is no amount, or one alone.
    pub fn readings(text: &str) -> Option<(Self, Self)> {
        let unsigned = text.strip_prefix('-').unwrap_or(text);
        let (whole, fraction) = unsigned.split_once(['.', ','])?;
        let are_digits = [whole, fraction].iter().all(|part| part.bytes().all(|byte| byte.is_ascii_digit()));
        let is_unclear = fraction.len() == UNCLEAR_DECIMALS && (1..=3).contains(&whole.len()) && whole != "0";
        let digits: i64 = format!("{whole}{fraction}").parse().ok().filter(|_| are_digits && is_unclear)?;
        let signed = if unsigned.len() < text.len() { -digits } else { digits };
        Some((Self::new(signed, 0), Self::new(signed, UNCLEAR_DECIMALS as u8)))
    }

    /// The text with two decimals where that is enough.
    pub fn without_zeros(self) -> Self {
        match self {
            Self { digits, scale: 3 } if digits % 10 == 0 => Self { digits: digits / 10, scale: 2 },
            _ => self,
        }
    }

    /// Reads an amount with separators of thousands, as lists show it: `1,234.50`, `1.234,50`, `310,000`.
    pub fn parse_grouped(text: &str) -> Option<Self> {
        [(',', '.'), ('.', ',')].into_iter().find_map(|(separator, point)| {
            let (whole, fraction) = text.split_once(point).unwrap_or((text, ""));
            let mut groups = whole.split(separator);
            let first = groups.next().is_some_and(|group| (1..=3).contains(&group.trim_start_matches('-').len()));
            let mut others = groups.peekable();
            let is_grouped = first && others.peek().is_some() && others.all(|group| group.len() == 3);
            let plain = [&whole.replace(separator, ""), fraction].map(str::to_owned);
            let plain = if fraction.is_empty() { plain[0].clone() } else { plain.join(".") };
            Self::parse(&plain).filter(|_| is_grouped)
        })
    }

    /// The largest amount in the lowest unit that is not above this, and whether it is this. Of a currency whose
    /// decimals are not known, an amount is compared in its lowest unit, as it is shown.
    fn floor_minor(self, exponent: u32) -> (i128, bool) {
        let (scale, digits) = (u32::from(self.scale), i128::from(self.digits));
        if exponent >= scale {
            // At most 18 digits and a handful of decimals.
            return (digits.saturating_mul(10_i128.saturating_pow(exponent - scale)), true);
        }
        let unit = 10_i128.saturating_pow(scale - exponent);
        (digits.div_euclid(unit), digits.rem_euclid(unit) == 0)
    }

    /// This amount in the lowest unit of a currency with so many decimals, where it can be written in it.
    pub fn minor(self, exponent: u32) -> Option<i64> {
        let (minor, is_exact) = self.floor_minor(exponent);
        i64::try_from(minor).ok().filter(|_| is_exact)
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = usize::from(self.scale);
        let digits = format!("{:0>width$}", self.digits.unsigned_abs(), width = scale + 1);
        let (whole, fraction) = digits.split_at(digits.len() - scale);
        let sign = if self.digits < 0 { "-" } else { "" };
        let point = if scale > 0 { "." } else { "" };
        write!(f, "{sign}{whole}{point}{fraction}")?;
        // With a fourth decimal nobody reads thousands.
        let is_unclear = scale == UNCLEAR_DECIMALS && (1..=3).contains(&whole.len()) && whole != "0";
        if is_unclear { write!(f, "0") } else { Ok(()) }
    }
}

/// What an amount is compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum AmountCondition {
    Exactly(Decimal),
    Compared(QueryComparison, Decimal),
    /// Both ends included; one of them may be open.
    Between(Option<Decimal>, Option<Decimal>),
}

impl AmountCondition {
    /// The amounts that it holds for, in the lowest unit of a currency with so many decimals. An empty range holds for
    /// none.
    pub fn minor_range(self, exponent: u32) -> RangeInclusive<i64> {
        let at_least = |value: Decimal| match value.floor_minor(exponent) {
            (minor, true) => minor,
            (minor, false) => minor + 1,
        };
        let at_most = |value: Decimal| value.floor_minor(exponent).0;
        let (from, to) = match self {
            Self::Exactly(value) => (Some(at_least(value)), Some(at_most(value))),
            Self::Compared(QueryComparison::AtLeast, value) => (Some(at_least(value)), None),
            Self::Compared(QueryComparison::More, value) => (Some(at_most(value) + 1), None),
            Self::Compared(QueryComparison::AtMost, value) => (None, Some(at_most(value))),
            Self::Compared(QueryComparison::Less, value) => (None, Some(at_least(value) - 1)),
            Self::Between(from, to) => (from.map(at_least), to.map(at_most)),
        };
        let (from, to) = (from.unwrap_or(i64::MIN.into()), to.unwrap_or(i64::MAX.into()));
        match (i64::try_from(from), i64::try_from(to)) {
            (Ok(from), Ok(to)) => from..=to,
            (Err(_), _) if from > 0 => nothing(),
            (_, Err(_)) if to < 0 => nothing(),
            (from, to) => from.unwrap_or(i64::MIN)..=to.unwrap_or(i64::MAX),
        }
    }
}

fn nothing() -> RangeInclusive<i64> {
    #[allow(clippy::reversed_empty_ranges)] // It is to be empty.
    {
        1..=0
    }
}

impl fmt::Display for AmountCondition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exactly(value) => write!(f, "{value}"),
            Self::Compared(comparison, value) => write!(f, "{}{value}", comparison.sign()),
            Self::Between(from, to) => {
                let text = |value: &Option<Decimal>| value.map(|value| value.to_string()).unwrap_or_default();
                write!(f, "{}..{}", text(from), text(to))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decimal(text: &str) -> Decimal {
        Decimal::parse(text).unwrap()
    }

    #[test]
    fn a_decimal_is_read_exactly_or_not_at_all() {
        for text in ["0", "12", "12.50", "-3", "-0.05", "999999999999999999"] {
            assert_eq!(decimal(text).to_string(), text);
        }
        assert_eq!((decimal("39,80"), decimal("-1,5")), (decimal("39.80"), decimal("-1.5")));
        for text in [
            "",
            ".",
            "12.",
            ".5",
            "12,",
            ",5",
            "1,234",
            "1,2,3",
            "1,2.3",
            "1 000",
            "1e3",
            "--1",
            "1.2.3",
            "9999999999999999999",
            "٣",
        ] {
            assert_eq!(Decimal::parse(text), None, "{text}");
        }
    }

    #[test]
    fn an_amount_with_separators_of_thousands_is_read_as_it_is_shown() {
        for (text, plain) in [
            ("1,234.50", "1234.50"),
            ("1.234,50", "1234.50"),
            ("310,000", "310000"),
            ("12.345.678", "12345678"),
            ("-1,234", "-1234"),
        ] {
            assert_eq!(Decimal::parse_grouped(text).map(|amount| amount.to_string()).as_deref(), Some(plain), "{text}");
        }
        for text in ["1234", "12,34", "1,2345", ",123", "1,,234", "1,234,5", "1,234.5.6", "12345,678", "a,bcd"] {
            assert_eq!(Decimal::parse_grouped(text), None, "{text}");
        }
    }

    #[test]
    fn every_comparison_is_exact_in_the_lowest_unit_of_each_currency() {
        use AmountCondition::{Between, Compared, Exactly};
        let ten = decimal("10.50");
        for (condition, exponent, range) in [
            (Exactly(ten), 2, Some((1_050, 1_050))),
            (Exactly(ten), 3, Some((10_500, 10_500))),
            // There is no half yen.
            (Exactly(ten), 0, None),
            (Compared(QueryComparison::More, ten), 0, Some((11, i64::MAX))),
            (Compared(QueryComparison::AtLeast, ten), 0, Some((11, i64::MAX))),
            (Compared(QueryComparison::Less, ten), 0, Some((i64::MIN, 10))),
            (Compared(QueryComparison::AtMost, ten), 0, Some((i64::MIN, 10))),
            (Compared(QueryComparison::More, ten), 2, Some((1_051, i64::MAX))),
            (Compared(QueryComparison::AtLeast, ten), 2, Some((1_050, i64::MAX))),
            (Compared(QueryComparison::Less, ten), 2, Some((i64::MIN, 1_049))),
            (Between(Some(decimal("10")), Some(decimal("20"))), 2, Some((1_000, 2_000))),
            (Between(None, Some(decimal("-0.5"))), 0, Some((i64::MIN, -1))),
            (Between(Some(decimal("999999999999999999")), None), 4, None),
            (Between(None, Some(decimal("999999999999999999"))), 4, Some((i64::MIN, i64::MAX))),
        ] {
            let found = condition.minor_range(exponent);
            let found = (!found.is_empty()).then(|| (*found.start(), *found.end()));
            assert_eq!(found, range, "{condition} with {exponent}");
        }
    }
}
