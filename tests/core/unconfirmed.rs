//! Payments that were made without being confirmed: the client secret, once, and a test card in the sandbox.

use paydesk_api::input::{Billing, MethodData, MethodInput, NamedData, PaymentMethod};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::resources::payments::calls::ConfirmPaymentInput;
use paydesk_core::dialog::{Confirmation, Dialog};
use paydesk_core::effect::SystemEffect;
use paydesk_core::features::forms::FormInput;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::payments::unconfirmed::UnconfirmedAction as Do;
use paydesk_core::operations::{Intent, Outcome, ResolutionFinding, ResourceKind};
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::payment::PaymentAction;
use paydesk_domain::secret::SecretText;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::new_payment::sending;
use paydesk_test_core::service::{Pay, answered};
use paydesk_test_core::unconfirmed::{SECRET, made, waiting};

fn act(desk: &mut Desk, action: Do) {
    desk.act(Action::Payments(PaymentsAction::Unconfirmed(action)));
}

fn shown(desk: &Desk) -> bool {
    let (_, remote) = desk.state.workspace.payments.open_detail().unwrap();
    desk.state.workspace.payments.client_secret(remote.value().unwrap()).is_some()
}

/// A desk whose confirmation with the test card of this index is on its way.
fn confirming(card: usize) -> Desk {
    let mut desk = waiting();
    act(&mut desk, Do::AskTestCard(pay_1()));
    desk.act(Action::Confirm(Confirmation::TestCard(card)));
    desk.act(Action::Confirm(Confirmation::TestCard(card)));
    desk.serve();
    desk.write_all();
    desk
}

#[test]
fn the_client_secret_of_a_new_payment_is_held_copied_and_wiped_and_stands_nowhere_else() {
    let mut desk = made();
    assert!(shown(&desk));
    let payment_id = desk.state.workspace.payments.open.clone().unwrap();
    act(&mut desk, Do::CopySecret(payment_id.clone()));
    assert!(desk.other.contains(&Effect::System(SystemEffect::CopySecret(SecretText::new(SECRET)))));
    assert!(!format!("{:?}", desk.state).contains(SECRET) && !format!("{:?}", desk.disk).contains(SECRET));
    act(&mut desk, Do::ForgetSecret(payment_id.clone()));
    assert!(!shown(&desk));
    desk.other.clear();
    act(&mut desk, Do::CopySecret(payment_id));
    assert_eq!(desk.other, [], "what was wiped cannot be copied");
}

#[test]
fn the_secret_of_a_payment_that_waits_no_more_is_wiped() {
    let mut desk = made();
    let payment_id = desk.state.workspace.payments.open.clone().unwrap();
    desk.service.pay(payment_id.as_str()).status = "succeeded".into();
    desk.act(Action::Payments(PaymentsAction::ReadAnew(payment_id.clone())));
    desk.serve();
    desk.service.pay(payment_id.as_str()).status = "requires_payment_method".into();
    desk.tick(1_000);
    desk.act(Action::Payments(PaymentsAction::ReadAnew(payment_id)));
    desk.serve();
    assert!(!shown(&desk));
}

#[test]
fn a_payment_confirmed_at_once_and_an_operation_nobody_knows_hold_no_secret() {
    let (mut desk, _) = sending(Some(0));
    let id = desk.operation().id.clone();
    desk.event(Message::ClientSecret { operation_id: id, value: SecretText::new(SECRET) });
    desk.event(Message::ClientSecret { operation_id: OperationId::new("op_x"), value: SecretText::new(SECRET) });
    let held = &format!("{:?}", desk.state.workspace.payments);
    assert!(held.contains("held: []"), "nothing is held");
}

#[test]
fn a_test_card_confirms_once_and_its_number_reaches_no_journal() {
    let mut desk = confirming(0);
    assert_eq!(desk.sends.len(), 1, "confirmed twice it is sent once");
    let request = &desk.sends[0].request;
    assert_eq!(request.path, "/payments/pay_1/confirm");
    assert_eq!(request.body.as_ref().unwrap()["payment_method"], "card");
    assert!(request.secret.is_some());
    assert!(!format!("{:?}{:?}", desk.disk, request).contains("4242424242424242"));
    let pay = Pay::captured("pay_1", 4_510);
    desk.service.pay("pay_1").status = "succeeded".into();
    desk.reply(answered(200, pay.json()));
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
}

#[test]
fn a_lost_confirmation_is_resolved_by_reading_and_never_sent_again_by_itself() {
    let mut desk = confirming(0);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    assert!(desk.is_unknown());
    desk.pass(600);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
    assert_eq!(desk.sent.len(), 1);
    let mut desk = confirming(0);
    desk.service.pay("pay_1").status = "succeeded".into();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.pass(130);
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
}

#[test]
fn no_test_card_is_offered_for_what_does_not_wait_and_none_that_is_not_published_is_sent() {
    for pay in [Pay::captured("pay_1", 1_000), Pay::authorized("pay_1", 1_000), Pay::with_status("pay_1", "odd", 1_000)]
    {
        let mut desk = Desk::with_open(pay);
        act(&mut desk, Do::AskTestCard(pay_1()));
        assert_eq!(desk.state.workspace.dialog, None);
    }
    let desk = confirming(99);
    assert_eq!(desk.sent.len(), 0);
    let mut desk = waiting();
    act(&mut desk, Do::AskTestCard(PaymentId::new("pay_2")));
    assert_eq!(desk.state.workspace.dialog, None);
    act(&mut desk, Do::AskTestCard(pay_1()));
    assert!(matches!(desk.state.workspace.dialog, Some(Dialog::TestCard(_))));
}

#[test]
fn a_payment_with_a_method_attached_is_confirmed_with_nothing_but_its_id() {
    let mut desk = Desk::with_open(Pay::with_status("pay_1", "requires_confirmation", 4_510));
    desk.ask(PaymentAction::Confirm);
    desk.confirm(Intent::Confirm);
    desk.act(Action::Confirm(Confirmation::Payment(Intent::Confirm)));
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
    let request = &desk.sent[0].request;
    assert_eq!((request.path.as_str(), request.body.clone()), ("/payments/pay_1/confirm", Some(serde_json::json!({}))));
    assert!(request.secret.is_none());
    let body = Pay::with_status("pay_1", "requires_confirmation", 4_510).json();
    desk.reply(answered(200, body));
    assert!(desk.is_unknown(), "an answer that still waits confirms nothing");
    desk.service.pay("pay_1").status = "succeeded".into();
    desk.pass(200);
    assert!(matches!(desk.outcome(), Outcome::Done { .. }), "{:?}", desk.outcome());
    desk.assert_sent_times(1);
}

#[test]
fn only_a_payment_that_requires_confirmation_is_confirmed_with_what_is_attached() {
    for status in ["requires_payment_method", "requires_capture", "succeeded", "on_hold"] {
        let mut desk = Desk::with_open(Pay::with_status("pay_1", status, 4_510));
        desk.ask(PaymentAction::Confirm);
        assert!(desk.state.workspace.dialog.is_none(), "{status}");
    }
}

/// The form that confirms `pay_1`, sent with a wallet.
fn confirmed_by_wallet() -> Desk {
    let mut desk = waiting();
    act(&mut desk, Do::FillIn(pay_1()));
    let data =
        Some(MethodData::Named(NamedData { name: "web".into(), json: SecretText::new(r#"{"token":"canary"}"#) }));
    let input = ConfirmPaymentInput {
        method: Some(MethodInput { method: PaymentMethod::Wallet, method_type: String::new(), data }),
        billing: Some(Billing::example()),
        return_url: "https://shop.example/back".into(),
        ..ConfirmPaymentInput::new(pay_1())
    };
    for _ in 0..2 {
        desk.act(Action::SendForm(Box::new(FormInput::new(input.clone()))));
        desk.write();
    }
    desk.serve();
    desk.write_all();
    desk
}

#[test]
fn a_payment_is_confirmed_once_with_the_method_that_is_filled_in_and_shown_afterwards() {
    let mut desk = confirmed_by_wallet();
    desk.assert_sent_times(1);
    let request = &desk.sent[0].request;
    assert_eq!(request.path, "/payments/pay_1/confirm");
    assert!(request.wire_body().contains("canary") && !format!("{:?}{request:?}", desk.disk).contains("canary"));
    desk.service.pay("pay_1").status = "succeeded".into();
    desk.reply(answered(200, Pay::captured("pay_1", 4_510).json()));
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
    assert_eq!(desk.state.form(ResourceKind::Payment), None);
    assert_eq!(desk.state.workspace.payments.open, Some(pay_1()));
}

#[test]
fn an_answer_of_another_amount_or_that_still_waits_proves_no_confirmation() {
    for answer in [Pay::captured("pay_1", 4_511), Pay::with_status("pay_1", "requires_payment_method", 4_510)] {
        let mut desk = confirmed_by_wallet();
        desk.reply(answered(200, answer.json()));
        desk.write_all();
        assert!(desk.is_unknown(), "{answer:?}");
    }
}

#[test]
fn no_form_confirms_a_payment_that_does_not_wait_for_it() {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 4_510));
    act(&mut desk, Do::FillIn(pay_1()));
    assert_eq!(desk.state.form(ResourceKind::Payment), None);
}
