//! From the confirmation to the answer: what is sent, when, and how often.

use paydesk_api::operation::Target;
use paydesk_api::outcome::{Attempt, Body, LostAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::Action;
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::payments::{PaymentsAction, check_capture};
use paydesk_core::operations::journal::{JournalRefusal, JournalStepName};
use paydesk_core::operations::{ExecutionProof, Intent, Outcome, Phase, ResourceKind};
use paydesk_core::profiles::ProfileInput;
use paydesk_core::read::Read;
use paydesk_domain::payment::PaymentAction;
use paydesk_domain::profile::ProfileId;
use paydesk_test_core::desk::{Desk, cancel, capture, eur, pay_1, problem};
use paydesk_test_core::profiles::{input, keep, ready, save, with_shop};
use paydesk_test_core::refunds;
use paydesk_test_core::service::{Copy, Pay, answered, bad_certificate, budget, no_connection, rate_limited, refused};
use serde_json::json;

fn open() -> Desk {
    Desk::with_open(Pay::authorized("pay_1", 1_000))
}

fn not_sent_because(desk: &Desk, text: &str) {
    match desk.outcome() {
        Outcome::NotSent { why } => assert!(why.contains(text), "{why}"),
        other => panic!("{other:?}"),
    }
}

// ----- before anything leaves

#[test]
fn a_capture_leaves_only_after_prepared_and_sending_are_on_disk() {
    let mut desk = open();
    desk.confirm(capture(1_000));
    desk.assert_sent_times(0);
    assert_eq!(desk.writes.len(), 1);
    desk.write();
    desk.assert_sent_times(0);
    desk.write();
    desk.assert_sent_times(1);
    assert_eq!(desk.sent[0].request.path, "/payments/pay_1/capture");
    assert_eq!(desk.sent[0].request.body, Some(json!({"amount_to_capture": 1_000})));
    desk.reply_truly();
    desk.write_all();
    assert_eq!(desk.steps(), [JournalStepName::Prepared, JournalStepName::Sending, JournalStepName::Confirmed]);
    assert_eq!(*desk.outcome(), Outcome::Done { status: "succeeded".to_owned(), proof: ExecutionProof::Answer });
    assert!(desk.nothing_open());
}

#[test]
fn hours_of_waiting_for_the_disk_send_nothing() {
    for writes in 0..2 {
        let mut desk = open();
        desk.confirm(capture(1_000));
        (0..writes).for_each(|_| desk.write());
        for _ in 0..120 {
            desk.tick(60);
        }
        desk.assert_sent_times(0);
        assert!(!desk.nothing_open());
    }
}

#[test]
fn a_disk_or_a_sleep_that_outlasts_the_check_sends_nothing() {
    let mut desk = open();
    desk.confirm(capture(1_000));
    desk.write();
    desk.tick(6);
    desk.write();
    desk.assert_sent_times(0);
    not_sent_because(&desk, "took longer than 5 seconds, and the payment may have changed in the meantime; try again");
    desk.write_all();
    assert_eq!(desk.steps(), [JournalStepName::Prepared, JournalStepName::Sending, JournalStepName::NotSent]);
    assert!(desk.restarted().nothing_open());
}

#[test]
fn a_second_confirmation_finds_no_dialog_and_sends_nothing() {
    let mut desk = open();
    desk.ask(PaymentAction::Capture);
    for _ in 0..3 {
        desk.act(Action::Confirm(Confirmation::Payment(capture(1_000))));
    }
    assert_eq!(desk.writes.len(), 1);
    desk.write_all();
    desk.assert_sent_times(1);
}

#[test]
fn while_one_operation_is_open_no_other_is_asked_for_or_started() {
    let mut desk = open();
    desk.confirm(capture(1_000));
    for step in 0..3 {
        desk.confirm(capture(500));
        desk.confirm(cancel());
        assert!(desk.state.workspace.dialog.is_none());
        if step < 2 {
            desk.write();
        }
    }
    desk.assert_sent_times(1);
    assert_eq!(desk.disk.len(), 2);
    assert!(desk.writes.is_empty());
}

#[test]
fn a_dialog_opened_before_another_operation_began_starts_nothing() {
    let mut desk = open();
    desk.ask(PaymentAction::Capture);
    let dialog = desk.state.workspace.dialog.clone();
    desk.act(Action::Confirm(Confirmation::Payment(capture(1_000))));
    desk.state.workspace.dialog = dialog;
    desk.act(Action::Confirm(Confirmation::Payment(capture(1_000))));
    assert_eq!(desk.writes.len(), 1);
    assert!(desk.toasts()[0].contains("already under way"));
}

#[test]
fn a_confirmation_for_another_action_than_the_dialog_s_starts_nothing() {
    let mut desk = open();
    desk.ask(PaymentAction::Cancel);
    desk.act(Action::Confirm(Confirmation::Payment(capture(1_000))));
    assert!(desk.writes.is_empty());
    assert!(desk.state.workspace.dialog.is_some());
}

#[test]
fn an_amount_above_what_was_seen_zero_or_in_another_currency_is_never_written_nor_sent() {
    let usd = paydesk_domain::money::Money::new(500, paydesk_domain::money::Currency::iso4217("USD"));
    for amount in [eur(1_001), eur(0), eur(-5), usd] {
        let mut desk = open();
        desk.confirm(Intent::Capture { amount, prefix: String::new(), suffix: String::new() });
        assert!(desk.writes.is_empty() && desk.nothing_open());
        assert!(desk.toasts()[0].starts_with("Not sent"));
    }
}

#[test]
fn a_descriptor_longer_than_it_should_be_is_warned_of_and_travels_whole() {
    let mut desk = open();
    let (prefix, suffix) = ("TWELVE CHARS", "ELEVEN CHAR");
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, detail)| detail.value()).unwrap().clone();
    let is_long = |suffix: &str| check_capture(&payment, "4", prefix, suffix).is_descriptor_long();
    assert!(is_long(suffix) && !is_long(&suffix[1..]));
    let (prefix, suffix) = (prefix.to_owned(), suffix.to_owned());
    desk.confirm(Intent::Capture { amount: eur(400), prefix, suffix });
    desk.write_all();
    let body = desk.sent[0].request.body.clone().unwrap();
    assert_eq!(
        (&body["statement_descriptor_prefix"], &body["statement_descriptor_suffix"]),
        (&json!("TWELVE CHARS"), &json!("ELEVEN CHAR"))
    );
}

#[test]
fn a_descriptor_that_fits_travels_with_the_capture() {
    let mut desk = open();
    desk.confirm(Intent::Capture { amount: eur(400), prefix: "SHOP".into(), suffix: String::new() });
    desk.write_all();
    let body = json!({"amount_to_capture": 400, "statement_descriptor_prefix": "SHOP"});
    assert_eq!(desk.sent[0].request.body, Some(body));
}

// ----- the journal says no

#[test]
fn a_refused_prepared_sends_nothing_and_makes_the_desk_read_only() {
    let mut desk = open();
    desk.confirm(capture(1_000));
    desk.refuse_write(JournalRefusal::Failed(problem("The disk is full")));
    desk.assert_sent_times(0);
    not_sent_because(&desk, "The disk is full");
    assert!(desk.state.read_only_reason().unwrap().contains("The disk is full"));
    desk.confirm(capture(1_000));
    desk.pass(3_600);
    desk.assert_sent_times(0);
    assert!(desk.writes.is_empty());
}

#[test]
fn a_refused_sending_sends_nothing_and_makes_the_desk_read_only() {
    let mut desk = open();
    desk.confirm(capture(1_000));
    desk.write();
    desk.refuse_write(JournalRefusal::Failed(problem("The disk is full")));
    desk.pass(3_600);
    desk.assert_sent_times(0);
    not_sent_because(&desk, "The disk is full");
    assert!(desk.journal_is_down());
}

#[test]
fn another_window_at_work_on_the_payment_stops_this_one_without_making_it_read_only() {
    for refused_step in 0..2 {
        let mut desk = open();
        desk.confirm(capture(1_000));
        (0..refused_step).for_each(|_| desk.write());
        desk.refuse_write(JournalRefusal::AlreadyOpen);
        desk.pass(3_600);
        desk.assert_sent_times(0);
        not_sent_because(&desk, "another window");
        assert!(desk.state.read_only_reason().is_none());
    }
}

#[test]
fn a_refused_last_entry_makes_the_desk_read_only_and_keeps_what_is_known() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.reply_truly();
    desk.refuse_write(JournalRefusal::Failed(problem("The disk is full")));
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
    assert!(desk.journal_is_down());
}

// ----- checked just before sending

#[test]
fn a_read_of_the_last_five_seconds_needs_no_other_before_sending() {
    let mut desk = open();
    desk.tick(5);
    let before = desk.reads_made;
    desk.confirm(capture(1_000));
    desk.write_all();
    desk.assert_sent_times(1);
    assert_eq!(desk.reads_made, before);
}

#[test]
fn an_older_read_is_made_anew_before_sending() {
    let mut desk = open();
    desk.tick(6);
    desk.confirm(capture(1_000));
    desk.write();
    assert!(matches!(desk.operation().phase, Phase::Checking { .. }));
    assert!(desk.writes.is_empty());
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
}

#[test]
fn a_payment_that_changed_meanwhile_is_not_sent_to_and_the_person_is_told() {
    type Change = fn(&mut Pay);
    let changes: [(Change, &str); 6] = [
        (
            |pay| pay.capture(300).unwrap(),
            "has since changed: the status was Requires capture and is now Succeeded; the amount received was 0.00 EUR \
             and is now 3.00 EUR; the amount left to capture was 10.00 EUR and is now 7.00 EUR; check it again",
        ),
        (|pay| pay.cancel().unwrap(), "the status was Requires capture and is now Cancelled"),
        (|pay| pay.amount = 900, "has since changed: the amount was 10.00 EUR and is now 9.00 EUR; check it again"),
        (|pay| pay.currency = "USD".into(), "the amount was 10.00 EUR and is now 10.00 USD"),
        (|pay| pay.capturable = 999, "the amount left to capture was 10.00 EUR and is now 9.99 EUR; check it again"),
        // What an approval would lead to, as its dialog says.
        (|pay| pay.capture_method = "automatic", "the capture method was manual and is now automatic; check it again"),
    ];
    for (change, says) in changes {
        let mut desk = open();
        desk.tick(6);
        desk.confirm(capture(1_000));
        desk.write();
        change(desk.service.pay("pay_1"));
        desk.serve();
        desk.write_all();
        desk.assert_sent_times(0);
        not_sent_because(&desk, says);
        assert!(desk.toasts().last().unwrap().contains(says), "{:?}", desk.toasts());
        assert_eq!(desk.steps(), [JournalStepName::Prepared, JournalStepName::NotSent]);
    }
}

/// Found by an attacker: an answer that was on its way for 18 s counted as new, and 40.00 were captured instead of 20.00.
#[test]
fn a_check_that_took_too_long_is_made_again() {
    for captured_meanwhile in [false, true] {
        let mut desk = open();
        desk.tick(6);
        desk.confirm(capture(400));
        desk.write();
        let before = desk.service.pay("pay_1").json();
        desk.tick(18);
        if captured_meanwhile {
            desk.service.pay("pay_1").capture(400).unwrap();
        }
        desk.answer_payment(answered(200, before));
        desk.pass(1);
        desk.write_all();
        desk.assert_sent_times(usize::from(!captured_meanwhile));
        if captured_meanwhile {
            not_sent_because(&desk, "the amount received was 0.00 EUR and is now 4.00 EUR");
        }
    }
}

#[test]
fn nothing_is_sent_on_checks_that_all_take_too_long() {
    let mut desk = open();
    desk.tick(6);
    desk.confirm(capture(400));
    desk.write();
    for _ in 0..4 {
        desk.tick(1);
        desk.tick(7);
        if !desk.reads.iter().any(|(_, read)| matches!(read, Read::Payment(_))) {
            break;
        }
        let seen = desk.service.pay("pay_1").json();
        desk.answer_payment(answered(200, seen));
        desk.write_all();
    }
    desk.assert_sent_times(0);
    not_sent_because(&desk, "the service took longer than 5 seconds to answer the check");
}

#[test]
fn a_check_that_cannot_be_read_sends_nothing() {
    for attempt in [no_connection(), refused(404, "IR_05", "gone"), refused(503, "CE_01", "down"), rate_limited(5)] {
        let mut desk = open();
        desk.tick(6);
        desk.confirm(capture(1_000));
        desk.write();
        desk.service.reads_get = Some(attempt);
        desk.pass(600);
        desk.assert_sent_times(0);
        not_sent_because(&desk, "could not be checked");
    }
}

#[test]
fn a_check_that_hits_the_rate_limit_can_be_withdrawn_while_it_waits() {
    let mut desk = open();
    desk.tick(6);
    desk.confirm(capture(1_000));
    desk.write();
    desk.answer_payment(rate_limited(60));
    let id = desk.operation().id.clone();
    desk.act(Action::WithdrawOperation(id));
    not_sent_because(&desk, "you withdrew it");
    desk.pass(600);
    desk.assert_sent_times(0);
}

// ----- the rate limit

#[test]
fn a_429_waits_until_no_other_copy_can_arrive_and_repeats_the_same_request_once() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.reply(rate_limited(40));
    assert_eq!(desk.word(), "Waiting for the rate limit");
    desk.pass(149);
    desk.assert_sent_times(1);
    desk.pass(2);
    desk.assert_sent_times(2);
    assert_eq!(desk.sent[0].request, desk.sent[1].request);
    desk.reply_truly();
    desk.pass(3_600);
    desk.assert_sent_times(2);
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
    assert_eq!(desk.service.pay("pay_1").received, 1_000);
}

#[test]
fn what_waited_for_the_rate_limit_is_checked_again_before_it_is_sent() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.reply(rate_limited(60));
    desk.tick(30);
    desk.service.pay("pay_1").capture(400).unwrap();
    assert_eq!(desk.state.word_of(desk.operation()), "Waiting for the rate limit");
    desk.pass(600);
    desk.assert_sent_times(1);
    desk.assert_says_unknown();
}

#[test]
fn a_capture_that_was_executed_by_another_copy_than_the_one_refused_for_the_rate_limit_is_not_sent_again() {
    // The wait is shorter than a read counts as fresh.
    for wait_s in [1, 2, 20] {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(200));
        desk.service.pay("pay_1").capture(200).unwrap();
        desk.reply(rate_limited(wait_s));
        desk.pass(3_600);
        desk.assert_sent_times(1);
        assert_eq!(desk.service.pay("pay_1").received, 200);
        assert!(!matches!(desk.outcome(), Outcome::NotSent { .. }), "it left: {:?}", desk.outcome());
    }
}

/// Found by an attacker: the read that came before the repeat was answered by a copy, and 80.00 were captured for 40.00.
#[test]
fn what_met_the_rate_limit_does_not_leave_again_on_the_word_of_one_read() {
    for (captured_before, lists_amounts) in [(0, false), (0, true), (50, false), (50, true)] {
        let mut pay = Pay::authorized("pay_1", 1_000);
        if captured_before > 0 {
            pay.capture(captured_before).unwrap();
        }
        let mut desk = Desk::sending(pay, capture(200));
        let before = desk.service.pay("pay_1").json();
        desk.service.lists_amounts = lists_amounts;
        desk.service.pay("pay_1").capture(200).unwrap();
        desk.service.copy = Some(Copy { body: before, head: RateHeaders::default() });
        desk.reply(rate_limited(10));
        desk.pass(3_600);
        desk.assert_sent_times(1);
        desk.assert_says_unknown();
    }
}

/// Found by an attacker: both sources lagged for less than the law says, and 60.00 were captured for 30.00.
#[test]
fn what_met_the_rate_limit_is_read_once_no_worker_of_the_service_lags() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(200));
    let before = desk.service.pay("pay_1").clone();
    desk.service.copy = Some(Copy { body: before.json(), head: RateHeaders::default() });
    desk.service.listed_as = Some(vec![before]);
    desk.service.pay("pay_1").capture(200).unwrap();
    desk.reply(rate_limited(6));
    desk.pass(25);
    (desk.service.copy, desk.service.listed_as) = (None, None);
    desk.pass(600);
    desk.assert_sent_times(1);
}

#[test]
fn a_capture_that_met_the_rate_limit_leaves_again_once_two_sources_show_the_payment_as_it_was() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(200));
    desk.reply(rate_limited(10));
    desk.pass(160);
    desk.assert_sent_times(2);
}

/// Found by an attacker: a copy that arrived 35 s after the 429 made it a second capture.
#[test]
fn a_copy_that_is_executed_long_after_a_429_is_no_second_capture() {
    for late in [8, 35, 100] {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(200));
        desk.reply(rate_limited(10));
        desk.pass(late);
        desk.service.pay("pay_1").capture(200).unwrap();
        desk.pass(600);
        desk.assert_sent_times(1);
        assert_eq!(desk.service.pay("pay_1").received, 200, "after {late} s");
    }
}

#[test]
fn what_waits_for_the_rate_limit_can_be_withdrawn() {
    for is_executed in [false, true] {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
        desk.reply(rate_limited(60));
        if is_executed {
            // The 429 was the answer to its second copy.
            desk.service.pay("pay_1").capture(1_000).unwrap();
        }
        let id = desk.operation().id.clone();
        desk.act(Action::WithdrawOperation(id));
        desk.pass(3_600);
        desk.assert_sent_times(1);
        match desk.outcome() {
            Outcome::Rejected { message, .. } => {
                assert!(!is_executed && message.contains("you withdrew it"), "{message}")
            }
            outcome => assert!(is_executed && matches!(outcome, Outcome::Done { .. }), "{outcome:?}"),
        }
    }
}

#[test]
fn a_refund_that_is_withdrawn_after_it_met_the_rate_limit_never_leaves_again() {
    let mut desk = refunds::captured();
    refunds::ask(&mut desk);
    refunds::confirm(&mut desk, 1_000);
    desk.reply(rate_limited(60));
    let id = desk.operation().id.clone();
    desk.act(Action::WithdrawOperation(id.clone()));
    desk.pass(3_600);
    desk.act(Action::CheckOperationNow(id));
    desk.pass(3_600);
    desk.assert_sent_times(1);
    desk.assert_says_unknown();
}

#[test]
fn a_full_budget_holds_an_operation_back_before_it_is_sent_at_all() {
    let mut desk = open();
    desk.service.rate = Some(budget(600, 10, 50));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    desk.confirm(capture(1_000));
    desk.write();
    assert_eq!(desk.word(), "Waiting for the rate limit");
    desk.service.rate = None;
    desk.pass(49);
    desk.assert_sent_times(0);
    desk.pass(2);
    desk.assert_sent_times(1);
    assert_eq!(desk.operation().attempts, 1);
}

#[test]
fn a_check_held_back_by_the_budget_is_shown_as_waiting() {
    let mut desk = open();
    desk.service.rate = Some(budget(600, 10, 50));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    desk.tick(6);
    desk.confirm(capture(1_000));
    desk.write();
    assert_eq!(desk.word(), "Waiting for the rate limit");
    desk.service.rate = None;
    desk.pass(60);
    desk.assert_sent_times(1);
}

// ----- refused before execution

#[test]
fn without_a_connection_it_is_not_sent_and_the_button_is_free_again() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.reply(no_connection());
    not_sent_because(&desk, "cannot be reached");
    desk.write_all();
    desk.pass(3_600);
    desk.assert_sent_times(1);
    desk.confirm(capture(1_000));
    desk.write();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(2);
    assert_ne!(desk.sent[0].operation_id, desk.sent[1].operation_id);
}

#[test]
fn a_refused_certificate_means_not_sent_and_says_so() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.reply(bad_certificate());
    not_sent_because(&desk, "certificate");
    desk.pass(3_600);
    desk.assert_sent_times(1);
}

#[test]
fn a_refusal_of_the_first_attempt_is_final_and_reported_in_the_service_s_words() {
    for (status, code) in [(400, "IR_04"), (404, "IR_05"), (422, "IR_06"), (403, "AU_03")] {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
        desk.reply(refused(status, code, "Amount exceeds the limit of this card"));
        desk.pass(if status == 403 { 0 } else { 30 });
        let (code, message) = (code.to_owned(), "Amount exceeds the limit of this card".to_owned());
        let http_status = (status == 403).then_some(status);
        assert_eq!(*desk.outcome(), Outcome::Rejected { http_status, code, message });
        assert!(desk.toasts()[0].contains("Amount exceeds the limit of this card"));
        assert!(!desk.locked());
        desk.pass(3_600);
        desk.assert_sent_times(1);
    }
}

#[test]
fn a_refused_key_rejects_the_operation_locks_the_profile_and_reads_nothing_more() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    let before = desk.reads_made;
    desk.reply(refused(401, "AU_02", "This key was revoked"));
    assert!(desk.locked());
    assert!(matches!(desk.outcome(), Outcome::Rejected { .. }));
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.pass(7_200);
    assert_eq!(desk.reads_made, before, "reads left with a refused key");
    desk.confirm(capture(1_000));
    desk.write_all();
    desk.assert_sent_times(1);
}

#[test]
fn a_key_refused_while_the_operation_is_written_down_stops_it() {
    for writes in 0..2 {
        let mut desk = open();
        desk.confirm(capture(1_000));
        (0..writes).for_each(|_| desk.write());
        desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
        desk.answer_payment(refused(401, "AU_02", "This key was revoked"));
        assert!(desk.locked());
        desk.write_all();
        desk.pass(3_600);
        desk.assert_sent_times(0);
        not_sent_because(&desk, "locked");
        assert_eq!(desk.steps().last(), Some(&JournalStepName::NotSent));
    }
}

#[test]
fn what_waits_for_its_turn_when_the_key_is_refused_is_not_sent_later() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.reply(rate_limited(30));
    desk.answer_payment(refused(401, "AU_02", "This key was revoked"));
    assert!(desk.is_unknown(), "another copy may have been executed");
    desk.act(Action::RetryService);
    desk.serve();
    desk.pass(3_600);
    desk.assert_sent_times(1);
}

#[test]
fn open_operations_stay_listed_while_the_profile_is_locked() {
    let mut desk = Desk::unknown(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.service.reads_get = Some(refused(401, "AU_02", "This key was revoked"));
    desk.pass(10);
    assert!(desk.locked());
    let before = desk.reads_made;
    let id = desk.operation().id.clone();
    desk.act(Action::CheckOperationNow(id));
    desk.pass(7_200);
    assert_eq!(desk.reads_made, before);
    desk.assert_says_unknown();
    desk.assert_sent_times(1);
}

// ----- 200

#[test]
fn a_200_with_status_failed_is_a_decline_with_its_code() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    let body = json!({"payment_id": "pay_1", "amount": 1_000, "currency": "EUR", "status": "failed",
        "unified_code": "UE_1001", "unified_message": "Insufficient funds"});
    desk.reply(answered(200, body));
    let (code, message) = (Some("UE_1001".to_owned()), "Insufficient funds".to_owned());
    assert_eq!(*desk.outcome(), Outcome::Declined { code, message });
    desk.write_all();
    assert_eq!(desk.steps().last(), Some(&JournalStepName::Declined));
}

#[test]
fn a_status_nobody_knows_is_confirmed_shown_verbatim_and_allows_no_capture() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.service.pay("pay_1").status = "partially_blessed".into();
    let body = desk.service.pay("pay_1").partial();
    desk.reply(answered(200, body));
    let status = "partially_blessed".to_owned();
    assert_eq!(*desk.outcome(), Outcome::Done { status, proof: ExecutionProof::Answer });
    assert!(desk.toasts()[0].contains("partially_blessed"), "{:?}", desk.toasts());
    assert!(!desk.toasts()[0].contains("captured"), "{:?}", desk.toasts());
    desk.serve();
    desk.ask(PaymentAction::Capture);
    assert!(desk.state.workspace.dialog.is_none());
    for action in [PaymentAction::Cancel, PaymentAction::Approve] {
        desk.ask(action);
        assert!(desk.state.workspace.dialog.take().is_some(), "it may be manual review");
    }
    let before = desk.payment_reads.len();
    desk.pass(60);
    assert!((10..=13).contains(&(desk.payment_reads.len() - before)), "it is polled every 5 s");
}

#[test]
fn an_accepted_capture_that_is_still_processing_is_not_called_captured() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    let body = json!({"payment_id": "pay_1", "amount": 1_000, "currency": "EUR", "status": "processing"});
    desk.reply(answered(200, body));
    assert!(desk.toasts()[0].contains("processing"), "{:?}", desk.toasts());
    assert!(!desk.toasts()[0].contains("captured"), "{:?}", desk.toasts());
}

#[test]
fn the_answer_s_partial_object_is_laid_over_the_payment_and_the_whole_is_read_again() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(400));
    desk.reply_truly();
    let (_, remote) = desk.state.workspace.payments.open_detail().unwrap();
    assert_eq!(remote.value().unwrap().capturable_minor(), 600);
    assert!(remote.is_loading());
    assert!(!desk.reads.is_empty());
    desk.serve();
    assert_eq!(
        desk.state.workspace.payments.detail(&pay_1()).unwrap().value().unwrap().amount_received,
        Some(eur(400))
    );
}

#[test]
fn an_answer_for_an_attempt_that_is_not_under_way_changes_nothing() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    let sent = desk.sent[0].clone();
    let body = desk.service.pay("pay_1").partial();
    for attempt in [0, 2] {
        let (operation_id, result) = (sent.operation_id.clone(), answered(200, body.clone()));
        desk.event(paydesk_core::Message::OperationAnswered { operation_id, attempt, result });
        assert!(matches!(desk.operation().phase, Phase::Sending { .. }));
    }
}

#[test]
fn cancel_and_approve_go_the_same_way() {
    for (pay, intent, path) in [
        (Pay::authorized("pay_1", 1_000), cancel(), "/payments/pay_1/cancel"),
        (Pay::in_review("pay_1", 1_000), Intent::Approve, "/payments/pay_1/approve"),
    ] {
        let mut desk = Desk::sending(pay, intent);
        assert_eq!(desk.sent[0].request.path, path);
        desk.reply_truly();
        assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Answer, .. }));
    }
}

#[test]
fn an_error_shape_inside_a_200_confirms_nothing() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
    let Attempt::Answered(mut answer) = answered(200, json!({})) else { unreachable!() };
    answer.body = Body::Json(json!({"error": {"type": "x", "code": "IR_04", "message": "no"}}));
    desk.reply(Attempt::Answered(answer));
    desk.assert_says_unknown();
}

#[test]
fn the_same_partial_capture_twice_within_the_settle_window_is_noticed() {
    let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(300));
    desk.reply_truly();
    desk.write_all();
    desk.serve();
    let same = |desk: &Desk, minor| desk.state.workspace.operations.same_capture_at(&pay_1(), &eur(minor), desk.now);
    assert!(same(&desk, 300).is_some());
    assert_eq!(same(&desk, 301), None);
    desk.tick(121);
    assert_eq!(same(&desk, 300), None);
}

#[test]
fn a_refusal_with_403_says_what_the_status_says_whatever_its_code_and_an_undocumented_code_gets_no_meaning() {
    for (status, code, said, unspecified) in [
        (403, "AU_03", "a profile whose key has it", "support"),
        (403, "XX_77", "a profile whose key has it", "support"),
        (403, "", "a profile whose key has it", "support"),
        (400, "AU_03", "", "permission"),
        (400, "HE_00", "", "support"),
    ] {
        let mut desk = Desk::sending(Pay::authorized("pay_1", 1_000), capture(1_000));
        desk.reply(refused(status, code, "Not possible"));
        desk.pass(if status == 403 { 0 } else { 30 });
        let toast = &desk.toasts()[0];
        assert!(
            toast.contains("Not possible") && toast.contains(said) && !toast.contains(unspecified),
            "{status}: {toast}"
        );
    }
}

/// One payment in two profiles of the same account was captured once in each.
#[test]
fn what_is_open_in_another_profile_of_the_account_is_not_begun_again() {
    let (mut desk, shop) = with_shop("snd_key");
    desk.act(Action::SwitchProfile(shop));
    ready(&mut desk);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    desk.confirm(capture(400));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    let plan = desk.operation().plan.clone();
    // Merchant IDs are typed: another one is not another account.
    let merchant_id = "mer_of_the_till".to_owned();
    let till = ProfileInput { base_url: input("Shop").base_url, merchant_id, ..input("Till") };
    save(&mut desk, till, Some("snd_key"));
    keep(&mut desk);
    ready(&mut desk);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    let target = Target::new(ResourceKind::Payment, "pay_1");
    let open = "“Capture 4.00 EUR” is already under way in the profile “Shop”";
    assert_eq!(desk.state.view().open_elsewhere(&target).as_deref(), Some(open));
    desk.confirm(capture(400));
    desk.write_all();
    desk.serve();
    desk.write_all();
    desk.assert_sent_times(1);
    assert_eq!(desk.state.view().payment_under_way(&pay_1()).as_deref(), Some(open));
    // What was confirmed nevertheless is not sent.
    desk.submit("op_till", plan);
    desk.write_all();
    desk.assert_sent_times(1);
    assert!(desk.toasts().iter().any(|toast| toast.contains(open)), "{:?}", desk.toasts());
    // The sandbox has a payment of the same id, and nothing to do with it.
    desk.act(Action::SwitchProfile(ProfileId::embedded()));
    ready(&mut desk);
    assert_eq!(desk.state.view().open_elsewhere(&target), None);
}
