//! The refund record as answers and events show it (ours: the specification shows none).

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::sandbox::config::Credentials;
use crate::sandbox::engine::acquirer;
use crate::sandbox::storage::refunds::RefundRecord;

/// A refund; what does not apply is left out.
#[derive(Debug, Serialize)]
pub struct RefundBody {
    refund_id: String,
    payment_id: String,
    amount: i64,
    currency: String,
    status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refund_type: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    metadata: Option<Map<String, Value>>,
    #[serde(flatten)]
    error: Option<ErrorBody>,
    created: DateTime<Utc>,
    updated: DateTime<Utc>,
    profile_id: String,
}

#[derive(Debug, Serialize)]
struct ErrorBody {
    error_code: &'static str,
    error_message: &'static str,
    unified_code: String,
    unified_message: &'static str,
}

impl RefundBody {
    pub fn new(credentials: &Credentials, refund: RefundRecord) -> Self {
        let detail = refund.detail;
        Self {
            refund_id: refund.refund_id,
            payment_id: refund.payment_id,
            amount: refund.amount,
            currency: refund.currency,
            status: refund.status.as_ref().to_owned(),
            reason: detail.reason,
            refund_type: detail.refund_type,
            metadata: detail.metadata,
            error: detail.unified_code.map(|code| ErrorBody::new(&code)),
            created: refund.created,
            updated: refund.modified,
            profile_id: credentials.profile_id.clone(),
        }
    }
}

impl ErrorBody {
    fn new(unified_code: &str) -> Self {
        let decline = acquirer::describe(unified_code, None);
        Self {
            error_code: decline.error_code,
            error_message: decline.error_message,
            unified_code: decline.unified_code,
            unified_message: decline.unified_message,
        }
    }
}
