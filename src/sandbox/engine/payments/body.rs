//! A payment as the API shows it: what endpoints answer and what events carry.

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::config::Credentials;
use crate::engine::acquirer::{self, Decline, ErrorDetails};
use crate::storage::payments::{CardOnFile, PaymentRecord};
use paydesk_domain::payment::PaymentStatus;

/// Exactly the fields of the specification, in its order, where they apply.
#[derive(Debug, Serialize)]
pub struct PaymentBody {
    payment_id: String,
    merchant_id: String,
    status: PaymentStatusWord,
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
pub struct PaymentStatusWord(pub PaymentStatus);

impl Serialize for PaymentStatusWord {
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
    pub fn new(credentials: &Credentials, payment: PaymentRecord) -> Self {
        let detail = payment.detail;
        let brand = detail.card.as_ref().map(|card| card.brand.as_str());
        let error = payment.unified_code.map(|code| acquirer::describe(&code, brand).into());
        Self {
            payment_id: payment.payment_id,
            merchant_id: credentials.merchant_id.clone(),
            status: PaymentStatusWord(payment.status),
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
            profile_id: credentials.profile_id.clone(),
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

/// The word for how a payment is captured.
pub fn capture_method(manual: bool) -> &'static str {
    if manual { "manual" } else { "automatic" }
}
