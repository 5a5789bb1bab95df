//! Objects that are only ever found by their id, each stored whole as JSON: payouts, payment links, subscriptions.

use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{from_json, to_json};

/// An object stored as JSON in a table of its own: `seq`, `id`, `record`.
pub trait Document: Serialize + DeserializeOwned {
    const TABLE: &'static str;

    /// The id it is found by.
    fn id(&self) -> &str;
}

/// Adds a document; fails where the id is taken.
pub fn insert<D: Document>(db: &Connection, document: &D) -> rusqlite::Result<()> {
    db.prepare_cached(&format!("INSERT INTO {} (id, record) VALUES (?1, ?2)", D::TABLE))?
        .execute(params![document.id(), to_json(document)?])
        .map(|_| ())
}

/// Replaces the document of the same id.
pub fn update<D: Document>(db: &Connection, document: &D) -> rusqlite::Result<()> {
    db.prepare_cached(&format!("UPDATE {} SET record = ?2 WHERE id = ?1", D::TABLE))?
        .execute(params![document.id(), to_json(document)?])
        .map(|_| ())
}

/// The document of this id.
pub fn by_id<D: Document>(db: &Connection, id: &str) -> rusqlite::Result<Option<D>> {
    first(db, &format!("SELECT record FROM {} WHERE id = ?1", D::TABLE), id)
}

/// The newest object whose text `field` has this value.
pub fn by_field<D: Document>(db: &Connection, field: &str, value: &str) -> rusqlite::Result<Option<D>> {
    let sql = format!("SELECT record FROM {} WHERE record ->> '{field}' = ?1 ORDER BY seq DESC LIMIT 1", D::TABLE);
    first(db, &sql, value)
}

fn first<D: Document>(db: &Connection, sql: &str, value: &str) -> rusqlite::Result<Option<D>> {
    let text: Option<String> = db.prepare_cached(sql)?.query_row([value], |row| row.get(0)).optional()?;
    text.map(|text| from_json(&text)).transpose()
}

/// The newest `limit` objects after the first `offset`.
pub fn newest<D: Document>(db: &Connection, limit: usize, offset: usize) -> rusqlite::Result<Vec<D>> {
    let sql = format!("SELECT record FROM {} ORDER BY seq DESC LIMIT ?1 OFFSET ?2", D::TABLE);
    let mut statement = db.prepare_cached(&sql)?;
    let bound = |number: usize| i64::try_from(number).unwrap_or(i64::MAX);
    let texts = statement.query_map([bound(limit), bound(offset)], |row| row.get::<_, String>(0))?;
    texts.map(|text| from_json(&text?)).collect()
}

/// How many objects there are.
pub fn count<D: Document>(db: &Connection) -> rusqlite::Result<usize> {
    let count: i64 = db.query_row(&format!("SELECT count(*) FROM {}", D::TABLE), [], |row| row.get(0))?;
    Ok(usize::try_from(count).unwrap_or(0))
}
