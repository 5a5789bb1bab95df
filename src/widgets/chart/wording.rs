//! The words of a chart: what a bucket is said to hold, shares with their counts, one sentence for screen readers.

use super::data::{ChartData, ChartKind, ChartSeries};
use super::text;
use paydesk_domain::number_text::share_text;
use paydesk_domain::value_unit::ValueUnit;

impl ChartData {
    /// The value of a series in a bucket as it is said; `no value` where there is none.
    pub(super) fn value_text(&self, series: &ChartSeries, bucket: usize) -> String {
        let Some(value) = series.value(bucket) else { return "no value".to_owned() };
        let text = match series.is_part {
            true => self.known_text(series, value),
            false => self.unit.accessible_text(value, series.count(bucket), self.counted),
        };
        if series.is_few(bucket) { text::few_cases(text) } else { text }
    }

    /// A bucket with every series `shown`: `Thu 12 Nov 2026: Won 12 disputes, Lost 3 disputes`; a category with its share:
    /// `Won: 3,100.00 EUR in 12 disputes, 34.2%`.
    pub fn bucket_text(&self, bucket: usize, shown: impl Fn(usize) -> bool) -> String {
        let series = self.series.iter().enumerate().filter(|(index, _)| shown(*index));
        self.text_of(bucket, series.map(|(index, series)| (series, self.only_series() != Some(index))))
    }

    /// A bucket with these series, each with whether it is named.
    pub fn text_of<'a>(&'a self, bucket: usize, series: impl Iterator<Item = (&'a ChartSeries, bool)>) -> String {
        let Some(named) = self.buckets.get(bucket) else { return String::new() };
        let value = |(series, is_named): (&ChartSeries, bool)| match self.value_text(series, bucket) {
            text if is_named => format!("{} {text}", series.name),
            text => text,
        };
        let mut values: Vec<String> = series.map(value).collect();
        if let Some(share) = self.share_text(bucket) {
            values.insert(values.len().min(1), share);
        }
        let unfinished = self.unfinished.as_ref().filter(|_| self.is_unfinished(bucket));
        let provisional = self.provisional_in(bucket);
        let notes = unfinished.map(String::as_str).into_iter().chain(provisional);
        let note: String = notes.map(|text| format!(". {text}")).collect();
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
            return "Nothing to show".to_owned();
        };
        let buckets = 0..self.buckets.len();
        let what = match self.kind {
            ChartKind::Stacked | ChartKind::Grouped => "Bars",
            ChartKind::Lines => text::LINES,
            ChartKind::Categories => return buckets.map(|at| self.category_text(at)).collect::<Vec<_>>().join("; "),
        };
        let names: Vec<&str> = self.series.iter().map(|series| series.name.as_str()).collect();
        let range = text::of_from_to(what, names.join(", "), &first.full, &last.full);
        let of_first = matches!(self.unit, ValueUnit::Rate) || self.series.len() == 1;
        let peak = |bucket: usize| if of_first { series.sound_value(bucket) } else { self.total(bucket, |_| true) };
        let peaks = buckets.filter_map(|bucket| Some((peak(bucket)?, std::cmp::Reverse(bucket))));
        let Some((value, std::cmp::Reverse(bucket))) = peaks.max() else { return text::no_value_yet(&range) };
        let count = series.count(bucket).filter(|_| of_first);
        let value = match self.series.iter().any(|series| series.is_part) {
            true => self.total_text(value),
            false => self.unit.accessible_text(value, count, self.counted),
        };
        text::highest(&range, value, &self.buckets[bucket].full)
    }

    /// The share of a category; never without a count beside it.
    pub fn share_text(&self, bucket: usize) -> Option<String> {
        let series = self.series.first().filter(|series| self.kind == ChartKind::Categories && !series.is_part)?;
        let counted = match self.unit {
            ValueUnit::Count => true,
            ValueUnit::Money(_) => series.count(bucket).is_some(),
            ValueUnit::Rate => false,
        };
        let total = series.values.iter().flatten().try_fold(0_i64, |sum, value| sum.checked_add(*value))?;
        share_text(series.value(bucket).filter(|_| counted)?, total)
    }

    /// The share of a category, and how many records are behind its amount: `34.2%, 12 disputes`.
    pub(super) fn share_and_count_text(&self, bucket: usize) -> String {
        let amount = self.series.first().filter(|_| matches!(self.unit, ValueUnit::Money(_)));
        let count = amount.and_then(|series| series.count(bucket)).map(|count| self.counted.count(count));
        [self.share_text(bucket), count].into_iter().flatten().collect::<Vec<_>>().join(", ")
    }
}
