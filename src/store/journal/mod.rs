//! The journal of operations: an append-only, hash-chained SQLite file that is durable when [`Journal::append`]
//! returns.
//!
//! The chain is verified when the file is opened. A damaged file, or one of a newer Paydesk, is left untouched
//! and Paydesk stays read-only; one of an earlier Paydesk is brought to the format of today, see [`migration`].
//! This module knows little of what an operation means: it keeps entries, that one operation at most is open for a
//! target of a profile, and that no attempt is written down twice.

mod chain;
mod clean;
mod export;
mod migration;
mod open;
mod row;
mod salvage;
mod schema;
mod tables;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use crate::app::failure::{JournalFault, StoreError};
use crate::app::operations::journal::JournalEntry;
use crate::app::operations::journal::JournalRefusal;

pub use export::{export_into, export_to};

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
        self.try_append(entry).map_err(|fault| match fault {
            JournalFault::AlreadyOpen => JournalRefusal::AlreadyOpen,
            JournalFault::NotOpen => JournalRefusal::NotOpen,
            JournalFault::WrittenAlready => JournalRefusal::WrittenAlready,
            fault => JournalRefusal::Failed(self.error(fault).into()),
        })
    }

    /// All entries of the operations without a final step, oldest first.
    pub fn unfinished(&self) -> Result<Vec<JournalEntry>, StoreError> {
        self.try_unfinished().map_err(|fault| self.error(fault))
    }

    fn error(&self, fault: JournalFault) -> StoreError {
        StoreError::Journal { path: self.path.clone(), fault }
    }

    fn try_append(&mut self, entry: &JournalEntry) -> Result<(), JournalFault> {
        let entry = clean::clean(entry);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        open::mark(&transaction, &entry)?;
        chain::add(&transaction, &entry)?;
        transaction.commit()?;
        Ok(())
    }

    fn try_unfinished(&self) -> Result<Vec<JournalEntry>, JournalFault> {
        let mut statement = self.connection.prepare_cached(
            "SELECT payload FROM entries
             WHERE operation_id IN (SELECT open_operations.operation_id FROM open_operations) ORDER BY seq",
        )?;
        let payloads = statement.query_map([], |row| row.get::<_, String>(0))?;
        payloads.map(|payload| Ok(serde_json::from_str(&payload?)?)).collect()
    }
}

/// What is reported of a journal whose file is gone, where the `found` files show that there was one.
pub fn missing(path: &Path, found: &[&Path]) -> Option<StoreError> {
    let names = found.iter().filter_map(|file| file.file_name()).map(|name| name.to_string_lossy().into_owned());
    let found: Vec<String> = names.collect();
    (!found.is_empty()).then(|| StoreError::JournalMissing { path: path.to_owned(), found })
}
