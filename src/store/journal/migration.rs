//! Brings a file of version 1 to the version of today, in one transaction: a crash leaves one or the other. A copy of
//! the file is saved beside it first.
//!
//! The rows keep their texts and hashes and say that they are of format 1; new ones are chained behind them. What
//! is not whole is not touched.

use std::path::Path;

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::chain;
use super::open::OpenOperations;
use super::row::{SET_ASIDE, VERSION_1};
use super::tables::{ENTRIES, GUARDS, OPEN, VERSION, VERSION_BEFORE, owned_version};
use paydesk_core::failure::JournalFault;
use paydesk_platform::file_versions::save_copy;

/// Verifies the file of version 1 at `path` and makes it one of today. Does nothing where another process was faster.
pub fn migrate(connection: &mut Connection, path: &Path) -> Result<(), JournalFault> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if owned_version(&transaction)? != VERSION_BEFORE {
        return Ok(());
    }
    chain::walk(&transaction, VERSION_1, |_| Ok(()))?;
    // Nobody else writes from here on, and this transaction has written nothing yet.
    let copy = save_copy(path, VERSION)?;
    move_rows(&transaction)?;
    transaction.execute_batch("DROP TABLE open_operations")?;
    transaction.execute_batch(OPEN)?;
    OpenOperations::of_chain(&transaction)?.replace(&transaction)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    tracing::info!(
        "the journal was upgraded from version {VERSION_BEFORE} to {VERSION}; a copy is at {}",
        copy.display()
    );
    Ok(())
}

/// A table that is renamed keeps the text of its definition, and that is compared: so the rows move.
fn move_rows(transaction: &Transaction<'_>) -> Result<(), JournalFault> {
    transaction.execute_batch(
        "DROP TRIGGER entries_never_change; DROP TRIGGER entries_never_go; DROP INDEX prepared_once; \
         ALTER TABLE entries RENAME TO entries_1",
    )?;
    transaction.execute_batch(ENTRIES)?;
    chain::walk(transaction, SET_ASIDE, |row| chain::insert(transaction, &row))?;
    transaction.execute_batch("DROP TABLE entries_1")?;
    Ok(transaction.execute_batch(GUARDS)?)
}
