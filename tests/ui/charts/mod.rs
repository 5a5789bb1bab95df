//! Charts: their names, what a click and a key give, the table beside the picture, and pictures of all kinds.

mod cards;
mod gallery;
mod plots;
mod samples;
mod wide_tables;

use std::sync::Arc;

use egui_kittest::Harness;
use paydesk_widgets::chart::{ChartClick, ChartData, ChartView, chart_ui};

use super::kit::harness;

/// A chart under test, and what it gave.
pub struct Shown {
    pub data: Arc<ChartData>,
    pub view: ChartView,
    pub clicks: Vec<ChartClick>,
}

/// A chart of 600 × 300 points.
pub fn show(data: ChartData) -> Harness<'static, Shown> {
    let shown = Shown { data: Arc::new(data), view: ChartView::default(), clicks: Vec::new() };
    let mut harness = harness(shown, |ui, shown| {
        ui.set_width(600.0);
        shown.clicks.extend(chart_ui(ui, &shown.data, &mut shown.view, 300.0));
    });
    harness.run();
    harness
}
