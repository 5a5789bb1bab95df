//! The change of what a payment says: only what was changed leaves, and what the service took is read.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::features::forms::FormInput;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::payments::change::{PaymentDetailsChange, fields_not_taken, refused_field};
use paydesk_core::operations::{Outcome, ResolutionFinding};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::Payment;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::service::{Pay, answered, refused};
use serde_json::{Value, json};

fn reported(description: &str) -> Value {
    let mut body = Pay::with_status("pay_1", "requires_confirmation", 4_510).json();
    body["description"] = json!(description);
    body["email"] = json!("ada@example.com");
    body["metadata"] = json!({"order": 7, "operation_id": "op_made"});
    body
}

fn answer_reads(desk: &mut Desk, description: &str) {
    while !desk.reads.is_empty() {
        let (id, read) = desk.reads.remove(0);
        desk.answer(id, &read, answered(200, reported(description)));
    }
}

/// A desk whose form for `pay_1` is open.
fn open() -> Desk {
    let mut desk = Desk::with_open(Pay::with_status("pay_1", "requires_confirmation", 4_510));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    answer_reads(&mut desk, "Kettle");
    desk.act(Action::Payments(PaymentsAction::Edit(pay_1())));
    desk
}

fn payment(desk: &Desk) -> Payment {
    desk.state.workspace.payments.detail(&pay_1()).unwrap().value().unwrap().clone()
}

fn send(desk: &mut Desk, change: &PaymentDetailsChange) {
    let (input, errors) = change.input(&payment(desk), &desk.state.view());
    assert!(errors.is_empty(), "{errors:?}");
    desk.act(Action::SendForm(Box::new(FormInput::new(input))));
    answer_reads(desk, "Kettle");
    desk.write_all();
}

/// Another description is on its way.
fn sending() -> Desk {
    let mut desk = open();
    let change = PaymentDetailsChange { description: "Tea kettle".into(), ..PaymentDetailsChange::of(&payment(&desk)) };
    send(&mut desk, &change);
    desk
}

#[test]
fn only_what_was_changed_leaves_and_metadata_keeps_its_types_and_our_operation() {
    let desk = sending();
    let request = &desk.sent[0].request;
    assert_eq!(
        (request.path.as_str(), &request.body),
        ("/payments/pay_1", &Some(json!({"description": "Tea kettle"})))
    );
    let mut desk = open();
    let mut change = PaymentDetailsChange::of(&payment(&desk));
    change.metadata.push(("gift".into(), "yes".into()));
    send(&mut desk, &change);
    let metadata = json!({"order": 7, "gift": "yes", "operation_id": "op_made"});
    assert_eq!(desk.sent[0].request.body, Some(json!({ "metadata": metadata })));
}

#[test]
fn without_a_change_there_is_nothing_to_send() {
    let desk = open();
    let (_, errors) = PaymentDetailsChange::of(&payment(&desk)).input(&payment(&desk), &desk.state.view());
    assert_eq!(errors.len(), 1, "{errors:?}");
}

#[test]
fn what_the_service_confirmed_and_did_not_take_is_told_by_reading() {
    for (after, not_taken) in [("Tea kettle", vec![]), ("Kettle", vec!["description".to_owned()])] {
        let mut desk = sending();
        desk.reply(answered(200, json!({"payment_id": "pay_1", "status": "requires_confirmation"})));
        desk.write_all();
        answer_reads(&mut desk, after);
        assert!(matches!(desk.outcome(), Outcome::Done { .. }));
        assert!(desk.state.form(ResourceKind::Payment).is_none(), "the form is closed");
        let operation = desk.state.workspace.operations.last_of(&pay_1()).unwrap();
        assert_eq!(fields_not_taken(operation, &payment(&desk)), not_taken);
    }
}

#[test]
fn a_lost_change_is_found_out_by_reading() {
    let mut desk = sending();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    for _ in 0..200 {
        desk.tick(1);
        answer_reads(&mut desk, "Tea kettle");
        desk.write_all();
    }
    assert!(matches!(desk.outcome(), Outcome::Done { .. }), "{:?}", desk.outcome());
    desk.assert_sent_times(1);
}

#[test]
fn a_lost_change_whose_text_is_another_one_is_left_to_a_person() {
    let mut desk = sending();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    for _ in 0..200 {
        desk.tick(1);
        answer_reads(&mut desk, "Somebody's text");
        desk.write_all();
    }
    assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)), "{:?}", desk.finding());
}

#[test]
fn a_refusal_that_names_a_field_is_shown_there_and_the_form_stays() {
    let mut desk = sending();
    let id = desk.operation().id.clone();
    desk.reply(refused(400, "IR_04", "description cannot be changed any more"));
    desk.write_all();
    for _ in 0..60 {
        desk.tick(1);
        answer_reads(&mut desk, "Kettle");
        desk.write_all();
    }
    assert!(desk.state.form(ResourceKind::Payment).is_some());
    let operation = desk.state.workspace.operations.find(&id).unwrap();
    let (field, text) = refused_field(operation).expect("the message names it");
    assert_eq!((field, text.contains("cannot be changed")), ("description", true));
}
