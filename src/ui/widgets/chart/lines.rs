//! The lines of a chart over time: broken where a value is missing or of too few records, which is marked alone; dashed for the period before, dotted where the time
//! is not over.

use egui::{Pos2, Stroke, pos2};
use egui_plot::PlotTransform;

use super::bars::is_shown;
use super::canvas::{Canvas, color_of};
use super::data::{ChartData, ChartKind, ChartSeries};
use crate::ui::tokens::Tokens;

const WIDTH: f32 = 2.0;
const WIDTH_PREVIOUS: f32 = 1.5;
const DASHED: (f32, f32) = (5.0, 4.0);
const DOTTED: (f32, f32) = (2.0, 3.0);
/// Every point has a mark where points are at least so far apart, and none has one where they are nearer.
const MARK_ROOM: f32 = 16.0;

/// Whether a series is a line in this chart.
pub(super) fn is_line(data: &ChartData, series: &ChartSeries) -> bool {
    data.kind == ChartKind::Lines || series.previous
}

/// Where a series is in a bucket.
pub(super) fn point(transform: &PlotTransform, series: &ChartSeries, bucket: usize) -> Option<Pos2> {
    let value = series.value(bucket)?;
    Some(pos2(transform.position_from_point_x(bucket as f64 + 0.5), transform.position_from_point_y(value as f64)))
}

/// Draws all lines, the period before under the others.
pub(super) fn draw(canvas: &mut Canvas, data: &ChartData, tokens: &Tokens, transform: &PlotTransform, shown: u64) {
    for previous in [true, false] {
        for (index, series) in data.series.iter().enumerate() {
            if is_shown(shown, index) && series.previous == previous && is_line(data, series) {
                draw_one(canvas, data, tokens, transform, index);
            }
        }
    }
}

fn draw_one(canvas: &mut Canvas, data: &ChartData, tokens: &Tokens, transform: &PlotTransform, index: usize) {
    let series = &data.series[index];
    let color = color_of(tokens, series);
    let width = if series.previous { WIDTH_PREVIOUS } else { WIDTH };
    let stroke = Stroke::new(width, color);
    let buckets = data.buckets.len();
    let finished = if data.unfinished.is_some() && !series.previous { buckets.saturating_sub(1) } else { buckets };
    let sound = |bucket: usize| point(transform, series, bucket).filter(|_| !series.is_few(bucket));
    for run in runs(series, transform, canvas.pixel, finished) {
        if data.kind != ChartKind::Lines {
            canvas.halo(&run, width);
        }
        canvas.line(run, stroke, series.previous.then_some(DASHED));
    }
    let last = if finished < buckets { point(transform, series, finished) } else { None };
    if let Some(last) = last {
        let before = finished.checked_sub(1).and_then(sound).filter(|_| !series.is_few(finished));
        canvas.line(before.into_iter().chain([last]).collect(), stroke, Some(DOTTED));
    }
    if !series.previous {
        let is_marked = transform.dpos_dvalue_x() as f32 >= MARK_ROOM;
        let marked = (0..finished).filter(|bucket| is_marked || is_alone(series, *bucket));
        for at in marked.filter_map(sound) {
            canvas.mark(at, color, false);
        }
        let few = (0..finished).filter(|bucket| series.is_few(*bucket));
        for at in few.filter_map(|bucket| point(transform, series, bucket)) {
            canvas.mark(at, color, true);
        }
    }
    if let Some(last) = last {
        canvas.mark(last, color, true);
    }
}

/// Whether no line leads to the value of a bucket: without a mark it would not be seen.
fn is_alone(series: &ChartSeries, bucket: usize) -> bool {
    let before = bucket.checked_sub(1).and_then(|before| series.sound_value(before));
    series.sound_value(bucket).is_some() && before.is_none() && series.sound_value(bucket + 1).is_none()
}

/// The unbroken parts of a line. Where there are more buckets than columns of pixels, each column keeps its lowest and
/// its highest value.
fn runs(series: &ChartSeries, transform: &PlotTransform, pixel: f32, buckets: usize) -> Vec<Vec<Pos2>> {
    let mut runs: Vec<Vec<Pos2>> = Vec::new();
    let mut run: Vec<Pos2> = Vec::new();
    let narrow = (transform.dpos_dvalue_x() as f32) < pixel;
    let mut column = PixelColumn::default();
    for bucket in 0..buckets {
        match point(transform, series, bucket).filter(|_| !series.is_few(bucket)) {
            Some(at) if narrow => column.add(at, pixel, &mut run),
            Some(at) => run.push(at),
            None => {
                column.flush(&mut run);
                runs.extend((!run.is_empty()).then(|| std::mem::take(&mut run)));
            }
        }
    }
    column.flush(&mut run);
    runs.extend((!run.is_empty()).then_some(run));
    runs
}

/// The lowest and the highest point of one column of pixels, in the order they came.
#[derive(Default)]
struct PixelColumn {
    at: Option<f32>,
    ends: Option<(Pos2, Pos2)>,
}

impl PixelColumn {
    fn add(&mut self, point: Pos2, pixel: f32, run: &mut Vec<Pos2>) {
        let at = (point.x / pixel).floor();
        if self.at != Some(at) {
            self.flush(run);
            self.at = Some(at);
        }
        self.ends = Some(match self.ends {
            None => (point, point),
            Some((low, high)) => {
                (if point.y > low.y { point } else { low }, if point.y < high.y { point } else { high })
            }
        });
    }

    fn flush(&mut self, run: &mut Vec<Pos2>) {
        let Some((low, high)) = self.ends.take() else { return };
        let (first, last) = if low.x <= high.x { (low, high) } else { (high, low) };
        run.push(first);
        if last != first {
            run.push(last);
        }
    }
}

#[cfg(test)]
mod tests {
    use egui::{Rect, vec2};
    use egui_plot::PlotBounds;

    use super::super::data::SeriesColor;
    use super::*;

    fn transform(buckets: usize, width: f32) -> PlotTransform {
        let frame = Rect::from_min_size(Pos2::ZERO, vec2(width, 100.0));
        PlotTransform::new(frame, PlotBounds::from_min_max([0.0, 0.0], [buckets as f64, 1_000.0]), false)
    }

    fn series(values: Vec<Option<i64>>) -> ChartSeries {
        ChartSeries::new("Rate", SeriesColor::Slot(0), values)
    }

    #[test]
    fn a_line_is_broken_where_a_value_is_missing() {
        let values = vec![None, Some(1), Some(2), None, Some(3), None];
        let runs = runs(&series(values), &transform(6, 600.0), 1.0, 6);
        assert_eq!(runs.iter().map(Vec::len).collect::<Vec<_>>(), [2, 1]);
    }

    #[test]
    fn a_value_of_too_few_records_is_no_part_of_a_line() {
        let series = series(vec![Some(700), Some(0), Some(710), Some(705)]).few(vec![false, true, false, false]);
        let runs = runs(&series, &transform(4, 400.0), 1.0, 4);
        assert_eq!(runs.iter().map(Vec::len).collect::<Vec<_>>(), [1, 2]);
        assert!(runs.iter().flatten().all(|point| point.y < 50.0), "the line does not drop to 0");
    }

    #[test]
    fn a_value_without_neighbours_is_alone() {
        let series = series(vec![Some(1), None, Some(2), Some(3), None, Some(4)]);
        let alone: Vec<usize> = (0..6).filter(|bucket| is_alone(&series, *bucket)).collect();
        assert_eq!(alone, [0, 5]);
    }

    #[test]
    fn of_many_buckets_in_one_pixel_the_lowest_and_the_highest_are_kept() {
        let mut values: Vec<Option<i64>> = (0..10_000).map(|bucket| Some(400 + bucket % 7)).collect();
        values[5_003] = Some(1_000);
        values[7_777] = Some(0);
        let runs = runs(&series(values), &transform(10_000, 200.0), 1.0, 10_000);
        assert_eq!(runs.len(), 1);
        assert!(runs[0].len() <= 400, "{}", runs[0].len());
        assert!(runs[0].iter().any(|point| point.y == 0.0), "the highest is lost");
        assert!(runs[0].iter().any(|point| point.y == 100.0), "the lowest is lost");
    }
}
