//! What a person did to a chart: series hidden, time zoomed into, the bucket under the keyboard, chart or table.
//!
//! Lives with the caller, as open and closed always do. The range in view is that of `egui_plot`; here it is kept within
//! the buckets there are.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::data::ChartData;
use super::sheet::Sheet;

/// The state of one chart on screen.
#[derive(Default)]
pub struct ChartView {
    /// Shown as a table.
    pub table: bool,
    /// A picture is being taken: everything is in view, and there is no control.
    pub in_picture: bool,
    /// Series that are not shown, by name: another range of the same chart keeps them hidden.
    hidden: BTreeSet<String>,
    /// The buckets zoomed into, from and to; `None` shows all.
    pub(super) range: Option<(f64, f64)>,
    /// What the plot shows next, where that is something else.
    pub(super) next: Option<RangeChange>,
    /// Where a drag began that marks a range, between the buckets.
    pub(super) marked_from: Option<f64>,
    /// Where the arrow keys stand.
    pub(super) cursor: Option<ChartCursor>,
    /// The data that the range and the cursor belong to.
    seen: Option<Arc<ChartData>>,
    /// The table, and how wide its columns are.
    pub(super) sheet: Option<(Sheet, Vec<f32>)>,
}

/// A bucket, and one of its series if one was picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChartCursor {
    pub bucket: usize,
    pub series: Option<usize>,
}

/// Another range of the buckets, or another part of it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum RangeChange {
    All,
    /// Zoomed by a factor around a place between the buckets.
    Zoom(f64, f64),
    /// All buckets between two places, whole.
    Whole(f64, f64),
    /// Moved so far that a bucket is in view.
    Show(usize),
}

/// The fewest buckets that can be zoomed into.
const ZOOM_MIN: f64 = 2.0;

impl ChartView {
    pub fn is_zoomed(&self) -> bool {
        self.range.is_some()
    }

    /// Whether a series is drawn.
    pub fn shows(&self, data: &ChartData, series: usize) -> bool {
        data.series.get(series).is_some_and(|series| !self.hidden.contains(&series.name))
    }

    pub(super) fn toggle(&mut self, name: &str) {
        if !self.hidden.remove(name) {
            self.hidden.insert(name.to_owned());
        }
    }

    /// Forgets range and cursor where they point into other buckets than these.
    pub(super) fn follow(&mut self, data: &Arc<ChartData>) {
        if self.seen.as_ref().is_some_and(|seen| Arc::ptr_eq(seen, data)) {
            return;
        }
        if self.seen.as_ref().is_some_and(|seen| seen.buckets != data.buckets) {
            (self.range, self.next, self.cursor) = (None, Some(RangeChange::All), None);
        }
        self.cursor = self.cursor.filter(|cursor| cursor.series.is_none_or(|series| series < data.series.len()));
        self.seen = Some(Arc::clone(data));
        self.sheet = None;
    }

    /// Stands on a bucket and brings it into view.
    pub(super) fn move_to(&mut self, cursor: ChartCursor) {
        self.cursor = Some(cursor);
        self.next = Some(RangeChange::Show(cursor.bucket));
    }

    /// The range to be shown of so many buckets, and whether it is another than the plot has. The plot can be moved
    /// beyond its ends.
    pub(super) fn take_range(&mut self, buckets: usize) -> ((f64, f64), bool) {
        let all = (0.0, buckets as f64);
        let shown = self.range.unwrap_or(all);
        let next = self.next.take();
        let range = within(all.1, next.map_or(shown, |next| next.of(shown, all.1)));
        let is_reset = next == Some(RangeChange::All);
        self.range = (range != all).then_some(range);
        (range, range != shown || is_reset)
    }
}

impl RangeChange {
    fn of(self, (from, to): (f64, f64), all: f64) -> (f64, f64) {
        match self {
            Self::All => (0.0, all),
            Self::Whole(one, other) => (one.min(other).floor(), one.max(other).ceil()),
            Self::Zoom(factor, around) => {
                let width = ((to - from) / factor).max(ZOOM_MIN);
                let from = around - width * ((around - from) / (to - from)).clamp(0.0, 1.0);
                (from, from + width)
            }
            Self::Show(bucket) => {
                let at = bucket as f64;
                let by = if at < from { at - from } else { (at + 1.0 - to).max(0.0) };
                (from + by, to + by)
            }
        }
    }
}

/// The same range within so many buckets: moved where it is beyond them, smaller where it is larger.
fn within(all: f64, (from, to): (f64, f64)) -> (f64, f64) {
    let width = (to - from).clamp(ZOOM_MIN.min(all), all);
    let from = from.clamp(0.0, all - width);
    (from, from + width)
}

#[cfg(test)]
mod tests {
    use super::super::data::{ChartBucket, ChartKind, ChartSeries, ChartUnit, CountNoun, SeriesColor};
    use super::*;

    fn data(buckets: usize) -> Arc<ChartData> {
        Arc::new(ChartData {
            title: "Disputes".into(),
            kind: ChartKind::Stacked,
            unit: ChartUnit::Count,
            counted: CountNoun::DISPUTES,
            buckets: (0..buckets).map(|day| ChartBucket::new(day.to_string(), day.to_string())).collect(),
            series: vec![ChartSeries::new("All", SeriesColor::Slot(0), vec![Some(1); buckets])],
            unfinished: None,
        })
    }

    #[test]
    fn the_range_in_view_stays_within_the_buckets_and_the_cursor_brings_its_bucket_into_view() {
        for (shown, next, expected) in [
            (None, RangeChange::Whole(9.7, 4.2), (4.0, 10.0)),
            (None, RangeChange::Whole(29.5, 29.9), (28.0, 30.0)),
            (Some((28.0, 30.0)), RangeChange::Zoom(0.001, 29.0), (0.0, 30.0)),
            (None, RangeChange::Zoom(2.0, 10.0), (5.0, 20.0)),
            (Some((0.0, 5.0)), RangeChange::Show(7), (3.0, 8.0)),
            (Some((3.0, 8.0)), RangeChange::Show(1), (1.0, 6.0)),
            (Some((3.0, 8.0)), RangeChange::Show(4), (3.0, 8.0)),
            (Some((3.0, 8.0)), RangeChange::All, (0.0, 30.0)),
        ] {
            let mut view = ChartView { range: shown, next: Some(next), ..ChartView::default() };
            assert_eq!(view.take_range(30).0, expected, "{next:?}");
            assert_eq!(view.is_zoomed(), expected != (0.0, 30.0));
        }
        let mut moved_out = ChartView { range: Some((27.0, 33.0)), ..ChartView::default() };
        assert_eq!(moved_out.take_range(30), ((24.0, 30.0), true));
        assert_eq!(moved_out.take_range(30), ((24.0, 30.0), false));
    }

    #[test]
    fn other_buckets_forget_the_zoom_and_the_same_ones_keep_it() {
        let (first, mut view) = (data(30), ChartView::default());
        view.follow(&first);
        view.range = Some((0.0, 5.0));
        view.toggle("All");
        view.follow(&data(30));
        assert!(view.is_zoomed());
        view.follow(&data(31));
        assert!(!view.is_zoomed());
        assert!(!view.shows(&first, 0), "what was hidden stays so");
    }
}
