//! Masks the texts of a database that an earlier version wrote, once: what came from the service was stored as it was.

use rusqlite::{Connection, params};

use paydesk_domain::scrub::scrubbed;
use paydesk_index::payment_columns::StoredPayment;

use super::row::{COLUMNS, payment, written};

/// Whether every text in the database was masked before it was stored.
pub fn is_masked(connection: &Connection) -> rusqlite::Result<bool> {
    let mut found = connection.prepare("SELECT 1 FROM state WHERE name = 'masked'")?;
    found.exists([])
}

/// The payment without card numbers, account numbers and keys in its texts.
pub fn masked(mut payment: StoredPayment) -> StoredPayment {
    let mask = |text: &mut String| *text = scrubbed(text).into_owned();
    let texts = &mut payment.texts;
    let free = [&mut texts.email, &mut texts.name, &mut texts.description, &mut texts.order, &mut texts.descriptor];
    free.into_iter().chain([&mut texts.metadata, &mut texts.error_code]).for_each(mask);
    payment.row.unified_message.iter_mut().for_each(mask);
    payment
}

/// Masks all texts and forgets what they were; the columns beside the database are made anew.
pub fn mask_all(connection: &Connection) -> rusqlite::Result<()> {
    if is_masked(connection)? {
        return Ok(());
    }
    connection.pragma_update(None, "secure_delete", true)?;
    let transaction = connection.unchecked_transaction()?;
    let mut rows = transaction.prepare(&format!("SELECT {COLUMNS} FROM payments"))?;
    let read = rows.query_map([], |row| Ok((row.get::<_, u32>(0)?, payment(row)?)))?;
    let mut changed = Vec::new();
    for row in read {
        let (number, known) = row?;
        let shown = masked(known.clone());
        changed.extend((shown != known).then_some((number, shown)));
    }
    drop(rows);
    for (number, payment) in &changed {
        let mut update =
            transaction.prepare_cached("UPDATE payments SET message = ?2, texts = ?3 WHERE number = ?1")?;
        update.execute(params![number, payment.row.unified_message, written(&payment.texts)])?;
    }
    transaction.execute_batch(
        "UPDATE state SET value = lower(hex(randomblob(16))) WHERE name = 'name';
         INSERT INTO state VALUES ('masked', '1');",
    )?;
    transaction.commit()?;
    connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(()))
}
