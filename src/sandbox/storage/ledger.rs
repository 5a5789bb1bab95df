//! The ledger: every effect that moved or released money, append-only. What a test holds a client's claims against.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, Row, params};
use serde::Serialize;

use super::time;

/// An effect to be recorded.
#[derive(Debug, Clone, Copy)]
pub struct LedgerEffect<'a> {
    /// `authorize`, `capture`, `void`, `refund`, …
    pub effect: &'a str,
    pub object_id: &'a str,
    pub payment_id: Option<&'a str>,
    /// In the currency's lowest unit.
    pub amount: Option<i64>,
    pub currency: Option<&'a str>,
}

/// A recorded effect, as `/_sandbox/ledger` answers it. The amount is in the lowest unit of the currency.
#[derive(Debug, Clone, Serialize)]
pub struct LedgerRow {
    pub seq: i64,
    pub at: DateTime<Utc>,
    pub effect: String,
    pub object_id: String,
    pub payment_id: Option<String>,
    pub amount: Option<i64>,
    pub currency: Option<String>,
}

/// Adds an effect behind the last one.
pub fn append(db: &Connection, at: DateTime<Utc>, effect: LedgerEffect) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO ledger (at, effect, object_id, payment_id, amount, currency) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?
    .execute(params![
        at.timestamp_millis(),
        effect.effect,
        effect.object_id,
        effect.payment_id,
        effect.amount,
        effect.currency
    ])
    .map(|_| ())
}

/// The rows after `seq`, oldest first, at most `limit`.
pub fn after(db: &Connection, seq: i64, limit: i64) -> rusqlite::Result<Vec<LedgerRow>> {
    let mut statement = db.prepare_cached(
        "SELECT seq, at, effect, object_id, payment_id, amount, currency FROM ledger
         WHERE seq > ?1 ORDER BY seq LIMIT ?2",
    )?;
    let rows = statement.query_map(params![seq, limit], row)?;
    rows.collect()
}

/// The captures of a payment, oldest first; none of a payment of the seed data.
pub fn captures(db: &Connection, payment_id: &str) -> rusqlite::Result<Vec<LedgerRow>> {
    let mut statement = db.prepare_cached(
        "SELECT seq, at, effect, object_id, payment_id, amount, currency FROM ledger
         WHERE payment_id = ?1 AND effect = 'capture' ORDER BY seq",
    )?;
    let rows = statement.query_map([payment_id], row)?;
    rows.collect()
}

fn row(row: &Row) -> rusqlite::Result<LedgerRow> {
    Ok(LedgerRow {
        seq: row.get(0)?,
        at: time(row.get(1)?),
        effect: row.get(2)?,
        object_id: row.get(3)?,
        payment_id: row.get(4)?,
        amount: row.get(5)?,
        currency: row.get(6)?,
    })
}
