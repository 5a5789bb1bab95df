//! A cache between Paydesk and the service: its copies never say what did not happen.

use paydesk_api::freshness::{CacheMarks, NotFresh};
use paydesk_api::outcome::Attempt;
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::journal::JournalStepName;
use paydesk_core::operations::{ExecutionProof, Outcome, ResolutionFinding};
use paydesk_core::read::Read;
use paydesk_test_core::desk::{Desk, capture, eur, pay_1};
use paydesk_test_core::service::{Copy, Pay, answered, html, refused};
use paydesk_test_core::webhooks::{arrive, at, event};

use super::found::jump;

/// What a cache writes of itself, and one that writes nothing.
const MARKS: [CacheMarks; 2] =
    [CacheMarks { is_hit: true, written: Some(11) }, CacheMarks { is_hit: false, written: None }];

/// The cache stores the payment as the service shows it now.
fn stores(desk: &mut Desk, marks: CacheMarks) {
    let head = RateHeaders { date_unix_s: Some(desk.now.timestamp()), marks, ..RateHeaders::default() };
    desk.service.copy = Some(Copy { body: desk.service.pay("pay_1").json(), head });
}

/// A capture that is on its way; the cache has the payment as it was before.
fn sending(marks: CacheMarks) -> Desk {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 5_000));
    stores(&mut desk, marks);
    desk.pass(30);
    // Read by itself, and not by way of the cache.
    let copy = desk.service.copy.take();
    desk.confirm(capture(1_200));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
    desk.service.copy = copy;
    desk
}

fn lose_the_answer(desk: &mut Desk) {
    desk.reply(html(502));
    desk.write_all();
}

#[test]
fn a_copy_from_before_the_capture_never_says_that_it_was_not_executed() {
    for marks in MARKS {
        let mut desk = sending(marks);
        desk.service.pay("pay_1").capture(1_200).unwrap();
        lose_the_answer(&mut desk);
        for _ in 0..20 {
            desk.pass(300);
            assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::FromMemory), "{marks:?}");
            desk.act(Action::CheckOperationNow(desk.operation().id.clone()));
            desk.send_again();
            desk.serve();
            desk.write_all();
        }
        desk.assert_sent_times(1);
        desk.assert_says_unknown();
        desk.service.copy = None;
        desk.pass(310);
        let proof = ExecutionProof::Effect;
        assert_eq!(*desk.outcome(), Outcome::Done { status: "succeeded".to_owned(), proof });
    }
}

#[test]
fn a_copy_from_after_the_send_does_not_rule_out_that_it_was_executed_later() {
    for marks in MARKS {
        let mut desk = sending(CacheMarks::default());
        lose_the_answer(&mut desk);
        desk.pass(3);
        stores(&mut desk, marks);
        desk.service.pay("pay_1").capture(1_200).unwrap();
        desk.pass(600);
        assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::FromMemory), "{marks:?}");
    }
}

#[test]
fn a_refusal_is_not_final_while_a_cache_answers_what_is_looked_into() {
    for marks in MARKS {
        let mut desk = sending(marks);
        desk.service.pay("pay_1").capture(1_200).unwrap();
        desk.reply(refused(400, "IR_04", "the second copy is refused"));
        desk.write_all();
        desk.pass(600);
        assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::FromMemory), "{marks:?}");
        desk.service.copy = None;
        desk.pass(310);
        assert!(matches!(desk.outcome(), Outcome::Done { .. }));
    }
}

#[test]
fn nothing_is_sent_on_a_check_that_a_cache_answered() {
    for marks in MARKS {
        let mut desk = Desk::with_open(Pay::authorized("pay_1", 5_000));
        stores(&mut desk, marks);
        desk.pass(30);
        desk.act(Action::Payments(PaymentsAction::Refresh));
        desk.serve();
        desk.confirm(capture(1_200));
        desk.write_all();
        desk.serve();
        desk.write_all();
        desk.assert_sent_times(0);
        let Outcome::NotSent { why } = desk.outcome() else { panic!("{:?}", desk.outcome()) };
        assert!(why.contains("proxy"), "{why}");
        assert_eq!(desk.steps().last(), Some(&JournalStepName::NotSent));
    }
}

#[test]
fn where_the_service_sends_no_date_what_happened_is_believed_and_what_did_not_is_not() {
    for executed in [false, true] {
        let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 5_000)]);
        desk.service.hides_date = true;
        desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
        desk.serve();
        desk.confirm(capture(1_200));
        desk.write_all();
        desk.serve();
        desk.write_all();
        desk.assert_sent_times(1);
        if executed {
            desk.service.pay("pay_1").capture(1_200).unwrap();
        }
        lose_the_answer(&mut desk);
        desk.pass(300);
        match executed {
            true => assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. })),
            false => assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::NotShown)),
        }
    }
}

#[test]
fn a_service_that_names_itself_in_every_answer_can_still_prove_that_nothing_was_executed() {
    let own = CacheMarks { is_hit: false, written: Some(22) };
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 5_000)]);
    desk.service.marks = own;
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(1_200));
    desk.write_all();
    desk.serve();
    desk.write_all();
    lose_the_answer(&mut desk);
    desk.pass(200);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
}

#[test]
fn a_mark_that_only_some_answers_carry_proves_nothing() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 5_000), capture(1_200));
    stores(&mut desk, CacheMarks { is_hit: false, written: Some(33) });
    desk.service.copy.as_mut().unwrap().head.date_unix_s = None;
    desk.pass(300);
    assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::NotShown));
}

#[test]
fn a_copy_that_shows_a_later_change_settles_what_it_shows() {
    let mut pay = Pay::authorized("pay_1", 5_000);
    pay.modified = Some("2026-11-18T10:00:00Z".to_owned());
    let mut desk = Desk::unknown(pay, capture(1_200));
    let pay = desk.service.pay("pay_1");
    pay.capture(1_200).unwrap();
    pay.modified = Some("2026-11-18T10:00:05Z".to_owned());
    stores(&mut desk, MARKS[0]);
    desk.pass(200);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }));
}

#[test]
fn after_the_clock_was_set_the_service_s_is_measured_again_and_reads_count_again() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 5_000), capture(1_200));
    desk.pass(60);
    jump(&mut desk, -7_200);
    desk.pass(400);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
    desk.assert_sent_times(1);
}

#[test]
fn an_answer_without_json_teaches_nothing_of_the_service_s_clock() {
    let mut desk = sending(MARKS[1]);
    desk.service.pay("pay_1").capture(1_200).unwrap();
    lose_the_answer(&mut desk);
    desk.service.reads_get = Some(answered(200, serde_json::json!([])));
    desk.pass(30);
    desk.service.reads_get = None;
    desk.pass(300);
    assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::FromMemory));
}

#[test]
fn a_check_before_the_service_s_clock_is_known_waits_for_it_and_is_made_again() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 5_000));
    desk.pass(30);
    jump(&mut desk, 60);
    // The read that measures the clock is answered last.
    desk.confirm(capture(1_200));
    desk.write_all();
    let place = desk.reads.iter().position(|(_, read)| matches!(read, Read::Payment(_))).unwrap();
    let (request_id, read) = desk.reads.remove(place);
    let whole = answered(200, desk.service.pay("pay_1").json());
    desk.answer(request_id, &read, whole);
    desk.write_all();
    desk.assert_sent_times(0);
    assert_eq!(desk.state.word_of(desk.operation()), "Preparing", "no rate limit holds it");
    desk.pass(2);
    desk.assert_sent_times(1);
}

/// A capture that is lost, and a cache that has the payment as it was before and dates its copy anew each time: nothing
/// in it tells.
fn lost_behind_a_redated_copy(reply: Attempt) -> Desk {
    let mut desk = sending(MARKS[1]);
    desk.service.copy.as_mut().unwrap().head.date_unix_s = None;
    desk.service.pay("pay_1").capture(1_200).unwrap();
    desk.reply(reply);
    desk.write_all();
    desk
}

#[test]
fn a_copy_that_is_dated_anew_never_lets_a_capture_leave_twice() {
    let mut desk = lost_behind_a_redated_copy(html(502));
    for _ in 0..20 {
        desk.pass(300);
        assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::Contradicted));
        desk.send_again();
        desk.serve();
        desk.write_all();
    }
    desk.assert_sent_times(1);
    desk.assert_says_unknown();
    desk.service.copy = None;
    desk.pass(310);
    let proof = ExecutionProof::Effect;
    assert_eq!(*desk.outcome(), Outcome::Done { status: "succeeded".to_owned(), proof });
}

#[test]
fn a_refusal_is_not_final_while_a_copy_that_is_dated_anew_answers() {
    let mut desk = lost_behind_a_redated_copy(refused(400, "IR_04", "the second copy is refused"));
    desk.pass(600);
    assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::Contradicted));
    desk.service.copy = None;
    desk.pass(310);
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
}

#[test]
fn nothing_is_sent_again_once_the_copy_comes_between_the_finding_and_the_click() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 5_000), capture(1_200));
    desk.pass(200);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
    stores(&mut desk, MARKS[1]);
    desk.service.copy.as_mut().unwrap().head.date_unix_s = None;
    // By another way: a colleague, in the dashboard of the service.
    desk.service.pay("pay_1").capture(1_200).unwrap();
    desk.send_again();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
    assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::Contradicted));
}

#[test]
fn a_list_without_amounts_does_not_tell_of_a_second_part() {
    for tells in [false, true] {
        let mut pay = Pay::authorized("pay_1", 1_000);
        pay.capture(300).unwrap();
        let mut desk = Desk::unknown(pay, capture(300));
        desk.service.lists_amounts = tells;
        desk.pass(300);
        let expected = match tells {
            true => ResolutionFinding::NotExecuted,
            false => ResolutionFinding::NotFresh(NotFresh::Alone),
        };
        assert_eq!(*desk.finding(), expected);
    }
}

/// The second part of a payment, executed by one copy of the request and refused to another, at a service whose list has no
/// amounts and whose reads come from a copy, dated anew.
#[test]
fn a_second_part_that_was_refused_is_not_sent_again_on_the_word_of_a_copy() {
    let mut pay = Pay::authorized("pay_1", 10_000);
    pay.capture(2_000).unwrap();
    let mut desk = Desk::with_open(pay);
    let before = desk.service.pay("pay_1").json();
    desk.confirm(capture(2_500));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.service.copy = Some(Copy { body: before, head: RateHeaders::default() });
    desk.service.pay("pay_1").capture(2_500).unwrap();
    desk.reply(refused(400, "IR_04", "not now"));
    desk.write_all();
    for _ in 0..5 {
        desk.pass(300);
        assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::Alone));
        desk.send_again();
        desk.serve();
        desk.write_all();
    }
    desk.assert_sent_times(1);
    desk.assert_says_unknown();
    desk.service.copy = None;
    desk.pass(310);
    assert!(matches!(desk.outcome(), Outcome::Done { .. }), "{:?}", desk.outcome());
}

#[test]
fn a_second_part_that_was_refused_is_rejected_where_the_list_shows_that_it_was_not_captured() {
    let mut pay = Pay::authorized("pay_1", 10_000);
    pay.capture(2_000).unwrap();
    let mut desk = Desk::with_open(pay);
    desk.service.lists_amounts = true;
    desk.confirm(capture(2_500));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.reply(refused(400, "IR_04", "not now"));
    desk.write_all();
    desk.pass(60);
    assert!(matches!(desk.outcome(), Outcome::Rejected { .. }), "{:?}", desk.outcome());
}

/// A capture that is lost, at a service whose reads and lists are all answered with what was there before it, dated anew.
/// `shows` lets something through that shows the capture.
fn lost_behind_copies(shows: impl Fn(&mut Desk)) -> Desk {
    let mut desk = sending(MARKS[1]);
    desk.service.copy.as_mut().unwrap().head.date_unix_s = None;
    let before = desk.service.payments.clone();
    desk.service.pay("pay_1").capture(1_200).unwrap();
    desk.service.listed_as = Some(before);
    lose_the_answer(&mut desk);
    shows(&mut desk);
    desk
}

/// Reads once past the cache, too early for that to settle it.
fn read_past_the_cache(desk: &mut Desk) {
    let copy = desk.service.copy.take();
    desk.pass(20);
    assert!(matches!(desk.finding(), ResolutionFinding::There(_)), "{:?}", desk.finding());
    desk.service.copy = copy;
}

fn list_past_the_cache(desk: &mut Desk) {
    let listed = desk.service.listed_as.take();
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.pass(5);
    desk.service.listed_as = listed;
}

fn hear_of_it(desk: &mut Desk) {
    let mut object = desk.service.pay("pay_1").json();
    object["modified_at"] = serde_json::json!(at(4_000));
    arrive(desk, [event("evt_1", "payment", object, 4_000)]);
}

#[test]
fn what_was_seen_to_have_changed_is_never_called_not_executed_whatever_copies_come_later() {
    for (shows, what) in
        [(read_past_the_cache as fn(&mut Desk), "a read"), (list_past_the_cache, "a list"), (hear_of_it, "an event")]
    {
        let mut desk = lost_behind_copies(shows);
        for round in 0..20 {
            desk.pass(300);
            assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::Contradicted), "{what}, {round}");
            desk.send_again();
            desk.serve();
            desk.write_all();
            if round == 10 {
                desk = desk.restarted();
            }
        }
        desk.assert_sent_times(1);
    }
}

#[test]
fn an_answer_that_does_not_match_is_remembered_with_what_it_shows() {
    let mut desk = lost_behind_copies(|desk| desk.pass(300));
    // Both copies are dated anew, and nothing else is known: what they say is believed.
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
    desk.send_again();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(2);
    desk.service.pay("pay_1").capture(1_200).unwrap();
    let body = desk.service.pay("pay_1").partial();
    desk.reply(answered(200, body));
    desk.write_all();
    for _ in 0..20 {
        desk.pass(300);
        desk.send_again();
        desk.serve();
        desk.write_all();
    }
    desk.assert_sent_times(2);
    assert_ne!(*desk.finding(), ResolutionFinding::NotExecuted);
}

#[test]
fn what_was_seen_while_it_was_on_its_way_is_known_after_a_crash() {
    let mut desk = sending(MARKS[1]);
    desk.service.copy.as_mut().unwrap().head.date_unix_s = None;
    let (before, copy) = (desk.service.payments.clone(), desk.service.copy.take());
    desk.service.pay("pay_1").capture(1_200).unwrap();
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    desk.write_all();
    (desk.service.copy, desk.service.listed_as) = (copy, Some(before));
    let mut desk = desk.restarted();
    for _ in 0..20 {
        desk.pass(300);
        assert_ne!(*desk.finding(), ResolutionFinding::NotExecuted);
        desk.send_again();
        desk.serve();
        desk.write_all();
    }
    desk.assert_sent_times(1);
}

/// A capture that is done, then another process while copies from before it answer, dated anew.
fn started_again_behind_copies() -> Desk {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 5_000));
    let before = desk.service.pay("pay_1").json();
    desk.confirm(capture(1_200));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.service.pay("pay_1").capture(1_200).unwrap();
    let json = desk.service.pay("pay_1").json();
    desk.reply(answered(200, json));
    desk.write_all();
    desk.service.copy = Some(Copy { body: before, head: RateHeaders::default() });
    desk.restarted()
}

#[test]
fn what_was_done_just_before_a_restart_is_known_after_it() {
    let mut desk = started_again_behind_copies();
    let warned = |desk: &Desk| desk.state.workspace.operations.same_capture_at(&pay_1(), &eur(1_200), desk.now);
    assert!(warned(&desk).is_some(), "that the same amount was captured");
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    let shown = desk.state.workspace.payments.detail(&pay_1()).and_then(|detail| detail.value());
    assert_eq!(shown, None, "the copy is taken for what is there");
    desk.service.copy = None;
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    let shown = desk.state.workspace.payments.detail(&pay_1()).and_then(|detail| detail.value());
    assert_eq!(shown.unwrap().amount_received, Some(eur(1_200)));
    desk.pass(120);
    assert!(warned(&desk).is_none(), "it is meant by now");
}

/// A capture on its way of a payment of 100.00; somebody else captures `elsewhere` before it arrives.
fn captured_meanwhile(asked: i64, elsewhere: i64) -> Desk {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 10_000));
    desk.confirm(capture(asked));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
    desk.service.pay("pay_1").capture(elsewhere).unwrap();
    desk
}

fn refuse_and_refresh(desk: &mut Desk) {
    refuse_with(desk, "amount_to_capture exceeds amount_capturable");
}

fn refuse_with(desk: &mut Desk, message: &str) {
    desk.reply(refused(400, "IR_04", message));
    desk.write_all();
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
}

#[test]
fn a_capture_that_is_refused_for_what_somebody_else_captured_is_rejected() {
    let mut desk = captured_meanwhile(10_000, 6_000);
    desk.service.lists_amounts = true;
    refuse_and_refresh(&mut desk);
    desk.pass(600);
    assert!(matches!(desk.outcome(), Outcome::Rejected { .. }), "{:?}", desk.outcome());
}

#[test]
fn a_refusal_that_names_more_as_capturable_than_the_capture_would_leave_stands_beside_a_list_without_amounts() {
    for is_restarted in [false, true] {
        let mut desk = captured_meanwhile(10_000, 3_000);
        desk.service.lists_amounts = false;
        refuse_with(&mut desk, "amount_to_capture 10000 exceeds amount_capturable 7000");
        let mut desk = if is_restarted { desk.restarted() } else { desk };
        desk.pass(600);
        let outcome = desk.outcome();
        let Outcome::Rejected { code, message, .. } = outcome else { panic!("restarted {is_restarted}: {outcome:?}") };
        assert_eq!((code.as_str(), message.contains("7000")), ("IR_04", true));
    }
}

/// A capture that was executed and whose second copy was refused, while single reads answer from before.
fn executed_and_refused(asked: i64, refusal: &str) -> Desk {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 10_000));
    let before = desk.service.pay("pay_1").json();
    desk.confirm(capture(asked));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
    desk.service.pay("pay_1").capture(asked).unwrap();
    desk.service.copy = Some(Copy { body: before, head: RateHeaders::default() });
    desk.reply(refused(400, "IR_04", refusal));
    desk.write_all();
    desk
}

#[test]
fn a_refusal_beside_a_copy_and_a_list_without_the_payment_proves_nothing() {
    let mut desk = executed_and_refused(10_000, "payment pay_1 is already fully captured");
    desk.service.listed_as = Some(Vec::new());
    desk.pass(600);
    assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::Alone));
}

#[test]
fn a_refusal_that_names_less_than_the_reads_show_proves_nothing() {
    for is_restarted in [false, true] {
        let mut desk = executed_and_refused(6_000, "amount_to_capture 6000 exceeds amount_capturable 4000");
        desk.service.listed_as = Some(vec![Pay::authorized("pay_1", 10_000)]);
        let copy = desk.service.copy.clone();
        let mut desk = if is_restarted { desk.restarted() } else { desk };
        desk.service.copy = copy;
        desk.service.listed_as = Some(vec![Pay::authorized("pay_1", 10_000)]);
        desk.pass(600);
        assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::Contradicted), "{is_restarted}");
    }
}

#[test]
fn a_copy_with_less_than_was_shown_as_received_does_not_make_a_refusal_stand() {
    for lists_amounts in [false, true] {
        let mut desk = captured_meanwhile(4_000, 3_000);
        desk.service.lists_amounts = lists_amounts;
        stores(&mut desk, MARKS[1]);
        desk.service.copy.as_mut().unwrap().head.date_unix_s = None;
        let copied = desk.service.payments.clone();
        desk.service.pay("pay_1").capture(4_000).unwrap();
        refuse_and_refresh(&mut desk);
        desk.service.listed_as = Some(copied);
        desk.pass(600);
        assert_eq!(*desk.finding(), ResolutionFinding::NotFresh(NotFresh::Contradicted), "{lists_amounts}");
    }
}
