//! What the simulation found, each as small as it gets: clocks that are set, proofs that were none, endpoints whose
//! answers speak of something else.

use chrono::TimeDelta;
use paydesk_api::call::{Method, Request};
use paydesk_api::operation::{AnswerStatus, Endpoint, Expectation, Target};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::{
    ExecutionProof, OperationPlan, Outcome, PaymentPrecondition, Precondition, ResolutionFinding, Submission,
};
use paydesk_domain::ids::{OperationId, PaymentId};
use paydesk_domain::operation::ResourceKind;
use paydesk_test_core::desk::{Desk, capture, eur, pay_1};
use paydesk_test_core::service::{Pay, answered, no_connection, refused};
use serde_json::{Value, json};

fn plan(endpoint: Endpoint, target: Target, path: &str, body: Value, expectation: Expectation) -> OperationPlan {
    let request = Request::operation(Method::Post, path, body);
    OperationPlan {
        endpoint,
        target,
        request,
        expectation,
        money: None,
        is_status_check: false,
        with_secret: false,
        stored_in_part: false,
    }
}

/// A desk that has sent `plan` and waits for the answer.
fn sending(pay: Pay, plan: OperationPlan, precondition: impl FnOnce(&Desk) -> Precondition) -> Desk {
    let mut desk = Desk::with_open(pay);
    let precondition = precondition(&desk);
    desk.act(Action::Submit(Box::new(Submission { id: OperationId::new("op_form"), plan, precondition })));
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
    desk
}

fn nothing(_: &Desk) -> Precondition {
    Precondition::Nothing
}

fn as_shown(desk: &Desk) -> Precondition {
    let detail = desk.state.workspace.payments.detail(&pay_1()).unwrap();
    Precondition::Payment(PaymentPrecondition::of(detail.value().unwrap(), detail.read_at().unwrap()))
}

/// Of a subscription whose payment nobody knows.
fn confirm_subscription() -> OperationPlan {
    let expects = Expectation::new(AnswerStatus::Subscription).naming("id", "sub_1");
    let target = Target::new(ResourceKind::Subscription, "sub_1");
    plan(Endpoint::ConfirmSubscription, target, "/subscriptions/sub_1/confirm", json!({}), expects)
}

fn link() -> OperationPlan {
    let expects = Expectation::new(AnswerStatus::NotShown);
    let body = json!({"amount": 700, "currency": "EUR"});
    plan(Endpoint::CreatePaymentLink, Target::new(ResourceKind::PaymentLink, "link_1"), "/payment_link", body, expects)
}

fn update() -> OperationPlan {
    let expects = Expectation::new(AnswerStatus::NotShown).naming("payment_id", "pay_1");
    let target = Target::new(ResourceKind::Payment, "pay_1");
    plan(Endpoint::UpdatePayment, target, "/payments/pay_1", json!({"description": "ours"}), expects)
}

fn confirm() -> OperationPlan {
    let expects = Expectation::new(AnswerStatus::Payment).naming("payment_id", "pay_1");
    let target = Target::new(ResourceKind::Payment, "pay_1");
    plan(Endpoint::ConfirmPayment, target, "/payments/pay_1/confirm", json!({}), expects)
}

fn lost() -> Attempt {
    Attempt::Lost(LostAnswer::TimedOut)
}

// ----- proof

#[test]
fn what_needs_proof_and_can_not_be_read_can_only_be_closed_by_hand() {
    let mut desk = sending(Pay::authorized("pay_1", 1_000), confirm_subscription(), nothing);
    desk.reply(lost());
    desk.pass(600);
    if *desk.finding() == ResolutionFinding::Parked {
        desk.send_again();
        desk.serve();
        desk.write_all();
        desk.assert_sent_times(1);
    }
}

#[test]
fn what_needs_no_proof_may_be_sent_again_after_the_warning() {
    let mut desk = sending(Pay::authorized("pay_1", 1_000), link(), nothing);
    desk.reply(lost());
    desk.pass(100);
    assert_eq!(*desk.finding(), ResolutionFinding::ParkedYet);
    desk.send_again();
    desk.assert_sent_times(1);
    desk.pass(60);
    assert_eq!(*desk.finding(), ResolutionFinding::Parked);
    desk.send_again();
    desk.write_all();
    desk.assert_sent_times(2);
}

#[test]
fn a_conflict_may_have_been_executed_and_no_later_attempt_unsays_it() {
    for answer in [no_connection(), refused(400, "IR_04", "no"), refused(429, "RL_01", "later")] {
        let mut desk = sending(Pay::authorized("pay_1", 1_000), link(), nothing);
        desk.reply(refused(409, "IR_04", "another change is under way"));
        desk.pass(200);
        desk.send_again();
        desk.write_all();
        desk.assert_sent_times(2);
        desk.reply(answer);
        desk.pass(600);
        desk.assert_says_unknown();
        desk.assert_sent_times(2);
    }
}

#[test]
fn a_read_that_was_asked_for_within_the_settle_window_proves_nothing_when_it_is_answered_after_it() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.pass(110);
    let id = desk.operation().id.clone();
    desk.act(Action::CheckOperationNow(id));
    let before = desk.payment_body();
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.tick(20);
    desk.answer_payment(before);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecutedYet);
    desk.pass(60);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::OurId | ExecutionProof::Effect, .. }));
}

#[test]
fn a_text_that_somebody_overwrote_is_not_called_not_executed() {
    let mut pay = Pay::authorized("pay_1", 1_000);
    pay.modified = Some("2026-11-18T10:00:00Z".to_owned());
    let shown = |at: &str, text: &str| {
        let mut body = Pay::authorized("pay_1", 1_000).json();
        (body["modified_at"], body["description"]) = (json!(at), json!(text));
        answered(200, body)
    };
    for (at, expected) in [("2026-11-18T10:00:00Z", "not executed"), ("2026-11-18T10:05:00Z", "unclear")] {
        let mut desk = sending(pay.clone(), update(), as_shown);
        desk.reply(lost());
        desk.service.reads_get = Some(shown(at, "theirs"));
        desk.pass(300);
        match desk.finding() {
            ResolutionFinding::NotExecuted => assert_eq!(expected, "not executed"),
            ResolutionFinding::Unclear(_) => assert_eq!(expected, "unclear"),
            other => panic!("{other:?}"),
        }
        desk.service.reads_get = Some(shown(at, "ours"));
        desk.pass(60);
        assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::OurId | ExecutionProof::Effect, .. }));
    }
}

#[test]
fn a_payment_that_was_not_waiting_for_confirmation_does_not_show_that_it_was_confirmed() {
    let mut desk = sending(Pay::authorized("pay_1", 1_000), confirm(), as_shown);
    desk.reply(lost());
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.pass(300);
    assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)));
}

#[test]
fn a_payment_that_failed_after_it_was_created_was_created_all_the_same() {
    for (confirmed, declined) in [(false, false), (true, true)] {
        let body = json!({
            "payment_id": "new_1", "amount": 500, "currency": "EUR", "confirm": confirmed,
            "metadata": {"operation_id": "op_form"},
        });
        let expects = Expectation::new(AnswerStatus::Payment).naming("payment_id", "new_1").over(&eur(500));
        let create =
            plan(Endpoint::CreatePayment, Target::new(ResourceKind::Payment, "new_1"), "/payments", body, expects);
        let create = OperationPlan { money: Some(eur(500)), ..create };
        let mut desk = sending(Pay::authorized("pay_1", 1_000), create, nothing);
        let mut failed = Pay::with_status("new_1", "failed", 500).json();
        failed["metadata"] = json!({"operation_id": "op_form"});
        desk.service.reads_get = Some(answered(200, failed));
        desk.reply(lost());
        desk.pass(60);
        assert_eq!(matches!(desk.outcome(), Outcome::Declined { .. }), declined, "{:?}", desk.outcome());
    }
}

#[test]
fn texts_are_not_set_again_before_a_late_copy_can_undo_a_newer_edit_whoever_asks() {
    let expects = Expectation::new(AnswerStatus::Payout).naming("payout_id", "po_1");
    let target = Target::new(ResourceKind::Payout, "po_1");
    let set = plan(Endpoint::UpdatePayout, target, "/payouts/po_1", json!({"description": "ours"}), expects);
    let mut desk = sending(Pay::authorized("pay_1", 1_000), set, nothing);
    desk.reply(lost());
    for _ in 0..10 {
        let id = desk.operation().id.clone();
        desk.act(Action::CheckOperationNow(id));
        desk.pass(11);
    }
    desk.assert_sent_times(1);
    desk.pass(30);
    desk.assert_sent_times(2);
}

// ----- words of others

#[test]
fn texts_of_a_failed_payout_are_set_and_nothing_is_called_declined() {
    let expects = Expectation::new(AnswerStatus::Payout).naming("payout_id", "po_1");
    let target = Target::new(ResourceKind::Payout, "po_1");
    let set = plan(Endpoint::UpdatePayout, target, "/payouts/po_1", json!({"description": "ours"}), expects);
    let mut desk = sending(Pay::authorized("pay_1", 1_000), set, nothing);
    desk.reply(answered(200, json!({"payout_id": "po_1", "status": "failed", "description": "ours"})));
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Answer, .. }));
    assert!(desk.toasts()[0].contains("Payout updated"), "{:?}", desk.toasts());
}

#[test]
fn a_refund_the_service_has_already_is_not_called_refunded() {
    let body = json!({"payment_id": "pay_1", "refund_id": "ref_1", "amount": 300});
    let expects = Expectation::new(AnswerStatus::NotShown).naming("refund_id", "ref_1");
    let refund = plan(Endpoint::CreateRefund, Target::new(ResourceKind::Refund, "pay_1"), "/refunds", body, expects);
    let refund = OperationPlan { money: Some(eur(300)), ..refund };
    let mut desk = sending(Pay::captured("pay_1", 1_000), refund, as_shown);
    desk.reply(lost());
    desk.write_all();
    desk.pass(6);
    desk.assert_sent_times(2);
    desk.reply(refused(400, "HE_01", "This refund exists already"));
    desk.write_all();
    desk.serve();
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::OurId | ExecutionProof::Effect, .. }));
    let reported = desk.toasts().join(" ");
    assert!(reported.contains("the service already has it") && !reported.contains("refunded"), "{reported}");
}

// ----- clocks

pub fn jump(desk: &mut Desk, seconds: i64) {
    let by = TimeDelta::seconds(seconds);
    desk.now += by;
    desk.state.on_clock_jump(by);
    desk.tick(0);
}

#[test]
fn a_clock_set_forward_does_not_end_the_settle_window() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    jump(&mut desk, 3_600);
    desk.pass(100);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecutedYet);
    desk.pass(60);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
}

#[test]
fn a_clock_set_back_neither_stops_the_reading_nor_lengthens_the_window() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.pass(10);
    jump(&mut desk, -3_600);
    let before = desk.payment_reads.len();
    desk.pass(60);
    assert!(desk.payment_reads.len() > before);
    desk.pass(90);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
}

#[test]
fn what_was_read_before_the_clock_was_set_back_is_no_fresh_check() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    desk.pass(60);
    jump(&mut desk, -60);
    let before = desk.payment_reads.len();
    desk.confirm(capture(1_000));
    desk.write();
    assert_eq!(desk.payment_reads.len(), before + 1, "it is read again before it is sent");
    desk.assert_sent_times(0);
}

/// Found by the simulation: giving up a read made what was known before look as if it had been read after the sleep.
#[test]
fn what_was_read_before_the_machine_slept_is_no_fresh_check_though_a_read_since_was_given_up() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1_000), Pay::authorized("pay_2", 1_000)]);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    jump(&mut desk, 100);
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_2"))));
    desk.serve();
    let before = desk.payment_reads.len();
    desk.confirm(capture(1_000));
    desk.write();
    assert_eq!(desk.payment_reads.len(), before + 1, "it is read again before it is sent");
    desk.assert_sent_times(0);
}

#[test]
fn what_waits_for_the_rate_limit_waits_no_longer_because_the_clock_was_set_back() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.reply(paydesk_test_core::service::rate_limited(30));
    jump(&mut desk, -3_600);
    desk.pass(160);
    desk.assert_sent_times(2);
}
