//! A table of more rows than a scroll area counts exactly: it is scrolled to the point from the first row to the last.

use std::ops::Range;

use egui::{Key, Modifiers, MouseWheelSource, MouseWheelUnit, Rect, TouchPhase, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use paydesk_widgets::table::ColumnWidth;
use paydesk_widgets::{Table, TableColumn};

use super::kit::harness;

const ROWS: usize = 1_000_000;
const COLUMNS: [TableColumn<()>; 1] = [TableColumn::new((), "Payment", ColumnWidth::Remainder { min: 80.0 })];

#[derive(Default)]
struct Rows {
    count: usize,
    scroll_to: Option<usize>,
    visible: Range<usize>,
    room: Option<Rect>,
}

fn table(count: usize) -> Harness<'static, Rows> {
    let mut table = harness(Rows { count, ..Rows::default() }, |ui, rows| {
        rows.room = Some(ui.available_rect_before_wrap());
        let table = Table::new("Payments", &COLUMNS, rows.count).scroll_to(rows.scroll_to.take());
        rows.visible = table.ui(ui, |row| format!("pay_{row}"), |cell| drop(cell.text("EUR"))).visible;
    });
    table.run();
    table
}

fn room(table: &Harness<'_, Rows>) -> Rect {
    table.state().room.unwrap()
}

fn top_of(table: &Harness<'_, Rows>, row: usize) -> f32 {
    table.get_by_label(&format!("pay_{row}")).rect().top()
}

fn go_to(table: &mut Harness<'_, Rows>, row: usize) {
    table.state_mut().scroll_to = Some(row);
    table.run();
}

/// Turns the wheel in events of one point, one a frame.
fn wheel(table: &mut Harness<'_, Rows>, events: usize, delta: f32) {
    table.hover_at(egui::pos2(300.0, 300.0));
    for _ in 0..events {
        table.event(wheel_event(delta));
        table.step();
    }
    table.run();
}

fn wheel_event(delta: f32) -> egui::Event {
    egui::Event::MouseWheel {
        unit: MouseWheelUnit::Point,
        delta: vec2(0.0, delta),
        phase: TouchPhase::Move,
        modifiers: Modifiers::NONE,
        source: MouseWheelSource::Unknown,
    }
}

#[test]
fn wheel_events_of_one_point_move_one_point_each_wherever_the_table_is() {
    let mut table = table(ROWS);
    for row in [20, 300, 29_000, 500_000, ROWS - 30] {
        go_to(&mut table, row);
        let (shown, top) = (table.state().visible.start + 4, top_of(&table, table.state().visible.start + 4));
        wheel(&mut table, 50, -1.0);
        let moved = top - top_of(&table, shown);
        assert!((moved - 50.0).abs() < 0.2, "row {row}: {moved}");
    }
}

#[test]
fn what_the_wheel_asks_for_is_shown_by_the_frame_that_hears_of_it() {
    for count in [1_000, ROWS] {
        let mut table = table(count);
        go_to(&mut table, 300);
        table.hover_at(egui::pos2(300.0, 300.0));
        table.run();
        let (row, top) = (table.state().visible.start + 4, top_of(&table, table.state().visible.start + 4));
        for moves in 1..4 {
            table.event(wheel_event(-7.0));
            table.step();
            assert_eq!(top - top_of(&table, row), 7.0 * moves as f32, "{count} rows");
        }
        table.run();
        assert_eq!(top - top_of(&table, row), 21.0, "it was moved once");
    }
}

#[test]
fn the_last_row_ends_where_the_table_ends_and_the_first_begins_below_the_header() {
    let mut table = table(ROWS);
    let (first, bottom) = (top_of(&table, 0), room(&table).bottom());
    go_to(&mut table, ROWS - 1);
    assert_eq!(table.state().visible.end, ROWS);
    let last = table.get_by_label(&format!("pay_{}", ROWS - 1)).rect().bottom();
    assert!((last - bottom).abs() <= 1.0, "{last} {bottom}");
    wheel(&mut table, 5, -1_000.0);
    assert_eq!(table.get_by_label(&format!("pay_{}", ROWS - 1)).rect().bottom(), last, "it ends there");
    go_to(&mut table, 0);
    assert_eq!(top_of(&table, 0), first);
}

#[test]
fn a_fast_wheel_passes_as_many_rows_near_the_ends_as_in_the_middle() {
    let mut table = table(ROWS);
    for row in [200, 500_000, ROWS - 200] {
        go_to(&mut table, row);
        let start = table.state().visible.start;
        wheel(&mut table, 1, 1_500.0);
        let passed = start - table.state().visible.start;
        assert!((52..=54).contains(&passed), "row {row}: {passed}");
    }
}

#[test]
fn the_keyboard_reaches_both_ends_and_moves_row_by_row() {
    let mut table = table(ROWS);
    table.get_by_label("pay_0").focus();
    table.run();
    table.key_press(Key::End);
    table.run();
    assert!(table.get_by_label(&format!("pay_{}", ROWS - 1)).is_focused());
    for _ in 0..30 {
        table.key_press(Key::ArrowUp);
        table.run();
    }
    assert!(table.get_by_label(&format!("pay_{}", ROWS - 31)).is_focused());
    table.key_press(Key::Home);
    table.run();
    assert!(table.get_by_label("pay_0").is_focused());
}

#[test]
fn the_bar_is_dragged_through_all_rows() {
    let mut table = table(ROWS);
    let area = room(&table);
    let lane = area.right() + 3.0;
    let (top, bottom) = (area.top() + 34.0, area.bottom() - 2.0);
    table.hover_at(egui::pos2(lane, top));
    table.run();
    table.drag_at(egui::pos2(lane, top));
    table.run();
    for (at, expected) in [(0.5, 535_000_usize), (1.0, ROWS), (0.25, 267_000)] {
        table.hover_at(egui::pos2(lane, top + (bottom - top) * at));
        table.run();
        let visible = table.state().visible.clone();
        assert!(visible.end.abs_diff(expected) < 20_000, "{at}: {visible:?}");
    }
    let held = table.state().visible.clone();
    table.run_steps(5);
    assert_eq!(table.state().visible, held, "a bar that is held stays where it is");
    table.drop_at(egui::pos2(lane, top + (bottom - top) * 0.25));
    table.run();
    assert_eq!(table.state().visible, held);
}

#[test]
fn a_table_that_grows_while_it_is_read_stays_where_it_is() {
    let mut table = table(20_000);
    go_to(&mut table, 10_000);
    let (shown, top) = (table.state().visible.start + 3, top_of(&table, table.state().visible.start + 3));
    for count in [60_000, 400_000, ROWS, 20_000] {
        table.state_mut().count = count;
        table.run();
        assert!((top_of(&table, shown) - top).abs() < 0.2, "{count}");
    }
}
