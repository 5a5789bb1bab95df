//! The numbers of a chart as text: exact values, marks of an axis, shares with their counts, sentences for screen
//! readers.

use super::data::{ChartData, ChartKind, ChartSeries, ChartUnit, CountNoun};
use super::text;
use crate::domain::money::{Money, grouped_count};

/// A whole number, grouped: `−1,204`.
pub fn count_text(count: i64) -> String {
    let sign = if count < 0 { "−" } else { "" };
    format!("{sign}{}", grouped_count(count.unsigned_abs()))
}

/// A share in millionths with two decimals: `92.13 %`.
pub fn rate_text(millionths: i64) -> String {
    let hundredths = (millionths.unsigned_abs() + 50) / 100;
    let sign = if millionths < 0 && hundredths > 0 { "−" } else { "" };
    format!("{sign}{}.{:02} %", hundredths / 100, hundredths % 100)
}

/// The part of a total with one decimal: `34.2 %`; `None` where it says nothing.
pub fn share_text(part: i64, total: i64) -> Option<String> {
    if part < 0 || total <= 0 || part > total {
        return None;
    }
    let tenths = (i128::from(part) * 1_000 + i128::from(total) / 2) / i128::from(total);
    Some(format!("{}.{} %", tenths / 10, tenths % 10))
}

impl ChartUnit {
    /// The exact value: `9,204.00 EUR`, `1,204`, `92.13 %`.
    pub fn text(&self, value: i64) -> String {
        match self {
            Self::Count => count_text(value),
            Self::Money(currency) => Money::new(value, currency.clone()).to_string(),
            Self::Rate => rate_text(value),
        }
    }

    /// The exact value as it is said, with what is behind it: `1 dispute`, `9,204.00 EUR in 3 disputes`,
    /// `92.13 % of 340 payments`.
    pub fn accessible_text(&self, value: i64, count: Option<i64>, counted: CountNoun) -> String {
        match (self, count) {
            (Self::Count, _) => counted.count(value),
            (Self::Rate, Some(count)) => text::of_text(rate_text(value), counted.count(count)),
            (Self::Money(_), Some(count)) => text::in_text(self.text(value), counted.count(count)),
            (Self::Money(_) | Self::Rate, None) => self.text(value),
        }
    }

    /// What is above the axis.
    pub fn caption(&self, counted: CountNoun) -> String {
        match self {
            Self::Count => capitalised(counted.many),
            Self::Money(currency) if currency.is_known() => currency.code().to_owned(),
            Self::Money(currency) => text::lowest_unit_of(currency),
            Self::Rate => text::of_label(counted.many),
        }
    }

    /// A mark of an axis, as short as it can be without another value being written the same.
    pub(super) fn mark(&self, value: i64, step: i64) -> String {
        match self {
            Self::Count => shortened(value, step, 1),
            Self::Money(_) if step % self.one() == 0 => shortened(value, step, self.one()),
            Self::Money(currency) => Money::new(value, currency.clone()).amount_text(),
            Self::Rate => rate_mark(value, step),
        }
    }

    /// One of it: `1`, `1.00 EUR`, `1 %`.
    pub(super) fn one(&self) -> i64 {
        match self {
            Self::Count => 1,
            Self::Money(currency) => 10_i64.pow(currency.exponent().unwrap_or(0).min(9)),
            Self::Rate => 10_000,
        }
    }

    /// The finest distance between two marks.
    pub(super) fn step_min(&self) -> i64 {
        match self {
            Self::Count | Self::Money(_) => 1,
            Self::Rate => 1_000,
        }
    }
}

impl CountNoun {
    /// `1 dispute`, `1,204 disputes`.
    pub fn count(self, count: i64) -> String {
        format!("{} {}", count_text(count), self.noun(count))
    }

    /// The word for so many of them.
    pub fn noun(self, count: i64) -> &'static str {
        if count == 1 { self.one } else { self.many }
    }
}

fn capitalised(word: &str) -> String {
    let mut chars = word.chars();
    chars.next().map(|first| first.to_uppercase().chain(chars).collect()).unwrap_or_default()
}

/// `value` in wholes of `one`; in millions where every mark is a whole number of them.
fn shortened(value: i64, step: i64, one: i64) -> String {
    const SHORT: [(i64, &str); 2] = [(1_000_000_000, " bn"), (1_000_000, " M")];
    for (size, sign) in SHORT {
        let whole = size.checked_mul(one);
        if let Some(whole) = whole.filter(|whole| value != 0 && step % whole == 0) {
            return format!("{}{sign}", count_text(value / whole));
        }
    }
    count_text(value / one)
}

fn rate_mark(value: i64, step: i64) -> String {
    let percent = value / 10_000;
    if step % 10_000 == 0 { format!("{percent} %") } else { format!("{percent}.{} %", (value / 1_000 % 10).abs()) }
}

impl ChartData {
    /// The value of a series in a bucket as it is said; `no value` where there is none.
    pub(super) fn value_text(&self, series: &ChartSeries, bucket: usize) -> String {
        match series.value(bucket) {
            Some(value) => {
                let text = self.unit.accessible_text(value, series.count(bucket), self.counted);
                if series.is_few(bucket) { text::few_cases(text) } else { text }
            }
            None => text::NO_VALUE.to_owned(),
        }
    }

    /// A bucket with every series `shown`: `Thu 12 Nov 2026: Won 12 disputes, Lost 3 disputes`.
    pub fn bucket_text(&self, bucket: usize, shown: impl Fn(usize) -> bool) -> String {
        let Some(named) = self.buckets.get(bucket) else { return String::new() };
        let series = self.series.iter().enumerate().filter(|(index, _)| shown(*index));
        let one = self.series.len() == 1;
        let values: Vec<String> = series
            .map(|(_, series)| {
                let text = self.value_text(series, bucket);
                if one { text } else { format!("{} {text}", series.name) }
            })
            .collect();
        let unfinished = self.unfinished.as_ref().filter(|_| self.is_unfinished(bucket));
        let note = unfinished.map(|text| format!(". {text}")).unwrap_or_default();
        format!("{}: {}{note}", named.full, values.join(", "))
    }

    /// One sentence on the whole chart, for those who do not see it.
    pub fn summary(&self) -> String {
        let (Some(first), Some(last)) = (self.buckets.first(), self.buckets.last()) else {
            return text::NOTHING_TO_SHOW.to_owned();
        };
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let what = match self.kind {
            ChartKind::Stacked | ChartKind::Grouped => text::BARS,
            ChartKind::Lines => text::LINES,
            ChartKind::Categories => return self.summary_of_categories(),
        };
        let range = text::of_from_to(what, names.join(", "), &first.full, &last.full);
        let highest = (0..self.buckets.len())
            .filter_map(|bucket| self.peak(bucket).map(|value| (value, bucket)))
            .max_by_key(|(value, bucket)| (*value, std::cmp::Reverse(*bucket)));
        match highest {
            Some((value, bucket)) => {
                let text = self.unit.accessible_text(value, self.peak_count(bucket), self.counted);
                text::highest(&range, &text, &self.buckets[bucket].full)
            }
            None => text::no_value_yet(&range),
        }
    }

    /// What is compared to find the highest bucket.
    fn peak(&self, bucket: usize) -> Option<i64> {
        match self.unit {
            ChartUnit::Rate => self.series.first().and_then(|series| series.sound_value(bucket)),
            ChartUnit::Count | ChartUnit::Money(_) => self.total(bucket, |_| true),
        }
    }

    /// What is behind the highest bucket, where it is of one series.
    fn peak_count(&self, bucket: usize) -> Option<i64> {
        let single = matches!(self.unit, ChartUnit::Rate) || self.series.len() == 1;
        self.series.first().filter(|_| single).and_then(|series| series.count(bucket))
    }

    fn summary_of_categories(&self) -> String {
        let text: Vec<String> = (0..self.buckets.len()).map(|bucket| self.category_text(bucket)).collect();
        text.join("; ")
    }

    /// A category with its value, share and count: `Won: 3,100.00 EUR, 34.2 %, 12 disputes`.
    pub(super) fn category_text(&self, bucket: usize) -> String {
        let Some(series) = self.series.first() else { return String::new() };
        let mut text = format!("{}: {}", self.buckets[bucket].full, self.value_text(series, bucket));
        if let Some(share) = self.share_text(bucket) {
            text.push_str(", ");
            text.push_str(&share);
        }
        text
    }

    /// The share of a category; never without a count beside it.
    pub(super) fn share_text(&self, bucket: usize) -> Option<String> {
        let series = self.series.first()?;
        let counted = match self.unit {
            ChartUnit::Count => true,
            ChartUnit::Money(_) => series.count(bucket).is_some(),
            ChartUnit::Rate => false,
        };
        let total =
            (0..self.buckets.len()).try_fold(0_i64, |sum, at| sum.checked_add(series.value(at).unwrap_or(0)))?;
        share_text(series.value(bucket).filter(|_| counted)?, total)
    }

    /// How many records are behind an amount.
    pub(super) fn count_text(&self, bucket: usize) -> Option<String> {
        match self.unit {
            ChartUnit::Money(_) => self.series.first()?.count(bucket).map(|count| self.counted.count(count)),
            ChartUnit::Count | ChartUnit::Rate => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::money::Currency;

    fn money(code: &str) -> ChartUnit {
        ChartUnit::Money(Currency::from_code(code))
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
            (ChartUnit::Rate, 925_000, 5_000, "92.5 %"),
            (ChartUnit::Rate, 800_000, 200_000, "80 %"),
            (ChartUnit::Count, 1_500, 500, "1,500"),
        ] {
            assert_eq!(unit.mark(value, step), text);
        }
    }

    #[test]
    fn a_rate_is_said_with_the_number_of_things_behind_it() {
        let accessible_text =
            |unit: ChartUnit, value, count| unit.accessible_text(value, Some(count), CountNoun::PAYMENTS);
        assert_eq!(accessible_text(ChartUnit::Rate, 921_341, 1_340), "92.13 % of 1,340 payments");
        assert_eq!(accessible_text(ChartUnit::Rate, 1_000_000, 1), "100.00 % of 1 payment");
        assert_eq!(accessible_text(money("JPY"), 12_000, 2), "12,000 JPY in 2 payments");
        assert_eq!(rate_text(-4), "0.00 %");
        assert_eq!(rate_text(-12_500), "−1.25 %");
    }

    #[test]
    fn a_share_is_exact_at_the_largest_amounts_and_says_nothing_of_what_is_no_part() {
        assert_eq!(share_text(i64::MAX / 3, i64::MAX).as_deref(), Some("33.3 %"));
        assert_eq!(share_text(0, 7).as_deref(), Some("0.0 %"));
        for (part, total) in [(1, 0), (-1, 5), (6, 5)] {
            assert_eq!(share_text(part, total), None);
        }
    }
}
