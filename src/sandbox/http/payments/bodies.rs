//! The shapes of `/payments` answers beside the whole payment: exactly the fields of the specification, in its order.

use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::domain::decline;
use crate::sandbox::engine::payments::{PaymentList, PaymentStatusWord, capture_method};
use crate::sandbox::storage::payments::{PaymentRecord, StoredPaymentRow};

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

/// The answer to a cancellation.
#[derive(Debug, Serialize)]
pub struct CancelBody {
    payment_id: String,
    status: PaymentStatusWord,
    amount: i64,
    currency: String,
    cancellation_reason: Option<String>,
    cancelled_at: Option<DateTime<Utc>>,
}

impl CancelBody {
    pub fn new(payment: PaymentRecord) -> Self {
        Self {
            payment_id: payment.payment_id,
            status: PaymentStatusWord(payment.status),
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
    status: PaymentStatusWord,
    amount: i64,
    currency: String,
    /// `null` while a capture is still to come.
    captured_at: Option<DateTime<Utc>>,
}

impl ApproveBody {
    pub fn new(payment: PaymentRecord) -> Self {
        Self {
            payment_id: payment.payment_id,
            status: PaymentStatusWord(payment.status),
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
    fn new(row: StoredPaymentRow) -> Self {
        let StoredPaymentRow { payment_id, status, amount, currency, created, unified_code } = row;
        let unified_message = unified_code.as_deref().and_then(decline::message);
        Self { payment_id, status, amount, currency, created, unified_code, unified_message }
    }
}
