//! A chart on screen. `egui_plot` draws its axes, grid and series, zooms and moves it, and keeps the charts over the same
//! buckets at one range; ours are the range of values, the words and the keyboard.
//!
//! The wheel alone scrolls the page: with the zoom modifier it zooms. A drag marks a range to zoom into; where the chart
//! is zoomed, it moves it. Categories are lines below each other that neither zoom nor move.

use std::ops::Range;
use std::sync::Arc;

use egui::{Color32, Id, PointerButton, Pos2, Rangef, Rect, ScrollArea, Ui, UiBuilder, Vec2};
use egui_plot::{
    Axis, AxisHints, Bar, GridInput, GridMark, Plot, PlotPoint, PlotResponse, PlotUi, Span, uniform_grid_spacer,
};

use super::columns::Columns;
use super::data::{ChartData, ChartKind, ChartUnit};
use super::series::{COMPARED, SeriesItems, hatch_bar};
use super::text;
use super::view::{ChartCursor, ChartView};
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
const POINT: f64 = 6.0;
/// The part of the values that is free beyond the largest.
const AIR: f64 = 1.0 / 16.0;
/// What the labels of an axis have beside them, in points: `egui_plot` adds it.
pub(super) const BESIDE: f32 = 8.0;

/// Where everything is in this frame.
pub(super) struct Axes {
    /// Categories below each other, and their values to the right.
    is_list: bool,
    /// The buckets in view, from and to, and whether the plot has to be moved there.
    buckets: (f64, f64),
    is_moved: bool,
    pub values: (f64, f64),
    step: i64,
    /// The width of the labels of values, in points.
    labels: f32,
    /// The width of a bucket or the height of a category, in points, and the value that is one point high or wide.
    pub bucket: f32,
    pub value: f64,
}

/// What the plot reports of its items.
struct PlotReport {
    pointed: Option<ChartCursor>,
    unfinished: Vec<Bar>,
}

/// Draws the chart into `rect`; what was clicked, or opened with Enter.
pub(super) fn plot_ui(ui: &mut Ui, data: &Arc<ChartData>, view: &mut ChartView, rect: Rect) -> Option<ChartClick> {
    let columns = (data.kind == ChartKind::Categories).then(|| Columns::fit(ui, data, rect.size()));
    let axes = Axes::new(ui, data, view, columns.as_ref(), rect.size());
    let mut show = |ui: &mut Ui| {
        let (shown, axes) = (&*view, &axes);
        let plot = match &columns {
            Some(columns) => columns.plot(ui, data),
            None => plot_over_time(ui, data, shown, axes),
        };
        let output = plot.show(ui, |plot| items(plot, data, shown, axes));
        let (pointed, is_clicked) = match &columns {
            Some(columns) => columns.rows_ui(ui, data, shown, rect, &output.response),
            None => (output.inner.pointed, output.response.clicked_by(PointerButton::Primary)),
        };
        if columns.is_none() {
            follow_pointer(ui, view, &output);
        }
        let clicked = pointed.filter(|_| is_clicked);
        answer(ui, data, view, (axes, &output), pointed, clicked)
    };
    let scroll = ScrollArea::vertical().id_salt(&data.title).auto_shrink(false);
    let place = UiBuilder::new().max_rect(rect);
    ui.scope_builder(place, |ui| if columns.is_some() { scroll.show(ui, show).inner } else { show(ui) }).inner
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

fn plot_over_time<'a>(ui: &Ui, data: &'a ChartData, view: &ChartView, axes: &Axes) -> Plot<'a> {
    let first_and_last = [data.buckets.first(), data.buckets.last()].map(|bucket| bucket.map(|bucket| &bucket.full));
    let group = Id::unique(("paydesk.chart", data.buckets.len(), first_and_last));
    let label = data.buckets.iter().map(|bucket| bucket.label.as_str()).max_by_key(|label| label.chars().count());
    let label = paint::text_width(ui, Text::Caption, label.unwrap_or_default());
    let hints = |axis| hints(axis, Text::Caption, tokens(ui).subdued);
    let value = |mark: GridMark, _: &_| data.unit.mark(mark.value.round() as i64, mark.step_size.round() as i64);
    let bucket = |mark: GridMark, _: &_| {
        data.buckets.get(mark.value as usize).map(|bucket| bucket.label.clone()).unwrap_or_default()
    };
    let (step, (from, to)) = (axes.step as f64, view.whole());
    plot(ui, data)
        .include_x(from)
        .include_x(to)
        .custom_x_axes(vec![
            hints(Axis::X).formatter(|_, _| String::new()).min_thickness(ABOVE_LABELS),
            hints(Axis::X).formatter(bucket).min_thickness(LABELS),
        ])
        .custom_y_axes(vec![hints(Axis::Y).formatter(value).min_thickness(axes.labels)])
        .x_grid_spacer(move |input| bucket_marks(&input, label))
        .y_grid_spacer(uniform_grid_spacer(move |_| [step; 3]))
        .show_grid([false, true])
        .link_axis(group, [true, false])
        .link_cursor(group, [true, false])
        .allow_zoom([true, false])
        .allow_drag([view.is_zoomed(), false])
        .allow_scroll([view.is_zoomed(), false])
}

/// Adds everything to the plot: the ground of the bucket that is pointed at, and the series over it.
fn items(plot: &mut PlotUi<'_>, data: &ChartData, view: &ChartView, axes: &Axes) -> PlotReport {
    let (tokens, all) = (tokens(plot.ctx()), data.buckets.len() as f64);
    let (buckets, values) = (axes.buckets.0..=axes.buckets.1, axes.values.0..=axes.values.1);
    let (x, y, axis) = if axes.is_list { (values, buckets, Axis::Y) } else { (buckets, values, Axis::X) };
    if axes.is_list || axes.is_moved && view.is_zoomed() {
        plot.set_plot_bounds_x(x);
    } else if axes.is_moved {
        plot.set_auto_bounds([true, false]);
    }
    plot.set_plot_bounds_y(y);
    let response = plot.response();
    let at = |pos: Option<Pos2>| pos.map(|at| plot.plot_from_screen(at).x);
    let hovered = at(response.hover_pos()).filter(|at| !axes.is_list && (0.0..all).contains(at));
    let pointer = at(response.interact_pointer_pos());
    let cursor = view.cursor.filter(|_| response.has_focus()).map(|cursor| cursor.bucket as f64);
    let bucket = |at: f64| at.floor()..=at.floor() + 1.0;
    let marked = view.marked_from.zip(pointer).map(|(from, to)| from..=to.clamp(0.0, all));
    let grounds = [
        (hovered.map(bucket), tokens.hover),
        (cursor.map(bucket), tokens.selected_row),
        (marked, tokens.accent.text.gamma_multiply(0.18)),
    ];
    for (range, color) in grounds {
        if let Some(range) = range {
            plot.span(Span::new("", range).axis(axis).fill(color).border_width(0.0));
        }
    }
    let pointed = hovered.map(|at| at as usize);
    let mut series = SeriesItems { data, view, tokens, axes, plot, pointed, nearest: None, unfinished: Vec::new() };
    series.add();
    let series_at = series.nearest.map(|(_, series)| series).or(data.only_series());
    let pointed = series.pointed.map(|bucket| ChartCursor { bucket, series: series_at });
    let unfinished = series.unfinished;
    if (0..data.series.len()).all(|series| !view.shows(data, series)) {
        let middle = axes.point((axes.buckets.0 + axes.buckets.1) / 2.0, (axes.values.0 + axes.values.1) / 2.0);
        let text = Text::Small.rich(text::EVERY_SERIES_IS_HIDDEN_CHOOSE);
        plot.text(egui_plot::Text::new("", middle, text).color(tokens.subdued).allow_hover(false));
    }
    PlotReport { pointed, unfinished }
}

/// The range follows the plot. A drag over a chart that shows everything marks a range, and its end zooms into it.
fn follow_pointer(ui: &Ui, view: &mut ChartView, output: &PlotResponse<PlotReport>) {
    let (response, x_range) = (&output.response, output.transform.bounds().range_x());
    let bucket_at = |at: Pos2| output.transform.value_from_position(at).x;
    let mut is_moved = view.moved((*x_range.start(), *x_range.end()));
    if response.drag_started_by(PointerButton::Primary) && !view.is_zoomed() {
        view.marked_from = ui.input(|input| input.pointer.press_origin()).map(bucket_at);
    }
    if response.drag_stopped()
        && let Some((one, other)) = view.marked_from.take().zip(response.interact_pointer_pos().map(bucket_at))
    {
        view.show((one.min(other).floor(), one.max(other).ceil()));
        is_moved = true;
    }
    if is_moved {
        ui.request_repaint();
    }
}

/// Stripes, keys, words and the tooltip; what was clicked, or opened with Enter.
fn answer(
    ui: &Ui,
    data: &ChartData,
    view: &mut ChartView,
    (axes, output): (&Axes, &PlotResponse<PlotReport>),
    pointed: Option<ChartCursor>,
    clicked: Option<ChartCursor>,
) -> Option<ChartClick> {
    let (response, transform) = (&output.response, &output.transform);
    for bar in &output.inner.unfinished {
        hatch_bar(ui.painter(), transform, bar);
    }
    let entered = keys::handle_key(ui, data, view, response);
    keys::describe(ui, data, view, response);
    paint::focus_ring(ui, response, *transform.frame(), 2);
    let by_keyboard = view.cursor.filter(|_| response.has_focus());
    if let Some(cursor) = pointed.or(by_keyboard).filter(|_| !response.dragged()) {
        let end = axes.point(cursor.bucket as f64 + 0.5, axes.values.1);
        let at = pointed.is_none().then(|| transform.position_from_point(&end));
        tooltip::bucket_ui(data, view, response, cursor, at);
    }
    if let Some(clicked) = clicked {
        view.move_to(clicked);
    }
    clicked.or(entered).map(|cursor| ChartClick { bucket: cursor.bucket, series: cursor.series })
}

impl Axes {
    fn new(ui: &Ui, data: &ChartData, view: &mut ChartView, columns: Option<&Columns>, size: Vec2) -> Self {
        let is_moved = view.take_move();
        let buckets = columns.map_or_else(|| view.range(), |_| (0.0, data.buckets.len().max(1) as f64));
        let room = columns.map_or(size.y - ABOVE_LABELS - LABELS, Columns::room).max(1.0);
        let values = value_range(data, view, buckets, f64::from(room));
        let apart = (values.1 - values.0) * VALUES_SHARE.max(VALUES_APART / f64::from(room));
        let step = value_step(apart, if matches!(data.unit, ChartUnit::Rate) { 1_000 } else { 1 });
        let marks = (values.0 / step as f64).ceil() as i64..=(values.1 / step as f64).floor() as i64;
        let texts = marks.map(|mark| data.unit.mark(mark.saturating_mul(step), step));
        let labels = texts.map(|text| paint::text_width(ui, Text::Caption, &text)).fold(0.0, f32::max);
        let labels = labels.min(size.x / 2.0) + BESIDE;
        let bucket = (size.x - labels).max(1.0) / (buckets.1 - buckets.0) as f32;
        let bucket = columns.map_or(bucket, |columns| columns.row);
        let value = (values.1 - values.0) / f64::from(room);
        Self { is_list: columns.is_some(), buckets, is_moved, values, step, labels, bucket, value }
    }

    /// What is in view of the buckets, and one more at each end.
    pub fn in_view(&self, data: &ChartData) -> Range<usize> {
        in_view(data, (self.buckets.0 - 1.0, self.buckets.1 + 1.0))
    }

    fn point(&self, bucket: f64, value: f64) -> PlotPoint {
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
    let shown: Vec<_> = (0..data.series.len()).filter(|index| view.shows(data, *index)).collect();
    for bucket in in_view(data, buckets) {
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
