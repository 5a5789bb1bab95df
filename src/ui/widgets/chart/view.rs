//! What a person did to a chart: series hidden, time zoomed into, the bucket under the keyboard, chart or table.
//!
//! Lives with the caller, as open and closed always do; keeps the prepared picture too, so that drawing the same again
//! costs nearly nothing.

use std::collections::BTreeSet;
use std::sync::Arc;

use egui::{Ui, Vec2};

use super::data::ChartData;
use super::layout::ChartLayout;
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
    zoom: Option<(f64, f64)>,
    /// Where the arrow keys stand: a bucket, and one of its series if one was picked.
    cursor: Option<ChartCursor>,
    /// The data that the zoom and the cursor belong to.
    seen: Option<Arc<ChartData>>,
    pub(super) picture: Option<ChartLayout>,
    pub(super) sheet: Option<Sheet>,
}

/// A bucket, and one of its series if one was picked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ChartCursor {
    pub bucket: usize,
    pub series: Option<usize>,
}

/// The fewest buckets that can be zoomed into.
const ZOOM_MIN: f64 = 2.0;

impl ChartView {
    pub fn is_zoomed(&self) -> bool {
        self.zoom.is_some()
    }

    /// Shows all buckets.
    pub fn reset_zoom(&mut self) {
        self.zoom = None;
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

    /// Forgets zoom and cursor where they point into other buckets than these.
    pub(super) fn follow(&mut self, data: &Arc<ChartData>) {
        if self.seen.as_ref().is_some_and(|seen| Arc::ptr_eq(seen, data)) {
            return;
        }
        if self.seen.as_ref().is_none_or(|seen| seen.buckets != data.buckets) {
            self.zoom = None;
            self.cursor = None;
        }
        self.cursor = self.cursor.filter(|cursor| cursor.series.is_none_or(|series| series < data.series.len()));
        self.seen = Some(Arc::clone(data));
        self.picture = None;
        self.sheet = None;
    }

    /// The buckets in view, from and to.
    pub(super) fn range(&self, data: &ChartData) -> (f64, f64) {
        self.zoom.unwrap_or((0.0, data.buckets.len() as f64))
    }

    /// The picture of what is in view, in a room of `size` points, prepared if it does not exist yet.
    pub(super) fn layout(&mut self, ui: &Ui, data: &ChartData, size: Vec2) -> &mut ChartLayout {
        let series = 0..data.series.len().min(64);
        let shown = series.filter(|index| self.shows(data, *index)).fold(0, |mask, i| mask | 1 << i);
        let stored = self.picture.take();
        let seen = (self.range(data), shown);
        self.picture.insert(ChartLayout::of(ui, data, stored, size, seen))
    }

    /// Zooms into whole buckets.
    pub(super) fn zoom_to(&mut self, data: &ChartData, from: f64, to: f64) {
        let all = data.buckets.len() as f64;
        let (from, to) = (from.min(to).floor().max(0.0), from.max(to).ceil().min(all));
        let to = to.max(from + ZOOM_MIN).min(all);
        let from = from.min(to - ZOOM_MIN).max(0.0);
        self.zoom = (to - from < all).then_some((from, to));
    }

    /// Zooms by a factor around a place between the buckets.
    pub(super) fn zoom_by(&mut self, data: &ChartData, factor: f64, around: f64) {
        let all = data.buckets.len() as f64;
        let (from, to) = self.range(data);
        let width = ((to - from) / factor).clamp(ZOOM_MIN.min(all), all);
        let share = ((around - from) / (to - from)).clamp(0.0, 1.0);
        let from = (around - width * share).clamp(0.0, all - width);
        self.zoom = (width < all).then_some((from, from + width));
    }

    pub(super) fn cursor(&self) -> Option<ChartCursor> {
        self.cursor
    }

    /// Stands on a bucket and brings it into view.
    pub(super) fn move_to(&mut self, data: &ChartData, cursor: ChartCursor) {
        self.cursor = Some(cursor);
        let all = data.buckets.len() as f64;
        if let Some((from, to)) = self.zoom {
            let at = cursor.bucket as f64;
            let moved = if at < from { at - from } else { (at + 1.0 - to).max(0.0) };
            let moved = moved.clamp(-from, all - to);
            self.zoom = Some((from + moved, to + moved));
        }
    }
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
    fn zooming_stays_within_the_buckets_and_out_again_shows_all() {
        let (data, mut view) = (data(30), ChartView::default());
        view.zoom_to(&data, 9.7, 4.2);
        assert_eq!(view.range(&data), (4.0, 10.0));
        view.zoom_to(&data, 29.5, 29.9);
        assert_eq!(view.range(&data), (28.0, 30.0));
        view.zoom_by(&data, 0.001, 29.0);
        assert!(!view.is_zoomed());
        view.zoom_by(&data, 2.0, 10.0);
        let (from, to) = view.range(&data);
        assert!((to - from - 15.0).abs() < 1e-9 && from > 4.9 && from < 5.1, "{from} to {to}");
    }

    #[test]
    fn the_cursor_brings_its_bucket_into_sight() {
        let (data, mut view) = (data(30), ChartView::default());
        view.zoom_to(&data, 0.0, 5.0);
        view.move_to(&data, ChartCursor { bucket: 7, series: None });
        assert_eq!(view.range(&data), (3.0, 8.0));
        view.move_to(&data, ChartCursor { bucket: 1, series: None });
        assert_eq!(view.range(&data), (1.0, 6.0));
    }

    #[test]
    fn other_buckets_forget_the_zoom_and_the_same_ones_keep_it() {
        let (first, mut view) = (data(30), ChartView::default());
        view.follow(&first);
        view.zoom_to(&first, 0.0, 5.0);
        view.toggle("All");
        view.follow(&data(30));
        assert!(view.is_zoomed());
        view.follow(&data(31));
        assert!(!view.is_zoomed());
        assert!(!view.shows(&first, 0), "what was hidden stays so");
    }
}
