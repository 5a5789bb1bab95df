//! What falls due at a moment of the sandbox's clock. One timer per kind and object: setting it again moves it.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};

use super::time;

/// A timer that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DueTimer {
    pub due: DateTime<Utc>,
    pub kind: String,
    pub object_id: String,
}

/// Sets the timer of this kind and object, moving the one that is set.
pub fn set(db: &Connection, kind: &str, object_id: &str, due: DateTime<Utc>) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT OR REPLACE INTO timer (due, kind, object_id) VALUES (?1, ?2, ?3)")?
        .execute(params![due.timestamp_millis(), kind, object_id])
        .map(|_| ())
}

/// Removes the timer of this kind and object, if one is set.
pub fn remove(db: &Connection, kind: &str, object_id: &str) -> rusqlite::Result<()> {
    db.prepare_cached("DELETE FROM timer WHERE kind = ?1 AND object_id = ?2")?
        .execute(params![kind, object_id])
        .map(|_| ())
}

/// The timer that is due first at `now`, if any is.
pub fn first_due(db: &Connection, now: DateTime<Utc>) -> rusqlite::Result<Option<DueTimer>> {
    db.prepare_cached("SELECT due, kind, object_id FROM timer WHERE due <= ?1 ORDER BY due, kind, object_id LIMIT 1")?
        .query_row([now.timestamp_millis()], |row| {
            Ok(DueTimer { due: time(row.get(0)?), kind: row.get(1)?, object_id: row.get(2)? })
        })
        .optional()
}

/// The moment the first timer is due at.
pub fn next_due(db: &Connection) -> rusqlite::Result<Option<DateTime<Utc>>> {
    db.prepare_cached("SELECT min(due) FROM timer")?.query_row([], |row| Ok(row.get::<_, Option<i64>>(0)?.map(time)))
}
