//! Webhook events: what the service sends by itself, and what Paydesk made of it
//! (API reference).
//!
//! [`signature`] proves who sent one. Their JSON is read in `api::resources::webhooks::wire`, what follows from them is
//! decided in the core.

mod signature;

use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};

use super::ResourceKind;
use super::document::{Raw, time_of};
use super::ids::{EventId, MerchantId};
use super::object_ref::ObjectRef;
use super::open_enum::open_enum;

pub use signature::{SIGNATURE_HEADER, SignatureFault, SignatureForm, check, hmac_sha256, hmac_sha512, sign};

/// Largest body that is taken, in bytes.
pub const BODY_MAX_BYTES: usize = 1024 * 1024;

/// How far a time in an event may be ahead of the moment we received it.
pub const FUTURE_TOLERANCE: TimeDelta = TimeDelta::minutes(10);

/// Where the service says when an object was changed last.
pub const CHANGE_TIMES: [&str; 3] = ["updated", "modified_at", "updated_at"];

open_enum! {
    /// What the object of an event is: `content.type`. The specification shows the first; the others are our sandbox's.
    pub enum ContentType {
        Payment = "payment_details",
        Refund = "refund_details",
        Dispute = "dispute_details",
        Payout = "payout_details",
        Subscription = "subscription_details",
        PaymentLink = "payment_link_details",
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
            Self::PaymentLink => Some("payment_link_id"),
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
            Self::PaymentLink => "payment link",
            Self::Unknown(_) => "object",
        }
    }
}

/// How the ids begin with which the sandbox reports what happened before anybody listened.
pub const PAST_EVENT_PREFIX: &str = "evt_past_";

/// One event. Only its id is certain to be there: without one it cannot be distinguished from a duplicate.
#[derive(Debug, Clone, PartialEq)]
pub struct WebhookEvent {
    pub event_id: EventId,
    pub merchant_id: Option<MerchantId>,
    /// Status at the service: `payment_succeeded`. The specification does not list them.
    pub event_type: String,
    pub content: ContentType,
    /// The id of the object, where it has one.
    pub object_id: Option<String>,
    /// The object as it was when the event happened, with secrets masked; null where there is none.
    pub object: Raw,
    /// When it happened, by the service's clock.
    pub timestamp: Option<DateTime<Utc>>,
    /// The first time in it that was too far ahead of its arrival to be used, see [`Self::received_at`].
    pub future_time: Option<DateTime<Utc>>,
}

impl WebhookEvent {
    /// The object that it reports; `None` where it has no id, or is of a kind that is not known.
    pub fn reported(&self) -> Option<ObjectRef> {
        let kind = match self.content {
            ContentType::Payment => ResourceKind::Payment,
            ContentType::Refund => ResourceKind::Refund,
            ContentType::Dispute => ResourceKind::Dispute,
            ContentType::Payout => ResourceKind::Payout,
            ContentType::Subscription => ResourceKind::Subscription,
            ContentType::PaymentLink => ResourceKind::PaymentLink,
            ContentType::Unknown(_) => return None,
        };
        self.object_id.as_ref().map(|id| ObjectRef::new(kind, id))
    }

    /// Whether the sandbox reports with it what happened before anybody listened.
    pub fn is_past(&self) -> bool {
        self.event_id.as_str().starts_with(PAST_EVENT_PREFIX)
    }

    /// This event without the times that are more than [`FUTURE_TOLERANCE`] after it was received. The service's
    /// clock may be ahead of ours, but a time in the far future would make every later event look older than this one.
    pub fn received_at(mut self, received_at: DateTime<Utc>) -> Self {
        let latest = received_at + FUTURE_TOLERANCE;
        let is_future = |time: &DateTime<Utc>| *time > latest;
        self.future_time = self.timestamp.take_if(|time| is_future(time));
        let time_in = |object: &Raw, name: &str| time_of(object.get(name)?);
        for name in CHANGE_TIMES {
            let Some(time) = time_in(&self.object, name).filter(is_future) else { continue };
            self.future_time.get_or_insert(time);
            if let Some(fields) = Arc::make_mut(&mut self.object).as_object_mut() {
                fields.remove(name);
            }
        }
        self
    }

    /// The merchant it is of, where that is another than `ours`.
    pub fn other_merchant(&self, ours: &MerchantId) -> Option<&MerchantId> {
        self.merchant_id.as_ref().filter(|named| *named != ours)
    }
}

open_enum! {
    /// What became of an event that is genuine.
    pub enum EventVerdict {
        /// What it says is what Paydesk knows now.
        Applied = "applied",
        /// Paydesk knew something newer already.
        Older = "older",
        /// It speaks of nothing Paydesk keeps, or of something it cannot read.
        NoObject = "no_object",
        /// It is of another merchant than the profile's.
        OtherMerchant = "other_merchant",
    }
}

impl EventVerdict {
    /// For people.
    pub fn label(&self) -> &str {
        match self {
            Self::Applied => "Applied",
            Self::Older => "Older",
            Self::NoObject => "No object",
            Self::OtherMerchant => "Other merchant",
            Self::Unknown(word) => word,
        }
    }
}

/// Why a delivery was refused; nothing of it is believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DeliveryRefusal {
    #[error("Bad signature: {0}")]
    BadSignature(#[from] SignatureFault),
    #[error("The signature is valid, but the body cannot be read: {0}")]
    Unreadable(String),
    /// The signature is right; the id, which is named, is that of another event.
    #[error("The event {0} was received before with a different body. The first one counts; nothing was changed.")]
    DifferentBody(String),
}
