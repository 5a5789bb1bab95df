//! Journals on disk: whole, in the middle of a transaction, changed by somebody.

use std::path::Path;

use paydesk_core::operations::journal::JournalEntry;
use paydesk_store::Journal;
use rusqlite::Connection;

use crate::journal_entries::{confirmed, prepared, sending, unknown};

/// The journal of [`filled`] in the middle of a transaction that has reached the file, until the connection is dropped.
pub fn half_written(path: &Path) -> Connection {
    let connection = Connection::open(path).unwrap();
    // Two pages of cache: changes reach the file before the commit, as in a large transaction.
    connection.execute_batch("PRAGMA journal_mode = TRUNCATE; PRAGMA cache_size = 2; BEGIN IMMEDIATE").unwrap();
    let row = "INSERT INTO entries SELECT seq + 6, format, at, profile_id, operation_id || seq, family, resource, \
               'unknown', payload, prev_hash, hash FROM entries WHERE seq <= 6";
    connection.execute(row, []).unwrap();
    connection.cache_flush().unwrap();
    connection
}

/// A journal with an open and a closed operation, closed again.
pub fn filled(path: &Path) -> Vec<JournalEntry> {
    let mut journal = Journal::open(path).unwrap();
    let open = [prepared("op_1", "pay_1"), sending("op_1", "pay_1"), unknown("op_1", "pay_1")];
    let closed = [prepared("op_2", "pay_2"), sending("op_2", "pay_2"), confirmed("op_2", "pay_2")];
    for entry in open.iter().chain(&closed) {
        journal.append(entry).unwrap();
    }
    open.to_vec()
}

/// What a person with a database tool and some patience could do: the triggers are back afterwards.
pub fn tampered(path: &Path, sql: &str) {
    let connection = Connection::open(path).unwrap();
    let mut statement = connection.prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").unwrap();
    let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
    let triggers: Vec<(String, String)> = statement.query_map([], row).unwrap().map(Result::unwrap).collect();
    assert_eq!(triggers.len(), 2);
    for (name, _) in &triggers {
        connection.execute_batch(&format!("DROP TRIGGER {name}")).unwrap();
    }
    connection.execute_batch(sql).unwrap();
    for (_, definition) in &triggers {
        connection.execute_batch(definition).unwrap();
    }
}
