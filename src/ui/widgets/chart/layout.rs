//! A chart over time, prepared: its scale, the labels of its axes, and everything else in one mesh.
//!
//! Prepared again only when the data, the room, the range, the series shown or the theme are others than before.

use std::sync::Arc;

use egui::epaint::Mesh;
use egui::{Pos2, Rect, Ui, Vec2, pos2};
use egui_plot::{PlotBounds, PlotTransform};

use super::bars::{self, BucketPlace, is_shown};
use super::canvas::Canvas;
use super::data::{ChartData, ChartKind, ChartUnit};
use super::lines;
use super::scale::{Scale, stride};
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::paint;

/// Height of the labels under the plot, in points.
const LABELS: f32 = 20.0;
/// About how far apart marks of the value axis are.
const MARK_ROOM: f32 = 32.0;
/// What the mark of a point needs around it, in points.
const POINT: f32 = 6.0;

/// About how many corners one value has: a bar, or a piece of a line with soft edges.
const CORNERS: usize = 5;

/// What a picture depends on beside its data.
#[derive(Debug, Clone, Copy, PartialEq)]
struct LayoutKey {
    size: Vec2,
    range: (f64, f64),
    shown: u64,
    dark: bool,
    pixels_per_point: f32,
}

/// A label of an axis: where its middle is, seen from the corner of the plot.
pub(super) struct AxisLabel {
    pub at: f32,
    pub text: String,
}

/// A chart ready to be drawn.
pub(super) struct ChartLayout {
    key: LayoutKey,
    bounds: PlotBounds,
    /// The plot inside of the room, without the labels.
    pub frame: Rect,
    pub values: Vec<AxisLabel>,
    pub times: Vec<AxisLabel>,
    pub places: Vec<BucketPlace>,
    pub shown: u64,
    /// With the corner of the plot at `at`.
    mesh: Arc<Mesh>,
    at: Pos2,
}

impl ChartLayout {
    /// The picture in a room of `size` points, of the buckets of `range` and the series `shown`: `stored`, where nothing
    /// is other than it was, or prepared.
    pub fn of(ui: &Ui, data: &ChartData, stored: Option<Self>, size: Vec2, (range, shown): ((f64, f64), u64)) -> Self {
        let key = LayoutKey { size, range, shown, dark: tokens(ui).dark, pixels_per_point: ui.pixels_per_point() };
        stored.filter(|picture| picture.key == key).unwrap_or_else(|| Self::prepare(ui, data, key))
    }

    fn prepare(ui: &Ui, data: &ChartData, key: LayoutKey) -> Self {
        let height = (key.size.y - LABELS).max(1.0);
        let scale = scale_of(data, key, height);
        let marks: Vec<(i64, String)> = scale.marks().map(|mark| (mark, data.unit.mark(mark, scale.step))).collect();
        let axis = marks.iter().map(|(_, text)| width_of(ui, text)).fold(0.0, f32::max) + space::S;
        let top = space::S;
        let frame = Rect::from_min_max(pos2(axis.min(key.size.x / 2.0).round(), top), pos2(key.size.x, height));
        let bounds = bounds(data, key.range, scale, frame.size());
        let transform = PlotTransform::new(frame.translate(-frame.min.to_vec2()), bounds, false);
        let values = marks
            .into_iter()
            .map(|(mark, text)| AxisLabel { at: transform.position_from_point_y(mark as f64), text })
            .collect();
        let pixel = 1.0 / key.pixels_per_point;
        let places = bars::places(data, &transform, pixel, key.shown);
        let mesh = mesh(ui, data, &transform, key, scale, &places);
        let times = times(ui, data, &transform);
        Self { key, bounds, frame, values, times, places, shown: key.shown, mesh: Arc::new(mesh), at: Pos2::ZERO }
    }

    /// The mesh with the corner of the plot at `at`.
    pub fn mesh_at(&mut self, at: Pos2) -> Arc<Mesh> {
        if self.at != at {
            Arc::make_mut(&mut self.mesh).translate(at - self.at);
            self.at = at;
        }
        Arc::clone(&self.mesh)
    }

    /// What is in view of buckets and of values.
    pub fn bounds(&self) -> PlotBounds {
        self.bounds
    }

    /// From values to places, with the corner of the plot at `at`.
    pub fn transform_at(&self, at: Pos2) -> PlotTransform {
        PlotTransform::new(Rect::from_min_size(at, self.frame.size()), self.bounds, false)
    }

    /// The bucket at a distance from the left edge of the plot.
    pub fn place_at(&self, x: f32) -> Option<BucketPlace> {
        self.places.iter().find(|place| place.x.contains(x)).copied()
    }

    /// Whether every series is hidden.
    pub fn is_blank(&self) -> bool {
        self.shown == 0
    }
}

/// The buckets and the scale, with room for the marks of lines at all ends: nothing is labelled in it.
fn bounds(data: &ChartData, (from, to): (f64, f64), scale: Scale, room: Vec2) -> PlotBounds {
    let to = to.max(from + 1.0);
    let point = if data.kind == ChartKind::Lines { POINT } else { 0.0 };
    let bucket = room.x / (to - from) as f32;
    let beside = margin(to - from, room.x, (point - bucket / 2.0).max(0.0));
    let (first, last) = (from <= 0.0, to >= data.buckets.len() as f64);
    let (left, right) = (if first { beside } else { 0.0 }, if last { beside } else { 0.0 });
    let (low, high) = (scale.min as f64, scale.max as f64);
    let around = margin(high - low, room.y, point);
    PlotBounds::from_min_max([from - left, low - around], [to + right, high + around])
}

/// So many values more at each end of `span` that `points` of a `room` are free there.
fn margin(span: f64, room: f32, points: f32) -> f64 {
    let points = points.min(room / 4.0);
    span * f64::from(points / (room - 2.0 * points).max(1.0))
}

/// The scale of what is in view.
fn scale_of(data: &ChartData, key: LayoutKey, height: f32) -> Scale {
    let (mut low, mut high) = (i64::MAX, i64::MIN);
    let (first, last) = (key.range.0.floor() as usize, (key.range.1.ceil() as usize).min(data.buckets.len()));
    for bucket in first..last {
        let (mut above, mut below) = (0_i64, 0_i64);
        for (_, series) in data.series.iter().enumerate().filter(|(index, _)| is_shown(key.shown, *index)) {
            let Some(value) = series.value(bucket) else { continue };
            if data.kind == ChartKind::Stacked && !series.previous {
                let sum = if value > 0 { &mut above } else { &mut below };
                *sum = sum.saturating_add(value);
                (low, high) = (low.min(below), high.max(above));
            } else {
                (low, high) = (low.min(value), high.max(value));
            }
        }
    }
    if low > high {
        (low, high) = (0, 0);
    }
    let marks = (height / MARK_ROOM).ceil().max(3.0) as usize;
    if !is_far_from_zero(data, low) {
        (low, high) = (low.min(0), high.max(0));
    }
    let scale = Scale::fit(low, high, marks, data.unit.step_min());
    within_all(data, scale, high)
}

/// Lines of rates that are all high begin where they are; everything else begins at zero.
fn is_far_from_zero(data: &ChartData, low: i64) -> bool {
    matches!(data.unit, ChartUnit::Rate) && data.kind == ChartKind::Lines && low > 500_000
}

/// A rate is never more than all.
fn within_all(data: &ChartData, scale: Scale, high: i64) -> Scale {
    const ALL: i64 = 1_000_000;
    let too_high = matches!(data.unit, ChartUnit::Rate) && high <= ALL && scale.max > ALL;
    if too_high { Scale { max: ALL, ..scale } } else { scale }
}

fn mesh(
    ui: &Ui,
    data: &ChartData,
    transform: &PlotTransform,
    key: LayoutKey,
    scale: Scale,
    places: &[BucketPlace],
) -> Mesh {
    let tokens = tokens(ui);
    let options = ui.tessellation_options(|options| *options);
    let mut canvas = Canvas::new(key.pixels_per_point, options, tokens.surface);
    canvas.reserve(places.len() * data.series.len() * CORNERS);
    let frame = *transform.frame();
    for mark in scale.marks().filter(|mark| *mark != 0) {
        canvas.hline(frame.left(), frame.right(), transform.position_from_point_y(mark as f64), tokens.border);
    }
    bars::draw(&mut canvas, data, tokens, transform, key.shown, places);
    // An axis that does not begin at zero has no base line to mislead.
    if (scale.min..=scale.max).contains(&0) {
        canvas.hline(frame.left(), frame.right(), transform.position_from_point_y(0.0), tokens.border_strong);
    }
    lines::draw(&mut canvas, data, tokens, transform, key.shown);
    canvas.finish()
}

/// The labels of the buckets in view, as many as do not touch.
fn times(ui: &Ui, data: &ChartData, transform: &PlotTransform) -> Vec<AxisLabel> {
    let longest = data.buckets.iter().max_by_key(|bucket| bucket.label.chars().count());
    let room = longest.map_or(0.0, |bucket| width_of(ui, &bucket.label)) + space::M;
    let step = stride(room, transform.dpos_dvalue_x() as f32);
    let frame = transform.frame();
    let buckets = data.buckets.iter().enumerate().step_by(step);
    let labels = buckets.map(|(bucket, named)| AxisLabel {
        at: transform.position_from_point_x(bucket as f64 + 0.5),
        text: named.label.clone(),
    });
    labels.filter(|label| frame.x_range().contains(label.at)).collect()
}

fn width_of(ui: &Ui, text: &str) -> f32 {
    paint::line(ui.painter(), text, Text::Caption, egui::Color32::PLACEHOLDER, f32::INFINITY).size().x
}

#[cfg(test)]
mod tests {
    use egui::vec2;

    use super::super::data::{ChartBucket, ChartSeries, CountNoun, SeriesColor};
    use super::super::view::ChartView;
    use super::*;
    use crate::domain::money::Currency;

    fn year(high: i64) -> ChartData {
        let days = 1..=365;
        ChartData {
            title: "Disputed amount".into(),
            kind: ChartKind::Stacked,
            unit: ChartUnit::Money(Currency::from_code("EUR")),
            counted: CountNoun::DISPUTES,
            buckets: days.clone().map(|day| ChartBucket::new(format!("{day} Sep 2026"), format!("{day}"))).collect(),
            series: vec![ChartSeries::new(
                "All",
                SeriesColor::Slot(0),
                days.map(|day| Some(high * day / 365)).collect(),
            )],
            unfinished: None,
        }
    }

    /// Labels with their lengths along the axis.
    fn prepared(data: &ChartData, size: Vec2, check: impl Fn(&Ui, &ChartLayout)) {
        let ctx = egui::Context::default();
        crate::ui::theme::install(&ctx);
        let draw = |ui: &mut Ui| check(ui, ChartView::default().layout(ui, data, size));
        ctx.run_ui(egui::RawInput::default(), draw).drop_without_applying_deltas();
    }

    #[test]
    fn labels_of_no_axis_touch_in_any_room() {
        for width in [120.0, 240.0, 420.0, 900.0, 2_400.0] {
            for height in [60.0, 100.0, 240.0, 700.0] {
                prepared(&year(98_765_432_100), vec2(width, height), |ui, picture| {
                    for pair in picture.times.windows(2) {
                        let needed = (width_of(ui, &pair[0].text) + width_of(ui, &pair[1].text)) / 2.0;
                        assert!(pair[1].at - pair[0].at > needed + 4.0, "{width}: {} touches", pair[1].text);
                    }
                    for pair in picture.values.windows(2) {
                        assert!((pair[0].at - pair[1].at).abs() >= 14.0, "{height}: {} touches", pair[1].text);
                    }
                    assert!(picture.values.len() >= 2, "{height}");
                });
            }
        }
    }

    #[test]
    fn values_are_labelled_with_thousands_and_zero_is_where_the_bars_begin() {
        prepared(&year(1_234_500), vec2(420.0, 200.0), |_, picture| {
            let texts: Vec<&str> = picture.values.iter().map(|label| label.text.as_str()).collect();
            assert_eq!(texts, ["0", "5,000", "10,000"]);
            assert_eq!(picture.values[0].at, picture.frame.height());
        });
    }

    #[test]
    fn marks_of_the_lowest_and_the_highest_rate_are_whole_and_nothing_beyond_them_is_labelled() {
        for (days, width) in [(2, 420.0), (30, 420.0), (365, 300.0)] {
            let values = (0..days).map(|day| Some(if day % 2 == 0 { 0 } else { 1_000_000 })).collect();
            let data = ChartData {
                kind: ChartKind::Lines,
                unit: ChartUnit::Rate,
                buckets: (0..days).map(|day| ChartBucket::new(day.to_string(), day.to_string())).collect(),
                series: vec![ChartSeries::new("Win rate", SeriesColor::Slot(0), values)],
                ..year(1)
            };
            prepared(&data, vec2(width, 200.0), |_, picture| {
                let transform = picture.transform_at(Pos2::ZERO);
                let inside = Rect::from_min_size(Pos2::ZERO, picture.frame.size()).shrink(POINT - 0.1);
                for day in [0, 1, days - 1] {
                    let at = lines::point(&transform, &data.series[0], day).unwrap();
                    assert!(inside.contains(at), "{day} of {days}: {at:?} in {inside:?}");
                }
                let texts: Vec<&str> = picture.values.iter().map(|label| label.text.as_str()).collect();
                assert_eq!((texts.first(), texts.last()), (Some(&"0 %"), Some(&"100 %")));
            });
        }
    }
}
