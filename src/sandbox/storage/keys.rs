//! API keys of the sandbox. They open nothing but the sandbox, so their values are kept as they are: the desk that
//! carries it needs them again at the next start.

use rusqlite::{Connection, params};

/// A key as kept.
#[derive(Debug, Clone)]
pub struct KeyRow {
    pub key_id: String,
    pub value: String,
    pub revoked: bool,
}

/// Keeps a key; a new value under an old id is a new key, the same value stays revoked if it was.
pub fn insert(db: &Connection, key_id: &str, value: &str) -> rusqlite::Result<()> {
    db.execute(
        "INSERT INTO api_key (key_id, value) VALUES (?1, ?2)
         ON CONFLICT (key_id) DO UPDATE SET revoked = revoked AND value = excluded.value, value = excluded.value",
        params![key_id, value],
    )
    .map(|_| ())
}

/// Marks a key as revoked; false when there is none of that id.
pub fn revoke(db: &Connection, key_id: &str) -> rusqlite::Result<bool> {
    db.execute("UPDATE api_key SET revoked = 1 WHERE key_id = ?1", [key_id]).map(|changed| changed > 0)
}

/// Makes every key valid again.
pub fn restore_all(db: &Connection) -> rusqlite::Result<()> {
    db.execute("UPDATE api_key SET revoked = 0", []).map(|_| ())
}

pub fn all(db: &Connection) -> rusqlite::Result<Vec<KeyRow>> {
    let mut statement = db.prepare("SELECT key_id, value, revoked FROM api_key")?;
    let rows =
        statement.query_map([], |row| Ok(KeyRow { key_id: row.get(0)?, value: row.get(1)?, revoked: row.get(2)? }))?;
    rows.collect()
}
