//! Forms from the first key to the outcome of what they sent.

use paydesk_api::input::CreatePaymentLinkInput;
use paydesk_core::Action;
use paydesk_core::features::forms::FormInput;
use paydesk_core::operations::{Phase, ResourceKind};
use paydesk_domain::ids::CustomerId;
use paydesk_test_core::customers::answer_customer;
use paydesk_test_core::desk::{Desk, eur};
use paydesk_test_core::service::{answered, refused};
use serde_json::json;

const LINK: ResourceKind = ResourceKind::PaymentLink;

fn link(minor: i64) -> Action {
    Action::SendForm(Box::new(FormInput::new(CreatePaymentLinkInput::new(eur(minor)))))
}

fn with_form() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::OpenNew(LINK));
    desk
}

#[test]
fn what_is_filled_in_is_planned_by_the_core_and_leaves_once_under_the_id_of_the_form() {
    let mut desk = with_form();
    let id = desk.state.form(LINK).unwrap().operation_id.clone();
    desk.act(link(4_550));
    desk.act(link(4_550));
    desk.write_all();
    desk.assert_sent_times(1);
    let operation = desk.operation();
    assert_eq!((&operation.id, operation.plan.request.body.as_ref().unwrap()["amount"].as_i64()), (&id, Some(4_550)));
}

#[test]
fn nothing_leaves_without_a_form_nor_with_something_wrong_in_it() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(link(4_550));
    assert!(desk.nothing_open(), "no form is open");
    let mut desk = with_form();
    desk.act(link(0));
    assert!(desk.nothing_open(), "an amount of nothing");
    assert!(desk.state.form(LINK).is_some());
}

#[test]
fn a_form_that_is_left_on_its_way_is_followed_and_not_begun_a_second_time() {
    let mut desk = with_form();
    let id = desk.state.form(LINK).unwrap().operation_id.clone();
    desk.act(link(4_550));
    desk.write_all();
    desk.act(Action::LeaveForm(ResourceKind::PaymentLink));
    assert_eq!(desk.state.form(LINK), None);
    desk.act(Action::OpenNew(LINK));
    assert_eq!(desk.state.form(LINK).unwrap().operation_id, id, "it is the same form, still under way");
    desk.act(link(4_550));
    desk.assert_sent_times(1);
    assert!(matches!(desk.operation().phase, Phase::Sending { .. }));
    desk.act(Action::LeaveForm(ResourceKind::PaymentLink));
    let link = json!({"payment_link_id": "plink_1", "payment_id": "pay_9", "amount": 4_550, "currency": "EUR",
        "payment_link": "https://pay.example/plink_1", "status": "active"});
    desk.reply(answered(200, link));
    assert!(desk.nothing_open());
    assert_eq!(desk.state.workspace.opened.get(ResourceKind::PaymentLink), None, "a form that was left opens nothing");
    desk.act(Action::OpenNew(LINK));
    assert_ne!(desk.state.form(LINK).unwrap().operation_id, id, "the next form is another operation");
}

/// The form for a link is sent for this customer.
fn sent_for(desk: &mut Desk, customer_id: &str) {
    let customer_id = Some(CustomerId::new(customer_id));
    let input = CreatePaymentLinkInput { customer_id, ..CreatePaymentLinkInput::new(eur(4_550)) };
    desk.act(Action::SendForm(Box::new(FormInput::new(input))));
    desk.write_all();
}

fn refusal(desk: &Desk) -> String {
    desk.state.form(LINK).unwrap().refusal.clone().unwrap_or_default()
}

#[test]
fn a_customer_that_nobody_read_is_looked_up_once_before_the_form_is_sent() {
    let mut desk = with_form();
    sent_for(&mut desk, "cus_1");
    sent_for(&mut desk, "cus_1");
    desk.assert_sent_times(0);
    assert!(desk.state.form_is_busy(desk.state.form(LINK).unwrap()));
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_1", "name": "Ada"})));
    desk.write_all();
    desk.assert_sent_times(1);
    assert_eq!(desk.sends[0].request.body.as_ref().unwrap()["customer_id"], "cus_1");
    // Known from now on, it is not asked for again.
    let link = json!({"payment_link_id": "plink_1", "amount": 4_550, "currency": "EUR", "status": "active",
        "payment_link": "https://pay.example/plink_1", "payment_id": "pay_9"});
    desk.reply(answered(200, link));
    desk.write_all();
    desk.act(Action::OpenNew(LINK));
    sent_for(&mut desk, "cus_1");
    desk.assert_sent_times(2);
}

#[test]
fn an_invented_customer_is_refused_and_nothing_is_sent() {
    let mut desk = with_form();
    sent_for(&mut desk, "cus_9");
    answer_customer(&mut desk, refused(404, "IR_05", "No such customer"));
    desk.write_all();
    desk.assert_sent_times(0);
    let unknown = |desk: &Desk, id: &str| desk.state.unknown_customer(LINK, &CustomerId::new(id));
    let fault = unknown(&desk, "cus_9").unwrap();
    assert!(fault.field == "customer_id" && fault.refuses() && fault.to_string().contains("no customer with this ID"));
    assert_eq!(unknown(&desk, "cus_1"), None);
    sent_for(&mut desk, "cus_1");
    assert_eq!(unknown(&desk, "cus_9"), None, "the next try begins anew");
}

#[test]
fn a_customer_that_cannot_be_checked_keeps_the_form_unless_the_key_may_not_read_customers() {
    let mut desk = with_form();
    sent_for(&mut desk, "cus_1");
    answer_customer(&mut desk, refused(422, "IR_99", "Not now"));
    desk.write_all();
    desk.assert_sent_times(0);
    assert!(refusal(&desk).contains("could not be checked"), "{}", refusal(&desk));
    sent_for(&mut desk, "cus_1");
    answer_customer(&mut desk, refused(403, "IR_99", "This key may not read customers"));
    desk.write_all();
    desk.assert_sent_times(1);
}

#[test]
fn a_form_that_is_closed_while_its_customer_is_looked_up_is_not_sent() {
    let mut desk = with_form();
    sent_for(&mut desk, "cus_1");
    desk.act(Action::LeaveForm(LINK));
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_1"})));
    desk.write_all();
    desk.assert_sent_times(0);
}
