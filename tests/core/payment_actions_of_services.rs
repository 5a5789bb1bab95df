//! Services that do otherwise with actions on payments than is documented: how that is learned, said and done.

use std::time::Duration;

use paydesk_api::call::{Method, Request};
use paydesk_api::exchange::{Exchange, RequestMeta, ResponseMeta};
use paydesk_api::operation::Endpoint;
use paydesk_api::resources::payments::calls::{UpdatePayment, UpdatePaymentInput};
use paydesk_core::Action;
use paydesk_core::features::payments::is_editable;
use paydesk_core::operations::{Intent, OperationPlan, Outcome};
use paydesk_core::service_traits::{PaymentActionsChange, PaymentActionsTrait, TraitChange};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::PaymentAction;
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, cancel, eur, pay_1};
use paydesk_test_core::requests::{made, ok};
use paydesk_test_core::service::{Pay, answered, refused, start_time};
use serde_json::json;
use strum::IntoEnumIterator as _;

fn learn(desk: &mut Desk, id: PaymentActionsTrait) {
    let change = PaymentActionsChange { id, from: "GET /payments/list: Via: HyperSwitch".to_owned() };
    desk.act(Action::ChangeTraits(TraitChange::PaymentActions(change)));
}

fn knows(desk: &Desk, id: PaymentActionsTrait) -> bool {
    desk.state.view().traits.payment_actions.has(id)
}

/// An approval of a payment in review over 10.00 EUR that left, at a service that captures with it.
fn approving() -> Desk {
    let mut desk = Desk::with_open(Pay::in_review("pay_1", 1_000));
    learn(&mut desk, PaymentActionsTrait::ApprovalCaptures);
    desk.confirm(Intent::Approve);
    desk.write_all();
    desk
}

#[test]
fn a_service_of_the_family_is_known_by_its_mark_and_any_other_by_what_it_did() {
    let mut desk = Desk::ready(vec![Pay::in_review("pay_1", 1_000)]);
    let call = |units| {
        let request = Request::read(Method::Get, "/payments/list", None);
        let asked = RequestMeta::new(&request, "http://127.0.0.1:8600", start_time());
        let (attempt, response) = (ok(json!({"data": []})), ResponseMeta { units, ..ResponseMeta::default() });
        Exchange::new(ProfileId::embedded(), asked, Duration::from_millis(8), &attempt, response)
    };
    made(&mut desk, vec![call(MinorUnits::Iso4217)]);
    assert!(PaymentActionsTrait::iter().all(|id| !knows(&desk, id)));
    made(&mut desk, vec![call(MinorUnits::Hyperswitch)]);
    assert!(PaymentActionsTrait::iter().all(|id| knows(&desk, id)));
}

#[test]
fn an_approval_that_captures_says_so_with_its_amount() {
    let mut desk = approving();
    assert_eq!(desk.sends[0].request.path, "/payments/pay_1/approve");
    assert_eq!(desk.operation().plan.title(), "Approve payment and capture 10.00 EUR");
    desk.reply_truly();
    desk.serve();
    assert!(matches!(desk.outcome(), Outcome::Done { .. }), "{:?}", desk.outcome());
    assert!(
        desk.toasts().iter().any(|toast| toast.contains("Payment approved, 10.00 EUR captured")),
        "{:?}",
        desk.toasts()
    );
}

#[test]
fn an_approval_that_captured_another_amount_is_not_called_done() {
    let mut desk = approving();
    desk.service.pay("pay_1").approve().unwrap();
    desk.service.pay("pay_1").received = 400;
    let body = desk.service.pay("pay_1").partial();
    desk.reply(answered(200, body));
    assert!(desk.is_unknown());
}

#[test]
fn an_approval_that_was_seen_to_capture_teaches_it() {
    let mut desk = Desk::sending(Pay::in_review("pay_1", 1_000), Intent::Approve);
    desk.service.pay("pay_1").approve().unwrap();
    let mut body = desk.service.pay("pay_1").partial();
    body["capture_method"] = json!("manual");
    desk.reply(answered(200, body));
    assert!(knows(&desk, PaymentActionsTrait::ApprovalCaptures));
    let mut desk = Desk::sending(Pay::in_review("pay_1", 1_000), Intent::Approve);
    desk.reply_truly();
    assert!(!knows(&desk, PaymentActionsTrait::ApprovalCaptures), "it may have been captured automatically");
}

#[test]
fn a_payment_in_review_is_rejected_where_that_is_how_it_ends_and_others_are_cancelled() {
    for (pay, path, title, done) in [
        (Pay::in_review("pay_1", 1_000), "/payments/pay_1/reject", "Reject payment", "Payment rejected"),
        (Pay::authorized("pay_1", 1_000), "/payments/pay_1/cancel", "Cancel payment", "Payment cancelled"),
    ] {
        let mut desk = Desk::with_open(pay);
        learn(&mut desk, PaymentActionsTrait::ReviewIsRejected);
        desk.confirm(cancel());
        desk.write_all();
        assert_eq!(desk.sends[0].request.path, path);
        assert_eq!(desk.operation().plan.endpoint, Endpoint::CancelPayment);
        assert_eq!((&*desk.operation().plan.title(), &*desk.operation().plan.done()), (title, done));
        desk.reply_truly();
        desk.serve();
        assert!(matches!(desk.outcome(), Outcome::Done { .. }), "{path}: {:?}", desk.outcome());
    }
}

#[test]
fn a_rejection_whose_answer_was_lost_is_settled_by_reading() {
    let mut desk = Desk::with_open(Pay::in_review("pay_1", 1_000));
    learn(&mut desk, PaymentActionsTrait::ReviewIsRejected);
    desk.confirm(cancel());
    desk.write_all();
    desk.reply(paydesk_api::outcome::Attempt::Lost(paydesk_api::outcome::LostAnswer::TimedOut));
    desk.write_all();
    desk.service.pay("pay_1").cancel().unwrap();
    desk.pass(200);
    assert!(matches!(desk.outcome(), Outcome::Done { .. }), "{:?}", desk.outcome());
}

#[test]
fn details_that_the_service_refuses_to_change_are_not_offered_again() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    let payment = desk.state.workspace.payments.detail(&pay_1()).and_then(|detail| detail.value()).unwrap().clone();
    assert!(is_editable(&desk.state.view(), &payment));
    let input = UpdatePaymentInput { amount: Some(eur(900)), ..UpdatePaymentInput::new(pay_1()) };
    desk.submit("op_1", OperationPlan::of(&UpdatePayment::new(input, start_time()).unwrap()));
    desk.reply(refused(400, "IR_16", "You cannot update this payment because it has status requires_capture"));
    desk.pass(60);
    assert!(knows(&desk, PaymentActionsTrait::EditedBeforeConfirmation));
    assert!(!is_editable(&desk.state.view(), &payment));
}

#[test]
fn a_payment_whose_capture_is_on_its_way_takes_no_action() {
    let pay = Pay { capturable: 400, ..Pay::with_status("pay_1", "partially_captured_and_processing", 1_000) };
    let mut desk = Desk::with_open(pay);
    for action in [PaymentAction::Capture, PaymentAction::Cancel, PaymentAction::Approve, PaymentAction::Confirm] {
        desk.ask(action);
        assert!(desk.state.workspace.dialog.is_none(), "{action:?}");
    }
}
