//! The table of a chart that is wider than its card: its first column stays, and a row says what stands in it.

use std::sync::Arc;

use egui::{Event, Modifiers, MouseWheelSource, MouseWheelUnit, TouchPhase, pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use paydesk_widgets::board_card::{CardView, ChartCard};
use paydesk_widgets::chart::{ChartData, ChartSeries, SeriesColor};

use super::samples;
use crate::kit::{self, harness};
use crate::panels::names_of;

/// A table of these numbers on a card.
fn table(data: ChartData) -> Harness<'static, CardView> {
    let data = Arc::new(data);
    let mut view = CardView::default();
    view.table = true;
    let mut harness = harness(view, move |ui, view| {
        let card = ChartCard { height: 280.0, ..ChartCard::new("Disputes by status") };
        card.ui(ui, Some(&data), view);
    });
    harness.run();
    harness
}

/// So many series beside one another, wider than a card.
fn wide(series: usize) -> ChartData {
    let named = |at: usize| {
        ChartSeries::new(format!("Currency {at:02}"), SeriesColor::Slot(at % 8), samples::waves(10, 0, 99, at as i64))
    };
    ChartData { series: (0..series).map(named).collect(), ..samples::stacked(10) }
}

fn left(table: &Harness<'_, CardView>, name: &str) -> f32 {
    table.get_by_label(name).rect().left()
}

fn scroll_sideways(table: &mut Harness<'_, CardView>, by: f32) {
    table.event(Event::PointerMoved(pos2(300.0, 150.0)));
    let (unit, phase, source) = (MouseWheelUnit::Point, TouchPhase::Move, MouseWheelSource::Wheel);
    table.event(Event::MouseWheel { unit, delta: vec2(-by, 0.0), phase, modifiers: Modifiers::NONE, source });
    table.run_steps(40);
}

#[test]
fn the_first_column_stays_while_the_others_are_scrolled_sideways() {
    let mut table = table(wide(20));
    let columns = ["Time", "Mon 2 Nov 2026", "Currency 03"];
    let before = columns.map(|name| left(&table, name));
    scroll_sideways(&mut table, 200.0);
    let after = columns.map(|name| left(&table, name));
    assert_eq!(before[..2], after[..2]);
    assert!(after[2] < before[2] - 100.0, "{before:?} {after:?}");
    assert_eq!(left(&table, "Time"), left(&table, "Mon 2 Nov 2026"), "the title is above its column");
    if paydesk_test_desk::vulkan::needs_vulkan("a picture of a wide table").is_some() {
        kit::exhibit(&mut table, "table-first-column-kept-light");
    }
}

#[test]
fn a_row_says_the_columns_that_it_has_and_not_what_the_chart_adds_up() {
    let sum = ChartSeries::new("Other (2)", SeriesColor::Other, vec![Some(7); 10]);
    let rest = ["SEK", "NOK"].map(|code| ChartSeries::new(code, SeriesColor::Other, vec![Some(3); 10]));
    let mut data = ChartData { rest: rest.to_vec(), unfinished: None, ..wide(1) };
    data.series.push(sum);
    let table = table(data);
    let shown = names_of(&table);
    let row = shown.lines().find(|name| name.starts_with("Mon 2 Nov 2026: ")).expect("the row is named");
    assert!(row.contains("Currency 00 ") && row.ends_with("SEK 3 disputes, NOK 3 disputes"), "{row}");
    assert!(!shown.contains("Other (2)"), "{shown}");
}
