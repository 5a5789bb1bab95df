//! Where two cases of the engine's rules lie side by side: what the one does and the other must not.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::resources::payouts::wire::decode_payout;
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::journal::JournalStepName as Step;
use paydesk_core::operations::{ExecutionProof, OperationPlan, Outcome, PayoutPrecondition, Phase, ResolutionFinding};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::scrub::MASK;
use paydesk_test_core::desk::{Desk, cancel, capture, eur, pay_1};
use paydesk_test_core::refunds::{ask, captured, confirm, refunded};
use paydesk_test_core::service::{Pay, answered, refused, start_time};
use paydesk_test_core::webhooks::{arrive, at, event};
use serde_json::{Value, json};

use super::customers::create;

fn attention(desk: &Desk) -> usize {
    desk.state.workspace.operations.attention().count()
}

#[test]
fn what_waits_for_a_person_is_counted_and_what_is_under_way_is_not() {
    let desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    assert!(desk.state.workspace.operations.open_of(&pay_1()).is_some());
    assert_eq!(attention(&desk), 0);
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    assert_eq!(attention(&desk), 1);
    desk.submit("op_other", create());
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    assert_eq!(attention(&desk), 2);
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.pass(130);
    let ended: Vec<bool> = desk.state.ended_operations().map(|operation| operation.is_open()).collect();
    assert_eq!(ended, [false]);
}

#[test]
fn the_same_amount_is_noticed_until_the_settle_window_has_passed_and_not_at_its_end() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(300));
    let sent = desk.now;
    desk.reply_truly();
    desk.write_all();
    desk.serve();
    let same = |seconds| {
        let now = sent + TimeDelta::seconds(seconds);
        desk.state.workspace.operations.same_capture_at(&pay_1(), &eur(300), now)
    };
    assert_eq!((same(119), same(120)), (Some(sent), None));
}

// ----- what an answer must show

#[test]
fn a_cancel_is_not_done_by_an_answer_that_says_captured_and_that_of_a_remainder_is() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), cancel());
    desk.reply(answered(200, Pay::captured("pay_1", 1_000).partial()));
    desk.assert_says_unknown();
    let mut pay = Pay::authorized("pay_1", 1_000);
    pay.capture(300).unwrap();
    let mut desk = Desk::sending(pay, cancel());
    desk.service.pay("pay_1").cancel().unwrap();
    let truth = desk.service.pay("pay_1").partial();
    assert_eq!(truth["status"], "succeeded");
    desk.reply(answered(200, truth));
    desk.write_all();
    let is_done = matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Answer, .. });
    assert!(is_done, "{:?}", desk.outcome());
}

#[test]
fn a_payment_that_shows_our_refund_before_its_answer_leaves_the_answer_the_last_word() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 500);
    let refund_id = desk.sends[0].request.body.as_ref().unwrap()["refund_id"].clone();
    let answer = refunded(&desk, "succeeded");
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    let shown = json!([{"refund_id": refund_id, "amount": 500, "status": "succeeded"}]);
    desk.answer_payment(answered(
        200,
        json!({"payment_id": "pay_1", "status": "succeeded", "amount": 12_840,
        "amount_received": 12_840, "amount_capturable": 0, "currency": "EUR", "refunds": shown}),
    ));
    assert!(matches!(desk.operation().phase, Phase::Sending { .. }), "{:?}", desk.operation().phase);
    desk.reply(answer);
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Answer, .. }));
}

// ----- when it is read again

fn next_read(desk: &Desk) -> Option<DateTime<Utc>> {
    match &desk.operation().phase {
        Phase::Unknown(unknown) => unknown.next_read_at,
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_event_that_shows_the_effect_has_it_read_at_once() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.pass(70);
    assert!(next_read(&desk).is_some_and(|at| at > desk.now), "{:?}", next_read(&desk));
    desk.service.pay("pay_1").capture(1_000).unwrap();
    let mut object = desk.service.pay("pay_1").json();
    object["modified_at"] = json!(at(75));
    arrive(&mut desk, [event("evt_1", "payment", object, 75)]);
    assert!(next_read(&desk).is_none_or(|at| at <= desk.now), "{:?}", next_read(&desk));
}

// ----- after a refusal

#[test]
fn what_a_refusal_left_changed_is_not_called_rejected_before_every_worker_shows_it() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.service.pay("pay_1").status = "processing".into();
    desk.reply(refused(400, "IR_16", "The payment has another status"));
    desk.pass(29);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecutedYet);
    desk.assert_says_unknown();
    desk.pass(2);
    assert!(matches!(desk.outcome(), Outcome::Rejected { .. }), "{:?}", desk.outcome());
}

#[test]
fn what_was_refused_is_not_sent_again_by_itself_when_a_person_asks_how_it_is() {
    let mut desk = Desk::ready(Vec::new());
    desk.submit("op_1", create());
    desk.reply(refused(400, "IR_04", "The name is not allowed"));
    desk.serve();
    desk.write_all();
    desk.tick(10);
    let id = desk.operation().id.clone();
    desk.act(Action::CheckOperationNow(id));
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecutedYet);
}

#[test]
fn a_clock_that_is_set_back_does_not_make_a_refund_younger() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 500);
    let sent = desk.operation().first_sent_at.unwrap();
    for by in [TimeDelta::hours(-2), TimeDelta::zero(), TimeDelta::hours(3)] {
        desk.now += by;
        desk.state.on_clock_jump(by);
    }
    assert_eq!(desk.operation().first_sent_at, Some(sent - TimeDelta::hours(2)), "back by 2 h, and not forward");
}

// ----- what a person reads and types

#[test]
fn what_is_read_first_and_what_is_typed_again_follow_the_endpoint() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    desk.confirm(capture(1_000));
    assert_eq!(desk.operation().read_first(), Some("payment"));
    assert_eq!(desk.operation().plan.of_what(), " of pay_1");
    assert!(!desk.operation().plan.is_reported_by_events(), "events of payments are partial");
    assert_eq!(desk.operation().amount_to_type(), None, "the service refuses a second capture of all");
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    desk.confirm(capture(300));
    assert_eq!(desk.operation().amount_to_type(), Some(&eur(300)), "a second capture of a part may succeed");
    let mut desk = Desk::ready(Vec::new());
    desk.submit("op_1", create());
    assert_eq!((desk.operation().read_first(), desk.operation().amount_to_type()), (None, None));
}

#[test]
fn the_status_of_a_refund_is_asked_for_only_with_all_that_was_sent() {
    let body = json!({"refund_id": "ref_1", "payment_id": "pay_1", "amount": 500});
    assert!(OperationPlan::refund_status(&body, &eur(500)).is_some());
    assert!(OperationPlan::refund_status(&body, &eur(400)).is_none(), "another amount");
    let mut masked = body;
    masked["reason"] = Value::from(MASK);
    assert!(OperationPlan::refund_status(&masked, &eur(500)).is_none(), "a text that was not kept");
}

#[test]
fn texts_of_a_payout_that_were_masked_are_not_known() {
    let payout = |description: &str, metadata: Value| {
        let body = json!({"payout_id": "po_1", "status": "requires_fulfillment", "amount": 500, "currency": "EUR",
            "description": description, "metadata": metadata});
        PayoutPrecondition::of(&decode_payout(body, MinorUnits::Iso4217).unwrap(), start_time())
    };
    let known = payout("June", json!({"order": "7"}));
    assert_eq!((known.description.as_deref(), known.metadata), (Some("June"), Some(json!({"order": "7"}))));
    let unknown = payout(MASK, json!({"order": MASK}));
    assert_eq!((unknown.description, unknown.metadata), (None, None));
    assert_eq!(payout("June", json!("text")).metadata, None);
}

#[test]
fn after_a_final_step_another_operation_may_begin() {
    let ends = [Step::Confirmed, Step::Declined, Step::Rejected, Step::NotSent, Step::Resolved];
    assert!(ends.into_iter().all(Step::is_final));
    assert!([Step::Prepared, Step::Sending, Step::Unknown].into_iter().all(|step| !step.is_final()));
}

#[test]
fn what_is_never_found_is_sent_four_times_and_then_left_to_a_person() {
    let mut desk = Desk::ready(Vec::new());
    desk.submit("op_1", create());
    for _ in 0..1_000 {
        if !desk.sends.is_empty() {
            desk.reply(Attempt::Lost(LostAnswer::TimedOut));
        }
        desk.write_all();
        desk.serve();
        desk.tick(2);
        desk.write_all();
    }
    desk.assert_sent_times(4);
    desk.assert_says_unknown();
}
