//! Payments that are older than what is stored on this machine, in the list of what was found.

use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::team_payments::{search, with_older};

use super::live::LiveWindow;
use super::panels::pictures_of;

fn found() -> Desk {
    let (mut desk, mut outside) = with_older();
    desk.act(Action::Payments(PaymentsAction::ShowAll));
    outside.word = "pay_00072";
    search(&mut desk, "pay_00072");
    desk.tick(1);
    outside.settle(&mut desk);
    desk.tick(1);
    desk
}

#[test]
fn older_payments_stand_in_the_same_list_and_the_line_below_says_where_they_are_from() {
    let window = LiveWindow::new(found());
    let line = "10 payments found · 9 of them older, from your team's database";
    assert!(window.shows(line), "{:?}", window.state().workspace.history.search().older());
    assert!(window.rows().iter().any(|row| row.ends_with(", pay_000729")), "{:?}", window.rows());
}

#[test]
fn pictures_of_older_payments() {
    pictures_of("older payments", || vec![("payments-older", found(), [1_440.0, 900.0])]);
}
