//! Every kind of chart on one page, as pictures in both themes.

use std::sync::Arc;

use egui::{Margin, Theme, Ui, UiBuilder};
use egui_kittest::kittest::Queryable;
use paydesk_widgets::Failed;
use paydesk_widgets::board_card::{CardView, ChartCard, grid_ui};
use paydesk_widgets::chart::ChartData;
use paydesk_widgets::tokens::{space, tokens};

use super::super::kit;
use super::samples;
use paydesk_test_desk::vulkan::needs_vulkan;

const DEFINITION: &str = "Won ÷ (won + lost) of the disputes that ended in this period";

struct Page {
    charts: Vec<Arc<ChartData>>,
    views: Vec<CardView>,
}

impl Page {
    fn new() -> Self {
        let charts = [
            samples::stacked(30),
            samples::amounts("Disputed amount, EUR", "EUR", 20_000, 1_400_000),
            samples::rates(),
            samples::grouped(),
            samples::statuses(),
            samples::reasons(),
            ChartData { title: "Success rate as a table".into(), ..samples::rates() },
            ChartData { buckets: Vec::new(), title: "Lost amount, JPY".into(), ..samples::rates() },
            ChartData { title: "Disputes, newer ones on their way".into(), ..samples::stacked(12) },
            ChartData { title: "Payments, 400 days".into(), ..long(400) },
        ];
        let mut page = Self::of(charts.into());
        page.views[6].table = true;
        page
    }

    fn of(charts: Vec<ChartData>) -> Self {
        let charts: Vec<Arc<ChartData>> = charts.into_iter().map(samples::shared).collect();
        let views = charts.iter().map(|_| CardView::default()).collect();
        Self { charts, views }
    }
}

fn long(count: usize) -> ChartData {
    let data = samples::stacked(count);
    let buckets = (0..count).map(|at| paydesk_widgets::chart::ChartBucket::new(format!("{at}"), format!("Day {at}")));
    ChartData { buckets: buckets.collect(), unfinished: None, ..data }
}

fn page_ui(ui: &mut Ui, page: &mut Page) {
    let rect = ui.max_rect();
    ui.painter().rect_filled(rect, 0.0, tokens(ui).bg);
    ui.scope_builder(UiBuilder::new().max_rect(rect - Margin::same(16)), |ui| {
        ui.spacing_mut().item_spacing.y = space::M;
        grid_ui(ui, page.charts.len(), 420.0, 264.0, |ui, index| card_ui(ui, page, index));
    });
}

fn card_ui(ui: &mut Ui, page: &mut Page, index: usize) {
    let failed = Failed {
        title: "Disputes could not be counted",
        message: "The server took too long to answer",
        code: Some("HE_01"),
        advice: None,
        retrying: false,
    };
    let (data, view) = (&page.charts[index], &mut page.views[index]);
    let card = ChartCard {
        definition: Some(DEFINITION),
        freshness: Some("12:04, 3 min ago"),
        loading: index == 8,
        failed: (index == 3).then_some(failed),
        empty: ("No dispute was lost in this period", Some("Last 90 days")),
        height: ui.available_height(),
        ..ChartCard::new(&data.title)
    };
    card.ui(ui, Some(data), view);
}

fn draw(theme: Theme, name: &str) {
    let Some(()) = needs_vulkan("the picture of all charts") else { return };
    let mut page = Page::new();
    let mut harness =
        kit::builder::<()>(theme, [1440.0, 1160.0]).build_ui(|ui| kit::full_window(ui, |ui| page_ui(ui, &mut page)));
    harness.run();
    let at = harness.get_by_label("Disputes by stage, chart").rect();
    harness.hover_at(at.center() + egui::vec2(30.0, 20.0));
    harness.run();
    kit::widget_snapshot(&mut harness, name);
}

#[test]
fn all_charts_in_light() {
    draw(Theme::Light, "charts-light");
}

#[test]
fn all_charts_in_dark() {
    draw(Theme::Dark, "charts-dark");
}

/// Charts of one point, of zeros, of negative and of the largest numbers, with a goal.
fn draw_edges(theme: Theme, name: &str) {
    let Some(()) = needs_vulkan("the picture of charts of few and large numbers") else { return };
    let mut page = Page::of(samples::edges());
    let builder = kit::builder::<()>(theme, [1440.0, 1160.0]);
    let mut harness = builder.build_ui(|ui| kit::full_window(ui, |ui| page_ui(ui, &mut page)));
    harness.run();
    harness.get_by_label("Net amount, chart").focus();
    harness.run();
    kit::widget_snapshot(&mut harness, name);
}

#[test]
fn charts_of_few_and_large_numbers_in_light() {
    draw_edges(Theme::Light, "charts-edges-light");
}

#[test]
fn charts_of_few_and_large_numbers_in_dark() {
    draw_edges(Theme::Dark, "charts-edges-dark");
}

/// Text at 200% in a window of 1000 × 640: half as many points.
fn draw_large(theme: Theme, name: &str) {
    let Some(()) = needs_vulkan("the picture of charts with large text") else { return };
    let mut page = Page::new();
    let builder = kit::builder::<()>(theme, [500.0, 640.0]).with_pixels_per_point(2.0);
    let mut harness = builder.build_ui(|ui| {
        kit::full_window(ui, |ui| {
            ui.painter().rect_filled(ui.max_rect(), 0.0, tokens(ui).bg);
            grid_ui(ui, 3, 420.0, 200.0, |ui, index| card_ui(ui, &mut page, index));
        });
    });
    harness.run();
    kit::widget_snapshot(&mut harness, name);
}

#[test]
fn charts_with_large_text() {
    draw_large(Theme::Light, "charts-large-text-light");
}
