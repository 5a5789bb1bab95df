//! CPU time of one frame of a board with 12 charts of 400 buckets: still, scrolled, and pointed at.
//!
//! Goal: under 3 ms, layout and tessellation included.

use std::sync::Arc;
use std::time::{Duration, Instant};

use egui::{Event as InputEvent, Pos2, RawInput, Rect, Ui, pos2, vec2};
use paydesk_domain::money::Currency;
use paydesk_widgets::board_card::{CardView, ChartCard, grid_ui};
use paydesk_widgets::chart::{ChartBucket, ChartData, ChartKind, ChartSeries, CountNoun, SeriesColor, ValueUnit};
use paydesk_widgets::theme;

const FRAMES: usize = 400;
const CHARTS: usize = 12;
const BUCKETS: usize = 400;

/// Numbers that jump, the same in every run.
fn values(seed: usize) -> Vec<Option<i64>> {
    (0..BUCKETS).map(|at| Some(((at * 7919 + seed * 104_729) % 9_973) as i64 * 10)).collect()
}

fn chart(index: usize) -> Arc<ChartData> {
    let kind = [ChartKind::Stacked, ChartKind::Grouped, ChartKind::Lines][index % 3];
    let names = ["Won", "Lost", "Needs evidence"];
    let mut series: Vec<ChartSeries> = (0..if kind == ChartKind::Grouped { 1 } else { 3 })
        .map(|at| ChartSeries::new(names[at], SeriesColor::Slot(at), values(index + at)).counts(values(at)))
        .collect();
    series.push(ChartSeries::new("400 days before", SeriesColor::Slot(0), values(index + 9)).previous());
    Arc::new(ChartData {
        title: format!("Chart {index}"),
        kind,
        unit: if kind == ChartKind::Lines { ValueUnit::Rate } else { ValueUnit::Money(Currency::iso4217("EUR")) },
        counted: CountNoun::DISPUTES,
        buckets: (0..BUCKETS).map(|day| ChartBucket::new(format!("Day {day}"), format!("Day {day} of 400"))).collect(),
        series,
        rest: Vec::new(),
        unfinished: Some("Today is not over".into()),
    })
}

/// What the frame does beside drawing.
#[derive(Clone, Copy, PartialEq)]
enum Motion {
    Still,
    /// Every card is elsewhere in each frame.
    Scrolled,
    /// The pointer moves over one chart, with its tooltip.
    Pointed,
    /// Every picture is new, as after an answer for each.
    New,
}

struct Bench {
    ctx: egui::Context,
    charts: Vec<Arc<ChartData>>,
    views: Vec<CardView>,
    frame: usize,
}

impl Bench {
    fn new() -> Self {
        let ctx = egui::Context::default();
        theme::install(&ctx);
        let charts: Vec<Arc<ChartData>> = (0..CHARTS).map(chart).collect();
        let views = charts.iter().map(|_| CardView::default()).collect();
        Self { ctx, charts, views, frame: 0 }
    }

    /// One frame, layout and tessellation included.
    fn step(&mut self, motion: Motion) -> Duration {
        self.frame += 1;
        if motion == Motion::New {
            self.charts = (0..CHARTS).map(|index| chart(index + self.frame)).collect();
        }
        let over = pos2(60.0 + (self.frame * 3 % 350) as f32, 180.0);
        let events = if motion == Motion::Pointed { vec![InputEvent::PointerMoved(over)] } else { Vec::new() };
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1440.0, 1200.0))),
            time: Some(self.frame as f64 / 60.0),
            events,
            ..RawInput::default()
        };
        let space = if motion == Motion::Scrolled { (self.frame % 50) as f32 } else { 0.0 };
        let (charts, views) = (&self.charts, &mut self.views);
        let began = Instant::now();
        let mut output = self.ctx.run_ui(input, |ui| board_ui(ui, space, charts, views));
        let shapes = self.ctx.tessellate(std::mem::take(&mut output.shapes), output.pixels_per_point);
        std::hint::black_box(shapes);
        output.textures_delta.clear();
        began.elapsed()
    }

    fn median(&mut self, motion: Motion) -> f64 {
        let mut times: Vec<Duration> = (0..FRAMES).map(|_| self.step(motion)).collect();
        times.drain(..20);
        times.sort();
        times[times.len() / 2].as_secs_f64() * 1e3
    }
}

fn board_ui(ui: &mut Ui, space: f32, charts: &[Arc<ChartData>], views: &mut [CardView]) {
    ui.add_space(space);
    grid_ui(ui, charts.len(), 420.0, 264.0, |ui, index| {
        let card = ChartCard {
            definition: Some("What it means"),
            freshness: Some("12:04, 3 min ago"),
            height: 264.0,
            ..ChartCard::new(&charts[index].title)
        };
        card.ui(ui, Some(&charts[index]), &mut views[index]);
    });
}

fn main() {
    let mut bench = Bench::new();
    println!("{CHARTS} charts of {BUCKETS} buckets, one frame (median of {FRAMES}, layout and tessellation):");
    for (name, motion) in [
        ("still", Motion::Still),
        ("scrolled", Motion::Scrolled),
        ("pointed at", Motion::Pointed),
        ("all new", Motion::New),
    ] {
        println!("{name:>12}  {:.3} ms (goal: under 3 ms)", bench.median(motion));
    }
}
