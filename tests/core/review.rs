//! Manual review under whatever name the service has for it: how the name is learned, and what is never concluded.

use chrono::{DateTime, Utc};
use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::webhooks::{Delivery, StoredEvent};
use paydesk_core::operations::wording::unclear_text;
use paydesk_core::operations::{ExecutionProof, Intent, Outcome, ResolutionFinding};
use paydesk_core::state::review_status::ReviewStatusAction;
use paydesk_domain::ids::EventId;
use paydesk_domain::known::Known;
use paydesk_domain::payment::PaymentAction;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::review::{ASSUMED_REVIEW_STATUS, ReviewStatus, ReviewStatusSource};
use paydesk_test_core::desk::{Desk, cancel, pay_1};
use paydesk_test_core::service::{Pay, answered, refused, start_time};
use paydesk_test_core::webhooks::{arrive, at};
use serde_json::json;

fn held(id: &str) -> Pay {
    Pay { status: "in_review".into(), ..Pay::in_review(id, 1_000) }
}

fn name(desk: &Desk) -> ReviewStatus {
    desk.state.view().review_status().clone()
}

fn named(desk: &mut Desk, word: &str) {
    desk.act(Action::ReviewStatus(ReviewStatusAction::Name(word.to_owned())));
}

fn shown(desk: &Desk) -> Vec<String> {
    let payments = &desk.state.workspace.payments;
    (0..payments.len()).map(|index| payments.row(index).unwrap().payment.payment_id.to_string()).collect()
}

#[test]
fn the_name_is_learned_from_an_approval_that_the_service_confirmed() {
    let mut desk = Desk::sending(held("pay_1"), Intent::Approve);
    assert!(name(&desk).is_assumed());
    desk.reply_truly();
    desk.serve();
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Answer, .. }));
    let learned = ReviewStatusSource::Learned { payment_id: pay_1(), at: desk.now };
    assert_eq!((name(&desk).word(), &name(&desk).source), ("in_review", &learned));
    assert!(desk.toasts().iter().any(|toast| toast.contains("“in_review” are now shown as in review")));
}

#[test]
fn an_answer_that_still_has_the_status_does_not_confirm_an_approval_or_a_cancellation() {
    for intent in [Intent::Approve, cancel()] {
        let mut desk = Desk::sending(held("pay_1"), intent);
        let body = desk.service.pay("pay_1").partial();
        desk.reply(answered(200, body));
        assert!(desk.is_unknown());
        assert!(name(&desk).is_assumed());
        desk.pass(200);
        assert_eq!(*desk.finding(), ResolutionFinding::NotExecuted, "reading shows that nothing happened");
    }
}

#[test]
fn nothing_is_learned_from_a_refusal_a_lost_answer_or_a_cancellation() {
    let mut desk = Desk::sending(held("pay_1"), Intent::Approve);
    desk.reply(refused(400, "IR_04", "Payment not in an approvable state"));
    desk.pass(60);
    assert!(matches!(desk.outcome(), Outcome::Rejected { .. }), "{:?}", desk.outcome());
    assert!(name(&desk).is_assumed());
    let mut desk = Desk::unknown(held("pay_1"), Intent::Approve);
    desk.service.pay("pay_1").approve().unwrap();
    desk.pass(200);
    assert!(
        matches!(desk.finding(), ResolutionFinding::Unclear(why) if unclear_text(why).contains("may not be manual review"))
    );
    assert!(name(&desk).is_assumed());
    let mut desk = Desk::sending(held("pay_1"), cancel());
    desk.reply_truly();
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
    assert!(name(&desk).is_assumed());
}

#[test]
fn a_lost_approval_is_found_out_by_reading_once_the_name_is_known() {
    let mut desk = Desk::with_open(held("pay_1"));
    named(&mut desk, "in_review");
    desk.ask(PaymentAction::Approve);
    desk.confirm(Intent::Approve);
    desk.write_all();
    desk.reply(paydesk_api::outcome::Attempt::Lost(paydesk_api::outcome::LostAnswer::TimedOut));
    desk.write_all();
    desk.service.pay("pay_1").approve().unwrap();
    desk.pass(200);
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }), "{:?}", desk.outcome());
}

#[test]
fn what_a_person_named_stays_whatever_is_approved() {
    let mut desk = Desk::with_open(held("pay_1"));
    named(&mut desk, "on_hold");
    desk.ask(PaymentAction::Approve);
    desk.confirm(Intent::Approve);
    desk.write_all();
    desk.reply_truly();
    assert!(matches!(desk.outcome(), Outcome::Done { .. }));
    assert_eq!(name(&desk).word(), "on_hold");
    assert!(matches!(name(&desk).source, ReviewStatusSource::Named { .. }));
}

#[test]
fn a_documented_status_is_never_taken_for_manual_review() {
    let mut desk = Desk::with_open(held("pay_1"));
    for word in ["succeeded", "requires_capture", ""] {
        named(&mut desk, word);
        assert!(name(&desk).is_assumed(), "{word}");
    }
    assert!(desk.toasts().iter().any(|toast| toast.contains("is a documented status with another meaning")));
}

#[test]
fn the_list_the_count_and_the_filter_follow_the_name() {
    let mut desk = Desk::ready(vec![held("pay_1"), Pay::captured("pay_2", 500), Pay::in_review("pay_3", 700)]);
    let count = |desk: &Desk| desk.state.workspace.payments.in_review(&name(desk));
    assert_eq!(count(&desk), Known::Exact(1));
    desk.act(Action::Payments(PaymentsAction::ShowInReview));
    desk.serve();
    assert_eq!(shown(&desk), ["pay_3"]);
    let unlisted: Vec<_> =
        desk.state.workspace.payments.unlisted(&name(&desk)).map(|(status, n)| (status.to_string(), n)).collect();
    assert_eq!(unlisted, [("in_review".to_owned(), 1)]);
    named(&mut desk, "in_review");
    desk.serve();
    assert_eq!((shown(&desk), count(&desk)), (vec!["pay_1".to_owned()], Known::Exact(1)));
    assert!(desk.state.workspace.payments.row(0).unwrap().in_review);
    desk.act(Action::ReviewStatus(ReviewStatusAction::Forget));
    desk.serve();
    assert_eq!(shown(&desk), ["pay_3"]);
    assert_eq!(name(&desk).word(), ASSUMED_REVIEW_STATUS);
}

#[test]
fn all_payments_of_statuses_that_are_not_documented_can_be_listed() {
    let mut desk =
        Desk::ready(vec![held("pay_1"), Pay::captured("pay_2", 500), Pay::with_status("pay_3", "parked", 7)]);
    desk.act(Action::Payments(PaymentsAction::ShowUnlisted));
    desk.serve();
    assert_eq!(shown(&desk), ["pay_1", "pay_3"]);
}

#[test]
fn the_name_is_kept_in_the_settings_of_the_profile_and_a_wrong_one_in_the_file_is_dropped() {
    let mut desk = Desk::ready(vec![]);
    named(&mut desk, "in_review");
    let written = serde_json::to_value(&desk.state.settings).unwrap();
    let profile_id = desk.state.workspace.profile_id.as_str();
    assert_eq!(written["review_statuses"][profile_id]["word"], "in_review");
    let read: paydesk_core::settings::Settings = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(read.bounded(), desk.state.settings);
    let mut edited = written;
    edited["review_statuses"][profile_id]["word"] = json!("succeeded");
    let read: paydesk_core::settings::Settings = serde_json::from_value(edited).unwrap();
    assert!(read.bounded().review_statuses.is_empty());
}

#[test]
fn payments_in_review_and_remainders_have_a_countdown_that_says_estimated() {
    let left = Pay { capturable: 400, ..Pay::captured("pay_2", 1_000) };
    let mut desk = Desk::ready(vec![Pay::in_review("pay_1", 1_000), left, Pay::captured("pay_3", 500)]);
    let deadline = |desk: &Desk, index: usize| desk.state.workspace.payments.row(index).unwrap().capture_before;
    assert!(deadline(&desk, 0).unwrap().is_estimated);
    assert!(deadline(&desk, 0).unwrap().text(desk.now).starts_with("est. "));
    assert_eq!(deadline(&desk, 1), None, "the list does not tell what is left");
    desk.act(Action::Payments(PaymentsAction::LookUp("pay_2".into())));
    desk.serve();
    assert!(deadline(&desk, 1).unwrap().is_estimated);
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    assert!(deadline(&desk, 1).is_some(), "a list that does not tell forgets nothing");
    assert_eq!(deadline(&desk, 2), None);
}

/// The service reports `pay_1`, of that creation, as authorized now.
fn authorized_event(created: DateTime<Utc>) -> StoredEvent {
    let object = json!({"payment_id": "pay_1", "status": "requires_capture", "amount": 1_000, "currency": "EUR",
        "amount_received": 0, "amount_capturable": 1_000, "created": created, "modified_at": at(0)});
    let body = json!({"merchant_id": "mer_1", "event_id": "evt_1", "event_type": "payment_authorized",
        "content": {"type": "payment_details", "object": object}, "timestamp": at(0)});
    let delivery = Delivery {
        profile_id: ProfileId::embedded(),
        event_id: EventId::new("evt_1"),
        received_at: start_time(),
        headers: vec![("content-type".into(), "application/json".into())],
        body: body.to_string().into_bytes().into(),
    };
    StoredEvent::read(delivery, 1, None)
}

#[test]
fn an_event_long_after_the_creation_does_not_put_off_the_end_of_the_authorization() {
    // An approval is reported as an authorization; what was held before it was authorized before it.
    for (created, is_estimated) in [(at(-14 * 60), false), (at(-16 * 60), true)] {
        let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1_000)]);
        arrive(&mut desk, [authorized_event(created)]);
        let deadline = desk.state.workspace.payments.row(0).unwrap().capture_before.unwrap();
        assert_eq!(deadline.is_estimated, is_estimated, "{created}");
    }
}
