//! The journal of operations: an append-only, hash-chained SQLite file that is durable when [`Journal::append`]
//! returns.
//!
//! The chain is verified when the file is opened. A damaged file, or one of a newer Paydesk, is left untouched
//! and Paydesk stays read-only; one of an earlier Paydesk is brought to the format of today, see [`migration`].
//! This module knows little of what an operation means: it keeps entries, that one operation at most is open for a
//! target of a profile, and that no attempt is written down twice.

mod chain;
mod check;
mod clean;
mod export;
mod migration;
mod open;
mod row;
mod salvage;
mod schema;
mod tables;

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use rusqlite::{Connection, Row, Transaction, TransactionBehavior};

use paydesk_core::failure::{JournalFault, StoreError};
use paydesk_core::features::journal_copy::StoredEntries;
use paydesk_core::operations::journal::{JournalEntry, JournalLine, JournalPage, JournalRefusal};
use paydesk_domain::ids::OperationId;
use paydesk_domain::profile::ProfileId;

pub use check::check;
pub use export::{export_into, export_to};

/// The operations with one of so many last entries are told of when it is opened.
const ENDED_LAST: i64 = 200;

/// The open journal. It may be open in several processes; each append is one transaction.
#[derive(Debug)]
pub struct Journal {
    connection: Connection,
    path: PathBuf,
}

impl Journal {
    /// Opens the journal, or creates it where there is none. A problem means: the file was not changed.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let journal = schema::open(path).map(|connection| Self { connection, path: path.to_owned() });
        journal.map_err(|fault| StoreError::Journal { path: path.to_owned(), fault })
    }

    /// Adds an entry and returns when it is durable. After a refusal it may be there or not: do not send. What
    /// concerns the operation alone leaves the journal as it was, and healthy.
    pub fn append(&mut self, entry: &JournalEntry) -> Result<(), JournalRefusal> {
        self.append_all(&[entry]).pop().unwrap_or(Ok(()))
    }

    /// Adds entries in one commit, and returns when they are durable: what became of each, in their order. An entry that
    /// has no place leaves the others as they are; any other fault refuses all of them.
    pub fn append_all(&mut self, entries: &[&JournalEntry]) -> Vec<Result<(), JournalRefusal>> {
        self.try_append_all(entries).unwrap_or_else(|fault| {
            let refusal = JournalRefusal::Failed(self.error(fault).into());
            entries.iter().map(|_| Err(refusal.clone())).collect()
        })
    }

    /// All entries of the operations without a final step, oldest first.
    pub fn unfinished(&self) -> Result<Vec<JournalEntry>, StoreError> {
        self.try_unfinished().map_err(|fault| self.error(fault))
    }

    /// The entries of the operations that ended last, oldest first; those that this version can read.
    pub fn ended_last(&self) -> Result<Vec<JournalEntry>, StoreError> {
        self.try_ended_last().map_err(|fault| self.error(fault))
    }

    /// The entries after the one of number `after`, so many at most.
    pub fn page(&self, after: i64, most: u32) -> Result<JournalPage, StoreError> {
        self.try_page(after, most).map_err(|fault| self.error(fault))
    }

    /// The entries of a profile among the next `most`, as they are stored.
    pub fn entries_of(&self, profile_id: &ProfileId, after: i64, most: u32) -> Result<StoredEntries, StoreError> {
        self.try_entries_of(profile_id, after, most).map_err(|fault| self.error(fault))
    }

    /// All entries of an operation, oldest first; those that this version can read.
    pub fn operation(&self, id: &OperationId) -> Result<Vec<JournalEntry>, StoreError> {
        self.try_operation(id).map_err(|fault| self.error(fault))
    }

    /// The entries of these operations, oldest first; those that this version can read.
    pub fn of_operations(&self, ids: &HashSet<&OperationId>) -> Result<Vec<JournalEntry>, StoreError> {
        self.try_of_operations(ids).map_err(|fault| self.error(fault))
    }

    fn error(&self, fault: JournalFault) -> StoreError {
        StoreError::Journal { path: self.path.clone(), fault }
    }

    fn try_append_all(&mut self, entries: &[&JournalEntry]) -> Result<Vec<Result<(), JournalRefusal>>, JournalFault> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let mut results = Vec::with_capacity(entries.len());
        for entry in entries {
            results.push(match add(&transaction, entry) {
                Ok(()) => Ok(()),
                Err(JournalFault::AlreadyOpen) => Err(JournalRefusal::AlreadyOpen),
                Err(JournalFault::NotOpen) => Err(JournalRefusal::NotOpen),
                Err(JournalFault::WrittenAlready) => Err(JournalRefusal::WrittenAlready),
                Err(fault) => return Err(fault),
            });
        }
        transaction.commit()?;
        Ok(results)
    }

    fn try_page(&self, after: i64, most: u32) -> Result<JournalPage, JournalFault> {
        let select = "SELECT seq, payload FROM entries WHERE seq > ?1 ORDER BY seq LIMIT ?2";
        let mut statement = self.connection.prepare_cached(select)?;
        let line = |row: &Row<'_>| {
            let (number, payload): (i64, String) = (row.get(0)?, row.get(1)?);
            Ok(JournalLine { number, entry: serde_json::from_str(&payload).ok().map(Box::new) })
        };
        let lines: Vec<JournalLine> = statement.query_map((after, most), line)?.collect::<Result<_, _>>()?;
        let (last, _) = chain::head(&self.connection)?;
        let read = lines.last().map_or(after, |line| line.number);
        Ok(JournalPage { lines, last: read, more: read < last })
    }

    fn try_entries_of(&self, profile_id: &ProfileId, after: i64, most: u32) -> Result<StoredEntries, JournalFault> {
        let select = "SELECT seq, profile_id, payload FROM entries WHERE seq > ?1 ORDER BY seq LIMIT ?2";
        let mut statement = self.connection.prepare_cached(select)?;
        let (mut rows, mut entries, mut read) = (statement.query((after, most))?, Vec::new(), after);
        while let Some(row) = rows.next()? {
            read = row.get(0)?;
            if row.get::<_, String>(1)? == profile_id.as_str() {
                entries.push((read, row.get(2)?));
            }
        }
        let (last, _) = chain::head(&self.connection)?;
        Ok(StoredEntries { entries, last: read, has_more: read < last })
    }

    fn try_operation(&self, id: &OperationId) -> Result<Vec<JournalEntry>, JournalFault> {
        let select = "SELECT payload FROM entries WHERE operation_id = ?1 ORDER BY seq";
        let mut statement = self.connection.prepare_cached(select)?;
        let payloads = statement.query_map([id.as_str()], |row| row.get::<_, String>(0))?;
        let payloads: Vec<String> = payloads.collect::<Result<_, _>>()?;
        Ok(payloads.iter().filter_map(|payload| serde_json::from_str(payload).ok()).collect())
    }

    fn try_of_operations(&self, ids: &HashSet<&OperationId>) -> Result<Vec<JournalEntry>, JournalFault> {
        let mut statement = self.connection.prepare_cached("SELECT operation_id, payload FROM entries ORDER BY seq")?;
        let (mut rows, mut found) = (statement.query([])?, Vec::new());
        while let Some(row) = rows.next()? {
            if ids.contains(&OperationId::new(row.get::<_, String>(0)?)) {
                found.extend(serde_json::from_str::<JournalEntry>(&row.get::<_, String>(1)?).ok());
            }
        }
        Ok(found)
    }

    fn try_unfinished(&self) -> Result<Vec<JournalEntry>, JournalFault> {
        let mut statement = self.connection.prepare_cached(
            "SELECT payload FROM entries
             WHERE operation_id IN (SELECT open_operations.operation_id FROM open_operations) ORDER BY seq",
        )?;
        let payloads = statement.query_map([], |row| row.get::<_, String>(0))?;
        payloads.map(|payload| Ok(serde_json::from_str(&payload?)?)).collect()
    }

    fn try_ended_last(&self) -> Result<Vec<JournalEntry>, JournalFault> {
        let (last, _) = chain::head(&self.connection)?;
        let mut statement = self.connection.prepare_cached(
            "SELECT payload FROM entries
             WHERE operation_id IN (SELECT operation_id FROM entries WHERE seq > ?1)
                 AND operation_id NOT IN (SELECT operation_id FROM open_operations)
             ORDER BY seq",
        )?;
        let payloads = statement.query_map([last - ENDED_LAST], |row| row.get::<_, String>(0))?;
        let payloads: Vec<String> = payloads.collect::<Result<_, _>>()?;
        Ok(payloads.iter().filter_map(|payload| serde_json::from_str(payload).ok()).collect())
    }
}

/// Adds an entry within a transaction. One that has no place is refused before anything of it is written.
fn add(transaction: &Transaction<'_>, entry: &JournalEntry) -> Result<(), JournalFault> {
    let entry = clean::clean(entry);
    open::mark(transaction, &entry)?;
    chain::add(transaction, &entry)
}

/// What is reported of a journal whose file is gone, where the `found` files show that there was one.
pub fn missing(path: &Path, found: &[&Path]) -> Option<StoreError> {
    let names = found.iter().filter_map(|file| file.file_name()).map(|name| name.to_string_lossy().into_owned());
    let found: Vec<String> = names.collect();
    (!found.is_empty()).then(|| StoreError::JournalMissing { path: path.to_owned(), found })
}
