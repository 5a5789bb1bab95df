//! The database of one profile's payments: one row each, under the number it has in memory.

use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OpenFlags, Row, params};

use crate::records::open_to_read;
use paydesk_core::failure::{HistoryFault, RecordsFault};
use paydesk_core::features::history::ReadPlace;
use paydesk_domain::ids::CustomerId;
use paydesk_index::payment_columns::StoredPayment;
use paydesk_platform::file_system::{DatabaseMode, FileSystem};
use paydesk_platform::file_versions::{FileFormat, FoundVersion, HISTORY};

use super::masking::{is_masked, mask_all, masked};
use super::row::{COLUMNS, DISPUTED, REFUNDED, payment, written};

const TABLES: &str = "
CREATE TABLE IF NOT EXISTS payments (
    number INTEGER PRIMARY KEY,
    changed INTEGER NOT NULL,
    id TEXT NOT NULL,
    status TEXT NOT NULL,
    amount INTEGER NOT NULL,
    currency TEXT NOT NULL,
    created INTEGER,
    capturable INTEGER,
    received INTEGER,
    customer TEXT,
    method TEXT,
    code TEXT,
    message TEXT,
    texts TEXT,
    last4 INTEGER,
    flags INTEGER NOT NULL,
    seen INTEGER,
    detailed INTEGER
) STRICT;
CREATE INDEX IF NOT EXISTS payments_changed ON payments (changed);
CREATE INDEX IF NOT EXISTS payments_created ON payments (created);
CREATE TABLE IF NOT EXISTS state (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;
INSERT OR IGNORE INTO state VALUES ('name', lower(hex(randomblob(16)))), ('changed', '0'), ('place', '{}');
";
/// How long a commit waits for an export that reads at this moment.
const BUSY_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(10);

/// The open database.
pub struct HistoryDatabase {
    connection: Connection,
    path: PathBuf,
    /// Tells this database from one that was made before or after it.
    pub made: String,
    /// Counts the jobs that stored something.
    pub changed: i64,
    /// Whether its texts were masked before they were stored.
    pub is_masked: bool,
}

impl HistoryDatabase {
    /// Opens the database. A damaged or an older one is deleted, and a new one is made; a newer one is left as it is.
    pub fn open(path: &Path) -> Result<Self, HistoryFault> {
        Self::open_with(path, FileSystem::of(path).database_mode())
    }

    /// Opens the database, written as `mode` says.
    pub fn open_with(path: &Path, mode: DatabaseMode) -> Result<Self, HistoryFault> {
        match Self::try_open(path, mode) {
            Ok(database) => Ok(database),
            Err(HistoryFault::File(fault)) if fault.is_damage() => {
                delete(path)?;
                Self::try_open(path, mode)
            }
            Err(fault) => Err(fault),
        }
    }

    fn try_open(path: &Path, mode: DatabaseMode) -> Result<Self, HistoryFault> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        paydesk_platform::private_files::reserve(path)?;
        let connection = Connection::open_with_flags(path, flags)?;
        connection.busy_timeout(BUSY_TIMEOUT)?;
        let found = HISTORY.of(&connection)?;
        match found {
            FoundVersion::Unfinished | FoundVersion::Current => {}
            FoundVersion::Newer(version) => return Err(RecordsFault::Newer(version).into()),
            // The service has it all.
            _ => return Err(RecordsFault::Damaged("it has a different version".to_owned()).into()),
        }
        let FileFormat { application_id, version } = HISTORY;
        set_mode(&connection, mode)?;
        let making = connection.unchecked_transaction()?;
        making.pragma_update(None, "application_id", application_id)?;
        making.pragma_update(None, "user_version", version)?;
        making.execute_batch(TABLES)?;
        if found == FoundVersion::Unfinished {
            making.execute("INSERT OR IGNORE INTO state VALUES ('masked', '1')", [])?;
        }
        making.commit()?;
        mask_all(&connection)?;
        Self::of(connection, path)
    }

    /// Opens what is there, and changes nothing of it.
    pub fn open_to_read(path: &Path) -> Result<Self, HistoryFault> {
        let connection = open_to_read(path, HISTORY)?;
        // Everything is read as it is now, whatever is written meanwhile.
        connection.execute_batch("BEGIN")?;
        Self::of(connection, path)
    }

    fn of(connection: Connection, path: &Path) -> Result<Self, HistoryFault> {
        let state = |name: &str| -> Result<String, rusqlite::Error> {
            connection.query_row("SELECT value FROM state WHERE name = ?1", [name], |row| row.get(0))
        };
        let (made, changed) = (state("name")?, state("changed")?.parse().unwrap_or(0));
        let is_masked = is_masked(&connection)?;
        Ok(Self { connection, path: path.to_owned(), made, changed, is_masked })
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// How far the list was read.
    pub fn place(&self) -> Result<ReadPlace, HistoryFault> {
        let text: String =
            self.connection.query_row("SELECT value FROM state WHERE name = 'place'", [], |row| row.get(0))?;
        Ok(serde_json::from_str(&text).unwrap_or_default())
    }

    /// Keeps payments and how far the list was read, all or none.
    pub fn keep<'a>(
        &mut self,
        payments: impl IntoIterator<Item = &'a (u32, StoredPayment)>,
        place: &ReadPlace,
    ) -> Result<(), HistoryFault> {
        let changed = self.changed + 1;
        let transaction = self.connection.unchecked_transaction()?;
        let mut statement = transaction.prepare_cached(
            "INSERT OR REPLACE INTO payments (number, changed, id, status, amount, currency, created, capturable, \
             received, customer, method, code, message, texts, last4, flags, seen, detailed) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18)",
        )?;
        for (number, payment) in payments {
            let row = &payment.row;
            let seconds = |time: Option<DateTime<Utc>>| time.map(|time| time.timestamp());
            statement.execute(params![
                number,
                changed,
                row.payment_id.as_str(),
                row.status.as_str(),
                row.amount.minor,
                row.amount.currency.code(),
                row.created.map(|created| created.timestamp_millis()),
                row.capturable_minor,
                row.received_minor,
                row.customer_id.as_ref().map(CustomerId::as_str),
                row.payment_method,
                row.unified_code,
                row.unified_message,
                written(&payment.texts),
                payment.last4,
                i64::from(payment.refunded) * REFUNDED + i64::from(payment.disputed) * DISPUTED,
                seconds(payment.seen_at),
                seconds(payment.detailed_at),
            ])?;
        }
        drop(statement);
        let place = serde_json::to_string(place).map_err(|error| RecordsFault::Unwritable(error.to_string()))?;
        let mut state = transaction.prepare_cached("UPDATE state SET value = ?2 WHERE name = ?1")?;
        state.execute(["changed", &changed.to_string()])?;
        state.execute(["place", &place])?;
        drop(state);
        transaction.commit()?;
        self.changed = changed;
        Ok(())
    }

    /// Calls `take` with each payment that was stored after `changed`, in the order of their numbers.
    pub fn read(&self, changed: i64, mut take: impl FnMut(u32, StoredPayment)) -> Result<(), HistoryFault> {
        let order = if changed > 0 { "WHERE changed > ?1 ORDER BY number" } else { "WHERE ?1 = ?1 ORDER BY number" };
        let mut statement = self.connection.prepare(&format!("SELECT {COLUMNS} FROM payments {order}"))?;
        let mut rows = statement.query([changed])?;
        while let Some(row) = rows.next()? {
            take(row.get(0)?, self.payment(row)?);
        }
        Ok(())
    }

    /// Calls `take` with the newest payments, the newest first, found by the index of their times.
    pub fn read_newest(&self, count: usize, mut take: impl FnMut(u32, StoredPayment)) -> Result<(), HistoryFault> {
        let newest = format!("SELECT {COLUMNS} FROM payments ORDER BY created DESC LIMIT ?1");
        let mut statement = self.connection.prepare(&newest)?;
        let mut rows = statement.query([i64::try_from(count).unwrap_or(i64::MAX)])?;
        while let Some(row) = rows.next()? {
            take(row.get(0)?, self.payment(row)?);
        }
        Ok(())
    }

    fn payment(&self, row: &Row<'_>) -> Result<StoredPayment, rusqlite::Error> {
        let known = payment(row)?;
        Ok(if self.is_masked { known } else { masked(known) })
    }

    /// Deletes what was created before `since`; whether there was any.
    pub fn forget_before(&mut self, since: DateTime<Utc>) -> Result<bool, HistoryFault> {
        // What is deleted is overwritten, here and in the file of what was written last.
        self.connection.pragma_update(None, "secure_delete", true)?;
        let count = self.connection.execute("DELETE FROM payments WHERE created < ?1", [since.timestamp_millis()])?;
        if count > 0 {
            self.connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))?;
        }
        Ok(count > 0)
    }
}

/// Makes it written as `mode` says; without shared memory where SQLite has none here.
fn set_mode(connection: &Connection, mode: DatabaseMode) -> Result<(), rusqlite::Error> {
    let pragma = format!("PRAGMA journal_mode = {}", mode.journal_mode());
    let found: String = connection.query_row(&pragma, [], |row| row.get(0))?;
    if found != mode.journal_mode() && mode == DatabaseMode::Wal {
        return set_mode(connection, DatabaseMode::Truncate);
    }
    connection.pragma_update(None, "synchronous", mode.synchronous())
}

/// Deletes a database with the files that SQLite has beside it.
pub fn delete(path: &Path) -> Result<(), HistoryFault> {
    for ending in ["", "-wal", "-shm", "-journal"] {
        let mut file = path.as_os_str().to_owned();
        file.push(ending);
        match std::fs::remove_file(PathBuf::from(file)) {
            Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error.into()),
            Ok(()) | Err(_) => {}
        }
    }
    Ok(())
}
