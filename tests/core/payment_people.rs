//! Rows of payments show who paid, with what and for what, as soon as that is known, in both lists.

use std::sync::Arc;

use paydesk_core::features::history::{HistoryAction, HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::features::payments::{PaymentTableRow, PaymentsAction};
use paydesk_core::operations::ResourceKind;
use paydesk_core::records::Record;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::{CustomerId, PaymentId};
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, PaymentTexts, SortKey, StoredPayment};
use paydesk_test_core::customers::answer_customer;
use paydesk_test_core::desk::{Desk, eur, succeeded_row};
use paydesk_test_core::refunds::record;
use paydesk_test_core::service::{Pay, answered, start_time};
use paydesk_test_core::webhooks::{arrive, event};
use serde_json::json;

fn stored(id: &str, customer_id: Option<&str>, texts: PaymentTexts) -> StoredPayment {
    let mut row = succeeded_row(id, eur(1_000), start_time());
    row.customer_id = customer_id.map(CustomerId::new);
    row.payment_method = Some("card".to_owned());
    StoredPayment { texts, detailed_at: Some(start_time()), ..StoredPayment::listed(row, start_time()) }
}

fn texts(name: &str, email: &str) -> PaymentTexts {
    PaymentTexts { name: name.to_owned(), email: email.to_owned(), ..PaymentTexts::default() }
}

/// A desk that lists five payments of the service, of which four are stored with their details.
fn desk() -> Desk {
    let mut desk = Desk::ready((1..=5).map(|number| Pay::captured(&format!("pay_{number}"), 1_000)).collect());
    let with_order = PaymentTexts {
        order: "12041".to_owned(),
        description: "Beans".to_owned(),
        brand: "Visa".to_owned(),
        ..texts("Björn Großmann", "bjoern@post.example")
    };
    let described = PaymentTexts { description: "Beans".to_owned(), ..texts("", "ari@post.example") };
    let mut columns = KnownPayments::default();
    let by_card = StoredPayment { last4: Some(1_926), ..stored("pay_1", Some("cus_1"), with_order) };
    let without_brand = StoredPayment { last4: Some(7), ..stored("pay_2", Some("cus_2"), described) };
    for payment in
        [by_card, without_brand, stored("pay_3", Some("cus_3"), texts("", "")), stored("pay_4", None, texts("", ""))]
    {
        columns.put(&payment);
    }
    columns.order_new();
    let opened = OpenedHistory { columns, place: ReadPlace::default(), is_written: true };
    let report = HistoryReport::Opened(Ok(Box::new(opened)));
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
    desk
}

fn row<'a>(desk: &'a Desk, id: &str) -> &'a PaymentTableRow {
    desk.state.workspace.payments.listed(&PaymentId::new(id)).unwrap()
}

fn says(row: &PaymentTableRow) -> [&str; 3] {
    [&row.payer_text, &row.method_text, &row.order_text]
}

#[test]
fn a_row_shows_the_name_else_the_e_mail_else_the_customer_id() {
    let desk = desk();
    assert_eq!(says(row(&desk, "pay_1")), ["Björn Großmann", "Visa ···· 1926", "12041"]);
    assert_eq!(says(row(&desk, "pay_2")), ["ari@post.example", "Card ···· 0007", "Beans"], "the brand is not known");
    assert_eq!(says(row(&desk, "pay_3")), ["cus_3", "Card", ""]);
    assert_eq!(says(row(&desk, "pay_4")), ["", "Card", ""]);
    assert_eq!(says(row(&desk, "pay_5")), ["", "", ""], "nothing is stored of it");
}

#[test]
fn a_row_says_why_it_was_declined_where_the_list_does_not() {
    let mut desk = desk();
    let declined = |id: &str, status: &str| {
        json!({"payment_id": id, "status": status, "amount": 1_000, "currency": "EUR",
        "unified_code": "UE_1000", "unified_message": "Insufficient funds"})
    };
    arrive(&mut desk, [event("evt_1", "payment", declined("pay_5", "failed"), 1)]);
    assert_eq!(row(&desk, "pay_5").reason_text, "Insufficient funds");
    assert_eq!(row(&desk, "pay_5").decline_text, "UE_1000 Insufficient funds");
    assert_eq!(row(&desk, "pay_1").reason_text, "");
}

/// Found by a clerk: a payment showed the e-mail address although the customer was known by name, and was not found by it.
#[test]
fn a_payment_shows_the_name_of_its_customer_and_is_found_by_it_once_the_customer_was_read() {
    let mut desk = desk();
    let found = |desk: &mut Desk| {
        desk.act(Action::History(HistoryAction::Search(String::new())));
        desk.act(Action::History(HistoryAction::Search("grossmann ari".to_owned())));
        let history = &desk.state.workspace.history;
        (0..history.search().len()).filter_map(|place| history.found(place)).count()
    };
    assert_eq!(found(&mut desk), 0);
    let customer = |name: &str| Record {
        kind: ResourceKind::Customer,
        customer_id: Some(CustomerId::new("cus_2")),
        payment_id: None,
        reported: Some(Arc::new(json!({"customer_id": "cus_2", "name": name, "email": "other@post.example"}))),
        ..record("cus_2", 0, "EUR", "")
    };
    desk.event(Message::RecordsOpened { records: vec![customer("Ari Großmann")], problem: None });
    assert_eq!(row(&desk, "pay_2").payer_text, "Ari Großmann");
    assert_eq!(found(&mut desk), 1, "by the name and by its own address");
    desk.act(Action::OpenRecord(ResourceKind::Customer, "cus_2".to_owned()));
    answer_customer(&mut desk, answered(200, json!({"customer_id": "cus_2", "name": "Ari Keller"})));
    assert_eq!(row(&desk, "pay_2").payer_text, "Ari Keller");
    let reported = json!({"payment_id": "pay_2", "status": "succeeded", "amount": 1_000, "currency": "EUR",
        "customer_id": "cus_2", "email": "ari@post.example"});
    arrive(&mut desk, [event("evt_1", "payment", reported, 1)]);
    assert_eq!(row(&desk, "pay_2").payer_text, "Ari Keller", "the payment itself has no name");
    assert_eq!(row(&desk, "pay_1").payer_text, "Björn Großmann");
}

#[test]
fn what_is_found_says_the_same_as_the_list_of_the_service() {
    let desk = desk();
    let (history, payments) = (&desk.state.workspace.history, &desk.state.workspace.payments);
    for number in 0..history.columns().len() {
        let stored = history.columns().payment(number).unwrap();
        let found = payments.prepared(&stored, &desk.state.view());
        assert_eq!(says(&found), says(payments.listed(&stored.row.payment_id).unwrap()));
    }
}

#[test]
fn a_row_says_who_paid_once_that_is_learned_and_keeps_it_when_it_is_written_again() {
    let mut desk = desk();
    let revision = desk.state.workspace.payments.revision();
    let reported = json!({"payment_id": "pay_5", "status": "succeeded", "amount": 1_000, "currency": "EUR",
        "email": "new@post.example"});
    arrive(&mut desk, [event("evt_1", "payment", reported, 1)]);
    assert_eq!(row(&desk, "pay_5").payer_text, "new@post.example");
    assert_ne!(desk.state.workspace.payments.revision(), revision, "the window looks at the rows again");
    desk.act(Action::Payments(PaymentsAction::Refresh));
    desk.serve();
    assert_eq!(row(&desk, "pay_5").payer_text, "new@post.example");
    assert_eq!(row(&desk, "pay_1").payer_text, "Björn Großmann");
}

#[test]
fn the_list_of_the_service_is_sorted_by_who_paid_with_the_anonymous_ones_last() {
    let mut desk = desk();
    let shown = |desk: &Desk| -> Vec<String> {
        let payments = &desk.state.workspace.payments;
        (0..payments.len()).map(|index| payments.row(index).unwrap().payment.payment_id.to_string()).collect()
    };
    desk.act(Action::Payments(PaymentsAction::Sort(SortKey::Payer)));
    assert_eq!(shown(&desk)[..3], ["pay_2", "pay_1", "pay_3"]);
    desk.act(Action::Payments(PaymentsAction::Sort(SortKey::Payer)));
    assert_eq!(shown(&desk)[..3], ["pay_3", "pay_1", "pay_2"]);
    let reported = json!({"payment_id": "pay_5", "status": "succeeded", "amount": 1_000, "currency": "EUR",
        "email": "zoe@post.example"});
    arrive(&mut desk, [event("evt_1", "payment", reported, 1)]);
    assert_eq!(shown(&desk)[0], "pay_5", "it moves to its place");
}
