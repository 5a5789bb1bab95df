//! Brings a file of version 1 to the version of today, in one transaction: a crash leaves one or the other.
//!
//! The rows keep their texts and hashes and say that they are of format 1; new ones are chained behind them. What
//! is not whole is not touched.

use rusqlite::{Connection, Transaction, TransactionBehavior};

use super::chain;
use super::open::OpenOperations;
use super::row::{SET_ASIDE, VERSION_1};
use super::schema::{ENTRIES, GUARDS, HEAD, OPEN, VERSION, owned_version};
use crate::app::failure::JournalFault;

/// The version this starts from.
pub const FROM: i64 = 1;

/// What a file of version 1 is made of.
pub const TABLES: &[&str] = &[ENTRIES_1, GUARDS, HEAD, OPEN_1];

/// Everything was filed under a payment.
const ENTRIES_1: &str = "
CREATE TABLE entries (
    seq INTEGER PRIMARY KEY,
    at TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    operation_id TEXT NOT NULL,
    payment_id TEXT NOT NULL,
    step TEXT NOT NULL,
    payload TEXT NOT NULL,
    prev_hash BLOB NOT NULL,
    hash BLOB NOT NULL
) STRICT;
";

const OPEN_1: &str = "
CREATE TABLE open_operations (
    profile_id TEXT NOT NULL,
    family TEXT NOT NULL,
    resource TEXT NOT NULL,
    operation_id TEXT NOT NULL UNIQUE,
    UNIQUE (profile_id, family, resource)
) STRICT;
";

/// Verifies a file of version 1 and makes it one of today. Does nothing where another process was faster.
pub fn migrate(connection: &mut Connection) -> Result<(), JournalFault> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    if owned_version(&transaction)? != FROM {
        return Ok(());
    }
    chain::walk(&transaction, VERSION_1, |_| Ok(()))?;
    move_rows(&transaction)?;
    transaction.execute_batch("DROP TABLE open_operations")?;
    transaction.execute_batch(OPEN)?;
    OpenOperations::of_chain(&transaction)?.replace(&transaction)?;
    transaction.pragma_update(None, "user_version", VERSION)?;
    transaction.commit()?;
    tracing::info!("the journal was brought from version {FROM} to {VERSION}");
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
