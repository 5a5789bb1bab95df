//! One entry of Home.

use chrono::{DateTime, Utc};

use crate::records::RecordStatus;
use paydesk_domain::known::Known;
use paydesk_domain::money::Money;
use paydesk_domain::money_sums::MoneySums;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payout::PayoutStatus;
use paydesk_domain::refund::RefundStatus;
use paydesk_domain::waiting::WaitingCount;

use super::text;

/// What waits for somebody, in the order it is listed where nothing hurries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, strum::EnumIter)]
pub enum HomeItem {
    ToReview,
    ToCapture,
    /// The rest of payments of which a part was captured.
    Remainders,
    OutcomeUnknown,
    /// A bulk run that is paused: what of it is not sent.
    PausedRun,
    /// What a second person of the team has to decide on, and what was approved and not sent.
    Approvals,
    DisputesToAnswer,
    PayoutsToFulfil,
    /// Declines that may go through when they are tried again.
    Declines,
    RefundsPending,
}

/// What waits of one sort.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HomeEntry {
    pub item: HomeItem,
    /// As far as it is known.
    pub waiting: WaitingCount,
    /// The one thing that hurries; empty where there is none.
    pub fact: String,
    /// Of exactly those that are counted.
    pub sums: Known<MoneySums>,
}

/// Something that waits and is too late after a time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WaitingDeadline {
    /// An authorization to capture, or a dispute to answer.
    pub item: HomeItem,
    /// Of the payment or the dispute.
    pub id: String,
    /// `None` where it is not known.
    pub amount: Option<Money>,
    pub at: DateTime<Utc>,
    /// It is not reported, but counted by a rule.
    pub is_estimated: bool,
}

impl HomeItem {
    /// The kind and the status of what it counts, where that is listed from records.
    pub fn records(self) -> Option<(ResourceKind, RecordStatus)> {
        match self {
            Self::PayoutsToFulfil => {
                Some((ResourceKind::Payout, RecordStatus::from(&PayoutStatus::RequiresFulfillment)))
            }
            Self::RefundsPending => Some((ResourceKind::Refund, RecordStatus::from(&RefundStatus::Pending))),
            Self::ToReview
            | Self::ToCapture
            | Self::Remainders
            | Self::OutcomeUnknown
            | Self::PausedRun
            | Self::Approvals
            | Self::DisputesToAnswer
            | Self::Declines => None,
        }
    }

    pub fn title(self) -> &'static str {
        match self {
            Self::ToReview => "To review",
            Self::ToCapture => text::TO_CAPTURE,
            Self::Remainders => "Remaining to capture",
            Self::OutcomeUnknown => text::OUTCOME_UNKNOWN,
            Self::PausedRun => "Bulk run to resume",
            Self::Approvals => text::APPROVALS,
            Self::DisputesToAnswer => "Disputes to respond to",
            Self::PayoutsToFulfil => "Payouts to fulfil",
            Self::Declines => "Declines worth a retry",
            Self::RefundsPending => "Refunds pending",
        }
    }
}
