//! Events as they happened, append-only: the exact bytes that webhooks get.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::time;

/// An event to be appended.
#[derive(Debug, Clone, Copy)]
pub struct NewEvent<'a> {
    pub event_id: &'a str,
    pub event_type: &'a str,
    /// Id of the resource it is about.
    pub object_id: Option<&'a str>,
    pub at: DateTime<Utc>,
    pub body: &'a [u8],
}

/// An event as stored, without its body.
#[derive(Debug, Clone)]
pub struct EventRow {
    pub seq: i64,
    pub event_id: String,
    pub event_type: String,
    pub object_id: Option<String>,
    pub at: DateTime<Utc>,
}

/// Appends an event and returns its place.
pub fn append(db: &Connection, event: &NewEvent) -> rusqlite::Result<i64> {
    db.prepare_cached("INSERT INTO event (event_id, event_type, object_id, at, body) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .insert(params![event.event_id, event.event_type, event.object_id, event.at.timestamp_millis(), event.body])
}

/// The events after `seq`, oldest first, at most `limit`.
pub fn after(db: &Connection, seq: i64, limit: i64) -> rusqlite::Result<Vec<EventRow>> {
    let mut statement = db.prepare_cached(
        "SELECT seq, event_id, event_type, object_id, at FROM event WHERE seq > ?1 ORDER BY seq LIMIT ?2",
    )?;
    let rows = statement.query_map(params![seq, limit], event_row)?;
    rows.collect()
}

/// The places of the events whose ids begin so, in the order they were appended.
pub fn with_prefix(db: &Connection, prefix: &str) -> rusqlite::Result<Vec<i64>> {
    let mut statement =
        db.prepare_cached("SELECT seq FROM event WHERE substr(event_id, 1, length(?1)) = ?1 ORDER BY seq")?;
    let rows = statement.query_map([prefix], |row| row.get(0))?;
    rows.collect()
}

/// The event of this id.
pub fn by_id(db: &Connection, event_id: &str) -> rusqlite::Result<Option<EventRow>> {
    db.prepare_cached("SELECT seq, event_id, event_type, object_id, at FROM event WHERE event_id = ?1")?
        .query_row([event_id], event_row)
        .optional()
}

/// The bytes of an event.
pub fn body(db: &Connection, seq: i64) -> rusqlite::Result<Vec<u8>> {
    db.prepare_cached("SELECT body FROM event WHERE seq = ?1")?.query_row([seq], |row| row.get(0))
}

fn event_row(row: &Row) -> rusqlite::Result<EventRow> {
    Ok(EventRow {
        seq: row.get(0)?,
        event_id: row.get(1)?,
        event_type: row.get(2)?,
        object_id: row.get(3)?,
        at: time(row.get(4)?),
    })
}
