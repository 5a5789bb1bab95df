//! A chart on screen. `egui_plot` draws its axes, grid and series, zooms and moves it, and keeps the charts over the same
//! buckets at one range; ours are the range of values, the words and the keyboard.
//!
//! The wheel alone scrolls the page: with the zoom modifier it zooms. A drag marks a range to zoom into; where the chart
//! is zoomed, it moves it. Categories are lines below each other that neither zoom nor move.

use std::sync::Arc;

use egui::{Id, PointerButton, Pos2, Rect, ScrollArea, Ui, UiBuilder};
use egui_plot::{Axis, Bar, GridMark, Plot, PlotResponse, PlotUi, Span, Text as PlotText, uniform_grid_spacer};

use super::axes::{ABOVE_LABELS, Axes, LABELS, bucket_marks, hints, plot};
use super::columns::Columns;
use super::data::{ChartClick, ChartData, ChartKind};
use super::series::{SeriesItems, hatch_bar};
use super::view::ChartView;
use super::{keys, tooltip};
use crate::paint;
use crate::tokens::{Text, tokens};

/// What the plot reports of its items.
struct PlotReport {
    pointed: Option<ChartClick>,
    unfinished: Vec<Bar>,
}

/// Draws the chart into `rect`; what was clicked, or opened with Enter.
pub(super) fn plot_ui(ui: &mut Ui, data: &Arc<ChartData>, view: &mut ChartView, rect: Rect) -> Option<ChartClick> {
    let columns = (data.kind == ChartKind::Categories).then(|| Columns::fit(ui, data, rect.size()));
    let list = columns.as_ref().map(|columns| (columns.room(), columns.row));
    let axes = Axes::new(ui, data, view, list, rect.size());
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
    let pointed = series.pointed.map(|bucket| ChartClick { bucket, series: series_at });
    let unfinished = series.unfinished;
    if view.shown(data).next().is_none() {
        let middle = axes.point((axes.buckets.0 + axes.buckets.1) / 2.0, (axes.values.0 + axes.values.1) / 2.0);
        let text = Text::Small.rich("All series are hidden: choose one above");
        plot.text(PlotText::new("", middle, text).color(tokens.subdued).allow_hover(false));
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
    pointed: Option<ChartClick>,
    clicked: Option<ChartClick>,
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
    clicked.or(entered)
}
