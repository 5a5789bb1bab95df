//! Events as they are delivered and stored, and what became of them.

use std::sync::Arc;

use chrono::{DateTime, Utc};

use crate::api::resources::webhooks::wire::decode_event;
use crate::domain::ids::EventId;
use crate::domain::payment::Pair;
use crate::domain::profile::ProfileId;
use crate::domain::webhook::{DeliveryRefusal, EventVerdict, WebhookEvent};

/// A delivery that the receiver took: proved, and with an id of its own.
#[derive(Debug, Clone, PartialEq)]
pub struct Delivery {
    pub profile_id: ProfileId,
    pub event_id: EventId,
    pub received_at: DateTime<Utc>,
    /// As they came, credentials left out.
    pub headers: Vec<Pair>,
    /// The exact bytes.
    pub body: Arc<[u8]>,
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
