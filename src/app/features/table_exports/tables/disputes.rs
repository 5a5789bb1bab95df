//! The table of disputes.

use crate::domain::dispute::Dispute;
use crate::domain::export::{ExportCell, ExportRow};

use super::row::TableRow;

pub(super) const COLUMNS: [&str; 10] = [
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
];

/// One dispute.
pub fn dispute_row(dispute: &Dispute) -> TableRow<'_> {
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
        ExportCell::time(dispute.evidence_submitted_at),
    ];
    TableRow {
        row: ExportRow { cells, money: Some(dispute.amount.clone()) },
        id: dispute.dispute_id.as_str(),
        status: dispute.status.as_str(),
        created: dispute.created,
        customer: None,
    }
}
