//! The numbers of a chart as text: exact values, marks of an axis, shares with their counts, sentences for screen
//! readers.

use super::data::{ChartData, ChartKind, ChartSeries, ChartUnit};
use super::text;
use crate::domain::money::Money;
use crate::domain::number_text::{CountNoun, count_text, percent, share_text};
use crate::domain::text::capitalized;

impl ChartUnit {
    /// The exact value: `9,204.00 EUR`, `1,204`, `92.13 %`.
    pub fn text(&self, value: i64) -> String {
        match self {
            Self::Count => count_text(value),
            Self::Money(currency) => Money::new(value, currency.clone()).to_string(),
            Self::Rate => percent(value, 2),
        }
    }

    /// The exact value as it is said, with what is behind it: `1 dispute`, `9,204.00 EUR in 3 disputes`,
    /// `92.13 % of 340 payments`.
    fn accessible_text(&self, value: i64, count: Option<i64>, counted: CountNoun) -> String {
        match (self, count) {
            (Self::Count, _) => counted.count(value),
            (Self::Rate, Some(count)) => text::of_text(self.text(value), counted.count(count)),
            (Self::Money(_), Some(count)) => text::in_text(self.text(value), counted.count(count)),
            (Self::Money(_) | Self::Rate, None) => self.text(value),
        }
    }

    /// What is above the axis.
    pub(super) fn caption(&self, counted: CountNoun) -> String {
        match self {
            Self::Count => capitalized(counted.many),
            Self::Money(currency) if currency.is_known() => currency.code().to_owned(),
            Self::Money(currency) => text::lowest_unit_of(currency),
            Self::Rate => text::of_text('%', counted.many),
        }
    }

    /// A mark of an axis, as short as it can be without another value being written the same.
    pub(super) fn mark(&self, value: i64, step: i64) -> String {
        match self {
            Self::Count => shortened(value, step, 1),
            Self::Money(_) if step % self.one() == 0 => shortened(value, step, self.one()),
            Self::Money(currency) => Money::new(value, currency.clone()).amount_text(),
            Self::Rate => percent(value, u32::from(step % self.one() != 0)),
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

impl ChartData {
    /// The value of a series in a bucket as it is said; `no value` where there is none.
    pub(super) fn value_text(&self, series: &ChartSeries, bucket: usize) -> String {
        let Some(value) = series.value(bucket) else { return text::NO_VALUE.to_owned() };
        let text = self.unit.accessible_text(value, series.count(bucket), self.counted);
        if series.is_few(bucket) { text::few_cases(text) } else { text }
    }

    /// A bucket with every series `shown`: `Thu 12 Nov 2026: Won 12 disputes, Lost 3 disputes`; a category with its share:
    /// `Won: 3,100.00 EUR in 12 disputes, 34.2 %`.
    pub fn bucket_text(&self, bucket: usize, shown: impl Fn(usize) -> bool) -> String {
        let Some(named) = self.buckets.get(bucket) else { return String::new() };
        let value = |(index, series): (usize, &ChartSeries)| match self.value_text(series, bucket) {
            text if self.only_series() == Some(index) => text,
            text => format!("{} {text}", series.name),
        };
        let mut values: Vec<String> =
            self.series.iter().enumerate().filter(|(index, _)| shown(*index)).map(value).collect();
        if let Some(share) = self.share_text(bucket) {
            values.insert(values.len().min(1), share);
        }
        let unfinished = self.unfinished.as_ref().filter(|_| self.is_unfinished(bucket));
        let note = unfinished.map(|text| format!(". {text}")).unwrap_or_default();
        format!("{}: {}{note}", named.full, values.join(", "))
    }

    /// What is said of a category in a line that names it.
    pub(super) fn category_text(&self, bucket: usize) -> String {
        self.bucket_text(bucket, |series| self.only_series() == Some(series))
    }

    /// One sentence on the whole chart, for those who do not see it.
    pub(super) fn summary(&self) -> String {
        let (Some(first), Some(last), Some(series)) = (self.buckets.first(), self.buckets.last(), self.series.first())
        else {
            return text::NOTHING_TO_SHOW.to_owned();
        };
        let buckets = 0..self.buckets.len();
        let what = match self.kind {
            ChartKind::Stacked | ChartKind::Grouped => text::BARS,
            ChartKind::Lines => text::LINES,
            ChartKind::Categories => return buckets.map(|at| self.category_text(at)).collect::<Vec<_>>().join("; "),
        };
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let range = text::of_from_to(what, names.join(", "), &first.full, &last.full);
        let of_first = matches!(self.unit, ChartUnit::Rate) || self.series.len() == 1;
        let peak = |bucket: usize| if of_first { series.sound_value(bucket) } else { self.total(bucket, |_| true) };
        let peaks = buckets.filter_map(|bucket| Some((peak(bucket)?, std::cmp::Reverse(bucket))));
        let Some((value, std::cmp::Reverse(bucket))) = peaks.max() else { return text::no_value_yet(&range) };
        let count = series.count(bucket).filter(|_| of_first);
        text::highest(&range, self.unit.accessible_text(value, count, self.counted), &self.buckets[bucket].full)
    }

    /// The share of a category; never without a count beside it.
    pub(super) fn share_text(&self, bucket: usize) -> Option<String> {
        let series = self.series.first().filter(|_| self.kind == ChartKind::Categories)?;
        let counted = match self.unit {
            ChartUnit::Count => true,
            ChartUnit::Money(_) => series.count(bucket).is_some(),
            ChartUnit::Rate => false,
        };
        let total = series.values.iter().flatten().try_fold(0_i64, |sum, value| sum.checked_add(*value))?;
        share_text(series.value(bucket).filter(|_| counted)?, total)
    }

    /// The share of a category, and how many records are behind its amount: `34.2 %, 12 disputes`.
    pub(super) fn share_and_count_text(&self, bucket: usize) -> String {
        let amount = self.series.first().filter(|_| matches!(self.unit, ChartUnit::Money(_)));
        let count = amount.and_then(|series| series.count(bucket)).map(|count| self.counted.count(count));
        [self.share_text(bucket), count].into_iter().flatten().collect::<Vec<_>>().join(", ")
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
    fn a_value_is_said_with_the_number_of_things_behind_it() {
        let said = |unit: ChartUnit, value, count| unit.accessible_text(value, Some(count), CountNoun::PAYMENTS);
        assert_eq!(said(ChartUnit::Rate, 921_341, 1_340), "92.13 % of 1,340 payments");
        assert_eq!(said(ChartUnit::Rate, 1_000_000, 1), "100.00 % of 1 payment");
        assert_eq!(said(money("JPY"), 12_000, 2), "12,000 JPY in 2 payments");
    }
}
