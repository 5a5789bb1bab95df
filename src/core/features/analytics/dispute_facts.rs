//! Disputes as the report counts them, and when each was decided.

use chrono::{DateTime, Utc};

use paydesk_domain::deadline::plain_reason;
use paydesk_domain::dispute::{Dispute, DisputeStatus};
use paydesk_domain::dispute_report::{ReportDeadline, ReportDispute};
use paydesk_domain::document::reported_status;

use crate::features::disputes::DisputeTableRow;
use crate::features::webhooks::EventLog;

/// A dispute as far as a report counts it.
pub fn fact(row: &DisputeTableRow, opened: DateTime<Utc>, decided_at: Option<DateTime<Utc>>) -> ReportDispute {
    let dispute = &row.dispute;
    ReportDispute {
        dispute_id: dispute.dispute_id.clone(),
        opened,
        amount: dispute.amount.clone(),
        status: dispute.status.clone(),
        reason: plain_reason(row.known).short.to_owned(),
        decided_at,
        customer: [&row.customer_name, &row.customer_email].into_iter().find(|text| !text.is_empty()).cloned(),
        payment: row.payment_text.clone(),
        deadline: row.due().map(|at| {
            let is_estimated = row.deadline.is_some_and(|deadline| deadline.is_estimated());
            ReportDeadline { at, is_estimated }
        }),
        // The service has evidence of what it reviews, whoever submitted it.
        has_evidence: row.has_sent_evidence() || dispute.status == DisputeStatus::Challenged,
    }
}

/// When a dispute was won or lost: as an event of that says, else when the service says it changed last.
pub fn decided_at(dispute: &Dispute, log: &EventLog) -> Option<DateTime<Utc>> {
    let is_now = |word: &str| DisputeStatus::from_word(word) == dispute.status;
    let events = log.of_object(dispute.dispute_id.as_str()).filter_map(|row| row.genuine());
    let of_decision = events.filter(|(_, event)| reported_status(&event.object).is_some_and(is_now));
    let told = of_decision.filter_map(|(_, event)| event.timestamp).min();
    told.or(dispute.modified_at).filter(|_| !dispute.status.takes_evidence())
}
