//! The columns of the payments as they were stored last, in chunks, and which payments were changed since: opening a
//! large shop reads bytes instead of every row.
//!
//! A trigger notes every change in the transaction that makes it, so what is stored can be brought up to date after any
//! end. Payments that were added since are those after the last stored place.

use rusqlite::{Connection, Row, params};

/// The chunks in order; `None` for one that is damaged.
pub fn chunks(db: &Connection) -> rusqlite::Result<Vec<Option<Vec<u8>>>> {
    let mut statement = db.prepare("SELECT checksum, columns FROM payment_columns ORDER BY chunk")?;
    let chunk = |row: &Row| {
        let (checksum, columns): (u32, Vec<u8>) = (row.get(0)?, row.get(1)?);
        Ok(Some(columns).filter(|columns| crc32fast::hash(columns) == checksum))
    };
    statement.query_map([], chunk)?.collect()
}

/// The length in bytes of each chunk, in order.
pub fn lengths(db: &Connection) -> rusqlite::Result<Vec<i64>> {
    let mut statement = db.prepare("SELECT length(columns) FROM payment_columns ORDER BY chunk")?;
    statement.query_map([], |row| row.get(0))?.collect()
}

pub fn set_chunk(db: &Connection, chunk: i64, columns: &[u8]) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT OR REPLACE INTO payment_columns (chunk, checksum, columns) VALUES (?1, ?2, ?3)")?
        .execute(params![chunk, crc32fast::hash(columns), columns])
        .map(|_| ())
}

/// The places (`seq`) of the payments that were changed since their chunk was stored.
pub fn changed(db: &Connection) -> rusqlite::Result<Vec<i64>> {
    db.prepare("SELECT seq FROM payment_changed ORDER BY seq")?.query_map([], |row| row.get(0))?.collect()
}

/// Forgets which were changed: all chunks are stored as they are now.
pub fn clear_changed(db: &Connection) -> rusqlite::Result<()> {
    db.execute("DELETE FROM payment_changed", []).map(|_| ())
}

/// Removes everything that is stored; the next start reads the rows.
pub fn clear(db: &Connection) -> rusqlite::Result<()> {
    db.execute("DELETE FROM payment_columns", [])?;
    clear_changed(db)
}
