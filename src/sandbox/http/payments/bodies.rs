//! The shapes of `/payments` answers: exactly the fields of the specification, in its order.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::domain::decline;
use crate::domain::payment::PaymentStatus;
use crate::sandbox::engine::acquirer::{self, Decline, ErrorDetails};
use crate::sandbox::engine::payments::PaymentList;
use crate::sandbox::service::Sandbox;
use crate::sandbox::storage::payments::{CardOnFile, PaymentListRow, PaymentRecord};

/// A payment as the API shows it: exactly the fields of the specification, where they apply.
#[derive(Debug, Serialize)]
pub struct PaymentBody {
    payment_id: String,
    merchant_id: String,
    status: PaymentWord,
    amount: i64,
    amount_received: i64,
    amount_capturable: i64,
    currency: String,
    capture_method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_method: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    payment_method_data: Option<MethodBody>,
    #[serde(skip_serializing_if = "Option::is_none")]
    customer_id: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    description: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    statement_descriptor: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Map<String, Value>>,
    created: DateTime<Utc>,
    modified_at: DateTime<Utc>,
    /// Only in the answer to the creation.
    #[serde(skip_serializing_if = "Option::is_none")]
    client_secret: Option<String>,
    profile_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    captured_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cancellation_reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cancelled_at: Option<DateTime<Utc>>,
    #[serde(flatten)]
    error: Option<DeclineBody>,
}

/// A status as its word.
#[derive(Debug)]
struct PaymentWord(PaymentStatus);

impl Serialize for PaymentWord {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.as_str())
    }
}

#[derive(Debug, Serialize)]
struct MethodBody {
    card: CardOnFile,
}

#[derive(Debug, Serialize)]
struct DeclineBody {
    unified_code: String,
    unified_message: &'static str,
    error_code: &'static str,
    error_message: &'static str,
    error_details: ErrorDetails,
}

impl From<Decline> for DeclineBody {
    fn from(decline: Decline) -> Self {
        let Decline { unified_code, unified_message, error_code, error_message, details } = decline;
        Self { unified_code, unified_message, error_code, error_message, error_details: details }
    }
}

impl PaymentBody {
    pub fn new(sandbox: &Sandbox, payment: PaymentRecord) -> Self {
        let detail = payment.detail;
        let brand = detail.card.as_ref().map(|card| card.brand.as_str());
        let error = payment.unified_code.map(|code| acquirer::describe(&code, brand).into());
        Self {
            payment_id: payment.payment_id,
            merchant_id: sandbox.credentials().merchant_id.clone(),
            status: PaymentWord(payment.status),
            amount: payment.amount,
            amount_received: payment.amount_received,
            amount_capturable: payment.amount_capturable,
            currency: payment.currency,
            capture_method: capture_method(payment.manual_capture),
            payment_method: payment.payment_method,
            payment_method_data: detail.card.map(|card| MethodBody { card }),
            customer_id: payment.customer.map(|customer| customer.customer_id),
            email: detail.email,
            description: detail.description,
            statement_descriptor: detail.statement_descriptor,
            metadata: detail.metadata,
            created: payment.created,
            modified_at: payment.modified,
            client_secret: None,
            profile_id: sandbox.credentials().profile_id.clone(),
            captured_at: detail.captured_at,
            cancellation_reason: detail.cancellation_reason,
            cancelled_at: detail.cancelled_at,
            error,
        }
    }

    /// With the secret that only the answer to the creation shows.
    pub fn with_client_secret(self, client_secret: Option<String>) -> Self {
        Self { client_secret, ..self }
    }
}

fn capture_method(manual: bool) -> &'static str {
    if manual { "manual" } else { "automatic" }
}

/// The answer to a capture.
#[derive(Debug, Serialize)]
pub struct CaptureBody {
    payment_id: String,
    status: PaymentWord,
    amount: i64,
    amount_received: i64,
    amount_capturable: i64,
    currency: String,
    capture_method: &'static str,
    captured_at: Option<DateTime<Utc>>,
}

impl CaptureBody {
    pub fn new(payment: PaymentRecord) -> Self {
        Self {
            payment_id: payment.payment_id,
            status: PaymentWord(payment.status),
            amount: payment.amount,
            amount_received: payment.amount_received,
            amount_capturable: payment.amount_capturable,
            currency: payment.currency,
            capture_method: capture_method(payment.manual_capture),
            captured_at: payment.detail.captured_at,
        }
    }
}

/// The answer to a cancellation.
#[derive(Debug, Serialize)]
pub struct CancelBody {
    payment_id: String,
    status: PaymentWord,
    amount: i64,
    currency: String,
    cancellation_reason: Option<String>,
    cancelled_at: Option<DateTime<Utc>>,
}

impl CancelBody {
    pub fn new(payment: PaymentRecord) -> Self {
        Self {
            payment_id: payment.payment_id,
            status: PaymentWord(payment.status),
            amount: payment.amount,
            currency: payment.currency,
            cancellation_reason: payment.detail.cancellation_reason,
            cancelled_at: payment.detail.cancelled_at,
        }
    }
}

/// The answer to an approval.
#[derive(Debug, Serialize)]
pub struct ApproveBody {
    payment_id: String,
    status: PaymentWord,
    amount: i64,
    currency: String,
    /// `null` while a capture is still to come.
    captured_at: Option<DateTime<Utc>>,
}

impl ApproveBody {
    pub fn new(payment: PaymentRecord) -> Self {
        Self {
            payment_id: payment.payment_id,
            status: PaymentWord(payment.status),
            amount: payment.amount,
            currency: payment.currency,
            captured_at: payment.detail.captured_at,
        }
    }
}

/// The envelope of the list.
#[derive(Debug, Serialize)]
pub struct ListBody {
    count: usize,
    total_count: usize,
    has_more: bool,
    data: Vec<RowBody>,
}

#[derive(Debug, Serialize)]
struct RowBody {
    payment_id: String,
    status: String,
    amount: i64,
    currency: String,
    created: DateTime<Utc>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unified_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unified_message: Option<&'static str>,
}

impl ListBody {
    pub fn new(list: PaymentList) -> Self {
        let data: Vec<RowBody> = list.rows.into_iter().map(RowBody::new).collect();
        Self { count: data.len(), total_count: list.total, has_more: list.has_more, data }
    }
}

impl RowBody {
    fn new(row: PaymentListRow) -> Self {
        let PaymentListRow { payment_id, status, amount, currency, created, unified_code } = row;
        let unified_message = unified_code.as_deref().and_then(decline::message);
        Self { payment_id, status, amount, currency, created, unified_code, unified_message }
    }
}
