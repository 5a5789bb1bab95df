//! The section of the settings about notifications: every switch, the quiet hours, the test, and a failure.

use egui::Key;
use egui::accesskit::Role;
use paydesk_core::features::notifications::{NotificationKind, NotificationSettings};
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_test_core::desk::{Desk, problem};

use super::live::LiveWindow;

/// Tall enough to show all settings.
const TALL: [f32; 2] = [1000.0, 2000.0];

fn at_settings() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(Route::Settings));
    desk
}

fn window() -> LiveWindow {
    LiveWindow::of_size(at_settings(), TALL)
}

fn settings(window: &LiveWindow) -> NotificationSettings {
    window.state().settings.notifications
}

/// Replaces what is in a field and leaves it.
fn replace(window: &mut LiveWindow, field: &str, text: &str, key: Key) {
    window.type_into(field, "");
    window.keys(egui::Modifiers::COMMAND, Key::A);
    window.type_text(text);
    window.key(key);
}

#[test]
fn all_are_switched_off_in_one_place_and_the_rest_cannot_be_changed_then() {
    let mut window = window();
    window.click(Role::CheckBox, "Unknown outcomes");
    assert!(!settings(&window).sends(NotificationKind::UnknownOutcomes));
    assert!(settings(&window).sends(NotificationKind::BulkRuns));
    window.click(Role::CheckBox, "Show notifications");
    assert!(!settings(&window).is_on);
    window.click(Role::CheckBox, "Finished bulk runs");
    assert!(settings(&window).chosen(NotificationKind::BulkRuns), "it is disabled");
    window.click(Role::CheckBox, "Show notifications");
    assert!(!settings(&window).chosen(NotificationKind::UnknownOutcomes), "the choice of kinds comes back as it was");
}

#[test]
fn the_notice_before_an_authorization_expires_is_chosen() {
    let mut window = window();
    window.click(Role::RadioButton, "48 h");
    assert_eq!(settings(&window).lead_hours, 48);
}

#[test]
fn quiet_hours_are_switched_on_and_typed() {
    let mut window = window();
    assert_eq!(
        (window.text("Quiet hours from").as_str(), window.text("Quiet hours until").as_str()),
        ("20:00", "07:00")
    );
    window.click(Role::CheckBox, "No notifications from");
    replace(&mut window, "Quiet hours from", "21:30", Key::Enter);
    replace(&mut window, "Quiet hours until", "6:15", Key::Tab);
    let hours = settings(&window).quiet_hours;
    assert_eq!((hours.is_on, hours.from_minute, hours.to_minute), (true, 21 * 60 + 30, 6 * 60 + 15));
    assert_eq!(window.text("Quiet hours until"), "06:15");
}

#[test]
fn what_is_no_time_is_not_taken_and_escape_brings_back_what_was_set() {
    let mut window = window();
    window.click(Role::CheckBox, "No notifications from");
    let before = settings(&window);
    replace(&mut window, "Quiet hours from", "25:00", Key::Enter);
    assert_eq!(settings(&window), before);
    replace(&mut window, "Quiet hours from", "18:00", Key::Escape);
    assert_eq!((settings(&window), window.text("Quiet hours from").as_str()), (before, "20:00"));
}

#[test]
fn a_test_is_sent_and_a_failure_is_a_line_with_what_to_do() {
    let mut window = window();
    window.click(Role::Button, "Send test notification");
    let desk = &mut window.0.state_mut().desk;
    let number = desk.notified.pop().expect("a notification").number;
    desk.event(Message::NotificationSent { number, problem: Some(problem("No service shows notifications")) });
    window.run();
    assert!(window.shows("No service shows notifications") && window.shows("Free some space"));
    window.click(Role::Button, "Send test notification");
    let desk = &mut window.0.state_mut().desk;
    let number = desk.notified.pop().expect("another").number;
    desk.event(Message::NotificationSent { number, problem: None });
    window.run();
    assert!(!window.shows("No service shows notifications"));
}
