//! The sandbox's data in SQLite: what was answered survives kill -9. Knows rows, not rules.
//!
//! One connection that writes, and some that only read; a second sandbox on the same directory is refused. Functions
//! take a `&Connection`, which is a transaction where something is written.

pub mod customers;
pub mod deliveries;
pub mod disputes;
pub mod documents;
pub mod events;
pub mod files;
pub mod keys;
pub mod ledger;
pub mod payment_columns;
pub mod payment_links;
pub mod payments;
pub mod payouts;
pub mod refunds;
mod schema;
pub mod subscriptions;
pub mod timers;
pub mod webhooks;

use std::ffi::OsStr;
use std::fs::{File, TryLockError};
use std::path::Path;
use std::str::FromStr;
use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};
use rusqlite::types::Type;
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::Serialize;
use serde::de::DeserializeOwned;

use paydesk_platform::file_system::{DatabaseMode, FileSystem};
use paydesk_platform::private_files::{self, Owned};

use super::config::DataLocation;
use super::error::SandboxError;

/// Name of the database within the data directory.
pub const FILE_NAME: &str = "sandbox.sqlite3";
/// How long a sandbox that is just ending is waited for.
const BUSY_TIMEOUT: Duration = Duration::from_millis(300);
/// Held by the sandbox that has the directory.
const LOCK_NAME: &str = "sandbox.lock";
/// Between two tries to take it.
const LOCK_PAUSE: Duration = Duration::from_millis(10);

/// The data, open.
pub struct OpenData {
    pub db: Connection,
    /// Held while the data is open; `None` for data in memory.
    pub lock: Option<File>,
}

/// Opens the data, creating it when missing, and brings it to this version's format.
pub fn open(location: &DataLocation) -> Result<OpenData, SandboxError> {
    match location {
        DataLocation::InMemory => {
            let db = prepare(Connection::open_in_memory()?, Path::new("memory"))?;
            Ok(OpenData { db, lock: None })
        }
        DataLocation::Dir(dir) => open_dir(dir),
    }
}

/// Another connection to data that is open, which refuses to write; `None` for data in memory, and where readers and the
/// writer would wait for each other.
pub fn open_for_reading(location: &DataLocation) -> rusqlite::Result<Option<Connection>> {
    let DataLocation::Dir(dir) = location else {
        return Ok(None);
    };
    if FileSystem::of(dir).database_mode() == DatabaseMode::Truncate {
        return Ok(None);
    }
    let db = Connection::open(dir.join(FILE_NAME))?;
    db.busy_timeout(BUSY_TIMEOUT)?;
    db.execute_batch("PRAGMA query_only = ON; PRAGMA cache_size = -8192; PRAGMA temp_store = MEMORY;")?;
    db.set_prepared_statement_cache_capacity(64);
    Ok(Some(db))
}

fn open_dir(dir: &Path) -> Result<OpenData, SandboxError> {
    let not_writable = |reason: String| SandboxError::NotWritable { path: dir.to_owned(), reason };
    private_files::create_dir(dir).map_err(|error| not_writable(error.to_string()))?;
    tempfile::tempfile_in(dir).map_err(|error| not_writable(error.to_string()))?;
    let file = dir.join(FILE_NAME);
    close_to_others(dir);
    let lock = lock(dir)?;
    private_files::reserve(&file).map_err(|error| not_writable(error.to_string()))?;
    let db = Connection::open(&file).map_err(|error| not_writable(error.to_string()))?;
    Ok(OpenData { db: prepare(db, &file)?, lock: Some(lock) })
}

/// Takes the directory for this process; the system releases it when the process ends.
fn lock(dir: &Path) -> Result<File, SandboxError> {
    let not_writable =
        |error: std::io::Error| SandboxError::NotWritable { path: dir.to_owned(), reason: error.to_string() };
    let mut options = private_files::options();
    let file = options.create(true).truncate(false).write(true).open(dir.join(LOCK_NAME)).map_err(not_writable)?;
    let began = Instant::now();
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) if began.elapsed() < BUSY_TIMEOUT => std::thread::sleep(LOCK_PAUSE),
            Err(TryLockError::WouldBlock) => return Err(SandboxError::DataInUse { path: dir.join(FILE_NAME) }),
            Err(TryLockError::Error(error)) => return Err(not_writable(error)),
        }
    }
}

/// Keys and names are in these files, and an earlier version left them open.
fn close_to_others(dir: &Path) {
    let is_ours = |name: &OsStr| name.to_string_lossy().starts_with(FILE_NAME);
    for path in private_files::tighten(dir, Owned::IfAlone, is_ours) {
        tracing::warn!("other users of this computer may be able to read {}", path.display());
    }
}

fn prepare(db: Connection, file: &Path) -> Result<Connection, SandboxError> {
    prepare_with(db, file, FileSystem::of(file).database_mode())
}

fn prepare_with(mut db: Connection, file: &Path, mode: DatabaseMode) -> Result<Connection, SandboxError> {
    db.busy_timeout(BUSY_TIMEOUT)?;
    db.execute_batch(&format!(
        "PRAGMA journal_mode = {}; PRAGMA synchronous = {}; PRAGMA foreign_keys = ON;
         PRAGMA cache_size = -65536; PRAGMA temp_store = MEMORY;",
        mode.journal_mode(),
        mode.synchronous(),
    ))
    .and_then(|()| db.execute_batch("BEGIN IMMEDIATE; COMMIT;"))
    .map_err(|error| SandboxError::of_opening(error, file))?;
    db.set_prepared_statement_cache_capacity(64);
    schema::migrate(&mut db, file)?;
    Ok(db)
}

/// Writes the log into the database file, before the connection is closed.
pub fn checkpoint(db: &Connection) -> rusqlite::Result<()> {
    db.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}

/// Empties every table of what the shop did; credentials and settings stay.
pub fn clear(db: &Connection) -> rusqlite::Result<()> {
    schema::CLEARED_TABLES.iter().try_for_each(|table| db.execute(&format!("DELETE FROM {table}"), []).map(|_| ()))
}

/// Reads a named value (credentials, settings, the clock).
pub fn named<T: DeserializeOwned>(db: &Connection, name: &str) -> rusqlite::Result<Option<T>> {
    let text: Option<String> =
        db.query_row("SELECT value FROM named WHERE name = ?1", [name], |row| row.get(0)).optional()?;
    text.map(|text| from_json(&text)).transpose()
}

/// Stores a named value.
pub fn set_named<T: Serialize>(db: &Connection, name: &str, value: &T) -> rusqlite::Result<()> {
    let text = to_json(value)?;
    db.execute("INSERT OR REPLACE INTO named (name, value) VALUES (?1, ?2)", params![name, text]).map(|_| ())
}

fn to_json<T: Serialize>(value: &T) -> rusqlite::Result<String> {
    serde_json::to_string(value).map_err(|error| rusqlite::Error::ToSqlConversionFailure(error.into()))
}

fn from_json<T: DeserializeOwned>(text: &str) -> rusqlite::Result<T> {
    serde_json::from_str(text).map_err(|error| rusqlite::Error::FromSqlConversionFailure(0, Type::Text, error.into()))
}

/// Reads a word of ours; a word this version does not know is damage.
fn word<T>(row: &Row, column: usize) -> rusqlite::Result<T>
where
    T: FromStr,
    T::Err: std::error::Error + Send + Sync + 'static,
{
    let text = row.get_ref(column)?.as_str()?;
    T::from_str(text).map_err(|error| rusqlite::Error::FromSqlConversionFailure(column, Type::Text, error.into()))
}

/// Takes over a value that was given.
pub fn set_some<T: Clone>(value: &mut Option<T>, given: &Option<T>) {
    if given.is_some() {
        value.clone_from(given);
    }
}

/// Milliseconds since 1970 as a time; the columns hold what [`DateTime::timestamp_millis`] gave.
fn time(ms: i64) -> DateTime<Utc> {
    DateTime::from_timestamp_millis(ms).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_a_network_drive_the_data_is_written_without_shared_memory() {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join(FILE_NAME);
        for mode in [DatabaseMode::Wal, DatabaseMode::Truncate] {
            let db = prepare_with(Connection::open(&file).unwrap(), &file, mode).unwrap();
            let found: String = db.query_row("PRAGMA journal_mode", [], |row| row.get(0)).unwrap();
            assert_eq!(found, mode.journal_mode());
            let memory = dir.path().join(format!("{FILE_NAME}-shm"));
            assert_eq!(memory.exists(), mode == DatabaseMode::Wal);
        }
    }
}
