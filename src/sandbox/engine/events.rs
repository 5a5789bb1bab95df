//! Events: what webhooks report. A transition appends its event in its own
//! transaction, so that an event exists exactly when its change does; the requests are sent by the webhook dispatcher.
//!
//! Within the unit of work that makes a change: `work.emit(work.draft(EventType::RefundSucceeded, object, other)?)?`,
//! with the whole resource as its endpoint would answer it, in either of the [shapes](SandboxShapes). Payments need no
//! call: inserting and saving one sees what changed. What happened before there was a webhook: [`super::past_events`].

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::Value;

use super::refusal::{Reason, Refusal};
use super::settings::SandboxShapes;
use super::work::Work;
use crate::rng::{SeedRng, new_id};
use crate::storage::deliveries;
use crate::storage::events::{self, NewEvent};
use crate::storage::webhooks::{self, WebhookOptions};

/// Longest a shuffled delivery waits.
const SHUFFLE_MS: u64 = 5_000;

/// What happened. The word is the `event_type` of the payload; those beyond `payment_succeeded` are ours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::AsRefStr, strum::EnumString, strum::VariantArray)]
#[strum(serialize_all = "snake_case")]
pub enum EventType {
    /// The payment came to `succeeded`.
    PaymentSucceeded,
    PaymentFailed,
    PaymentProcessing,
    PaymentCancelled,
    /// The amount is held; a capture is to follow.
    PaymentAuthorized,
    /// Held money was captured, all or a part of it.
    PaymentCaptured,
    /// The customer has to authenticate, or the merchant to review.
    ActionRequired,
    RefundSucceeded,
    RefundFailed,
    DisputeOpened,
    DisputeChallenged,
    DisputeWon,
    DisputeLost,
    PayoutInitiated,
    PayoutProcessing,
    PayoutSuccess,
    PayoutFailed,
    PayoutReversed,
    SubscriptionCreated,
    SubscriptionActive,
    SubscriptionPending,
    SubscriptionUnpaid,
    SubscriptionFailed,
    /// The plan was changed.
    SubscriptionUpdated,
    /// The object is the subscription the invoice belongs to.
    InvoicePaid,
    PaymentLinkCreated,
    /// Money was held or taken over it.
    PaymentLinkPaid,
    /// Its time is over, and nobody paid.
    PaymentLinkExpired,
}

/// What the `object` of an event is: `content.type`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::AsRefStr)]
#[strum(serialize_all = "snake_case")]
pub enum EventObjectType {
    PaymentDetails,
    RefundDetails,
    DisputeDetails,
    PayoutDetails,
    SubscriptionDetails,
    PaymentLinkDetails,
}

impl EventType {
    pub fn content(self) -> EventObjectType {
        match self {
            Self::PaymentSucceeded
            | Self::PaymentFailed
            | Self::PaymentProcessing
            | Self::PaymentCancelled
            | Self::PaymentAuthorized
            | Self::PaymentCaptured
            | Self::ActionRequired => EventObjectType::PaymentDetails,
            Self::RefundSucceeded | Self::RefundFailed => EventObjectType::RefundDetails,
            Self::DisputeOpened | Self::DisputeChallenged | Self::DisputeWon | Self::DisputeLost => {
                EventObjectType::DisputeDetails
            }
            Self::PayoutInitiated
            | Self::PayoutProcessing
            | Self::PayoutSuccess
            | Self::PayoutFailed
            | Self::PayoutReversed => EventObjectType::PayoutDetails,
            Self::SubscriptionCreated
            | Self::SubscriptionActive
            | Self::SubscriptionPending
            | Self::SubscriptionUnpaid
            | Self::SubscriptionFailed
            | Self::SubscriptionUpdated
            | Self::InvoicePaid => EventObjectType::SubscriptionDetails,
            Self::PaymentLinkCreated | Self::PaymentLinkPaid | Self::PaymentLinkExpired => {
                EventObjectType::PaymentLinkDetails
            }
        }
    }
}

impl EventType {
    /// Whether hyperswitch sends it: of subscriptions it only reports that an invoice was paid, of links nothing.
    fn is_known_to_hyperswitch(self) -> bool {
        let unreported = [EventObjectType::SubscriptionDetails, EventObjectType::PaymentLinkDetails];
        self == Self::InvoicePaid || !unreported.contains(&self.content())
    }
}

impl EventObjectType {
    /// The field of the object that holds its id.
    fn id_field(self) -> &'static str {
        match self {
            Self::PaymentDetails => "payment_id",
            Self::RefundDetails => "refund_id",
            Self::DisputeDetails => "dispute_id",
            Self::PayoutDetails => "payout_id",
            Self::SubscriptionDetails => "id",
            Self::PaymentLinkDetails => "payment_link_id",
        }
    }
}

/// The body of a webhook request, in the order of the specification.
#[derive(Serialize)]
struct Payload<'a> {
    merchant_id: &'a str,
    event_id: &'a str,
    event_type: &'a str,
    content: Content<'a>,
    timestamp: DateTime<Utc>,
    /// Only in the shapes of hyperswitch.
    #[serde(skip_serializing_if = "Option::is_none")]
    processor_merchant_id: Option<&'a str>,
}

#[derive(Serialize)]
struct Content<'a> {
    #[serde(rename = "type")]
    kind: &'a str,
    object: &'a Value,
}

/// What an event says, before it has an id and a time.
#[derive(Debug, Clone)]
pub struct EventDraft {
    event_type: EventType,
    object: Value,
    /// Only in the shapes of hyperswitch.
    has_processor: bool,
}

/// An event of what is there already, with the state it has now.
#[derive(Debug, Clone)]
pub struct PastEvent {
    /// When the object came to that state.
    pub at: DateTime<Utc>,
    pub draft: EventDraft,
}

impl EventDraft {
    /// The event as one that happened at `at`.
    pub fn happened(self, at: DateTime<Utc>) -> PastEvent {
        PastEvent { at, draft: self }
    }

    /// The id of the object.
    pub fn object_id(&self) -> Option<&str> {
        self.object.get(self.event_type.content().id_field()).and_then(Value::as_str)
    }

    pub fn event_type(&self) -> EventType {
        self.event_type
    }
}

impl Work<'_> {
    /// What an event about `object` (the whole resource) says; nothing where the shapes have no such event.
    ///
    /// `hyperswitch` makes the object in the shapes of hyperswitch, where those are asked for.
    pub fn draft(
        &self,
        event_type: EventType,
        object: impl Serialize,
        hyperswitch: impl FnOnce() -> rusqlite::Result<Value>,
    ) -> Result<Option<EventDraft>, Refusal> {
        Ok(match self.settings.shapes {
            SandboxShapes::Spec => {
                let object = serde_json::to_value(object).map_err(unwritable)?;
                Some(EventDraft { event_type, object, has_processor: false })
            }
            SandboxShapes::Hyperswitch if event_type.is_known_to_hyperswitch() => {
                Some(EventDraft { event_type, object: hyperswitch()?, has_processor: true })
            }
            SandboxShapes::Hyperswitch => None,
        })
    }

    /// Appends an event that happens now and has it delivered to every webhook there is.
    pub fn emit(&self, draft: Option<EventDraft>) -> Result<(), Refusal> {
        let Some(draft) = draft else { return Ok(()) };
        self.deliver(self.append_event(&draft, &new_id("evt"), self.now)?)
    }

    /// Appends an event that happened at `at`, and returns its place. The bytes are made here, once: every attempt
    /// sends the same.
    pub fn append_event(&self, draft: &EventDraft, event_id: &str, at: DateTime<Utc>) -> Result<i64, Refusal> {
        let merchant_id = &self.credentials.merchant_id;
        let event_type = draft.event_type.as_ref();
        let content = draft.event_type.content();
        let payload = Payload {
            merchant_id,
            event_id,
            event_type,
            content: Content { kind: content.as_ref(), object: &draft.object },
            timestamp: at,
            processor_merchant_id: draft.has_processor.then_some(merchant_id),
        };
        let body = serde_json::to_vec(&payload).map_err(unwritable)?;
        Ok(events::append(self.db, &NewEvent { event_id, event_type, object_id: draft.object_id(), at, body: &body })?)
    }

    /// Has an event delivered to every webhook there is now.
    pub fn deliver(&self, event_seq: i64) -> Result<(), Refusal> {
        for webhook in webhooks::all(self.db)? {
            let copies = if webhook.options.duplicates { 2 } else { 1 };
            for _ in 0..copies {
                let due = self.now.checked_add_signed(delivery_delay(&webhook.options)).unwrap_or(self.now);
                deliveries::insert(self.db, event_seq, webhook.seq, due)?;
                self.falls_due(due);
            }
        }
        Ok(())
    }
}

fn unwritable(error: serde_json::Error) -> Refusal {
    tracing::error!(%error, "an event could not be written as JSON");
    Refusal::new(Reason::Internal, "the event could not be written; nothing was done")
}

/// How long a delivery is held back on demand.
fn delivery_delay(options: &WebhookOptions) -> TimeDelta {
    let shuffle_ms = if options.shuffle { SeedRng::from_entropy().below(SHUFFLE_MS) } else { 0 };
    TimeDelta::seconds(options.delay_seconds) + TimeDelta::milliseconds(shuffle_ms.cast_signed())
}
