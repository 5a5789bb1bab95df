//! What waits for its capture although the service does not list it so: remainders of partial captures, and statuses that
//! are not documented.

use paydesk_core::features::home::{HomeAction, HomeItem};
use paydesk_core::features::payments::PaymentsAction;
use paydesk_core::features::webhooks::{EventNote, StoredEvent};
use paydesk_core::read::Read;
use paydesk_core::service_traits::PaymentListTrait;
use paydesk_core::state::review_status::ReviewStatusAction;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::known::Known;
use paydesk_domain::money::CurrencyCode;
use paydesk_domain::payment::PaymentAction;
use paydesk_domain::webhook::EventVerdict;
use paydesk_test_core::desk::Desk;
use paydesk_test_core::service::{Pay, answered};
use paydesk_test_core::webhooks::{arrive, event};
use serde_json::{Value, json};

use super::payment_list_forms::{Listing, OtherStatuses, Shop, rows};

/// A payment of a status that is not asked for, with a part that is still capturable.
fn with_capturable(id: &str, capturable: i64) -> Value {
    json!({"payment_id": id, "status": "succeeded", "amount": 1_000, "currency": "EUR", "amount_received": 1_000 - capturable,
           "amount_capturable": capturable, "created": "2026-11-17T14:02:11Z"})
}

impl Shop {
    /// The payment is opened, and answered with what is left of it.
    fn read(&mut self, id: &str, capturable: i64) {
        self.desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new(id))));
        self.desk.answer_payment(answered(200, with_capturable(id, capturable)));
        self.serve();
    }

    fn to_capture_text(&self) -> Option<String> {
        self.payments().to_capture().known().map(|_| self.payments().to_capture().text())
    }
}

#[test]
fn a_remainder_that_was_read_is_listed_and_counted_where_the_service_is_asked_for_one_status() {
    let mut shop = Shop::open(Listing::new(rows(150)));
    shop.act(PaymentsAction::ShowToCapture);
    assert_eq!(
        (shop.to_capture_text().as_deref(), shop.payments().len()),
        (Some("50"), 50),
        "20 were listed with amounts"
    );
    shop.read("pay_rest", 400);
    assert_eq!(shop.to_capture_text().as_deref(), Some("51"), "as soon as it is known");
    assert!(shop.ids().contains(&"pay_rest".to_owned()));
    shop.act(PaymentsAction::ShowAll);
    assert!(!shop.ids().contains(&"pay_rest".to_owned()), "the service lists all payments by itself");
    shop.act(PaymentsAction::ShowToCapture);
    assert_eq!(shop.ids().iter().filter(|id| *id == "pay_rest").count(), 1);
    assert_eq!(shop.payments().total_count, Some(51));
    shop.act(PaymentsAction::FilterCurrency(Some(CurrencyCode::new("JPY"))));
    assert!(!shop.ids().contains(&"pay_rest".to_owned()), "it is of another currency");
    shop.act(PaymentsAction::ShowToCapture);
    shop.read("pay_rest", 0);
    assert_eq!(shop.to_capture_text().as_deref(), Some("50"), "captured whole");
    assert!(!shop.ids().contains(&"pay_rest".to_owned()), "it leaves the list");
    assert_eq!(shop.payments().total_count, Some(50));
    shop.act(PaymentsAction::Refresh);
    assert!(!shop.ids().contains(&"pay_rest".to_owned()));
}

#[test]
fn what_was_captured_leaves_the_list_and_its_count() {
    let mut shop = Shop::open(Listing::new(rows(150)));
    shop.act(PaymentsAction::ShowToCapture);
    let before = (shop.payments().len(), shop.payments().total_count);
    assert_eq!(before, (50, Some(50)));
    let captured = shop.ids()[3].clone();
    shop.read(&captured, 0);
    assert!(!shop.ids().contains(&captured));
    assert_eq!((shop.payments().len(), shop.payments().total_count), (49, Some(49)));
}

#[test]
fn a_remainder_that_an_event_of_an_earlier_session_reported_is_read_before_it_is_counted() {
    for left in [400, 0] {
        let mut shop = Shop::open(Listing::new(rows(20)));
        let note = EventNote { verdict: EventVerdict::Applied, reason: String::new(), at: shop.desk.now };
        let event = event("evt_1", "payment", with_capturable("pay_rest", 400), 0);
        let events = vec![StoredEvent { note: Some(note), ..event }];
        shop.desk.event(Message::EventsOpened { events, on_disk: Default::default(), problem: None });
        assert_eq!(shop.to_capture_text().as_deref(), Some("8"), "it may have been captured since");
        shop.desk.answer_payment(answered(200, with_capturable("pay_rest", left)));
        shop.serve();
        assert_eq!(shop.to_capture_text().as_deref(), Some(if left > 0 { "9" } else { "8" }));
        shop.act(PaymentsAction::ShowToCapture);
        assert_eq!(shop.ids().contains(&"pay_rest".to_owned()), left > 0);
    }
}

#[test]
fn an_event_reports_a_remainder_and_its_end() {
    let mut shop = Shop::open(Listing::new(rows(20)));
    shop.act(PaymentsAction::ShowToCapture);
    arrive(&mut shop.desk, [event("evt_1", "payment", with_capturable("pay_rest", 400), 1)]);
    assert_eq!(shop.to_capture_text().as_deref(), Some("9"));
    assert!(shop.ids().contains(&"pay_rest".to_owned()));
    arrive(&mut shop.desk, [event("evt_2", "payment", with_capturable("pay_rest", 0), 2)]);
    assert_eq!(shop.to_capture_text().as_deref(), Some("8"));
}

#[test]
fn a_remainder_is_counted_once_where_the_service_lists_it_or_all_are_read() {
    let rest = json!({"payment_id": "pay_rest", "status": "partially_captured_and_capturable", "amount": 1_000,
        "currency": "EUR", "amount_received": 600, "amount_capturable": 400, "created": "2026-11-17T14:02:11Z"});
    let all: Vec<Value> = rows(20).into_iter().chain([rest.clone()]).collect();
    for service in [Listing { takes_lists: true, ..Listing::new(all.clone()) }, Listing::by_query(all)] {
        let mut shop = Shop::open(service);
        let count = shop.to_capture_text();
        shop.desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_rest"))));
        shop.desk.answer_payment(answered(200, rest.clone()));
        shop.serve();
        assert_eq!(shop.to_capture_text(), count);
        shop.act(PaymentsAction::ShowToCapture);
        assert_eq!(shop.ids().iter().filter(|id| *id == "pay_rest").count(), 1);
    }
}

// ----- statuses that are not documented

/// A payment of a status that is not documented, with an amount that is reported as capturable.
fn odd(id: &str, capturable: i64) -> Value {
    json!({"payment_id": id, "status": "awaiting_settlement", "amount": 1_000, "currency": "EUR",
           "amount_capturable": capturable, "created": "2026-11-17T14:02:11Z"})
}

impl Shop {
    fn read_odd(&mut self, id: &str, capturable: i64) {
        self.desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new(id))));
        self.desk.answer_payment(answered(200, odd(id, capturable)));
        self.serve();
    }

    fn lists(&self, id: &str) -> bool {
        self.ids().iter().any(|listed| listed == id)
    }
}

#[test]
fn an_undocumented_status_with_a_capturable_amount_waits_for_capture_once_it_is_known() {
    let mut shop = Shop::open(Listing::new(rows(20)));
    shop.act(PaymentsAction::ShowToCapture);
    shop.read_odd("pay_odd", 400);
    assert_eq!((shop.to_capture_text().as_deref(), shop.lists("pay_odd")), (Some("9"), true), "it was read");
    let mut rows = (0..shop.payments().len()).filter_map(|index| shop.payments().row(index));
    let row = rows.find(|row| row.payment.payment_id.as_str() == "pay_odd").unwrap();
    assert!(row.capture_before.is_some_and(|deadline| deadline.is_estimated));
    arrive(&mut shop.desk, [event("evt_1", "payment", odd("pay_told", 400), 1)]);
    assert_eq!((shop.to_capture_text().as_deref(), shop.lists("pay_told")), (Some("10"), true), "an event reported it");
    shop.read_odd("pay_odd", 0);
    assert_eq!(shop.to_capture_text().as_deref(), Some("9"));
    let asks = Action::Payments(PaymentsAction::Ask(PaymentId::new("pay_odd"), PaymentAction::Capture));
    shop.desk.act(asks);
    assert!(shop.desk.state.workspace.dialog.is_none(), "nothing is capturable any more");
}

#[test]
fn an_undocumented_status_in_a_list_with_amounts_waits_for_capture() {
    let all: Vec<Value> = rows(20).into_iter().chain([odd("pay_odd", 400), odd("pay_done", 0)]).collect();
    // All payments are listed with their amounts, and those to capture by one status, by three, or not at all.
    for service in [
        Listing::new(all.clone()),
        Listing { takes_lists: true, ..Listing::new(all.clone()) },
        Listing::by_query(all.clone()),
    ] {
        let mut shop = Shop::open(service);
        shop.act(PaymentsAction::LoadAll);
        shop.act(PaymentsAction::ShowToCapture);
        assert!(shop.lists("pay_odd") && !shop.lists("pay_done"), "{:?}", shop.ids());
        assert_eq!(shop.to_capture_text().as_deref(), Some("9"), "four of each of two statuses, and the odd one");
    }
}

#[test]
fn what_is_held_for_review_waits_for_no_capture_whatever_its_status_is_called() {
    let all: Vec<Value> = rows(20).into_iter().chain([odd("pay_odd", 400)]).collect();
    for service in [Listing::new(all.clone()), Listing::by_query(all)] {
        let mut shop = Shop::open(service);
        shop.act(PaymentsAction::LoadAll);
        shop.act(PaymentsAction::ShowToCapture);
        assert_eq!((shop.to_capture_text().as_deref(), shop.lists("pay_odd")), (Some("9"), true));
        shop.desk.act(Action::ReviewStatus(ReviewStatusAction::Name("awaiting_settlement".to_owned())));
        shop.serve();
        assert_eq!(shop.to_capture_text().as_deref(), Some("8"), "it is approved first");
        shop.act(PaymentsAction::Refresh);
        assert_eq!((shop.to_capture_text().as_deref(), shop.lists("pay_odd")), (Some("8"), false));
    }
}

// ----- statuses of partial captures, where a service is asked by one status

/// The statuses that were asked for, without those of the count.
fn statuses_asked(shop: &Shop) -> Vec<String> {
    let bodies = shop.asked.iter().filter_map(|request| request.body.as_ref());
    let lists = bodies.filter(|body| body["limit"] != 1);
    lists.filter_map(|body| body["status"].as_str().map(str::to_owned)).collect()
}

fn without_amounts(rows: Vec<Value>) -> Vec<Value> {
    let without = |mut row: Value| {
        row.as_object_mut().unwrap().remove("amount_capturable");
        row
    };
    rows.into_iter().map(without).collect()
}

#[test]
fn the_statuses_of_partial_captures_are_asked_for_one_by_one_where_the_service_accepts_them() {
    let mut shop = Shop::other(Listing::new(without_amounts(rows(150))));
    assert_eq!(shop.to_capture_text().as_deref(), Some("60"), "counted before the list is opened");
    assert!(!shop.knows(PaymentListTrait::DocumentedStatusesAlone));
    shop.act(PaymentsAction::ShowToCapture);
    let mut expected = shop.expected(|row| {
        ["requires_capture", "partially_captured_and_capturable"].contains(&row["status"].as_str().unwrap())
    });
    expected.reverse();
    assert_eq!(shop.ids(), expected);
    assert!(!shop.payments().may_miss_remainders(&shop.desk.state.view()));
    // One is captured elsewhere, and the person asks again.
    let captured = shop.service.rows.iter_mut().find(|row| row["payment_id"] == "pay_0003").unwrap();
    captured["status"] = json!("succeeded");
    shop.act(PaymentsAction::Refresh);
    assert_eq!((shop.to_capture_text().as_deref(), shop.lists("pay_0003")), (Some("59"), false));
    assert!(statuses_asked(&shop).contains(&"partially_captured_and_capturable".to_owned()));
}

#[test]
fn a_service_that_refuses_or_ignores_these_statuses_is_asked_once() {
    for other_statuses in [OtherStatuses::Refused, OtherStatuses::Ignored] {
        let mut shop = Shop::other(Listing { other_statuses, ..Listing::new(without_amounts(rows(150))) });
        assert_eq!(shop.to_capture_text().as_deref(), Some("50"), "rows of all payments show 20 more");
        assert!(shop.knows(PaymentListTrait::DocumentedStatusesAlone));
        let others = |shop: &Shop| statuses_asked(shop).iter().filter(|status| status.starts_with("partially")).count();
        assert_eq!(others(&shop), 1, "no other way is tried for it");
        shop.act(PaymentsAction::ShowToCapture);
        assert_eq!((shop.payments().len(), others(&shop)), (50, 0));
        assert!(shop.payments().may_miss_remainders(&shop.desk.state.view()), "that is said above the list");
        shop.act(PaymentsAction::Refresh);
        assert_eq!((shop.payments().len(), others(&shop)), (50, 0));
        shop.act(PaymentsAction::ShowAll);
        assert!(!shop.payments().may_miss_remainders(&shop.desk.state.view()));
    }
}

#[test]
fn our_sandbox_and_services_that_take_lists_are_not_asked_for_single_statuses() {
    // Home asks for the one status that is documented.
    let others = |shop: &Shop| statuses_asked(shop).iter().filter(|status| *status != "requires_capture").count();
    assert_eq!(others(&Shop::open(Listing::new(rows(20)))), 0);
    let shop = Shop::other(Listing { takes_lists: true, ..Listing::new(rows(20)) });
    assert_eq!(shop.to_capture_text().as_deref(), Some("8"));
    assert_eq!(others(&Shop::other(Listing::by_query(rows(20)))), 0);
}

#[test]
fn what_no_list_shows_is_read_again_when_a_person_refreshes() {
    let mut shop = Shop::open(Listing::new(rows(20)));
    shop.act(PaymentsAction::ShowToCapture);
    shop.read("pay_rest", 400);
    shop.desk.act(Action::Payments(PaymentsAction::Close));
    shop.desk.act(Action::Payments(PaymentsAction::Refresh));
    let is_rest = |read: &Read| matches!(read, Read::Payment(read) if read.payment_id.as_str() == "pay_rest");
    let place = shop.desk.reads.iter().position(|(_, read)| is_rest(read)).expect("it is read again");
    let (request_id, read) = shop.desk.reads.remove(place);
    shop.desk.answer(request_id, &read, answered(200, with_capturable("pay_rest", 0)));
    shop.serve();
    assert_eq!((shop.to_capture_text().as_deref(), shop.lists("pay_rest")), (Some("8"), false), "captured elsewhere");
}

#[test]
fn what_waits_for_review_is_listed_with_the_most_urgent_first() {
    let waits = |id: &str, day: u32| {
        let created = format!("2026-11-{day}T14:02:11Z");
        json!({"payment_id": id, "status": "requires_merchant_action", "amount": 1_000, "currency": "EUR",
               "created": created})
    };
    for ask in [Action::Payments(PaymentsAction::ShowInReview), Action::Home(HomeAction::Open(HomeItem::ToReview))] {
        let mut shop = Shop::open(Listing::new(vec![waits("pay_new", 17), waits("pay_mid", 16), waits("pay_old", 15)]));
        shop.desk.act(ask);
        shop.serve();
        assert_eq!(shop.ids(), ["pay_old", "pay_mid", "pay_new"]);
    }
}

/// Found by a clerk: the sidebar went on saying how many had waited before, until the service counted again.
#[test]
fn the_count_of_the_service_follows_what_is_captured_at_once() {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 900), Pay::authorized("pay_2", 700)]);
    desk.act(Action::Payments(PaymentsAction::ShowToCapture));
    desk.serve();
    let count = |desk: &Desk| desk.state.workspace.payments.to_capture();
    assert_eq!(count(&desk), Known::Exact(2));
    desk.service.pay("pay_1").capture(900).unwrap();
    desk.act(Action::Payments(PaymentsAction::Open(PaymentId::new("pay_1"))));
    desk.serve_one();
    assert_eq!((count(&desk), desk.state.workspace.payments.len()), (Known::Exact(1), 1));
}
