//! A payment link as the service reports it. The record is undocumented, so
//! every field may be missing.

use chrono::{DateTime, Utc};

use super::document::{DecodeError, Raw};
use super::ids::{PaymentId, id_newtype};
use super::money::Money;
use super::open_enum::open_enum;

open_enum! {
    /// Whether a link can be paid. The specification shows no values; these are known so far, and others stay verbatim.
    pub enum PaymentLinkStatus {
        Active = "active",
        Expired = "expired",
        Paid = "paid",
    }
}

id_newtype! {
    /// Identifies a payment link, in the service's message.
    PaymentLinkId,
}

/// A payment link; what is missing was not reported.
#[derive(Debug, Clone, PartialEq)]
pub struct PaymentLink {
    pub payment_link_id: Option<PaymentLinkId>,
    pub payment_id: Option<PaymentId>,
    /// Where the customer pays: a stranger's text, to be shown with its host before it is opened.
    pub link: Option<String>,
    /// Where amount and currency were both reported.
    pub amount: Option<Money>,
    /// What is paid for.
    pub description: Option<String>,
    pub status: Option<PaymentLinkStatus>,
    pub expiry: Option<DateTime<Utc>>,
    pub created: Option<DateTime<Utc>>,
    /// What could not be read of the fields that are only shown.
    pub unreadable: Vec<DecodeError>,
    /// The answer as it came, with secrets masked.
    pub raw: Raw,
}
