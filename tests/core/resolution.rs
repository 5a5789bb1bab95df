//! Settling an unknown by reading: when it is read, what a read proves, and what the person may do.

use chrono::TimeDelta;
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::dialog::{Confirmation, Dialog};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::journal::{JournalRefusal, JournalStepName};
use paydesk_core::operations::wording::{overtaken_text, unclear_text};
use paydesk_core::operations::{ExecutionProof, Intent, Outcome, Phase, ResolutionFinding};
use paydesk_test_core::desk::{Desk, cancel, capture, pay_1, problem};
use paydesk_test_core::service::{Pay, budget, html, no_connection, rate_limited, refused};

fn unknown() -> Desk {
    Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000))
}

/// An unknown capture that a read after the settle window showed as not executed.
fn not_executed(pay: Pay, intent: Intent) -> Desk {
    let mut desk = Desk::unknown(pay, intent);
    desk.pass(200);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
    desk
}

/// The pauses between the reads of the payment after the answer was lost, in milliseconds.
fn pauses_ms(desk: &Desk, from: usize) -> Vec<i64> {
    desk.payment_reads[from..].windows(2).map(|pair| (pair[1] - pair[0]).num_milliseconds()).collect()
}

// ----- when it is read

#[test]
fn resolution_reads_keep_the_plan_of_1_2_4_8_16_30_seconds_and_become_rare_after_ten_minutes() {
    let mut longest_seen = [0; 6];
    for seed in 0..40 {
        let mut desk =
            Desk::seeded(vec![Pay::authorized("pay_1", 1_000)], seed, paydesk_test_core::service::start_time());
        desk.event(paydesk_core::Message::JournalOpened { entries: Vec::new() });
        desk.event(paydesk_core::Message::ServiceReady {
            profile: paydesk_test_core::desk::profile(),
            key_place: None,
        });
        desk.serve();
        desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
        desk.serve();
        desk.confirm(capture(1_000));
        desk.write_all();
        let (from, sent_at) = (desk.payment_reads.len(), desk.now);
        desk.reply(Attempt::Lost(LostAnswer::TimedOut));
        desk.write_all();
        desk.pass(3_600);
        let first = (desk.payment_reads[from] - sent_at).num_milliseconds();
        let pauses: Vec<i64> = [first].into_iter().chain(pauses_ms(&desk, from)).collect();
        for (index, pause) in pauses.iter().enumerate() {
            let read_before = if index == 0 { sent_at } else { desk.payment_reads[from + index - 1] };
            let rare = read_before - sent_at >= TimeDelta::seconds(600);
            let longest = if rare { 300_000 } else { [1, 2, 4, 8, 16, 30][index.min(5)] * 1_000 };
            assert!(
                (longest / 10..=longest).contains(pause),
                "seed {seed}: pause {index} is {pause} ms, not ≤ {longest}"
            );
            if index < 6 {
                longest_seen[index] = longest_seen[index].max(*pause);
            }
        }
        let rare_reads =
            desk.payment_reads[from..].iter().filter(|at| **at - sent_at > TimeDelta::seconds(600)).count();
        assert!((9..=40).contains(&rare_reads), "seed {seed}: {rare_reads} rare reads in 50 minutes");
    }
    for (seen, longest) in longest_seen.into_iter().zip([1_000, 2_000, 4_000, 8_000, 16_000, 30_000]) {
        assert!(seen > longest / 2, "jitter never comes near {longest} ms");
    }
}

#[test]
fn a_resolution_reads_that_fails_is_not_repeated_outside_the_plan() {
    for attempt in [refused(503, "CE_01", "down"), Attempt::Lost(LostAnswer::TimedOut), html(200), no_connection()] {
        let mut desk = unknown();
        let from = desk.payment_reads.len();
        desk.service.reads_get = Some(attempt);
        desk.pass(59);
        assert!(desk.payment_reads.len() - from <= 16, "{} reads in a minute", desk.payment_reads.len() - from);
        assert!(matches!(desk.finding(), ResolutionFinding::ReadFailed(_)));
        desk.assert_sent_times(1);
        desk.service.reads_get = None;
        desk.service.pay("pay_1").capture(1_000).unwrap();
        desk.pass(130);
        assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }));
    }
}

#[test]
fn a_person_can_ask_for_a_read_now_and_a_second_click_asks_for_none() {
    let mut desk = unknown();
    let id = desk.operation().id.clone();
    let before = desk.payment_reads.len();
    desk.act(Action::CheckOperationNow(id.clone()));
    desk.act(Action::CheckOperationNow(id));
    assert_eq!(desk.payment_reads.len(), before + 1);
}

#[test]
fn resolution_reads_may_use_the_budget_that_ordinary_reads_must_leave() {
    let mut desk = unknown();
    desk.service.rate = Some(budget(600, 20, 60));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    let before = desk.reads_made;
    desk.act(Action::Payments(PaymentsAction::Refresh));
    assert_eq!(desk.reads_made, before, "ordinary reads wait");
    desk.pass(5);
    assert!(desk.payment_reads.len() > 2, "settling reads do not");
}

// ----- what a read proves

#[test]
fn before_the_settle_window_an_untouched_payment_proves_nothing() {
    let mut desk = unknown();
    desk.pass(100);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecutedYet);
    desk.assert_says_unknown();
    desk.send_again();
    assert!(desk.is_unknown());
    desk.pass(15);
    desk.assert_sent_times(1);
}

#[test]
fn after_the_settle_window_a_person_may_send_again_after_one_more_check() {
    let mut desk = not_executed(Pay::authorized("pay_1", 1_000), capture(1_000));
    assert_eq!(desk.word(), "Needs checking");
    let reads = desk.payment_reads.len();
    desk.send_again();
    desk.assert_sent_times(1);
    assert_eq!(desk.payment_reads.len(), reads + 1, "one more check");
    desk.serve();
    desk.assert_sent_times(1);
    desk.write_all();
    desk.assert_sent_times(2);
    assert_eq!(desk.sent[0].request, desk.sent[1].request);
    assert_eq!(desk.sent[1].attempt, 2);
    desk.reply_truly();
    desk.pass(3_600);
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
    desk.assert_sent_times(2);
}

#[test]
fn many_clicks_on_send_again_send_once() {
    let mut desk = not_executed(Pay::authorized("pay_1", 1_000), capture(1_000));
    let id = desk.operation().id.clone();
    for _ in 0..4 {
        desk.act(Action::AskSendAgain(id.clone()));
        desk.act(Action::Confirm(Confirmation::SendAgain));
        desk.act(Action::Confirm(Confirmation::SendAgain));
        desk.act(Action::SendPrepared(id.clone()));
        desk.serve();
    }
    desk.write_all();
    desk.assert_sent_times(2);
}

#[test]
fn sending_again_what_was_executed_meanwhile_ends_as_done_and_sends_nothing() {
    let mut desk = not_executed(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.send_again();
    desk.serve();
    desk.write_all();
    assert_eq!(*desk.outcome(), Outcome::Done { status: "succeeded".to_owned(), proof: ExecutionProof::Effect });
    desk.assert_sent_times(1);
}

#[test]
fn sending_again_when_the_check_fails_stays_unknown_and_sends_nothing() {
    let mut desk = not_executed(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.service.reads_get = Some(refused(503, "CE_01", "down"));
    desk.send_again();
    desk.pass(60);
    desk.assert_says_unknown();
    desk.assert_sent_times(1);
    assert!(matches!(desk.finding(), ResolutionFinding::ReadFailed(_)));
}

#[test]
fn a_second_lost_answer_starts_the_settle_window_anew() {
    let mut desk = not_executed(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.send_again();
    desk.serve();
    desk.write_all();
    desk.reply(Attempt::Lost(LostAnswer::ConnectionLost));
    desk.pass(100);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecutedYet);
    desk.send_again();
    desk.pass(10);
    desk.assert_sent_times(2);
}

#[test]
fn a_journal_that_refuses_the_second_sending_leaves_the_first_attempt_unknown() {
    for refusal in [JournalRefusal::Failed(problem("The disk is full")), JournalRefusal::AlreadyOpen] {
        let mut desk = not_executed(Pay::authorized("pay_1", 1_000), capture(1_000));
        desk.send_again();
        desk.serve();
        desk.refuse_write(refusal);
        desk.assert_says_unknown();
        desk.pass(3_600);
        desk.assert_says_unknown();
        desk.assert_sent_times(1);
    }
}

#[test]
fn a_disk_that_outlasts_the_check_of_a_second_attempt_leaves_the_first_unknown() {
    let mut desk = not_executed(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.send_again();
    desk.serve();
    desk.tick(6);
    desk.write();
    desk.assert_sent_times(1);
    desk.assert_says_unknown();
}

#[test]
fn what_the_second_attempt_meets_never_unsays_the_first() {
    let answers = [
        no_connection(),
        rate_limited(5),
        refused(401, "AU_02", "revoked"),
        refused(403, "AU_03", "no"),
        refused(400, "IR_04", "no"),
        refused(404, "IR_05", "no"),
        refused(409, "IR_04", "no"),
    ];
    for answer in answers {
        let mut desk = not_executed(Pay::authorized("pay_1", 1_000), capture(1_000));
        desk.send_again();
        desk.serve();
        desk.write_all();
        desk.reply(answer.clone());
        desk.assert_says_unknown();
        desk.pass(1_000);
        desk.assert_sent_times(2);
        desk.assert_says_unknown();
        assert_eq!(desk.locked(), answer == refused(401, "AU_02", "revoked"));
    }
}

#[test]
fn a_429_of_the_second_attempt_holds_back_every_call_until_the_reset() {
    let mut desk = not_executed(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.send_again();
    desk.serve();
    desk.write_all();
    let reads = desk.reads_made;
    desk.reply(rate_limited(50));
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.pass(49);
    assert_eq!(desk.reads_made, reads);
}

#[test]
fn a_second_attempt_that_waits_for_its_turn_says_that_the_first_may_have_happened_and_offers_no_withdrawal() {
    let mut desk = not_executed(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.service.rate = Some(budget(600, 10, 50));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    desk.service.rate = None;
    desk.send_again();
    assert!(matches!(desk.operation().phase, Phase::AwaitingTurn { .. }));
    assert_eq!(desk.word(), "Sent, outcome unknown");
    let id = desk.operation().id.clone();
    desk.act(Action::WithdrawOperation(id));
    assert!(matches!(desk.operation().phase, Phase::AwaitingTurn { .. }), "what may have happened cannot be withdrawn");
    desk.pass(3_600);
    desk.assert_sent_times(2);
}

#[test]
fn a_partial_capture_is_checked_by_the_difference() {
    type Change = fn(&mut Pay);
    let cases: [(Change, &str); 5] = [
        (|pay| pay.capture(300).unwrap(), "done"),
        (|pay| pay.capture(400).unwrap(), "unclear"),
        (|pay| pay.capture(1_000).unwrap(), "unclear"),
        (|pay| pay.cancel().unwrap(), "overtaken"),
        (|pay| pay.status = "processing".into(), "unclear"),
    ];
    for (change, verdict) in cases {
        let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(300));
        change(desk.service.pay("pay_1"));
        desk.pass(300);
        match verdict {
            "done" => assert!(matches!(
                desk.outcome(),
                Outcome::Done { proof: ExecutionProof::OurId | ExecutionProof::Effect, .. }
            )),
            "overtaken" => assert!(matches!(desk.outcome(), Outcome::Overtaken(_))),
            _ => {
                assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)), "{:?}", desk.finding());
                desk.assert_says_unknown();
            }
        }
        desk.assert_sent_times(1);
    }
}

#[test]
fn a_second_partial_capture_is_checked_against_what_was_captured_before_it() {
    let mut pay = Pay::authorized("pay_1", 1_000);
    pay.capture(300).unwrap();
    let mut desk = Desk::unknown(pay.clone(), capture(300));
    desk.service.lists_amounts = true;
    desk.pass(200);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
    let mut desk = Desk::unknown(pay, capture(300));
    desk.service.pay("pay_1").capture(300).unwrap();
    desk.pass(130);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }));
}

#[test]
fn unclear_differences_stay_in_front_of_the_person_and_can_not_be_sent_again() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(300));
    desk.service.pay("pay_1").capture(400).unwrap();
    desk.pass(24 * 3_600);
    assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)));
    assert_eq!(desk.word(), "Needs checking");
    assert_eq!(desk.state.workspace.operations.attention().count(), 1);
    desk.send_again();
    desk.pass(60);
    desk.assert_sent_times(1);
}

#[test]
fn a_capture_that_is_still_processing_is_not_blamed_on_somebody_else() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.service.pay("pay_1").status = "processing".into();
    desk.pass(10);
    match desk.finding() {
        ResolutionFinding::Unclear(reason) => {
            let what = unclear_text(reason);
            assert!(what.contains("Processing") && !what.contains("somebody"), "{what}")
        }
        other => panic!("{other:?}"),
    }
    desk.service.pay("pay_1").status = "requires_capture".into();
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.pass(130);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }));
}

#[test]
fn a_cancel_overtaken_by_a_capture_says_so_and_refunds_nothing() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), cancel());
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.pass(10);
    match desk.outcome() {
        Outcome::Overtaken(reason) => {
            let finding = overtaken_text(reason);
            assert!(finding.contains("captured") && finding.contains("refund"));
        }
        other => panic!("{other:?}"),
    }
    desk.pass(3_600);
    desk.assert_sent_times(1);
}

#[test]
fn a_cancel_that_may_still_release_the_rest_is_not_called_overtaken_by_a_partial_capture() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), cancel());
    desk.service.pay("pay_1").capture(300).unwrap();
    desk.pass(30);
    assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)));
    desk.assert_says_unknown();
}

#[test]
fn a_cancel_after_a_partial_capture_of_somebody_else_is_left_to_the_person() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), cancel());
    desk.service.pay("pay_1").capture(300).unwrap();
    desk.service.pay("pay_1").cancel().unwrap();
    desk.pass(300);
    assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)));
    desk.assert_says_unknown();
}

#[test]
fn a_cancel_of_the_remainder_is_done_when_nothing_is_left_to_capture() {
    let mut pay = Pay::authorized("pay_1", 1_000);
    pay.capture(300).unwrap();
    let mut desk = Desk::unknown(pay, cancel());
    desk.service.pay("pay_1").cancel().unwrap();
    desk.pass(130);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }));
}

#[test]
fn an_approval_is_done_when_the_payment_left_review_and_overtaken_when_it_was_rejected() {
    for status in ["succeeded", "requires_capture", "processing"] {
        let mut desk = Desk::unknown(Pay::in_review("pay_1", 1_000), Intent::Approve);
        desk.service.pay("pay_1").status = status.into();
        desk.pass(130);
        assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }), "{status}");
    }
    for status in ["failed", "cancelled"] {
        let mut desk = Desk::unknown(Pay::in_review("pay_1", 1_000), Intent::Approve);
        desk.service.pay("pay_1").status = status.into();
        desk.pass(10);
        match desk.outcome() {
            Outcome::Overtaken(reason) => {
                let finding = overtaken_text(reason);
                assert!(finding.to_lowercase().contains(status), "{finding}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn a_capture_in_a_status_that_is_not_documented_is_settled_by_what_was_received() {
    let held = Pay { capturable: 1_000, ..Pay::with_status("pay_1", "on_hold", 1_000) };
    let mut desk = Desk::unknown(held, capture(400));
    desk.pass(30);
    assert!(desk.is_unknown());
    let pay = desk.service.pay("pay_1");
    (pay.received, pay.capturable) = (400, 600);
    desk.pass(200);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }), "{:?}", desk.outcome());
}

#[test]
fn an_approval_of_a_payment_in_a_strange_status_stays_unknown() {
    let mut desk = Desk::unknown(Pay::in_review("pay_1", 1_000), Intent::Approve);
    desk.service.pay("pay_1").status = "on_hold".into();
    desk.pass(3_600);
    assert!(matches!(desk.finding(), ResolutionFinding::Unclear(_)));
}

#[test]
fn an_unknown_is_not_sent_again_by_the_way_meant_for_what_never_left() {
    let mut desk = not_executed(Pay::authorized("pay_1", 1_000), capture(1_000));
    let id = desk.operation().id.clone();
    desk.act(Action::SendPrepared(id));
    desk.pass(60);
    desk.assert_sent_times(1);
}

// ----- the person's word

#[test]
fn a_person_can_close_an_unknown_and_the_payment_is_free_again() {
    let mut desk = unknown();
    let id = desk.operation().id.clone();
    desk.act(Action::AskCloseUnknown(id));
    desk.act(Action::DismissDialog);
    desk.act(Action::Confirm(Confirmation::CloseUnknown));
    assert!(desk.is_unknown(), "a dismissed dialog closes nothing");
    let id = desk.operation().id.clone();
    desk.act(Action::AskCloseUnknown(id));
    assert!(matches!(desk.state.workspace.dialog, Some(Dialog::CloseUnknown { .. })));
    desk.act(Action::Confirm(Confirmation::CloseUnknown));
    assert_eq!(*desk.outcome(), Outcome::ClosedByPerson);
    desk.write_all();
    assert_eq!(desk.steps().last(), Some(&JournalStepName::Resolved));
    desk.serve();
    desk.confirm(capture(1_000));
    desk.write_all();
    desk.assert_sent_times(2);
}

#[test]
fn what_is_being_sent_can_neither_be_closed_nor_withdrawn_nor_sent_again() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    let id = desk.operation().id.clone();
    desk.act(Action::AskCloseUnknown(id.clone()));
    desk.act(Action::Confirm(Confirmation::CloseUnknown));
    desk.act(Action::WithdrawOperation(id.clone()));
    desk.act(Action::SendPrepared(id.clone()));
    desk.act(Action::CheckOperationNow(id));
    assert!(matches!(desk.operation().phase, Phase::Sending { .. }));
    desk.assert_sent_times(1);
}

#[test]
fn an_unknown_can_not_be_withdrawn() {
    let mut desk = unknown();
    let id = desk.operation().id.clone();
    desk.act(Action::WithdrawOperation(id));
    desk.assert_says_unknown();
}
