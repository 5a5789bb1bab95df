//! Counts and shares as text: grouped, rounded without floats, the minus sign a real one.

use super::money::grouped_count;

/// `1,040`, `−3`.
pub fn count_text(number: i64) -> String {
    let sign = if number < 0 { "−" } else { "" };
    format!("{sign}{}", grouped_count(number.unsigned_abs()))
}

/// Millionths as `66.67 %`, rounded to so many decimals, at most four.
pub fn percent(millionths: i64, decimals: u32) -> String {
    format!("{} %", percent_number(millionths, decimals))
}

/// The same without the unit.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_rounded_without_floats() {
        for (millionths, decimals, text) in [
            (666_667, 1, "66.7 %"),
            (999_999, 1, "100.0 %"),
            (666_667, 4, "66.6667 %"),
            (5, 4, "0.0005 %"),
            (-4, 2, "0.00 %"),
            (-12_500, 2, "−1.25 %"),
            (123_450_000, 0, "12,345 %"),
        ] {
            assert_eq!(percent(millionths, decimals), text);
        }
    }
}
