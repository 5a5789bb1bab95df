//! A payment of which the service does not report what can be captured or was received: the page says why nothing is
//! offered.

use paydesk_core::Action;
use paydesk_core::features::payments::PaymentsAction;
use paydesk_test_core::desk::{Desk, pay_1};
use paydesk_test_core::service::{Pay, answered};
use serde_json::{Value, json};

use super::panels::{Window, assert_hides, assert_shows, window};

/// The page of a payment over 128.40 EUR with these amounts.
fn page(status: &str, capturable: Value, received: Value) -> Window {
    let mut desk = Desk::ready(vec![Pay::authorized("pay_1", 12_840)]);
    desk.act(Action::Payments(PaymentsAction::Open(pay_1())));
    desk.answer_payment(answered(
        200,
        json!({
            "payment_id": "pay_1", "status": status, "amount": 12_840, "currency": "EUR",
            "amount_capturable": capturable, "amount_received": received, "created": "2026-11-17T14:02:11Z",
        }),
    ));
    window(desk)
}

#[test]
fn what_is_left_of_a_partial_capture_is_released_and_a_whole_payment_cancelled() {
    for (capturable, received, button) in [
        (json!(7_840), json!(5_000), "Release 78.40 EUR…"),
        (json!(12_840), json!(0), "Cancel payment…"),
        (Value::Null, json!(5_000), "Cancel payment…"),
    ] {
        assert_shows(&page("partially_captured_and_capturable", capturable, received), &[button]);
    }
}

#[test]
fn it_says_why_nothing_can_be_captured_or_refunded() {
    let (capturable, received) = ("how much can be captured", "how much was received");
    for (status, amounts, shown, hidden) in [
        ("requires_capture", (Value::Null, json!(0)), Some(capturable), received),
        ("partially_authorized_and_requires_capture", (Value::Null, json!(0)), Some(capturable), received),
        ("succeeded", (json!(0), Value::Null), Some(received), capturable),
        ("requires_capture", (json!(12_840), json!(0)), None, capturable),
        ("succeeded", (json!(0), json!(12_840)), None, received),
    ] {
        let page = page(status, amounts.0, amounts.1);
        assert_shows(&page, shown.as_slice());
        assert_hides(&page, &[hidden]);
    }
}
