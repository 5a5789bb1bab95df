//! Refunds: money given back.

use chrono::{DateTime, Utc};

use crate::records::{CachedRecord, RecordKind, RecordRow, RecordStatus, StatusKind};
use paydesk_api::error::DecodeError;
use paydesk_api::resources::refunds::wire::decode_refund;
use paydesk_domain::document::Raw;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::refund::{Refund, RefundStatus};
use paydesk_domain::text::{code_text, visible, visible_id};
use paydesk_domain::zone::Zone;

impl RecordKind for Refund {
    const KIND: ResourceKind = ResourceKind::Refund;
    const ID_FIELD: &str = "refund_id";

    fn decode(reported: Raw, units: MinorUnits) -> Result<Self, DecodeError> {
        decode_refund(reported, units)
    }

    fn amount(&self) -> Option<Money> {
        self.amount.clone()
    }

    fn rank(status: &str) -> Option<u8> {
        refund_rank(&RefundStatus::from_word(status))
    }

    fn row(mut row: RecordRow, known: &CachedRecord, _: Zone, _: DateTime<Utc>) -> RecordRow {
        let (record, refund) = (&known.record, known.refund());
        let payment = record.payment_id.as_ref().map(|id| id.as_str());
        row.title = visible_id(payment.unwrap_or("not reported"), 64);
        if row.customer.is_empty() {
            row.customer.clone_from(&row.title);
        }
        let reason = refund.and_then(|refund| refund.reason.as_deref()).or(record.sent_text("reason"));
        row.note = visible(&code_text(reason.unwrap_or_default()), 80);
        let status = refund.and_then(|refund| refund.status.as_ref());
        row.status = status.map_or(RecordStatus::not_reported(), RecordStatus::from);
        let (note, word) = (row.note.clone(), row.status.label());
        row.searched_by([record.id.as_str(), payment.unwrap_or_default(), &note, &word])
    }
}

impl CachedRecord {
    /// What the service reported, where this is a refund that could be read.
    pub fn refund(&self) -> Option<&Refund> {
        self.reported_as()
    }
}

/// One that succeeded may fail later, when the bank sends the money back. Whether that is so, or an event of an earlier
/// attempt is late, only times can tell.
fn refund_rank(status: &RefundStatus) -> Option<u8> {
    match status {
        RefundStatus::Pending | RefundStatus::Review => Some(0),
        RefundStatus::Succeeded | RefundStatus::Failed => Some(1),
        RefundStatus::Unknown(_) => None,
    }
}

impl From<&RefundStatus> for RecordStatus {
    fn from(status: &RefundStatus) -> Self {
        let meaning = match status {
            RefundStatus::Pending | RefundStatus::Review => StatusKind::Processing,
            RefundStatus::Succeeded => StatusKind::Succeeded,
            RefundStatus::Failed => StatusKind::Failed,
            RefundStatus::Unknown(_) => StatusKind::Unknown,
        };
        Self::new(status.label(), meaning)
    }
}
