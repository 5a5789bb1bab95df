//! The table of disputes: what the service says, and how they are handled here.

use paydesk_domain::dispute::HandledDispute;
use paydesk_domain::export::{ExportCell, ExportRow};

use super::row::TableRow;

pub(super) const COLUMNS: [&str; 19] = [
    "dispute_id",
    "payment_id",
    "status",
    "stage",
    "reason",
    "amount",
    "currency",
    "created",
    "evidence_deadline",
    "evidence_submitted_at",
    "assignee",
    "note",
    "tags",
    "snoozed_until",
    "wont_contest",
    "deadline",
    "deadline_is_estimate",
    "customer_name",
    "customer_email",
];

/// One dispute.
pub fn dispute_row(handled: &HandledDispute) -> TableRow<'_> {
    let dispute = &handled.dispute;
    let [amount, currency] = ExportCell::money(Some(&dispute.amount));
    let cells = vec![
        ExportCell::text(dispute.dispute_id.as_str()),
        ExportCell::text(dispute.payment_id.as_str()),
        ExportCell::text(dispute.status.as_str()),
        ExportCell::optional(dispute.stage.as_ref(), |stage| ExportCell::text(stage.as_str())),
        ExportCell::text(dispute.reason.as_deref().unwrap_or_default()),
        amount,
        currency,
        ExportCell::time(dispute.created),
        ExportCell::time(dispute.evidence_deadline),
        ExportCell::time(handled.evidence_submitted_at),
        ExportCell::text(&handled.assignee),
        ExportCell::text(&handled.note),
        ExportCell::text(&handled.tags),
        ExportCell::time(handled.snoozed_until),
        if handled.wont_contest { ExportCell::Flag(true) } else { ExportCell::Empty },
        ExportCell::time(handled.deadline),
        ExportCell::optional(handled.deadline, |_| ExportCell::Flag(handled.is_deadline_estimated)),
        ExportCell::text(&handled.customer_name),
        ExportCell::text(&handled.customer_email),
    ];
    TableRow {
        row: ExportRow { cells, money: Some(dispute.amount.clone()) },
        id: dispute.dispute_id.as_str(),
        status: dispute.status.as_str(),
        created: dispute.created,
        customer: None,
    }
}
