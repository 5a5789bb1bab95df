//! Events as they are delivered and stored, and what became of them.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use paydesk_api::json;
use paydesk_api::resources::webhooks::wire::decode_event;
use paydesk_domain::ids::EventId;
use paydesk_domain::payment::Pair;
use paydesk_domain::profile::ProfileId;
use paydesk_domain::webhook::{DeliveryRefusal, EventVerdict, WebhookEvent};

/// A delivery whose signature was checked, with an id of its own; made by [`Delivery::proved`].
#[derive(Debug, Clone, PartialEq)]
pub struct Delivery {
    pub profile_id: ProfileId,
    pub event_id: EventId,
    pub received_at: DateTime<Utc>,
    /// As they came, credentials left out.
    pub headers: Vec<Pair>,
    /// The exact bytes, unless a secret in them is masked.
    pub body: Arc<[u8]>,
}

impl Delivery {
    /// Takes a body whose signature was checked, and masks the card numbers, account numbers and keys in it: what is
    /// stored, shown and exported has none. A body without any stays as it was signed.
    pub fn proved(
        profile_id: ProfileId,
        event_id: EventId,
        received_at: DateTime<Utc>,
        headers: Vec<Pair>,
        body: Arc<[u8]>,
    ) -> Self {
        Self { profile_id, event_id, received_at, headers, body: json::shared_without_secrets(body) }
    }
}

/// An event as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredEvent {
    pub delivery: Delivery,
    /// The delivery, read where it was stored and not in a frame; absent where it is no event, which is never kept.
    pub event: Option<Arc<WebhookEvent>>,
    /// How often it was delivered.
    pub deliveries: u32,
    /// Absent until it was applied.
    pub note: Option<EventNote>,
}

impl StoredEvent {
    /// Reads what was delivered.
    pub fn read(delivery: Delivery, deliveries: u32, note: Option<EventNote>) -> Self {
        let event = decode_event(&delivery.body).ok().map(|event| Arc::new(event.received_at(delivery.received_at)));
        Self { delivery, event, deliveries, note }
    }
}

/// What became of an event, once.
#[derive(Debug, Clone, PartialEq)]
pub struct EventNote {
    pub verdict: EventVerdict,
    /// As text for people.
    pub reason: String,
    pub at: DateTime<Utc>,
}

/// A note as it is stored with its event.
#[derive(Debug, Clone, PartialEq)]
pub struct NotedEvent {
    pub profile_id: ProfileId,
    pub event_id: EventId,
    pub note: EventNote,
}

/// A delivery that nothing of was believed: in memory until Paydesk is closed.
#[derive(Debug, Clone, PartialEq)]
pub struct RefusedDelivery {
    pub profile_id: ProfileId,
    pub received_at: DateTime<Utc>,
    pub headers: Vec<Pair>,
    /// The first bytes.
    pub body: Arc<[u8]>,
    pub body_bytes: usize,
    pub refusal: DeliveryRefusal,
}

/// An export of events that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EventsExport {
    pub path: String,
    pub events: usize,
}
