//! The sandbox's own events reach Paydesk, whatever the sandbox does to them on their way.

use paydesk_api::call::Method;
use paydesk_core::State;
use paydesk_core::features::webhooks::EventState;
use paydesk_core::operations::ResourceKind;
use paydesk_domain::refund::RefundStatus;
use paydesk_test_sandbox::helpers::{billing, card};
use serde_json::{Value, json};

use super::{Shop, rows};

impl Shop {
    /// The id of the webhook that Paydesk registered: there is one.
    fn webhook(&self) -> String {
        let listed = self.service.ask(Method::Get, "/_sandbox/webhooks", None);
        let rows = listed["data"].as_array().unwrap();
        assert_eq!(rows.len(), 1, "{listed}");
        assert_eq!(rows[0]["url"], format!("http://{}/paydesk", self.address()));
        rows[0]["webhook_id"].as_str().unwrap().to_owned()
    }

    fn misbehave(&self, options: Value) {
        self.service.ask(Method::Post, &format!("/_sandbox/webhooks/{}", self.webhook()), Some(options));
    }

    /// A captured payment over so much, as another program makes it.
    fn paid(&self, id: &str, amount: i64) {
        let profile_id = &self.service.running.credentials.profile_id;
        let body = json!({"payment_id": id, "amount": amount, "currency": "EUR", "profile_id": profile_id,
            "confirm": true, "payment_method": "card", "payment_method_type": "credit",
            "payment_method_data": {"card": card("4242424242424242")}, "billing": billing()});
        self.service.ask(Method::Post, "/payments", Some(body));
    }

    fn refunds(&self, payment_id: &str, count: u32) {
        for number in 0..count {
            let refund_id = format!("{payment_id}_ref_{number}");
            let body =
                json!({"payment_id": payment_id, "refund_id": refund_id, "amount": 10, "refund_type": "instant"});
            self.service.ask(Method::Post, "/refunds", Some(body));
        }
    }
}

/// Refunds known of the payment that have succeeded.
fn succeeded(state: &State, payment_id: &str) -> usize {
    let of_payment = |known: &&paydesk_core::records::CachedRecord| {
        known.record.payment_id.as_ref().is_some_and(|id| id.as_str() == payment_id)
    };
    let done = |known: &&paydesk_core::records::CachedRecord| {
        known.refund().and_then(|refund| refund.status.clone()) == Some(RefundStatus::Succeeded)
    };
    state.workspace.records.of(ResourceKind::Refund).filter(of_payment).filter(done).count()
}

#[test]
fn refunds_made_elsewhere_are_known_here_by_their_events_alone() {
    let mut shop = Shop::open();
    shop.paid("pay_elsewhere", 1_000);
    shop.refunds("pay_elsewhere", 3);
    shop.desk.until("three refunds are known", |state| succeeded(state, "pay_elsewhere") == 3);
    let on_top = |state: &State| {
        state.workspace.payments.row(0).is_some_and(|row| row.payment.payment_id.as_str() == "pay_elsewhere")
    };
    shop.desk.until("the new payment is listed on top", on_top);
}

#[test]
fn duplicated_shuffled_and_delayed_events_end_as_they_should_and_are_applied_once() {
    let mut shop = Shop::open();
    shop.misbehave(json!({"duplicates": true, "shuffle": true, "delay_seconds": 1}));
    shop.paid("pay_elsewhere", 1_000);
    shop.refunds("pay_elsewhere", 8);
    shop.desk.until("eight refunds are known", |state| succeeded(state, "pay_elsewhere") == 8);
    let all_twice = |state: &State| rows(state).filter_map(|row| row.genuine()).all(|(kept, _)| kept.deliveries == 2);
    shop.desk.until("every event came twice", all_twice);
    let mut ids: Vec<&str> = rows(&shop.desk.state)
        .filter_map(|row| row.genuine())
        .map(|(kept, _)| kept.delivery.event_id.as_str())
        .collect();
    let listed = ids.len();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), listed, "an event is listed twice");
}

#[test]
fn a_corrupted_signature_is_refused_and_the_repaired_delivery_is_taken() {
    let mut shop = Shop::open();
    shop.misbehave(json!({"corrupt_signature": true}));
    shop.paid("pay_elsewhere", 1_000);
    shop.desk.until("it is refused", |state| rows(state).any(|row| row.state == EventState::BadSignature));
    assert!(rows(&shop.desk.state).all(|row| row.genuine().is_none()));
    shop.misbehave(json!({"corrupt_signature": false}));
    shop.service.ask(Method::Post, "/_sandbox/clock", Some(json!({"advance_seconds": 61})));
    shop.desk.until("its retry is taken", |state| rows(state).any(|row| row.state == EventState::Applied));
}

#[test]
fn events_signed_in_upper_case_and_in_base64_are_taken_too() {
    let mut shop = Shop::open();
    for (encoding, id) in [("upper-hex", "pay_upper"), ("base64", "pay_base64")] {
        let settings = json!({ "signature_encoding": encoding });
        shop.service.ask(Method::Post, "/_sandbox/settings", Some(settings));
        shop.paid(id, 1_000);
        let on_top =
            |state: &State| state.workspace.payments.row(0).is_some_and(|row| row.payment.payment_id.as_str() == id);
        shop.desk.until("the new payment is listed on top", on_top);
    }
    assert!(rows(&shop.desk.state).all(|row| row.state != EventState::BadSignature));
}
