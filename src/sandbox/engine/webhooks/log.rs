//! The log of events: what happened, whom it was sent to, how that went, what is still to come.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;

use crate::engine::refusal::{Reason, Refusal};
use crate::engine::work::Work;
use crate::storage;
use crate::storage::deliveries::{self, AttemptRow, DeliveryRow};
use crate::storage::events::EventRow;

/// An event and its deliveries, as `/_sandbox/events` answers it.
#[derive(Debug, Clone, Serialize)]
pub struct EventEntry {
    pub seq: i64,
    pub event_id: String,
    pub event_type: String,
    /// Id of the resource it is about.
    pub object_id: Option<String>,
    pub timestamp: DateTime<Utc>,
    pub deliveries: Vec<DeliveryEntry>,
}

/// A delivery to one webhook.
#[derive(Debug, Clone, Serialize)]
pub struct DeliveryEntry {
    pub webhook_id: String,
    pub url: String,
    /// `pending`, `delivered`, or `failed` once there are no more retries.
    pub status: &'static str,
    pub attempts: Vec<AttemptEntry>,
    /// Sandbox time.
    pub next_attempt_at: Option<DateTime<Utc>>,
}

/// A request that was sent, or could not be.
#[derive(Debug, Clone, Serialize)]
pub struct AttemptEntry {
    /// Sandbox time.
    pub at: DateTime<Utc>,
    /// `null` where no answer came.
    pub status: Option<u16>,
    /// Why no answer came.
    pub error: Option<String>,
    /// On the host's clock.
    pub duration_ms: i64,
}

/// The events after `seq`, oldest first, at most `limit`.
pub fn events(work: &Work, after: i64, limit: i64) -> Result<Vec<EventEntry>, Refusal> {
    let rows = storage::events::after(work.db, after, limit)?;
    Ok(with_deliveries(work, rows)?)
}

/// The event of this id.
pub fn event(work: &Work, event_id: &str) -> Result<EventEntry, Refusal> {
    let row = row(work, event_id)?;
    with_deliveries(work, vec![row])?.pop().ok_or_else(|| unknown(event_id))
}

/// The body that webhooks get of an event.
pub fn payload(work: &Work, seq: i64) -> Result<Value, Refusal> {
    serde_json::from_slice(&storage::events::body(work.db, seq)?).map_err(|error| {
        tracing::error!(%error, "an event is not JSON");
        Refusal::new(Reason::Internal, "the event cannot be read")
    })
}

/// What is stored of the event of this id.
pub fn row(work: &Work, event_id: &str) -> Result<EventRow, Refusal> {
    storage::events::by_id(work.db, event_id)?.ok_or_else(|| unknown(event_id))
}

fn unknown(event_id: &str) -> Refusal {
    Refusal::not_found("event", event_id)
}

fn with_deliveries(work: &Work, rows: Vec<EventRow>) -> rusqlite::Result<Vec<EventEntry>> {
    let (Some(first), Some(last)) = (rows.first(), rows.last()) else {
        return Ok(Vec::new());
    };
    let (first, last) = (first.seq, last.seq);
    let mut attempts = grouped(deliveries::attempts_of_events(work.db, first, last)?, |attempt| {
        (attempt.delivery_seq, AttemptEntry::from(attempt))
    });
    let mut deliveries = grouped(deliveries::of_events(work.db, first, last)?, |delivery| {
        let attempts = attempts.remove(&delivery.seq).unwrap_or_default();
        (delivery.event_seq, DeliveryEntry::new(delivery, attempts))
    });
    Ok(rows.into_iter().map(|row| (deliveries.remove(&row.seq), row)).map(EventEntry::from).collect())
}

fn grouped<R, T>(rows: Vec<R>, mut entry: impl FnMut(R) -> (i64, T)) -> HashMap<i64, Vec<T>> {
    let mut groups: HashMap<i64, Vec<T>> = HashMap::new();
    for row in rows {
        let (key, value) = entry(row);
        groups.entry(key).or_default().push(value);
    }
    groups
}

impl From<(Option<Vec<DeliveryEntry>>, EventRow)> for EventEntry {
    fn from((deliveries, row): (Option<Vec<DeliveryEntry>>, EventRow)) -> Self {
        let EventRow { seq, event_id, event_type, object_id, at } = row;
        let deliveries = deliveries.unwrap_or_default();
        Self { seq, event_id, event_type, object_id, timestamp: at, deliveries }
    }
}

impl DeliveryEntry {
    fn new(row: DeliveryRow, attempts: Vec<AttemptEntry>) -> Self {
        let status = match (row.delivered, row.due) {
            (true, _) => "delivered",
            (false, Some(_)) => "pending",
            (false, None) => "failed",
        };
        Self { webhook_id: row.webhook_id, url: row.url, status, attempts, next_attempt_at: row.due }
    }
}

impl From<AttemptRow> for AttemptEntry {
    fn from(row: AttemptRow) -> Self {
        Self { at: row.at, status: row.status, error: row.error, duration_ms: row.duration_ms }
    }
}
