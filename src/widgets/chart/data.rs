//! What a chart shows, as plain data prepared by the caller: exact integers with one unit, never floats.
//!
//! Knows nothing of queries, zones or the application: labels come written.

use crate::icons::Icon;
use crate::tokens::Tone;
pub use paydesk_domain::number_text::CountNoun;
pub use paydesk_domain::value_unit::ValueUnit;

/// How it is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ChartKind {
    /// Bars over time, the series on top of each other.
    Stacked,
    /// Bars over time, the series side by side.
    Grouped,
    /// Lines over time, broken where a value is missing.
    Lines,
    /// One horizontal bar a bucket, with value, share and count; of the series the first.
    Categories,
}

/// A step of time, or a category.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChartBucket {
    /// Under the axis: `12 Nov`.
    pub label: String,
    /// Where there is room, and for screen readers: `Thu 12 Nov 2026`.
    pub full: String,
    /// Of a category that is a status: its shape and tone.
    pub status: Option<(Icon, Tone)>,
}

impl ChartBucket {
    pub fn new(label: impl Into<String>, full: impl Into<String>) -> Self {
        Self { label: label.into(), full: full.into(), status: None }
    }

    /// A category, named the same everywhere.
    pub fn category(name: impl Into<String>, status: Option<(Icon, Tone)>) -> Self {
        let name = name.into();
        Self { label: name.clone(), full: name, status }
    }
}

/// The colour of a series.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum SeriesColor {
    /// One of [`crate::tokens::Tokens::series`].
    Slot(usize),
    /// A status keeps the tone it has everywhere.
    Tone(Tone),
    /// What has no colour of its own: the sum of the rest.
    #[default]
    Other,
}

/// One row of numbers, one for each bucket.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ChartSeries {
    pub name: String,
    pub color: SeriesColor,
    /// `None`: nothing is known, or there is no value such as the rate of no payments.
    pub values: Vec<Option<i64>>,
    /// How many records are behind each value; empty where the values are counts themselves.
    pub counts: Vec<Option<i64>>,
    /// Which values are of too few records to be part of a line: marked by themselves. Empty where none is.
    pub few: Vec<bool>,
    /// Which values may still change, such as outcomes of what is not decided: a pale bar, or a hollow diamond. Empty where none is.
    pub provisional: Vec<bool>,
    /// What these are called: `Less than 80% decided`.
    pub provisional_name: &'static str,
    /// What the others are compared with, such as the period before or a goal: a dashed line, and no part of a sum.
    pub previous: bool,
    /// What each of its buckets covers, where that is another time than that of the chart; else empty.
    pub covers: Vec<String>,
    /// Whether it is one of the groups that there may be: it is named also where it is the only one.
    pub is_group: bool,
    /// Counted in a part of the records: there may be more.
    pub is_part: bool,
    /// What the records are that a rate counts among its cases: a column of the table. Empty where there is none.
    pub hits: &'static str,
}

impl ChartSeries {
    pub fn new(name: impl Into<String>, color: SeriesColor, values: Vec<Option<i64>>) -> Self {
        Self { name: name.into(), color, values, ..Self::default() }
    }

    /// How many records are behind each value.
    pub fn counts(mut self, counts: Vec<Option<i64>>) -> Self {
        self.counts = counts;
        self
    }

    pub fn is_few(&self, bucket: usize) -> bool {
        self.few.get(bucket).copied().unwrap_or_default()
    }

    pub fn is_provisional(&self, bucket: usize) -> bool {
        self.provisional.get(bucket).copied().unwrap_or_default() && self.value(bucket).is_some()
    }

    /// The value of a bucket where it is of enough records.
    pub fn sound_value(&self, bucket: usize) -> Option<i64> {
        self.value(bucket).filter(|_| !self.is_few(bucket))
    }

    /// Of the period before.
    pub fn previous(mut self) -> Self {
        self.previous = true;
        // A tone is that of a status, or of a goal.
        if matches!(self.color, SeriesColor::Tone(_)) {
            self.color = SeriesColor::Other;
        }
        self
    }

    /// A value that is not to be exceeded, in so many buckets.
    pub fn goal(name: impl Into<String>, value: i64, buckets: usize) -> Self {
        Self { previous: true, ..Self::new(name, SeriesColor::Tone(Tone::Attention), vec![Some(value); buckets]) }
    }

    /// The value of [`Self::goal`].
    pub fn goal_value(&self) -> Option<i64> {
        let is_goal = self.previous && matches!(self.color, SeriesColor::Tone(_));
        self.value(0).filter(|_| is_goal)
    }

    /// Whether no line leads to the value of a bucket: without a mark it would not be seen.
    pub(super) fn is_alone(&self, bucket: usize) -> bool {
        let before = bucket.checked_sub(1).and_then(|before| self.sound_value(before));
        self.sound_value(bucket).is_some() && before.is_none() && self.sound_value(bucket + 1).is_none()
    }

    /// How many of its cases a rate counts.
    pub fn hits_of(&self, bucket: usize) -> Option<i64> {
        let (rate, cases) = (i128::from(self.value(bucket)?), i128::from(self.count(bucket)?));
        i64::try_from((rate * cases + 500_000) / 1_000_000).ok()
    }

    pub fn value(&self, bucket: usize) -> Option<i64> {
        self.values.get(bucket).copied().flatten()
    }

    pub fn count(&self, bucket: usize) -> Option<i64> {
        self.counts.get(bucket).copied().flatten()
    }
}

/// Something in a chart that leads to the rows behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ChartClick {
    pub bucket: usize,
    /// `None`: the bucket as a whole.
    pub series: Option<usize>,
}

/// Everything one chart shows. Kept behind an `Arc` by the caller: as long as it is the same one, its picture is too.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChartData {
    /// The name on screen and for screen readers, unique on its board.
    pub title: String,
    pub kind: ChartKind,
    pub unit: ValueUnit,
    /// What counts count.
    pub counted: CountNoun,
    pub buckets: Vec<ChartBucket>,
    pub series: Vec<ChartSeries>,
    /// What [`SeriesColor::Other`] adds up or leaves out: in the table alone.
    pub rest: Vec<ChartSeries>,
    /// The last bucket is not over, as text: `Today is not over`.
    pub unfinished: Option<String>,
}

impl ChartData {
    /// Whether there is no number in it.
    pub fn is_empty(&self) -> bool {
        !(0..self.buckets.len()).any(|bucket| self.series.iter().any(|series| series.value(bucket).is_some()))
    }

    /// The series that a bucket leads to where there is no choice.
    pub fn only_series(&self) -> Option<usize> {
        (self.series.len() == 1 || self.kind == ChartKind::Categories).then_some(0)
    }

    /// Whether a value is marked as one of few records.
    pub(super) fn has_few(&self) -> bool {
        let is_marked = |series: &&ChartSeries| self.kind == ChartKind::Lines && !series.previous;
        let over = self.buckets.len() - usize::from(self.unfinished.is_some() && !self.buckets.is_empty());
        self.series.iter().filter(is_marked).any(|series| (0..over).any(|bucket| series.is_few(bucket)))
    }

    /// Whether a series is a line.
    pub(super) fn is_line(&self, series: usize) -> bool {
        self.kind == ChartKind::Lines || self.series[series].previous
    }

    /// Whether `bucket` is the one that is not over.
    pub fn is_unfinished(&self, bucket: usize) -> bool {
        self.unfinished.is_some() && bucket + 1 == self.buckets.len()
    }

    /// A value of a series, as far as it is known.
    pub fn known_text(&self, series: &ChartSeries, value: i64) -> String {
        if series.is_part { self.unit.part_text(value) } else { self.unit.text(value) }
    }

    /// What values of a bucket that may still change are called, where there are some.
    pub(super) fn provisional_in(&self, bucket: usize) -> Option<&'static str> {
        self.series.iter().find(|series| series.is_provisional(bucket)).map(|series| series.provisional_name)
    }

    /// What values that may still change are called, where one of a series that is `shown` does.
    pub(super) fn provisional_name(&self, shown: impl Fn(usize) -> bool) -> Option<&'static str> {
        let has_some = |series: &ChartSeries| (0..self.buckets.len()).any(|bucket| series.is_provisional(bucket));
        let series = self.series.iter().enumerate().filter(|(index, _)| shown(*index));
        series.map(|(_, series)| series).find(|series| has_some(series)).map(|series| series.provisional_name)
    }

    /// Whether numbers may be higher than they are shown.
    pub(super) fn is_part(&self) -> bool {
        self.series.iter().any(|series| series.is_part && !series.previous)
    }

    /// The sum of a bucket, as far as it is known.
    pub(super) fn total_text(&self, total: i64) -> String {
        if self.is_part() { self.unit.part_text(total) } else { self.unit.text(total) }
    }

    /// The sum of a bucket over `series` shown, without the period before; `None` where nothing is known, for rates,
    /// and where the sum is no number any more.
    pub fn total(&self, bucket: usize, shown: impl Fn(usize) -> bool) -> Option<i64> {
        let series = self.series.iter().enumerate().filter(|(index, series)| !series.previous && shown(*index));
        let mut values = series.filter_map(|(_, series)| series.value(bucket));
        let first = values.next().filter(|_| self.unit != ValueUnit::Rate)?;
        values.try_fold(first, i64::checked_add)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Bars of these counts.
    pub fn counts(values: Vec<Option<i64>>) -> ChartData {
        ChartData {
            title: "Disputes".into(),
            kind: ChartKind::Stacked,
            unit: ValueUnit::Count,
            counted: CountNoun::DISPUTES,
            buckets: (0..values.len()).map(|day| ChartBucket::new(day.to_string(), day.to_string())).collect(),
            series: vec![ChartSeries::new("All", SeriesColor::Slot(0), values)],
            rest: Vec::new(),
            unfinished: None,
        }
    }

    #[test]
    fn a_value_that_may_still_change_is_said_to_be_so_while_it_is_shown() {
        let mut data = counts(vec![Some(3), Some(5)]);
        data.series[0].provisional = vec![false, true];
        data.series[0].provisional_name = "Not final";
        assert_eq!(data.bucket_text(0, |_| true), "0: 3 disputes");
        assert_eq!(data.bucket_text(1, |_| true), "1: 5 disputes. Not final");
        assert_eq!((data.provisional_name(|_| true), data.provisional_name(|_| false)), (Some("Not final"), None));
    }
}
