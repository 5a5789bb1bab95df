//! The disputes of the open payment: from the inbox, from events, and by one read of a payment that stays open.

use paydesk_core::features::disputes::{DisputesAction, InboxAction};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::read::Read;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::PaymentId;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::disputes::{dispute, inbox};
use paydesk_test_core::service::{Pay, html};
use paydesk_test_core::webhooks::{arrive, event};
use serde_json::json;

fn known(desk: &Desk, payment: &str) -> Vec<String> {
    let payment_id = PaymentId::new(payment);
    let known = desk.state.workspace.payment_disputes.of(&payment_id, &desk.state.workspace.disputes);
    known.rows.iter().map(|row| format!("{} {}", row.id_text, row.status_text)).collect()
}

fn asked(desk: &Desk) -> usize {
    desk.reads
        .iter()
        .filter(|(_, read)| matches!(read, Read::Disputes(list) if list.filter.payment_id.is_some()))
        .count()
}

fn with_payment(pay: Pay) -> Desk {
    let mut desk = Desk::ready(vec![pay]);
    desk.service.disputes = vec![dispute("dsp_1", "dispute_opened", "fraudulent", 24)];
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk
}

#[test]
fn the_disputes_of_a_received_payment_are_read_once_it_stayed_open_and_once_only() {
    let mut desk = with_payment(Pay::captured("pay_1", 4_510));
    desk.tick(0);
    assert_eq!(asked(&desk), 0, "stepping through the list reads none");
    desk.tick(1);
    assert_eq!(asked(&desk), 1);
    desk.serve();
    assert_eq!(known(&desk, "pay_1"), ["dsp_1 dispute_opened"]);
    assert!(desk.state.workspace.payment_disputes.of(&pay_1(), &desk.state.workspace.disputes).are_all);
    desk.act(Action::Payments(PaymentsAction::Close));
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.pass(60);
    assert_eq!(asked(&desk), 0);
    let before = desk.reads_made;
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    desk.tick(1);
    desk.serve();
    assert_eq!(desk.reads_made, before + 2, "asked for anew, the payment and its disputes are read");
}

#[test]
fn none_is_read_of_what_was_not_received_nor_where_the_inbox_has_them_all() {
    let mut desk = with_payment(Pay::authorized("pay_1", 4_510));
    desk.tick(5);
    assert_eq!(asked(&desk), 0);
    let mut desk = inbox(vec![dispute("dsp_1", "challenged", "fraudulent", 24)]);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.tick(5);
    assert_eq!((asked(&desk), known(&desk, "pay_1")), (0, vec!["dsp_1 challenged".to_owned()]));
    assert_eq!(known(&desk, "pay_2"), Vec::<String>::new());
}

#[test]
fn an_event_tells_of_a_dispute_where_the_inbox_was_never_read_and_the_newest_is_shown() {
    let mut desk = with_payment(Pay::captured("pay_1", 4_510));
    let reported = |status: &str, second: i64| {
        let mut object = dispute("dsp_1", status, "fraudulent", 24);
        object["modified_at"] = json!(paydesk_test_core::webhooks::at(second));
        event(&format!("evt_{second}"), "dispute", object, second)
    };
    arrive(&mut desk, [reported("challenged", 2), reported("dispute_opened", 1)]);
    assert_eq!(known(&desk, "pay_1"), ["dsp_1 challenged"]);
    desk.act(Action::Disputes(DisputesAction::Inbox(InboxAction::Refresh)));
    desk.service.disputes = vec![dispute("dsp_1", "lost", "fraudulent", 24)];
    desk.serve();
    assert_eq!(known(&desk, "pay_1"), ["dsp_1 lost"]);
}

#[test]
fn disputes_that_could_not_be_read_are_not_called_none_and_are_not_asked_for_in_a_loop() {
    let mut desk = with_payment(Pay::captured("pay_1", 4_510));
    desk.service.reads_get = Some(html(404));
    desk.pass(120);
    let payment_id = pay_1();
    let known = desk.state.workspace.payment_disputes.of(&payment_id, &desk.state.workspace.disputes);
    assert!(known.failed.is_some() && !known.are_all);
    assert_eq!(asked(&desk), 0);
}

#[test]
fn a_payment_that_was_left_waits_for_no_disputes() {
    let mut desk = with_payment(Pay::captured("pay_1", 4_510));
    desk.tick(1);
    assert_eq!(asked(&desk), 1);
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_2"))));
    assert_eq!(asked(&desk), 0, "the read was given up");
    desk.event(Message::JournalOpened { entries: Vec::new() });
    assert_eq!(known(&desk, "pay_1"), Vec::<String>::new());
}
