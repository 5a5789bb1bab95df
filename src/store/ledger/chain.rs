//! The chain of entries: each carries a hash over itself and the hash before it. SQLite does not notice when a
//! bit of a row flips; this does.

use std::collections::BTreeMap;

use chrono::SecondsFormat;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, Row, Transaction, TransactionBehavior, params};
use sha2::{Digest as _, Sha256};

use crate::app::operations::journal::{JournalEntry, StepName};

use super::FAMILY;
use super::fault::Fault;

/// Goes into every hash, so that a row of another format never fits.
const FORMAT: &[u8] = b"paydesk journal 1";

type Hash = [u8; 32];

/// What the first entry follows.
const GENESIS: Hash = [0; 32];

/// Columns of an entry that are hashed, in this order, after `seq`.
const TEXTS: [&str; 6] = ["at", "profile_id", "operation_id", "payment_id", "step", "payload"];

/// Profile, family and resource of open operations, and which operation it is.
type OpenOperations = BTreeMap<(String, String, String), String>;

/// Prepares the empty chain of a new file.
pub fn begin(connection: &Connection) -> Result<(), Fault> {
    connection.execute("INSERT INTO head VALUES (1, 0, ?1)", [GENESIS])?;
    Ok(())
}

/// Adds an entry behind the last one, which is checked first.
pub fn add(transaction: &Transaction<'_>, entry: &JournalEntry) -> Result<(), Fault> {
    let (last_seq, prev_hash) = head(transaction)?;
    check_last(transaction, last_seq, prev_hash)?;
    let seq = last_seq + 1;
    let at = entry.at.to_rfc3339_opts(SecondsFormat::AutoSi, true);
    let step: &'static str = entry.step.name().into();
    let payload = serde_json::to_string(entry)?;
    let (operation_id, payment_id) = (entry.operation_id.as_str(), entry.target.resource.as_str());
    let texts = [at.as_str(), &entry.profile_id, operation_id, payment_id, step, &payload];
    let hash = hash(seq, prev_hash, texts.map(str::as_bytes));
    transaction
        .prepare_cached("INSERT INTO entries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")?
        .execute(params![seq, texts[0], texts[1], texts[2], texts[3], texts[4], texts[5], prev_hash, hash])?;
    transaction.prepare_cached("UPDATE head SET seq = ?1, hash = ?2")?.execute(params![seq, hash])?;
    Ok(())
}

/// Walks the whole chain. `open_operations` is made anew where it does not agree with a chain that is whole.
pub fn verify(connection: &mut Connection) -> Result<(), Fault> {
    let transaction = connection.transaction()?;
    let open = walk(&transaction)?;
    let kept = kept_open_operations(&transaction);
    drop(transaction);
    if kept.is_ok_and(|kept| kept == open) {
        return Ok(());
    }
    tracing::warn!("the list of open operations did not agree with the journal and is made anew");
    rebuild(connection)
}

fn rebuild(connection: &mut Connection) -> Result<(), Fault> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let open = walk(&transaction)?;
    transaction.execute("DELETE FROM open_operations", [])?;
    for ((profile_id, family, resource), operation_id) in &open {
        let row = params![profile_id, family, resource, operation_id];
        transaction.execute("INSERT INTO open_operations VALUES (?1, ?2, ?3, ?4)", row)?;
    }
    Ok(transaction.commit()?)
}

/// Verifies every entry and the head; returns the operations that are open after the last.
fn walk(transaction: &Transaction<'_>) -> Result<OpenOperations, Fault> {
    let mut statement = transaction.prepare("SELECT * FROM entries ORDER BY seq")?;
    let mut rows = statement.query([])?;
    let (mut seq, mut prev_hash, mut open) = (0, GENESIS, OpenOperations::new());
    while let Some(row) = rows.next()? {
        seq += 1;
        prev_hash = verified(row, seq, prev_hash)?;
        follow(row, &mut open)?;
    }
    if head(transaction)? == (seq, prev_hash) {
        Ok(open)
    } else {
        Err(Fault::Damaged(format!("entries are missing after entry {seq}")))
    }
}

/// The hash of a row that is what it was when it was written.
fn verified(row: &Row<'_>, seq: i64, prev_hash: Hash) -> Result<Hash, Fault> {
    let changed = || Fault::Changed { seq };
    let mut texts: [&[u8]; TEXTS.len()] = [&[]; TEXTS.len()];
    for (text, name) in texts.iter_mut().zip(TEXTS) {
        *text = match row.get_ref(name)? {
            ValueRef::Text(bytes) => bytes,
            _ => return Err(changed()),
        };
    }
    let hash = hash(seq, prev_hash, texts);
    let kept = (row.get_ref("seq")?, row.get_ref("prev_hash")?, row.get_ref("hash")?);
    let expected = (ValueRef::Integer(seq), ValueRef::Blob(&prev_hash), ValueRef::Blob(&hash));
    if kept == expected { Ok(hash) } else { Err(changed()) }
}

/// Opens or closes the operation of a row, as [`super::mark_open_operation`] did when it was written.
fn follow(row: &Row<'_>, open: &mut OpenOperations) -> Result<(), Fault> {
    let text = |name: &str| row.get::<_, String>(name);
    let step: StepName = serde_json::from_value(text("step")?.into())?;
    let operation_id = text("operation_id")?;
    if step == StepName::Prepared {
        open.insert((text("profile_id")?, FAMILY.to_owned(), text("payment_id")?), operation_id);
    } else if step.is_final() {
        open.retain(|_, id| *id != operation_id);
    }
    Ok(())
}

fn kept_open_operations(transaction: &Transaction<'_>) -> Result<OpenOperations, Fault> {
    let mut statement = transaction.prepare("SELECT * FROM open_operations")?;
    let rows = statement.query_map([], |row| Ok(((row.get(0)?, row.get(1)?, row.get(2)?), row.get(3)?)))?;
    Ok(rows.collect::<Result<_, _>>()?)
}

fn head(transaction: &Transaction<'_>) -> Result<(i64, Hash), Fault> {
    let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?));
    Ok(transaction.prepare_cached("SELECT seq, hash FROM head")?.query_row([], row)?)
}

fn check_last(transaction: &Transaction<'_>, seq: i64, hash: Hash) -> Result<(), Fault> {
    let mut statement = transaction.prepare_cached("SELECT * FROM entries ORDER BY seq DESC LIMIT 1")?;
    let mut rows = statement.query([])?;
    let found = match rows.next()? {
        Some(row) => verified(row, seq, row.get("prev_hash")?)?,
        None if seq == 0 => GENESIS,
        None => return Err(Fault::Damaged("its entries are gone".to_owned())),
    };
    if found == hash { Ok(()) } else { Err(Fault::Changed { seq }) }
}

fn hash(seq: i64, prev_hash: Hash, texts: [&[u8]; TEXTS.len()]) -> Hash {
    let mut hasher = Sha256::new();
    hasher.update(FORMAT);
    hasher.update(prev_hash);
    hasher.update(seq.to_be_bytes());
    for text in texts {
        // With its length in front, so that no two rows have the same bytes.
        hasher.update((text.len() as u64).to_be_bytes());
        hasher.update(text);
    }
    hasher.finalize().into()
}
