//! Rows of refunds.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{from_json, time, to_json};

/// Status of a refund (ours: the specification does not show them).
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::AsRefStr, strum::EnumString)]
#[strum(serialize_all = "snake_case")]
pub enum SandboxRefundStatus {
    Pending,
    Succeeded,
    Failed,
}

/// A refund as stored. The amount is in the lowest unit of the currency.
#[derive(Debug, Clone)]
pub struct RefundRecord {
    pub refund_id: String,
    pub payment_id: String,
    pub amount: i64,
    pub currency: String,
    pub status: SandboxRefundStatus,
    pub created: DateTime<Utc>,
    pub modified: DateTime<Utc>,
    pub detail: RefundDetail,
}

/// What nothing counts or filters by.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct RefundDetail {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refund_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Map<String, Value>>,
    /// The amount that was asked for; `None` where everything was.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asked_amount: Option<i64>,
    /// Set while the status is `failed`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unified_code: Option<String>,
    /// A status of hyperswitch that no transition leads to; shown in its shapes while the status is `pending`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_status: Option<String>,
}

const COLUMNS: &str = "refund_id, payment_id, amount, currency, status, created, modified, detail";

/// Inserts a refund at the end of the order of creation.
pub fn insert(db: &Connection, refund: &RefundRecord) -> rusqlite::Result<()> {
    db.prepare_cached(
        "INSERT INTO refund (refund_id, payment_id, amount, currency, status, created, modified, detail)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute(params![
        refund.refund_id,
        refund.payment_id,
        refund.amount,
        refund.currency,
        refund.status.as_ref(),
        refund.created.timestamp_millis(),
        refund.modified.timestamp_millis(),
        to_json(&refund.detail)?
    ])
    .map(|_| ())
}

/// Writes what can change of a refund: status and detail.
pub fn update(db: &Connection, refund: &RefundRecord) -> rusqlite::Result<()> {
    db.prepare_cached("UPDATE refund SET status = ?2, modified = ?3, detail = ?4 WHERE refund_id = ?1")?
        .execute(params![
            refund.refund_id,
            refund.status.as_ref(),
            refund.modified.timestamp_millis(),
            to_json(&refund.detail)?
        ])
        .map(|_| ())
}

/// Gives a refund another id.
pub fn set_id(db: &Connection, refund_id: &str, new_id: &str) -> rusqlite::Result<()> {
    db.prepare_cached("UPDATE refund SET refund_id = ?2 WHERE refund_id = ?1")?.execute([refund_id, new_id]).map(|_| ())
}

/// The refund of this id.
pub fn by_id(db: &Connection, refund_id: &str) -> rusqlite::Result<Option<RefundRecord>> {
    db.prepare_cached(&format!("SELECT {COLUMNS} FROM refund WHERE refund_id = ?1"))?
        .query_row([refund_id], record)
        .optional()
}

/// What the refunds of a payment that have not failed come to, in the lowest unit.
pub fn not_failed_total(db: &Connection, payment_id: &str) -> rusqlite::Result<i64> {
    db.prepare_cached("SELECT coalesce(sum(amount), 0) FROM refund WHERE payment_id = ?1 AND status <> 'failed'")?
        .query_row([payment_id], |row| row.get(0))
}

/// Whether a refund of the payment is still pending.
pub fn is_any_pending(db: &Connection, payment_id: &str) -> rusqlite::Result<bool> {
    db.prepare_cached("SELECT EXISTS (SELECT 1 FROM refund WHERE payment_id = ?1 AND status = 'pending')")?
        .query_row([payment_id], |row| row.get(0))
}

/// How many refunds there are, of one payment or of all.
pub fn count(db: &Connection, payment_id: Option<&str>) -> rusqlite::Result<i64> {
    match payment_id {
        None => db.query_row("SELECT count(*) FROM refund", [], |row| row.get(0)),
        Some(id) => db.query_row("SELECT count(*) FROM refund WHERE payment_id = ?1", [id], |row| row.get(0)),
    }
}

/// Refunds of one payment or of all, newest first.
pub fn page(
    db: &Connection,
    payment_id: Option<&str>,
    offset: usize,
    limit: usize,
) -> rusqlite::Result<Vec<RefundRecord>> {
    let filter = if payment_id.is_some() { "payment_id = ?1" } else { "?1 IS NULL" };
    let sql = format!("SELECT {COLUMNS} FROM refund WHERE {filter} ORDER BY seq DESC LIMIT ?2 OFFSET ?3");
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement.query_map(params![payment_id, limit as i64, offset as i64], record)?;
    rows.collect()
}

fn record(row: &Row) -> rusqlite::Result<RefundRecord> {
    Ok(RefundRecord {
        refund_id: row.get(0)?,
        payment_id: row.get(1)?,
        amount: row.get(2)?,
        currency: row.get(3)?,
        status: super::word(row, 4)?,
        created: time(row.get(5)?),
        modified: time(row.get(6)?),
        detail: from_json(row.get_ref(7)?.as_str()?)?,
    })
}
