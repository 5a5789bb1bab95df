//! Where the bars of a chart over time stand: the same answer for drawing and for what the pointer is on.

use egui::{CornerRadius, Rangef, Rect, pos2};
use egui_plot::PlotTransform;

use super::canvas::{Canvas, color_of};
use super::data::{ChartData, ChartKind};
use crate::ui::tokens::Tokens;

/// Bars are never wider, in points.
const WIDTH_MAX: f32 = 44.0;
const CORNER: u8 = 2;

/// A bucket and the room its bars have.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct BucketPlace {
    pub bucket: usize,
    pub x: Rangef,
}

/// One bar of one series.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Bar {
    pub series: usize,
    pub rect: Rect,
    /// The end of a stack that is away from zero, upwards or downwards.
    end: Option<bool>,
}

/// Every bucket in view with its room. Where there are more buckets than columns of pixels, each column shows the one
/// with the largest total: nothing that stands out is lost.
pub(super) fn places(data: &ChartData, transform: &PlotTransform, pixel: f32, shown: u64) -> Vec<BucketPlace> {
    let [from, to] = [transform.bounds().min()[0], transform.bounds().max()[0]];
    let (first, last) = (from.floor().max(0.0) as usize, (to.ceil().max(0.0) as usize).min(data.buckets.len()));
    let x = |bucket: usize| transform.position_from_point_x(bucket as f64);
    let mut places: Vec<BucketPlace> = Vec::with_capacity(last.saturating_sub(first));
    let narrow = (transform.dpos_dvalue_x() as f32) < pixel;
    for bucket in first..last {
        if !narrow {
            places.push(BucketPlace { bucket, x: Rangef::new(x(bucket), x(bucket + 1)) });
            continue;
        }
        let left = (x(bucket) / pixel).floor() * pixel;
        match places.last_mut() {
            Some(place) if place.x.min == left => {
                if size_of(data, bucket, shown) > size_of(data, place.bucket, shown) {
                    place.bucket = bucket;
                }
            }
            _ => places.push(BucketPlace { bucket, x: Rangef::new(left, left + pixel) }),
        }
    }
    places
}

fn size_of(data: &ChartData, bucket: usize, shown: u64) -> i128 {
    let series = data.series.iter().enumerate().filter(|(index, series)| is_shown(shown, *index) && !series.previous);
    series.map(|(_, series)| i128::from(series.value(bucket).unwrap_or(0)).abs()).sum()
}

/// Whether the series at an index is among those shown.
pub(super) fn is_shown(shown: u64, series: usize) -> bool {
    shown >> series.min(63) & 1 == 1
}

/// The bars of one bucket.
pub(super) fn bars_in(
    data: &ChartData,
    transform: &PlotTransform,
    pixel: f32,
    shown: u64,
    place: BucketPlace,
) -> Vec<Bar> {
    let series: Vec<usize> =
        (0..data.series.len()).filter(|index| is_shown(shown, *index) && !data.series[*index].previous).collect();
    let room = inner(place.x, pixel);
    match data.kind {
        ChartKind::Stacked => stacked(data, transform, pixel, room, place.bucket, &series),
        ChartKind::Grouped => grouped(data, transform, pixel, room, place.bucket, &series),
        ChartKind::Lines | ChartKind::Categories => Vec::new(),
    }
}

/// What a bar takes of the room of its bucket, on whole pixels.
fn inner(room: Rangef, pixel: f32) -> Rangef {
    let snap = |value: f32| (value / pixel).round() * pixel;
    if room.span() < 3.0 * pixel {
        return Rangef::new(snap(room.min), snap(room.max).max(snap(room.min) + pixel));
    }
    let width = (room.span() * 0.72).min(WIDTH_MAX);
    let left = snap(room.center() - width / 2.0);
    Rangef::new(left, (left + snap(width)).max(left + pixel))
}

fn stacked(
    data: &ChartData,
    transform: &PlotTransform,
    pixel: f32,
    room: Rangef,
    bucket: usize,
    series: &[usize],
) -> Vec<Bar> {
    let (mut above, mut below) = (0_i128, 0_i128);
    let mut bars: Vec<Bar> = Vec::with_capacity(series.len());
    for index in series.iter().copied() {
        let value = i128::from(data.series[index].value(bucket).unwrap_or(0));
        if value == 0 {
            continue;
        }
        let up = value > 0;
        let from = if up { &mut above } else { &mut below };
        let mut rect = bar_rect(transform, pixel, room, *from, *from + value);
        // A hair of the surface between the parts of a stack.
        if *from != 0 && rect.height() > 4.0 * pixel && rect.width() >= 4.0 * pixel {
            if up { rect.max.y -= pixel } else { rect.min.y += pixel }
        }
        *from += value;
        bars.push(Bar { series: index, rect, end: None });
    }
    for up in [true, false] {
        let is_up = |bar: &&mut Bar| (data.series[bar.series].value(bucket).unwrap_or(0) > 0) == up;
        if let Some(bar) = bars.iter_mut().rev().find(is_up) {
            bar.end = Some(up);
        }
    }
    bars
}

fn grouped(
    data: &ChartData,
    transform: &PlotTransform,
    pixel: f32,
    room: Rangef,
    bucket: usize,
    series: &[usize],
) -> Vec<Bar> {
    let snap = |value: f32| (value / pixel).round() * pixel;
    let width = room.span() / series.len().max(1) as f32;
    let mut bars = Vec::with_capacity(series.len());
    for (at, index) in series.iter().copied().enumerate() {
        let Some(value) = data.series[index].value(bucket).filter(|value| *value != 0) else { continue };
        let left = snap(room.min + width * at as f32);
        let right = snap(room.min + width * (at + 1) as f32) - if width > 4.0 * pixel { pixel } else { 0.0 };
        let rect = bar_rect(transform, pixel, Rangef::new(left, right.max(left + pixel)), 0, i128::from(value));
        bars.push(Bar { series: index, rect, end: Some(value > 0) });
    }
    bars
}

/// From one sum to another, on whole pixels; what is not zero is at least one pixel high.
fn bar_rect(transform: &PlotTransform, pixel: f32, x: Rangef, from: i128, to: i128) -> Rect {
    let y = |value: i128| (transform.position_from_point_y(value as f64) / pixel).round() * pixel;
    let (mut top, mut bottom) = (y(from.max(to)), y(from.min(to)));
    if bottom - top < pixel {
        if to > from { top = bottom - pixel } else { bottom = top + pixel }
    }
    Rect::from_min_max(pos2(x.min, top), pos2(x.max, bottom))
}

/// Draws all bars in view.
pub(super) fn draw(
    canvas: &mut Canvas,
    data: &ChartData,
    tokens: &Tokens,
    transform: &PlotTransform,
    shown: u64,
    places: &[BucketPlace],
) {
    for place in places {
        for bar in bars_in(data, transform, canvas.pixel, shown, *place) {
            let color = color_of(tokens, &data.series[bar.series]);
            if data.is_unfinished(place.bucket) {
                canvas.unfinished_bar(bar.rect, color);
            } else {
                canvas.bar(bar.rect, color, corners(bar.end));
            }
        }
    }
}

fn corners(end: Option<bool>) -> CornerRadius {
    match end {
        Some(true) => CornerRadius { nw: CORNER, ne: CORNER, sw: 0, se: 0 },
        Some(false) => CornerRadius { nw: 0, ne: 0, sw: CORNER, se: CORNER },
        None => CornerRadius::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use egui::{Pos2, vec2};
    use egui_plot::PlotBounds;

    use super::super::data::{ChartBucket, ChartSeries, ChartUnit, CountNoun, SeriesColor};
    use super::*;

    fn data(kind: ChartKind, values: Vec<Vec<i64>>) -> ChartData {
        let series = values
            .into_iter()
            .map(|values| ChartSeries::new("All", SeriesColor::Slot(0), values.into_iter().map(Some).collect()));
        let series: Vec<ChartSeries> = series.collect();
        ChartData {
            title: "Disputes".into(),
            kind,
            unit: ChartUnit::Count,
            counted: CountNoun::DISPUTES,
            buckets: vec![ChartBucket::default(); series[0].values.len()],
            series,
            unfinished: None,
        }
    }

    fn transform(buckets: usize, low: f64, high: f64) -> PlotTransform {
        let frame = Rect::from_min_size(Pos2::ZERO, vec2(200.0, 100.0));
        PlotTransform::new(frame, PlotBounds::from_min_max([0.0, low], [buckets as f64, high]), false)
    }

    #[test]
    fn of_many_buckets_in_one_pixel_the_largest_is_shown() {
        let mut values: Vec<i64> = (0..10_000).map(|at| at % 7).collect();
        values[5_003] = 900;
        let data = data(ChartKind::Stacked, vec![values]);
        let places = places(&data, &transform(10_000, 0.0, 1_000.0), 1.0, 1);
        assert!((200..=201).contains(&places.len()), "{}", places.len());
        assert!(places.iter().any(|place| place.bucket == 5_003), "the largest is lost");
    }

    #[test]
    fn stacks_grow_from_zero_both_ways_and_what_is_not_zero_is_seen() {
        let data = data(ChartKind::Stacked, vec![vec![40], vec![1], vec![-30], vec![0]]);
        let place = BucketPlace { bucket: 0, x: Rangef::new(0.0, 200.0) };
        let bars = bars_in(&data, &transform(1, -100.0, 10_000.0), 1.0, 0b1111, place);
        assert_eq!(bars.iter().map(|bar| bar.series).collect::<Vec<_>>(), [0, 1, 2]);
        assert!(bars.iter().all(|bar| bar.rect.height() >= 1.0 && bar.rect.width() <= WIDTH_MAX));
        let zero = transform(1, -100.0, 10_000.0).position_from_point_y(0.0).round();
        assert!(bars[0].rect.bottom() <= zero && bars[2].rect.top() >= zero);
    }

    #[test]
    fn hidden_series_and_the_period_before_take_no_room() {
        let mut data = data(ChartKind::Grouped, vec![vec![4], vec![5], vec![6]]);
        data.series[2].previous = true;
        let place = BucketPlace { bucket: 0, x: Rangef::new(0.0, 30.0) };
        let bars = bars_in(&data, &transform(1, 0.0, 10.0), 1.0, 0b101, place);
        assert_eq!(bars.len(), 1);
        assert_eq!((bars[0].series, bars[0].rect.width()), (0, 21.0));
    }
}
