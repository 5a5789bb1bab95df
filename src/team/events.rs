//! Webhook events that a hub received: stored once each, and read by desks in the order in which they were stored.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use tokio_postgres::Row;
use tokio_postgres::types::Type;

use paydesk_domain::ids::EventId;
use paydesk_domain::payment::Pair;

use super::changes::LAST_CHANGE;
use super::connection::{TeamConnection, value};
use super::error::TeamError;
use super::ids::TeamProfileId;

/// Most events read at once: each may have a mebibyte.
const EVENTS_MAX: i64 = 100;
/// So many of the newest are read by a desk that has read none.
const EVENTS_AT_FIRST: i64 = 1_000;

/// An event to be stored, once proved.
#[derive(Debug, Clone, PartialEq)]
pub struct NewTeamEvent {
    pub event_id: EventId,
    pub headers: Vec<Pair>,
    /// The exact bytes, unless a secret in them is masked.
    pub body: Arc<[u8]>,
}

/// What became of one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TeamEventStored {
    New,
    /// It was stored before.
    Known,
    /// Another body is stored for its id, and stays.
    Differs,
}

/// An event as it is stored.
#[derive(Debug, Clone, PartialEq)]
pub struct TeamEvent {
    pub event_id: EventId,
    pub headers: Vec<Pair>,
    pub body: Arc<[u8]>,
    /// By the clock of the database.
    pub received_at: DateTime<Utc>,
    /// The number of the change that stored it.
    pub change: i64,
}

/// Events in the order in which they were stored.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TeamEventsPage {
    pub events: Vec<TeamEvent>,
    /// Ask for what came after this one next.
    pub upto: i64,
}

const STORE: &str = "SELECT paydesk.store_events($1, $2, $3, $4)";
const DELETE: &str = "SELECT paydesk.delete_events($1, $2, $3)";
const AFTER: &str = "SELECT event_id, headers, body, received_at, change FROM paydesk.event \
     WHERE profile_id = $1 AND change > $2 AND change <= $3 ORDER BY change LIMIT $4";
const NEWEST: &str = "SELECT coalesce(min(change) - 1, $2) FROM \
     (SELECT change FROM paydesk.event WHERE profile_id = $1 ORDER BY change DESC LIMIT $3) AS newest";

impl TeamConnection {
    /// Stores events in one commit; what became of each, in their order. Again, they are known.
    pub async fn store_events(
        &self,
        profile: TeamProfileId,
        events: &[NewTeamEvent],
    ) -> Result<Vec<TeamEventStored>, TeamError> {
        let ids: Vec<&str> = events.iter().map(|event| event.event_id.as_str()).collect();
        let headers: Vec<String> = events.iter().map(|event| headers_text(&event.headers)).collect();
        let bodies: Vec<&[u8]> = events.iter().map(|event| &*event.body).collect();
        let values = [
            (&profile.0 as _, Type::UUID),
            (&ids as _, Type::TEXT_ARRAY),
            (&headers as _, Type::TEXT_ARRAY),
            (&bodies as _, Type::BYTEA_ARRAY),
        ];
        let outcomes: Vec<String> = value(&self.one(STORE, &values).await?, 0)?;
        if outcomes.len() != events.len() {
            return Err(TeamError::Answer(format!("{} outcomes of {} events", outcomes.len(), events.len())));
        }
        outcomes.iter().map(|outcome| stored_of(outcome)).collect()
    }

    /// Deletes up to `limit` of the oldest events that were received longer ago than `keep`, at least 7 days; how many.
    pub async fn delete_events(&self, profile: TeamProfileId, keep: Duration, limit: u32) -> Result<u64, TeamError> {
        let keep_ms = i64::try_from(keep.as_millis()).unwrap_or(i64::MAX);
        let limit = i32::try_from(limit).unwrap_or(i32::MAX);
        let values = [(&profile.0 as _, Type::UUID), (&keep_ms as _, Type::INT8), (&limit as _, Type::INT4)];
        let deleted: i64 = value(&self.one(DELETE, &values).await?, 0)?;
        Ok(deleted.unsigned_abs())
    }

    /// The events after `after`, a page at most.
    pub async fn events_after(&self, profile: TeamProfileId, after: i64) -> Result<TeamEventsPage, TeamError> {
        let last: i64 = value(&self.one(LAST_CHANGE, &[(&profile.0, Type::UUID)]).await?, 0)?;
        if last <= after {
            return Ok(TeamEventsPage { events: Vec::new(), upto: after });
        }
        // As with other changes: what was committed up to `last` is there by now.
        let values = [
            (&profile.0 as _, Type::UUID),
            (&after as _, Type::INT8),
            (&last as _, Type::INT8),
            (&EVENTS_MAX as _, Type::INT8),
        ];
        let rows = self.rows(AFTER, &values).await?;
        let events = rows.iter().map(event_of).collect::<Result<Vec<_>, _>>()?;
        let is_full = i64::try_from(events.len()).unwrap_or(i64::MAX) >= EVENTS_MAX;
        let upto = events.last().filter(|_| is_full).map_or(last, |event| event.change);
        Ok(TeamEventsPage { events, upto })
    }

    /// After which number a desk reads that has read none: the newest events are enough for it.
    pub async fn first_events_after(&self, profile: TeamProfileId) -> Result<i64, TeamError> {
        let last = self.last_change(profile).await?;
        let values = [(&profile.0 as _, Type::UUID), (&last as _, Type::INT8), (&EVENTS_AT_FIRST as _, Type::INT8)];
        value(&self.one(NEWEST, &values).await?, 0)
    }
}

fn headers_text(headers: &[Pair]) -> String {
    serde_json::to_string(headers).unwrap_or_default()
}

fn stored_of(outcome: &str) -> Result<TeamEventStored, TeamError> {
    match outcome {
        "new" => Ok(TeamEventStored::New),
        "known" => Ok(TeamEventStored::Known),
        "differs" => Ok(TeamEventStored::Differs),
        other => Err(TeamError::Answer(format!("“{other}” is not an event outcome"))),
    }
}

fn event_of(row: &Row) -> Result<TeamEvent, TeamError> {
    Ok(TeamEvent {
        event_id: EventId::new(value::<String>(row, 0)?),
        headers: serde_json::from_str(value(row, 1)?).unwrap_or_default(),
        body: value::<&[u8]>(row, 2)?.into(),
        received_at: value(row, 3)?,
        change: value(row, 4)?,
    })
}
