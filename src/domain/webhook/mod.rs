//! Webhook events: what the service tells by itself, and what the desk made of it
//! ([API reference](crate::api::reference::webhooks)).
//!
//! [`signature`] proves who sent one. Their JSON is read in `api::wire::webhooks`, what follows from them is decided in
//! the core.

mod signature;

use chrono::{DateTime, Utc};

use super::document::Raw;
use super::ids::{EventId, MerchantId};
use super::words::words;

pub use signature::{SIGNATURE_HEADER, SignatureFault, check, hmac_sha256, hmac_sha512, sign};

/// Largest body that is taken, in bytes.
pub const BODY_MAX_BYTES: usize = 1024 * 1024;

words! {
    /// What the object of an event is: `content.type`. The specification shows the first; the others are our sandbox's.
    pub enum ContentType {
        Payment = "payment_details",
        Refund = "refund_details",
        Dispute = "dispute_details",
        Payout = "payout_details",
        Subscription = "subscription_details",
    }
}

impl ContentType {
    /// The field of the object that names it; `None` where we do not know such objects.
    pub fn id_field(&self) -> Option<&'static str> {
        match self {
            Self::Payment => Some("payment_id"),
            Self::Refund => Some("refund_id"),
            Self::Dispute => Some("dispute_id"),
            Self::Payout => Some("payout_id"),
            Self::Subscription => Some("id"),
            Self::Unknown(_) => None,
        }
    }

    /// For people, within a sentence.
    pub fn noun(&self) -> &str {
        match self {
            Self::Payment => "payment",
            Self::Refund => "refund",
            Self::Dispute => "dispute",
            Self::Payout => "payout",
            Self::Subscription => "subscription",
            Self::Unknown(_) => "object",
        }
    }
}

/// One event. Only its id is certain to be there: without one it cannot be told from a duplicate.
#[derive(Debug, Clone, PartialEq)]
pub struct WebhookEvent {
    pub event_id: EventId,
    pub merchant_id: Option<MerchantId>,
    /// The service's word: `payment_succeeded`. The specification does not list them.
    pub event_type: String,
    pub content: ContentType,
    /// The id of the object, where it has one.
    pub object_id: Option<String>,
    /// The object as it was when the event happened, with secrets masked; null where there is none.
    pub object: Raw,
    /// When it happened, by the service's clock.
    pub timestamp: Option<DateTime<Utc>>,
}

words! {
    /// What became of an event that is genuine.
    pub enum EventVerdict {
        /// What it tells is what the desk knows now.
        Applied = "applied",
        /// The desk knew something newer already.
        Older = "older",
        /// It speaks of nothing the desk keeps, or of something it cannot read.
        NoObject = "no_object",
    }
}

impl EventVerdict {
    /// For people.
    pub fn label(&self) -> &str {
        match self {
            Self::Applied => "Applied",
            Self::Older => "Older",
            Self::NoObject => "No object",
            Self::Unknown(word) => word,
        }
    }
}

/// Why a delivery was refused; nothing of it is believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryRefusal {
    #[error("Bad signature: {0}")]
    BadSignature(#[from] SignatureFault),
    #[error("The signature is right, but the body cannot be read: {0}")]
    Unreadable(String),
}
