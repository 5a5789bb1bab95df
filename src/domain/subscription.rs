//! A subscription and its statuses (spec, *Subscription* and *Subscription statuses*).

use std::fmt;
use std::sync::Arc;

use super::document::{DecodeError, Raw};
use super::ids::{BusinessProfileId, CustomerId, MerchantId, PaymentId, SubscriptionId};
use super::money::Money;
use super::payment::PaymentStatus;

/// Status of a subscription; one this version does not know is kept verbatim.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum SubscriptionStatus {
    Created,
    Active,
    Pending,
    Trial,
    Paused,
    Unpaid,
    Cancelled,
    Failed,
    InActive,
    Onetime,
    Unknown(Arc<str>),
}

impl SubscriptionStatus {
    /// All statuses with a name, in the order of the specification.
    pub const NAMED: [Self; 10] = [
        Self::Created,
        Self::Active,
        Self::Pending,
        Self::Trial,
        Self::Paused,
        Self::Unpaid,
        Self::Cancelled,
        Self::Failed,
        Self::InActive,
        Self::Onetime,
    ];

    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Created => "created",
            Self::Active => "active",
            Self::Pending => "pending",
            Self::Trial => "trial",
            Self::Paused => "paused",
            Self::Unpaid => "unpaid",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
            Self::InActive => "in_active",
            Self::Onetime => "onetime",
            Self::Unknown(word) => word,
        }
    }

    /// Reads the word of the API; never fails.
    pub fn from_word(word: &str) -> Self {
        Self::NAMED.into_iter().find(|status| status.as_str() == word).unwrap_or_else(|| Self::Unknown(word.into()))
    }
}

impl fmt::Display for SubscriptionStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Status of an invoice. The list of the specification is not complete: every other word is kept verbatim.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum InvoiceStatus {
    PaymentPending,
    InvoicePaid,
    Unknown(Arc<str>),
}

impl InvoiceStatus {
    /// All statuses with a name.
    pub const NAMED: [Self; 2] = [Self::PaymentPending, Self::InvoicePaid];

    /// The word of the API.
    pub fn as_str(&self) -> &str {
        match self {
            Self::PaymentPending => "payment_pending",
            Self::InvoicePaid => "invoice_paid",
            Self::Unknown(word) => word,
        }
    }

    /// Reads the word of the API; never fails.
    pub fn from_word(word: &str) -> Self {
        Self::NAMED.into_iter().find(|status| status.as_str() == word).unwrap_or_else(|| Self::Unknown(word.into()))
    }
}

impl fmt::Display for InvoiceStatus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A subscription as every answer shows it. Only its id and status are certain to be there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Subscription {
    pub id: SubscriptionId,
    pub status: SubscriptionStatus,
    pub profile_id: Option<BusinessProfileId>,
    pub merchant_id: Option<MerchantId>,
    pub customer_id: Option<CustomerId>,
    pub item_price_id: Option<String>,
    pub plan_id: Option<String>,
    /// Ours: what a creation is found again by.
    pub merchant_reference_id: Option<String>,
    pub coupon_code: Option<String>,
    pub payment: Option<SubscriptionPayment>,
    pub invoice: Option<Invoice>,
    /// What could not be read of the fields that are only shown: they are left out above.
    pub unreadable: Vec<DecodeError>,
    /// The answer as it came, with `client_secret` masked.
    pub raw: Raw,
}

/// The payment of a subscription's current period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SubscriptionPayment {
    pub payment_id: PaymentId,
    pub status: PaymentStatus,
    pub amount: Money,
    pub payment_method_type: Option<String>,
}

/// The invoice of a subscription's current period.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Invoice {
    pub id: String,
    pub subscription_id: Option<SubscriptionId>,
    pub amount: Money,
    pub status: InvoiceStatus,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_named_status_keeps_the_word_of_the_api_and_others_stay_verbatim() {
        for status in SubscriptionStatus::NAMED {
            assert_eq!(SubscriptionStatus::from_word(status.as_str()), status);
        }
        for status in InvoiceStatus::NAMED {
            assert_eq!(InvoiceStatus::from_word(status.as_str()), status);
        }
        assert_eq!(SubscriptionStatus::from_word("on_hold").as_str(), "on_hold");
        assert_eq!(InvoiceStatus::from_word("void").to_string(), "void");
    }
}
