//! What numbers are: counts, amounts of one currency or shares; and how each of them is written. Cards of a board, their
//! charts and their files agree in it.

use super::known::{Known, NOT_KNOWN};
use super::money::{Currency, Money};
use super::number_text::{CountNoun, count_text, percent};
use super::text::capitalized;

/// What the numbers of a chart or of a table are. They have one unit: there is no axis for two currencies.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ValueUnit {
    /// How many records.
    Count,
    /// Amounts in the lowest unit of one currency.
    Money(Currency),
    /// Shares in millionths, each of a number of cases.
    Rate,
}

impl ValueUnit {
    /// The exact value: `9,204.00 EUR`, `1,204`, `92.13%`.
    pub fn text(&self, value: i64) -> String {
        match self {
            Self::Count => count_text(value),
            Self::Money(currency) => Money::new(value, currency.clone()).to_string(),
            Self::Rate => percent(value, 2),
        }
    }

    /// As much of a value as is known, where there may be more: `35+`, `at least 9,204.00 EUR`.
    pub fn part_text(&self, value: i64) -> String {
        match self {
            Self::Count => self.text(value) + "+",
            Self::Money(_) | Self::Rate => format!("at least {}", self.text(value)),
        }
    }

    /// A value as far as it is known; a dash where it is not.
    pub fn known_text(&self, value: Known<i64>) -> String {
        match value {
            Known::Exact(value) => self.text(value),
            Known::AtLeast(value) => self.part_text(value),
            Known::Unknown => NOT_KNOWN.to_owned(),
        }
    }

    /// An amount without its currency, which stands beside it; other values as they are.
    pub fn bare_text(&self, value: Known<i64>) -> String {
        match (self, value) {
            (Self::Money(currency), Known::Exact(minor)) => Money::new(minor, currency.clone()).amount_text(),
            (Self::Money(_), Known::AtLeast(minor)) => self.bare_part_text(minor),
            (Self::Money(_) | Self::Count | Self::Rate, value) => self.known_text(value),
        }
    }

    /// As much of an amount as is known, without its currency.
    pub fn bare_part_text(&self, value: i64) -> String {
        match self {
            Self::Money(currency) => format!("at least {}", Money::new(value, currency.clone()).amount_text()),
            Self::Count | Self::Rate => self.part_text(value),
        }
    }

    /// The exact value as it is said, with what is behind it: `1 dispute`, `9,204.00 EUR in 3 disputes`,
    /// `92.13% of 340 payments`.
    pub fn accessible_text(&self, value: i64, count: Option<i64>, counted: CountNoun) -> String {
        match (self, count) {
            (Self::Count, _) => counted.count(value),
            (Self::Rate, Some(count)) => format!("{} of {}", self.text(value), counted.count(count)),
            (Self::Money(_), Some(count)) => format!("{} in {}", self.text(value), counted.count(count)),
            (Self::Money(_) | Self::Rate, None) => self.text(value),
        }
    }

    /// What stands above an axis: `Disputes`, `EUR`, `% of payments`.
    pub fn caption(&self, counted: CountNoun) -> String {
        match self {
            Self::Count => capitalized(counted.many),
            Self::Money(currency) if currency.is_known() => currency.code().to_owned(),
            Self::Money(currency) => format!("Minor units of {currency}"),
            Self::Rate => format!("% of {}", counted.many),
        }
    }

    /// A mark of an axis, as short as it can be without another value being written the same.
    pub fn mark(&self, value: i64, step: i64) -> String {
        match self {
            Self::Count => shortened(value, step, 1),
            Self::Money(_) if step % self.one() == 0 => shortened(value, step, self.one()),
            Self::Money(currency) => Money::new(value, currency.clone()).amount_text(),
            Self::Rate => percent(value, u32::from(step % self.one() != 0)),
        }
    }

    /// One of it: `1`, `1.00 EUR`, `1%`.
    pub fn one(&self) -> i64 {
        match self {
            Self::Count => 1,
            Self::Money(currency) => 10_i64.pow(currency.exponent().unwrap_or(0).min(9)),
            Self::Rate => 10_000,
        }
    }
}

/// `value` in wholes of `one`; in millions where every mark is a whole number of them.
fn shortened(value: i64, step: i64, one: i64) -> String {
    for (size, sign) in [(1_000_000_000, " bn"), (1_000_000, " M")] {
        let whole = one.saturating_mul(size);
        if value != 0 && step % whole == 0 {
            return format!("{}{sign}", count_text(value / whole));
        }
    }
    count_text(value / one)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn money(code: &str) -> ValueUnit {
        ValueUnit::Money(Currency::iso4217(code))
    }

    #[test]
    fn marks_of_an_axis_are_short_and_exact() {
        for (unit, value, step, text) in [
            (money("EUR"), 1_250_000, 250_000, "12,500"),
            (money("EUR"), 150, 50, "1.50"),
            (money("JPY"), 1_200, 200, "1,200"),
            (money("KWD"), 2_500, 500, "2.500"),
            (money("USD"), 150_000_000, 50_000_000, "1,500,000"),
            (money("USD"), 200_000_000, 100_000_000, "2 M"),
            (money("USD"), -200_000_000, 100_000_000, "−2 M"),
            (money("USD"), 500_000_000_000, 100_000_000_000, "5 bn"),
            (money("USD"), 0, 100_000_000, "0"),
            (ValueUnit::Rate, 925_000, 5_000, "92.5%"),
            (ValueUnit::Rate, 800_000, 200_000, "80%"),
            (ValueUnit::Count, 1_500, 500, "1,500"),
        ] {
            assert_eq!(unit.mark(value, step), text);
        }
    }

    #[test]
    fn a_value_is_said_with_the_number_of_things_behind_it() {
        let said = |unit: ValueUnit, value, count| unit.accessible_text(value, Some(count), CountNoun::PAYMENTS);
        assert_eq!(said(ValueUnit::Rate, 921_341, 1_340), "92.13% of 1,340 payments");
        assert_eq!(said(ValueUnit::Rate, 1_000_000, 1), "100.00% of 1 payment");
        assert_eq!(said(money("JPY"), 12_000, 2), "12,000 JPY in 2 payments");
    }
}
