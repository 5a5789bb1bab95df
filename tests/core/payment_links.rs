//! Payment links: made, refused, lost.

use paydesk_api::outcome::{Attempt, LostAnswer};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::{ResolutionFinding, ResourceKind};
use paydesk_core::panels::payment_links::new_payment_link_refusal;
use paydesk_core::read::Read;
use paydesk_core::records::Record;
use paydesk_core::records::kinds::payment_link::LinkState;
use paydesk_core::{Action, Message};
use paydesk_domain::payment::PaymentStatus;
use paydesk_test_core::desk::{Desk, eur};
use paydesk_test_core::payment_links::{state, submit};
use paydesk_test_core::service::{Pay, answered, refused, start_time};
use paydesk_test_core::webhooks::{arrive, at, event};
use serde_json::{Value, json};

#[test]
fn a_link_that_was_made_is_opened_and_known_after_a_restart() {
    let mut desk = Desk::ready(Vec::new());
    submit(&mut desk);
    assert_eq!(desk.sends.len(), 1, "clicked twice it is one link");
    desk.reply(answered(
        200,
        json!({"payment_link_id": "plink_1", "payment_id": "pay_9", "link": "https://pay.example.com/1",
            "amount": 4_500, "currency": "EUR", "status": "active"}),
    ));
    assert_eq!(
        (desk.state.workspace.opened.get(ResourceKind::PaymentLink), desk.state.form(ResourceKind::PaymentLink)),
        (Some("plink_1"), None)
    );
    let records =
        desk.state.workspace.records.of(ResourceKind::PaymentLink).map(|known| known.record.clone()).collect();
    let mut desk = Desk::ready(Vec::new());
    desk.event(Message::RecordsOpened { records, problem: None });
    let known = desk.state.workspace.records.find(ResourceKind::PaymentLink, "plink_1").unwrap();
    assert_eq!(known.payment_link().unwrap().link.as_deref(), Some("https://pay.example.com/1"));
    assert_eq!((known.amount(), known.record.payment_id.as_ref().unwrap().as_str()), (Some(eur(4_500)), "pay_9"));
}

#[test]
fn where_the_service_has_no_call_for_it_the_refusal_says_so_and_it_is_not_offered_again() {
    let mut desk = Desk::ready(Vec::new());
    assert_eq!(new_payment_link_refusal(&desk.state.view()), None);
    submit(&mut desk);
    desk.reply(refused(404, "IR_02", "Unrecognized request URL"));
    let refusal = desk.state.form(ResourceKind::PaymentLink).unwrap().refusal.clone().unwrap();
    assert!(refusal.ends_with("Unrecognized request URL (IR_02). This service does not offer this."), "{refusal}");
    let why_not = new_payment_link_refusal(&desk.state.view()).unwrap();
    assert!(why_not.contains("together with its payment"), "{why_not}");
}

#[test]
fn refused_the_form_stays_with_the_words_of_the_service() {
    for (code, message) in [("IR_06", "expiry: is in the past"), ("IR_17", "customer: not found")] {
        let mut desk = Desk::ready(Vec::new());
        submit(&mut desk);
        desk.reply(refused(400, code, message));
        let refusal = desk.state.form(ResourceKind::PaymentLink).unwrap().refusal.clone().unwrap();
        assert!(refusal.contains(message), "{refusal}");
        assert_eq!(desk.state.workspace.records.of(ResourceKind::PaymentLink).len(), 0);
    }
}

#[test]
fn an_answer_that_was_lost_is_parked_because_nothing_can_be_asked() {
    let mut desk = Desk::ready(Vec::new());
    submit(&mut desk);
    desk.reply(Attempt::Lost(LostAnswer::TimedOut));
    assert!(desk.state.form(ResourceKind::PaymentLink).is_none());
    assert!(desk.is_unknown());
    desk.pass(300);
    assert_eq!(*desk.finding(), ResolutionFinding::Parked);
    assert_eq!(desk.sent.len(), 1, "it is not sent again by itself");
}

/// A desk with the link `plink_1`, whose payment `pay_1` is what the service has of it.
fn with_link(payment: Pay) -> Desk {
    let mut desk = Desk::ready(vec![payment]);
    submit(&mut desk);
    desk.reply(answered(
        200,
        json!({"payment_link_id": "plink_1", "payment_id": "pay_1", "link": "https://pay.example.com/1",
            "amount": 4_500, "currency": "EUR", "status": "active", "expiry": at(600)}),
    ));
    desk.write_all();
    desk
}

fn reported(status: &str, second: i64) -> Value {
    json!({"payment_id": "pay_1", "status": status, "amount": 4_500, "currency": "EUR", "modified_at": at(second)})
}

#[test]
fn a_link_whose_payment_was_reported_to_have_succeeded_is_paid_also_after_a_restart() {
    let mut desk = with_link(Pay::with_status("pay_1", "requires_payment_method", 4_500));
    assert_eq!(state(&desk), LinkState::Active);
    arrive(&mut desk, [event("evt_1", "payment", reported("failed", 2), 2)]);
    assert_eq!(state(&desk), LinkState::PaymentFailed);
    arrive(&mut desk, [event("evt_2", "payment", reported("succeeded", 3), 3)]);
    arrive(&mut desk, [event("evt_0", "payment", reported("requires_action", 1), 1)]);
    assert_eq!(state(&desk), LinkState::Paid, "what is late turns nothing back");
    let records: Vec<Record> =
        desk.state.workspace.records.of(ResourceKind::PaymentLink).map(|known| known.record.clone()).collect();
    let kept = serde_json::to_string(&records).unwrap();
    let mut desk = Desk::ready(Vec::new());
    desk.event(Message::RecordsOpened { records: serde_json::from_str(&kept).unwrap(), problem: None });
    assert_eq!(state(&desk), LinkState::Paid);
    desk.tick_at(at(10_000));
    assert_eq!(state(&desk), LinkState::Paid, "what was paid does not expire");
}

#[test]
fn a_link_that_is_opened_reads_its_payment_until_it_is_paid() {
    let mut desk = with_link(Pay::captured("pay_1", 4_500));
    desk.serve();
    assert_eq!(state(&desk), LinkState::Active);
    desk.act(Action::ShowRecord(ResourceKind::PaymentLink, Some("plink_1".into())));
    let reads = |desk: &Desk| desk.reads.iter().filter(|(_, read)| matches!(read, Read::Payment(_))).count();
    assert_eq!(reads(&desk), 1);
    desk.serve();
    assert_eq!(state(&desk), LinkState::Paid);
    desk.act(Action::OpenRecord(ResourceKind::PaymentLink, "plink_1".into()));
    assert_eq!(reads(&desk), 0, "it has nothing more to tell");
}

#[test]
fn a_page_of_payments_tells_of_links_and_another_payment_does_not() {
    for (id, expected) in [("pay_1", LinkState::OnItsWay(PaymentStatus::RequiresCapture)), ("pay_2", LinkState::Active)]
    {
        let mut desk = with_link(Pay::authorized(id, 4_500));
        desk.act(Action::Payments(PaymentsAction::Refresh));
        desk.serve();
        assert_eq!(state(&desk), expected, "{id}");
    }
}

#[test]
fn a_link_whose_payment_was_cancelled_after_it_was_paid_says_so() {
    let mut desk = with_link(Pay::with_status("pay_1", "requires_payment_method", 4_500));
    arrive(&mut desk, [event("evt_1", "payment", reported("requires_capture", 2), 2)]);
    arrive(&mut desk, [event("evt_2", "payment", reported("cancelled", 3), 3)]);
    assert_eq!(state(&desk), LinkState::OnItsWay(PaymentStatus::Cancelled));
    assert_eq!(state(&desk).label(), "Cancelled");
}

#[test]
fn a_link_that_failed_to_be_paid_expires_with_its_time() {
    let mut desk = with_link(Pay::with_status("pay_1", "requires_payment_method", 4_500));
    arrive(&mut desk, [event("evt_1", "payment", reported("failed", 2), 2)]);
    desk.tick_at(start_time() + chrono::TimeDelta::seconds(601));
    assert_eq!(state(&desk), LinkState::Expired);
}
