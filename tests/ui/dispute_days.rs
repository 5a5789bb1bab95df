//! The month of a field for a day lies over what follows it, in the form and in the popups of disputes.

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;
use paydesk_test_core::disputes::{dispute, inbox, open};

use super::live::LiveWindow;
use super::panels::{LARGE, QUAD_HD, SMALL, SMALL_AT_150_PERCENT};

const TODAY: &str = "21 November 2026";

/// A dispute of what was not received, whose form has a date with fields below it.
fn window(size: [f32; 2]) -> LiveWindow {
    let mut desk = inbox(vec![dispute("dsp_1", "dispute_opened", "product_not_received", 24)]);
    open(&mut desk, "dsp_1");
    LiveWindow::of_size(desk, size)
}

/// Brings the keyboard into the field of this name.
fn go_to(window: &mut LiveWindow, field: &str) {
    let is = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::TextInput && node.label().as_deref() == Some(field)
    };
    window.0.get_by(is).scroll_to_me();
    window.run();
    window.0.get_by(is).focus();
    window.run();
}

fn has_month(window: &LiveWindow) -> bool {
    window.has(Role::Button, "Next month")
}

/// Where the fields below the date begin.
fn tops(window: &LiveWindow) -> Vec<f32> {
    let fields = ["Tracking number", "Shipping documentation", "Receipt"];
    let is_one = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
        node.role() == Role::TextInput && node.label().is_some_and(|label| fields.contains(&label.as_str()))
    };
    window.0.query_all_by(is_one).map(|node| node.rect().top()).collect()
}

#[test]
fn nothing_moves_when_the_month_of_a_date_opens_and_esc_leaves_the_keyboard_in_its_field() {
    for size in [QUAD_HD, LARGE, SMALL, SMALL_AT_150_PERCENT] {
        let mut window = window(size);
        go_to(&mut window, "Shipping date");
        let before = tops(&window);
        assert!(!before.is_empty());
        window.key(Key::ArrowDown);
        assert!(has_month(&window), "{size:?}");
        assert_eq!(tops(&window), before, "{size:?}");
        window.key(Key::Escape);
        assert!(!has_month(&window), "{size:?}");
        assert_eq!(window.focused_of(Role::TextInput).as_deref(), Some("Shipping date"));
        assert!(window.state().workspace.disputes.open.id.is_some(), "the dispute stays open: {size:?}");
    }
}

#[test]
fn a_day_is_picked_by_keys_and_by_the_pointer_and_the_month_closes() {
    let mut window = window(LARGE);
    go_to(&mut window, "Shipping date");
    window.key(Key::ArrowDown);
    window.key(Key::ArrowDown);
    window.key(Key::ArrowRight);
    window.key(Key::Enter);
    assert!(!has_month(&window));
    let first = window.text("Shipping date");
    assert!(first.starts_with("2026-11-"), "{first}");
    window.click(Role::Button, "Open calendar: shipping date");
    window.click(Role::Button, "Previous month");
    assert!(has_month(&window), "a month that is turned stays");
    window.click(Role::Button, "9 October 2026");
    assert_eq!(window.text("Shipping date"), "2026-10-09");
    assert!(!has_month(&window));
    assert_eq!(window.focused_of(Role::TextInput).as_deref(), Some("Shipping date"));
}

#[test]
fn the_month_closes_with_its_button_and_where_the_field_is_left() {
    let mut window = window(LARGE);
    window.click(Role::Button, "Open calendar: shipping date");
    assert!(has_month(&window));
    window.click(Role::Button, "Open calendar: shipping date");
    assert!(!has_month(&window));
    window.click(Role::Button, "Open calendar: shipping date");
    // Away from the month, the pointer no longer holds it open.
    window.0.event(egui::Event::PointerMoved(egui::pos2(5.0, 5.0)));
    window.key(Key::Tab);
    assert!(!has_month(&window));
}

#[test]
fn in_a_popup_the_month_lies_over_it_too_and_esc_closes_one_after_the_other() {
    let mut window = window(LARGE);
    window.click(Role::Button, "Snooze…");
    let button = |window: &LiveWindow| window.0.get_by_label("Snooze until this day").rect();
    let before = button(&window);
    window.click(Role::Button, "Open calendar: another day");
    assert!(has_month(&window));
    assert_eq!(button(&window), before);
    window.click(Role::Button, "Next month");
    window.click(Role::Button, "2 December 2026");
    assert_eq!(window.text("Another day"), "2026-12-02");
    assert!(window.has(Role::Button, "Snooze until this day"), "a click into the month is none outside of the popup");
    window.key(Key::ArrowDown);
    assert!(has_month(&window));
    window.key(Key::Escape);
    assert!(!has_month(&window) && window.has(Role::Button, "Snooze until this day"));
    window.key(Key::Escape);
    assert!(!window.has(Role::Button, "Snooze until this day"));
    assert!(window.state().workspace.disputes.open.id.is_some());
}

#[test]
fn today_is_where_the_month_begins() {
    let mut window = window(LARGE);
    go_to(&mut window, "Shipping date");
    window.key(Key::ArrowDown);
    assert!(window.has(Role::Button, TODAY));
}
