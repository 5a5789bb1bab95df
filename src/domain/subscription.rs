//! A subscription and its statuses (API reference).

use std::borrow::Cow;

use super::document::{DecodeError, Raw};
use super::ids::{BusinessProfileId, CustomerId, MerchantId, PaymentId, SubscriptionId};
use super::money::Money;
use super::open_enum::open_enum;
use super::payment::PaymentStatus;
use super::text::visible;

open_enum! {
    /// Status of a subscription; one this version does not know is stored verbatim.
    pub enum SubscriptionStatus {
        Created = "created",
        Active = "active",
        Pending = "pending",
        Trial = "trial",
        Paused = "paused",
        Unpaid = "unpaid",
        Cancelled = "cancelled",
        Failed = "failed",
        InActive = "in_active",
        Onetime = "onetime",
    }
}

impl SubscriptionStatus {
    /// The word it is shown with; one that is not known stays as it came.
    pub fn label(&self) -> Cow<'static, str> {
        match self {
            Self::Created => Cow::Borrowed("Created"),
            Self::Active => Cow::Borrowed("Active"),
            Self::Pending => Cow::Borrowed("Pending"),
            Self::Trial => Cow::Borrowed("Trial"),
            Self::Paused => Cow::Borrowed("Paused"),
            Self::Unpaid => Cow::Borrowed("Unpaid"),
            Self::Cancelled => Cow::Borrowed("Cancelled"),
            Self::Failed => Cow::Borrowed("Failed"),
            Self::InActive => Cow::Borrowed("Inactive"),
            Self::Onetime => Cow::Borrowed("One-time"),
            Self::Unknown(word) => Cow::Owned(visible(word, 30)),
        }
    }
}

open_enum! {
    /// Status of an invoice. The list of the specification is not complete: every other word is stored verbatim.
    pub enum InvoiceStatus {
        PaymentPending = "payment_pending",
        InvoicePaid = "invoice_paid",
    }
}

impl InvoiceStatus {
    /// The word it is shown with; one that is not known stays as it came.
    pub fn label(&self) -> Cow<'static, str> {
        match self {
            Self::PaymentPending => Cow::Borrowed("Payment pending"),
            Self::InvoicePaid => Cow::Borrowed("Paid"),
            Self::Unknown(word) => Cow::Owned(visible(word, 40)),
        }
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
