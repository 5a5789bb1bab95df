//! Answer, event and list are judged alike: a difference in any of them is never done, and what one proves the other does
//! not unsay.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::refunds::{refundable_balance, why_not_refund};
use paydesk_core::features::toasts::ToastKind;
use paydesk_core::operations::journal::JournalStep;
use paydesk_core::operations::wording::unclear_text;
use paydesk_core::operations::{ExecutionProof, Operation, Outcome, Phase, ResolutionFinding, ResourceKind};
use paydesk_core::read::{Read, RequestId};
use paydesk_core::route::Route;
use paydesk_test_core::desk::{Desk, capture, eur, pay_1};
use paydesk_test_core::refunds::{as_reported, ask, captured, confirm, refunded};
use paydesk_test_core::service::{Pay, answered, refused};
use paydesk_test_core::webhooks::{arrive, at, event};
use serde_json::{Value, json};

/// The refund under way, as the service reports it, with one field changed.
fn reported(desk: &Desk, status: &str, second: i64, changed: Option<(&str, Value)>) -> Value {
    let sent = desk.sent.last().unwrap().request.body.clone().unwrap();
    let mut refund = json!({"refund_id": sent["refund_id"], "payment_id": "pay_1", "amount": 1_100, "currency": "EUR",
        "status": status, "updated": at(second)});
    changed.into_iter().for_each(|(name, value)| refund[name] = value);
    refund
}

fn refunding() -> Desk {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 1_100);
    desk
}

fn lost() -> Desk {
    let mut desk = refunding();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk
}

fn ended(desk: &Desk) -> &Operation {
    desk.state.workspace.operations.ended().next().unwrap()
}

fn read_showing(desk: &mut Desk, refund: Value) {
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.answer_payment(answered(
        200,
        json!({"payment_id": "pay_1", "status": "succeeded", "amount": 12_840, "amount_received": 12_840,
            "amount_capturable": 0, "currency": "EUR", "refunds": [refund]}),
    ));
    desk.write_all();
}

fn assert_needs_a_look(desk: &Desk, says: &[&str]) {
    desk.assert_says_unknown();
    let ResolutionFinding::Unclear(reason) = desk.finding() else { panic!("{:?}", desk.finding()) };
    let text = unclear_text(reason);
    assert!(says.iter().all(|part| text.contains(part)), "{text}");
}

fn refunded_or_pending(desk: &Desk) -> i64 {
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap();
    let balance = refundable_balance(&desk.state.view(), payment);
    balance.received.minor - balance.remaining.minor
}

fn assert_needs_a_look_and_leaves_no_room(desk: &Desk, says: &[&str]) {
    assert_needs_a_look(desk, says);
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap();
    assert!(why_not_refund(&desk.state.view(), payment).is_some(), "a second refund could be made");
    assert!(refunded_or_pending(desk) >= 1_100, "what may have been refunded is not offered");
}

#[test]
fn a_refund_is_not_confirmed_by_an_event_or_a_list_that_names_it_with_another_amount_currency_or_payment() {
    for (changed, says) in [
        (("currency", json!("USD")), &["11.00 USD", "11.00 EUR"][..]),
        (("amount", json!(1_200)), &["12.00 EUR", "11.00 EUR"][..]),
        (("payment_id", json!("pay_2")), &["payment_id"][..]),
    ] {
        for by_list in [false, true] {
            let mut desk = lost();
            let refund = reported(&desk, "succeeded", 3, Some(changed.clone()));
            if by_list {
                read_showing(&mut desk, refund);
            } else {
                arrive(&mut desk, [event("evt_1", "refund", refund, 3)]);
            }
            desk.write_all();
            assert_needs_a_look_and_leaves_no_room(&desk, says);
            desk.pass(3_600);
            desk.assert_says_unknown();
        }
    }
}

#[test]
fn an_answer_does_not_confirm_a_refund_that_an_event_reported_with_another_amount() {
    let mut desk = refunding();
    let refund = reported(&desk, "succeeded", 3, Some(("amount", json!(1_200))));
    arrive(&mut desk, [event("evt_1", "refund", refund, 3)]);
    let answer = refunded(&desk, "succeeded");
    desk.reply(answer);
    desk.write_all();
    assert_needs_a_look_and_leaves_no_room(&desk, &["12.00 EUR", "11.00 EUR"]);
    desk.assert_sent_times(1);
}

#[test]
fn an_event_that_says_refunded_is_not_unsaid_by_an_answer_that_says_failed() {
    let mut desk = refunding();
    let refund = reported(&desk, "succeeded", 3, None);
    arrive(&mut desk, [event("evt_1", "refund", refund, 3)]);
    let answer = refunded(&desk, "failed");
    desk.reply(answer);
    desk.write_all();
    let ResolutionFinding::Unclear(reason) = desk.finding() else { panic!("{:?}", desk.finding()) };
    let text = unclear_text(reason);
    assert!(text.contains("failed") && text.contains("succeeded"), "{text}");
    assert_eq!(desk.word(), "Needs checking");
    assert!(!desk.toasts().iter().any(|toast| toast.contains("No money was refunded")), "{:?}", desk.toasts());
}

#[test]
fn an_answer_and_an_event_that_exclude_each_other_still_do_after_a_restart() {
    let mut desk = refunding();
    let refund = reported(&desk, "succeeded", 3, None);
    arrive(&mut desk, [event("evt_1", "refund", refund.clone(), 3)]);
    let answer = refunded(&desk, "failed");
    desk.reply(answer);
    desk.write_all();
    let mut desk = desk.restarted();
    arrive(&mut desk, [event("evt_1", "refund", refund, 3)]);
    desk.pass(3_600);
    let ResolutionFinding::Unclear(reason) = desk.finding() else { panic!("{:?}", desk.finding()) };
    let text = unclear_text(reason);
    assert!(text.contains("failed") && text.contains("succeeded"), "{text}");
    assert_eq!(desk.word(), "Needs checking");
    assert!(desk.is_unknown(), "the event alone decides nothing");
    desk.assert_sent_times(1);
}

#[test]
fn of_an_event_and_an_answer_that_exclude_each_other_the_newer_is_right() {
    for (answered_at, is_declined) in [(9, true), (1, false)] {
        let mut desk = refunding();
        let refund = reported(&desk, "succeeded", 3, None);
        arrive(&mut desk, [event("evt_1", "refund", refund, 3)]);
        let mut body = desk.sends[0].request.body.clone().unwrap();
        body["updated"] = json!(at(answered_at));
        desk.reply(as_reported(body, "failed"));
        desk.write_all();
        let outcome = desk.outcome();
        assert_eq!(matches!(outcome, Outcome::Declined { .. }), is_declined, "{outcome:?}");
        let is_done = matches!(outcome, Outcome::Done { proof: ExecutionProof::DespiteAnswer, .. });
        assert_eq!(is_done, !is_declined, "{outcome:?}");
    }
}

fn lists(desk: &mut Desk, refund: Value) {
    desk.tick(1);
    desk.service.records = [(ResourceKind::Refund, vec![refund])].into_iter().collect();
    desk.act(Action::GoTo(Route::List(ResourceKind::Refund)));
    desk.act(Action::ReadRecords(ResourceKind::Refund));
    desk.serve();
    desk.write_all();
}

/// A refund that the answer calls `answered` and an event of the same time, which came before, `reported`.
fn contradicted(answered: &str, reported_as: &str) -> Desk {
    let mut desk = refunding();
    let refund = reported(&desk, reported_as, 3, None);
    arrive(&mut desk, [event("evt_1", "refund", refund, 3)]);
    let mut body = desk.sends[0].request.body.clone().unwrap();
    body["updated"] = json!(at(3));
    desk.reply(as_reported(body, answered));
    desk.write_all();
    desk
}

fn assert_contradicted(desk: &Desk) {
    let ResolutionFinding::Unclear(reason) = desk.finding() else { panic!("{:?}", desk.finding()) };
    assert!(unclear_text(reason).contains("only one can be true"), "{}", unclear_text(reason));
    assert_eq!(desk.word(), "Needs checking");
}

#[test]
fn a_contradiction_is_not_forgotten_for_another_event_a_copy_a_repeat_or_a_restart() {
    for (answer, said) in [("failed", "succeeded"), ("succeeded", "failed")] {
        let mut desk = contradicted(answer, said);
        assert_contradicted(&desk);
        for (id, status) in [("evt_2", answer), ("evt_3", said), ("evt_4", "pending")] {
            let refund = reported(&desk, status, 9, None);
            arrive(&mut desk, [event(id, "refund", refund, 9)]);
            desk.write_all();
            assert_contradicted(&desk);
        }
        // Asked for before the contradiction, or shown by a cache.
        let refund = reported(&desk, said, 9, None);
        desk.service.hides_date = true;
        read_showing(&mut desk, refund);
        assert_contradicted(&desk);
        let id = desk.operation().id.clone();
        desk.act(Action::CheckOperationNow(id));
        desk.pass(3_600);
        assert_contradicted(&desk);
        let desk = desk.restarted();
        assert_contradicted(&desk);
        desk.assert_sent_times(1);
    }
}

#[test]
fn a_later_read_closes_a_contradiction_and_what_ends_against_its_answer_says_so() {
    for (answer, said) in [("failed", "succeeded"), ("succeeded", "failed")] {
        for is_restarted in [false, true] {
            let mut desk = contradicted(answer, said);
            if is_restarted {
                desk = desk.restarted();
            }
            let refund = reported(&desk, said, 3, None);
            lists(&mut desk, refund);
            let (_, text) = desk.state.result_of(ended(&desk)).unwrap();
            match desk.outcome() {
                Outcome::Done { proof: ExecutionProof::DespiteAnswer, .. } if said == "succeeded" => {
                    assert!(text.contains("Its response was different"), "{text}");
                }
                Outcome::Declined { .. } if said == "failed" => {
                    assert!(text.contains("The response was “succeeded”"), "{text}");
                }
                other => panic!("{other:?}"),
            }
            let Some(JournalStep::Resolved { finding, .. }) = desk.disk.last().map(|entry| &entry.step) else {
                panic!("{:?}", desk.disk.last())
            };
            assert!(finding.contains(&format!("although the response was “{answer}”")), "{finding}");
        }
    }
}

#[test]
fn a_contradiction_that_comes_while_the_answer_is_awaited_survives_a_crash_before_it() {
    let mut desk = refunding();
    let refund = reported(&desk, "succeeded", 3, Some(("amount", json!(1_200))));
    read_showing(&mut desk, refund);
    assert!(matches!(desk.operation().phase, Phase::Sending { .. }));
    let mut desk = desk.restarted();
    let refund = reported(&desk, "succeeded", 3, None);
    arrive(&mut desk, [event("evt_1", "refund", refund, 3)]);
    desk.write_all();
    assert_needs_a_look(&desk, &["12.00 EUR", "11.00 EUR"]);
}

#[test]
fn what_contradicts_a_refund_that_ended_is_said_and_leaves_no_room_for_another() {
    for (answer, said) in [("failed", "succeeded"), ("succeeded", "failed")] {
        for by_list in [false, true] {
            let mut desk = refunding();
            let mut body = desk.sends[0].request.body.clone().unwrap();
            body["updated"] = json!(at(3));
            desk.reply(as_reported(body, answer));
            desk.write_all();
            desk.serve();
            desk.tick(60);
            assert_eq!(desk.toasts(), [""; 0]);
            let refund = reported(&desk, said, 3, None);
            match by_list {
                true => lists(&mut desk, refund),
                false => arrive(&mut desk, [event("evt_1", "refund", refund, 3)]),
            }
            let (kind, text) = desk.state.result_of(ended(&desk)).unwrap();
            assert!(kind == ToastKind::Attention && text.contains(answer) && text.contains(said), "{text}");
            assert_eq!(ended(&desk).word(), "Needs checking");
            let toasts = desk.toasts();
            assert!(toasts.iter().any(|toast| toast.contains(said) && toast.contains("pay_1")), "{toasts:?}");
            assert_eq!(refunded_or_pending(&desk), 1_100, "{answer}, {said}");
            // What is read later decides.
            let refund = reported(&desk, said, 3, None);
            lists(&mut desk, refund);
            assert_eq!(ended(&desk).word(), if said == "failed" { "Declined" } else { "Done" });
            desk.assert_sent_times(1);
        }
    }
}

#[test]
fn the_second_of_two_events_that_exclude_each_other_is_not_dropped_without_a_word() {
    for second in [3, 1] {
        let mut desk = lost();
        let refund = reported(&desk, "succeeded", 3, None);
        arrive(&mut desk, [event("evt_1", "refund", refund, 3)]);
        desk.write_all();
        assert_eq!(ended(&desk).word(), "Done");
        let refund = reported(&desk, "failed", second, None);
        arrive(&mut desk, [event("evt_2", "refund", refund, second)]);
        let (_, text) = desk.state.result_of(ended(&desk)).unwrap();
        assert!(text.contains("evt_1") && text.contains("evt_2"), "{text}");
        assert!(desk.toasts().iter().any(|toast| toast.contains("evt_2")), "{:?}", desk.toasts());
    }
}

#[test]
fn an_event_that_shows_a_refund_which_was_refused_is_said() {
    let mut desk = refunding();
    desk.reply(refused(403, "AU_03", "no"));
    desk.write_all();
    assert_eq!(ended(&desk).word(), "Rejected");
    let refund = reported(&desk, "succeeded", 3, None);
    arrive(&mut desk, [event("evt_1", "refund", refund, 3)]);
    let (_, text) = desk.state.result_of(ended(&desk)).unwrap();
    assert!(text.contains("refused") && text.contains("succeeded"), "{text}");
    assert_eq!(ended(&desk).word(), "Needs checking");
}

#[test]
fn an_event_that_shows_a_capture_is_not_unsaid_by_an_answer_that_says_failed() {
    let mut pay = Pay::authorized("pay_1", 5_000);
    pay.modified = Some(at(0).to_rfc3339());
    let mut desk = Desk::sending(pay, capture(1_200));
    let pay = desk.service.pay("pay_1");
    pay.capture(1_200).unwrap();
    pay.modified = Some(at(3).to_rfc3339());
    let shown = pay.json();
    arrive(&mut desk, [event("evt_1", "payment", shown, 3)]);
    let mut answer = desk.service.pay("pay_1").partial();
    (answer["status"], answer["amount_received"]) = (json!("failed"), json!(0));
    desk.reply(answered(200, answer));
    desk.write_all();
    assert_contradicted(&desk);
    desk.pass(600);
    assert!(
        matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::DespiteAnswer, .. }),
        "{:?}",
        desk.outcome()
    );
    desk.assert_sent_times(1);
}

#[test]
fn an_event_that_is_ahead_of_the_answer_does_not_contradict_it() {
    let mut pay = Pay::authorized("pay_1", 5_000);
    pay.modified = Some(at(0).to_rfc3339());
    let mut desk = Desk::sending(pay, capture(1_200));
    let pay = desk.service.pay("pay_1");
    pay.capture(1_200).unwrap();
    pay.modified = Some(at(3).to_rfc3339());
    let shown = pay.json();
    arrive(&mut desk, [event("evt_1", "payment", shown, 3)]);
    let mut answer = desk.service.pay("pay_1").partial();
    answer["status"] = json!("processing");
    desk.reply(answered(200, answer));
    desk.write_all();
    let outcome = desk.outcome();
    assert!(matches!(outcome, Outcome::Done { proof: ExecutionProof::Answer, .. }), "{outcome:?}");
}

#[test]
fn what_ended_is_not_contradicted_by_what_happens_later() {
    // The bank sends it back, and the service says when.
    let mut desk = refunding();
    let mut body = desk.sends[0].request.body.clone().unwrap();
    body["updated"] = json!(at(3));
    desk.reply(as_reported(body, "succeeded"));
    desk.write_all();
    let refund = reported(&desk, "failed", 9, None);
    arrive(&mut desk, [event("evt_1", "refund", refund, 9)]);
    let (kind, text) = desk.state.result_of(ended(&desk)).unwrap();
    assert!(kind == ToastKind::Danger && text.contains("is now “failed”"), "{text}");
    assert_eq!(ended(&desk).word(), "Declined");
    // Others capture more of the same payment.
    let mut pay = Pay::authorized("pay_1", 5_000);
    pay.modified = Some(at(0).to_rfc3339());
    let mut desk = Desk::sending(pay, capture(1_200));
    desk.reply_truly();
    desk.write_all();
    desk.service.pay("pay_1").capture(1_800).unwrap();
    desk.service.pay("pay_1").modified = Some(at(9).to_rfc3339());
    let shown = desk.service.pay("pay_1").json();
    arrive(&mut desk, [event("evt_1", "payment", shown, 9)]);
    assert_eq!(ended(&desk).word(), "Done");
}

#[test]
fn a_refusal_does_not_unsay_a_refund_that_an_event_reported_before() {
    for answer in [
        refused(403, "AU_03", "no"),
        refused(400, "IR_04", "amount 1100 exceeds what is left to refund of payment pay_1: 0"),
        Attempt::Lost(LostAnswer::ConnectionLost),
    ] {
        let mut desk = refunding();
        let refund = reported(&desk, "succeeded", 3, None);
        arrive(&mut desk, [event("evt_1", "refund", refund, 3)]);
        assert!(matches!(desk.operation().phase, Phase::Sending { .. }));
        desk.reply(answer.clone());
        desk.write_all();
        let outcome = desk.outcome();
        assert!(matches!(outcome, Outcome::Done { proof: ExecutionProof::OurId, .. }), "{answer:?}: {outcome:?}");
    }
}

#[test]
fn a_refund_that_was_declined_and_succeeded_later_is_not_called_not_refunded_any_more() {
    let mut desk = refunding();
    let refund = reported(&desk, "succeeded", 9, None);
    let mut body = desk.sends[0].request.body.clone().unwrap();
    body["updated"] = json!(at(3));
    desk.reply(as_reported(body, "failed"));
    desk.write_all();
    assert!(desk.toasts().iter().any(|toast| toast.contains("No money was refunded")), "{:?}", desk.toasts());
    arrive(&mut desk, [event("evt_1", "refund", refund, 9)]);
    let (kind, text) = desk.state.result_of(ended(&desk)).unwrap();
    assert_eq!((kind, &*text), (ToastKind::Positive, "11.00 EUR refunded"));
}

#[test]
fn a_refund_that_is_pending_after_a_lost_answer_is_not_called_refunded() {
    for status in ["pending", "review", "on_its_way"] {
        let mut desk = lost();
        let refund = reported(&desk, status, 3, None);
        arrive(&mut desk, [event("evt_1", "refund", refund, 3)]);
        desk.write_all();
        let (kind, text) = desk.state.result_of(ended(&desk)).unwrap();
        assert!(kind == ToastKind::Neutral && !text.contains("refunded (") && text.contains(status), "{text}");
        assert_eq!(ended(&desk).word(), "Accepted");
    }
}

#[test]
fn more_than_was_asked_for_is_never_called_captured_and_both_numbers_are_shown() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 5_000), capture(1_200));
    desk.service.pay("pay_1").capture(3_000).unwrap();
    let answer = answered(200, desk.service.pay("pay_1").partial());
    desk.reply(answer);
    desk.write_all();
    desk.assert_says_unknown();
    let Phase::Unknown(unknown) = &desk.operation().phase else { panic!() };
    assert!(unknown.why.contains("30.00 EUR") && unknown.why.contains("12.00 EUR"), "{}", unknown.why);
    desk.pass(300);
    let ResolutionFinding::Unclear(reason) = desk.finding() else { panic!("{:?}", desk.finding()) };
    assert!(unclear_text(reason).contains("30.00 EUR"), "{}", unclear_text(reason));
    assert_eq!(desk.word(), "Needs checking");
    desk.assert_sent_times(1);
}

#[test]
fn a_full_capture_that_leaves_something_to_capture_is_read_and_shown_with_both_numbers() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 5_000), capture(5_000));
    let pay = desk.service.pay("pay_1");
    (pay.status, pay.received, pay.capturable) = ("succeeded".into(), 5_000, 5_000);
    let answer = answered(200, desk.service.pay("pay_1").partial());
    desk.reply(answer);
    desk.pass(300);
    desk.assert_says_unknown();
    let ResolutionFinding::Unclear(reason) = desk.finding() else { panic!("{:?}", desk.finding()) };
    assert!(unclear_text(reason).contains("50.00 EUR is still to capture"), "{}", unclear_text(reason));
    assert_eq!(desk.service.pay("pay_1").amount, eur(5_000).minor);
}

#[test]
fn a_payment_that_failed_with_money_received_is_not_called_declined() {
    for status in ["failed", "cancelled"] {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 5_000), capture(5_000));
        let pay = desk.service.pay("pay_1");
        (pay.status, pay.received, pay.capturable) = (status.into(), 5_000, 0);
        let answer = answered(200, desk.service.pay("pay_1").partial());
        desk.reply(answer);
        desk.pass(300);
        assert!(desk.is_unknown(), "{status}");
        let ResolutionFinding::Unclear(reason) = desk.finding() else { panic!("{:?}", desk.finding()) };
        assert!(unclear_text(reason).contains("50.00 EUR"), "{}", unclear_text(reason));
    }
}

#[test]
fn a_contradiction_that_comes_between_two_sources_is_not_unsaid_by_the_second() {
    let mut pay = Pay::authorized("pay_1", 5_000);
    pay.modified = Some(at(0).to_rfc3339());
    let mut desk = Desk::sending(pay, capture(1_200));
    desk.reply(refused(400, "IR_04", "not now"));
    desk.write_all();
    let is_list = |(_, read): &(RequestId, Read)| matches!(read, Read::Payments(list) if list.limit == 100);
    for _ in 0..90 {
        while let Some(place) = desk.reads.iter().position(|asked| !is_list(asked)) {
            let (request_id, read) = desk.reads.remove(place);
            let shown = desk.service.body_of(&read);
            desk.answer(request_id, &read, shown);
        }
        if desk.reads.iter().any(is_list) {
            break;
        }
        desk.tick(1);
    }
    assert!(desk.reads.iter().any(is_list), "a second source is asked: {:?}", desk.finding());
    let mut shown = desk.service.pay("pay_1").json();
    (shown["status"], shown["amount_received"]) = (json!("failed"), json!(1_200));
    shown["modified_at"] = json!(at(40).to_rfc3339());
    arrive(&mut desk, [event("evt_1", "payment", shown, 40)]);
    desk.serve();
    assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)), "{:?}", desk.finding());
    desk.assert_says_unknown();
}
