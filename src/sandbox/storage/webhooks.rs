//! Registered webhooks: where events go, and how deliveries misbehave on demand.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};

use super::{from_json, time, to_json};

/// How deliveries to a webhook misbehave; all off is how the sandbox behaves by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct WebhookOptions {
    /// Every event is delivered twice.
    pub duplicates: bool,
    /// Every delivery waits up to five seconds of sandbox time, so that they come in another order.
    pub shuffle: bool,
    /// The signature does not match the body.
    pub corrupt_signature: bool,
    /// Every delivery waits so long, in sandbox time.
    pub delay_seconds: i64,
}

/// A webhook as stored.
#[derive(Debug, Clone)]
pub struct WebhookRow {
    pub seq: i64,
    pub webhook_id: String,
    pub url: String,
    /// The sandbox's own where `None`.
    pub secret: Option<String>,
    pub created: DateTime<Utc>,
    pub options: WebhookOptions,
}

const COLUMNS: &str = "seq, webhook_id, url, secret, created, options";

/// Stores a webhook; returns the `seq` it was given here.
pub fn insert(db: &Connection, webhook: &WebhookRow) -> rusqlite::Result<i64> {
    let options = to_json(&webhook.options)?;
    db.execute(
        "INSERT INTO webhook (webhook_id, url, secret, created, options) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![webhook.webhook_id, webhook.url, webhook.secret, webhook.created.timestamp_millis(), options],
    )?;
    Ok(db.last_insert_rowid())
}

/// Replaces how deliveries to a webhook misbehave.
pub fn set_options(db: &Connection, webhook_id: &str, options: &WebhookOptions) -> rusqlite::Result<()> {
    db.execute("UPDATE webhook SET options = ?2 WHERE webhook_id = ?1", params![webhook_id, to_json(options)?])
        .map(|_| ())
}

/// Deletes a webhook and what was still to be delivered to it; false when there is none of that id.
pub fn remove(db: &Connection, webhook_id: &str) -> rusqlite::Result<bool> {
    db.execute("DELETE FROM webhook WHERE webhook_id = ?1", [webhook_id]).map(|changed| changed > 0)
}

/// Deletes all of them.
pub fn clear(db: &Connection) -> rusqlite::Result<()> {
    db.execute("DELETE FROM webhook", []).map(|_| ())
}

/// The webhook of this id.
pub fn by_id(db: &Connection, webhook_id: &str) -> rusqlite::Result<Option<WebhookRow>> {
    db.prepare_cached(&format!("SELECT {COLUMNS} FROM webhook WHERE webhook_id = ?1"))?
        .query_row([webhook_id], webhook_row)
        .optional()
}

/// All of them, in the order they were registered.
pub fn all(db: &Connection) -> rusqlite::Result<Vec<WebhookRow>> {
    let mut statement = db.prepare_cached(&format!("SELECT {COLUMNS} FROM webhook ORDER BY seq"))?;
    let rows = statement.query_map([], webhook_row)?;
    rows.collect()
}

fn webhook_row(row: &Row) -> rusqlite::Result<WebhookRow> {
    Ok(WebhookRow {
        seq: row.get(0)?,
        webhook_id: row.get(1)?,
        url: row.get(2)?,
        secret: row.get(3)?,
        created: time(row.get(4)?),
        options: from_json(row.get_ref(5)?.as_str()?)?,
    })
}
