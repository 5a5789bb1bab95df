//! The journal of operations: an append-only, hash-chained SQLite file that is durable when [`Journal::append`]
//! returns.
//!
//! The chain is verified when the file is opened. A damaged file, or one of a newer Paydesk, is left untouched
//! and Paydesk stays read-only; one of an earlier Paydesk is brought to the format of today, see [`migration`].
//! This module knows little of what an operation means: it keeps entries, that one operation at most is open for a
//! target of a profile, and that no attempt is written down twice.

mod chain;
mod clean;
mod error;
mod export;
mod migration;
mod open;
mod row;
mod salvage;
mod schema;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, TransactionBehavior};

use crate::app::operations::journal::JournalEntry;
use crate::app::operations::journal::JournalRefusal;
use crate::app::problem::Problem;

use error::JournalError;

pub use error::missing;
pub use export::{export_into, export_to};

/// The open journal. It may be open in several processes; each append is one transaction.
#[derive(Debug)]
pub struct Journal {
    connection: Connection,
    path: PathBuf,
}

impl Journal {
    /// Opens the journal, or creates it where there is none. A problem means: the file was not changed.
    pub fn open(path: &Path) -> Result<Self, Problem> {
        let journal = schema::open(path).map(|connection| Self { connection, path: path.to_owned() });
        journal.map_err(|fault| fault.problem(path))
    }

    /// Adds an entry and returns when it is durable. After a refusal it may be there or not: do not send. What
    /// concerns the operation alone leaves the journal as it was, and healthy.
    pub fn append(&mut self, entry: &JournalEntry) -> Result<(), JournalRefusal> {
        self.try_append(entry).map_err(|fault| match fault {
            JournalError::AlreadyOpen => JournalRefusal::AlreadyOpen,
            JournalError::NotOpen => JournalRefusal::NotOpen,
            JournalError::WrittenAlready => JournalRefusal::WrittenAlready,
            fault => JournalRefusal::Failed(fault.problem(&self.path)),
        })
    }

    /// All entries of the operations without a final step, oldest first.
    pub fn unfinished(&self) -> Result<Vec<JournalEntry>, Problem> {
        self.try_unfinished().map_err(|fault| fault.problem(&self.path))
    }

    fn try_append(&mut self, entry: &JournalEntry) -> Result<(), JournalError> {
        let entry = clean::clean(entry);
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        open::mark(&transaction, &entry)?;
        chain::add(&transaction, &entry)?;
        transaction.commit()?;
        Ok(())
    }

    fn try_unfinished(&self) -> Result<Vec<JournalEntry>, JournalError> {
        let mut statement = self.connection.prepare_cached(
            "SELECT payload FROM entries
             WHERE operation_id IN (SELECT open_operations.operation_id FROM open_operations) ORDER BY seq",
        )?;
        let payloads = statement.query_map([], |row| row.get::<_, String>(0))?;
        payloads.map(|payload| Ok(serde_json::from_str(&payload?)?)).collect()
    }
}
