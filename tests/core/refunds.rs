//! Refunds of a payment: the refundable balance, what speaks against it, and what becomes of one.

use std::sync::Arc;

use chrono::TimeDelta;
use paydesk_api::input::CreateRefundInput;
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::command::{Command, CommandEffect};
use paydesk_core::dialog::Confirmation;
use paydesk_core::features::bulk::{BulkAction, BulkKind, Exclusion};
use paydesk_core::features::payments::{PaymentsAction, payment_went_on};
use paydesk_core::features::refunds::{
    CurrencyTotal, DisputesRead, RefundAmountError, RefundsAction, check_refund, refundable_balance, totals,
    why_not_ask_refund, why_not_refund,
};
use paydesk_core::features::webhooks::StoredEvent;
use paydesk_core::operations::wording::unclear_text;
use paydesk_core::operations::{ExecutionProof, Outcome, Phase, ResolutionFinding, ResourceKind};
use paydesk_core::profiles::ProfileInput;
use paydesk_core::read::Read;
use paydesk_core::records::{Record, Resource};
use paydesk_core::workspace::Workspace;
use paydesk_core::{Action, Message};
use paydesk_domain::dispute::DisputeStatus;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::refund::{Refund, RefundStatus};
use paydesk_test_core::bulk;
use paydesk_test_core::desk::{Desk, eur, pay_1, problem};
use paydesk_test_core::profiles::{input, keep, ready, save, with_shop};
use paydesk_test_core::refunds::{
    answer_disputes, as_reported, ask, captured, confirm, dialog, disputes, record, refunded, state, with_records,
};
use paydesk_test_core::service::{Copy, Pay, answered, budget, rate_limited, refused};
use paydesk_test_core::webhooks::{arrive, event};
use serde_json::{Value, json};

#[test]
fn half_a_payment_is_refunded_then_the_rest_and_no_more() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 6_000);
    let body = desk.sends[0].request.body.clone().unwrap();
    assert_eq!((&body["payment_id"], &body["amount"]), (&json!("pay_1"), &json!(6_000)));
    assert_eq!((&body["reason"], body.get("refund_type")), (&json!("requested_by_customer"), None));
    let answer = refunded(&desk, "pending");
    desk.reply(answer);
    desk.write_all();
    desk.serve();
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap().clone();
    let room = refundable_balance(&desk.state.view(), &payment);
    assert_eq!((room.refunded, room.pending, room.remaining), (eur(0), eur(6_000), eur(6_840)));

    ask(&mut desk);
    confirm(&mut desk, 6_841);
    assert_eq!(desk.sends.len(), 0, "more than remains never leaves");
    assert!(desk.toasts().iter().any(|text| text.contains("128.40")), "{:?}", desk.toasts());
    ask(&mut desk);
    confirm(&mut desk, 6_840);
    let answer = refunded(&desk, "succeeded");
    desk.reply(answer);
    desk.write_all();
    desk.serve();
    let why = why_not_refund(&desk.state.view(), &payment).unwrap();
    assert_eq!(why, "The full 128.40 EUR is already refunded");
    ask(&mut desk);
    assert_eq!(desk.state.workspace.dialog, None);
}

/// Two profiles of one service with the same captured payment, the first of which refunded 60.00 of it; the second is shown.
fn refunded_in_another_profile(status: &str) -> Desk {
    refunding_in_another_profile(|desk| refunded(desk, status))
}

/// The refund was answered so.
fn refunding_in_another_profile(answer: impl FnOnce(&Desk) -> Attempt) -> Desk {
    let (mut desk, shop) = with_shop("snd_key");
    desk.service.payments = vec![Pay::captured("pay_1", 12_840)];
    let open = |desk: &mut Desk| {
        ready(desk);
        desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
        desk.serve();
    };
    desk.act(Action::SwitchProfile(shop));
    open(&mut desk);
    ask(&mut desk);
    confirm(&mut desk, 6_000);
    let answer = answer(&desk);
    desk.reply(answer);
    desk.write_all();
    desk.serve();
    let till = ProfileInput { base_url: input("Shop").base_url, ..input("Till") };
    save(&mut desk, till, Some("snd_key"));
    keep(&mut desk);
    open(&mut desk);
    desk
}

#[test]
fn a_refund_that_is_open_in_another_profile_is_neither_begun_nor_planned() {
    let mut desk = refunding_in_another_profile(|_| Attempt::Lost(LostAnswer::TimedOut));
    let open = "“Refund 60.00 EUR” is already under way in the profile “Shop”";
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap().clone();
    assert_eq!(why_not_refund(&desk.state.view(), &payment).as_deref(), Some(open));
    ask(&mut desk);
    assert_eq!(desk.state.workspace.dialog, None);
    bulk::act(&mut desk, BulkAction::Plan { kind: BulkKind::Refund, targets: vec!["pay_1".to_owned()] });
    desk.serve();
    let plan = desk.state.workspace.bulk.plan().unwrap();
    assert_eq!(plan.excluded.iter().map(|row| &row.exclusion).collect::<Vec<_>>(), [&Exclusion::UnderWay]);
    assert_eq!(plan.items.len(), 0);
}

#[test]
fn a_refund_that_another_profile_of_the_service_made_counts() {
    for (status, done, pending) in [("succeeded", 6_000, 0), ("pending", 0, 6_000), ("failed", 0, 0)] {
        let mut desk = refunded_in_another_profile(status);
        ask(&mut desk);
        let room = refundable_balance(&desk.state.view(), &dialog(&desk).payment);
        assert_eq!((room.refunded, room.pending), (eur(done), eur(pending)), "{status}");
        assert_eq!(room.remaining, eur(12_840 - done - pending), "{status}");
    }
    let mut desk = refunded_in_another_profile("succeeded");
    let plan = |desk: &mut Desk| {
        bulk::act(desk, BulkAction::Plan { kind: BulkKind::Refund, targets: vec!["pay_1".to_owned()] });
        desk.serve();
        let plan = desk.state.workspace.bulk.plan().unwrap();
        plan.items.iter().map(|item| item.amount.clone()).collect::<Vec<_>>()
    };
    assert_eq!(plan(&mut desk), [eur(6_840)]);
    bulk::act(&mut desk, BulkAction::Close);
    ask(&mut desk);
    confirm(&mut desk, 6_841);
    assert_eq!(desk.sends.len(), 0, "more than remains never leaves");
    // Known to both of them it is one refund.
    let known = desk.state.workspaces().find_map(|other| other.records.of(ResourceKind::Refund).next()).unwrap();
    let record = known.record.clone();
    let record = Record { profile_id: desk.state.profiles.current.clone(), ..record };
    desk.event(Message::RecordsOpened { records: vec![record], problem: None });
    ask(&mut desk);
    assert_eq!(refundable_balance(&desk.state.view(), &dialog(&desk).payment).refunded, eur(6_000));
}

#[test]
fn a_refund_belongs_to_the_customer_of_its_payment() {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 12_840));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    let mut body = desk.service.pay("pay_1").json();
    body["customer_id"] = json!("cus_1");
    desk.answer_payment(answered(200, body));
    ask(&mut desk);
    confirm(&mut desk, 500);
    let answer = refunded(&desk, "succeeded");
    desk.reply(answer);
    let customer_id = CustomerId::new("cus_1");
    let of_customer: Vec<_> = desk.state.workspace.records.of_customer(&customer_id).map(|(kind, _)| kind).collect();
    assert_eq!(of_customer, [ResourceKind::Refund]);
}

#[test]
fn what_was_refunded_in_an_earlier_run_counts() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 12_000);
    let answer = refunded(&desk, "succeeded");
    desk.reply(answer);
    let records = desk.state.workspace.records.of(ResourceKind::Refund).map(|known| known.record.clone()).collect();

    let mut desk = captured();
    desk.event(Message::RecordsOpened { records, problem: None });
    ask(&mut desk);
    let room = refundable_balance(&desk.state.view(), &dialog(&desk).payment);
    assert_eq!(room.remaining, eur(840));
    assert_eq!(check_refund(&room, "8.41"), Err(RefundAmountError::TooMuch(eur(840))));
    assert_eq!(check_refund(&room, "8,40"), Ok((eur(840), eur(0))));
    assert_eq!(check_refund(&room, "0"), Err(RefundAmountError::Zero));
    confirm(&mut desk, 841);
    assert_eq!(desk.sends.len(), 0);
}

#[test]
fn one_that_failed_gives_its_amount_back_and_one_that_is_unknown_keeps_it() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 12_840);
    let answer = refunded(&desk, "failed");
    desk.reply(answer);
    desk.write_all();
    desk.serve();
    ask(&mut desk);
    confirm(&mut desk, 12_840);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    assert!(desk.is_unknown());
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap().clone();
    assert_eq!(refundable_balance(&desk.state.view(), &payment).pending, eur(12_840));
    assert!(why_not_refund(&desk.state.view(), &payment).unwrap().contains("is under way"));
}

/// What the dialog warns of.
fn claims(desk: &Desk) -> Vec<DisputeStatus> {
    let Workspace { payment_disputes, disputes, .. } = &desk.state.workspace;
    payment_disputes.claims_on(&dialog(desk).payment.payment_id, disputes)
}

#[test]
fn a_payment_that_is_disputed_or_lost_is_warned_of() {
    for (statuses, counts) in [
        (vec!["won"], vec![]),
        (vec!["won", "dispute_opened"], vec![DisputeStatus::DisputeOpened]),
        (vec!["lost"], vec![DisputeStatus::Lost]),
    ] {
        let mut desk = captured();
        ask(&mut desk);
        assert_eq!(dialog(&desk).disputes, DisputesRead::Reading);
        answer_disputes(&mut desk, disputes(&statuses));
        assert_eq!((&dialog(&desk).disputes, claims(&desk)), (&DisputesRead::Done, counts), "{statuses:?}");
    }
    let mut desk = captured();
    ask(&mut desk);
    answer_disputes(&mut desk, refused(403, "AU_03", "disputes are not yours"));
    assert!(matches!(&dialog(&desk).disputes, DisputesRead::Failed(_)));
}

/// Found by an outsider: the dispute came between opening the dialog and confirming it.
#[test]
fn a_dispute_that_is_reported_while_the_dialog_is_open_is_warned_of() {
    let mut desk = captured();
    ask(&mut desk);
    arrive(&mut desk, [disputed("dsp_1")]);
    assert_eq!(claims(&desk), [DisputeStatus::DisputeOpened], "before the service's list came");
    answer_disputes(&mut desk, disputes(&[]));
    assert_eq!(claims(&desk), [DisputeStatus::DisputeOpened], "a list from before it");

    let mut desk = captured();
    ask(&mut desk);
    answer_disputes(&mut desk, disputes(&["won"]));
    arrive(&mut desk, [disputed("dsp_2")]);
    assert_eq!(claims(&desk), [DisputeStatus::DisputeOpened]);
}

/// Nothing tells of a dispute where the service sends no events: the open dialog asks again.
#[test]
fn disputes_are_read_again_while_the_dialog_stays_open() {
    let mut desk = captured();
    ask(&mut desk);
    answer_disputes(&mut desk, disputes(&[]));
    desk.tick(4);
    assert!(!desk.reads.iter().any(|(_, read)| matches!(read, Read::Disputes(_))));
    desk.tick(2);
    answer_disputes(&mut desk, disputes(&["dispute_opened"]));
    assert_eq!(claims(&desk), [DisputeStatus::DisputeOpened]);
}

/// Found by an attacker: the dispute was known when the refund left, and the person had not been warned of it.
#[test]
fn a_refund_of_a_payment_that_is_disputed_since_it_was_confirmed_is_not_sent() {
    for warned_for_s in [None, Some(0), Some(5)] {
        let mut desk = captured();
        desk.tick(10);
        ask(&mut desk);
        answer_disputes(&mut desk, disputes(&[]));
        if let Some(seconds) = warned_for_s {
            arrive(&mut desk, [disputed("dsp_1")]);
            desk.tick(seconds);
        }
        let mut input = CreateRefundInput::new(pay_1(), dialog(&desk).refund_id.clone(), eur(500));
        input.reason = "requested_by_customer".into();
        desk.act(Action::Confirm(Confirmation::Refund(Box::new(input))));
        if warned_for_s.is_none() {
            arrive(&mut desk, [disputed("dsp_1")]);
        }
        desk.pass(2);
        desk.assert_sent_times(usize::from(warned_for_s == Some(5)));
        if warned_for_s != Some(5) {
            let Outcome::NotSent { why } = desk.outcome() else { panic!("{:?}", desk.outcome()) };
            assert!(why.contains("the payment is disputed, and you had not been warned"), "{why}");
        }
    }
}

/// Found by an attacker: it left once the rate limit let it, beside the dispute that was on the screen.
#[test]
fn a_refund_that_waits_for_the_rate_limit_is_not_sent_once_its_payment_is_disputed() {
    let mut desk = captured();
    desk.tick(10);
    ask(&mut desk);
    answer_disputes(&mut desk, disputes(&[]));
    confirm(&mut desk, 500);
    desk.reply(rate_limited(15));
    arrive(&mut desk, [disputed("dsp_1")]);
    desk.pass(120);
    desk.assert_sent_times(1);
    assert!(desk.is_unknown(), "a copy of what was refused may have been executed");
}

#[test]
fn a_lost_refund_is_not_repeated_once_its_payment_is_disputed() {
    let mut desk = captured();
    desk.tick(10);
    ask(&mut desk);
    answer_disputes(&mut desk, disputes(&[]));
    confirm(&mut desk, 500);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    arrive(&mut desk, [disputed("dsp_1")]);
    desk.pass(600);
    desk.assert_sent_times(1);
    let ResolutionFinding::Unclear(reason) = desk.finding() else { panic!("{:?}", desk.finding()) };
    assert!(unclear_text(reason).contains("the payment is disputed, and you had not been warned"));
}

/// An event that reports a new dispute of `pay_1`.
fn disputed(dispute_id: &str) -> StoredEvent {
    let object = json!({"dispute_id": dispute_id, "payment_id": "pay_1", "amount": 500, "currency": "EUR",
        "status": "dispute_opened"});
    event(&format!("evt_{dispute_id}"), "dispute", object, 1)
}

#[test]
fn a_refund_that_is_answered_with_not_found_may_have_been_made_and_keeps_its_room() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 12_840);
    let refusal = refused(404, "IR_05", "payment not found");
    desk.reply(refusal.clone());
    desk.write_all();
    assert_eq!(answer_repeats(&mut desk, &refusal), 4, "at 5, 15, 60 and 120 s");
    desk.assert_says_unknown();
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap().clone();
    assert_eq!(refundable_balance(&desk.state.view(), &payment).remaining, eur(0));
    assert_eq!(desk.state.workspace.records.of(ResourceKind::Refund).len(), 0);
}

#[test]
fn that_a_refund_exists_is_believed_where_its_id_is_meant_and_else_left_to_a_person() {
    for said in ["ID exists", "a refund with this id was already attempted"] {
        let mut desk = captured();
        ask(&mut desk);
        let said = said.replace("ID", dialog(&desk).refund_id.as_str());
        confirm(&mut desk, 500);
        desk.reply(refused(409, "HE_01", &said));
        desk.write_all();
        desk.serve();
        assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::OurId, .. }), "{:?}", desk.outcome());
    }

    let of_other = "Another refund of this payment already exists (refund_id ref_9f31c2) and is pending";
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 500);
    desk.reply(refused(409, "HE_01", of_other));
    desk.write_all();
    desk.assert_says_unknown();

    let unnamed = refused(409, "HE_01", "A refund of this payment was created a moment ago");
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 500);
    for pause_s in [6, 16] {
        desk.reply(unnamed.clone());
        desk.write_all();
        desk.assert_says_unknown();
        desk.pass(pause_s);
    }
    let made = refunded(&desk, "succeeded");
    desk.reply(made);
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Answer, .. }), "it was another refund");

    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 500);
    desk.reply(unnamed.clone());
    desk.write_all();
    desk.serve();
    answer_repeats(&mut desk, &unnamed);
    assert!(desk.is_unknown(), "it may be another refund, however often it is said");
}

#[test]
fn a_refund_that_is_refused_with_403_as_a_second_one_is_asked_for_again_under_its_id() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 500);
    desk.reply(refused(403, "AU_03", "Duplicate request blocked: refund exists"));
    desk.write_all();
    desk.assert_says_unknown();
    desk.pass(6);
    desk.assert_sent_times(2);
    assert_eq!(desk.sent[0].request, desk.sent[1].request);
}

/// Every repeat of the open refund is answered so until Paydesk makes no more.
fn answer_repeats(desk: &mut Desk, answer: &Attempt) -> usize {
    let mut answered = 0;
    for _ in 0..400 {
        desk.tick(1);
        desk.write_all();
        if !desk.sends.is_empty() {
            answered += 1;
            desk.reply(answer.clone());
            desk.write_all();
        }
    }
    answered
}

#[test]
fn an_executed_refund_whose_repeats_are_refused_is_never_called_rejected_and_keeps_its_room() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 12_840);
    // It executes, its answer is lost, and the service looks at the amount before it looks at the id.
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    let refusal = refused(400, "IR_06", "amount exceeds captured");
    assert_eq!(answer_repeats(&mut desk, &refusal), 4, "at 5, 15, 60 and 120 s");
    desk.assert_says_unknown();
    assert!(
        matches!(desk.finding(), ResolutionFinding::Unclear(why) if unclear_text(why).contains("amount exceeds captured"))
    );
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap().clone();
    assert_eq!(refundable_balance(&desk.state.view(), &payment).remaining, eur(0));
    assert!(why_not_refund(&desk.state.view(), &payment).unwrap().contains("is under way"));
    desk.pass(26 * 3_600);
    desk.assert_says_unknown();
}

#[test]
fn a_refused_refund_is_looked_up_in_its_payment_where_the_service_shows_refunds_there() {
    let mut desk = captured();
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.answer_payment(payment_showing(&json!([])));
    ask(&mut desk);
    confirm(&mut desk, 12_840);
    let refund_id = desk.sends[0].request.body.as_ref().unwrap()["refund_id"].clone();
    desk.reply(refused(400, "IR_06", "unknown variant"));
    desk.write_all();
    answer_repeats(&mut desk, &refused(400, "IR_06", "unknown variant"));
    assert!(
        matches!(desk.finding(), ResolutionFinding::Unclear(why) if unclear_text(why).contains("Open the payment"))
    );
    let show = |desk: &mut Desk, refunds: Value| {
        desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
        while desk.reads.iter().any(|(_, read)| matches!(read, Read::Payment(_))) {
            desk.answer_payment(payment_showing(&refunds));
        }
    };
    show(&mut desk, json!([]));
    desk.assert_says_unknown();
    show(&mut desk, json!([{"refund_id": refund_id, "amount": 12_840, "status": "succeeded"}]));
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::OurId, .. }));
}

#[test]
fn a_first_refusal_may_be_the_answer_to_a_second_copy_and_is_repeated_before_it_is_believed() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 12_840);
    desk.reply(refused(400, "IR_06", "amount exceeds captured"));
    desk.write_all();
    desk.assert_says_unknown();
    desk.tick(5);
    desk.write_all();
    let answer = refunded(&desk, "succeeded");
    desk.reply(answer);
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Answer, .. }), "found under its id");
}

#[test]
fn a_refund_is_not_repeated_once_the_service_may_have_forgotten_its_id() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 500);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    while desk.sends.is_empty() {
        desk.tick(1);
        desk.write_all();
    }
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    // The machine slept for a day.
    desk.tick(25 * 3_600);
    desk.write_all();
    desk.assert_sent_times(2);
    assert!(
        matches!(desk.finding(), ResolutionFinding::Unclear(why) if unclear_text(why).contains("24 hours")),
        "{:?}",
        desk.finding()
    );
    let id = desk.operation().id.clone();
    desk.act(Action::CheckOperationNow(id));
    desk.write_all();
    desk.assert_sent_times(2);
}

/// Found by the simulation: the machine slept for days while a repeat waited for its turn at the rate limit.
#[test]
fn a_repeat_that_waited_for_its_turn_while_the_machine_slept_for_a_day_does_not_leave() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 500);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk.tick(5);
    desk.write_all();
    desk.reply(rate_limited(60));
    desk.write_all();
    desk.tick(20);
    assert!(matches!(desk.operation().phase, Phase::AwaitingTurn { .. }), "{:?}", desk.operation().phase);
    let by = TimeDelta::hours(60);
    desk.now += by;
    desk.state.on_clock_jump(by);
    for _ in 0..400 {
        desk.tick(1);
        desk.serve();
        desk.write_all();
    }
    desk.assert_sent_times(2);
    assert!(
        matches!(desk.finding(), ResolutionFinding::Unclear(why) if unclear_text(why).contains("24 hours")),
        "{:?}",
        desk.finding()
    );
}

#[test]
fn a_status_that_waited_for_its_turn_while_the_machine_slept_is_not_asked_in_the_name_of_an_old_refund() {
    let mut desk = pending();
    desk.service.rate = Some(budget(600, 0, 60));
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    let id = desk.state.workspace.records.of(ResourceKind::Refund).next().unwrap().record.id.clone();
    desk.act(Action::Refunds(RefundsAction::CheckStatus(id)));
    desk.write_all();
    assert!(matches!(desk.operation().phase, Phase::AwaitingTurn { .. }), "{:?}", desk.operation().phase);
    let (by, sent) = (TimeDelta::hours(60), desk.sent.len());
    desk.now += by;
    desk.state.on_clock_jump(by);
    for _ in 0..400 {
        desk.tick(1);
        desk.serve();
        desk.write_all();
    }
    desk.assert_sent_times(sent);
    assert!(desk.nothing_open());
}

#[test]
fn a_status_is_never_asked_in_the_name_of_a_refund_that_is_old_ended_or_read_only() {
    let mut desk = pending();
    let known = |desk: &Desk| desk.state.workspace.records.of(ResourceKind::Refund).next().unwrap().clone();
    assert_eq!(why_not_ask_refund(&desk.state.view(), &known(&desk)), None);
    let mut ended = known(&desk);
    let refund = Refund { status: Some(RefundStatus::Succeeded), ..ended.refund().unwrap().clone() };
    ended.resource = Resource::Reported(Arc::new(refund));
    assert!(why_not_ask_refund(&desk.state.view(), &ended).unwrap().contains("Not pending"));
    desk.now += TimeDelta::hours(24);
    desk.tick(1);
    assert!(why_not_ask_refund(&desk.state.view(), &known(&desk)).unwrap().contains("refund a second time"));
    desk.write_all();
    assert_eq!(desk.sends.len(), 0);
    let mut desk = pending();
    desk.event(Message::JournalUnavailable { problem: problem("The disk is gone") });
    assert!(why_not_ask_refund(&desk.state.view(), &known(&desk)).unwrap().contains("Read-only"));
    desk.tick(5);
    desk.write_all();
    assert_eq!(desk.sends.len(), 0);
}

#[test]
fn confirmed_twice_it_is_one_refund() {
    let mut desk = captured();
    ask(&mut desk);
    let input = CreateRefundInput::new(pay_1(), dialog(&desk).refund_id.clone(), eur(500));
    for _ in 0..2 {
        desk.act(Action::Confirm(Confirmation::Refund(Box::new(input.clone()))));
    }
    desk.write_all();
    desk.serve();
    desk.write_all();
    assert_eq!(desk.sends.len(), 1);
    assert_eq!(desk.sends[0].request.body.as_ref().unwrap()["refund_id"], input.refund_id.as_str());
}

#[test]
fn of_a_payment_that_received_nothing_nothing_is_refunded() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 12_840));
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap().clone();
    assert_eq!(why_not_refund(&desk.state.view(), &payment).unwrap(), "Nothing was received for this payment");
    ask(&mut desk);
    assert_eq!(desk.state.workspace.dialog, None);
}

/// Somebody else refunds 20.00 of the payment, which its reads show from now on.
fn refund_elsewhere(desk: &mut Desk) {
    let mut body = desk.service.pay("pay_1").json();
    body["refunds"] = json!([{"refund_id": "ref_other", "payment_id": "pay_1", "amount": 2_000, "currency": "EUR",
        "status": "succeeded"}]);
    desk.service.copy = Some(Copy { body, head: RateHeaders::default() });
}

fn assert_refunded_elsewhere(desk: &Desk) {
    let Outcome::NotSent { why } = desk.outcome() else { panic!("{:?}", desk.outcome()) };
    assert!(why.contains("the amount refunded was 0.00 EUR and is now 20.00 EUR"), "{why}");
}

#[test]
fn a_refund_is_not_sent_over_one_that_was_made_after_its_dialog_opened() {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 12_840));
    ask(&mut desk);
    desk.pass(30);
    refund_elsewhere(&mut desk);
    confirm(&mut desk, 2_000);
    assert_eq!(desk.sent.len(), 0);
    assert_refunded_elsewhere(&desk);
}

#[test]
fn a_refund_that_waited_for_the_rate_limit_is_not_sent_over_one_that_was_made_meanwhile() {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 12_840));
    ask(&mut desk);
    confirm(&mut desk, 2_000);
    assert_eq!(desk.sends.len(), 1);
    desk.reply(rate_limited(20));
    refund_elsewhere(&mut desk);
    desk.pass(120);
    assert_eq!(desk.sends.len(), 0, "{:?}", desk.sends);
    assert!(desk.is_unknown(), "it may have been another copy of this one");
}

#[test]
fn sums_are_of_one_currency_each_and_what_failed_is_in_none() {
    let desk = with_records(vec![
        record("ref_1", 1_000, "EUR", "succeeded"),
        record("ref_2", 200, "EUR", "pending"),
        record("ref_3", 40, "EUR", "held"),
        record("ref_4", 9_000, "EUR", "failed"),
        record("ref_5", 500, "JPY", "succeeded"),
        record("ref_6", 7, "USD", "failed"),
        record("ref_7", 3, "EUR", "review"),
    ]);
    let found = totals(desk.state.workspace.records.of(ResourceKind::Refund));
    let expected = [("EUR", [1_000, 200, 3, 40]), ("JPY", [500, 0, 0, 0]), ("USD", [0; 4])].map(|(code, sums)| {
        let [refunded, pending, in_review, status_unknown] =
            sums.map(|minor| Money::new(minor, Currency::iso4217(code)));
        CurrencyTotal { refunded, pending, in_review, status_unknown }
    });
    assert_eq!(found, expected);
}

/// A refund of 60.00 that the service calls pending.
pub fn pending() -> Desk {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 6_000);
    let answer = refunded(&desk, "pending");
    desk.reply(answer);
    desk.write_all();
    desk.reads.clear();
    desk
}

/// Requests of this refund that leave again.
fn repeats(desk: &mut Desk) -> usize {
    desk.write_all();
    desk.sends.len()
}

pub fn answer_repeat(desk: &mut Desk, attempt: Attempt) {
    desk.write_all();
    desk.reply(attempt);
    desk.write_all();
}

#[test]
fn a_pending_refund_is_asked_for_by_the_same_request_until_it_ended() {
    let mut desk = pending();
    let made = desk.state.workspace.records.of(ResourceKind::Refund).next().unwrap().record.sent.clone().unwrap();
    desk.tick(4);
    assert_eq!(repeats(&mut desk), 0);
    desk.tick(1);
    assert_eq!(repeats(&mut desk), 1);
    assert_eq!(desk.sends[0].request.body.as_ref(), Some(&*made), "byte for byte");
    answer_repeat(&mut desk, as_reported((*made).clone(), "pending"));
    desk.tick(5);
    assert_eq!(repeats(&mut desk), 0, "the next time is 15 s after it was made");
    desk.tick(5);
    answer_repeat(&mut desk, as_reported((*made).clone(), "succeeded"));
    assert_eq!(state(&desk), "succeeded");
    for _ in 0..60 {
        desk.tick(5);
    }
    assert_eq!(repeats(&mut desk), 0, "what has ended is not asked for");
}

/// The payment as a service answers it that shows the refunds within it.
fn payment_showing(refunds: &Value) -> Attempt {
    let payment = json!({"payment_id": "pay_1", "status": "succeeded", "amount": 12_840, "amount_received": 12_840,
        "amount_capturable": 0, "currency": "EUR", "refunds": refunds});
    answered(200, payment)
}

#[test]
fn a_refund_that_its_payment_shows_is_known_and_is_read_instead_of_sent_again() {
    let mut desk = captured();
    let shown = |status: &str| json!([{"refund_id": "ref_7", "amount": 2_840, "status": status}]);
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.answer_payment(payment_showing(&shown("pending")));
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap().clone();
    let balance = refundable_balance(&desk.state.view(), &payment);
    assert_eq!((balance.refunded, balance.pending, balance.remaining), (eur(0), eur(2_840), eur(10_000)));

    let known = desk.state.workspace.records.find(ResourceKind::Refund, "ref_7").unwrap().clone();
    assert_eq!(why_not_ask_refund(&desk.state.view(), &known), None, "made elsewhere, and readable all the same");
    desk.act(Action::Refunds(RefundsAction::CheckStatus("ref_7".into())));
    assert_eq!(repeats(&mut desk), 0, "a read, and no second request of the refund");
    desk.answer_payment(payment_showing(&shown("succeeded")));
    assert_eq!(state(&desk), "succeeded");
    let reported_at = desk.state.workspace.records.of(ResourceKind::Refund).next().unwrap().record.reported_at;
    desk.tick(60);
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.answer_payment(payment_showing(&shown("succeeded")));
    let again = desk.state.workspace.records.of(ResourceKind::Refund).next().unwrap().record.reported_at;
    assert_eq!(again, reported_at, "what is known already is not written again");
}

#[test]
fn a_refund_whose_answer_was_lost_is_settled_by_the_payment_that_shows_it_under_our_id() {
    for (status, is_done) in [("succeeded", true), ("failed", false), ("failure", false)] {
        let mut desk = captured();
        ask(&mut desk);
        confirm(&mut desk, 6_000);
        let refund_id = desk.sends[0].request.body.as_ref().unwrap()["refund_id"].clone();
        desk.reply(Attempt::Lost(LostAnswer::ConnectionLost));
        desk.write_all();
        let shown = |id: &Value| json!([{"refund_id": id, "amount": 6_000, "status": status, "error_code": "05"}]);
        desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
        desk.answer_payment(payment_showing(&shown(&json!("ref_of_somebody_else"))));
        desk.write_all();
        assert!(matches!(desk.operation().phase, Phase::Unknown(_)), "another refund says nothing of ours");
        desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
        desk.answer_payment(payment_showing(&shown(&refund_id)));
        desk.write_all();
        let outcome = desk.outcome();
        assert_eq!(matches!(outcome, Outcome::Done { proof: ExecutionProof::OurId, .. }), is_done, "{outcome:?}");
        assert_eq!(matches!(outcome, Outcome::Declined { .. }), !is_done, "{outcome:?}");
        assert_eq!(desk.sends.len(), 0, "no second request");
    }
}

#[test]
fn two_pending_refunds_of_a_payment_are_asked_for_one_after_the_other() {
    let mut desk = pending();
    ask(&mut desk);
    confirm(&mut desk, 500);
    let answer = refunded(&desk, "pending");
    desk.reply(answer);
    desk.write_all();
    desk.tick(5);
    let mut asked = Vec::new();
    for _ in 0..2 {
        assert_eq!(repeats(&mut desk), 1);
        let body = desk.sends[0].request.body.clone().unwrap();
        asked.push(body["amount"].as_i64().unwrap());
        answer_repeat(&mut desk, as_reported(body, "succeeded"));
        desk.tick(1);
    }
    asked.sort_unstable();
    assert_eq!((asked, repeats(&mut desk)), (vec![500, 6_000], 0));
    assert!(!desk.toasts().iter().any(|toast| toast.contains("Not sent")), "{:?}", desk.toasts());
}

#[test]
fn one_that_stays_pending_is_asked_for_four_times_and_then_by_the_person_alone() {
    let mut desk = pending();
    let mut asked = 0;
    for _ in 0..600 {
        desk.tick(1);
        if repeats(&mut desk) > 0 {
            asked += 1;
            answer_repeat(&mut desk, refused(400, "HE_01", "exists already"));
        }
    }
    assert_eq!((asked, state(&desk)), (4, "pending".to_owned()));
    assert_eq!(desk.state.workspace.refunds.polling.next_due(desk.state.view()), None);
    let id = desk.state.workspace.records.of(ResourceKind::Refund).next().unwrap().record.id.clone();
    desk.act(Action::Refunds(RefundsAction::CheckStatus(id)));
    answer_repeat(&mut desk, refused(400, "HE_01", "exists already"));
    assert!(desk.toasts().iter().any(|toast| toast.contains("Check refund status: no response")));
}

#[test]
fn a_refund_that_others_made_is_never_repeated() {
    let mut desk = with_records(vec![record("ref_1", 2_840, "EUR", "pending")]);
    for _ in 0..30 {
        desk.tick(5);
    }
    desk.act(Action::Refunds(RefundsAction::CheckStatus("ref_1".into())));
    assert_eq!(repeats(&mut desk), 0);
}

#[test]
fn what_was_said_of_a_pending_refund_no_longer_holds_once_it_succeeded() {
    let mut desk = pending();
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap().clone();
    let went_on = |desk: &Desk| {
        let last = desk.state.workspace.operations.last_of(&pay_1()).expect("the refund is the last about the payment");
        payment_went_on(&desk.state.workspace.records, last, &payment)
    };
    assert!(!went_on(&desk));
    desk.tick(5);
    let made = desk.state.workspace.records.of(ResourceKind::Refund).next().unwrap().record.sent.clone().unwrap();
    answer_repeat(&mut desk, as_reported((*made).clone(), "succeeded"));
    assert_eq!(state(&desk), "succeeded");
    assert!(went_on(&desk));
}

#[test]
fn a_key_refunds_the_open_payment_where_something_can_be_given_back() {
    let asks = CommandEffect::Act(Action::Refunds(RefundsAction::Ask(pay_1())));
    assert_eq!(Command::RefundPayment.effect(&captured().state), Some(asks));
    let authorized = Desk::with_open(Pay::authorized("pay_1", 12_840));
    assert_eq!(Command::RefundPayment.effect(&authorized.state), None);
    let all = with_records(vec![record("ref_1", 12_840, "EUR", "succeeded")]);
    assert_eq!(Command::RefundPayment.effect(&all.state), None);
}

#[test]
fn a_refund_that_the_service_made_under_an_id_of_its_own_is_never_sent_a_second_time() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 10_000);
    let mut body = desk.sends[0].request.body.clone().unwrap();
    body["refund_id"] = json!("srv_7");
    desk.reply(as_reported(body, "succeeded"));
    desk.write_all();
    for _ in 0..2 {
        desk.pass(2 * 24 * 3_600);
        desk.assert_sent_times(1);
        let operation = desk.operation();
        assert!(!operation.may_be_sent_again(desk.state.now), "{operation:?}");
        let Phase::Unknown(unknown) = &operation.phase else { panic!("{operation:?}") };
        assert!(unknown.why.contains("srv_7"), "{unknown:?}");
        desk = desk.restarted();
    }
}

// ----- refused, and not unknown

/// A refund in full of a payment of which somebody else has refunded a part: 80.78 of 107.70 are left.
fn refused_refund() -> (Desk, Attempt) {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 10_770));
    ask(&mut desk);
    confirm(&mut desk, 10_770);
    let message = "amount 10770 exceeds what is left to refund of payment pay_1: 8078";
    (desk, refused(400, "IR_04", message))
}

#[test]
fn a_refusal_that_names_more_as_left_than_a_refund_would_leave_stands_after_one_more_of_them() {
    let (mut desk, refusal) = refused_refund();
    desk.reply(refusal.clone());
    desk.write_all();
    desk.assert_says_unknown();
    desk.pass(29);
    desk.assert_sent_times(1);
    assert_eq!(answer_repeats(&mut desk, &refusal), 1);
    desk.assert_sent_times(2);
    let Outcome::Rejected { code, message, .. } = desk.outcome() else { panic!("{:?}", desk.outcome()) };
    assert_eq!((code.as_str(), message.contains("8078")), ("IR_04", true));
    let payment = desk.state.workspace.payments.open_detail().and_then(|(_, remote)| remote.value()).unwrap().clone();
    assert_eq!(why_not_refund(&desk.state.view(), &payment), None, "what is left can be refunded");
}

#[test]
fn what_a_refusal_names_as_left_is_said_in_the_currency_and_is_what_the_next_refund_offers() {
    let (mut desk, refusal) = refused_refund();
    desk.reply(refusal.clone());
    desk.write_all();
    answer_repeats(&mut desk, &refusal);
    let (_, said) = desk.state.result_of(desk.state.ended_operations().next().unwrap()).unwrap();
    assert!(said.ends_with("8078 (IR_04). 80.78 EUR is left to refund."), "{said}");
    let balance = |desk: &Desk| refundable_balance(&desk.state.view(), &dialog(desk).payment);
    ask(&mut desk);
    assert_eq!((balance(&desk).offered(), balance(&desk).remaining), (&eur(8_078), eur(10_770)));
    assert_eq!(check_refund(&balance(&desk), "50.00"), Ok((eur(5_000), eur(3_078))));
    // Another refund may have failed since: more is not refused here.
    assert_eq!(check_refund(&balance(&desk), "90.00"), Ok((eur(9_000), eur(0))));
    confirm(&mut desk, 5_000);
    let done = refunded(&desk, "succeeded");
    desk.reply(done);
    desk.write_all();
    desk.serve();
    ask(&mut desk);
    assert_eq!((balance(&desk).offered(), balance(&desk).remaining), (&eur(3_078), eur(5_770)));
}

#[test]
fn what_a_refusal_named_as_left_is_known_after_a_restart_and_by_a_bulk_plan() {
    let (mut desk, refusal) = refused_refund();
    desk.reply(refusal.clone());
    desk.write_all();
    answer_repeats(&mut desk, &refusal);
    let mut desk = desk.restarted();
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.serve();
    ask(&mut desk);
    let balance = refundable_balance(&desk.state.view(), &dialog(&desk).payment);
    assert_eq!(balance.offered(), &eur(8_078));
    desk.act(Action::Bulk(BulkAction::Plan { kind: BulkKind::Refund, targets: vec!["pay_1".to_owned()] }));
    desk.serve();
    let plan = desk.state.workspace.bulk.plan().expect("a plan");
    assert_eq!(plan.sums.text(), "80.78 EUR");
}

#[test]
fn an_equal_refund_is_warned_of_for_as_long_as_a_double_one_is_likely() {
    let mut desk = captured();
    ask(&mut desk);
    confirm(&mut desk, 5_000);
    let done = refunded(&desk, "succeeded");
    desk.reply(done);
    desk.write_all();
    desk.serve();
    let warned = |desk: &Desk, minor| desk.state.view().same_refund_at(&pay_1(), &eur(minor)).is_some();
    assert!(warned(&desk, 5_000) && !warned(&desk, 4_999));
    desk.pass(120);
    assert!(!warned(&desk, 5_000));
}

#[test]
fn what_was_left_says_nothing_once_more_was_received() {
    let (mut desk, refusal) = refused_refund();
    desk.reply(refusal.clone());
    desk.write_all();
    answer_repeats(&mut desk, &refusal);
    let pay = desk.service.pay("pay_1");
    (pay.amount, pay.received) = (12_000, 12_000);
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    ask(&mut desk);
    assert_eq!(refundable_balance(&desk.state.view(), &dialog(&desk).payment).offered(), &eur(12_000));
}

#[test]
fn after_a_lost_answer_such_a_refusal_stands_only_when_no_copy_can_arrive_any_more() {
    let (mut desk, refusal) = refused_refund();
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    for second in 0..119 {
        desk.tick(1);
        desk.write_all();
        if !desk.sends.is_empty() {
            desk.reply(refusal.clone());
            desk.write_all();
        }
        desk.assert_says_unknown();
        assert!(desk.sent.len() <= 2, "{second} s: {} sends", desk.sent.len());
    }
    answer_repeats(&mut desk, &refusal);
    assert!(matches!(desk.outcome(), Outcome::Rejected { .. }), "{:?}", desk.outcome());
    desk.assert_sent_times(3);
}

#[test]
fn what_may_be_left_by_our_own_refund_is_no_refusal() {
    for (minor, left) in [(10_770, 0), (5_000, 4_999), (5_000, 5_770)] {
        let mut desk = Desk::with_open(Pay::captured("pay_1", 10_770));
        ask(&mut desk);
        confirm(&mut desk, minor);
        let message = format!("amount {minor} exceeds what is left to refund of payment pay_1: {left}");
        let refusal = refused(400, "IR_04", &message);
        desk.reply(refusal.clone());
        desk.write_all();
        answer_repeats(&mut desk, &refusal);
        desk.assert_says_unknown();
    }
}

#[test]
fn a_refund_that_is_found_under_its_id_after_such_a_refusal_is_done() {
    let (mut desk, refusal) = refused_refund();
    desk.reply(refusal);
    desk.write_all();
    desk.pass(30);
    let answer = refunded(&desk, "succeeded");
    desk.reply(answer);
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Answer, .. }), "{:?}", desk.outcome());
}

#[test]
fn a_refusal_without_numbers_stands_where_the_payment_shows_that_others_left_no_room() {
    let shown = |minor: i64| {
        let refunds = json!([{"refund_id": "ref_other", "amount": minor, "status": "succeeded"},
            {"refund_id": "ref_failed", "amount": 10_000, "status": "failed"}]);
        answered(
            200,
            json!({"payment_id": "pay_1", "status": "succeeded", "amount": 12_840,
            "amount_received": 12_840, "amount_capturable": 0, "currency": "EUR", "refunds": refunds}),
        )
    };
    for (others, is_rejected) in [(2_841, true), (2_840, false)] {
        let mut desk = captured();
        desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
        desk.answer_payment(payment_showing(&json!([])));
        ask(&mut desk);
        confirm(&mut desk, 10_000);
        desk.service.reads_get = Some(shown(others));
        let refusal = refused(400, "IR_13", "The refund amount exceeds the amount captured");
        desk.reply(refusal.clone());
        desk.write_all();
        desk.serve();
        desk.assert_says_unknown();
        for _ in 0..400 {
            desk.pass(1);
            if !desk.sends.is_empty() {
                desk.reply(refusal.clone());
                desk.write_all();
            }
        }
        let is_open = desk.state.workspace.operations.open().len() == 1;
        assert_eq!(is_open, !is_rejected, "{others}");
        if is_rejected {
            assert!(matches!(desk.outcome(), Outcome::Rejected { .. }), "{:?}", desk.outcome());
            desk.assert_sent_times(1);
        }
    }
}
