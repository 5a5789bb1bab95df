//! [Events](crate::api::resources::webhooks::reference): what webhooks report. A transition appends its event in its own
//! transaction, so that an event exists exactly when its change does; the requests are sent by the webhook dispatcher.
//!
//! Within the unit of work that makes a change: `work.emit(EventType::RefundSucceeded, object, other)?`, with the whole
//! resource as its endpoint would answer it, in either of the [shapes](SandboxShapes). Payments need no call: inserting and saving one sees what changed.

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use serde_json::Value;

use super::refusal::{Reason, Refusal};
use super::settings::SandboxShapes;
use super::work::Work;
use crate::sandbox::rng::{SeedRng, new_id};
use crate::sandbox::storage::deliveries;
use crate::sandbox::storage::events::{self, NewEvent};
use crate::sandbox::storage::webhooks::{self, WebhookOptions};

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
        }
    }
}

impl EventType {
    /// Whether hyperswitch sends it: of subscriptions it only reports that an invoice was paid.
    fn is_known_to_hyperswitch(self) -> bool {
        self == Self::InvoicePaid || self.content() != EventObjectType::SubscriptionDetails
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

impl Work<'_> {
    /// Appends an event about `object` (the whole resource) and has it delivered to every webhook there is. The bytes
    /// are made here, once: every attempt sends the same.
    ///
    /// `hyperswitch` makes the object in the shapes of hyperswitch, where those are asked for.
    pub fn emit(
        &self,
        event_type: EventType,
        object: impl Serialize,
        hyperswitch: impl FnOnce() -> rusqlite::Result<Value>,
    ) -> Result<(), Refusal> {
        match self.settings.shapes {
            SandboxShapes::Spec => {
                let object = serde_json::to_value(object).map_err(unwritable)?;
                self.emit_object(event_type, &object, None)
            }
            SandboxShapes::Hyperswitch if event_type.is_known_to_hyperswitch() => {
                self.emit_object(event_type, &hyperswitch()?, Some(&self.credentials.merchant_id))
            }
            SandboxShapes::Hyperswitch => Ok(()),
        }
    }

    fn emit_object(&self, event_type: EventType, object: &Value, processor: Option<&str>) -> Result<(), Refusal> {
        let event_id = new_id("evt");
        let content = event_type.content();
        let payload = Payload {
            merchant_id: &self.credentials.merchant_id,
            event_id: &event_id,
            event_type: event_type.as_ref(),
            content: Content { kind: content.as_ref(), object },
            timestamp: self.now,
            processor_merchant_id: processor,
        };
        let event = NewEvent {
            event_id: &event_id,
            event_type: event_type.as_ref(),
            object_id: object.get(content.id_field()).and_then(Value::as_str),
            at: self.now,
            body: &serde_json::to_vec(&payload).map_err(unwritable)?,
        };
        let seq = events::append(self.db, &event)?;
        self.deliver(seq)
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
