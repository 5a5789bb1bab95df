//! What is found of many payments, put into an order: the thread of the cache sorts, the window shows what it has.

use chrono::TimeDelta;
use paydesk_core::effect::HistoryJob;
use paydesk_core::features::history::{HistoryAction, HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::{Action, Message};
use paydesk_domain::ids::CustomerId;
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{ColumnOrder, KnownPayments, PaymentTexts, SortKey, SortOrder, StoredPayment};
use paydesk_test_core::desk::{Desk, eur, succeeded_row};
use paydesk_test_core::service::{Pay, start_time};
use serde_json::json;

const COUNT: usize = 30_000;

/// Later ones are older, and their e-mail is further to the front.
fn payment(number: usize) -> StoredPayment {
    let created = start_time() - TimeDelta::days(40) - TimeDelta::seconds(number as i64);
    let row = succeeded_row(&format!("pay_{number:05}"), eur(1_000), created);
    let texts = PaymentTexts { email: format!("shop{:06}@example.com", 200_000 - number), ..PaymentTexts::default() };
    let at = Some(start_time());
    StoredPayment { texts, detailed_at: at, seen_at: at, ..StoredPayment::listed(row, start_time()) }
}

fn report(desk: &mut Desk, report: HistoryReport) {
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
}

fn known(count: usize) -> KnownPayments {
    let mut columns = KnownPayments::default();
    for number in 0..count {
        columns.put(&payment(number));
    }
    columns.order_new();
    columns
}

/// A desk that knows many payments and has searched among them; the service has one that is not known.
fn searching() -> Desk {
    let columns = known(COUNT);
    let as_of = Some(start_time());
    let place = ReadPlace { is_whole: true, current_to: as_of, as_of, swept_at: as_of, ..ReadPlace::default() };
    let mut desk = Desk::ready(vec![Pay::with_status("pay_0000a", "succeeded", 1_000)]);
    report(&mut desk, HistoryReport::Opened(Ok(Box::new(OpenedHistory { columns, place, is_written: true }))));
    desk.history.clear();
    desk.act(Action::History(HistoryAction::Search("status:succeeded".to_owned())));
    desk
}

fn sort(desk: &mut Desk, key: SortKey) {
    desk.act(Action::History(HistoryAction::Sort(key)));
}

/// Takes the job that sorts, as the thread of the cache does.
fn take_sort(desk: &mut Desk) -> (u64, ColumnOrder) {
    let place = desk.history.iter().position(|job| matches!(job, HistoryJob::Sort { .. })).expect("a job");
    match desk.history.remove(place) {
        HistoryJob::Sort { nth, key, columns, .. } => (nth, ColumnOrder::new(&columns, key)),
        other => panic!("{other:?}"),
    }
}

fn sorts(desk: &Desk) -> usize {
    desk.history.iter().filter(|job| matches!(job, HistoryJob::Sort { .. })).count()
}

fn first(desk: &Desk) -> String {
    desk.state.workspace.history.found(0).unwrap().row.payment_id.to_string()
}

fn last(desk: &Desk) -> String {
    let history = &desk.state.workspace.history;
    history.found(history.search().len() - 1).unwrap().row.payment_id.to_string()
}

#[test]
fn what_is_found_stands_as_before_until_it_is_sorted() {
    let mut desk = searching();
    assert_eq!(first(&desk), "pay_00000");
    sort(&mut desk, SortKey::Email);
    assert!(desk.state.workspace.history.is_sorting());
    assert_eq!(desk.state.workspace.history.search().len(), COUNT, "all are there meanwhile");
    let (nth, order) = take_sort(&mut desk);
    report(&mut desk, HistoryReport::Sorted { nth, order: Some(order) });
    assert!(!desk.state.workspace.history.is_sorting());
    assert_eq!((first(&desk).as_str(), last(&desk).as_str()), ("pay_29999", "pay_00000"));
    sort(&mut desk, SortKey::Email);
    assert_eq!((first(&desk).as_str(), sorts(&desk)), ("pay_00000", 0), "turned around without sorting again");
    sort(&mut desk, SortKey::Created);
    assert_eq!((first(&desk).as_str(), sorts(&desk)), ("pay_00000", 0));
    sort(&mut desk, SortKey::Created);
    assert_eq!((first(&desk).as_str(), sorts(&desk)), ("pay_29999", 0));
    sort(&mut desk, SortKey::Email);
    assert_eq!((first(&desk).as_str(), sorts(&desk)), ("pay_29999", 0), "the order is still there");
}

#[test]
fn a_payment_that_came_later_is_in_its_place_without_sorting_all_again() {
    let mut desk = searching();
    sort(&mut desk, SortKey::PaymentId);
    let (nth, order) = take_sort(&mut desk);
    report(&mut desk, HistoryReport::Sorted { nth, order: Some(order) });
    desk.tick(130);
    desk.serve();
    desk.tick(1);
    let history = &desk.state.workspace.history;
    let tenth = history.found(10).map(|found| found.row.payment_id.to_string());
    assert_eq!((history.search().len(), tenth.as_deref()), (COUNT + 1, Some("pay_0000a")));
    desk.tick(200);
    assert_eq!(sorts(&desk), 0);
}

#[test]
fn very_many_that_came_later_are_at_the_end_until_all_are_sorted_again() {
    let mut desk = searching();
    sort(&mut desk, SortKey::PaymentId);
    desk.tick(30);
    let (nth, _) = take_sort(&mut desk);
    let order_of_before = ColumnOrder::new(&known(COUNT - 3_000).sort_input(), SortKey::PaymentId);
    report(&mut desk, HistoryReport::Sorted { nth, order: Some(order_of_before) });
    assert_eq!((desk.state.workspace.history.search().len(), last(&desk).as_str()), (COUNT, "pay_27000"));
    assert_eq!(sorts(&desk), 0, "not at once: sorting took half a minute");
    desk.tick(300);
    let (nth, order) = take_sort(&mut desk);
    report(&mut desk, HistoryReport::Sorted { nth, order: Some(order) });
    assert_eq!((first(&desk).as_str(), last(&desk).as_str()), ("pay_00000", "pay_29999"));
    desk.tick(60);
    assert_eq!(sorts(&desk), 0, "nothing has changed since");
}

#[test]
fn what_could_not_be_sorted_is_tried_again() {
    let mut desk = searching();
    sort(&mut desk, SortKey::Email);
    let (nth, _) = take_sort(&mut desk);
    report(&mut desk, HistoryReport::Sorted { nth, order: None });
    assert_eq!((sorts(&desk), first(&desk).as_str()), (0, "pay_00000"));
    desk.tick(6);
    assert_eq!(sorts(&desk), 1);
}

#[test]
fn an_order_of_what_was_forgotten_is_not_used() {
    let mut desk = searching();
    sort(&mut desk, SortKey::Email);
    let (nth, order) = take_sort(&mut desk);
    desk.act(Action::History(HistoryAction::Forget));
    report(&mut desk, HistoryReport::Sorted { nth, order: Some(order) });
    assert_eq!(desk.state.workspace.history.search().len(), 0);
    desk.serve();
    desk.tick(1);
    assert_eq!((desk.state.workspace.history.search().len(), first(&desk).as_str()), (1, "pay_0000a"));
}

#[test]
fn many_payments_are_sorted_by_text_before_a_person_asks_so_that_a_click_waits_for_nothing() {
    const MANY: usize = 100_000;
    let mut columns = KnownPayments::default();
    for number in 0..MANY {
        columns.push(&payment(number), number as u32 + 1);
    }
    columns.order_new();
    let as_of = Some(start_time());
    let place = ReadPlace { is_whole: true, current_to: as_of, as_of, swept_at: as_of, ..ReadPlace::default() };
    let mut desk = Desk::ready(Vec::new());
    report(&mut desk, HistoryReport::Opened(Ok(Box::new(OpenedHistory { columns, place, is_written: true }))));
    for _ in 0..3 {
        desk.tick(1);
        let (nth, order) = take_sort(&mut desk);
        report(&mut desk, HistoryReport::Sorted { nth, order: Some(order) });
        desk.tick(11);
    }
    desk.tick(600);
    assert_eq!(sorts(&desk), 0, "all three are there");
    desk.act(Action::History(HistoryAction::Search("status:succeeded".to_owned())));
    sort(&mut desk, SortKey::Amount);
    let (nth, order) = take_sort(&mut desk);
    report(&mut desk, HistoryReport::Sorted { nth, order: Some(order) });
    sort(&mut desk, SortKey::Email);
    assert_eq!((sorts(&desk), desk.state.workspace.history.is_sorting()), (0, false));
    assert_ne!(first(&desk), "pay_00000", "at once");
    sort(&mut desk, SortKey::Amount);
    assert_eq!(sorts(&desk), 0, "the one used last is there as well");
}

#[test]
fn what_is_found_in_details_that_are_not_all_known_is_not_called_all() {
    let mut columns = known(10);
    columns.put(&StoredPayment::listed(succeeded_row("pay_new", eur(1_000), start_time()), start_time()));
    columns.order_new();
    let place = ReadPlace { is_whole: true, ..ReadPlace::default() };
    let mut desk = Desk::ready(Vec::new());
    report(&mut desk, HistoryReport::Opened(Ok(Box::new(OpenedHistory { columns, place, is_written: true }))));
    let mut lacks = |query: &str| {
        desk.act(Action::History(HistoryAction::Search(query.to_owned())));
        desk.state.workspace.history.details_of_search()
    };
    for query in ["anna@example.com", "4242", "email:anna", "card:4242", "order:A-1"] {
        assert_eq!(lacks(query), Some((10, 11)), "{query}");
    }
    for query in ["status:succeeded", "amount:>10 currency:eur", "created:today"] {
        assert_eq!(lacks(query), None, "{query}");
    }
}

#[test]
fn payments_without_a_value_are_last_in_both_directions() {
    let mut columns = known(2);
    columns.put(&StoredPayment::listed(succeeded_row("pay_new", eur(1_000), start_time()), start_time()));
    columns.order_new();
    for descending in [false, true] {
        let rows = columns.sort_input().rows(SortOrder { key: SortKey::Email, descending });
        assert_eq!(rows.last(), Some(&2), "{descending}");
    }
}

/// Names stand before addresses and IDs by their letters alone, whatever they are.
#[test]
fn payments_are_sorted_by_who_paid_with_the_anonymous_ones_last() {
    let payers =
        [("Zoë Ek", "zoe@post.example", "cus_1"), ("", "", ""), ("", "Bo@post.example", "cus_2"), ("", "", "cus_3")];
    let mut columns = KnownPayments::default();
    for (number, (name, email, customer)) in payers.into_iter().enumerate() {
        let mut payment = payment(number);
        (payment.texts.name, payment.texts.email) = (name.to_owned(), email.to_owned());
        payment.row.customer_id = Some(customer).filter(|id| !id.is_empty()).map(CustomerId::new);
        columns.put(&payment);
    }
    columns.order_new();
    let sorted = |key, descending| columns.sort_input().rows(SortOrder { key, descending });
    assert_eq!(sorted(SortKey::Payer, false), [2, 3, 0, 1]);
    assert_eq!(sorted(SortKey::Payer, true), [0, 3, 2, 1]);
}

#[test]
fn payments_are_sorted_by_order_else_by_description_and_by_no_deadline() {
    let mut columns = KnownPayments::default();
    for (number, (order, description)) in [("", "Beans"), ("12041", "Anything"), ("", "")].into_iter().enumerate() {
        let mut payment = payment(number);
        (payment.texts.order, payment.texts.description) = (order.to_owned(), description.to_owned());
        columns.put(&payment);
    }
    columns.order_new();
    let sorted = |key, descending| columns.sort_input().rows(SortOrder { key, descending });
    assert_eq!(sorted(SortKey::Order, false), [1, 0, 2]);
    assert_eq!(sorted(SortKey::Order, true), [0, 1, 2]);
    assert_eq!(sorted(SortKey::CaptureBefore, false), [0, 1, 2], "the newest first: no deadline is stored");
}

#[test]
fn rows_sorted_by_email_stay_where_they_are_while_details_are_read_until_a_person_asks() {
    let mut columns = known(3);
    for id in ["pay_new_1", "pay_new_2"] {
        columns.put(&StoredPayment::listed(succeeded_row(id, eur(1_000), start_time()), start_time()));
    }
    columns.order_new();
    let as_of = Some(start_time());
    let place = ReadPlace { is_whole: true, current_to: as_of, as_of, swept_at: as_of, ..ReadPlace::default() };
    let mut desk = Desk::ready(Vec::new());
    report(&mut desk, HistoryReport::Opened(Ok(Box::new(OpenedHistory { columns, place, is_written: true }))));
    desk.act(Action::History(HistoryAction::Search("status:succeeded".to_owned())));
    sort(&mut desk, SortKey::Email);
    assert_eq!((first(&desk).as_str(), desk.state.workspace.history.search().waits_for_person()), ("pay_00002", false));
    let read = json!({"payment_id": "pay_new_1", "status": "succeeded", "amount": 1_000, "currency": "EUR",
        "email": "a@example.com"});
    desk.event(Message::WebhooksArrived {
        events: vec![paydesk_test_core::webhooks::event("evt_1", "payment", read, 1)],
    });
    desk.tick(1);
    assert_eq!(first(&desk), "pay_00002", "no row has moved");
    assert!(desk.state.workspace.history.search().waits_for_person());
    desk.act(Action::History(HistoryAction::SearchAgain));
    assert_eq!((first(&desk).as_str(), desk.state.workspace.history.search().waits_for_person()), ("pay_new_1", false));
}
