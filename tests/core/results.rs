//! A result is shown in one place, and what an event corrects is corrected everywhere.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::refunds::refundable_balance;
use paydesk_core::features::toasts::ToastKind;
use paydesk_core::operations::Operation;
use paydesk_core::route::Route;
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, capture, eur, pay_1};
use paydesk_test_core::refunds::{ask, captured, confirm, refunded};
use paydesk_test_core::service::Pay;
use paydesk_test_core::webhooks::{arrive, event};

use super::refunds::pending;
use super::webhooks::refund_of;

/// The toasts that are drawn.
fn drawn(desk: &Desk) -> Vec<String> {
    desk.state.toasts.unseen().map(|toast| toast.text.clone()).collect()
}

fn last(desk: &Desk) -> &Operation {
    desk.state.workspace.operations.last_of(&pay_1()).expect("an operation on the payment ended")
}

/// An event about the refund that was sent last.
fn reported(desk: &Desk, id: &str, status: &str, second: i64) -> paydesk_core::features::webhooks::StoredEvent {
    let sent = desk.sent.last().unwrap().request.body.clone().unwrap();
    let (refund_id, minor) = (sent["refund_id"].as_str().unwrap(), sent["amount"].as_i64().unwrap());
    event(id, "refund", refund_of(refund_id, "pay_1", minor, status), second)
}

fn capture_done(desk: &mut Desk) {
    desk.confirm(capture(1_000));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.reply_truly();
    desk.write_all();
    desk.serve();
}

#[test]
fn a_result_is_a_toast_unless_the_pane_in_front_shows_it() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    capture_done(&mut desk);
    assert_eq!(desk.state.result_of(last(&desk)), Some((ToastKind::Positive, "10.00 EUR captured".to_owned())));
    assert_eq!(drawn(&desk), [""; 0], "the pane of the payment shows it");
    desk.act(Action::Payments(PaymentsAction::Close));
    assert_eq!(drawn(&desk), [""; 0], "it was seen, and does not come up when the pane is closed");

    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.act(Action::GoTo(Route::Settings));
    desk.reply_truly();
    desk.write_all();
    assert_eq!(drawn(&desk), ["10.00 EUR captured"], "nothing else in front shows it");
    desk.act(Action::GoTo(Route::Attention));
    assert_eq!(drawn(&desk), [""; 0], "it is listed there");
}

#[test]
fn what_became_unknown_is_shown_with_the_operation_or_as_a_toast_until_it_is_known() {
    let desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    assert_eq!(drawn(&desk), [""; 0], "the pane shows the operation");
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.act(Action::GoTo(Route::Settings));
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    assert!(drawn(&desk).concat().contains("outcome not known yet"), "{:?}", drawn(&desk));
}

#[test]
fn a_result_is_corrected_while_another_profile_is_in_front() {
    let mut desk = pending();
    let said = reported(&desk, "evt_1", "succeeded", 1);
    desk.act(Action::SwitchProfile(ProfileId::embedded_hyperswitch()));
    arrive(&mut desk, [said]);
    let operation = desk.state.ended_operations().next().expect("those of all profiles are listed");
    assert_eq!(desk.state.result_of(operation), Some((ToastKind::Positive, "60.00 EUR refunded".to_owned())));
}

#[test]
fn a_refund_that_is_reported_later_is_corrected_in_every_place() {
    let mut desk = pending();
    let (kind, text) = desk.state.result_of(last(&desk)).unwrap();
    assert!(kind == ToastKind::Neutral && text.contains("pending"), "{text}");
    let said = reported(&desk, "evt_1", "succeeded", 1);
    arrive(&mut desk, [said]);
    assert_eq!(desk.state.result_of(last(&desk)), Some((ToastKind::Positive, "60.00 EUR refunded".to_owned())));
    assert!(desk.toasts().iter().all(|text| !text.contains("pending")), "{:?}", desk.toasts());
    let said = reported(&desk, "evt_2", "failed", 2);
    arrive(&mut desk, [said]);
    let (kind, text) = desk.state.result_of(last(&desk)).unwrap();
    assert!(kind == ToastKind::Danger && text.contains("failed"), "the bank sent it back: {text}");
}

#[test]
fn a_refund_that_an_event_reports_as_done_counts_as_refunded_while_its_answer_is_awaited() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 6_000);
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap().clone();
    let room = |desk: &Desk| {
        let room = refundable_balance(&desk.state.view(), &payment);
        (room.refunded, room.pending, room.remaining)
    };
    assert_eq!(room(&desk), (eur(0), eur(6_000), eur(6_840)));
    let said = reported(&desk, "evt_1", "pending", 1);
    arrive(&mut desk, [said]);
    assert_eq!(room(&desk), (eur(0), eur(6_000), eur(6_840)), "it is one refund");
    let said = reported(&desk, "evt_2", "succeeded", 2);
    arrive(&mut desk, [said]);
    assert_eq!(room(&desk), (eur(6_000), eur(0), eur(6_840)));
    let answer = refunded(&desk, "succeeded");
    desk.reply(answer);
    desk.write_all();
    assert_eq!(room(&desk), (eur(6_000), eur(0), eur(6_840)));
}
