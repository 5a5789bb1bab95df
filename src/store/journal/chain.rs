//! The chain of entries: each carries a hash over itself and the hash before it. SQLite does not notice when a
//! bit of a row flips; this does.

use chrono::SecondsFormat;
use rusqlite::{Connection, Row, Transaction, params};

use paydesk_core::operations::journal::JournalEntry;

use super::row::{Format, GENESIS, Hash, JournalRow, RowSource, TODAY};
use paydesk_core::failure::{JournalDamage, JournalFault};

/// Prepares the empty chain of a new file.
pub fn begin(connection: &Connection) -> Result<(), JournalFault> {
    connection.execute("INSERT INTO head VALUES (1, 0, ?1)", [GENESIS])?;
    Ok(())
}

/// Adds an entry behind the last one, which is checked first.
pub fn add(transaction: &Transaction<'_>, entry: &JournalEntry) -> Result<(), JournalFault> {
    let (last_seq, prev_hash) = head(transaction)?;
    check_last(transaction, last_seq, prev_hash)?;
    let mut row = JournalRow {
        seq: last_seq + 1,
        format: Some(Format::Two),
        at: entry.at.to_rfc3339_opts(SecondsFormat::AutoSi, true),
        profile_id: entry.profile_id.to_string(),
        operation_id: entry.operation_id.as_str().to_owned(),
        kind: <&str>::from(entry.target.kind).to_owned(),
        resource: entry.target.resource.clone(),
        step: <&str>::from(entry.step.name()).to_owned(),
        payload: serde_json::to_string(entry)?,
        prev_hash: prev_hash.to_vec(),
        hash: Vec::new(),
    };
    row.hash = row.computed_hash().unwrap_or_default().to_vec();
    insert(transaction, &row)?;
    let key = params![row.seq, row.hash];
    transaction.prepare_cached("UPDATE head SET seq = ?1, hash = ?2")?.execute(key)?;
    Ok(())
}

/// Files a row as it is.
pub fn insert(transaction: &Transaction<'_>, row: &JournalRow) -> Result<(), JournalFault> {
    let format = row.format.map(Format::number);
    let texts = (&row.at, &row.profile_id, &row.operation_id, &row.kind, &row.resource, &row.step, &row.payload);
    let (at, profile_id, operation_id, kind, resource, step, payload) = texts;
    let values =
        params![row.seq, format, at, profile_id, operation_id, kind, resource, step, payload, row.prev_hash, row.hash];
    transaction
        .prepare_cached("INSERT INTO entries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")?
        .execute(values)?;
    Ok(())
}

/// Verifies every row of `source`, and the head; hands each over once it is verified.
pub fn walk(
    transaction: &Transaction<'_>,
    source: RowSource,
    mut each: impl FnMut(JournalRow) -> Result<(), JournalFault>,
) -> Result<(), JournalFault> {
    let mut statement = transaction.prepare(&format!("{} ORDER BY seq", source.select))?;
    let mut rows = statement.query([])?;
    let (mut seq, mut prev_hash, mut newest) = (0, GENESIS, Format::One);
    while let Some(row) = rows.next()? {
        seq += 1;
        let row = source.read(row)?;
        let hash = row.unchanged().filter(|_| row.seq == seq && row.prev_hash == prev_hash);
        // Rows of an earlier format are never written behind those of a later one.
        let format = row.format.filter(|format| *format >= newest);
        (prev_hash, newest) = hash.zip(format).ok_or(JournalFault::Changed { seq })?;
        each(row)?;
    }
    if head(transaction)? == (seq, prev_hash) {
        Ok(())
    } else {
        Err(JournalFault::Damaged(JournalDamage::MissingAfter(seq)))
    }
}

/// Number and hash of the last entry.
pub fn head(connection: &Connection) -> Result<(i64, Hash), JournalFault> {
    let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    Ok(connection.prepare_cached("SELECT seq, hash FROM head")?.query_row([], row)?)
}

fn check_last(transaction: &Transaction<'_>, seq: i64, hash: Hash) -> Result<(), JournalFault> {
    let select = format!("{} ORDER BY seq DESC LIMIT 1", TODAY.select);
    let mut statement = transaction.prepare_cached(&select)?;
    let mut rows = statement.query([])?;
    let found = match rows.next()? {
        Some(row) => TODAY.read(row)?.unchanged().ok_or(JournalFault::Changed { seq })?,
        None if seq == 0 => GENESIS,
        None => return Err(JournalFault::Damaged(JournalDamage::EntriesGone)),
    };
    if found == hash { Ok(()) } else { Err(JournalFault::Changed { seq }) }
}
