//! Services that do otherwise with actions on payments than is documented: how that is learned, said and done.

use std::time::Duration;

use paydesk_api::call::{Method, Request};
use paydesk_api::exchange::{Exchange, RequestMeta, ResponseMeta};
use paydesk_api::operation::Endpoint;
use paydesk_api::resources::payments::calls::{UpdatePayment, UpdatePaymentInput};
use paydesk_api::resources::payouts::calls::{UpdatePayout, UpdatePayoutInput};
use paydesk_core::Action;
use paydesk_core::features::bulk::{BulkAction, BulkKind};
use paydesk_core::features::payments::is_editable;
use paydesk_core::features::payouts::{PayoutsAction, known_payout, payout_operation};
use paydesk_core::features::refunds::{RefundsAction, why_not_refund};
use paydesk_core::operations::{Intent, OperationPlan, Outcome, ResourceKind};
use paydesk_core::service_traits::{PaymentActionsChange, PaymentActionsTrait, TraitChange};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::PaymentAction;
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, cancel, eur, pay_1};
use paydesk_test_core::payouts::{po_1, with_payout};
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

/// Whether the open payment takes a refund.
fn takes_refund(desk: &Desk) -> bool {
    let payment = desk.state.workspace.payments.detail(&pay_1()).and_then(|detail| detail.value()).unwrap();
    why_not_refund(&desk.state.view(), payment).is_none()
}

#[test]
fn a_refund_is_offered_only_in_the_statuses_in_which_the_service_takes_one() {
    for (word, everywhere, in_family) in [
        ("succeeded", true, true),
        ("partially_captured", true, true),
        ("partially_captured_and_capturable", true, false),
        ("partially_captured_and_processing", true, false),
        ("cancelled_post_capture", false, false),
    ] {
        let pay = Pay { received: 500, ..Pay::with_status("pay_1", word, 1_000) };
        let mut desk = Desk::with_open(pay);
        assert_eq!(takes_refund(&desk), everywhere, "{word}");
        learn(&mut desk, PaymentActionsTrait::RefundedOnceCaptured);
        assert_eq!(takes_refund(&desk), in_family, "{word}");
        desk.act(Action::Refunds(RefundsAction::Ask(pay_1())));
        assert_eq!(desk.state.workspace.dialog.is_some(), in_family, "{word}");
    }
}

#[test]
fn a_bulk_run_leaves_out_what_the_service_does_not_refund_in_its_status() {
    for word in ["cancelled_post_capture", "partially_captured_and_processing"] {
        let mut desk = Desk::ready(vec![Pay { received: 500, ..Pay::with_status("pay_1", word, 1_000) }]);
        learn(&mut desk, PaymentActionsTrait::RefundedOnceCaptured);
        let payments = vec!["pay_1".to_owned()];
        desk.act(Action::Bulk(BulkAction::Plan { kind: BulkKind::Refund, targets: payments }));
        desk.serve();
        let plan = desk.state.workspace.bulk.plan().expect("a plan");
        assert!(plan.items.is_empty() && plan.excluded.len() == 1, "{word}: {plan:?}");
    }
}

#[test]
fn a_payout_is_edited_only_while_the_service_changes_it() {
    for (word, in_family) in [
        ("requires_creation", true),
        ("requires_confirmation", true),
        ("requires_payout_method_data", true),
        ("requires_vendor_account_creation", true),
        ("initiated", true),
        ("requires_fulfillment", false),
        ("pending", false),
        ("success", false),
        ("failed", false),
        ("cancelled", false),
        ("expired", false),
        ("reversed", false),
        ("ineligible", false),
    ] {
        for (learned, offered) in [(false, true), (true, in_family)] {
            let mut desk = with_payout(word);
            // A declined one leaves its form open.
            desk.act(Action::LeaveForm(ResourceKind::Payout));
            if learned {
                learn(&mut desk, PaymentActionsTrait::PayoutsEditedBeforeFulfilment);
            }
            desk.act(Action::Payouts(PayoutsAction::Edit(po_1())));
            assert_eq!(desk.state.form(ResourceKind::Payout).is_some(), offered, "{word}");
        }
    }
}

#[test]
fn a_payout_that_the_service_no_longer_changes_is_not_edited_again_and_nothing_is_called_correctable() {
    let mut desk = with_payout("requires_fulfillment");
    let (_, payout) = known_payout(&desk.state.workspace.records, &po_1()).unwrap();
    let input = UpdatePayoutInput { description: Some("Invoice 8".into()), ..UpdatePayoutInput::of(payout) };
    desk.submit("op_2", OperationPlan::of(&UpdatePayout::new(input).unwrap()));
    desk.reply(refused(422, "IR_06", "Payout po_1 cannot be updated for status requires_fulfillment"));
    desk.pass(60);
    assert!(knows(&desk, PaymentActionsTrait::PayoutsEditedBeforeFulfilment), "{:?}", desk.nothing_open());
    let (_, said) = desk.state.result_of(payout_operation(&desk.state.view(), &po_1()).unwrap()).unwrap();
    assert!(said.contains("cannot be updated") && !said.contains("Correct it"), "{said}");
}
