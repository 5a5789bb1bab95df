//! Counts and shares as text: grouped, rounded without floats, with what is counted.

use super::known::{Known, NOT_KNOWN};
use super::money::grouped_count;

/// `1,040`, `−3`.
pub fn count_text(number: i64) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", grouped_count(number.unsigned_abs()))
}

/// Millionths as `66.67%`, rounded to so many decimals, at most four.
pub fn percent(millionths: i64, decimals: u32) -> String {
    format!("{}%", percent_number(millionths, decimals))
}

/// The percentage without its unit.
pub fn percent_number(millionths: i64, decimals: u32) -> String {
    let decimals = decimals.min(4);
    let unit = 10_u64.pow(4 - decimals);
    let rounded = (millionths.unsigned_abs() + unit / 2) / unit;
    let scale = 10_u64.pow(decimals);
    let sign = if millionths < 0 && rounded > 0 { "−" } else { "" };
    let whole = grouped_count(rounded / scale);
    match decimals {
        0 => format!("{sign}{whole}"),
        _ => format!("{sign}{whole}.{:0width$}", rounded % scale, width = decimals as usize),
    }
}

/// The part of a total with one decimal: `34.2%`; `None` where it says nothing.
pub fn share_text(part: i64, total: i64) -> Option<String> {
    let millionths = i128::from(part) * 1_000_000 / i128::from(total.max(1));
    (part >= 0 && total > 0 && part <= total).then(|| percent(millionths as i64, 1))
}

/// What is counted, in the terms of the business: `dispute`, `disputes`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CountNoun {
    pub one: &'static str,
    pub many: &'static str,
}

impl CountNoun {
    pub const DISPUTES: Self = Self { one: "dispute", many: "disputes" };
    pub const PAYMENTS: Self = Self { one: "payment", many: "payments" };
    pub const REFUNDS: Self = Self { one: "refund", many: "refunds" };

    /// `1 dispute`, `1,204 disputes`.
    pub fn count(self, count: i64) -> String {
        format!("{} {}", count_text(count), if count == 1 { self.one } else { self.many })
    }

    /// `at least 12 disputes` where there may be more; a dash where none is known.
    pub fn known(self, count: Known<i64>) -> String {
        match count {
            Known::Exact(count) => self.count(count),
            Known::AtLeast(count) => format!("at least {}", self.count(count)),
            Known::Unknown => NOT_KNOWN.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_rounded_without_floats() {
        for (millionths, decimals, text) in [
            (666_667, 1, "66.7%"),
            (999_999, 1, "100.0%"),
            (666_667, 4, "66.6667%"),
            (5, 4, "0.0005%"),
            (-4, 2, "0.00%"),
            (-12_500, 2, "−1.25%"),
            (123_450_000, 0, "12,345%"),
        ] {
            assert_eq!(percent(millionths, decimals), text);
        }
    }

    #[test]
    fn a_share_is_exact_at_the_largest_amounts_and_says_nothing_of_what_is_no_part() {
        assert_eq!(share_text(i64::MAX / 3, i64::MAX).as_deref(), Some("33.3%"));
        assert_eq!(share_text(0, 7).as_deref(), Some("0.0%"));
        for (part, total) in [(1, 0), (-1, 5), (6, 5)] {
            assert_eq!(share_text(part, total), None);
        }
    }
}
