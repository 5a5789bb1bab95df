//! Events of webhooks, and a desk that received some.

use chrono::{DateTime, TimeDelta, Utc};
use paydesk_core::features::webhooks::{Delivery, RefusedDelivery, StoredEvent};
use paydesk_core::route::Route;
use paydesk_core::{Action, Message};
use paydesk_domain::ids::EventId;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::webhook::{DeliveryRefusal, SignatureFault};
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::service::{Pay, start_time};

/// A moment by the service's clock, so many seconds after the start.
pub fn at(second: i64) -> DateTime<Utc> {
    start_time() + TimeDelta::seconds(second)
}

/// An event as the store hands it over.
pub fn event(id: &str, kind: &str, object: Value, second: i64) -> StoredEvent {
    let body = json!({"merchant_id": "mer_1", "event_id": id, "event_type": format!("{kind}_told"),
        "content": {"type": format!("{kind}_details"), "object": object}, "timestamp": at(second)});
    let delivery = Delivery {
        profile_id: ProfileId::embedded(),
        event_id: EventId::new(id),
        received_at: start_time(),
        headers: vec![("content-type".into(), "application/json".into())],
        body: body.to_string().into_bytes().into(),
    };
    StoredEvent::read(delivery, 1, None)
}

pub fn refund(status: &str, second: i64) -> Value {
    json!({"refund_id": "ref_1", "payment_id": "pay_1", "amount": 500, "currency": "EUR", "status": status,
        "created": at(0), "updated": at(second)})
}

pub fn arrive(desk: &mut Desk, events: impl IntoIterator<Item = StoredEvent>) {
    desk.event(Message::WebhooksArrived { events: events.into_iter().collect() });
}

pub fn quiet() -> Desk {
    let mut desk = Desk::ready(vec![Pay::captured("pay_1", 1_000)]);
    desk.event(Message::ReceiverChanged { profile_id: ProfileId::embedded(), result: Ok("127.0.0.1:8601".into()) });
    desk.act(Action::GoTo(Route::Webhooks));
    desk
}

pub fn refused() -> Box<RefusedDelivery> {
    Box::new(RefusedDelivery {
        profile_id: ProfileId::embedded(),
        received_at: start_time() + TimeDelta::seconds(9),
        headers: vec![("host".into(), "127.0.0.1:8601".into())],
        body: b"forged".as_slice().into(),
        body_bytes: 6,
        refusal: DeliveryRefusal::BadSignature(SignatureFault::Missing),
    })
}

pub fn busy() -> Desk {
    let mut desk = quiet();
    let dispute = json!({"dispute_id": "dsp_1", "payment_id": "pay_1", "amount": 1_000, "currency": "EUR",
        "status": "dispute_opened", "reason": "fraudulent", "modified_at": at(7)});
    arrive(
        &mut desk,
        [
            event("evt_1", "refund", refund("succeeded", 4), 4),
            event("evt_2", "refund", refund("pending", 1), 1),
            event("evt_3", "dispute", dispute, 7),
            event("evt_4", "mandate", json!({"mandate_id": "man_1"}), 8),
        ],
    );
    desk.event(Message::WebhookRepeated { profile_id: ProfileId::embedded(), event_id: EventId::new("evt_1") });
    desk.event(Message::WebhookRefused { refused: refused(), more: 3 });
    desk
}
