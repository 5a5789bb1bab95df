//! What marks a journal file as ours, its version, and the tables of each version.

use rusqlite::Connection;

use paydesk_core::failure::{JournalDamage, JournalFault};
use paydesk_platform::file_versions::JOURNAL;

/// Marks the file as ours.
pub const APPLICATION_ID: i64 = JOURNAL.application_id;
/// Version of the tables below; a file with a higher one is left alone.
pub const VERSION: i64 = JOURNAL.version;
/// The earlier version that [`super::migration`] brings to [`VERSION`].
pub const VERSION_BEFORE: i64 = 1;

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

/// What a file of version 1 is made of.
pub const TABLES_1: &[&str] = &[ENTRIES_1, GUARDS, HEAD, OPEN_1];

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

/// The version of a file of ours that this version can work with.
pub fn owned_version(connection: &Connection) -> Result<i64, JournalFault> {
    let number = |name: &str| connection.pragma_query_value(None, name, |row| row.get::<_, i64>(0));
    if number("application_id")? != APPLICATION_ID {
        return Err(JournalFault::Foreign);
    }
    match number("user_version")? {
        version @ (VERSION_BEFORE | VERSION) => Ok(version),
        newer if newer > VERSION => Err(JournalFault::Newer(newer)),
        other => Err(JournalFault::Damaged(JournalDamage::Version(other))),
    }
}
