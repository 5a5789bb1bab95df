//! What happened before Paydesk listened updates what is known and interrupts nobody; and customers are gathered from
//! what names them.

use paydesk_core::features::customers::{CustomerSearch, CustomersAction, customer_refusal, known_customer};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::RecordRow;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::refund::RefundStatus;
use paydesk_test_core::customers::{act, answer_customer};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::{Pay, answered};
use paydesk_test_core::webhooks::{arrive, at, event, refund};
use serde_json::{Value, json};

const DAY_S: i64 = 86_400;

fn toasts(desk: &mut Desk) -> usize {
    desk.tick(1);
    desk.state.toasts.shown().iter().count()
}

fn opened(desk: &mut Desk) {
    desk.event(Message::EventsOpened { events: Vec::new(), on_disk: Default::default(), problem: None });
}

#[test]
fn an_event_of_days_ago_is_known_and_shows_no_toast_and_one_of_last_night_does() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    arrive(&mut desk, [event("evt_1", "refund", refund("succeeded", -4 * DAY_S), -4 * DAY_S)]);
    let known = desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").unwrap();
    assert_eq!(known.refund().unwrap().status, Some(RefundStatus::Succeeded));
    assert_eq!(toasts(&mut desk), 0);
    arrive(&mut desk, [event("evt_2", "refund", refund("failed", -DAY_S / 2), -DAY_S / 2)]);
    assert_eq!(toasts(&mut desk), 1);
}

#[test]
fn at_the_first_start_nothing_from_before_it_shows_a_toast() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    opened(&mut desk);
    arrive(&mut desk, [event("evt_1", "refund", refund("succeeded", -60), -60)]);
    assert_eq!(toasts(&mut desk), 0);
    arrive(&mut desk, [event("evt_2", "refund", refund("failed", 60), 60)]);
    assert_eq!(toasts(&mut desk), 1);
}

#[test]
fn the_past_that_the_sandbox_reports_to_an_older_data_directory_is_known_and_shows_no_toast() {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    let on_disk = [(desk.state.workspace.profile_id.clone(), 7)].into();
    desk.event(Message::EventsOpened { events: Vec::new(), on_disk, problem: None });
    arrive(&mut desk, [event("evt_past_1", "refund", refund("succeeded", -60), -60)]);
    let known = desk.state.workspace.records.find(ResourceKind::Refund, "ref_1").unwrap();
    assert_eq!(known.refund().unwrap().status, Some(RefundStatus::Succeeded));
    assert_eq!(toasts(&mut desk), 0);
    arrive(&mut desk, [event("evt_2", "refund", refund("failed", -30), -30)]);
    assert_eq!(toasts(&mut desk), 1, "what happened while Paydesk was closed is news");
}

fn link(status: &str, payment_id: &str) -> Value {
    json!({"payment_link_id": "plink_1", "payment_id": payment_id, "link": "http://127.0.0.1:1/_sandbox/pay/plink_1",
        "amount": 4_599, "currency": "EUR", "status": status, "description": "Kettle", "customer_id": "cus_link",
        "expiry": at(7 * DAY_S), "created": at(0)})
}

fn row(desk: &Desk, kind: ResourceKind, id: &str) -> RecordRow {
    let mut entries = desk.state.workspace.records.entries(kind);
    (*entries.find(|entry| entry.known.record.id == id).unwrap().row).clone()
}

#[test]
fn a_link_that_was_created_elsewhere_is_listed_and_paid_by_a_later_payment_than_its_first() {
    let mut desk = Desk::ready(Vec::new());
    arrive(&mut desk, [event("evt_1", "payment_link", link("active", "pay_a"), 0)]);
    let listed = row(&desk, ResourceKind::PaymentLink, "plink_1");
    assert_eq!((listed.title.as_str(), &*listed.status.label()), ("Kettle", "Active"));
    let failed = json!({"payment_id": "pay_a", "status": "failed", "amount": 4_599, "currency": "EUR",
        "amount_received": 0, "amount_capturable": 0, "created": at(0), "modified_at": at(5)});
    arrive(&mut desk, [event("evt_2", "payment", failed, 5)]);
    assert_eq!(row(&desk, ResourceKind::PaymentLink, "plink_1").status.label(), "Payment failed");
    arrive(&mut desk, [event("evt_3", "payment_link", link("paid", "pay_b"), 9)]);
    let listed = row(&desk, ResourceKind::PaymentLink, "plink_1");
    assert_eq!(listed.status.label(), "Paid");
    let known = desk.state.workspace.records.find(ResourceKind::PaymentLink, "plink_1").unwrap();
    assert_eq!(known.record.payment_id, Some(PaymentId::new("pay_b")));
    arrive(&mut desk, [event("evt_4", "payment_link", link("expired", "pay_b"), 10)]);
    assert_eq!(row(&desk, ResourceKind::PaymentLink, "plink_1").status.label(), "Paid", "what is paid stays paid");
}

fn paid(id: &str, customer: &str, email: Option<&str>, created: i64) -> Value {
    json!({"payment_id": id, "status": "succeeded", "amount": 1_000, "currency": "EUR", "amount_received": 1_000,
        "amount_capturable": 0, "customer_id": customer, "email": email, "created": at(created),
        "modified_at": at(created)})
}

fn customers(desk: &Desk) -> Vec<String> {
    desk.state.workspace.records.of(ResourceKind::Customer).map(|known| known.record.id.clone()).collect()
}

#[test]
fn customers_are_gathered_from_what_names_them_and_marked() {
    let mut desk = Desk::ready(Vec::new());
    arrive(&mut desk, [event("evt_1", "payment", paid("pay_a", "cus_a", None, -50), -50)]);
    arrive(&mut desk, [event("evt_2", "payment", paid("pay_b", "cus_a", Some("ada@example.com"), -9), -9)]);
    let subscription = json!({"id": "sub_1", "status": "active", "customer_id": "cus_b", "plan_id": "p"});
    arrive(&mut desk, [event("evt_3", "subscription", subscription, -5)]);
    let payout = json!({"payout_id": "po_1", "status": "success", "amount": 5, "currency": "EUR", "customer_id": "cus_c",
        "customer": {"id": "cus_c", "name": "Grace Hopper", "email": "grace@example.com"}, "created": at(-4)});
    arrive(&mut desk, [event("evt_4", "payout", payout, -4)]);
    assert_eq!(customers(&desk), ["cus_c", "cus_b", "cus_a"]);
    let shown = |id: &str| {
        let RecordRow { title, note, by, .. } = row(&desk, ResourceKind::Customer, id);
        (title, note, by)
    };
    assert_eq!(shown("cus_a"), ("ada@example.com".into(), "ada@example.com".into(), "From a payment".into()));
    assert_eq!(shown("cus_b"), ("cus_b".into(), String::new(), "From a subscription".into()));
    assert_eq!(shown("cus_c"), ("Grace Hopper".into(), "grace@example.com".into(), "From a payout".into()));
    // What was not read is no customer that could be changed.
    assert_eq!(known_customer(&desk.state.workspace.records, &CustomerId::new("cus_c")), None);
    let since = desk.state.workspace.records.find(ResourceKind::Customer, "cus_a").unwrap().record.made_at;
    assert_eq!(since, at(-50), "known as long as the oldest that names it");
}

#[test]
fn a_gathered_customer_is_read_when_it_is_opened_and_is_then_the_service_s() {
    let mut desk = Desk::ready(Vec::new());
    arrive(&mut desk, [event("evt_1", "payment", paid("pay_a", "cus_a", Some("old@example.com"), -50), -50)]);
    desk.act(Action::GoTo(Route::List(ResourceKind::Customer)));
    desk.act(Action::ShowRecord(ResourceKind::Customer, Some("cus_a".into())));
    assert!(matches!(desk.state.workspace.customers.search, CustomerSearch::Reading(..)));
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_a", "name": "Ada", "created": at(-900)})));
    let id = CustomerId::new("cus_a");
    let known = known_customer(&desk.state.workspace.records, &id).unwrap();
    assert_eq!((known.name.as_deref(), known.email.as_deref()), (Some("Ada"), None));
    assert_eq!(customer_refusal(&desk.state.view(), &id), None);
    assert_eq!(row(&desk, ResourceKind::Customer, "cus_a").by, "Service");
    // A payment that names it again does not take that away.
    arrive(&mut desk, [event("evt_2", "payment", paid("pay_b", "cus_a", Some("new@example.com"), 5), 5)]);
    assert_eq!(row(&desk, ResourceKind::Customer, "cus_a").note, "");
    assert_eq!(desk.state.workspace.opened.get(ResourceKind::Customer), Some("cus_a"));
    act(&mut desk, CustomersAction::Find("cus_a".into()));
}

#[test]
fn a_gathered_customer_is_not_stored_and_one_from_disk_takes_its_place() {
    let mut desk = Desk::ready(Vec::new());
    arrive(&mut desk, [event("evt_1", "payment", paid("pay_a", "cus_a", None, -50), -50)]);
    let mut stored = paydesk_test_core::refunds::record("ref_1", 5, "EUR", "succeeded");
    (stored.kind, stored.id, stored.payment_id) = (ResourceKind::Customer, "cus_a".into(), None);
    stored.reported = Some(std::sync::Arc::new(json!({"customer_id": "cus_a", "name": "Ada"})));
    let written =
        serde_json::to_string(&desk.state.workspace.records.find(ResourceKind::Customer, "cus_a").unwrap().record);
    assert!(!written.unwrap().contains("named_by"));
    desk.event(Message::RecordsOpened { records: vec![stored], problem: None });
    assert_eq!(row(&desk, ResourceKind::Customer, "cus_a").title, "Ada");
}

#[test]
fn an_old_payment_of_a_later_page_does_not_come_on_top_and_a_new_one_does() {
    let mut desk = Desk::ready(Vec::new());
    desk.act(Action::Payments(PaymentsAction::Refresh));
    let (request_id, read) = desk.pages().remove(0);
    let row = |second: i64| {
        json!({"payment_id": format!("pay_{second}"), "status": "succeeded", "amount": 100, "currency": "EUR",
            "created": at(second)})
    };
    let rows: Vec<Value> = (0..50).map(|place| row(100 - place)).collect();
    desk.answer(request_id, &read, answered(200, json!({"count": 50, "data": rows, "total_count": 80})));
    let shown = |desk: &Desk| (desk.state.workspace.payments.len(), desk.state.workspace.payments.total_count);
    assert_eq!(shown(&desk), (50, Some(80)));
    arrive(&mut desk, [event("evt_1", "payment", paid("pay_old", "cus_a", None, 20), 30)]);
    desk.tick(6);
    desk.tick(1);
    assert_eq!(shown(&desk), (50, Some(80)));
    arrive(&mut desk, [event("evt_2", "payment", paid("pay_new", "cus_a", None, 105), 105)]);
    desk.tick(6);
    desk.tick(1);
    assert_eq!(shown(&desk), (51, Some(81)));
}
