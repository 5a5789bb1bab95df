//! A double click where the first click closes what is in front, or moves something under the pointer: nothing else gets
//! the second.

use egui::accesskit::Role;
use egui::{Event, Id, Modal, Modifiers, PointerButton, Pos2, Rect, Sense, Theme, Ui, WidgetInfo, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

use super::kit;

/// A dialog over a list, and how often each was clicked.
#[derive(Debug, Default)]
struct Window {
    confirmed: u32,
    /// Confirming closes the dialog.
    stays_open: bool,
    behind: u32,
}

fn draw(ui: &mut Ui, window: &mut Window) {
    let behind = egui::Button::new("Another payment");
    window.behind += u32::from(ui.put(ui.max_rect(), behind).clicked());
    if window.stays_open || window.confirmed == 0 {
        Modal::new(Id::unique("dialog")).show(ui.ctx(), |ui| {
            let confirm = egui::Button::new("Capture").min_size(vec2(200.0, 60.0));
            window.confirmed += u32::from(ui.add(confirm).clicked());
        });
    }
}

fn harness(window: Window) -> Harness<'static, Window> {
    kit::builder(Theme::Light, [400.0, 300.0]).with_step_dt(0.02).build_ui_state(draw, window)
}

fn click_at<S>(harness: &mut Harness<'_, S>, pos: Pos2) {
    harness.event(Event::PointerMoved(pos));
    for pressed in [true, false] {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        harness.event(Event::PointerButton { pos, button, pressed, modifiers });
        harness.run_steps(2);
    }
}

fn confirm(harness: &Harness<'_, Window>) -> Pos2 {
    harness.get_by_label("Capture").rect().center()
}

#[test]
fn the_second_click_on_a_dialog_that_closed_does_not_reach_what_is_behind_it() {
    let mut harness = harness(Window::default());
    let pos = confirm(&harness);
    click_at(&mut harness, pos);
    click_at(&mut harness, pos + vec2(2.0, 1.0));
    assert_eq!((harness.state().confirmed, harness.state().behind), (1, 0));
}

#[test]
fn a_click_elsewhere_or_later_is_meant() {
    for (steps, moved_by) in [(0, vec2(0.0, 90.0)), (30, vec2(0.0, 0.0))] {
        let mut harness = harness(Window::default());
        let pos = confirm(&harness);
        click_at(&mut harness, pos);
        harness.run_steps(steps);
        click_at(&mut harness, pos + moved_by);
        assert_eq!((harness.state().confirmed, harness.state().behind), (1, 1), "{steps} {moved_by}");
    }
}

#[test]
fn what_is_still_there_gets_both_clicks() {
    let mut harness = harness(Window { stays_open: true, ..Window::default() });
    let pos = confirm(&harness);
    click_at(&mut harness, pos);
    click_at(&mut harness, pos);
    assert_eq!((harness.state().confirmed, harness.state().behind), (2, 0));
}

/// A row with a link, which moves to the left when the row was opened, as when a pane takes room.
#[derive(Debug, Default)]
struct Row {
    opened: u32,
    fulfilled: u32,
}

fn draw_row(ui: &mut Ui, row: &mut Row) {
    let rect = Rect::from_min_size(ui.max_rect().min, vec2(300.0, 40.0));
    let response = ui.interact(rect, Id::unique("row"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Row, true, "Grace Hopper"));
    row.opened += u32::from(response.clicked());
    let left = if row.opened == 0 { 230.0 } else { 120.0 };
    let link = Rect::from_min_size(rect.min + vec2(left, 8.0), vec2(60.0, 24.0));
    row.fulfilled += u32::from(ui.put(link, egui::Button::new("Fulfil")).clicked());
}

#[test]
fn the_second_click_on_a_row_does_not_reach_a_link_that_moved_under_the_pointer() {
    for (steps, fulfilled) in [(0, 0), (30, 1)] {
        let mut harness =
            kit::builder(Theme::Light, [400.0, 300.0]).with_step_dt(0.02).build_ui_state(draw_row, Row::default());
        let pos = harness.get_by_label("Grace Hopper").rect().left_center() + vec2(150.0, 0.0);
        click_at(&mut harness, pos);
        harness.run_steps(steps);
        click_at(&mut harness, pos);
        assert_eq!((harness.state().opened, harness.state().fulfilled), (1, fulfilled), "{steps}");
    }
}

#[test]
fn a_double_click_on_a_row_or_on_its_link_is_for_what_got_the_first_click() {
    let mut harness =
        kit::builder(Theme::Light, [400.0, 300.0]).with_step_dt(0.02).build_ui_state(draw_row, Row::default());
    let row = harness.get_by_label("Grace Hopper").rect().left_center() + vec2(20.0, 0.0);
    click_at(&mut harness, row);
    click_at(&mut harness, row);
    assert_eq!((harness.state().opened, harness.state().fulfilled), (2, 0));
    harness.run_steps(30);
    let link = harness.get_by_label("Fulfil").rect().center();
    click_at(&mut harness, link);
    click_at(&mut harness, link);
    assert_eq!((harness.state().opened, harness.state().fulfilled), (2, 2));
}
