//! What a person did to a chart: series hidden, time zoomed into, the bucket under the keyboard.
//!
//! Lives with the caller, as open and closed always do. The range in view is that of `egui_plot`; here it is kept within
//! the buckets there are.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::data::{ChartClick, ChartData};

/// The state of one chart on screen.
#[derive(Default)]
pub struct ChartView {
    /// A picture is being taken: everything is in view, and there is no control.
    pub in_picture: bool,
    /// Series that are not shown, by name: another range of the same chart keeps them hidden.
    hidden: BTreeSet<String>,
    /// The buckets zoomed into, from and to; `None` shows all.
    range: Option<(f64, f64)>,
    /// Whether that is another range than the plot has.
    is_moved: bool,
    /// Where a drag began that marks a range, between the buckets.
    pub(super) marked_from: Option<f64>,
    /// Where the arrow keys stand.
    pub(super) cursor: Option<ChartClick>,
    /// The data that the range and the cursor belong to.
    seen: Option<Arc<ChartData>>,
}

/// The fewest buckets that can be zoomed into.
const ZOOM_MIN: f64 = 2.0;
/// Ranges that differ by less are the same, in buckets.
const SAME: f64 = 1e-6;

impl ChartView {
    pub fn is_zoomed(&self) -> bool {
        self.range.is_some()
    }

    /// Whether a series is drawn.
    pub fn shows(&self, data: &ChartData, series: usize) -> bool {
        data.series.get(series).is_some_and(|series| !self.hidden.contains(&series.name))
    }

    /// The series that are drawn.
    pub(super) fn shown(&self, data: &ChartData) -> impl Iterator<Item = usize> {
        (0..data.series.len()).filter(|series| self.shows(data, *series))
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
        let before = self.seen.replace(Arc::clone(data));
        if before.is_some_and(|seen| seen.buckets != data.buckets) {
            self.cursor = None;
            self.show_all();
        }
        self.cursor = self.cursor.filter(|cursor| cursor.series.is_none_or(|series| series < data.series.len()));
    }

    /// All buckets. Where they are narrow, with room for the marks of the first and the last: the same part of the whole
    /// for every kind, so that charts of one time stay at one range.
    pub(super) fn whole(&self) -> (f64, f64) {
        let all = self.seen.as_ref().map_or(0, |seen| seen.buckets.len());
        let margin = all.saturating_sub(25) as f64 / 80.0;
        (-margin, all.max(1) as f64 + margin)
    }

    /// A range that is not all.
    fn part(&self, (from, to): (f64, f64)) -> Option<(f64, f64)> {
        let (first, last) = self.whole();
        ((from - first).abs() + (to - last).abs() > SAME).then_some((from, to))
    }

    /// The range in view.
    pub(super) fn range(&self) -> (f64, f64) {
        self.range.unwrap_or_else(|| self.whole())
    }

    /// Shows a range: moved where it is beyond the ends, smaller where it is larger.
    pub(super) fn show(&mut self, (from, to): (f64, f64)) {
        let (first, last) = self.whole();
        let width = (to - from).clamp(ZOOM_MIN.min(last - first), last - first);
        let from = from.min(last - width).max(first);
        self.range = self.part((from, from + width));
        self.is_moved = true;
    }

    pub(super) fn show_all(&mut self) {
        self.show(self.whole());
    }

    /// Zooms around a place between the buckets.
    pub(super) fn zoom(&mut self, factor: f64, around: f64) {
        let (from, to) = self.range();
        let width = ((to - from) / factor).max(ZOOM_MIN);
        let from = around - width * ((around - from) / (to - from)).clamp(0.0, 1.0);
        self.show((from, from + width));
    }

    /// Stands on a bucket and moves it into view.
    pub(super) fn move_to(&mut self, cursor: ChartClick) {
        self.cursor = Some(cursor);
        let ((from, to), at) = (self.range(), cursor.bucket as f64);
        let by = if at < from { at - from } else { (at + 1.0 - to).max(0.0) };
        if by != 0.0 {
            self.show((from + by, to + by));
        }
    }

    /// Whether the plot is to be moved to the range, once.
    pub(super) fn take_move(&mut self) -> bool {
        std::mem::take(&mut self.is_moved)
    }

    /// The plot was moved to this range, also beyond the ends; whether that is another than before.
    pub(super) fn moved(&mut self, seen: (f64, f64)) -> bool {
        let seen = self.part(seen);
        if seen == self.range {
            return false;
        }
        match seen {
            Some(seen) => {
                self.show(seen);
                self.is_moved = self.range != Some(seen);
            }
            None => self.range = None,
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::data::tests::counts;
    use super::*;

    type Buckets = (f64, f64);
    type Change = dyn Fn(&mut ChartView);

    fn view(buckets: usize) -> ChartView {
        let mut view = ChartView::default();
        view.follow(&Arc::new(counts(vec![Some(1); buckets])));
        view
    }

    #[test]
    fn the_range_in_view_stays_within_the_buckets_and_the_cursor_brings_its_bucket_into_view() {
        let to = |bucket| move |view: &mut ChartView| view.move_to(ChartClick { bucket, series: None });
        let (whole, zoomed) = ((0.0, 20.0), (3.0, 8.0));
        let changes: [(Buckets, &Change, Buckets); 8] = [
            (whole, &|view| view.show((4.0, 10.0)), (4.0, 10.0)),
            (whole, &|view| view.show((19.0, 20.0)), (18.0, 20.0)),
            ((18.0, 20.0), &|view| view.zoom(0.001, 19.0), whole),
            (whole, &|view| view.zoom(2.0, 10.0), (5.0, 15.0)),
            ((0.0, 5.0), &to(7), zoomed),
            (zoomed, &to(1), (1.0, 6.0)),
            (zoomed, &to(4), zoomed),
            (zoomed, &|view| view.show_all(), whole),
        ];
        for (at, (shown, change, expected)) in changes.into_iter().enumerate() {
            let mut view = view(20);
            view.show(shown);
            change(&mut view);
            assert_eq!((view.range(), view.is_zoomed()), (expected, expected != whole), "{at}");
        }
        let mut beyond = view(20);
        assert!(beyond.moved((17.0, 23.0)));
        assert_eq!((beyond.range(), beyond.take_move()), ((14.0, 20.0), true));
        assert!(!beyond.moved((14.0, 20.0)) && !beyond.take_move());
    }

    #[test]
    fn other_buckets_forget_the_zoom_and_the_same_ones_keep_it() {
        let mut view = view(30);
        view.show((0.0, 5.0));
        view.follow(&Arc::new(counts(vec![Some(1); 30])));
        assert!(view.is_zoomed());
        view.follow(&Arc::new(counts(vec![Some(1); 31])));
        assert!(!view.is_zoomed() && view.take_move());
    }

    #[test]
    fn however_many_buckets_there_are_they_can_be_zoomed_into_and_shown_whole_again() {
        for buckets in 0..500 {
            let mut view = view(buckets);
            view.zoom(2.0, 1.0);
            assert_eq!(view.is_zoomed(), buckets > 2, "{buckets}");
            view.show_all();
            assert!(!view.is_zoomed(), "{buckets}");
        }
    }
}
