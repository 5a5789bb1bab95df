//! Webhook events: applied once whatever the order, never turning a status back, settling what was unknown.

use chrono::TimeDelta;
use paydesk_api::input::CreateRefundInput;
use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_api::resources::disputes::calls::DisputeListFilter;
use paydesk_api::resources::payouts::calls::CreatePayout;
use paydesk_api::resources::refunds::calls::CreateRefund;
use paydesk_core::effect::{SecretsEffect, StoreJob, SystemEffect};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::refunds::refundable_balance;
use paydesk_core::features::toasts::ToastKind;
use paydesk_core::features::webhooks::list::ROWS_MAX;
use paydesk_core::features::webhooks::{
    Delivery, EventNote, EventState, NotedEvent, ReceiverState, StoredEvent, WebhooksAction,
};
use paydesk_core::operations::journal::{JournalStep, ResolvedBy};
use paydesk_core::operations::{ExecutionProof, OperationPlan, Outcome, ResolutionFinding, ResourceKind};
use paydesk_core::read::Read;
use paydesk_core::records::Record;
use paydesk_core::route::Route;
use paydesk_core::{Action, Effect, Message};
use paydesk_domain::ids::{EventId, MerchantId, OperationId, RefundId};
use paydesk_domain::payment::PaymentStatus;
use paydesk_domain::profile::{Profile, ProfileId};
use paydesk_domain::refund::RefundStatus;
use paydesk_domain::secret::SecretText;
use paydesk_domain::webhook::{ContentType, EventVerdict};
use paydesk_test_core::desk::{Desk, capture, eur, pay_1, profile};
use paydesk_test_core::service::{Pay, answered};
use paydesk_test_core::webhooks::{arrive, at, event, refund};
use serde_json::{Value, json};

/// A refund as the service reports it.
pub fn refund_of(id: &str, payment: &str, minor: i64, status: &str) -> Value {
    json!({"refund_id": id, "payment_id": payment, "amount": minor, "currency": "EUR", "status": status,
        "created": "2026-11-22T11:00:00Z"})
}

fn payment(status: &str, received: i64, second: i64) -> Value {
    json!({"payment_id": "pay_1", "status": status, "amount": 1_000, "currency": "EUR", "amount_received": received,
        "amount_capturable": 0, "created": "2026-11-17T14:02:11Z", "modified_at": at(second)})
}

fn dispute(status: &str, second: i64) -> Value {
    json!({"dispute_id": "dsp_1", "payment_id": "pay_1", "amount": 1_000, "currency": "EUR", "status": status,
        "reason": "fraudulent", "created": at(0), "modified_at": at(second)})
}

fn notes(desk: &Desk) -> Vec<NotedEvent> {
    let noted = |effect: &Effect| match effect {
        Effect::Store(StoreJob::NoteEvents(notes)) => Some(notes.clone()),
        _ => None,
    };
    desk.other.iter().filter_map(noted).flatten().collect()
}

fn verdicts(desk: &Desk) -> Vec<EventVerdict> {
    notes(desk).into_iter().map(|noted| noted.note.verdict).collect()
}

fn kept_records(desk: &Desk) -> Vec<Record> {
    let kept = |effect: &Effect| match effect {
        Effect::Store(StoreJob::KeepRecords(records)) => Some(records.clone()),
        _ => None,
    };
    desk.other.iter().filter_map(kept).flatten().collect()
}

fn refund_status(desk: &Desk) -> Option<RefundStatus> {
    desk.state.workspace.records.find(ResourceKind::Refund, "ref_1")?.refund()?.status.clone()
}

fn toasts(desk: &Desk) -> Vec<(ToastKind, String)> {
    desk.state.toasts.shown().iter().map(|toast| (toast.kind, toast.text.clone())).collect()
}

#[test]
fn a_refund_that_was_not_made_here_appears_and_follows_to_its_end() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    arrive(&mut desk, [event("evt_1", "refund", refund("pending", 1), 1)]);
    assert_eq!(refund_status(&desk), Some(RefundStatus::Pending));
    arrive(&mut desk, [event("evt_2", "refund", refund("succeeded", 4), 4)]);
    assert_eq!(refund_status(&desk), Some(RefundStatus::Succeeded));
    let known = desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").unwrap();
    assert_eq!((known.record.made_by.as_ref(), known.record.payment_id.clone()), (None, Some(pay_1())));
    assert_eq!(verdicts(&desk), [EventVerdict::Applied, EventVerdict::Applied]);
    assert_eq!(kept_records(&desk).len(), 2);
    desk.tick(1);
    let expected = [(ToastKind::Positive, "Refund of 5.00 EUR succeeded · pay_1".to_owned())];
    assert_eq!(toasts(&desk), expected);
}

#[test]
fn an_event_that_comes_late_turns_no_status_back_and_is_shown_as_older() {
    let mut desk = Desk::ready(Vec::new());
    arrive(&mut desk, [event("evt_2", "refund", refund("succeeded", 4), 4)]);
    arrive(&mut desk, [event("evt_1", "refund", refund("pending", 1), 1)]);
    assert_eq!(refund_status(&desk), Some(RefundStatus::Succeeded));
    assert_eq!(verdicts(&desk), [EventVerdict::Applied, EventVerdict::Older]);
    let row = desk.state.workspace.webhooks.log().row(0).unwrap();
    assert_eq!((row.state, row.object_text.as_str()), (EventState::Older, "ref_1"));
    assert!(row.reason.contains("newer"), "{}", row.reason);
}

#[test]
fn a_refund_that_failed_after_it_succeeded_has_failed_in_either_order() {
    for order in [[0, 1], [1, 0]] {
        let events =
            [event("evt_1", "refund", refund("succeeded", 4), 4), event("evt_2", "refund", refund("failed", 9), 9)];
        let mut desk = Desk::ready(Vec::new());
        arrive(&mut desk, order.map(|index: usize| events[index].clone()));
        assert_eq!(refund_status(&desk), Some(RefundStatus::Failed), "{order:?}");
    }
}

#[test]
fn an_event_is_applied_once_and_its_duplicates_are_counted() {
    let mut desk = Desk::ready(Vec::new());
    let once = event("evt_1", "refund", refund("succeeded", 4), 4);
    arrive(&mut desk, [once.clone(), once.clone()]);
    arrive(&mut desk, [once]);
    desk.event(Message::WebhookRepeated { profile_id: ProfileId::embedded(), event_id: EventId::new("evt_1") });
    assert_eq!((verdicts(&desk).len(), kept_records(&desk).len()), (1, 1));
    let row = desk.state.workspace.webhooks.log().row(0).unwrap();
    assert_eq!(row.genuine().unwrap().0.deliveries, 2);
}

#[test]
fn records_are_kept_before_their_events_are_called_applied() {
    let mut desk = Desk::ready(Vec::new());
    let before = desk.other.len();
    let events = (1..=3).map(|n| event(&format!("evt_{n}"), "refund", refund("pending", n), n));
    arrive(&mut desk, events);
    let [Effect::Store(StoreJob::KeepRecords(records)), Effect::Store(StoreJob::NoteEvents(notes))] =
        &desk.other[before..]
    else {
        panic!("{:?}", &desk.other[before..]);
    };
    assert_eq!((records.len(), notes.len()), (1, 3), "the newest of a batch is enough");
}

#[test]
fn what_was_durable_and_not_applied_is_applied_after_a_restart_and_what_was_is_not() {
    let mut desk = Desk::ready(Vec::new());
    let applied = EventNote { verdict: EventVerdict::Applied, reason: "The refund “ref_0”".into(), at: at(0) };
    let done = StoredEvent { note: Some(applied), ..event("evt_0", "refund", refund("failed", 0), 0) };
    let open = event("evt_1", "refund", refund("succeeded", 4), 4);
    desk.event(Message::EventsOpened { events: vec![done, open], on_disk: Default::default(), problem: None });
    assert_eq!(refund_status(&desk), Some(RefundStatus::Succeeded));
    assert_eq!(notes(&desk).iter().map(|noted| noted.event_id.as_str()).collect::<Vec<_>>(), ["evt_1"]);
    assert_eq!(desk.state.workspace.webhooks.log().len(), 2);
}

#[test]
fn events_of_nothing_the_desk_keeps_are_kept_and_shown_with_the_reason() {
    let mut desk = Desk::ready(Vec::new());
    arrive(
        &mut desk,
        [
            event("evt_1", "mandate", json!({"mandate_id": "man_1"}), 1),
            event("evt_2", "refund", json!({"status": "failed"}), 1),
            event("evt_3", "refund", json!({"refund_id": "ref_1", "amount": "500", "currency": "EUR"}), 1),
        ],
    );
    assert_eq!(verdicts(&desk), [EventVerdict::NoObject, EventVerdict::NoObject, EventVerdict::NoObject]);
    let reasons: Vec<&str> =
        (0..3).map(|row| desk.state.workspace.webhooks.log().row(row).unwrap().reason.as_str()).collect();
    assert!(reasons[2].contains("mandate_details") && reasons[1].contains("refund_id"), "{reasons:?}");
    assert!(reasons[0].contains("cannot be read"), "{reasons:?}");
    assert!(kept_records(&desk).is_empty());
}

#[test]
fn a_payment_in_the_list_follows_at_once_and_a_new_one_comes_on_top() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1_000)]);
    arrive(&mut desk, [event("evt_1", "payment", payment("succeeded", 1_000, 5), 5)]);
    assert_eq!(desk.state.workspace.payments.row(0).unwrap().payment.status, PaymentStatus::Succeeded);
    let mut new = payment("processing", 0, 6);
    new["payment_id"] = json!("pay_2");
    arrive(&mut desk, [event("evt_2", "payment", new.clone(), 6), event("evt_3", "payment", new, 6)]);
    desk.tick(1);
    let ids: Vec<&str> = (0..desk.state.workspace.payments.len())
        .map(|row| desk.state.workspace.payments.row(row).unwrap().payment.payment_id.as_str())
        .collect();
    assert_eq!(ids, ["pay_2", "pay_1"]);
    assert_eq!(desk.state.workspace.payments.position(&pay_1()), Some(1));
}

#[test]
fn a_payment_that_is_not_listed_yet_is_not_turned_back_by_a_late_event() {
    let mut desk = Desk::ready(Vec::new());
    let reported = |status: &str| payment(status, 0, 6);
    arrive(
        &mut desk,
        [event("evt_1", "payment", reported("succeeded"), 6), event("evt_2", "payment", reported("processing"), 6)],
    );
    assert_eq!(verdicts(&desk), [EventVerdict::Applied, EventVerdict::Older]);
    desk.tick(1);
    assert_eq!(desk.state.workspace.payments.row(0).unwrap().payment.status, PaymentStatus::Succeeded);
}

#[test]
fn after_a_flood_of_new_payments_some_come_on_top_in_each_frame_until_all_have() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 1_000)]);
    let new = |number: usize| {
        let mut new = payment("processing", 0, 6);
        new["payment_id"] = json!(format!("new_{number:04}"));
        event(&format!("evt_{number}"), "payment", new, 6)
    };
    arrive(&mut desk, (0..2_500).map(new));
    desk.tick(1);
    assert_eq!(desk.state.workspace.payments.len(), 1_001);
    assert_eq!(desk.state.next_due(), Some(desk.state.now), "the rest comes with the next frame");
    desk.tick_at(desk.state.now);
    desk.tick_at(desk.state.now);
    assert_eq!(desk.state.workspace.payments.len(), 2_501);
    assert!(desk.state.next_due().is_none_or(|due| due > desk.state.now));
    let id = |row: usize| desk.state.workspace.payments.row(row).unwrap().payment.payment_id.to_string();
    assert_eq!((id(0), id(2_499), id(2_500)), ("new_2499".into(), "new_0000".into(), "pay_1".into()));
}

#[test]
fn a_late_event_leaves_a_payment_as_it_is() {
    let mut desk = Desk::with_open(Pay { modified: Some(at(9).to_rfc3339()), ..Pay::captured("pay_1", 1_000) });
    arrive(&mut desk, [event("evt_1", "payment", payment("requires_capture", 0, 3), 3)]);
    arrive(&mut desk, [event("evt_2", "payment", payment("succeeded", 400, 4), 4)]);
    assert_eq!(verdicts(&desk), [EventVerdict::Older, EventVerdict::Older]);
    assert_eq!(desk.state.workspace.payments.row(0).unwrap().payment.status, PaymentStatus::Succeeded);
    let (_, remote) = desk.state.workspace.payments.open_detail().unwrap();
    assert_eq!(remote.value().unwrap().amount_received, Some(eur(1_000)));
}

#[test]
fn a_thousand_events_are_one_toast_one_count_and_one_read_of_what_is_open() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    desk.reads_made = 0;
    let disputes = (0..1_000).map(|n| {
        let mut object = dispute("dispute_opened", n);
        object["dispute_id"] = json!(format!("dsp_{n}"));
        event(&format!("evt_d{n}"), "dispute", object, n)
    });
    arrive(&mut desk, disputes);
    let payments = (0..1_000).map(|n| event(&format!("evt_p{n}"), "payment", payment("processing", 0, n), n));
    arrive(&mut desk, payments);
    arrive(&mut desk, [event("evt_end", "payment", payment("succeeded", 1_000, 2_000), 2_000)]);
    desk.tick(1);
    let reported = toasts(&desk);
    assert_eq!(reported, [(ToastKind::Attention, "The service reported 1,000 disputes opened".to_owned())]);
    assert_eq!(desk.reads_made, 4, "the open payment and its disputes, the count to capture, the count of disputes");
    // The next wave waits its turn.
    desk.serve();
    arrive(&mut desk, [event("evt_x", "payment", payment("succeeded", 1_000, 2_001), 2_001)]);
    desk.tick(1);
    assert_eq!(desk.reads_made, 4);
}

#[test]
fn a_flood_that_goes_on_is_summed_up_every_few_seconds_and_not_in_a_pile_of_toasts() {
    let mut desk = Desk::ready(Vec::new());
    let wave = |from: usize| {
        (from..from + 100).map(|n| {
            let object = json!({"refund_id": format!("ref_{n}"), "status": "succeeded", "updated": at(4)});
            event(&format!("evt_{n}"), "refund", object, 4)
        })
    };
    // Ten waves in four and a half seconds.
    for round in 0..10 {
        arrive(&mut desk, wave(round * 100));
        desk.tick_at(desk.now + TimeDelta::milliseconds(450));
    }
    assert_eq!(toasts(&desk).len(), 1);
    desk.tick(2);
    let text: Vec<String> = toasts(&desk).into_iter().map(|(_, text)| text).collect();
    assert!(text.contains(&"The service reported 900 refunds succeeded".to_owned()), "{text:?}");
    // When it is over, one event is one toast again, at once.
    desk.tick(10);
    arrive(&mut desk, wave(1_000).take(1));
    desk.tick(1);
    assert!(toasts(&desk).iter().any(|(_, text)| text.starts_with("Refund")), "{:?}", toasts(&desk));
}

#[test]
fn an_event_counts_as_no_read_and_nothing_is_sent_upon_it_unchecked() {
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    desk.tick(60);
    let mut reported = payment("requires_capture", 0, 60);
    reported["amount_capturable"] = json!(1_000);
    arrive(&mut desk, [event("evt_1", "payment", reported, 60)]);
    desk.reads.clear();
    desk.confirm(capture(1_000));
    desk.write();
    assert!(desk.reads.iter().any(|(_, read)| matches!(read, Read::Payment(_))), "it was not checked");
    assert!(desk.sends.is_empty());
}

#[test]
fn a_dispute_shows_a_toast_and_the_count_is_read_again() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    arrive(&mut desk, [event("evt_1", "dispute", dispute("dispute_opened", 5), 5)]);
    desk.tick(1);
    let expected = "Dispute of 10.00 EUR was opened: fraudulent · pay_1".to_owned();
    assert_eq!(toasts(&desk), [(ToastKind::Attention, expected)]);
    assert!(
        desk.reads
            .iter()
            .any(|(_, read)| matches!(read, Read::Disputes(list) if list.filter == DisputeListFilter::default()))
    );
}

// ----- unknown operations

fn resolved_by_webhook(desk: &Desk) -> bool {
    desk.disk.iter().any(|entry| matches!(&entry.step, JournalStep::Resolved { by: ResolvedBy::Webhook, .. }))
}

fn refund_plan() -> OperationPlan {
    let input = CreateRefundInput::new(pay_1(), RefundId::new("ref_1"), eur(500));
    OperationPlan::of(&CreateRefund::new(OperationId::new("op_1"), input).unwrap())
}

#[test]
fn an_event_that_only_shows_the_capture_does_not_say_that_it_was_ours() {
    let pay = Pay { modified: Some(at(-10).to_rfc3339()), ..Pay::authorized("pay_1", 1_000) };
    let mut desk = Desk::unknown(pay, capture(1_000));
    arrive(&mut desk, [event("evt_1", "payment", payment("succeeded", 1_000, 5), 5)]);
    desk.write_all();
    assert!(desk.is_unknown(), "the event names no operation: a colleague may have captured it");
    desk.service.pay("pay_1").capture(1_000).unwrap();
    desk.pass(5);
    assert_eq!(*desk.finding(), ResolutionFinding::There("succeeded".to_owned()));
    let mut reported = Vec::new();
    for _ in 0..26 {
        desk.pass(5);
        reported.extend(desk.toasts());
    }
    assert!(matches!(desk.outcome(), Outcome::Done { proof: ExecutionProof::Effect, .. }));
    assert!(reported.iter().any(|text| text.contains("possibly someone else's")), "{reported:?}");
}

#[test]
fn an_event_of_before_it_was_sent_resolves_nothing_and_hastens_the_read() {
    let pay = Pay { modified: Some(at(-10).to_rfc3339()), ..Pay::authorized("pay_1", 1_000) };
    let mut desk = Desk::unknown(pay, capture(1_000));
    arrive(&mut desk, [event("evt_1", "payment", payment("succeeded", 1_000, -20), -20)]);
    assert!(desk.is_unknown(), "resolved by something older than what was seen");
}

#[test]
fn a_lost_refund_is_resolved_by_its_webhook_and_known_as_ours() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    desk.submit("op_1", refund_plan());
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    arrive(&mut desk, [event("evt_1", "refund", refund("succeeded", 4), 4)]);
    desk.write_all();
    assert!(matches!(desk.outcome(), Outcome::Done { .. }) && resolved_by_webhook(&desk));
    let known = desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").unwrap();
    assert_eq!(known.record.made_by.as_ref().unwrap().operation_id, OperationId::new("op_1"));
    assert_eq!(refund_status(&desk), Some(RefundStatus::Succeeded));
}

#[test]
fn an_event_that_came_before_the_answer_was_lost_resolves_it_the_moment_it_is() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    desk.submit("op_1", refund_plan());
    arrive(&mut desk, [event("evt_1", "refund", refund("pending", 1), 1)]);
    assert_eq!(desk.state.workspace.operations.open().len(), 1, "an answer is still awaited");
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    assert!(desk.nothing_open() && resolved_by_webhook(&desk));
}

#[test]
fn an_answer_that_comes_after_the_event_that_overtook_it_turns_nothing_back() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    desk.submit("op_1", refund_plan());
    arrive(&mut desk, [event("evt_1", "refund", refund("succeeded", 4), 4)]);
    desk.reply(answered(200, refund("pending", 1)));
    desk.write_all();
    assert_eq!(refund_status(&desk), Some(RefundStatus::Succeeded));
    let known = desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").unwrap();
    assert!(known.record.made_by.is_some());
}

#[test]
fn a_refund_reported_while_its_answer_is_awaited_counts_once() {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 1_000));
    desk.submit("op_1", refund_plan());
    let room = |desk: &Desk| {
        let (_, remote) = desk.state.workspace.payments.open_detail().unwrap();
        refundable_balance(&desk.state.view(), remote.value().unwrap())
    };
    assert_eq!((room(&desk).pending, room(&desk).remaining), (eur(500), eur(500)));
    arrive(&mut desk, [event("evt_1", "refund", refund("succeeded", 4), 4)]);
    assert_eq!((room(&desk).refunded, room(&desk).pending), (eur(500), eur(0)), "the event says that it is done");
    assert_eq!(room(&desk).remaining, eur(500), "it was counted twice");
    desk.reply(answered(200, refund("pending", 1)));
    desk.write_all();
    assert_eq!((room(&desk).refunded, room(&desk).remaining), (eur(500), eur(500)));
}

#[test]
fn a_parked_payout_is_resolved_only_by_the_webhook_that_names_our_operation() {
    let mut desk = Desk::ready(Vec::new());
    let plan = OperationPlan::of(
        &CreatePayout::new(OperationId::new("op_1"), paydesk_test_core::payouts::input("order_7")).unwrap(),
    );
    desk.submit("op_1", plan);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    assert!(desk.is_unknown());
    let reported = |id: &str, reference: &str| {
        json!({"payout_id": id, "status": "requires_fulfillment", "amount": 500, "currency": "EUR",
            "merchant_order_reference_id": reference})
    };
    arrive(&mut desk, [event("evt_1", "payout", reported("po_other", "order_8"), 1)]);
    assert!(desk.is_unknown(), "resolved by somebody else's payout");
    arrive(&mut desk, [event("evt_2", "payout", reported("po_2", "order_7"), 2)]);
    assert!(desk.is_unknown(), "a reference that a person typed may stand on another's payout");
    let mut of_another = reported("po_3", "order_7");
    of_another["metadata"] = json!({"operation_id": "op_2"});
    arrive(&mut desk, [event("evt_3", "payout", of_another, 3)]);
    assert!(desk.is_unknown(), "resolved by an event that names another operation");
    let mut ours = reported("po_1", "order_7");
    ours["metadata"] = json!({"operation_id": "op_1"});
    ours["amount"] = json!(desk.operation().plan.money.as_ref().unwrap().minor);
    arrive(&mut desk, [event("evt_4", "payout", ours, 4)]);
    desk.write_all();
    assert!(desk.nothing_open() && resolved_by_webhook(&desk));
    let known = desk.state.workspace.records.find(ResourceKind::Payout, "po_1").unwrap();
    assert!(known.record.made_by.is_some(), "it is not known as ours");
}

// ----- events that are not ours, and events of the far future

/// The same event, of another merchant; `None`: it names none.
fn of_merchant(event: &StoredEvent, merchant: Option<&str>) -> StoredEvent {
    let mut body: Value = serde_json::from_slice(&event.delivery.body).unwrap();
    body["merchant_id"] = json!(merchant);
    StoredEvent::read(Delivery { body: body.to_string().into_bytes().into(), ..event.delivery.clone() }, 1, None)
}

/// A desk whose profile names its merchant, with a refund whose answer was lost.
fn with_lost_refund(merchant: Option<&str>) -> Desk {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    let profile = Profile { merchant_id: merchant.map(MerchantId::new), ..profile() };
    desk.event(Message::ServiceReady { profile, key_place: None });
    desk.serve();
    desk.submit("op_1", refund_plan());
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    desk
}

#[test]
fn an_event_of_another_merchant_changes_nothing_and_settles_nothing() {
    let reported = event("evt_1", "refund", refund("succeeded", 4), 4);
    let mut desk = with_lost_refund(Some("mer_1"));
    arrive(&mut desk, [of_merchant(&reported, Some("mer_2"))]);
    desk.write_all();
    assert!(desk.is_unknown(), "settled by another merchant's event");
    assert_eq!((refund_status(&desk), verdicts(&desk)), (None, vec![EventVerdict::OtherMerchant]));
    let row = desk.state.workspace.webhooks.log().row(0).unwrap();
    assert_eq!(row.state, EventState::OtherMerchant);
    assert!(row.reason.contains("mer_2") && row.reason.contains("mer_1"), "{}", row.reason);
    let number = row.number;
    desk.act(Action::Webhooks(WebhooksAction::Replay(number)));
    desk.write_all();
    assert!(desk.is_unknown() && refund_status(&desk).is_none(), "a replay believed it");
}

/// Found by an attacker: where the profile named no merchant, an event of any was believed.
#[test]
fn where_the_profile_names_no_merchant_that_of_its_payments_counts() {
    let reported = event("evt_1", "refund", refund("succeeded", 4), 4);
    let mut desk = with_lost_refund(None);
    desk.serve();
    let mut payment = desk.service.pay("pay_1").json();
    payment["merchant_id"] = json!("mer_1");
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.answer_payment(answered(200, payment));
    arrive(&mut desk, [of_merchant(&reported, Some("mer_2"))]);
    assert_eq!(verdicts(&desk), [EventVerdict::OtherMerchant]);
    arrive(&mut desk, [of_merchant(&event("evt_2", "refund", refund("succeeded", 4), 4), Some("mer_1"))]);
    desk.write_all();
    assert!(desk.nothing_open());
}

#[test]
fn an_event_of_another_merchant_that_came_before_the_answer_was_lost_settles_nothing() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    let profile = Profile { merchant_id: Some(MerchantId::new("mer_2")), ..profile() };
    desk.event(Message::ServiceReady { profile, key_place: None });
    desk.serve();
    desk.submit("op_1", refund_plan());
    arrive(&mut desk, [event("evt_1", "refund", refund("succeeded", 1), 1)]);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    desk.write_all();
    assert!(desk.is_unknown());
}

#[test]
fn where_profile_or_event_names_no_merchant_the_event_counts_as_ours() {
    let reported = event("evt_1", "refund", refund("succeeded", 4), 4);
    for (profile, named) in [(None, Some("mer_2")), (Some("mer_1"), None), (Some("mer_1"), Some("mer_1"))] {
        let mut desk = with_lost_refund(profile);
        arrive(&mut desk, [of_merchant(&reported, named)]);
        desk.write_all();
        assert!(resolved_by_webhook(&desk), "{profile:?} {named:?}");
        assert_eq!(verdicts(&desk), [EventVerdict::Applied]);
    }
}

const YEARS: i64 = 73 * 366 * 24 * 3_600;

#[test]
fn an_event_of_the_far_future_freezes_no_record_and_its_time_is_not_kept() {
    let mut desk = Desk::ready(Vec::new());
    arrive(&mut desk, [event("evt_1", "refund", refund("succeeded", YEARS), YEARS)]);
    let row = desk.state.workspace.webhooks.log().row(0).unwrap();
    assert!(row.reason.contains("in the future") && row.reason.contains("ignored"), "{}", row.reason);
    let record = &desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").unwrap().record;
    assert_eq!((record.event_at, record.reported.as_ref().unwrap().get("updated")), (None, None));
    let mut later = refund("succeeded", 5);
    later["reason"] = json!("Returned goods");
    arrive(&mut desk, [event("evt_2", "refund", later, 5)]);
    assert_eq!(verdicts(&desk), [EventVerdict::Applied, EventVerdict::Applied]);
}

#[test]
fn an_event_of_the_far_future_freezes_no_payment_and_no_dispute() {
    let mut desk = Desk::with_open(Pay::captured("pay_1", 1_000));
    arrive(
        &mut desk,
        [
            event("evt_1", "payment", payment("succeeded", 1_000, YEARS), YEARS),
            event("evt_2", "payment", payment("succeeded", 1_000, 5), 5),
            event("evt_3", "dispute", dispute("dispute_opened", YEARS), YEARS),
            event("evt_4", "dispute", dispute("dispute_opened", 6), 6),
        ],
    );
    assert_eq!(verdicts(&desk), vec![EventVerdict::Applied; 4]);
}

#[test]
fn a_read_outranks_an_event_dated_three_days_ahead() {
    const THREE_DAYS: i64 = 3 * 24 * 3_600;
    let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
    let mut ahead = payment("cancelled", 0, THREE_DAYS);
    ahead.as_object_mut().unwrap().remove("amount_received");
    arrive(&mut desk, [event("evt_1", "payment", ahead, THREE_DAYS)]);
    let status = |desk: &Desk| desk.state.workspace.payments.detail(&pay_1()).unwrap().value().unwrap().status.clone();
    assert_eq!(status(&desk), PaymentStatus::Cancelled, "what was reported is shown until it is read");
    desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
    desk.serve();
    assert_eq!(status(&desk), PaymentStatus::RequiresCapture);
}

#[test]
fn what_is_reported_next_outranks_a_record_s_event_dated_three_days_ahead() {
    const THREE_DAYS: i64 = 3 * 24 * 3_600;
    for (reported, next, expected) in [
        ("succeeded", "pending", RefundStatus::Pending),
        ("failed", "succeeded", RefundStatus::Succeeded),
        ("pending", "failed", RefundStatus::Failed),
    ] {
        let mut desk = Desk::ready(Vec::new());
        arrive(&mut desk, [event("evt_1", "refund", refund(reported, THREE_DAYS), THREE_DAYS)]);
        assert_eq!(refund_status(&desk).unwrap().as_str(), reported, "what was reported is shown until then");
        arrive(&mut desk, [event("evt_2", "refund", refund(next, 5), 5)]);
        assert_eq!(refund_status(&desk), Some(expected), "{reported}, then {next}");
        arrive(&mut desk, [event("evt_3", "refund", refund("pending", 1), 1)]);
        assert_eq!(refund_status(&desk).unwrap().as_str(), next, "an older one turns nothing back");
    }
}

#[test]
fn a_clock_of_the_service_that_is_ten_minutes_ahead_is_believed() {
    for (second, applied) in [(600, EventVerdict::Older), (601, EventVerdict::Applied)] {
        let mut desk = Desk::ready(Vec::new());
        arrive(&mut desk, [event("evt_1", "refund", refund("succeeded", second), second)]);
        arrive(&mut desk, [event("evt_2", "refund", refund("succeeded", 5), 5)]);
        assert_eq!(verdicts(&desk)[1], applied, "{second} s ahead");
    }
}

// ----- the receiver and the panel

#[test]
fn the_sandbox_s_receiver_starts_by_itself_and_says_where_it_listens() {
    let mut desk = Desk::ready(Vec::new());
    assert!(
        desk.receivers.contains(&Effect::System(SystemEffect::Listen { profile_id: ProfileId::embedded(), port: 0 }))
    );
    assert_eq!(desk.state.workspace.webhooks.receiver, ReceiverState::Starting);
    desk.event(Message::ReceiverChanged { profile_id: ProfileId::embedded(), result: Ok("127.0.0.1:8601".into()) });
    assert_eq!(
        desk.state.workspace.webhooks.receiver_text(),
        "Listening on 127.0.0.1:8601; receives events only while Paydesk is running"
    );
}

#[test]
fn a_replay_applies_once_more_and_writes_no_second_note() {
    let mut desk = Desk::ready(Vec::new());
    arrive(&mut desk, [event("evt_1", "refund", refund("succeeded", 4), 4)]);
    let number = desk.state.workspace.webhooks.log().row(0).unwrap().number;
    let written = notes(&desk).len();
    desk.act(Action::Webhooks(WebhooksAction::Replay(number)));
    assert_eq!(notes(&desk).len(), written);
    assert!(toasts(&desk)[0].1.starts_with("Replayed: The refund ref_1"), "{:?}", toasts(&desk));
}

#[test]
fn an_open_event_shows_its_exact_bytes_and_closes_with_the_pane() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::GoTo(Route::Webhooks));
    arrive(&mut desk, [event("evt_1", "refund", refund("succeeded", 4), 4)]);
    let number = desk.state.workspace.webhooks.log().row(0).unwrap().number;
    desk.act(Action::Webhooks(WebhooksAction::Open(Some(number))));
    let opened = desk.state.workspace.webhooks.open.clone().unwrap();
    assert!(opened.exact.starts_with("{\"merchant_id\":\"mer_1\"") && opened.pretty.unwrap().contains("\n  "));
    assert_eq!(desk.state.workspace.webhooks.close(), Some(WebhooksAction::Open(None)));
}

#[test]
fn filters_pick_by_kind_and_verdict() {
    let mut desk = Desk::ready(Vec::new());
    arrive(
        &mut desk,
        [
            event("evt_1", "refund", refund("succeeded", 4), 4),
            event("evt_2", "refund", refund("pending", 1), 1),
            event("evt_3", "dispute", dispute("dispute_opened", 5), 5),
        ],
    );
    let shown = |desk: &Desk| desk.state.workspace.webhooks.log().len();
    desk.act(Action::Webhooks(WebhooksAction::FilterState(Some(EventState::Older))));
    assert_eq!(shown(&desk), 1);
    desk.act(Action::Webhooks(WebhooksAction::ClearFilters));
    assert_eq!(shown(&desk), 3);
}

fn listed(desk: &Desk) -> Vec<String> {
    let log = desk.state.workspace.webhooks.log();
    let id = |row: usize| log.row(row)?.genuine().map(|(kept, _)| kept.delivery.event_id.as_str().to_owned());
    (0..log.len()).filter_map(id).collect()
}

#[test]
fn a_few_events_are_listed_at_once_and_a_flood_a_moment_later_with_none_left_out() {
    let mut desk = Desk::ready(Vec::new());
    let some = |from: usize, to: usize| {
        (from..to).map(|n| event(&format!("evt_{n}"), "refund", refund("succeeded", 4), 4)).collect::<Vec<_>>()
    };
    arrive(&mut desk, some(0, 20));
    assert_eq!(listed(&desk).len(), 20);
    arrive(&mut desk, some(20, 60));
    arrive(&mut desk, some(60, 90));
    assert_eq!(listed(&desk).len(), 20, "what runs past is not drawn row by row");
    let due = desk.state.next_due().unwrap();
    assert!(due <= desk.state.now + TimeDelta::milliseconds(250), "{due}");
    desk.tick_at(desk.state.now + TimeDelta::milliseconds(250));
    let expected: Vec<String> = (0..90).rev().map(|n| format!("evt_{n}")).collect();
    assert_eq!(listed(&desk), expected);
    arrive(&mut desk, some(90, 91));
    assert_eq!(listed(&desk)[0], "evt_90", "after the flood, each comes at once");
}

#[test]
fn the_clock_set_back_in_a_flood_holds_no_event_back() {
    let mut desk = Desk::ready(Vec::new());
    let flood = (0..50).map(|n| event(&format!("evt_{n}"), "refund", refund("succeeded", 4), 4)).collect::<Vec<_>>();
    arrive(&mut desk, flood);
    assert_eq!(listed(&desk).len(), 0);
    let back = TimeDelta::hours(-2);
    desk.state.on_clock_jump(back);
    desk.tick_at(desk.state.now + back + TimeDelta::milliseconds(250));
    assert_eq!(listed(&desk).len(), 50);
}

#[test]
fn one_field_finds_events_by_their_id_their_object_and_their_type() {
    let mut desk = Desk::ready(Vec::new());
    arrive(
        &mut desk,
        [event("evt_Ab1", "refund", refund("succeeded", 4), 4), event("evt_2", "dispute", dispute("won", 5), 5)],
    );
    for (text, found) in
        [(" EVT_AB", vec!["evt_Ab1"]), ("dsp_1", vec!["evt_2"]), ("refund_told", vec!["evt_Ab1"]), ("nothing", vec![])]
    {
        desk.act(Action::Webhooks(WebhooksAction::FilterText(text.into())));
        assert_eq!(listed(&desk), found, "{text}");
    }
    desk.act(Action::Webhooks(WebhooksAction::ClearFilters));
    assert_eq!(listed(&desk).len(), 2);
}

/// Each batch adds to what is shown, and what falls out goes from it: the same as picked again.
#[test]
fn batch_by_batch_the_list_is_what_picking_it_anew_gives_also_when_the_oldest_fall_out() {
    let mut desk = Desk::ready(Vec::new());
    let reported = |number: usize| {
        let object = if number.is_multiple_of(3) { dispute("dispute_opened", 5) } else { refund("succeeded", 4) };
        event(&format!("evt_{number}"), if number.is_multiple_of(3) { "dispute" } else { "refund" }, object, 5)
    };
    desk.act(Action::Webhooks(WebhooksAction::FilterContent(Some(ContentType::Refund))));
    for (round, batch) in (0..ROWS_MAX + 600).collect::<Vec<_>>().chunks(100).enumerate() {
        arrive(&mut desk, batch.iter().map(|number| reported(*number)));
        if round % 3 == 0 {
            desk.tick_at(desk.state.now + TimeDelta::milliseconds(250));
        }
    }
    desk.tick_at(desk.state.now + TimeDelta::milliseconds(250));
    let shown = listed(&desk);
    assert_eq!(shown[0], format!("evt_{}", ROWS_MAX + 599));
    desk.act(Action::Webhooks(WebhooksAction::FilterContent(Some(ContentType::Refund))));
    assert_eq!(shown, listed(&desk));
    desk.act(Action::Webhooks(WebhooksAction::ClearFilters));
    assert_eq!(listed(&desk).len(), ROWS_MAX);
    let text = desk.state.workspace.webhooks.unlisted().map(|unlisted| unlisted.text);
    assert_eq!(text.as_deref(), Some("Only the newest 5,000 of 5,600 events on disk are listed"));
}

#[test]
fn what_is_on_disk_and_not_listed_is_counted_and_read_on_demand_without_being_applied() {
    let mut desk = Desk::ready(Vec::new());
    let kept = |id: &str| {
        let note = EventNote { verdict: EventVerdict::Applied, reason: "then".into(), at: at(1) };
        StoredEvent { note: Some(note), ..event(id, "refund", refund("succeeded", 4), 4) }
    };
    let on_disk = [(ProfileId::embedded(), 5), (ProfileId::new("other"), 900)].into();
    desk.event(Message::EventsOpened { events: vec![kept("evt_4"), kept("evt_5")], on_disk, problem: None });
    let text = |desk: &Desk| desk.state.workspace.webhooks.unlisted().map(|unlisted| unlisted.text);
    assert_eq!(text(&desk).as_deref(), Some("Only the newest 2 of 5 events on disk are listed"));
    arrive(&mut desk, [event("evt_6", "refund", refund("succeeded", 9), 9)]);
    assert_eq!(text(&desk).as_deref(), Some("Only the newest 3 of 6 events on disk are listed"));
    desk.act(Action::Webhooks(WebhooksAction::ReadOlder));
    desk.act(Action::Webhooks(WebhooksAction::ReadOlder));
    let wanted = |effect: &&Effect| match effect {
        Effect::Store(StoreJob::ReadOlderEvents { before, .. }) => before.as_str() == "evt_4",
        _ => false,
    };
    assert_eq!(desk.other.iter().filter(wanted).count(), 1, "once at a time, from where the list ends");
    let noted = notes(&desk).len();
    let older = vec![kept("evt_1"), kept("evt_2"), kept("evt_3")];
    desk.event(Message::OlderEventsRead { profile_id: ProfileId::embedded(), result: Ok(older) });
    assert_eq!(listed(&desk), ["evt_6", "evt_5", "evt_4", "evt_3", "evt_2", "evt_1"]);
    assert_eq!((text(&desk), notes(&desk).len()), (None, noted));
    let oldest = desk.state.workspace.webhooks.log().row(5).unwrap().number;
    desk.act(Action::Webhooks(WebhooksAction::Open(Some(oldest))));
    assert!(desk.state.workspace.webhooks.open.as_ref().unwrap().exact.contains("evt_1"));
}

#[test]
fn the_secret_of_one_sandbox_is_not_shown_beside_the_verifier_of_the_other() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::Webhooks(WebhooksAction::ShowVerifier(true)));
    desk.act(Action::SwitchProfile(ProfileId::embedded_hyperswitch()));
    desk.act(Action::Webhooks(WebhooksAction::ShowVerifier(true)));
    let secret = Some(SecretText::new("whsec_1"));
    desk.event(Message::SandboxSecretFound { profile_id: ProfileId::embedded(), secret });
    assert!(desk.state.workspace.webhooks.sandbox_secret.is_none());
}

#[test]
fn the_sandbox_shows_its_secret_beside_the_verifier_alone() {
    let secret = || Some(SecretText::new("whsec_1"));
    let found = || Message::SandboxSecretFound { profile_id: ProfileId::embedded(), secret: secret() };
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::Webhooks(WebhooksAction::ShowVerifier(true)));
    assert!(
        desk.other.contains(&Effect::Secrets(SecretsEffect::FindSandboxSecret { profile_id: ProfileId::embedded() }))
    );
    desk.event(found());
    assert!(desk.state.workspace.webhooks.sandbox_secret.is_some());
    desk.act(Action::Webhooks(WebhooksAction::ShowVerifier(false)));
    assert!(desk.state.workspace.webhooks.sandbox_secret.is_none());
    desk.event(found());
    assert!(desk.state.workspace.webhooks.sandbox_secret.is_none(), "an answer that came too late shows nothing");
}

#[test]
fn an_event_that_names_no_payment_is_of_the_one_payment_with_its_order() {
    let known = |order: &str| {
        let mut desk = Desk::with_open(Pay::authorized("pay_1", 1_000));
        desk.act(Action::Payments(PaymentsAction::ReadAnew(pay_1())));
        let mut body = desk.service.pay("pay_1").json();
        body["metadata"] = json!({"channel": "web", "order_id": order, "shop": "north"});
        desk.answer_payment(answered(200, body));
        desk
    };
    let nameless = |order: &str, minor: i64| {
        json!({"status": "succeeded", "amount": minor, "currency": "EUR", "metadata": {"order_id": order},
            "modified_at": at(5)})
    };
    let status = |desk: &Desk| desk.state.workspace.payments.row(0).unwrap().payment.status.clone();
    let mut desk = known("1001");
    arrive(&mut desk, [event("evt_1", "payment", nameless("1001", 1_000), 5)]);
    assert_eq!(verdicts(&desk), [EventVerdict::Applied]);
    assert_eq!(status(&desk), PaymentStatus::Succeeded);
    for (order, minor) in [("100", 1_000), ("10012", 1_000), ("1001", 999)] {
        let mut desk = known("1001");
        arrive(&mut desk, [event("evt_1", "payment", nameless(order, minor), 5)]);
        assert_eq!(verdicts(&desk), [EventVerdict::NoObject], "{order} {minor}");
        assert_eq!(status(&desk), PaymentStatus::RequiresCapture);
    }
}
