//! Charts: bars and lines over time, and bars by category.
//!
//! Plain data in ([`ChartData`]: exact integers of one unit), what was asked for out ([`ChartClick`]). `egui_plot` draws:
//! axes, grid, bars, lines, zoom, and charts of the same time at one range. Floats begin there.
//!
//! Every chart has a name and a sentence, and goes by keyboard: arrows move over buckets and series,
//! Enter opens what is there, + and − zoom. Nothing moves by itself and nothing asks for another frame.

mod axes;
mod columns;
mod data;
mod decimation;
mod keys;
mod legend;
mod plot;
mod series;
mod text;
mod tooltip;
mod view;
mod wording;

use std::sync::Arc;

use egui::{Sense, Ui, vec2};

pub use data::{ChartBucket, ChartClick, ChartData, ChartKind, ChartSeries, CountNoun, SeriesColor, ValueUnit};
pub use view::ChartView;

/// A plot lower than this says nothing, in points.
const PLOT_MIN: f32 = 60.0;

/// Shows a chart over the whole width and `height` points.
pub fn chart_ui(ui: &mut Ui, data: &Arc<ChartData>, view: &mut ChartView, height: f32) -> Option<ChartClick> {
    view.follow(data);
    let top = ui.cursor().top();
    let spacing = std::mem::replace(&mut ui.spacing_mut().item_spacing.y, 0.0);
    if data.kind != ChartKind::Categories || data.series.len() > 1 {
        legend::legend_ui(ui, data, view);
    }
    let left = (height - (ui.cursor().top() - top)).max(PLOT_MIN);
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), left), Sense::hover());
    ui.spacing_mut().item_spacing.y = spacing;
    if ui.is_rect_visible(rect) { plot::plot_ui(ui, data, view, rect) } else { None }
}
