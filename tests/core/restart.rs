//! What a new run makes of the journal it finds: it reads, and it never sends by itself.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::journal::{JournalEntry, JournalStep, JournalStepName, Recorded};
use paydesk_core::operations::{ExecutionProof, Outcome, Phase, ResolutionFinding};
use paydesk_core::service_link::ServiceLink;
use paydesk_core::{Action, Message};
use paydesk_domain::payment::PaymentAction;
use paydesk_test_core::desk::{Desk, cancel, capture, pay_1, problem, profile};
use paydesk_test_core::restart::restarted_from_a_part;
use paydesk_test_core::service::{Pay, no_connection, rate_limited, refused};

use super::lost_answers::refund_of_pay_1;

/// A desk that crashed after `writes` entries of a capture reached the disk.
fn crashed_after(writes: usize) -> Desk {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    desk.confirm(capture(1_000));
    (0..writes).for_each(|_| desk.write());
    desk.sent.clear();
    desk.restarted()
}

#[test]
fn what_was_only_prepared_is_offered_and_never_sent_by_itself() {
    let mut desk = crashed_after(1);
    assert_eq!(desk.operation().phase, Phase::NeverSent);
    assert_eq!(desk.word(), "Not sent");
    assert_eq!(desk.state.workspace.operations.attention().count(), 1);
    desk.pass(24 * 3_600);
    desk.assert_sent_times(0);
    assert!(desk.payment_reads.is_empty());
}

#[test]
fn what_was_only_prepared_is_sent_when_the_person_says_so_after_a_check() {
    let mut desk = crashed_after(1);
    let id = desk.operation().id.clone();
    desk.act(Action::SendPrepared(id.clone()));
    desk.act(Action::SendPrepared(id));
    assert_eq!(desk.payment_reads.len(), 1);
    desk.assert_sent_times(0);
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
    desk.reply_truly();
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
}

#[test]
fn what_was_only_prepared_is_not_sent_to_a_payment_that_changed() {
    let mut desk = crashed_after(1);
    desk.service.pay("pay_1").capture(100).unwrap();
    let id = desk.operation().id.clone();
    desk.act(Action::SendPrepared(id));
    desk.pass(60);
    desk.assert_sent_times(0);
    assert!(matches!(desk.outcome(), Outcome::NotSent { .. }));
}

#[test]
fn what_was_only_prepared_can_be_discarded() {
    let mut desk = crashed_after(1);
    let id = desk.operation().id.clone();
    desk.act(Action::WithdrawOperation(id));
    desk.write_all();
    assert_eq!(desk.steps(), [JournalStepName::Prepared, JournalStepName::NotSent]);
    let mut desk = desk.restarted();
    assert!(desk.nothing_open());
    desk.pass(3_600);
    desk.assert_sent_times(0);
}

#[test]
fn what_was_being_sent_is_read_and_never_sent() {
    let mut desk = crashed_after(2);
    desk.assert_says_unknown();
    desk.pass(6 * 3_600);
    assert!(!desk.payment_reads.is_empty());
    desk.assert_sent_times(0);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
}

#[test]
fn what_was_sent_and_happened_is_resolved_as_done_after_a_restart() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(300));
    desk.service.pay("pay_1").capture(300).unwrap();
    let mut desk = desk.restarted();
    desk.pass(130);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }));
    desk.assert_sent_times(1);
    desk.write_all();
    assert!(desk.restarted().nothing_open());
}

#[test]
fn after_restarts_it_still_says_when_it_was_sent() {
    let desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    let sent = desk.operation().sent_at;
    assert!(sent.is_some());
    let mut desk = desk;
    for _ in 0..2 {
        desk = desk.restarted();
        desk.pass(400);
        assert_eq!(desk.operation().sent_at, sent);
    }
}

#[test]
fn the_settle_window_begins_anew_with_a_restart_whatever_the_clock_says() {
    for clock_s in [60, 3_600, -3_600] {
        let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
        desk.now += chrono::TimeDelta::seconds(clock_s);
        let mut desk = desk.restarted();
        desk.pass(100);
        assert_eq!(*desk.finding(), ResolutionFinding::NotExecutedYet);
        desk.pass(60);
        assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
    }
}

#[test]
fn after_a_restart_and_the_settle_window_a_person_may_send_the_same_request_again() {
    let desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    let mut desk = desk.restarted();
    desk.pass(160);
    desk.send_again();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(2);
    assert_eq!(desk.sent[1].attempt, 2);
    assert_eq!(desk.sent[0].request, desk.sent[1].request);
}

#[test]
fn what_a_second_attempt_meets_after_a_restart_never_unsays_the_first() {
    for unknown_written in [false, true] {
        for answer in [no_connection(), rate_limited(5), refused(400, "IR_04", "no"), refused(403, "AU_03", "no")] {
            let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
            if unknown_written {
                desk.reply(refused(503, "CE_01", "down"));
                desk.write();
            }
            let mut desk = desk.restarted();
            desk.pass(200);
            desk.send_again();
            desk.serve();
            desk.write_all();
            desk.assert_sent_times(2);
            desk.reply(answer);
            desk.assert_says_unknown();
            desk.pass(600);
            desk.assert_says_unknown();
            desk.assert_sent_times(2);
        }
    }
}

#[test]
fn a_crash_while_waiting_for_the_rate_limit_is_not_forgotten() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.reply(rate_limited(60));
    let mut desk = desk.restarted();
    desk.pass(3_600);
    desk.assert_sent_times(1);
    assert!(desk.is_unknown());
}

#[test]
fn what_was_prepared_and_kept_only_in_part_is_not_sent_whoever_asks() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    desk.confirm(capture(1_000));
    desk.write();
    let mut desk = restarted_from_a_part(desk);
    assert_eq!(desk.operation().phase, Phase::NeverSent);
    let id = desk.operation().id.clone();
    desk.act(Action::SendPrepared(id.clone()));
    assert!(desk.toasts().iter().any(|text| text.contains("stored only in part")), "{:?}", desk.toasts());
    desk.pass(60);
    desk.assert_sent_times(0);
    desk.act(Action::WithdrawOperation(id));
    assert!(matches!(desk.outcome(), Outcome::NotSent { .. }));
}

#[test]
fn what_is_unknown_and_was_kept_only_in_part_is_neither_repeated_nor_sent_again() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.write_all();
    let mut desk = restarted_from_a_part(desk);
    desk.pass(200);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
    assert!(!desk.operation().may_be_sent_again(desk.now));
    // A refund, which Paydesk would repeat by itself.
    let mut desk = Desk::ready(Vec::new());
    desk.act(refund_of_pay_1());
    desk.write_all();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    let mut desk = restarted_from_a_part(desk);
    desk.pass(3_600);
    desk.assert_sent_times(0);
    assert_eq!(*desk.finding(), ResolutionFinding::Parked);
    assert!(!desk.operation().may_be_sent_again(desk.now));
}

#[test]
fn every_prefix_of_a_journal_is_taken_up_without_sending() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.pass(200);
    desk.send_again();
    desk.serve();
    desk.write_all();
    desk.reply_truly();
    desk.write_all();
    let disk = desk.disk.clone();
    assert_eq!(disk.len(), 5);
    for length in 0..=disk.len() {
        let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
        desk.disk = disk[..length].to_vec();
        let mut desk = desk.restarted();
        assert_eq!(desk.nothing_open(), length == 0 || length == 5);
        desk.pass(3_600);
        desk.assert_sent_times(0);
        assert_eq!(desk.nothing_open(), length != 1, "only what was never sent waits for the person");
    }
}

#[test]
fn a_restored_operation_blocks_its_payment() {
    let mut desk = crashed_after(2);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(1_000));
    desk.confirm(cancel());
    assert!(desk.writes.is_empty() && desk.state.workspace.dialog.is_none());
}

// ----- another profile

fn of_another_profile(writes: usize) -> Desk {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    desk.confirm(capture(1_000));
    (0..writes).for_each(|_| desk.write());
    let other = |entry: &JournalEntry| JournalEntry { profile_id: "production".into(), ..entry.clone() };
    let unfinished: Vec<JournalEntry> = desk.disk.iter().map(other).collect();
    let mut desk = Desk::after_restart(vec![Pay::authorized("pay_1", 1_000)], unfinished);
    desk.payment_reads.clear();
    desk
}

#[test]
fn operations_of_another_profile_are_listed_and_left_alone() {
    for writes in 1..=2 {
        let mut desk = of_another_profile(writes);
        let id = desk.operation().id.clone();
        desk.act(Action::SendPrepared(id.clone()));
        desk.act(Action::CheckOperationNow(id.clone()));
        desk.act(Action::AskSendAgain(id));
        desk.act(Action::Confirm(Confirmation::SendAgain));
        desk.pass(6 * 3_600);
        desk.assert_sent_times(0);
        assert!(desk.payment_reads.is_empty(), "a namesake in this profile was read");
        assert_eq!(desk.state.open_operations().count(), 1);
        assert_eq!(desk.disk.len(), writes);
    }
}

#[test]
fn an_operation_of_another_profile_does_not_block_a_payment_with_the_same_id_here() {
    let mut desk = of_another_profile(2);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.ask(PaymentAction::Capture);
    desk.act(Action::Confirm(Confirmation::Payment(capture(1_000))));
    desk.write_all();
    desk.assert_sent_times(1);
    desk.reply_truly();
    assert_eq!(desk.state.open_operations().count(), 1, "the other profile's stays listed");
}

#[test]
fn what_another_profile_only_prepared_can_be_discarded_without_reading_here() {
    let mut desk = of_another_profile(1);
    let id = desk.operation().id.clone();
    desk.act(Action::WithdrawOperation(id));
    desk.write_all();
    assert!(desk.nothing_open());
    assert_eq!(desk.disk.last().map(|entry| entry.profile_id.as_str()), Some("production"));
    desk.serve();
    assert!(desk.payment_reads.is_empty());
}

// ----- no journal

#[test]
fn without_a_journal_the_desk_reads_and_says_why_it_changes_nothing() {
    let mut desk = Desk::started(vec![Pay::authorized("pay_1", 1_000)]);
    desk.event(Message::JournalUnavailable { problem: problem("The journal is damaged") });
    desk.event(Message::ServiceReady { profile: profile(), key_place: None });
    desk.serve();
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    assert!(desk.state.read_only_reason().unwrap().contains("The journal is damaged"));
    desk.confirm(capture(1_000));
    assert!(desk.state.workspace.dialog.is_none() && desk.writes.is_empty());
    assert_eq!(desk.state.workspace.connection.link, ServiceLink::Connected);
    assert_eq!(desk.state.workspace.payments.len(), 1);
}

#[test]
fn until_the_journal_is_open_nothing_can_be_started() {
    let mut desk = Desk::started(vec![Pay::authorized("pay_1", 1_000)]);
    desk.event(Message::ServiceReady { profile: profile(), key_place: None });
    desk.serve();
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(1_000));
    assert!(desk.writes.is_empty());
    assert!(desk.state.read_only_reason().unwrap().contains("Opening the journal"));
    desk.event(Message::JournalOpened { entries: Vec::new() });
    desk.confirm(capture(1_000));
    desk.write_all();
    desk.assert_sent_times(1);
}

#[test]
fn a_journal_lost_while_an_outcome_is_unknown_does_not_stop_the_reading() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.event(Message::JournalUnavailable { problem: problem("The disk is gone") });
    desk.pass(200);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted);
    desk.send_again();
    desk.pass(60);
    desk.assert_sent_times(1);
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.pass(60);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::OurId | ExecutionProof::Effect, .. }));
}

#[test]
fn an_operation_of_a_newer_desk_is_reported_and_not_dropped_without_a_word() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 500));
    desk.confirm(capture(500));
    let mut entry = desk.writes.remove(0);
    let newer = serde_json::json!({"plan": {"endpoint": "split_payment"}});
    entry.step = JournalStep::Prepared(Recorded::Foreign(newer));
    let desk = Desk::after_restart(vec![Pay::authorized("pay_1", 500)], vec![entry]);
    assert!(desk.nothing_open());
    let reported = &desk.state.problems[0].what;
    assert!(reported.contains("payment pay_1"), "{reported}");
}
