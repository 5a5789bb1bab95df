//! Forms from the first key to the outcome of what they sent.

use paydesk_api::input::CreatePaymentLinkInput;
use paydesk_core::Action;
use paydesk_core::features::forms::FormInput;
use paydesk_core::operations::{Phase, ResourceKind};
use paydesk_test_core::desk::{Desk, eur};
use paydesk_test_core::service::answered;
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
