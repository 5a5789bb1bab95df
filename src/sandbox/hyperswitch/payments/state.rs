//! `state_metadata`: what was refunded and lost in disputes, where there is something.

use rusqlite::Connection;
use serde_json::{Value, json};

use super::super::refunds::is_sent;
use crate::storage;
use crate::storage::disputes::{DisputeFilter, SandboxDisputeStatus};
use crate::storage::payments::PaymentRecord;
use crate::storage::refunds::SandboxRefundStatus;

/// Most refunds, and most disputes, of a payment that are looked at.
pub const RELATED_MAX: usize = 100;

/// Sums in the lowest unit; `null` for a payment that nothing came back of.
pub fn state_metadata(db: &Connection, payment: &PaymentRecord) -> rusqlite::Result<Value> {
    let (refunded, disputed) = (refunded(db, payment)?, disputed(db, payment)?);
    if refunded.is_none() && disputed.is_none() {
        return Ok(Value::Null);
    }
    Ok(json!({ "total_refunded_amount": refunded, "total_disputed_amount": disputed, "post_capture_void": null }))
}

/// What refunds that succeeded come to; zero once the processor has one that is pending.
fn refunded(db: &Connection, payment: &PaymentRecord) -> rusqlite::Result<Option<i64>> {
    let mut refunds = storage::refunds::page(db, Some(&payment.payment_id), 0, RELATED_MAX)?;
    refunds.retain(is_sent);
    let succeeded = refunds.iter().filter(|refund| refund.status == SandboxRefundStatus::Succeeded);
    let sum = succeeded.map(|refund| refund.amount).sum();
    Ok((!refunds.is_empty()).then_some(sum))
}

fn disputed(db: &Connection, payment: &PaymentRecord) -> rusqlite::Result<Option<i64>> {
    let filter = DisputeFilter {
        payment_id: Some(payment.payment_id.clone()),
        status: Some(SandboxDisputeStatus::Lost),
        ..DisputeFilter::default()
    };
    let lost = storage::disputes::page(db, &filter, 0, RELATED_MAX)?;
    Ok((!lost.is_empty()).then(|| lost.iter().map(|dispute| dispute.amount).sum()))
}
