//! Rows of customers.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{from_json, time, to_json};

/// A customer as stored (API reference).
#[derive(Debug, Clone)]
pub struct CustomerRecord {
    /// Counts from 1.
    pub seq: i64,
    pub customer_id: String,
    pub created: DateTime<Utc>,
    pub modified: DateTime<Utc>,
    pub detail: CustomerDetail,
}

/// What a merchant said about a customer.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct CustomerDetail {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_country_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub address: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Map<String, Value>>,
}

/// Adds a customer; fails where the id is taken.
pub fn insert(db: &Connection, customer: &CustomerRecord) -> rusqlite::Result<()> {
    db.prepare_cached("INSERT INTO customer (seq, customer_id, created, modified, detail) VALUES (?1, ?2, ?3, ?4, ?5)")?
        .execute(params![
            customer.seq,
            customer.customer_id,
            customer.created.timestamp_millis(),
            customer.modified.timestamp_millis(),
            to_json(&customer.detail)?
        ])
        .map(|_| ())
}

/// The key of a customer, if there is one of that id.
pub fn seq_of(db: &Connection, customer_id: &str) -> rusqlite::Result<Option<i64>> {
    db.prepare_cached("SELECT seq FROM customer WHERE customer_id = ?1")?
        .query_row([customer_id], |row| row.get(0))
        .optional()
}

/// Writes everything of a customer but the id and the time of creation.
pub fn update(db: &Connection, customer: &CustomerRecord) -> rusqlite::Result<()> {
    db.prepare_cached("UPDATE customer SET modified = ?2, detail = ?3 WHERE seq = ?1")?
        .execute(params![customer.seq, customer.modified.timestamp_millis(), to_json(&customer.detail)?])
        .map(|_| ())
}

/// The customer of this id.
pub fn by_id(db: &Connection, customer_id: &str) -> rusqlite::Result<Option<CustomerRecord>> {
    db.prepare_cached("SELECT seq, customer_id, created, modified, detail FROM customer WHERE customer_id = ?1")?
        .query_row([customer_id], record)
        .optional()
}

/// The customers `offset .. offset + limit`, oldest first.
pub fn page(db: &Connection, offset: usize, limit: usize) -> rusqlite::Result<Vec<CustomerRecord>> {
    let sql = "SELECT seq, customer_id, created, modified, detail FROM customer ORDER BY seq LIMIT ?1 OFFSET ?2";
    db.prepare_cached(sql)?.query_map(params![limit as i64, offset as i64], record)?.collect()
}

/// How many customers there are.
pub fn count(db: &Connection) -> rusqlite::Result<i64> {
    db.query_row("SELECT count(*) FROM customer", [], |row| row.get(0))
}

fn record(row: &Row) -> rusqlite::Result<CustomerRecord> {
    Ok(CustomerRecord {
        seq: row.get(0)?,
        customer_id: row.get(1)?,
        created: time(row.get(2)?),
        modified: time(row.get(3)?),
        detail: from_json(row.get_ref(4)?.as_str()?)?,
    })
}

/// The key the next customer gets.
pub fn next_seq(db: &Connection) -> rusqlite::Result<i64> {
    db.query_row("SELECT coalesce(max(seq), 0) + 1 FROM customer", [], |row| row.get(0))
}
