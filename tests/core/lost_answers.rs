//! An answer that was lost, in every form: unknown, never called failed, never sent again by itself.

use chrono::TimeDelta;
use paydesk_api::call::{Method, Request};
use paydesk_api::operation::{AnswerStatus, Endpoint, Expectation, Target};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer, LostAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::Action;
use paydesk_core::operations::journal::JournalStepName;
use paydesk_core::operations::wording::{outcome_text, overtaken_text, unclear_text};
use paydesk_core::operations::{
    ExecutionProof, Operation, OperationPlan, Outcome, Precondition, ResolutionFinding, Submission,
};
use paydesk_domain::ids::OperationId;
use paydesk_domain::operation::ResourceKind;
use paydesk_test_core::desk::{Desk, cancel, capture, eur};
use paydesk_test_core::service::{Pay, answered, html, no_connection, refused};
use serde_json::{Value, json};

fn with(field: &str, value: Value) -> Attempt {
    let mut body = Pay::captured("pay_1", 1_000).partial();
    body[field] = value;
    answered(200, body)
}

fn cut(status: u16, loss: LostAnswer) -> Attempt {
    Attempt::Answered(HttpAnswer { status, body: Body::Broken(loss), rate: RateHeaders::default() })
}

fn lost_answers() -> Vec<Attempt> {
    let mut without_status = Pay::captured("pay_1", 1_000).partial();
    without_status.as_object_mut().unwrap().remove("status");
    vec![
        Attempt::Lost(LostAnswer::TimedOut),
        Attempt::Lost(LostAnswer::ConnectionLost),
        Attempt::Lost(LostAnswer::Stopped),
        Attempt::Lost(LostAnswer::BodyStalled),
        cut(200, LostAnswer::BodyCut),
        cut(200, LostAnswer::BodyStalled),
        cut(200, LostAnswer::BodyTooLarge),
        cut(400, LostAnswer::BodyCut),
        refused(500, "CE_00", "boom"),
        refused(502, "CE_01", "boom"),
        refused(503, "IR_04", "boom"),
        answered(504, json!({})),
        html(301),
        html(302),
        refused(307, "IR_04", "moved"),
        html(200),
        html(403),
        html(404),
        html(429),
        html(401),
        answered(400, json!({"detail": "no"})),
        answered(200, json!({})),
        answered(200, json!([])),
        answered(200, Value::Null),
        answered(200, without_status),
        with("payment_id", json!("pay_2")),
        with("payment_id", Value::Null),
        with("amount", json!(999)),
        with("amount", json!(1_000.5)),
        with("amount", json!("1000")),
        with("currency", json!("USD")),
        with("currency", json!(978)),
        with("status", json!(7)),
        answered(204, Value::Null),
    ]
}

#[test]
fn every_lost_answer_is_unknown_and_is_never_sent_again_by_itself() {
    for lost in lost_answers() {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
        desk.reply(lost.clone());
        desk.assert_says_unknown();
        assert!(!desk.locked(), "{lost:?}");
        desk.write_all();
        assert_eq!(desk.steps().last(), Some(&JournalStepName::Unknown), "{lost:?}");
        desk.pass(6 * 3_600);
        desk.assert_sent_times(1);
        desk.assert_says_unknown();
    }
}

#[test]
fn every_lost_answer_of_something_that_happened_is_resolved_as_done_by_reading() {
    for lost in lost_answers() {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
        desk.service.pay("pay_1").capture(1_000).unwrap();
        desk.reply(lost.clone());
        desk.write_all();
        desk.pass(5);
        assert_eq!(*desk.finding(), ResolutionFinding::There("succeeded".to_owned()), "ours may still arrive");
        desk.pass(130);
        assert_eq!(
            *desk.outcome(),
            Outcome::Done { status: "succeeded".to_owned(), proof: ExecutionProof::Effect },
            "{lost:?}"
        );
        assert_eq!(desk.steps().last(), Some(&JournalStepName::Resolved));
        desk.assert_sent_times(1);
    }
}

#[test]
fn while_unknown_nothing_else_can_be_started_for_the_payment() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.pass(60);
    let before = desk.disk.len();
    desk.confirm(capture(1_000));
    desk.confirm(cancel());
    desk.send_again();
    desk.write_all();
    desk.pass(10);
    desk.assert_sent_times(1);
    assert_eq!(desk.disk.len(), before);
}

#[test]
fn a_conflict_is_resolved_as_done_when_the_read_shows_our_capture() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.reply(refused(409, "IR_04", "Already captured"));
    desk.assert_says_unknown();
    desk.pass(130);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }));
}

#[test]
fn a_conflict_with_a_cancelled_payment_says_that_something_else_happened() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.service.pay("pay_1").cancel().unwrap();
    desk.reply(refused(409, "IR_04", "Already cancelled"));
    desk.serve();
    match desk.outcome() {
        Outcome::Overtaken(reason) => {
            let finding = overtaken_text(reason);
            assert!(finding.contains("cancelled"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_conflict_with_an_untouched_payment_is_rejected_only_after_the_settle_window() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.reply(refused(409, "IR_04", "Another change is under way"));
    desk.serve();
    desk.assert_says_unknown();
    desk.pass(110);
    desk.assert_says_unknown();
    desk.pass(60);
    let (code, message) = ("IR_04".to_owned(), "Another change is under way".to_owned());
    assert_eq!(*desk.outcome(), Outcome::Rejected { http_status: None, code, message });
    desk.assert_sent_times(1);
}

#[test]
fn a_conflict_whose_execution_shows_late_is_never_called_rejected() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.reply(refused(409, "IR_04", "Another change is under way"));
    desk.pass(60);
    desk.assert_says_unknown();
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.pass(130);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }));
}

#[test]
fn he_01_is_reconciled_whatever_its_status() {
    for status in [400, 409, 422] {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
        desk.service.pay("pay_1").capture(1_000).unwrap();
        desk.reply(refused(status, "HE_01", "Already exists"));
        desk.pass(130);
        assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }));
    }
}

pub fn refund_of_pay_1() -> Action {
    let body = json!({"refund_id": "ref_1", "payment_id": "pay_1", "amount": 500});
    let plan = OperationPlan {
        endpoint: Endpoint::CreateRefund,
        target: Target::new(ResourceKind::Refund, "pay_1"),
        request: Request::operation(Method::Post, "/refunds", body),
        expectation: Expectation::new(AnswerStatus::NotShown).naming("refund_id", "ref_1"),
        money: Some(eur(500)),
        is_status_check: false,
        with_secret: false,
        stored_in_part: false,
    };
    Action::Submit(Box::new(Submission {
        id: OperationId::new("op_refund"),
        plan,
        precondition: Precondition::Nothing,
    }))
}

#[test]
fn after_a_conflict_nothing_that_a_later_attempt_meets_says_that_nothing_happened() {
    for later in [no_connection(), refused(400, "IR_04", "no"), refused(403, "AU_03", "no")] {
        let mut desk = Desk::ready(Vec::new());
        desk.act(refund_of_pay_1());
        desk.write_all();
        // It happened, and the answer is not the service's: or the service has just begun.
        desk.reply(refused(409, "IR_04", "another change is under way"));
        desk.write_all();
        desk.tick(5);
        desk.write_all();
        desk.assert_sent_times(2);
        desk.reply(later);
        desk.assert_says_unknown();
    }
}

#[test]
fn a_refusal_that_answers_a_second_copy_of_what_was_executed_is_never_called_rejected() {
    let cancelled: fn(&mut Pay) = |pay| pay.cancel().unwrap();
    let captured: fn(&mut Pay) = |pay| pay.capture(1_000).unwrap();
    for (intent, executed, text) in [
        (cancel(), cancelled, "This payment is already cancelled"),
        (capture(1_000), captured, "This payment cannot be captured"),
    ] {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), intent);
        executed(desk.service.pay("pay_1"));
        desk.reply(refused(400, "IR_16", text));
        desk.assert_says_unknown();
        desk.pass(130);
        assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }), "{:?}", desk.outcome());
        desk.assert_sent_times(1);
        let (_, text) = outcome_text(ended(&desk), desk.outcome());
        assert!(text.ends_with("or by someone else: the service refused this one"), "{text}");
    }
}

fn ended(desk: &Desk) -> &Operation {
    desk.state.ended_operations().next().expect("an operation that ended")
}

#[test]
fn no_clear_response_came_back_is_said_only_where_that_is_so() {
    let no_response = "no clear response arrived";
    for (answer, is_lost) in [
        (refused(400, "IR_04", "already cancelled"), false),
        (refused(409, "IR_04", "already cancelled"), false),
        (Attempt::Lost(LostAnswer::TimedOut), true),
    ] {
        for is_restarted in [false, true] {
            let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), cancel());
            desk.service.pay("pay_1").cancel().unwrap();
            desk.reply(answer.clone());
            desk.write_all();
            if is_restarted {
                desk = desk.restarted();
                desk.serve();
            }
            desk.pass(130);
            let (_, text) = outcome_text(ended(&desk), desk.outcome());
            assert_eq!(text.contains(no_response), is_lost, "{text}");
            assert_eq!(ended(&desk).word(), if is_lost { "Done" } else { "Already done" });
        }
    }
}

/// Found by the simulation: the service executed it, refused it, and another of its workers had not seen it yet.
#[test]
fn a_refusal_is_not_believed_by_a_read_that_another_worker_of_the_service_may_have_answered_from_before() {
    let cancelled: fn(&mut Pay) = |pay| pay.cancel().unwrap();
    let captured: fn(&mut Pay) = |pay| pay.capture(1_000).unwrap();
    for (intent, executed) in [(cancel(), cancelled), (capture(1_000), captured)] {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), intent);
        desk.service.reads_get = Some(answered(200, desk.service.pay("pay_1").json()));
        executed(desk.service.pay("pay_1"));
        desk.reply(refused(400, "IR_16", "The payment has another status"));
        desk.pass(29);
        desk.assert_says_unknown();
        desk.service.reads_get = None;
        desk.pass(130);
        assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }), "{:?}", desk.outcome());
        desk.assert_sent_times(1);
    }
}

#[test]
fn a_refusal_stands_once_a_read_that_was_asked_for_30_s_after_it_shows_nothing() {
    for (status, code) in [(400, "IR_04"), (404, "IR_05"), (422, "IR_06")] {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
        let reads = desk.payment_reads.len();
        desk.reply(refused(status, code, "Not this amount"));
        desk.pass(29);
        desk.assert_says_unknown();
        assert!(desk.operation().looks_into_refusal());
        assert_eq!(
            desk.payment_reads.len(),
            reads + 1,
            "one at once, and the next when every worker answers from after"
        );
        desk.pass(1);
        let (code, message) = (code.to_owned(), "Not this amount".to_owned());
        assert_eq!(*desk.outcome(), Outcome::Rejected { http_status: None, code, message });
        desk.assert_sent_times(1);
    }
}

#[test]
fn a_read_of_a_refusal_counts_by_the_time_at_which_it_was_asked_for() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    let before = answered(200, desk.service.pay("pay_1").json());
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.reply(refused(400, "IR_16", "The payment has another status"));
    // Asked for at once, answered late: by then it is 40 s old.
    desk.tick(40);
    desk.answer_payment(before);
    desk.assert_says_unknown();
    desk.pass(130);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }), "{:?}", desk.outcome());
}

#[test]
fn a_clock_that_is_set_forward_does_not_make_a_refusal_stand_sooner() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.reply(refused(400, "IR_16", "The payment has another status"));
    desk.serve();
    let by = TimeDelta::seconds(600);
    desk.now += by;
    desk.state.on_clock_jump(by);
    desk.tick(0);
    desk.pass(20);
    desk.assert_says_unknown();
    desk.pass(15);
    assert!(matches!(desk.outcome(), Outcome::Rejected { .. }));
}

#[test]
fn what_a_colleague_captured_is_not_called_ours_and_ours_is_seen_when_it_arrives_late() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(300));
    desk.service.pay("pay_1").capture(300).unwrap();
    desk.pass(60);
    assert_eq!(*desk.finding(), ResolutionFinding::There("succeeded".to_owned()));
    desk.assert_says_unknown();
    desk.service.pay("pay_1").capture(300).unwrap();
    desk.pass(130);
    match desk.finding() {
        ResolutionFinding::Unclear(reason) => {
            let what = unclear_text(reason);
            assert!(what.contains("6.00 EUR has been captured since, not 3.00 EUR"), "{what}")
        }
        other => panic!("{other:?}"),
    }
    desk.assert_sent_times(1);
}
