//! A chart over time on screen. `egui_plot` draws its axes, grid and series, zooms and moves it, and keeps the charts over
//! the same buckets at one range; ours are the range of values, the words and the keyboard.
//!
//! The wheel alone scrolls the page: with the zoom modifier it zooms. A drag marks a range to zoom into; where the chart
//! is zoomed, it moves it.

use std::ops::Range;
use std::sync::Arc;

use egui::{Id, PointerButton, Rangef, Rect, Response, Sense, Ui, UiBuilder, Vec2, pos2, vec2};
use egui_plot::{Axis, AxisHints, GridInput, GridMark, Plot, PlotUi, Span, uniform_grid_spacer};

use super::data::{ChartData, ChartKind, ChartUnit};
use super::series::{SeriesItems, UnfinishedBar};
use super::text;
use super::view::{ChartCursor, ChartView, RangeChange};
use super::{ChartClick, keys, tooltip};
use crate::ui::tokens::{Text, space, tokens};
use crate::ui::widgets::paint;

/// Height of the labels under the plot, and what is free above them, in points.
const LABELS: f32 = 16.0;
const ABOVE_LABELS: f32 = 4.0;
/// The least distance of two marks of the value axis, in points, and the part of its height.
const VALUES_APART: f64 = 24.0;
const VALUES_SHARE: f64 = 1.0 / 9.0;
/// What the mark of a point needs around it, in points.
const POINT: f32 = 6.0;
/// The part of the values that is free beyond the largest.
const AIR: f64 = 1.0 / 16.0;
/// Ranges that differ by less are the same, in buckets.
const SAME: f64 = 1e-6;
/// What the labels of an axis have beside them, in points: `egui_plot` adds it.
const BESIDE: f32 = 8.0;

/// Where everything is in this frame.
struct Axes {
    /// The buckets in view, from and to, and whether the plot has to be moved there.
    buckets: (f64, f64),
    is_moved: bool,
    values: (f64, f64),
    step: i64,
    /// The width of the labels of values, and the room of the plot, in points.
    labels: f32,
    room: Vec2,
}

/// What the plot reports of its items.
struct PlotReport {
    pointed: Option<ChartCursor>,
    unfinished: Vec<UnfinishedBar>,
}

/// Draws the chart into `rect`; what was clicked, or opened with Enter.
pub(super) fn plot_ui(ui: &mut Ui, data: &Arc<ChartData>, view: &mut ChartView, rect: Rect) -> Option<ChartClick> {
    let axes = Axes::new(ui, data, view, rect.size());
    let (shown, marked) = (&*view, view.marked_from);
    let items = |plot: &mut PlotUi<'_>| items(plot, data, shown, &axes, marked);
    let plot = plot(ui, data, view, &axes);
    let output = ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| plot.show(ui, items)).inner;
    let (response, transform) = (output.response, output.transform);
    for bar in &output.inner.unfinished {
        bar.hatch(ui.painter(), &transform);
    }
    let bounds = transform.bounds().range_x();
    let seen = (*bounds.start(), *bounds.end());
    let whole = axes.with_margin(data, (0.0, data.buckets.len() as f64));
    let zoomed = ((seen.0 - whole.0).abs() + (seen.1 - whole.1).abs() > SAME).then_some(seen);
    if zoomed != view.range {
        view.range = zoomed;
        ui.request_repaint();
    }
    if (0..data.series.len()).all(|series| !view.shows(data, series)) {
        let (color, middle) = (tokens(ui).subdued, transform.frame().center());
        let text = text::EVERY_SERIES_IS_HIDDEN_CHOOSE;
        let galley = paint::line(ui.painter(), text, Text::Small, color, transform.frame().width());
        let left = middle.x - galley.size().x / 2.0;
        paint::galley_at(ui.painter(), galley, left, middle.y, color);
    }
    let bucket_at = |x: f32| transform.value_from_position(pos2(x, 0.0)).x;
    mark_range(ui, view, &response, bucket_at);
    let pointed = output.inner.pointed;
    let entered = keys::handle_key(ui, data, view, &response);
    keys::describe(ui, data, view, &response);
    paint::focus_ring(ui, &response, *transform.frame(), 2);
    if let Some(cursor) = pointed.or(view.cursor.filter(|_| response.has_focus())).filter(|_| !response.dragged()) {
        let x = transform.position_from_point_x(cursor.bucket as f64 + 0.5);
        let at = pointed.is_none().then_some(pos2(x, transform.frame().top()));
        tooltip::bucket_ui(data, view, &response, cursor, at);
    }
    let clicked = pointed.filter(|_| response.clicked_by(PointerButton::Primary));
    if let Some(clicked) = clicked {
        view.move_to(clicked);
    }
    clicked.or(entered).map(|cursor| ChartClick { bucket: cursor.bucket, series: cursor.series })
}

/// A drag over a chart that shows everything marks a range, and its end zooms into it.
fn mark_range(ui: &Ui, view: &mut ChartView, response: &Response, bucket_at: impl Fn(f32) -> f64) {
    if response.drag_started_by(PointerButton::Primary) && !view.is_zoomed() {
        view.marked_from = ui.input(|input| input.pointer.press_origin()).map(|at| bucket_at(at.x));
    }
    if response.drag_stopped()
        && let Some((from, to)) = view.marked_from.take().zip(response.interact_pointer_pos())
    {
        view.next = Some(RangeChange::Whole(from, bucket_at(to.x)));
        ui.request_repaint();
    }
}

fn plot<'a>(ui: &Ui, data: &'a ChartData, view: &ChartView, axes: &Axes) -> Plot<'a> {
    let tokens = tokens(ui);
    let first_and_last = [data.buckets.first(), data.buckets.last()].map(|bucket| bucket.map(|bucket| &bucket.full));
    let group = Id::unique(("paydesk.chart", data.buckets.len(), first_and_last));
    let label = data.buckets.iter().map(|bucket| bucket.label.as_str()).max_by_key(|label| label.chars().count());
    let label = paint::text_width(ui, Text::Caption, label.unwrap_or_default());
    let (from, to) = axes.with_margin(data, (0.0, data.buckets.len() as f64));
    let hints = |axis| {
        let hints = AxisHints::new(axis).tick_label_font(Text::Caption.font()).tick_label_color(tokens.subdued);
        hints.label_spacing(Rangef::new(0.0, 1.0))
    };
    let value = |mark: GridMark, _: &_| data.unit.mark(mark.value.round() as i64, mark.step_size.round() as i64);
    let bucket = |mark: GridMark, _: &_| {
        data.buckets.get(mark.value as usize).map(|bucket| bucket.label.clone()).unwrap_or_default()
    };
    let step = axes.step as f64;
    Plot::new("plot")
        .id(ui.scope_id().with(("paydesk.chart", &data.title)))
        .min_size(Vec2::splat(1.0))
        .set_margin_fraction(Vec2::ZERO)
        .include_x(from)
        .include_x(to)
        .custom_x_axes(vec![
            hints(Axis::X).formatter(|_, _| String::new()).min_thickness(ABOVE_LABELS),
            hints(Axis::X).formatter(bucket).min_thickness(LABELS),
        ])
        .custom_y_axes(vec![hints(Axis::Y).formatter(value).min_thickness(axes.labels)])
        .x_grid_spacer(move |input| bucket_marks(&input, label))
        .y_grid_spacer(uniform_grid_spacer(move |_| [step; 3]))
        .grid_spacing(Rangef::new(1.0, 2.0))
        .grid_color(tokens.border)
        .cursor_color(tokens.border_strong)
        .show_grid([false, true])
        .show_y(false)
        .show_background(false)
        .link_axis(group, [true, false])
        .link_cursor(group, [true, false])
        .allow_zoom([true, false])
        .allow_drag([view.is_zoomed(), false])
        .allow_scroll([view.is_zoomed(), false])
        .allow_axis_zoom_drag(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .sense(Sense::click_and_drag())
}

/// Adds everything to the plot: the ground of the bucket that is pointed at, and the series over it.
fn items(plot: &mut PlotUi<'_>, data: &ChartData, view: &ChartView, axes: &Axes, marked: Option<f64>) -> PlotReport {
    let tokens = tokens(plot.ctx());
    let (from, to) = axes.buckets;
    if axes.is_moved {
        let (from, to) = axes.with_margin(data, axes.buckets);
        plot.set_plot_bounds_x(from..=to);
    }
    if axes.is_moved && view.range.is_none() {
        plot.set_auto_bounds([true, false]);
    }
    plot.set_plot_bounds_y(axes.values.0..=axes.values.1);
    let span = |range, color| Span::new("", range).fill(color).border_width(0.0);
    let response = plot.response();
    let at = |pos: Option<egui::Pos2>| pos.map(|at| plot.plot_from_screen(at).x);
    let hovered = at(response.hover_pos()).filter(|at| (0.0..data.buckets.len() as f64).contains(at));
    let pointer = at(response.interact_pointer_pos());
    let cursor = view.cursor.filter(|_| response.has_focus()).map(|cursor| cursor.bucket as f64);
    let bucket = |at: f64| at.floor()..=at.floor() + 1.0;
    let spans = [
        hovered.map(|at| span(bucket(at), tokens.hover)),
        cursor.map(|at| span(bucket(at), tokens.selected_row)),
        marked.zip(pointer).map(|(from, to)| {
            span(from..=to.clamp(0.0, data.buckets.len() as f64), tokens.accent.text.gamma_multiply(0.18))
        }),
    ];
    for span in spans.into_iter().flatten() {
        plot.span(span);
    }
    let mut series = SeriesItems {
        data,
        view,
        tokens,
        plot,
        buckets: in_view(data, (from - 1.0, to + 1.0)),
        bucket: axes.bucket(data),
        shows_zero: (axes.values.0..=axes.values.1).contains(&0.0),
        value: (axes.values.1 - axes.values.0) / f64::from(axes.room.y),
        pointed: hovered.map(|at| at as usize),
        nearest: None,
        unfinished: Vec::new(),
    };
    series.add();
    let only = if data.series.len() == 1 { Some(0) } else { None };
    let series_at = series.nearest.map(|(_, series)| series).or(only);
    let pointed = series.pointed.map(|bucket| ChartCursor { bucket, series: series_at });
    PlotReport { pointed, unfinished: series.unfinished }
}

impl Axes {
    fn new(ui: &Ui, data: &ChartData, view: &mut ChartView, size: Vec2) -> Self {
        let (buckets, is_moved) = view.take_range(data.buckets.len());
        let height = (size.y - ABOVE_LABELS - LABELS).max(1.0);
        let values = value_range(data, view, buckets, f64::from(height));
        let apart = (values.1 - values.0) * VALUES_SHARE.max(VALUES_APART / f64::from(height));
        let step = value_step(apart, data.unit.step_min());
        let marks = (values.0 / step as f64).ceil() as i64..=(values.1 / step as f64).floor() as i64;
        let texts = marks.map(|mark| data.unit.mark(mark.saturating_mul(step), step));
        let labels =
            texts.map(|text| paint::text_width(ui, Text::Caption, &text)).fold(0.0, f32::max).min(size.x / 2.0)
                + BESIDE;
        Self { buckets, is_moved, values, step, labels, room: vec2((size.x - labels).max(1.0), height) }
    }

    /// The width of a bucket, in points.
    fn bucket(&self, data: &ChartData) -> f32 {
        let (from, to) = self.buckets;
        self.room.x / (to - from).clamp(1.0, data.buckets.len().max(1) as f64) as f32
    }

    /// A range, with room for the marks of lines at the first and the last bucket.
    fn with_margin(&self, data: &ChartData, (from, to): (f64, f64)) -> (f64, f64) {
        let all = data.buckets.len() as f64;
        let bucket = self.room.x / all.max(1.0) as f32;
        let missing = if data.kind == ChartKind::Lines { (POINT - bucket / 2.0).max(0.0) } else { 0.0 };
        let margin = if (from, to) == (0.0, all) { f64::from(missing / bucket) } else { 0.0 };
        (from - margin, (to + margin).max(from + 1.0))
    }
}

fn in_view(data: &ChartData, (from, to): (f64, f64)) -> Range<usize> {
    let all = data.buckets.len();
    (from.max(0.0) as usize).min(all)..(to.max(0.0).ceil() as usize).min(all)
}

/// From the smallest to the largest value in view, with a little room. Lines of rates that are all high begin where they
/// are; everything else begins at zero.
fn value_range(data: &ChartData, view: &ChartView, range: (f64, f64), height: f64) -> (f64, f64) {
    const ALL: f64 = 1_000_000.0;
    let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
    let shown: Vec<_> = (0..data.series.len()).filter(|index| view.shows(data, *index)).collect();
    for bucket in in_view(data, range) {
        let (mut below, mut above) = (0.0, 0.0);
        for series in shown.iter().map(|index| &data.series[*index]) {
            let Some(value) = series.value(bucket).map(|value| value as f64) else { continue };
            let is_part = data.kind == ChartKind::Stacked && !series.previous;
            let sum = if value > 0.0 { &mut above } else { &mut below };
            let end = if is_part { *sum + value } else { value };
            *sum = if is_part { end } else { *sum };
            (low, high) = (low.min(end), high.max(end));
        }
    }
    let is_rate = matches!(data.unit, ChartUnit::Rate);
    if !(is_rate && data.kind == ChartKind::Lines && low > ALL / 2.0 && low <= high) {
        (low, high) = (low.min(0.0), high.max(0.0));
    }
    let most = high.max(ALL);
    if low == high {
        let one = data.unit.one() as f64;
        (low, high) = (if low == 0.0 { 0.0 } else { low - one }, high + one);
    }
    let air = (high - low) * AIR;
    let (from, to) = (if low == 0.0 { 0.0 } else { low - air }, if high == 0.0 { 0.0 } else { high + air });
    let to = if is_rate { to.min(most) } else { to };
    let points = if data.kind == ChartKind::Lines { f64::from(POINT) } else { 1.0 };
    let point = (to - from) * points / (height - 2.0 * points).max(1.0);
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
fn bucket_marks(input: &GridInput, label: f32) -> Vec<GridMark> {
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
