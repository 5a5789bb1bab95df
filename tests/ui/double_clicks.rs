//! A double click where the first click closes what is in front: nothing behind it gets the second.

use egui::{Event, Id, Modal, Modifiers, PointerButton, Pos2, Theme, Ui, vec2};
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

fn click_at(harness: &mut Harness<'_, Window>, pos: Pos2) {
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
