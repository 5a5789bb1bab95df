//! Deliveries: an event on its way to a webhook, and the attempts made. One that is still to be sent is due at a
//! moment of the sandbox's clock; it stays due until an attempt is recorded, so a kill in between sends it again.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};

use super::time;

/// A delivery as stored.
#[derive(Debug, Clone)]
pub struct DeliveryRow {
    pub seq: i64,
    pub event_seq: i64,
    pub webhook_id: String,
    pub url: String,
    pub delivered: bool,
    /// When the next attempt is due; `None` when there is none.
    pub due: Option<DateTime<Utc>>,
}

/// A delivery to be sent now.
#[derive(Debug, Clone)]
pub struct DueDelivery {
    pub seq: i64,
    pub event_seq: i64,
    pub webhook_seq: i64,
}

/// An attempt as stored.
#[derive(Debug, Clone)]
pub struct AttemptRow {
    pub delivery_seq: i64,
    /// Sandbox time.
    pub at: DateTime<Utc>,
    /// `None` where no answer came.
    pub status: Option<u16>,
    /// Why no answer came.
    pub error: Option<String>,
    /// On the host's clock.
    pub duration_ms: i64,
}

/// Puts an event on its way to a webhook, due at a moment of the sandbox's clock.
pub fn insert(db: &Connection, event_seq: i64, webhook_seq: i64, due: DateTime<Utc>) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT INTO delivery (event_seq, webhook_seq, due) VALUES (?1, ?2, ?3)")?
        .execute(params![event_seq, webhook_seq, due.timestamp_millis()])
        .map(|_| ())
}

/// What is due first to a webhook at `now`, if anything is.
pub fn first_due(db: &Connection, webhook_seq: i64, now: DateTime<Utc>) -> rusqlite::Result<Option<DueDelivery>> {
    db.prepare_cached(
        "SELECT seq, event_seq, webhook_seq FROM delivery
         WHERE webhook_seq = ?1 AND due IS NOT NULL AND due <= ?2 ORDER BY due, seq LIMIT 1",
    )?
    .query_row(params![webhook_seq, now.timestamp_millis()], |row| {
        Ok(DueDelivery { seq: row.get(0)?, event_seq: row.get(1)?, webhook_seq: row.get(2)? })
    })
    .optional()
}

/// The first moment after `now` that a delivery is due at.
pub fn next_due(db: &Connection, now: DateTime<Utc>) -> rusqlite::Result<Option<DateTime<Utc>>> {
    db.prepare_cached("SELECT min(due) FROM delivery WHERE due IS NOT NULL AND due > ?1")?
        .query_row([now.timestamp_millis()], |row| Ok(row.get::<_, Option<i64>>(0)?.map(time)))
}

/// Whether a webhook has acknowledged an event.
pub fn is_delivered(db: &Connection, event_seq: i64) -> rusqlite::Result<bool> {
    db.prepare_cached("SELECT EXISTS (SELECT 1 FROM delivery WHERE event_seq = ?1 AND delivered)")?
        .query_row([event_seq], |row| row.get(0))
}

/// How many attempts a delivery had; `None` when it is no longer there.
pub fn attempts_made(db: &Connection, seq: i64) -> rusqlite::Result<Option<u32>> {
    db.prepare_cached(
        "SELECT (SELECT count(*) FROM attempt a WHERE a.delivery_seq = d.seq) FROM delivery d WHERE d.seq = ?1",
    )?
    .query_row([seq], |row| row.get(0))
    .optional()
}

/// Records an attempt and when the next one is due, if there is to be one.
pub fn record(
    db: &Connection,
    attempt: &AttemptRow,
    delivered: bool,
    next_due: Option<DateTime<Utc>>,
) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO attempt (delivery_seq, at, status, error, duration_ms) VALUES (?1, ?2, ?3, ?4, ?5)",
    )?
    .execute(params![
        attempt.delivery_seq,
        attempt.at.timestamp_millis(),
        attempt.status,
        attempt.error,
        attempt.duration_ms
    ])?;
    db.prepare_cached("UPDATE delivery SET delivered = ?2, due = ?3 WHERE seq = ?1")?
        .execute(params![attempt.delivery_seq, delivered, next_due.map(|due| due.timestamp_millis())])
        .map(|_| ())
}

/// The deliveries of the events from `first` to `last`, in the order they were created.
pub fn of_events(db: &Connection, first: i64, last: i64) -> rusqlite::Result<Vec<DeliveryRow>> {
    let mut statement = db.prepare_cached(
        "SELECT d.seq, d.event_seq, w.webhook_id, w.url, d.delivered, d.due
         FROM delivery d JOIN webhook w ON w.seq = d.webhook_seq
         WHERE d.event_seq BETWEEN ?1 AND ?2 ORDER BY d.seq",
    )?;
    let rows = statement.query_map([first, last], delivery_row)?;
    rows.collect()
}

/// The attempts of those deliveries, in the order they were made.
pub fn attempts_of_events(db: &Connection, first: i64, last: i64) -> rusqlite::Result<Vec<AttemptRow>> {
    let mut statement = db.prepare_cached(
        "SELECT a.delivery_seq, a.at, a.status, a.error, a.duration_ms
         FROM delivery d JOIN attempt a ON a.delivery_seq = d.seq
         WHERE d.event_seq BETWEEN ?1 AND ?2 ORDER BY a.seq",
    )?;
    let rows = statement.query_map([first, last], attempt_row)?;
    rows.collect()
}

fn delivery_row(row: &Row) -> rusqlite::Result<DeliveryRow> {
    Ok(DeliveryRow {
        seq: row.get(0)?,
        event_seq: row.get(1)?,
        webhook_id: row.get(2)?,
        url: row.get(3)?,
        delivered: row.get(4)?,
        due: row.get::<_, Option<i64>>(5)?.map(time),
    })
}

fn attempt_row(row: &Row) -> rusqlite::Result<AttemptRow> {
    Ok(AttemptRow {
        delivery_seq: row.get(0)?,
        at: time(row.get(1)?),
        status: row.get(2)?,
        error: row.get(3)?,
        duration_ms: row.get(4)?,
    })
}
