//! API keys of the sandbox. They open nothing but the sandbox, so their values are stored as they are: the client that
//! carries it needs them again at the next start.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, Row, params};
use serde::{Deserialize, Serialize};

use super::{from_json, time, to_json};

/// A key as stored.
#[derive(Debug, Clone)]
pub struct KeyRow {
    pub key_id: String,
    pub value: String,
    pub revoked: bool,
    /// From then on it is not honoured.
    pub expires: Option<DateTime<Utc>>,
}

/// What a merchant said about a key made with `POST /api_keys`.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct KeyDetail {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    pub created: DateTime<Utc>,
}

/// Stores a key; a new value under an old id is a new key, the same value stays revoked if it was.
pub fn insert(db: &Connection, key_id: &str, value: &str) -> rusqlite::Result<()> {
    db.execute(
        "INSERT INTO api_key (key_id, value) VALUES (?1, ?2)
         ON CONFLICT (key_id) DO UPDATE SET revoked = revoked AND value = excluded.value, value = excluded.value",
        params![key_id, value],
    )
    .map(|_| ())
}

/// Stores a key that a merchant made.
pub fn insert_made(db: &Connection, key: &KeyRow, detail: &KeyDetail) -> rusqlite::Result<()> {
    let expires = key.expires.map(|expires| expires.timestamp_millis());
    db.execute(
        "INSERT INTO api_key (key_id, value, revoked, expires, detail) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![key.key_id, key.value, key.revoked, expires, to_json(detail)?],
    )
    .map(|_| ())
}

/// Marks a key as revoked; false when there is none of that id.
pub fn revoke(db: &Connection, key_id: &str) -> rusqlite::Result<bool> {
    db.execute("UPDATE api_key SET revoked = 1 WHERE key_id = ?1", [key_id]).map(|changed| changed > 0)
}

/// Back to the keys the sandbox was started with, all of them valid.
pub fn restore_all(db: &Connection) -> rusqlite::Result<()> {
    db.execute("DELETE FROM api_key WHERE detail IS NOT NULL", [])?;
    db.execute("UPDATE api_key SET revoked = 0", []).map(|_| ())
}

/// The keys that were made and not revoked, oldest first, with what was said about each.
pub fn made(db: &Connection) -> rusqlite::Result<Vec<(KeyRow, KeyDetail)>> {
    let sql = "SELECT key_id, value, revoked, expires, detail FROM api_key
               WHERE detail IS NOT NULL AND NOT revoked ORDER BY detail ->> 'created', key_id";
    let mut statement = db.prepare(sql)?;
    let rows = statement.query_map([], |row| Ok((key(row)?, from_json(row.get_ref(4)?.as_str()?)?)))?;
    rows.collect()
}

/// Every key, revoked and expired ones too.
pub fn all(db: &Connection) -> rusqlite::Result<Vec<KeyRow>> {
    let mut statement = db.prepare("SELECT key_id, value, revoked, expires FROM api_key")?;
    let rows = statement.query_map([], key)?;
    rows.collect()
}

fn key(row: &Row) -> rusqlite::Result<KeyRow> {
    let expires: Option<i64> = row.get(3)?;
    Ok(KeyRow { key_id: row.get(0)?, value: row.get(1)?, revoked: row.get(2)?, expires: expires.map(time) })
}
