//! Refunds: `RefundResponse`.

use serde_json::Value;

use super::declines::{ProcessorDecline, with_refusal};
use super::fields::{CONNECTOR, CONNECTOR_ACCOUNT, Fields};
use crate::config::Credentials;
use crate::storage::refunds::{RefundRecord, SandboxRefundStatus};

const NULLS: &str = "\
    metadata error_message error_code unified_code unified_message split_refunds issuer_error_code \
    issuer_error_message raw_connector_response reason connector_refund_id";

/// A status that no transition of the engine leads to: the seed data has it.
const IN_REVIEW: &str = "review";

/// The status of a refund: `pending`, `succeeded`, `failed` or `review`.
pub fn refund_status(refund: &RefundRecord) -> &str {
    let word = refund.status.as_ref();
    match refund.detail.other_status.as_deref() {
        Some(IN_REVIEW) if word == "pending" => IN_REVIEW,
        Some(_) | None => word,
    }
}

/// A refund. Its type is not shown.
pub fn refund(credentials: &Credentials, refund: &RefundRecord) -> Value {
    let detail = &refund.detail;
    let fields = Fields::with_nulls(NULLS)
        .set("refund_id", refund.refund_id.clone())
        .set("payment_id", refund.payment_id.clone())
        .set("amount", refund.amount)
        .set("currency", refund.currency.clone())
        .set("status", refund_status(refund))
        .set("reason", detail.reason.clone())
        .set("metadata", detail.metadata.clone().map(Value::Object))
        .set("connector", CONNECTOR)
        .set("merchant_connector_id", CONNECTOR_ACCOUNT)
        .set("profile_id", credentials.profile_id.clone())
        .set("connector_refund_id", is_sent(refund).then(|| format!("fp_{}", refund.refund_id)))
        .at("created_at", refund.created)
        .at("updated_at", refund.modified);
    let Some(code) = &detail.unified_code else {
        return fields.object();
    };
    with_refusal(fields, &ProcessorDecline::of(code)).object()
}

/// Whether the processor knows of it: not of one that is scheduled, nor of one that it refused.
pub fn is_sent(refund: &RefundRecord) -> bool {
    let is_scheduled = refund.detail.refund_type.as_deref() == Some("scheduled");
    match refund.status {
        SandboxRefundStatus::Pending => !is_scheduled,
        SandboxRefundStatus::Succeeded => true,
        SandboxRefundStatus::Failed => false,
    }
}
