//! Bars by category: horizontal bars of `egui_plot` with names and exact values as the labels of its axes. All from zero,
//! the longest fills the room; what they are compared with is a mark on the bar.

use std::ops::RangeInclusive;
use std::sync::Arc;

use egui::{Rangef, Rect, ScrollArea, Sense, Stroke, Ui, UiBuilder, Vec2, WidgetInfo, accesskit::Role, pos2};
use egui_plot::{
    Axis, AxisHints, Bar, BarChart, GridMark, HPlacement, Plot, PlotResponse, PlotUi, Span, VLine, uniform_grid_spacer,
};

use super::data::ChartData;
use super::series::color_of;
use super::view::{ChartCursor, ChartView};
use super::{ChartClick, keys, tooltip};
use crate::ui::tokens::{Text, size, space, tokens};
use crate::ui::widgets::paint;

/// What a bar takes of its line.
const BAR: f64 = 0.55;
const ICON: f32 = 14.0;
/// The least height of a line, and that of lines whose names go on in a second one, in points.
const ROW_MIN: f32 = 20.0;
const ROW_WRAPPED: f32 = 36.0;
/// Most of the width that names take: the rest is for bars and numbers.
const NAME_SHARE: f32 = 0.45;
/// The least room for bars, in points.
const BARS_MIN: f32 = 90.0;
/// The width of the mark of what is compared, in points.
const COMPARED: f64 = 2.0;
/// What labels have beside them, in points: `egui_plot` adds it.
const BESIDE: f32 = 8.0;

/// What is written beside the bars, each as wide as its longest.
struct Columns {
    names: Vec<String>,
    values: Vec<String>,
    extras: Vec<String>,
    widths: [f32; 3],
    row: f32,
}

/// Draws the chart into `rect`; what was clicked, or opened with Enter.
pub(super) fn categories_ui(
    ui: &mut Ui,
    data: &Arc<ChartData>,
    view: &mut ChartView,
    rect: Rect,
) -> Option<ChartClick> {
    let columns = Columns::fit(ui, data, rect.size());
    let shown = ui.scope_builder(UiBuilder::new().max_rect(rect), |ui| {
        let scroll = ScrollArea::vertical().id_salt(&data.title).auto_shrink([false, false]);
        scroll.show(ui, |ui| {
            let output = bars_ui(ui, data, view, &columns);
            let entered = keys::handle_key(ui, data, view, &output.response);
            keys::describe(ui, data, view, &output.response);
            paint::focus_ring(ui, &output.response, output.response.rect, 2);
            rows_ui(ui, data, view, (&columns, rect), &output).or(entered.map(|cursor| cursor.bucket))
        })
    });
    let bucket = shown.inner.inner?;
    view.cursor = Some(ChartCursor { bucket, series: Some(0) });
    Some(ChartClick { bucket, series: Some(0) })
}

fn bars_ui(ui: &mut Ui, data: &ChartData, view: &ChartView, columns: &Columns) -> PlotResponse<()> {
    let tokens = tokens(ui);
    let hints = |texts: &'_ [String], width: f32, kind: Text| {
        let texts = texts.to_vec();
        let text = move |mark: GridMark, _: &RangeInclusive<f64>| {
            texts.get((-mark.value).round() as usize).cloned().unwrap_or_default()
        };
        let color = if kind == Text::Caption { tokens.subdued } else { tokens.text };
        let hints = AxisHints::new(Axis::Y).formatter(text).min_thickness(width).tick_label_font(kind.font());
        hints.tick_label_color(color).label_spacing(Rangef::new(0.0, 1.0))
    };
    let mut axes = vec![
        hints(&columns.values, columns.widths[1], Text::SmallStrong),
        hints(&columns.names, columns.widths[0], Text::Small),
    ];
    if columns.widths[2] > 0.0 {
        axes.push(hints(&columns.extras, columns.widths[2], Text::Caption).placement(HPlacement::Right));
    }
    let room = ui.available_width() - columns.widths.iter().sum::<f32>();
    let plot = Plot::new("plot")
        .id(ui.scope_id().with(("paydesk.chart", &data.title)))
        .min_size(Vec2::splat(1.0))
        .height(columns.row * data.buckets.len().max(1) as f32)
        .custom_y_axes(axes)
        .y_grid_spacer(uniform_grid_spacer(|_| [1.0; 3]))
        .grid_spacing(Rangef::new(1.0, 2.0))
        .show_axes([false, true])
        .show_grid(false)
        .show_background(false)
        .show_x(false)
        .show_y(false)
        .allow_zoom(false)
        .allow_drag(false)
        .allow_scroll(false)
        .allow_axis_zoom_drag(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .sense(Sense::click());
    plot.show(ui, |plot| items(plot, data, view, f64::from(room.max(1.0))))
}

/// Adds the bars, and the marks on them.
fn items(plot: &mut PlotUi<'_>, data: &ChartData, view: &ChartView, room: f64) {
    let tokens = tokens(plot.ctx());
    let values = data.series.iter().flat_map(|series| &series.values).flatten().map(|value| *value as f64);
    let (low, high) = values.fold((0.0_f64, 0.0_f64), |(low, high), value| (low.min(value), high.max(value)));
    let high = if high > low { high } else { data.unit.one() as f64 };
    let point = (high - low) / room;
    plot.set_plot_bounds_x(low..=high + 3.0 * point);
    plot.set_plot_bounds_y(0.5 - data.buckets.len().max(1) as f64..=0.5);
    if let Some(cursor) = view.cursor.filter(|_| plot.response().has_focus()) {
        let at = -(cursor.bucket as f64);
        plot.span(Span::new("", at - 0.5..=at + 0.5).axis(Axis::Y).fill(tokens.selected_row).border_width(0.0));
    }
    for (index, series) in data.series.iter().enumerate().filter(|(index, _)| view.shows(data, *index)) {
        let bar = |(bucket, value): (usize, &Option<i64>)| {
            let (at, value) = (-(bucket as f64), (*value)? as f64);
            let status = data.buckets.get(bucket)?.status;
            let color = status.map_or(color_of(tokens, series), |(_, tone)| tokens.tone_fill(tone));
            let bar = Bar::new(at, value).width(BAR).fill(color);
            let mark = Bar::new(at, COMPARED * point).base_offset(value).width(BAR * 1.5).fill(tokens.text);
            Some(if series.previous { mark } else { bar }.stroke(Stroke::NONE).horizontal())
        };
        let is_drawn = index == 0 || series.previous;
        let bars = series.values.iter().enumerate().filter(|_| is_drawn).filter_map(bar).collect();
        plot.bar_chart(BarChart::new("", bars).allow_hover(false));
    }
    plot.vline(VLine::new("", 0.0).stroke(Stroke::new(1.0, tokens.border_strong)).allow_hover(false));
}

/// Every line is named, and leads to its rows.
fn rows_ui(
    ui: &mut Ui,
    data: &ChartData,
    view: &ChartView,
    (columns, sight): (&Columns, Rect),
    output: &PlotResponse<()>,
) -> Option<usize> {
    let (whole, frame) = (&output.response, output.transform.frame());
    let cursor = view.cursor.filter(|_| whole.has_focus());
    let mut clicked = None;
    for bucket in 0..data.buckets.len() {
        let top = frame.top() + columns.row * bucket as f32;
        let row = Rect::from_x_y_ranges(sight.x_range(), top..=top + columns.row);
        if cursor.is_some_and(|cursor| cursor.bucket == bucket) && !ui.clip_rect().contains_rect(row) {
            ui.scroll_to_rect_animation(row, None, egui::style::ScrollAnimation::none());
        }
        if !ui.is_rect_visible(row) {
            continue;
        }
        if let Some((icon, tone)) = data.buckets[bucket].status {
            let lines = columns.names[bucket].lines().map(|line| paint::text_width(ui, Text::Small, line));
            let right = frame.left() - columns.widths[1] - BESIDE / 2.0 - lines.fold(0.0, f32::max) - space::S;
            icon.paint(ui.painter(), pos2(right - ICON / 2.0, row.center().y), ICON, tokens(ui).tone(tone).text);
        }
        let response = ui.interact(row, whole.id.with(bucket), Sense::CLICK);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), data.category_text(bucket)));
        if response.hovered() {
            let cursor = ChartCursor { bucket, series: None };
            tooltip::bucket_ui(data, view, &response, cursor, None);
        }
        clicked = clicked.or(response.clicked().then_some(bucket));
    }
    clicked
}

impl Columns {
    fn fit(ui: &Ui, data: &ChartData, room: Vec2) -> Self {
        let all = 0..data.buckets.len();
        let widest =
            |texts: &[String], kind| texts.iter().map(|text| paint::text_width(ui, kind, text)).fold(0.0, f32::max);
        let icon = if data.buckets.iter().any(|bucket| bucket.status.is_some()) { ICON + space::S } else { 0.0 };
        let name_max = room.x * NAME_SHARE - icon;
        let wrapped = |kept: usize| -> Vec<String> {
            let label = |bucket: usize| wrap(ui, &data.buckets[bucket].label, name_max, kept);
            all.clone().map(label).collect()
        };
        let mut names = wrapped(2);
        let count = data.buckets.len().max(1) as f32;
        if names.iter().any(|name| name.contains('\n')) && count * ROW_WRAPPED > room.y {
            names = wrapped(1);
        }
        let is_wrapped = names.iter().any(|name| name.contains('\n'));
        let row = if is_wrapped { ROW_WRAPPED } else { (room.y / count).clamp(ROW_MIN, size::ROW_COMPACT) };
        let value = |bucket: usize| data.series.first().and_then(|series| series.value(bucket));
        let text = |bucket| value(bucket).map_or_else(|| "–".to_owned(), |value| data.unit.text(value));
        let values: Vec<String> = all.clone().map(text).collect();
        let extra =
            |bucket| [data.share_text(bucket), data.count_text(bucket)].into_iter().flatten().collect::<Vec<_>>();
        let extras: Vec<String> = all.map(|bucket| extra(bucket).join(", ")).collect();
        let lines = names.iter().flat_map(|name| name.lines()).map(|line| paint::text_width(ui, Text::Small, line));
        let name = lines.fold(0.0_f32, f32::max) + icon + BESIDE;
        let value = widest(&values, Text::SmallStrong) + BESIDE;
        let extra = widest(&extras, Text::Caption) + BESIDE;
        // Where there is no room for everything, share and count are left to the tooltip and the table.
        let fits = extra > BESIDE && name + value + extra + BARS_MIN <= room.x;
        Self { names, values, extras, widths: [name, value, if fits { extra } else { 0.0 }], row }
    }
}

/// A name in at most so many lines, the last of them cut with an ellipsis.
fn wrap(ui: &Ui, name: &str, width: f32, lines: usize) -> String {
    let galley = paint::lines(ui.painter(), name, Text::Small, tokens(ui).text, width, lines);
    let lines: Vec<String> = galley.rows.iter().map(|row| row.text().trim_end().to_owned()).collect();
    lines.join("\n")
}
