//! Records show whose they are as soon as that is known, and are found and sorted by it.

use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::{Record, RecordColumn, RecordQuery, RecordSort};
use paydesk_core::{Action, Message};
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_test_core::desk::Desk;
use paydesk_test_core::people::{know, paid_by};
use paydesk_test_core::refunds::record;
use paydesk_test_core::service::answered;
use paydesk_test_core::subscriptions;
use paydesk_test_core::webhooks::{arrive, event};
use serde_json::json;

const REFUND: ResourceKind = ResourceKind::Refund;
const SUBSCRIPTION: ResourceKind = ResourceKind::Subscription;

fn refund_of(payment_id: &str, id: &str) -> Record {
    Record { payment_id: Some(PaymentId::new(payment_id)), ..record(id, 500, "EUR", "succeeded") }
}

/// A desk with a refund of each of four payments; all but the last are stored.
fn desk() -> Desk {
    let mut desk = Desk::ready(Vec::new());
    let records = (1..=4).map(|number| refund_of(&format!("pay_{number}"), &format!("ref_{number}"))).collect();
    desk.event(Message::RecordsOpened { records, problem: None });
    know(
        &mut desk,
        &[
            paid_by("pay_1", "cus_1", "Björn Großmann", "bjoern@post.example"),
            paid_by("pay_2", "", "", "ari@post.example"),
            paid_by("pay_3", "cus_3", "", ""),
        ],
    );
    desk
}

/// Who is shown of a record.
fn customer(desk: &Desk, kind: ResourceKind, id: &str) -> String {
    let entry = desk.state.workspace.records.entries(kind).find(|entry| entry.known.record.id == id);
    entry.unwrap().row.customer.clone()
}

fn listed(desk: &Desk, search: &str, sort: Option<RecordSort>) -> Vec<String> {
    let query = RecordQuery { search: search.to_owned(), status: None, sort };
    let entries = desk.state.workspace.records.listed(REFUND, &query);
    entries.iter().map(|entry| entry.known.record.id.clone()).collect()
}

fn reported(payment_id: &str, customer_id: &str, name: &str) -> serde_json::Value {
    json!({"payment_id": payment_id, "status": "succeeded", "amount": 1_000, "currency": "EUR",
        "customer_id": customer_id, "name": name, "modified": "2026-11-21T10:00:00Z"})
}

#[test]
fn a_refund_shows_the_name_else_the_e_mail_else_the_customer_id_else_the_payment_id() {
    let desk = desk();
    let shown = ["ref_1", "ref_2", "ref_3", "ref_4"].map(|id| customer(&desk, REFUND, id));
    assert_eq!(shown, ["Björn Großmann", "ari@post.example", "cus_3", "pay_4"]);
}

#[test]
fn a_refund_shows_who_paid_once_that_becomes_known_and_keeps_it() {
    let mut desk = desk();
    let (revision, written) =
        (desk.state.workspace.records.revision(REFUND), desk.state.workspace.records.rows_written());
    arrive(&mut desk, [event("evt_1", "payment", reported("pay_4", "cus_4", "Zoe Adams"), 1)]);
    assert_eq!(customer(&desk, REFUND, "ref_4"), "Zoe Adams");
    assert_ne!(desk.state.workspace.records.revision(REFUND), revision, "the window picks the rows again");
    let customers_row = 1;
    assert_eq!(desk.state.workspace.records.rows_written(), written + 1 + customers_row, "other rows stay");
    let again = json!({"refund_id": "ref_4", "payment_id": "pay_4", "amount": 500, "currency": "EUR",
        "status": "failed"});
    arrive(&mut desk, [event("evt_2", "refund", again, 2)]);
    assert_eq!(customer(&desk, REFUND, "ref_4"), "Zoe Adams");
}

#[test]
fn a_refund_that_comes_after_its_payment_shows_who_paid_at_once() {
    let mut desk = desk();
    let new = json!({"refund_id": "ref_9", "payment_id": "pay_1", "amount": 1, "currency": "EUR", "status": "pending"});
    arrive(&mut desk, [event("evt_1", "refund", new, 1)]);
    assert_eq!(customer(&desk, REFUND, "ref_9"), "Björn Großmann");
}

#[test]
fn without_stored_payments_a_payment_that_is_read_names_the_customer() {
    let mut desk = Desk::ready(Vec::new());
    desk.event(Message::RecordsOpened { records: vec![refund_of("pay_1", "ref_1")], problem: None });
    assert_eq!(customer(&desk, REFUND, "ref_1"), "pay_1");
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_1"))));
    desk.answer_payment(answered(200, reported("pay_1", "", "Ada Lovelace")));
    assert_eq!(customer(&desk, REFUND, "ref_1"), "Ada Lovelace");
}

#[test]
fn refunds_are_found_by_name_e_mail_and_customer_id() {
    let desk = desk();
    for (search, found) in [
        ("großmann", vec!["ref_1"]),
        ("grossmann björn", vec!["ref_1"]),
        ("großmann ari", vec![]),
        ("bjoern@", vec!["ref_1"]),
        ("CUS_1", vec!["ref_1"]),
        ("ari@post", vec!["ref_2"]),
        ("pay_4", vec!["ref_4"]),
        ("nobody", vec![]),
    ] {
        assert_eq!(listed(&desk, search, None), found, "{search}");
    }
}

#[test]
fn refunds_are_sorted_by_customer_whatever_the_letter_case_with_the_unknown_ones_apart() {
    let mut desk = desk();
    arrive(&mut desk, [event("evt_1", "payment", reported("pay_2", "", "zoe"), 1)]);
    let sort = |ascending| Some(RecordSort { column: RecordColumn::Customer, ascending });
    assert_eq!(listed(&desk, "", sort(true)), ["ref_1", "ref_3", "ref_2", "ref_4"]);
    assert_eq!(listed(&desk, "", sort(false)), ["ref_4", "ref_2", "ref_3", "ref_1"]);
}

#[test]
fn a_subscription_shows_the_name_of_its_customer_as_any_payment_has_it() {
    let mut desk = subscriptions::desk();
    know(&mut desk, &[paid_by("pay_old", "cus_1", "Ada Lovelace", ""), paid_by("pay_2", "cus_2", "Grace", "")]);
    subscriptions::created(&mut desk);
    assert_eq!(customer(&desk, SUBSCRIPTION, "sub_1"), "Ada Lovelace");
    let records = &desk.state.workspace.records;
    for search in ["lovelace", "cus_1", "sub_1"] {
        let query = RecordQuery { search: search.to_owned(), ..RecordQuery::default() };
        assert_eq!(records.listed(SUBSCRIPTION, &query).len(), 1, "{search}");
    }
}

#[test]
fn a_subscription_shows_its_customer_once_a_payment_or_the_customer_is_read_and_keeps_the_name() {
    let mut desk = subscriptions::desk();
    subscriptions::created(&mut desk);
    assert_eq!(customer(&desk, SUBSCRIPTION, "sub_1"), "cus_1");
    know(&mut desk, &[]);
    arrive(&mut desk, [event("evt_1", "payment", reported("pay_7", "cus_1", "Ada Lovelace"), 1)]);
    assert_eq!(customer(&desk, SUBSCRIPTION, "sub_1"), "Ada Lovelace");
    // Its own payment says nothing of the customer.
    let own = json!({"payment_id": "pay_sub", "status": "processing", "amount": 2_400, "currency": "USD"});
    arrive(&mut desk, [event("evt_2", "payment", own, 2)]);
    assert_eq!(customer(&desk, SUBSCRIPTION, "sub_1"), "Ada Lovelace");
}

#[test]
fn a_customer_that_is_called_otherwise_is_so_with_their_subscriptions() {
    let mut desk = subscriptions::desk();
    subscriptions::created(&mut desk);
    let called = |name: &str| {
        let mut record = record("cus_1", 0, "EUR", "");
        (record.kind, record.payment_id, record.customer_id) =
            (ResourceKind::Customer, None, Some(CustomerId::new("cus_1")));
        record.reported = Some(std::sync::Arc::new(json!({"customer_id": "cus_1", "name": name})));
        Message::RecordsOpened { records: vec![record], problem: None }
    };
    desk.event(called("Ada Lovelace"));
    assert_eq!(customer(&desk, SUBSCRIPTION, "sub_1"), "Ada Lovelace");
}
