//! The file of the journal: how it is made, opened and checked before anything is written to it.

use std::path::Path;
use std::time::Duration;

use rusqlite::{Connection, MAIN_DB, OpenFlags};

use super::{chain, migration, open};
use crate::app::failure::{JournalDamage, JournalFault, JournalSetting};

/// Marks the file as ours: `PYDJ`.
const APPLICATION_ID: i64 = 0x5059_444A;
/// Version of the tables below; a file with a higher one is left alone.
pub const VERSION: i64 = 2;
/// How long an append waits for another process.
const BUSY_TIMEOUT: Duration = Duration::from_secs(2);

/// What entries are stored in. `format` says how the row is hashed: those of version 1 keep theirs.
pub const ENTRIES: &str = "
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    format INTEGER NOT NULL,
    at TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    operation_id TEXT NOT NULL,
    family TEXT NOT NULL,
    resource TEXT NOT NULL,
    step TEXT NOT NULL,
    payload TEXT NOT NULL,
    prev_hash BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
";

/// An id is prepared once, and what is written stays.
pub const GUARDS: &str = "
CREATE UNIQUE INDEX prepared_once ON entries (operation_id) WHERE step = 'prepared';
CREATE TRIGGER entries_never_change BEFORE UPDATE ON entries
    BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
CREATE TRIGGER entries_never_go BEFORE DELETE ON entries
    BEGIN SELECT RAISE(ABORT, 'the journal is only ever added to'); END;
";

/// Repeats the last entry, so that entries missing at the end are noticed.
pub const HEAD: &str = "
CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL, hash BLOB NOT NULL) STRICT;
";

/// Can be made again from the entries. `attempts` is the number of the last attempt that was written down.
pub const OPEN: &str = "
CREATE TABLE open_operations (
    profile_id TEXT NOT NULL,
    family TEXT NOT NULL,
    resource TEXT NOT NULL,
    operation_id TEXT NOT NULL UNIQUE,
    attempts INTEGER NOT NULL,
    UNIQUE (profile_id, family, resource)
) STRICT;
";

/// Opens the journal at `path`, made new where nothing is, and verifies all of it. One of an earlier version is
/// brought to this one, if it is whole.
pub fn open(path: &Path) -> Result<Connection, JournalFault> {
    if !path.try_exists()? {
        create(path)?;
    }
    if path.metadata()?.len() == 0 {
        return Err(JournalFault::Damaged(JournalDamage::Empty));
    }
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let mut connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(BUSY_TIMEOUT)?;
    if inspect(&connection)? == migration::FROM {
        make_durable(&connection)?;
        migration::migrate(&mut connection)?;
        inspect(&connection)?;
    }
    open::verify(&mut connection)?;
    make_durable(&connection)?;
    Ok(connection)
}

/// The version of a file that is ours and whose tables, pages and indexes are whole. All of it is read at one moment:
/// another process may be bringing the file to the version of today.
pub fn inspect(connection: &Connection) -> Result<i64, JournalFault> {
    let moment = connection.unchecked_transaction()?;
    let version = owned_version(&moment)?;
    let tables: &[&str] = if version == migration::FROM { migration::TABLES } else { &[ENTRIES, GUARDS, HEAD, OPEN] };
    check_structure(&moment, tables)?;
    Ok(version)
}

/// Makes a whole journal beside `path` and moves it there, so that there never is half a one.
fn create(path: &Path) -> Result<(), JournalFault> {
    let dir = path.parent().ok_or(JournalFault::Setting(JournalSetting::Directory))?;
    let file = tempfile::Builder::new().prefix(".journal-").tempfile_in(dir)?;
    let connection = Connection::open(file.path())?;
    connection.pragma_update(None, "application_id", APPLICATION_ID)?;
    connection.pragma_update(None, "user_version", VERSION)?;
    for tables in [ENTRIES, GUARDS, HEAD, OPEN] {
        connection.execute_batch(tables)?;
    }
    chain::begin(&connection)?;
    connection.close().map_err(|(_, error)| error)?;
    file.as_file().sync_all()?;
    match file.persist_noclobber(path) {
        Ok(_) => {}
        Err(error) if error.error.kind() == std::io::ErrorKind::AlreadyExists => {}
        Err(error) => return Err(error.error.into()),
    }
    #[cfg(unix)]
    std::fs::File::open(dir)?.sync_all()?;
    Ok(())
}

/// The version of a file of ours that this version can work with.
pub fn owned_version(connection: &Connection) -> Result<i64, JournalFault> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if number("application_id")? != APPLICATION_ID {
        return Err(JournalFault::Foreign);
    }
    match number("user_version")? {
        version @ (migration::FROM | VERSION) => Ok(version),
        newer if newer > VERSION => Err(JournalFault::Newer(newer)),
        other => Err(JournalFault::Damaged(JournalDamage::Version(other))),
    }
}

/// Looks for damage of tables, pages and indexes; what the rows say is for the chain to prove.
fn check_structure(connection: &Connection, expected: &[&str]) -> Result<(), JournalFault> {
    // One flipped bit in the name of a column is enough for a query to mean something else.
    let ours = Connection::open_in_memory()?;
    for tables in expected {
        ours.execute_batch(tables)?;
    }
    if tables(connection)? != tables(&ours)? {
        return Err(JournalFault::Damaged(JournalDamage::OtherTables));
    }
    let found: String = connection.query_row("PRAGMA integrity_check(1)", [], |row| row.get(0))?;
    if found == "ok" { Ok(()) } else { Err(JournalFault::Damaged(JournalDamage::Check(found))) }
}

/// Every table, index and trigger as SQLite keeps its definition.
fn tables(connection: &Connection) -> Result<Vec<[Option<String>; 4]>, JournalFault> {
    let mut statement = connection.prepare("SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY name")?;
    let rows = statement.query_map([], |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?]))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

/// A rollback journal and not WAL: SQLite takes a damaged WAL for the end of it and drops the entries behind
/// without a word. Every commit is synced before it returns, the truncation that ends it too.
fn make_durable(connection: &Connection) -> Result<(), JournalFault> {
    // SQLite opens a file that it may not write to without a word.
    if connection.is_readonly(MAIN_DB)? {
        return Err(JournalFault::Setting(JournalSetting::Writing));
    }
    let mode: String = connection.query_row("PRAGMA journal_mode = TRUNCATE", [], |row| row.get(0))?;
    if mode != "truncate" {
        return Err(JournalFault::Setting(JournalSetting::WayOfWriting));
    }
    connection.pragma_update(None, "synchronous", "FULL")?;
    // On macOS a plain sync leaves the data in the cache of the drive.
    connection.pragma_update(None, "fullfsync", true)?;
    let synchronous: i64 = connection.pragma_query_value(None, "synchronous", |row| row.get(0))?;
    if synchronous == 2 { Ok(()) } else { Err(JournalFault::Setting(JournalSetting::Durability)) }
}
