//! The shapes of `/payments` answers beside the whole payment: exactly the fields of the specification, in its order.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::engine::payments::{PaymentStatusWord, capture_method};
use crate::storage::payments::{PaymentRecord, StoredPaymentRow};
use paydesk_domain::decline;

/// The answer to a capture.
#[derive(Debug, Serialize)]
pub struct CaptureBody {
    payment_id: String,
    status: PaymentStatusWord,
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
            status: PaymentStatusWord(payment.status),
            amount: payment.amount,
            amount_received: payment.amount_received,
            amount_capturable: payment.amount_capturable,
            currency: payment.currency,
            capture_method: capture_method(payment.manual_capture),
            captured_at: payment.detail.captured_at,
        }
    }
}

/// The fields that the answers to a cancellation and to an approval begin with.
#[derive(Debug, Serialize)]
struct PaymentSummary {
    payment_id: String,
    status: PaymentStatusWord,
    amount: i64,
    currency: String,
}

impl PaymentSummary {
    fn new(payment: PaymentRecord) -> Self {
        Self {
            payment_id: payment.payment_id,
            status: PaymentStatusWord(payment.status),
            amount: payment.amount,
            currency: payment.currency,
        }
    }
}

/// The answer to a cancellation.
#[derive(Debug, Serialize)]
pub struct CancelBody {
    #[serde(flatten)]
    payment: PaymentSummary,
    cancellation_reason: Option<String>,
    cancelled_at: Option<DateTime<Utc>>,
}

impl CancelBody {
    pub fn new(payment: PaymentRecord) -> Self {
        let (cancellation_reason, cancelled_at) =
            (payment.detail.cancellation_reason.clone(), payment.detail.cancelled_at);
        Self { payment: PaymentSummary::new(payment), cancellation_reason, cancelled_at }
    }
}

/// The answer to an approval.
#[derive(Debug, Serialize)]
pub struct ApproveBody {
    #[serde(flatten)]
    payment: PaymentSummary,
    /// `null` while a capture is still to come.
    captured_at: Option<DateTime<Utc>>,
}

impl ApproveBody {
    pub fn new(payment: PaymentRecord) -> Self {
        let captured_at = payment.detail.captured_at;
        Self { payment: PaymentSummary::new(payment), captured_at }
    }
}

/// A row of the list.
#[derive(Debug, Serialize)]
pub struct RowBody {
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

impl RowBody {
    pub fn new(row: StoredPaymentRow) -> Self {
        let StoredPaymentRow { payment_id, status, amount, currency, created, unified_code } = row;
        let unified_message = unified_code.as_deref().and_then(decline::message);
        Self { payment_id, status, amount, currency, created, unified_code, unified_message }
    }
}
