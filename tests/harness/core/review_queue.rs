//! Payments in review at a desk.

use paydesk_api::resources::payments::wire::decode_payment;
use paydesk_core::features::history::{HistoryAction, HistoryReport, OpenedHistory, ReadPlace};
use paydesk_core::features::review_queue::ReviewQueueAction;
use paydesk_core::read::Read;
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::profile::ProfileId;
use paydesk_index::payment_columns::{KnownPayments, StoredPayment};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::service::{Pay, answered, start_time};

pub const NAMES: [&str; 3] = ["pay_first", "pay_second", "pay_third"];

pub fn held(number: usize) -> Pay {
    let created = format!("2026-11-17T1{number}:00:00Z");
    Pay { created, ..Pay::in_review(NAMES[number], 1_000 * (number as i64 + 1)) }
}

pub fn act(desk: &mut Desk, action: ReviewQueueAction) {
    desk.act(Action::ReviewQueue(action));
}

// ----- what a person decides by

pub fn payment(id: &str, minor: i64, status: &str, more: Value) -> Value {
    let mut body = json!({
        "payment_id": id, "status": status, "amount": minor, "currency": "EUR", "created": "2026-11-10T10:00:00Z",
        "amount_received": if status == "succeeded" { minor } else { 0 }, "amount_capturable": 0,
        "email": "anna@example.com",
    });
    body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    body
}

/// Knows these payments, and shows the first one of the queue as `current`.
pub fn desk_that_knows(known: Vec<(Value, bool, bool)>, current: Value) -> Desk {
    let mut columns = KnownPayments::default();
    for (body, refunded, disputed) in known {
        let read = StoredPayment::read(&decode_payment(body, MinorUnits::Iso4217).unwrap(), start_time());
        columns.put(&StoredPayment { refunded, disputed, ..read });
    }
    columns.order_new();
    let mut desk = Desk::ready(vec![held(0)]);
    desk.act(Action::History(HistoryAction::Pause));
    let as_of = Some(start_time());
    let place = ReadPlace { is_whole: true, current_to: as_of, as_of, swept_at: as_of, ..ReadPlace::default() };
    let report = HistoryReport::Opened(Ok(Box::new(OpenedHistory { columns, place, is_written: true })));
    desk.event(Message::History { profile_id: ProfileId::embedded(), report });
    desk.act(Action::GoTo(Route::ReviewQueue));
    while let Some(place) = desk.reads.iter().position(|(_, read)| !matches!(read, Read::Payment(_))) {
        let (request_id, read) = desk.reads.remove(place);
        let (answer, rate) = desk.service.answer(&read);
        desk.event(Message::ReadAnswered { request_id, answer, rate });
    }
    desk.answer_payment(answered(200, current));
    desk
}

/// A payment in front with all there is to know of it.
pub fn with_facts() -> Desk {
    let card = json!({"payment_method": "card", "payment_method_data": {"card": {"last4": "4242"}}});
    let customer = json!({"customer_id": "cus_1", "email": "other@example.com"});
    let known = vec![
        (payment("pay_a", 2_000, "succeeded", card.clone()), true, false),
        (payment("pay_b", 3_000, "succeeded", json!({"email": "Anna@Example.com"})), false, true),
        (payment("pay_c", 9_900, "failed", json!({})), false, false),
        (payment("pay_d", 2_500, "succeeded", customer), false, false),
        (payment("pay_e", 70_000, "succeeded", json!({"email": "anna@example.com.au"})), false, false),
    ];
    let current = payment(
        "pay_first",
        10_000,
        "requires_merchant_action",
        json!({
            "customer_id": "cus_1", "payment_method": "card", "payment_method_data": {"card": {"last4": "4242"}},
            "billing": {"address": {"country": "DE", "city": "Berlin"}},
            "shipping": {"address": {"country": "PL", "city": "Berlin"}},
        }),
    );
    desk_that_knows(known, current)
}
