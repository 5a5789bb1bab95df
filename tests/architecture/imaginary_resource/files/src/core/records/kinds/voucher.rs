//! Vouchers.

use chrono::{DateTime, Utc};
use paydesk_api::error::DecodeError;
use paydesk_api::resources::vouchers::wire::decode_voucher;
use paydesk_domain::document::Raw;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::text::visible;
use paydesk_domain::voucher::{Voucher, VoucherStatus};

use crate::records::{CachedRecord, RecordKind, RecordRow, RecordStatus, StatusKind};
use paydesk_domain::zone::Zone;

impl RecordKind for Voucher {
    const KIND: ResourceKind = ResourceKind::Voucher;
    const ID_FIELD: &str = "voucher_id";

    fn decode(reported: Raw, units: MinorUnits) -> Result<Self, DecodeError> {
        decode_voucher(reported, units)
    }

    fn amount(&self) -> Option<Money> {
        Some(self.amount.clone())
    }

    fn row(mut row: RecordRow, known: &CachedRecord, _: Zone, _: DateTime<Utc>) -> RecordRow {
        row.title = visible(known.record.sent_text("description").unwrap_or("No description"), 80);
        let voucher = known.voucher();
        row.status = voucher.map_or(RecordStatus::not_reported(), |voucher| RecordStatus::from(&voucher.status));
        let (title, word) = (row.title.clone(), row.status.label());
        row.searched_by([title.as_str(), &known.record.id, &word])
    }
}

impl CachedRecord {
    /// What the service reported, where this is a voucher that could be read.
    pub fn voucher(&self) -> Option<&Voucher> {
        self.reported_as()
    }
}

impl From<&VoucherStatus> for RecordStatus {
    fn from(status: &VoucherStatus) -> Self {
        let meaning = match status {
            VoucherStatus::Active => StatusKind::Open,
            VoucherStatus::Spent => StatusKind::Completed,
            VoucherStatus::Withdrawn => StatusKind::Closed,
            VoucherStatus::Unknown(_) => StatusKind::Unknown,
        };
        Self::new(status.label(), meaning)
    }
}
