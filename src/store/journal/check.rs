//! Checks every entry of a journal, without changing it.

use std::path::Path;

use rusqlite::{Connection, OpenFlags};

use crate::lock_waits::OPENING_WAIT;
use paydesk_core::failure::{JournalDamage, JournalFault, StoreError};
use paydesk_core::operations::journal::JournalCheck;

use super::row::{RowSource, TODAY, VERSION_1};
use super::tables::VERSION_BEFORE;
use super::{chain, schema};

/// Checks that every entry is as it was written and follows the one before, and that none is missing at the end. All of
/// it is read at one moment: Paydesk may be writing to the journal meanwhile.
///
/// An error means that there is nothing to check: no file, or one that is no journal of this version.
pub fn check(path: &Path) -> Result<JournalCheck, StoreError> {
    try_check(path).map_err(|fault| StoreError::Journal { path: path.to_owned(), fault })
}

fn try_check(path: &Path) -> Result<JournalCheck, JournalFault> {
    // What a crash left to be undone is undone by whoever opens the file next, as SQLite does it.
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(OPENING_WAIT)?;
    let source = match schema::inspect(&connection) {
        Ok(VERSION_BEFORE) => VERSION_1,
        Ok(_) => TODAY,
        Err(fault @ JournalFault::Damaged(_)) => return counted(&connection, TODAY, Some(fault)),
        Err(fault) => return Err(fault),
    };
    counted(&connection, source, None)
}

/// How many entries are whole from the first on, and why the next is not. `damage` is what else is wrong with the file.
fn counted(
    connection: &Connection,
    source: RowSource,
    damage: Option<JournalFault>,
) -> Result<JournalCheck, JournalFault> {
    let moment = connection.unchecked_transaction()?;
    let mut entries = 0;
    let walked = chain::walk(&moment, source, |_| {
        entries += 1;
        Ok(())
    });
    match walked {
        Ok(()) => Ok(JournalCheck { entries, fault: damage }),
        Err(fault @ (JournalFault::Changed { .. } | JournalFault::Damaged(JournalDamage::MissingAfter(_)))) => {
            Ok(JournalCheck { entries, fault: Some(fault) })
        }
        Err(fault) => Ok(JournalCheck { entries, fault: Some(damage.unwrap_or(fault)) }),
    }
}
