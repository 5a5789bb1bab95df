//! Rows of payments, found by id or by their place in the order of creation.

use chrono::{DateTime, Utc};
use rusqlite::{Connection, OptionalExtension, Row, params};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::{from_json, time, to_json};
use paydesk_domain::payment::PaymentStatus;

/// The reason an expired authorization is cancelled for.
pub const AUTHORIZATION_EXPIRED: &str = "authorization_expired";

/// A payment as stored. Amounts in the lowest unit of the currency.
#[derive(Debug, Clone)]
pub struct PaymentRecord {
    /// Place in the order of creation, from 1, without gaps.
    pub seq: i64,
    pub payment_id: String,
    pub status: PaymentStatus,
    pub currency: String,
    pub payment_method: Option<String>,
    pub customer: Option<CustomerRef>,
    pub created: DateTime<Utc>,
    pub modified: DateTime<Utc>,
    pub amount: i64,
    pub amount_received: i64,
    pub amount_capturable: i64,
    pub manual_capture: bool,
    /// Set while the status is `failed`.
    pub unified_code: Option<String>,
    pub detail: PaymentDetail,
}

impl PaymentRecord {
    pub fn key_row(&self) -> PaymentKeyRow {
        PaymentKeyRow {
            seq: self.seq,
            status: self.status.clone(),
            currency: self.currency.clone(),
            payment_method: self.payment_method.clone(),
            customer_seq: self.customer.as_ref().map(|customer| customer.seq),
            created_ms: self.created.timestamp_millis(),
            amount: self.amount,
        }
    }

    /// Money has been captured and some could still be.
    pub fn is_partly_captured(&self) -> bool {
        self.status == PaymentStatus::Succeeded && self.amount_capturable > 0
    }
}

/// The customer of a payment: key and id.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerRef {
    pub seq: i64,
    pub customer_id: String,
}

/// What no list filters by.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct PaymentDetail {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub statement_descriptor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Map<String, Value>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<CardOnFile>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub payment_method_type: Option<String>,
    /// A method is attached and a confirmation may go ahead.
    #[serde(skip_serializing_if = "is_false")]
    pub method_attached: bool,
    /// What the attached method will do when it is charged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub outcome: Option<ChargeOutcome>,
    /// What the attached card does after the payment.
    #[serde(alias = "aftermath", skip_serializing_if = "Option::is_none")]
    pub later_event: Option<LaterEvent>,
    #[serde(skip_serializing_if = "is_false")]
    pub three_ds: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub return_url: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub client_secret: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub captured_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancelled_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cancellation_reason: Option<String>,
    /// The subscription it collects for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub subscription_id: Option<String>,
    /// One capture ends the authorization, whatever the [settings](crate::engine::SandboxSettings) say.
    #[serde(skip_serializing_if = "is_false")]
    pub single_capture: bool,
    /// A status of hyperswitch that no transition leads to; shown in its shapes while the status is `processing`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_status: Option<String>,
    /// Fields of the create input that no answer shows: name, phone, billing, shipping, order_details, …
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub write_only: Map<String, Value>,
}

fn is_false(value: &bool) -> bool {
    !value
}

/// What happens when a payment method is charged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChargeOutcome {
    Approve,
    /// With a unified code.
    Decline(String),
    /// The customer is asked to authenticate, or sent elsewhere to pay.
    Challenge,
    /// Authorized, and held for manual review.
    Review,
    /// `processing` for a while, then approved.
    ProcessThenApprove,
    /// `processing` for a while, then declined with a unified code.
    ProcessThenDecline(String),
}

/// What a card does after its payment succeeded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LaterEvent {
    /// The cardholder disputes the payment as fraudulent.
    DisputeFraudulent,
    /// Refunds succeed first and fail later.
    RefundsFailLater,
    /// Refunds are never decided.
    RefundsStayPending,
}

/// What is stored of a card: never its number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CardOnFile {
    pub last4: String,
    pub brand: String,
    pub exp_month: String,
    pub exp_year: String,
}

/// What the list of payments shows of one. The amount is in the lowest unit of the currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredPaymentRow {
    pub payment_id: String,
    pub status: String,
    pub amount: i64,
    pub currency: String,
    pub created: DateTime<Utc>,
    pub unified_code: Option<String>,
}

/// What the index of lists holds of one. The amount is in the lowest unit of the currency.
#[derive(Debug, Clone)]
pub struct PaymentKeyRow {
    pub seq: i64,
    pub status: PaymentStatus,
    pub currency: String,
    pub payment_method: Option<String>,
    pub customer_seq: Option<i64>,
    pub created_ms: i64,
    pub amount: i64,
}

/// What decides which events a change of a payment makes. The amount is in the lowest unit of its currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentEventState {
    pub status: PaymentStatus,
    pub amount_received: i64,
}

/// The stored state of a payment.
pub fn event_state(db: &Connection, seq: i64) -> rusqlite::Result<Option<PaymentEventState>> {
    db.prepare_cached("SELECT status, amount_received FROM payment WHERE seq = ?1")?
        .query_row([seq], |row| {
            let status = PaymentStatus::from_word(row.get_ref(0)?.as_str()?);
            Ok(PaymentEventState { status, amount_received: row.get(1)? })
        })
        .optional()
}

/// Inserts a payment with the `seq` it has.
pub fn insert(db: &Connection, payment: &PaymentRecord) -> rusqlite::Result<()> {
    write(
        db,
        "INSERT INTO payment (seq, payment_id, status, currency, payment_method, customer_seq, created, modified,
                              amount, amount_received, amount_capturable, manual_capture, unified_code, detail)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14)",
        payment,
    )
}

/// Writes a changed payment; `seq`, id and time of creation never change.
pub fn update(db: &Connection, payment: &PaymentRecord) -> rusqlite::Result<()> {
    write(
        db,
        "UPDATE payment SET payment_id = ?2, status = ?3, currency = ?4, payment_method = ?5, customer_seq = ?6,
                            created = ?7, modified = ?8, amount = ?9, amount_received = ?10, amount_capturable = ?11,
                            manual_capture = ?12, unified_code = ?13, detail = ?14
         WHERE seq = ?1",
        payment,
    )
}

/// Executes `sql` with the columns of a payment in the order of the table.
fn write(db: &Connection, sql: &str, payment: &PaymentRecord) -> rusqlite::Result<()> {
    db.prepare_cached(sql)?
        .execute(params![
            payment.seq,
            payment.payment_id,
            payment.status.as_str(),
            payment.currency,
            payment.payment_method,
            payment.customer.as_ref().map(|customer| customer.seq),
            payment.created.timestamp_millis(),
            payment.modified.timestamp_millis(),
            payment.amount,
            payment.amount_received,
            payment.amount_capturable,
            payment.manual_capture,
            payment.unified_code,
            to_json(&payment.detail)?
        ])
        .map(|_| ())
}

/// Gives all payments that are held for manual review this status, and says how many had another. No other status that
/// is stored is one that the specification does not list.
pub fn rename_reviews(db: &Connection, status: &PaymentStatus) -> rusqlite::Result<usize> {
    let listed: Vec<PaymentStatus> = PaymentStatus::NAMED.into_iter().filter(PaymentStatus::is_documented).collect();
    let listed: Vec<String> = listed.iter().map(|status| format!("'{status}'")).collect();
    let sql = format!("UPDATE payment SET status = ?1 WHERE status != ?1 AND status NOT IN ({})", listed.join(", "));
    db.execute(&sql, [status.as_str()])
}

const SELECT: &str =
    "SELECT p.seq, p.payment_id, p.status, p.currency, p.payment_method, p.customer_seq, c.customer_id, p.created,
            p.modified, p.amount, p.amount_received, p.amount_capturable, p.manual_capture, p.unified_code, p.detail
     FROM payment p LEFT JOIN customer c ON c.seq = p.customer_seq";

/// The payment of this id.
pub fn by_id(db: &Connection, payment_id: &str) -> rusqlite::Result<Option<PaymentRecord>> {
    db.prepare_cached(&format!("{SELECT} WHERE p.payment_id = ?1"))?.query_row([payment_id], record).optional()
}

fn record(row: &Row) -> rusqlite::Result<PaymentRecord> {
    let customer: (Option<i64>, Option<String>) = (row.get(5)?, row.get(6)?);
    Ok(PaymentRecord {
        seq: row.get(0)?,
        payment_id: row.get(1)?,
        status: PaymentStatus::from_word(row.get_ref(2)?.as_str()?),
        currency: row.get(3)?,
        payment_method: row.get(4)?,
        customer: customer.0.zip(customer.1).map(|(seq, customer_id)| CustomerRef { seq, customer_id }),
        created: time(row.get(7)?),
        modified: time(row.get(8)?),
        amount: row.get(9)?,
        amount_received: row.get(10)?,
        amount_capturable: row.get(11)?,
        manual_capture: row.get(12)?,
        unified_code: row.get(13)?,
        detail: from_json(row.get_ref(14)?.as_str()?)?,
    })
}

/// The payments with these places, in the order asked for.
pub fn by_seqs(db: &Connection, seqs: &[i64]) -> rusqlite::Result<Vec<PaymentRecord>> {
    let mut statement = db.prepare_cached(&format!("{SELECT} WHERE p.seq = ?1"))?;
    seqs.iter().map(|seq| statement.query_row([seq], record)).collect()
}

/// The list rows with these places, in the order asked for.
pub fn list_rows(db: &Connection, seqs: &[i64]) -> rusqlite::Result<Vec<StoredPaymentRow>> {
    let mut statement = db.prepare_cached(
        "SELECT payment_id, status, amount, currency, created, unified_code FROM payment WHERE seq = ?1",
    )?;
    seqs.iter().map(|seq| statement.query_row([seq], list_row)).collect()
}

fn list_row(row: &Row) -> rusqlite::Result<StoredPaymentRow> {
    Ok(StoredPaymentRow {
        payment_id: row.get(0)?,
        status: row.get(1)?,
        amount: row.get(2)?,
        currency: row.get(3)?,
        created: time(row.get(4)?),
        unified_code: row.get(5)?,
    })
}

const SELECT_KEY: &str = "SELECT seq, status, currency, payment_method, customer_seq, created, amount FROM payment";

/// Shows the index rows of the payments from the place `first` on, in the order of creation.
pub fn for_each_key(db: &Connection, first: i64, mut visit: impl FnMut(PaymentKeyRow)) -> rusqlite::Result<()> {
    let mut statement = db.prepare(&format!("{SELECT_KEY} WHERE seq >= ?1 ORDER BY seq"))?;
    let mut rows = statement.query([first])?;
    while let Some(row) = rows.next()? {
        visit(key_row(row)?);
    }
    Ok(())
}

/// The index row of the payment at a place.
pub fn key_at(db: &Connection, seq: i64) -> rusqlite::Result<PaymentKeyRow> {
    db.prepare_cached(&format!("{SELECT_KEY} WHERE seq = ?1"))?.query_row([seq], key_row)
}

fn key_row(row: &Row) -> rusqlite::Result<PaymentKeyRow> {
    Ok(PaymentKeyRow {
        seq: row.get(0)?,
        status: PaymentStatus::from_word(row.get_ref(1)?.as_str()?),
        currency: row.get(2)?,
        payment_method: row.get(3)?,
        customer_seq: row.get(4)?,
        created_ms: row.get(5)?,
        amount: row.get(6)?,
    })
}

/// Id, captured amount in the lowest unit, and currency of a payment by its place.
pub fn sold_at(db: &Connection, seq: i64) -> rusqlite::Result<(String, i64, String)> {
    db.prepare_cached("SELECT payment_id, amount_received, currency FROM payment WHERE seq = ?1")?
        .query_row([seq], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_detail_that_an_earlier_version_stored_is_read() {
        let stored = json!({"aftermath": "refunds_fail_later"});
        let detail: PaymentDetail = serde_json::from_value(stored).unwrap();
        assert_eq!(detail.later_event, Some(LaterEvent::RefundsFailLater));
    }
}
