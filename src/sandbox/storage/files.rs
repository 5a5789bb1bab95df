//! Rows of uploaded files. The bytes are not stored: nothing of the service reads them.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, params};
use serde::Serialize;

use super::time;

/// A file that was uploaded, as `/_sandbox/files/{file_id}` answers it.
#[derive(Debug, Clone, Serialize)]
pub struct FileRecord {
    pub file_id: String,
    pub name: String,
    /// In bytes.
    pub size: i64,
    /// Of the bytes, in lower-case hex.
    pub sha256: String,
    pub created: DateTime<Utc>,
}

/// Adds a file; fails where the id is taken.
pub fn insert(db: &Connection, file: &FileRecord) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT INTO file (file_id, name, size, sha256, created) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![file.file_id, file.name, file.size, file.sha256, file.created.timestamp_millis()])
        .map(|_| ())
}

/// The file of this id.
pub fn by_id(db: &Connection, file_id: &str) -> rusqlite::Result<Option<FileRecord>> {
    db.prepare_cached("SELECT file_id, name, size, sha256, created FROM file WHERE file_id = ?1")?
        .query_row([file_id], |row| {
            Ok(FileRecord {
                file_id: row.get(0)?,
                name: row.get(1)?,
                size: row.get(2)?,
                sha256: row.get(3)?,
                created: time(row.get(4)?),
            })
        })
        .optional()
}
