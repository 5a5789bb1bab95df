//! A refund as the service reports it. The record is undocumented, so
//! every field may be missing.

use std::borrow::Cow;

use chrono::{DateTime, Utc};

use super::document::{DecodeError, Raw};
use super::ids::{PaymentId, RefundId};
use super::money::Money;
use super::open_enum::open_enum;
use super::payment::{Pair, PaymentError};
use super::text::visible;

open_enum! {
    /// Status of a refund. The specification shows none; these are the values known so far, and others stay verbatim.
    pub enum RefundStatus {
        Pending = "pending",
        Succeeded = "succeeded" | "success",
        Failed = "failed" | "failure" | "transaction_failure",
    }
    also {
        /// Somebody at the service looks at it first: it is not done.
        Review = "review" | "manual_review",
    }
}

impl RefundStatus {
    /// Whether it is neither done nor failed.
    pub fn is_open(&self) -> bool {
        matches!(self, Self::Pending | Self::Review)
    }

    /// The word it is shown with; one that is not known stays as it came.
    pub fn label(&self) -> Cow<'static, str> {
        match self {
            Self::Pending => Cow::Borrowed("Pending"),
            Self::Review => Cow::Borrowed("In review"),
            Self::Succeeded => Cow::Borrowed("Refunded"),
            Self::Failed => Cow::Borrowed("Failed"),
            Self::Unknown(word) => Cow::Owned(visible(word, 30)),
        }
    }
}

/// A refund; what is missing was not reported.
#[derive(Debug, Clone, PartialEq)]
pub struct Refund {
    pub refund_id: Option<RefundId>,
    pub payment_id: Option<PaymentId>,
    /// Where amount and currency were both reported.
    pub amount: Option<Money>,
    pub status: Option<RefundStatus>,
    pub reason: Option<String>,
    pub refund_type: Option<String>,
    pub metadata: Vec<Pair>,
    pub created: Option<DateTime<Utc>>,
    pub updated: Option<DateTime<Utc>>,
    pub error: PaymentError,
    /// What could not be read of the fields that are only shown.
    pub unreadable: Vec<DecodeError>,
    /// The answer as it came, with secrets masked.
    pub raw: Raw,
}
