//! The refund record as answers and events show it (ours: the specification shows none).

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::{Map, Value};

use crate::config::Credentials;
use crate::engine::acquirer::DeclineSummary;
use crate::storage::refunds::RefundRecord;

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
    error: Option<DeclineSummary>,
    created: DateTime<Utc>,
    updated: DateTime<Utc>,
    profile_id: String,
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
            error: detail.unified_code.map(|code| DeclineSummary::new(&code)),
            created: refund.created,
            updated: refund.modified,
            profile_id: credentials.profile_id.clone(),
        }
    }
}
