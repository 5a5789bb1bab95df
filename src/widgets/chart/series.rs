//! The series of a chart as items of `egui_plot`: bars, lines, points, and lines over the whole plot.

use egui::{Color32, Painter, Stroke};
use egui_plot::{
    Bar, BarChart, HLine, Line, LineStyle, MarkerShape, PlotItem, PlotPoint, PlotPoints, PlotTransform, PlotUi, Points,
    VLine,
};

use super::axes::{Axes, COMPARED};
use super::data::{ChartData, ChartKind, ChartSeries, SeriesColor};
use super::decimation::{largest, point, runs, step_of};
use super::view::ChartView;
use crate::paint;
use crate::tokens::Tokens;

/// Bars are never wider, in points.
const BAR_MAX: f32 = 44.0;
/// What bars take of the room of their bucket, where there is room between them, and of the line of their category.
const BAR_SHARE: f32 = 0.72;
const BAR_SHARE_OF_LINE: f32 = 0.55;
const BARS_APART: f32 = 4.0;
/// How near the pointer must be to a line, in points.
const NEAR: f32 = 12.0;
/// Every point has a mark where points are at least so far apart, and none has one where they are nearer.
const MARKED_FROM: f32 = 16.0;
/// Lines are dashed where their points are at least so far apart.
const DASHED_FROM: f32 = 4.0;
const MARK: f32 = 4.2;
const RING: f32 = 1.5;
/// The radius of the mark of a value that may still change, which is a hollow diamond.
pub(super) const DIAMOND: f32 = 5.2;
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
        SeriesColor::Slot(slot) => tokens.series.get(slot).copied().unwrap_or(tokens.series_other),
        SeriesColor::Other => tokens.series_other,
        SeriesColor::Tone(tone) => tokens.tone_fill(tone),
    }
}

/// Adds the series of a chart to a plot.
pub(super) struct SeriesItems<'c, 'p> {
    pub data: &'c ChartData,
    pub view: &'c ChartView,
    pub tokens: &'c Tokens,
    pub axes: &'c Axes,
    pub plot: &'c mut PlotUi<'p>,
    /// The bucket that the pointer is on: of many in one place the one that is drawn.
    pub pointed: Option<usize>,
    /// The series that the pointer is on, and how far from it.
    pub nearest: Option<(f32, usize)>,
    /// The bars of a time that is not over.
    pub unfinished: Vec<Bar>,
}

impl SeriesItems<'_, '_> {
    /// The period before is under the lines of this one, and over the bars.
    pub fn add(&mut self) {
        if self.data.kind != ChartKind::Lines {
            self.bars();
        }
        // An axis that does not begin at zero has no base line to mislead.
        if (self.axes.values.0..=self.axes.values.1).contains(&0.0) {
            let stroke = Stroke::new(1.0, self.tokens.border_strong);
            if self.axes.is_list {
                self.plot.vline(VLine::new("", 0.0).stroke(stroke).allow_hover(false));
            } else {
                self.plot.hline(HLine::new("", 0.0).stroke(stroke).allow_hover(false));
            }
        }
        for previous in [true, false] {
            let series = self.shown(|series| series.previous == previous);
            for index in series.into_iter().filter(|index| self.data.is_line(*index)) {
                self.line(index);
            }
        }
    }

    fn shown(&self, which: impl Fn(&ChartSeries) -> bool) -> Vec<usize> {
        self.view.shown(self.data).filter(|at| which(&self.data.series[*at])).collect()
    }

    fn bars(&mut self) {
        let (data, room) = (self.data, self.axes.bucket);
        let series = self.shown(|series| !series.previous);
        let places = largest(data, &series, self.axes.in_view(data), step_of(room));
        let pointed = places.iter().find(|(step, _)| self.pointed.is_some_and(|pointed| step.contains(&pointed)));
        self.pointed = pointed.map(|(_, bucket)| *bucket);
        let mut sums = vec![(0.0, 0.0); places.len()];
        let share = if self.axes.is_list {
            BAR_SHARE_OF_LINE
        } else if room < BARS_APART {
            1.0
        } else {
            BAR_SHARE.min(BAR_MAX / room)
        };
        let parts = if data.kind == ChartKind::Grouped { series.len() } else { 1 };
        let part = f64::from(share) / parts as f64;
        let gap = if parts > 1 && part * f64::from(room) > 4.0 { 1.0 / f64::from(room) } else { 0.0 };
        for (at, index) in series.into_iter().enumerate() {
            let color = color_of(self.tokens, &data.series[index]);
            let mut bars = Vec::with_capacity(places.len());
            for ((step, bucket), sums) in places.iter().zip(&mut sums) {
                let Some(value) = data.series[index].value(*bucket).filter(|value| *value != 0) else { continue };
                let aside = part * ((at % parts) as f64 + 0.5) - f64::from(share) / 2.0;
                let middle = (step.start + step.end) as f64 / 2.0 + aside * step.len() as f64;
                let sum = if value > 0 { &mut sums.0 } else { &mut sums.1 };
                let sum = std::mem::replace(sum, *sum + value as f64);
                let from = if data.kind == ChartKind::Stacked { sum } else { 0.0 };
                let width = part * step.len() as f64 - gap;
                let color = data.buckets[*bucket].status.map_or(color, |(_, tone)| self.tokens.tone_fill(tone));
                let bar = self.bar((middle, width), (from, value as f64), color);
                let is_provisional = data.series[index].is_provisional(*bucket);
                bars.push(match data.is_unfinished(*bucket) {
                    true => self.unfinished(bar),
                    false if is_provisional => pale(bar),
                    false => bar,
                });
            }
            let chart = BarChart::new("", bars).allow_hover(false);
            self.point_at(&chart, index, 1.0);
            self.plot.bar_chart(chart);
        }
    }

    /// A bar from one sum to another. What is not zero can be seen, and so can the edge between two parts of a stack.
    fn bar(&self, (at, width): (f64, f64), (from, value): (f64, f64), color: Color32) -> Bar {
        let point = self.axes.value;
        let has_edge = from != 0.0 && value.abs() > 4.0 * point && self.axes.bucket >= BARS_APART;
        let gap = if has_edge { point.copysign(value) } else { 0.0 };
        let (from, value) = (from + gap, value.abs().max(point).copysign(value) - gap);
        let bar = Bar::new(at, value).base_offset(from).width(width).fill(color).stroke(Stroke::NONE);
        if self.axes.is_list { bar.horizontal() } else { bar }
    }

    fn unfinished(&mut self, bar: Bar) -> Bar {
        let bar = pale(bar);
        self.unfinished.push(bar.clone());
        bar
    }

    /// What the bars of categories are compared with.
    fn marks_on_bars(&mut self, index: usize) {
        let (data, width) = (self.data, 1.5 * f64::from(BAR_SHARE_OF_LINE));
        let values =
            data.series[index].values.iter().enumerate().filter_map(|(bucket, value)| Some((bucket, (*value)?)));
        let mark = |(bucket, value): (usize, i64)| {
            let [at, value] = point((value, bucket));
            self.bar((at, width), (value, COMPARED * self.axes.value), self.tokens.text)
        };
        let marks = BarChart::new("", values.map(mark).collect()).allow_hover(false);
        self.plot.bar_chart(marks);
    }

    fn line(&mut self, index: usize) {
        let (data, tokens, room) = (self.data, self.tokens, self.axes.bucket);
        if self.axes.is_list {
            return self.marks_on_bars(index);
        }
        let series = &data.series[index];
        let color = color_of(tokens, series);
        let stroke = Stroke::new(if series.previous { LINE_PREVIOUS } else { LINE }, color);
        let dashed = series.previous && room >= DASHED_FROM;
        let style = if dashed { LineStyle::dashed_dense() } else { LineStyle::Solid };
        if let Some(value) = series.goal_value() {
            return self.plot.hline(HLine::new("", value as f64).stroke(stroke).style(style).allow_hover(false));
        }
        let buckets = data.buckets.len();
        let finished = if data.unfinished.is_some() && !series.previous { buckets.saturating_sub(1) } else { buckets };
        let all_in_view = self.axes.in_view(data);
        let in_view = all_in_view.start.min(finished)..all_in_view.end.min(finished);
        let drawn = runs(series, in_view.clone(), step_of(room)).into_iter();
        for run in drawn.filter(|run| run.len() > 1 || series.previous) {
            if data.kind != ChartKind::Lines {
                let halo = Stroke::new(stroke.width + 2.5, tokens.surface.gamma_multiply(0.75));
                self.plot.line(Line::new("", run.clone()).stroke(halo).allow_hover(false));
            }
            self.line_of(index, run, stroke, style);
        }
        if series.previous {
            return;
        }
        let known = |bucket: usize| Some(point((series.value(bucket)?, bucket)));
        let sound = |bucket: usize| known(bucket).filter(|_| !series.is_few(bucket));
        let last = if all_in_view.contains(&finished) { known(finished) } else { None };
        if let Some((before, last)) = finished.checked_sub(1).and_then(sound).zip(last.and(sound(finished))) {
            self.path(index, vec![before, last], Stroke::new(DOT, color), dotted());
        }
        let is_marked = |bucket: &usize| room >= MARKED_FROM || series.is_alone(*bucket);
        let (open, over): (Vec<usize>, Vec<usize>) =
            in_view.clone().filter(is_marked).partition(|bucket| series.is_provisional(*bucket));
        let full = over.into_iter().filter_map(sound).collect();
        self.marks(index, full, MarkerShape::Circle, &[(MARK, tokens.surface), (MARK - RING, color)]);
        // Those of few records are small: hollow ones mean a time that is not over.
        let few = in_view.filter(|bucket| series.is_few(*bucket)).filter_map(known).collect();
        self.marks(index, few, MarkerShape::Circle, &[(MARK_FEW, color)]);
        let hollow = |mark: f32| [(mark, color), (mark - RING, tokens.surface)];
        let provisional = open.into_iter().filter_map(sound).collect();
        self.marks(index, provisional, MarkerShape::Diamond, &hollow(DIAMOND));
        self.marks(index, last.into_iter().collect(), MarkerShape::Circle, &hollow(MARK));
    }

    /// Draws a line that is dotted where it leads to or from a value that may still change.
    fn line_of(&mut self, index: usize, run: Vec<[f64; 2]>, stroke: Stroke, style: LineStyle) {
        let series = &self.data.series[index];
        let is_open = |point: &[f64; 2]| series.is_provisional(point[0] as usize);
        if !run.iter().any(is_open) {
            return self.path(index, run, stroke, style);
        }
        for pair in run.windows(2) {
            match pair.iter().any(is_open) {
                true => self.path(index, pair.to_vec(), Stroke::new(DOT, stroke.color), dotted()),
                false => self.path(index, pair.to_vec(), stroke, style),
            }
        }
    }

    fn path(&mut self, index: usize, points: Vec<[f64; 2]>, stroke: Stroke, style: LineStyle) {
        let line = Line::new("", points).stroke(stroke).style(style).allow_hover(false);
        self.point_at(&line, index, NEAR);
        self.plot.line(line);
    }

    /// Marks of points: one over the other, each of a radius and a colour.
    fn marks(&mut self, index: usize, points: Vec<[f64; 2]>, shape: MarkerShape, discs: &[(f32, Color32)]) {
        for (radius, color) in discs {
            let marks = PlotPoints::new(points.clone());
            let marks = Points::new("", marks).shape(shape).radius(*radius).color(*color).allow_hover(false);
            self.point_at(&marks, index, NEAR);
            self.plot.points(marks);
        }
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

/// A bar in a light colour with an outline: what it shows may still change. With stripes over it, its time is not over.
fn pale(bar: Bar) -> Bar {
    let color = bar.fill;
    bar.fill(pale_color(color)).stroke(Stroke::new(1.0, color))
}

pub(super) fn pale_color(color: Color32) -> Color32 {
    color.gamma_multiply(0.3)
}

/// The style of a line to what is not final.
fn dotted() -> LineStyle {
    LineStyle::Dotted { spacing: DOTS_APART }
}

/// Stripes mean a time that is not over, and nothing else.
pub(super) fn hatch_bar(painter: &Painter, transform: &PlotTransform, bar: &Bar) {
    let base = bar.base_offset.unwrap_or_default();
    let corner = |side: f64, value: f64| PlotPoint::new(bar.argument + bar.bar_width * side, value);
    let rect = transform.rect_from_values(&corner(-0.5, base), &corner(0.5, base + bar.value));
    paint::hatch(painter, rect.intersect(*transform.frame()), bar.stroke.color);
}
