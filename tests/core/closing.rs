//! Closing the window: at once where nothing is under way, and never for long where something is.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::dialog::Dialog;
use paydesk_core::state::closing::CLOSING_WAIT;
use paydesk_test_core::desk::{Desk, capture};
use paydesk_test_core::service::Pay;

fn waiting() -> Desk {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    assert!(!desk.state.on_close_requested(), "it closed during a send");
    desk
}

#[test]
fn a_window_with_nothing_under_way_closes_at_once() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    assert!(desk.state.on_close_requested() && desk.state.workspace.dialog.is_none());
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    assert!(desk.state.on_close_requested(), "an unknown outcome is in the journal and may take hours");
}

#[test]
fn a_window_that_is_closed_during_a_send_waits_for_the_response() {
    let mut desk = waiting();
    assert!(matches!(desk.state.workspace.dialog, Some(Dialog::Closing { .. })));
    assert!(!desk.state.may_close() && desk.state.counts_seconds());
    assert!(!desk.state.on_close_requested(), "asked again");
    desk.reply_truly();
    desk.write_all();
    assert!(desk.state.may_close() && desk.state.on_close_requested());
}

#[test]
fn a_lost_response_ends_the_wait_too() {
    let mut desk = waiting();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    assert!(desk.state.may_close());
}

#[test]
fn the_wait_is_ten_seconds_at_most_and_a_clock_that_is_set_does_not_change_that() {
    let mut desk = waiting();
    let until = desk.state.closing_until().unwrap();
    assert!(desk.state.next_due().is_some_and(|due| due <= until), "the window would sleep");
    desk.tick_at(until - chrono::TimeDelta::milliseconds(1));
    assert!(!desk.state.may_close());
    desk.state.on_clock_jump(chrono::TimeDelta::hours(1));
    assert_eq!(desk.state.closing_until(), Some(until + chrono::TimeDelta::hours(1)));
    desk.tick_at(until + chrono::TimeDelta::hours(1));
    assert!(desk.state.may_close() && desk.state.on_close_requested());
    assert_eq!(CLOSING_WAIT.num_seconds(), 10);
}

#[test]
fn a_person_closes_now_or_not_at_all() {
    let mut desk = waiting();
    desk.act(Action::CloseNow);
    assert!(desk.state.may_close() && desk.state.on_close_requested());
    let mut desk = waiting();
    desk.act(Action::DismissDialog);
    desk.tick(60);
    assert!(!desk.state.may_close(), "it closed after all");
}
