//! Rows of disputes, with the evidence that was submitted.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, ToSql, params};
use serde_json::{Map, Value};

use super::{from_json, time, to_json};

/// Status of a dispute: the values that the specification shows.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::AsRefStr, strum::EnumString, strum::VariantNames,
)]
#[strum(serialize_all = "snake_case")]
pub enum SandboxDisputeStatus {
    DisputeOpened,
    Challenged,
    Won,
    Lost,
}

/// How far a dispute has come between the banks (API reference).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::AsRefStr, strum::EnumString, strum::VariantNames,
)]
#[strum(serialize_all = "snake_case")]
pub enum SandboxDisputeStage {
    PreDispute,
    Dispute,
    PreArbitration,
    /// Named by the service of the shapes of hyperswitch only.
    Arbitration,
    /// Named by the service of the shapes of hyperswitch only.
    DisputeReversal,
}

/// A dispute as stored. The amount is in the lowest unit of the currency.
#[derive(Debug, Clone)]
pub struct DisputeRecord {
    pub dispute_id: String,
    pub payment_id: String,
    pub amount: i64,
    pub currency: String,
    pub status: SandboxDisputeStatus,
    pub stage: SandboxDisputeStage,
    pub reason: String,
    pub created: DateTime<Utc>,
    pub modified: DateTime<Utc>,
    /// From this moment on no evidence is taken.
    pub deadline: DateTime<Utc>,
    pub evidence_submitted: Option<DateTime<Utc>>,
    /// By name of the field; cleared fields are not in it.
    pub evidence: Map<String, Value>,
}

/// Which disputes a list shows; `None` means all.
#[derive(Debug, Clone, Default)]
pub struct DisputeFilter {
    pub status: Option<SandboxDisputeStatus>,
    pub payment_id: Option<String>,
    pub currency: Option<String>,
    /// Included.
    pub created_from_ms: Option<i64>,
    /// Included.
    pub created_to_ms: Option<i64>,
}

/// What analytics counts of a dispute. The amount is in the lowest unit of the currency.
#[derive(Debug, Clone)]
pub struct DisputeFact {
    pub created_ms: i64,
    pub amount: i64,
    pub currency: String,
    pub status: SandboxDisputeStatus,
    pub stage: SandboxDisputeStage,
}

const COLUMNS: &str = "dispute_id, payment_id, amount, currency, status, stage, reason, created, modified, deadline, \
                       evidence_submitted, evidence";

/// Inserts a dispute at the end of the order of creation.
pub fn insert(db: &Connection, dispute: &DisputeRecord) -> rusqlite::Result<()> {
    db.prepare_cached(&format!(
        "INSERT INTO dispute ({COLUMNS}) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12)"
    ))?
    .execute(params![
        dispute.dispute_id,
        dispute.payment_id,
        dispute.amount,
        dispute.currency,
        dispute.status.as_ref(),
        dispute.stage.as_ref(),
        dispute.reason,
        dispute.created.timestamp_millis(),
        dispute.modified.timestamp_millis(),
        dispute.deadline.timestamp_millis(),
        dispute.evidence_submitted.map(|at| at.timestamp_millis()),
        to_json(&dispute.evidence)?
    ])
    .map(|_| ())
}

/// Writes what can change of a dispute: status and evidence.
pub fn update(db: &Connection, dispute: &DisputeRecord) -> rusqlite::Result<()> {
    db.prepare_cached(
        "UPDATE dispute SET status = ?2, modified = ?3, evidence_submitted = ?4, evidence = ?5 WHERE dispute_id = ?1",
    )?
    .execute(params![
        dispute.dispute_id,
        dispute.status.as_ref(),
        dispute.modified.timestamp_millis(),
        dispute.evidence_submitted.map(|at| at.timestamp_millis()),
        to_json(&dispute.evidence)?
    ])
    .map(|_| ())
}

/// The dispute of this id.
pub fn by_id(db: &Connection, dispute_id: &str) -> rusqlite::Result<Option<DisputeRecord>> {
    db.prepare_cached(&format!("SELECT {COLUMNS} FROM dispute WHERE dispute_id = ?1"))?
        .query_row([dispute_id], record)
        .optional()
}

/// Whether a payment has, or ever had, a dispute; only undecided ones when `undecided`.
pub fn is_disputed(db: &Connection, payment_id: &str, undecided: bool) -> rusqlite::Result<bool> {
    let filter = if undecided { "AND status NOT IN ('won', 'lost')" } else { "" };
    db.prepare_cached(&format!("SELECT EXISTS (SELECT 1 FROM dispute WHERE payment_id = ?1 {filter})"))?
        .query_row([payment_id], |row| row.get(0))
}

/// How many disputes match.
pub fn count(db: &Connection, filter: &DisputeFilter) -> rusqlite::Result<i64> {
    let (conditions, values) = conditions(filter);
    db.prepare_cached(&format!("SELECT count(*) FROM dispute WHERE {conditions}"))?
        .query_row(rusqlite::params_from_iter(values), |row| row.get(0))
}

/// The matching disputes `offset .. offset + limit`, newest first.
pub fn page(
    db: &Connection,
    filter: &DisputeFilter,
    offset: usize,
    limit: usize,
) -> rusqlite::Result<Vec<DisputeRecord>> {
    let (conditions, mut values) = conditions(filter);
    values.push(Box::new(limit as i64));
    values.push(Box::new(offset as i64));
    let sql = format!("SELECT {COLUMNS} FROM dispute WHERE {conditions} ORDER BY seq DESC LIMIT ? OFFSET ?");
    let mut statement = db.prepare_cached(&sql)?;
    let rows = statement.query_map(rusqlite::params_from_iter(values), record)?;
    rows.collect()
}

/// What analytics counts of the disputes created from `from_ms` to `to_ms`, both included, oldest first.
pub fn facts(db: &Connection, from_ms: i64, to_ms: i64) -> rusqlite::Result<Vec<DisputeFact>> {
    let mut statement = db.prepare_cached(
        "SELECT created, amount, currency, status, stage FROM dispute WHERE created BETWEEN ?1 AND ?2
         ORDER BY created",
    )?;
    let rows = statement.query_map(params![from_ms, to_ms], |row| {
        Ok(DisputeFact {
            created_ms: row.get(0)?,
            amount: row.get(1)?,
            currency: row.get(2)?,
            status: super::word(row, 3)?,
            stage: super::word(row, 4)?,
        })
    })?;
    rows.collect()
}

/// A filter as SQL and its values, in order.
fn conditions(filter: &DisputeFilter) -> (String, Vec<Box<dyn ToSql>>) {
    let text = |value: &Option<String>| value.clone().map(|text| Box::new(text) as Box<dyn ToSql>);
    let number = |value: Option<i64>| value.map(|number| Box::new(number) as Box<dyn ToSql>);
    let status = filter.status.map(|status| status.as_ref().to_owned());
    let all = [
        ("status = ?", text(&status)),
        ("payment_id = ?", text(&filter.payment_id)),
        ("currency = ?", text(&filter.currency)),
        ("created >= ?", number(filter.created_from_ms)),
        ("created <= ?", number(filter.created_to_ms)),
    ];
    let given = all.into_iter().filter_map(|(sql, value)| Some((sql, value?)));
    let (mut sql, values): (Vec<&str>, Vec<_>) = given.unzip();
    sql.push("TRUE");
    (sql.join(" AND "), values)
}

fn record(row: &Row) -> rusqlite::Result<DisputeRecord> {
    let submitted: Option<i64> = row.get(10)?;
    Ok(DisputeRecord {
        dispute_id: row.get(0)?,
        payment_id: row.get(1)?,
        amount: row.get(2)?,
        currency: row.get(3)?,
        status: super::word(row, 4)?,
        stage: super::word(row, 5)?,
        reason: row.get(6)?,
        created: time(row.get(7)?),
        modified: time(row.get(8)?),
        deadline: time(row.get(9)?),
        evidence_submitted: submitted.map(time),
        evidence: from_json(row.get_ref(11)?.as_str()?)?,
    })
}
