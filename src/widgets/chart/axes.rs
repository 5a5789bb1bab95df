//! The axes of a chart: the range of values with its round marks, and where everything is in a frame.

use std::ops::Range;

use egui::{Color32, Rangef, Ui, Vec2};
use egui_plot::{Axis, AxisHints, GridInput, GridMark, Plot, PlotPoint};

use super::data::{ChartData, ChartKind, ChartSeries, ValueUnit};
use super::view::ChartView;
use crate::paint;
use crate::tokens::{Text, space, tokens};

/// Height of the labels under the plot, and what is free above them, in points.
pub(super) const LABELS: f32 = 16.0;
pub(super) const ABOVE_LABELS: f32 = 4.0;
/// The least distance of two marks of the value axis, in points, and the part of its height.
const VALUES_APART: f64 = 24.0;
const VALUES_SHARE: f64 = 1.0 / 9.0;
/// What the mark of a point needs around it, in points.
const POINT: f64 = 6.0;
/// The part of the values that is free beyond the largest.
const AIR: f64 = 1.0 / 16.0;
/// The width of the mark on the bar of a category, in points.
pub(super) const COMPARED: f64 = 2.0;
/// What the labels of an axis have beside them, in points: `egui_plot` adds it.
pub(super) const BESIDE: f32 = 8.0;

/// Where everything is in this frame.
pub(super) struct Axes {
    /// Categories below each other, and their values to the right.
    pub is_list: bool,
    /// The buckets in view, from and to, and whether the plot has to be moved there.
    pub buckets: (f64, f64),
    pub is_moved: bool,
    pub values: (f64, f64),
    pub step: i64,
    /// The width of the labels of values, in points.
    pub labels: f32,
    /// The width of a bucket or the height of a category, in points, and the value that is one point high or wide.
    pub bucket: f32,
    pub value: f64,
}

/// What all plots have in common.
pub(super) fn plot<'a>(ui: &Ui, data: &ChartData) -> Plot<'a> {
    let tokens = tokens(ui);
    Plot::new("plot")
        .id(ui.scope_id().with(("paydesk.chart", &data.title)))
        .min_size(Vec2::splat(1.0))
        .set_margin_fraction(Vec2::ZERO)
        .grid_spacing(Rangef::new(1.0, 2.0))
        .grid_color(tokens.border)
        .cursor_color(tokens.border_strong)
        .show_y(false)
        .show_background(false)
        .allow_axis_zoom_drag(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
}

/// An axis whose labels are at every mark.
pub(super) fn hints<'a>(axis: Axis, kind: Text, color: Color32) -> AxisHints<'a> {
    let hints = AxisHints::new(axis).tick_label_font(kind.font()).tick_label_color(color);
    hints.label_spacing(Rangef::new(0.0, 1.0))
}

impl Axes {
    /// `list` is the room of the values of categories and the height of a line, in points.
    pub fn new(ui: &Ui, data: &ChartData, view: &mut ChartView, list: Option<(f32, f32)>, size: Vec2) -> Self {
        let is_moved = view.take_move();
        let buckets = list.map_or_else(|| view.range(), |_| (0.0, data.buckets.len().max(1) as f64));
        let room = list.map_or(size.y - ABOVE_LABELS - LABELS, |(room, _)| room).max(1.0);
        let values = value_range(data, view, buckets, f64::from(room));
        let apart = (values.1 - values.0) * VALUES_SHARE.max(VALUES_APART / f64::from(room));
        let step = value_step(apart, if matches!(data.unit, ValueUnit::Rate) { 1_000 } else { 1 });
        let marks = (values.0 / step as f64).ceil() as i64..=(values.1 / step as f64).floor() as i64;
        let texts = marks.map(|mark| data.unit.mark(mark.saturating_mul(step), step));
        let labels = texts.map(|text| paint::text_width(ui, Text::Caption, &text)).fold(0.0, f32::max);
        let labels = labels.min(size.x / 2.0) + BESIDE;
        let bucket = (size.x - labels).max(1.0) / (buckets.1 - buckets.0) as f32;
        let bucket = list.map_or(bucket, |(_, row)| row);
        let value = (values.1 - values.0) / f64::from(room);
        Self { is_list: list.is_some(), buckets, is_moved, values, step, labels, bucket, value }
    }

    /// What is in view of the buckets, and one more at each end.
    pub fn in_view(&self, data: &ChartData) -> Range<usize> {
        in_view(data, (self.buckets.0 - 1.0, self.buckets.1 + 1.0))
    }

    pub fn point(&self, bucket: f64, value: f64) -> PlotPoint {
        if self.is_list { PlotPoint::new(value, bucket) } else { PlotPoint::new(bucket, value) }
    }
}

fn in_view(data: &ChartData, (from, to): (f64, f64)) -> Range<usize> {
    let all = data.buckets.len();
    (from.max(0.0) as usize).min(all)..(to.max(0.0).ceil() as usize).min(all)
}

/// From the smallest to the largest value in view, with a little room. Lines of rates that are all high begin where they
/// are; everything else begins at zero.
fn value_range(data: &ChartData, view: &ChartView, buckets: (f64, f64), room: f64) -> (f64, f64) {
    const ALL: f64 = 1_000_000.0;
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let shown: Vec<&ChartSeries> = view.shown(data).map(|index| &data.series[index]).collect();
    for bucket in in_view(data, buckets) {
        let (mut below, mut above) = (0.0, 0.0);
        for series in &shown {
            let Some(value) = series.value(bucket).map(|value| value as f64) else { continue };
            let is_part = data.kind == ChartKind::Stacked && !series.previous;
            let sum = if value > 0.0 { &mut above } else { &mut below };
            let end = if is_part { *sum + value } else { value };
            *sum = if is_part { end } else { *sum };
            (low, high) = (low.min(end), high.max(end));
        }
    }
    let is_rate = matches!(data.unit, ValueUnit::Rate);
    if !(is_rate && data.kind == ChartKind::Lines && low > ALL / 2.0 && low <= high) {
        (low, high) = (low.min(0.0), high.max(0.0));
    }
    let most = high.max(ALL);
    if low == high {
        let one = data.unit.one() as f64;
        (low, high) = (if low == 0.0 { 0.0 } else { low - one }, high + one);
    }
    // The longest bar of categories fills the room, but for the mark on it.
    let (air, points) = match data.kind {
        ChartKind::Categories => (0.0, COMPARED),
        ChartKind::Lines => (AIR, POINT),
        ChartKind::Stacked | ChartKind::Grouped => (AIR, 1.0),
    };
    let air = (high - low) * air;
    let (from, to) = (if low == 0.0 { 0.0 } else { low - air }, if high == 0.0 { 0.0 } else { high + air });
    let to = if is_rate { to.min(most) } else { to };
    let point = (to - from) * points / (room - 2.0 * points).max(1.0);
    (from - point, to + point)
}

/// The smallest of 1, 2, 5, 10, … that is at least `least` and `step_min`.
fn value_step(least: f64, step_min: i64) -> i64 {
    let powers = std::iter::successors(Some(1_i64), |power| power.checked_mul(10));
    let steps = powers.flat_map(|power| [1, 2, 5].map(|factor| power.saturating_mul(factor)));
    let mut steps = steps.filter(|step| *step >= step_min);
    steps.find(|step| *step as f64 > least).unwrap_or(i64::MAX)
}

/// The middles of the buckets that get a label: as many as do not touch and end within the plot.
pub(super) fn bucket_marks(input: &GridInput, label: f32) -> Vec<GridMark> {
    const STEPS: [usize; 14] = [1, 2, 3, 4, 5, 7, 10, 14, 20, 28, 50, 100, 200, 500];
    let room = f64::from(label + space::M) * input.base_step_size;
    let step = STEPS.into_iter().find(|step| *step as f64 >= room).unwrap_or(room.ceil() as usize);
    let (from, to) =
        (input.bounds.0.max(0.0), input.bounds.1 - f64::from(label / 2.0 - space::M) * input.base_step_size);
    let buckets = (from as usize / step * step..).step_by(step).map(|bucket| bucket as f64 + 0.5);
    let marks = buckets.take_while(|at| *at <= to).filter(|at| *at >= from);
    marks.map(|value| GridMark { value, step_size: step as f64 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_marked_at_round_numbers_no_finer_than_allowed() {
        for (least, step_min, step) in [
            (0.2, 1, 1),
            (1.0, 1, 2),
            (23.0, 1, 50),
            (7_000.0, 1, 10_000),
            (90.0, 1_000, 1_000),
            (f64::MAX, 1, i64::MAX),
        ] {
            assert_eq!(value_step(least, step_min), step, "{least}");
        }
    }

    #[test]
    fn labels_of_buckets_do_not_touch_and_end_within_the_plot() {
        for (buckets, width) in [(1, 400.0), (7, 120.0), (30, 420.0), (365, 300.0), (10_000, 900.0)] {
            let (label, bucket) = (64.0_f32, width / buckets as f32);
            let input = GridInput { bounds: (0.0, f64::from(buckets)), base_step_size: 1.0 / f64::from(bucket) };
            let marks: Vec<f32> = bucket_marks(&input, label).iter().map(|mark| mark.value as f32 * bucket).collect();
            assert!(!marks.is_empty(), "{buckets}");
            assert!(marks.windows(2).all(|pair| pair[1] - pair[0] >= label + space::M - 0.1), "{buckets}: {marks:?}");
            assert!(marks.iter().all(|at| at + label / 2.0 <= width + space::M + 0.1), "{buckets}: {marks:?}");
        }
    }
}
