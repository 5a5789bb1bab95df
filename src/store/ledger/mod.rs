//! The journal of operations: an append-only, hash-chained SQLite file that is durable when [`Journal::append`] returns.
//!
//! The chain is verified when the file is opened. A damaged file, or one of a newer Paydesk, is left untouched
//! and the desk stays read-only. This module knows nothing of what an operation means: it keeps entries, and
//! that one operation at most is open for a payment.

mod chain;
mod fault;
mod schema;

use std::path::{Path, PathBuf};

use rusqlite::{Connection, OptionalExtension as _, Transaction, TransactionBehavior, params};

use crate::app::event::{JournalRefusal, Problem};
use crate::app::operations::journal::{JournalEntry, StepName};

use fault::Fault;

/// The family of all operations on payments; refunds and payouts will have their own.
const FAMILY: &str = "payment";

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

    /// Adds an entry and returns when it is durable. After a refusal it may be there or not: do not send.
    pub fn append(&mut self, entry: &JournalEntry) -> Result<(), JournalRefusal> {
        self.try_append(entry).map_err(|fault| match fault {
            Fault::AlreadyOpen => JournalRefusal::AlreadyOpen,
            fault => JournalRefusal::Failed(fault.problem(&self.path)),
        })
    }

    /// All entries of the operations without a final step, oldest first.
    pub fn unfinished(&self) -> Result<Vec<JournalEntry>, Problem> {
        self.try_unfinished().map_err(|fault| fault.problem(&self.path))
    }

    fn try_append(&mut self, entry: &JournalEntry) -> Result<(), Fault> {
        let transaction = self.connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        mark_open_operation(&transaction, entry)?;
        chain::add(&transaction, entry)?;
        transaction.commit()?;
        Ok(())
    }

    fn try_unfinished(&self) -> Result<Vec<JournalEntry>, Fault> {
        let mut statement = self.connection.prepare_cached(
            "SELECT payload FROM entries
             WHERE operation_id IN (SELECT open_operations.operation_id FROM open_operations) ORDER BY seq",
        )?;
        let payloads = statement.query_map([], |row| row.get::<_, String>(0))?;
        payloads.map(|payload| Ok(serde_json::from_str(&payload?)?)).collect()
    }
}

/// Keeps `open_operations` in step with the entry that is being added.
fn mark_open_operation(transaction: &Transaction<'_>, entry: &JournalEntry) -> Result<(), Fault> {
    let step = entry.step.name();
    let open = open_operation(transaction, entry)?;
    match open {
        Some(_) if step == StepName::Prepared => Err(Fault::AlreadyOpen),
        None if step == StepName::Prepared => {
            let key = params![entry.profile_id, FAMILY, entry.target.resource.as_str(), entry.operation_id.as_str()];
            transaction.execute("INSERT INTO open_operations VALUES (?1, ?2, ?3, ?4)", key)?;
            Ok(())
        }
        // Closed meanwhile, or never prepared: after a crash nobody would look for what is sent now.
        open if step == StepName::Sending && open.as_deref() != Some(entry.operation_id.as_str()) => {
            Err(Fault::NotOpen)
        }
        _ if step.is_final() => {
            let id = entry.operation_id.as_str();
            transaction.execute("DELETE FROM open_operations WHERE operation_id = ?1", [id])?;
            Ok(())
        }
        _ => Ok(()),
    }
}

/// The operation that is open for the entry's payment.
fn open_operation(transaction: &Transaction<'_>, entry: &JournalEntry) -> Result<Option<String>, Fault> {
    let mut statement = transaction.prepare_cached(
        "SELECT operation_id FROM open_operations WHERE profile_id = ?1 AND family = ?2 AND resource = ?3",
    )?;
    let key = params![entry.profile_id, FAMILY, entry.target.resource.as_str()];
    Ok(statement.query_row(key, |row| row.get(0)).optional()?)
}
