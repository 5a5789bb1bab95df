//! Payouts: money that leaves.

use chrono::{DateTime, Utc};

use crate::records::{CachedRecord, RecordKind, RecordRow, RecordStatus, StatusKind};
use paydesk_api::error::DecodeError;
use paydesk_api::resources::payouts::wire::decode_payout;
use paydesk_domain::document::Raw;
use paydesk_domain::money::{MinorUnits, Money};
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payout::{Payout, PayoutStatus};
use paydesk_domain::text::{visible, visible_id};
use paydesk_domain::zone::Zone;

/// A payout of which nothing says who is paid.
const NAMELESS: &str = "a recipient the service does not name";

impl RecordKind for Payout {
    const KIND: ResourceKind = ResourceKind::Payout;
    const ID_FIELD: &str = "payout_id";

    fn decode(reported: Raw, units: MinorUnits) -> Result<Self, DecodeError> {
        decode_payout(reported, units)
    }

    fn amount(&self) -> Option<Money> {
        Some(self.amount.clone())
    }

    fn rank(status: &str) -> Option<u8> {
        payout_rank(&PayoutStatus::from_word(status))
    }

    fn row(mut row: RecordRow, known: &CachedRecord, _: Zone, _: DateTime<Utc>) -> RecordRow {
        let Some(payout) = known.payout() else {
            row.title = visible_id(&known.record.id, 60);
            row.status = RecordStatus::not_reported();
            return row.searched_by([known.record.id.as_str()]);
        };
        let recipient = known.recipient().unwrap_or_default();
        row.title = visible(&recipient, 60);
        row.status = RecordStatus::from(&payout.status);
        let reported = [
            payout.customer.email.as_deref(),
            payout.customer.id.as_ref().map(|id| id.as_str()),
            payout.merchant_order_reference_id.as_deref(),
            payout.description.as_deref(),
        ];
        let word = row.status.label();
        let own = [known.record.id.as_str(), payout.status.as_str(), &recipient, &word];
        row.searched_by(own.into_iter().chain(reported.into_iter().flatten()))
    }
}

impl CachedRecord {
    /// What the service reported, where this is a payout that could be read.
    pub fn payout(&self) -> Option<&Payout> {
        self.reported_as()
    }

    /// Who is paid by a payout, in words also where the service does not say it.
    pub fn recipient(&self) -> Option<String> {
        self.payout().map(|_| self.known_recipient().unwrap_or(NAMELESS).to_owned())
    }

    /// Who is paid by a payout: the name as it is reported or known here, else the e-mail address, else the id.
    pub(in crate::records) fn known_recipient(&self) -> Option<&str> {
        let payout = self.payout()?;
        let name = payout.customer.name.as_deref().filter(|name| !name.trim().is_empty());
        let known = Some(&*self.customer.name).filter(|name| !name.trim().is_empty());
        let name = name.or(known).or_else(|| payout.recipient_name());
        let id = payout.customer.id.as_ref().map(|id| id.as_str());
        name.or(payout.customer.email.as_deref()).or(id)
    }
}

fn payout_rank(status: &PayoutStatus) -> Option<u8> {
    match status {
        PayoutStatus::RequiresCreation
        | PayoutStatus::RequiresConfirmation
        | PayoutStatus::RequiresPayoutMethodData
        | PayoutStatus::RequiresVendorAccountCreation => Some(0),
        PayoutStatus::RequiresFulfillment => Some(1),
        PayoutStatus::Initiated => Some(2),
        PayoutStatus::Pending => Some(3),
        PayoutStatus::Success
        | PayoutStatus::Failed
        | PayoutStatus::Cancelled
        | PayoutStatus::Expired
        | PayoutStatus::Ineligible => Some(4),
        PayoutStatus::Reversed => Some(5),
        PayoutStatus::Unknown(_) => None,
    }
}

impl From<&PayoutStatus> for RecordStatus {
    fn from(status: &PayoutStatus) -> Self {
        let meaning = match status {
            PayoutStatus::Success => StatusKind::Succeeded,
            PayoutStatus::Failed | PayoutStatus::Ineligible => StatusKind::Failed,
            PayoutStatus::Cancelled | PayoutStatus::Expired => StatusKind::Closed,
            PayoutStatus::Initiated | PayoutStatus::Pending => StatusKind::Processing,
            PayoutStatus::Reversed => StatusKind::Reversed,
            PayoutStatus::RequiresCreation | PayoutStatus::RequiresConfirmation => StatusKind::Waiting,
            PayoutStatus::RequiresFulfillment => StatusKind::Due,
            PayoutStatus::RequiresPayoutMethodData | PayoutStatus::RequiresVendorAccountCreation => {
                StatusKind::ActionRequired
            }
            PayoutStatus::Unknown(_) => StatusKind::Unknown,
        };
        Self::new(status.label(), meaning)
    }
}
