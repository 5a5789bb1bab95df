//! A result is shown in one place, and what an event corrects is corrected everywhere.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::features::home::HomeItem;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::refunds::refundable_balance;
use paydesk_core::features::toasts::ToastKind;
use paydesk_core::operations::{Operation, ResourceKind};
use paydesk_core::route::Route;
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, capture, eur, pay_1};
use paydesk_test_core::refunds::{ask, captured, confirm, refunded};
use paydesk_test_core::service::{Pay, answered};
use paydesk_test_core::webhooks::{arrive, event};
use serde_json::{Value, json};

use super::refunds::{answer_repeat, pending};
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
    desk.act(Action::GoTo(Route::OpenOperations));
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
    assert!(drawn(&desk).concat().contains("outcome unknown"), "{:?}", drawn(&desk));
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

/// How a desk learns what became of a refund, as the service has it now.
type Learn = fn(&mut Desk, &Value);

fn by_event(desk: &mut Desk, _: &Value) {
    let said = reported(desk, "evt_1", "succeeded", 1);
    arrive(desk, [said]);
}

fn by_list(desk: &mut Desk, refund: &Value) {
    desk.service.records = [(ResourceKind::Refund, vec![refund.clone()])].into_iter().collect();
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    desk.serve();
}

fn by_its_payment(desk: &mut Desk, refund: &Value) {
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    let payment = json!({"payment_id": "pay_1", "status": "succeeded", "amount": 12_840, "amount_received": 12_840,
        "amount_capturable": 0, "currency": "EUR", "refunds": [refund]});
    desk.answer_payment(answered(200, payment));
}

fn by_its_request(desk: &mut Desk, refund: &Value) {
    desk.tick(5);
    answer_repeat(desk, answered(200, refund.clone()));
}

#[test]
fn a_refund_that_succeeded_is_called_pending_nowhere_whatever_it_was_learned_from() {
    let ways: [(&str, Learn); 4] =
        [("event", by_event), ("list", by_list), ("payment", by_its_payment), ("request", by_its_request)];
    for (way, learn) in ways {
        let mut desk = pending();
        let mut refund = desk.sent.last().unwrap().request.body.clone().unwrap();
        (refund["status"], refund["currency"]) = (json!("succeeded"), json!("EUR"));
        (refund["created_at"], refund["updated_at"]) = (json!(desk.now.to_rfc3339()), json!(desk.now.to_rfc3339()));
        let said = desk.state.result_of(last(&desk)).unwrap().1;
        assert!(said.contains("pending"), "{said}");
        learn(&mut desk, &refund);
        let results = desk.state.ended_operations().filter_map(|operation| desk.state.result_of(operation));
        let results: Vec<String> = results.map(|(_, text)| text).collect();
        assert!(results.iter().any(|text| text == "60.00 EUR refunded"), "{way}: {results:?}");
        let texts = results.iter().cloned().chain(desk.toasts());
        let pending: Vec<String> = texts.filter(|text| text.contains("pending")).collect();
        assert_eq!(pending, [""; 0], "{way}");
        let waits = desk.state.workspace.home.entry(HomeItem::RefundsPending).map(|entry| entry.waiting.count());
        assert!(waits.is_none_or(|count| !count.is_some()), "{way}: {waits:?}");
    }
}

#[test]
fn after_a_restart_nothing_says_that_a_refund_is_pending_that_succeeded_meanwhile() {
    let mut desk = pending();
    let mut refund = desk.sent.last().unwrap().request.body.clone().unwrap();
    (refund["status"], refund["currency"]) = (json!("succeeded"), json!("EUR"));
    desk.service.records = [(ResourceKind::Refund, vec![refund])].into_iter().collect();
    let mut desk = desk.restarted();
    desk.act(Action::GoTo(Route::OpenOperations));
    desk.serve();
    let texts = desk.state.ended_operations().filter_map(|operation| desk.state.result_of(operation));
    let texts: Vec<String> = texts.map(|(_, text)| text).chain(desk.toasts()).collect();
    assert!(texts.iter().all(|text| !text.contains("pending")), "{texts:?}");
}
