//! The file of the journal: how it is made, opened and checked before anything is written to it.

use std::path::Path;

use rusqlite::{Connection, MAIN_DB, OpenFlags};

use super::tables::{APPLICATION_ID, ENTRIES, GUARDS, HEAD, OPEN, TABLES_1, VERSION, VERSION_BEFORE, owned_version};
use super::{chain, migration, open};
use crate::lock_waits::{OPENING_WAIT, SAVING_WAIT};
use paydesk_core::failure::{JournalDamage, JournalFault, JournalSetting};

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
    connection.busy_timeout(OPENING_WAIT)?;
    if inspect(&connection)? == VERSION_BEFORE {
        make_durable(&connection)?;
        migration::migrate(&mut connection, path)?;
        inspect(&connection)?;
    }
    open::verify(&mut connection)?;
    make_durable(&connection)?;
    connection.busy_timeout(SAVING_WAIT)?;
    Ok(connection)
}

/// The version of a file that is ours and whose tables, pages and indexes are whole. All of it is read at one moment:
/// another process may be bringing the file to the version of today.
pub fn inspect(connection: &Connection) -> Result<i64, JournalFault> {
    let moment = connection.unchecked_transaction()?;
    let version = owned_version(&moment)?;
    let tables: &[&str] = if version == VERSION_BEFORE { TABLES_1 } else { &[ENTRIES, GUARDS, HEAD, OPEN] };
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
    // All pages were read for it.
    connection.execute_batch("PRAGMA shrink_memory")?;
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
