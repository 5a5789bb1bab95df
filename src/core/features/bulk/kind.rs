//! What a bulk run does to each of its objects.

use serde::{Deserialize, Serialize};

use paydesk_api::operation::Endpoint;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::{PaymentAction, PaymentStatus};

/// One thing, done to many.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, strum::EnumIter)]
#[serde(rename_all = "snake_case")]
pub enum BulkKind {
    Capture,
    Cancel,
    Approve,
    Refund,
    Fulfil,
}

impl BulkKind {
    /// What can be done to many payments; payouts are fulfilled.
    pub const OF_PAYMENTS: [Self; 4] = [Self::Capture, Self::Cancel, Self::Approve, Self::Refund];

    pub fn endpoint(self) -> Endpoint {
        match self {
            Self::Capture => Endpoint::CapturePayment,
            Self::Cancel => Endpoint::CancelPayment,
            Self::Approve => Endpoint::ApprovePayment,
            Self::Refund => Endpoint::CreateRefund,
            Self::Fulfil => Endpoint::FulfillPayout,
        }
    }

    /// Whether a payment in this status usually allows it: what a plan finds out may still leave it out.
    pub fn suits(self, status: &PaymentStatus, in_review: bool) -> bool {
        match self {
            Self::Capture => !in_review && status.can_be_captured(None),
            Self::Approve => in_review,
            Self::Cancel => in_review || status.can_be_captured(None) || status.is_unconfirmed(),
            Self::Refund => matches!(status, PaymentStatus::Succeeded | PaymentStatus::PartiallyCaptured),
            Self::Fulfil => false,
        }
    }

    /// What it works on, as a person selects it.
    pub fn subject(self) -> ResourceKind {
        match self {
            Self::Capture | Self::Cancel | Self::Approve | Self::Refund => ResourceKind::Payment,
            Self::Fulfil => ResourceKind::Payout,
        }
    }

    /// What is claimed for each: a refund works on the refunds of its payment.
    pub fn claimed(self) -> ResourceKind {
        match self {
            Self::Refund => ResourceKind::Refund,
            Self::Capture | Self::Cancel | Self::Approve | Self::Fulfil => self.subject(),
        }
    }

    /// The action on a payment, where the payment itself is changed.
    pub(super) fn action(self) -> Option<PaymentAction> {
        match self {
            Self::Capture => Some(PaymentAction::Capture),
            Self::Cancel => Some(PaymentAction::Cancel),
            Self::Approve => Some(PaymentAction::Approve),
            Self::Refund | Self::Fulfil => None,
        }
    }

    /// Whether the service has accepted it in this status, and not said yet how it ended.
    pub(super) fn is_under_way_in(self, status: &str) -> bool {
        match self {
            Self::Refund | Self::Fulfil => !self.endpoint().spec().done_in.contains(&status),
            Self::Capture | Self::Cancel | Self::Approve => {
                let status = PaymentStatus::from_word(status);
                matches!(status, PaymentStatus::Processing | PaymentStatus::PartiallyCapturedAndProcessing)
            }
        }
    }

    /// Whether the amount of each is what moves.
    pub fn moves_money(self) -> bool {
        matches!(self, Self::Capture | Self::Refund | Self::Fulfil)
    }

    /// Whether it is confirmed as what cannot be taken back, as it is for one object.
    pub fn is_danger(self) -> bool {
        matches!(self, Self::Cancel | Self::Refund)
    }

    /// Whether a file may name another amount for each than all that is there.
    pub fn takes_amounts(self) -> bool {
        matches!(self, Self::Capture | Self::Refund)
    }

    /// Whether a reason is asked for, once for all.
    pub fn takes_reason(self) -> bool {
        matches!(self, Self::Cancel | Self::Refund)
    }
}
