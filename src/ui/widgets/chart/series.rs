//! The series of a chart over time as items of `egui_plot`: bars, lines, points, and lines over the whole width.

use std::ops::Range;

use egui::{Color32, Painter, Pos2, Rect, Stroke, pos2};
use egui_plot::{
    Bar, BarChart, HLine, Line, LineStyle, PlotItem, PlotPoint, PlotPoints, PlotTransform, PlotUi, Points,
};

use super::data::{ChartData, ChartKind, ChartSeries, SeriesColor};
use super::decimation::{largest, point, runs, step_of};
use super::view::ChartView;
use crate::ui::tokens::Tokens;

/// Bars are never wider, in points.
const BAR_MAX: f32 = 44.0;
/// What bars take of the room of their bucket, where there is room between them.
const BAR_SHARE: f32 = 0.72;
const BARS_APART: f32 = 4.0;
/// How near the pointer must be to a line, in points.
const NEAR: f32 = 12.0;
/// Every point has a mark where points are at least so far apart, and none has one where they are nearer.
const MARKED_FROM: f32 = 16.0;
/// Lines are dashed where their points are at least so far apart.
const DASHED_FROM: f32 = 4.0;
const MARK: f32 = 4.2;
const RING: f32 = 1.5;
/// Of a value of few records.
pub(super) const MARK_FEW: f32 = 2.2;
/// The radius of the dots that lead to a time that is not over, and how far apart they are, in points.
const DOT: f32 = 1.2;
const DOTS_APART: f32 = 5.0;
pub(super) const LINE: f32 = 2.0;
pub(super) const LINE_PREVIOUS: f32 = 1.5;

/// The colour of a series in a theme.
pub(super) fn color_of(tokens: &Tokens, series: &ChartSeries) -> Color32 {
    match series.color {
        SeriesColor::Slot(_) if series.previous => tokens.subdued,
        SeriesColor::Slot(slot) => tokens.series[slot % tokens.series.len()],
        SeriesColor::Tone(tone) => tokens.tone_fill(tone),
    }
}

/// A bar of a time that is not over, between two corners of the plot.
pub(super) struct UnfinishedBar {
    from: PlotPoint,
    to: PlotPoint,
    color: Color32,
}

/// Adds the series of a chart to a plot.
pub(super) struct SeriesItems<'c, 'p> {
    pub data: &'c ChartData,
    pub view: &'c ChartView,
    pub tokens: &'c Tokens,
    pub plot: &'c mut PlotUi<'p>,
    /// What is in view of the buckets, and one more at each end.
    pub buckets: Range<usize>,
    /// The width of a bucket, in points.
    pub bucket: f32,
    /// An axis that does not begin at zero has no base line to mislead.
    pub shows_zero: bool,
    /// The value that is one point high.
    pub value: f64,
    /// The bucket that the pointer is on: of many in one place the one that is drawn.
    pub pointed: Option<usize>,
    /// The series that the pointer is on, and how far from it.
    pub nearest: Option<(f32, usize)>,
    pub unfinished: Vec<UnfinishedBar>,
}

impl SeriesItems<'_, '_> {
    /// The period before is under the lines of this one.
    pub fn add(&mut self) {
        if self.data.kind != ChartKind::Lines {
            self.bars();
        }
        if self.shows_zero {
            let stroke = Stroke::new(1.0, self.tokens.border_strong);
            self.plot.hline(HLine::new("", 0.0).stroke(stroke).allow_hover(false));
        }
        for previous in [true, false] {
            let series = self.shown(|series| series.previous == previous);
            for index in series.into_iter().filter(|index| self.data.is_line(*index)) {
                self.line(index);
            }
        }
    }

    fn shown(&self, which: impl Fn(&ChartSeries) -> bool) -> Vec<usize> {
        let data = self.data;
        (0..data.series.len()).filter(|at| self.view.shows(data, *at) && which(&data.series[*at])).collect()
    }

    fn bars(&mut self) {
        let series = self.shown(|series| !series.previous);
        let step = step_of(self.bucket);
        let places = largest(self.data, &series, self.buckets.clone(), step);
        let pointed = places.iter().find(|(step, _)| self.pointed.is_some_and(|pointed| step.contains(&pointed)));
        self.pointed = pointed.map(|(_, bucket)| *bucket);
        let mut sums = vec![(0.0, 0.0); places.len()];
        let share = if self.bucket < BARS_APART { 1.0 } else { BAR_SHARE.min(BAR_MAX / self.bucket) };
        let parts = if self.data.kind == ChartKind::Grouped { series.len() } else { 1 };
        let part = f64::from(share) / parts as f64;
        let gap = if parts > 1 && part * f64::from(self.bucket) > 4.0 { 1.0 / f64::from(self.bucket) } else { 0.0 };
        for (at, index) in series.into_iter().enumerate() {
            let color = color_of(self.tokens, &self.data.series[index]);
            let mut bars = Vec::with_capacity(places.len());
            for ((step, bucket), sums) in places.iter().zip(&mut sums) {
                let Some(value) = self.data.series[index].value(*bucket).filter(|value| *value != 0) else { continue };
                let aside = if parts > 1 { part * (at as f64 + 0.5) - f64::from(share) / 2.0 } else { 0.0 };
                let middle = (step.start + step.end) as f64 / 2.0 + aside * step.len() as f64;
                let sum = if value > 0 { &mut sums.0 } else { &mut sums.1 };
                let sum = std::mem::replace(sum, *sum + value as f64);
                let from = if self.data.kind == ChartKind::Stacked { sum } else { 0.0 };
                let width = part * step.len() as f64 - gap;
                bars.push(self.bar((middle, width), (from, value as f64), *bucket, color));
            }
            let chart = BarChart::new("", bars).allow_hover(false);
            self.point_at(&chart, index, 1.0);
            self.plot.bar_chart(chart);
        }
    }

    /// A bar from one sum to another. What is not zero can be seen, and so can the edge between two parts of a stack.
    fn bar(&mut self, (at, width): (f64, f64), (from, value): (f64, f64), bucket: usize, color: Color32) -> Bar {
        let has_edge = from != 0.0 && value.abs() > 4.0 * self.value && self.bucket >= BARS_APART;
        let gap = if has_edge { self.value.copysign(value) } else { 0.0 };
        let (from, value) = (from + gap, value.abs().max(self.value).copysign(value) - gap);
        let bar = Bar::new(at, value).base_offset(from).width(width).stroke(Stroke::NONE);
        if !self.data.is_unfinished(bucket) {
            return bar.fill(color);
        }
        let corner = |side: f64, value: f64| PlotPoint::new(at + width * side, value);
        self.unfinished.push(UnfinishedBar { from: corner(-0.5, from), to: corner(0.5, from + value), color });
        bar.fill(color.gamma_multiply(0.3)).stroke(Stroke::new(1.0, color))
    }

    fn line(&mut self, index: usize) {
        let (data, tokens) = (self.data, self.tokens);
        let series = &data.series[index];
        let color = color_of(tokens, series);
        let stroke = Stroke::new(if series.previous { LINE_PREVIOUS } else { LINE }, color);
        let dashed = series.previous && self.bucket >= DASHED_FROM;
        let style = if dashed { LineStyle::dashed_dense() } else { LineStyle::Solid };
        if let Some(value) = series.goal_value() {
            return self.plot.hline(HLine::new("", value as f64).stroke(stroke).style(style).allow_hover(false));
        }
        let buckets = data.buckets.len();
        let finished = if data.unfinished.is_some() && !series.previous { buckets.saturating_sub(1) } else { buckets };
        let in_view = self.buckets.start.min(finished)..self.buckets.end.min(finished);
        let drawn = runs(series, in_view.clone(), step_of(self.bucket)).into_iter();
        for run in drawn.filter(|run| run.len() > 1 || series.previous) {
            if data.kind != ChartKind::Lines {
                let halo = Stroke::new(stroke.width + 2.5, tokens.surface.gamma_multiply(0.75));
                self.plot.line(Line::new("", run.clone()).stroke(halo).allow_hover(false));
            }
            self.path(index, run, stroke, style);
        }
        if series.previous {
            return;
        }
        let known = |bucket: usize| Some(point((series.value(bucket)?, bucket)));
        let sound = |bucket: usize| known(bucket).filter(|_| !series.is_few(bucket));
        let last = if self.buckets.contains(&finished) { known(finished) } else { None };
        if let Some((before, last)) = finished.checked_sub(1).and_then(sound).zip(last.and(sound(finished))) {
            self.path(index, vec![before, last], Stroke::new(DOT, color), LineStyle::Dotted { spacing: DOTS_APART });
        }
        let marked = self.bucket >= MARKED_FROM;
        let full: Vec<_> = in_view.clone().filter(|at| marked || series.is_alone(*at)).filter_map(sound).collect();
        self.marks(index, full, (tokens.surface, color));
        let few = in_view.filter(|bucket| series.is_few(*bucket)).filter_map(known);
        self.dots(index, few.collect(), color);
        self.marks(index, last.into_iter().collect(), (color, tokens.surface));
    }

    fn path(&mut self, index: usize, points: Vec<[f64; 2]>, stroke: Stroke, style: LineStyle) {
        let line = Line::new("", points).stroke(stroke).style(style).allow_hover(false);
        self.point_at(&line, index, NEAR);
        self.plot.line(line);
    }

    /// Marks of points, full or hollow: a ring and what is in it.
    fn marks(&mut self, index: usize, points: Vec<[f64; 2]>, (ring, inner): (Color32, Color32)) {
        for (radius, color) in [(MARK, ring), (MARK - RING, inner)] {
            let marks = Points::new("", PlotPoints::new(points.clone())).radius(radius).color(color).allow_hover(false);
            self.point_at(&marks, index, NEAR);
            self.plot.points(marks);
        }
    }

    /// Small marks of values of few records: hollow ones mean a time that is not over.
    fn dots(&mut self, index: usize, points: Vec<[f64; 2]>, color: Color32) {
        let dots = Points::new("", PlotPoints::new(points)).radius(MARK_FEW).color(color).allow_hover(false);
        self.point_at(&dots, index, NEAR);
        self.plot.points(dots);
    }

    fn point_at(&mut self, item: &dyn PlotItem, series: usize, reach: f32) {
        let Some(pointer) = self.plot.response().hover_pos() else { return };
        let found = item.find_closest(pointer, self.plot.transform());
        let far = found.map(|found| found.dist_sq.sqrt()).filter(|far| *far <= reach);
        if let Some(far) = far.filter(|far| self.nearest.is_none_or(|(nearest, _)| *far <= nearest)) {
            self.nearest = Some((far, series));
        }
    }
}

impl UnfinishedBar {
    /// Stripes mean a time that is not over, and nothing else.
    pub fn hatch(&self, painter: &Painter, transform: &PlotTransform) {
        hatch(painter, transform.rect_from_values(&self.from, &self.to).intersect(*transform.frame()), self.color);
    }
}

/// Stripes at 45 degrees within `rect`.
pub(super) fn hatch(painter: &Painter, rect: Rect, color: Color32) {
    const STEP: f32 = 6.0;
    let painter = painter.with_clip_rect(rect.intersect(painter.clip_rect()));
    let mut left = rect.left() - rect.height();
    while left < rect.right() {
        let ends: [Pos2; 2] = [pos2(left, rect.bottom()), pos2(left + rect.height(), rect.top())];
        painter.line_segment(ends, Stroke::new(1.5, color));
        left += STEP;
    }
}
