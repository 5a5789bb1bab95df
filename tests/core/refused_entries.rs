//! An entry that the journal refuses for one operation alone: that one does not leave, and Paydesk goes on working.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::Action;
use paydesk_core::operations::journal::{JournalRefusal, JournalStepName};
use paydesk_core::operations::{ExecutionProof, Outcome, ResolutionFinding};
use paydesk_test_core::desk::{Desk, capture, problem};
use paydesk_test_core::service::Pay;

const ALONE: [JournalRefusal; 3] =
    [JournalRefusal::AlreadyOpen, JournalRefusal::NotOpen, JournalRefusal::WrittenAlready];

fn asked_for() -> Desk {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    desk.confirm(capture(1_000));
    desk
}

/// A desk whose capture was lost and is on its way out again: `sending(2)` is being written.
fn sending_again() -> Desk {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.pass(200);
    desk.send_again();
    desk.serve();
    assert_eq!(desk.writes[0].step.name(), JournalStepName::Sending);
    desk
}

#[track_caller]
fn assert_goes_on(desk: &mut Desk) {
    assert!(!desk.journal_is_down() && desk.state.read_only_reason().is_none());
    let before = desk.sent.len();
    desk.confirm(capture(1_000));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(before + 1);
}

#[test]
fn a_refused_prepared_ends_its_operation_as_not_sent_and_the_next_one_leaves() {
    for refusal in [JournalRefusal::AlreadyOpen, JournalRefusal::NotOpen] {
        let mut desk = asked_for();
        desk.refuse_write(refusal.clone());
        desk.assert_sent_times(0);
        assert!(matches!(desk.outcome(), Outcome::NotSent { why } if why.contains("another window")), "{refusal:?}");
        assert!(desk.toasts()[0].contains("not sent, another window"), "{:?}", desk.toasts());
        assert!(desk.writes.is_empty(), "what is not in the journal was ended there");
        assert_goes_on(&mut desk);
    }
}

#[test]
fn a_form_that_was_confirmed_in_an_earlier_run_is_neither_sent_nor_called_not_sent() {
    let mut desk = asked_for();
    desk.refuse_write(JournalRefusal::WrittenAlready);
    desk.assert_sent_times(0);
    assert!(desk.nothing_open() && desk.state.workspace.operations.ended().len() == 0);
    assert!(desk.toasts()[0].contains("already confirmed"), "{:?}", desk.toasts());
    assert_goes_on(&mut desk);
}

#[test]
fn a_first_sending_of_an_operation_that_was_ended_elsewhere_is_not_sent() {
    let mut desk = asked_for();
    desk.write();
    desk.refuse_write(JournalRefusal::NotOpen);
    desk.pass(3_600);
    desk.assert_sent_times(0);
    assert!(matches!(desk.outcome(), Outcome::NotSent { why } if why.contains("another window has finished it")));
    assert_goes_on(&mut desk);
}

#[test]
fn an_attempt_that_was_written_down_elsewhere_is_unknown_and_settled_by_reading() {
    let mut desk = asked_for();
    desk.write();
    desk.refuse_write(JournalRefusal::WrittenAlready);
    desk.assert_sent_times(0);
    desk.assert_says_unknown();
    assert!(desk.toasts()[0].contains("sent from another window"), "{:?}", desk.toasts());
    assert!(!desk.journal_is_down());
    desk.pass(100);
    assert_eq!(*desk.finding(), ResolutionFinding::NotExecutedYet, "the other window's attempt may still arrive");
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.pass(60);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::OurId | ExecutionProof::Effect, .. }));
    desk.assert_sent_times(0);
}

#[test]
fn a_refused_second_sending_leaves_the_first_attempt_as_unknown_as_it_was() {
    for refusal in ALONE {
        let mut desk = sending_again();
        desk.refuse_write(refusal.clone());
        desk.assert_sent_times(1);
        desk.assert_says_unknown();
        assert!(desk.toasts().iter().any(|text| text.contains("another window")), "{:?}", desk.toasts());
        assert!(!desk.journal_is_down());
        desk.pass(600);
        desk.assert_sent_times(1);
        assert!(desk.is_unknown(), "{refusal:?}");
    }
}

#[test]
fn a_last_word_the_journal_does_not_take_any_more_is_kept_on_the_screen_and_reported() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(400));
    desk.reply_truly();
    desk.refuse_write(JournalRefusal::NotOpen);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Answer, .. }));
    assert!(desk.toasts().iter().any(|text| text.contains("is not in the journal")), "{:?}", desk.toasts());
    assert!(!desk.journal_is_down());
}

#[test]
fn an_unknown_the_journal_does_not_take_any_more_is_resolved_by_reading_all_the_same() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.refuse_write(JournalRefusal::NotOpen);
    assert!(desk.is_unknown() && !desk.journal_is_down());
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.pass(130);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }));
}

#[test]
fn a_journal_that_fails_still_makes_the_whole_desk_read_only() {
    let mut desk = sending_again();
    desk.refuse_write(JournalRefusal::Failed(problem("The disk is full")));
    assert!(desk.is_unknown() && desk.journal_is_down());
    desk.act(Action::DismissDialog);
    desk.confirm(capture(1_000));
    assert!(desk.writes.is_empty());
}
