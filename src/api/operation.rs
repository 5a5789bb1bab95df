//! Calls that change something at the service: which endpoint, what they touch, and what a true answer echoes.
//!
//! Here is what one call says of itself. What may be sent when, and what an answer proves, is the business of
//! [`super::outcome`] and of the core.

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use paydesk_domain::money::Money;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::service_text::TextPlace;

use super::request::Request;

pub use super::endpoints::Endpoint;

/// What an operation works on. At most one operation is open for a target of a profile.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Target {
    #[serde(rename = "family")]
    pub kind: ResourceKind,
    /// The id of the record; for what the service names itself, our reference. A refund's target is its payment: two
    /// refunds of one payment at the same time could together exceed what was received.
    pub resource: String,
}

impl Target {
    pub fn new(kind: ResourceKind, resource: impl Into<String>) -> Self {
        Self { kind, resource: resource.into() }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.noun(), self.resource)
    }
}

/// One field of an answer that shows whose answer it is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct EchoedField {
    pub field: Cow<'static, str>,
    /// Texts of currencies are compared without regard to case.
    pub value: Value,
    /// Whether an answer without the field proves nothing. Always so in what is written today; older journals hold
    /// others.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub required: bool,
}

/// What the word in `status` means, where an answer has one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnswerStatus {
    Payment,
    /// Of a payment that was captured: it is authorized or paid.
    Capture,
    /// Of a payment that was cancelled before anything was captured.
    Cancel,
    /// Of a payment of which a part was captured and the rest released.
    CancelRemainder,
    /// Of a payment that was approved: it left review.
    Approve,
    Payout,
    /// Of a payout that was fulfilled: it no longer waits for that.
    Fulfill,
    /// The status of a payout that only its texts were changed of: `failed` is its status, and no decline.
    #[serde(rename = "payout_as_it_stands")]
    UnchangedPayout,
    Subscription,
    /// The specification names no status of a refund but needs one to say its status; `failed` is a decline.
    Refund,
    /// Evidence is answered with `submitted`.
    Evidence,
    /// The specification does not show the answer: a status may be missing, and `failed` is a decline.
    NotShown,
}

/// What makes an answer ours: the id or reference that was sent, amount and currency where there are any, and a status
/// (law). An answer without one of them proves nothing.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Expectation {
    pub echoes: Vec<EchoedField>,
    /// Fields that must be there with some text: the id of what was created.
    #[serde(default, rename = "tells", skip_serializing_if = "Vec::is_empty")]
    pub present: Vec<Cow<'static, str>>,
    pub statuses: AnswerStatus,
    /// The status that the operation ends: an answer that still has it contradicts the call.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended_status: Option<String>,
}

impl Expectation {
    pub fn new(statuses: AnswerStatus) -> Self {
        Self { echoes: Vec::new(), present: Vec::new(), statuses, ended_status: None }
    }

    /// The answer must name `field`, with this text.
    pub fn naming(self, field: &'static str, text: &str) -> Self {
        // As the answer is read.
        self.with(field, TextPlace::Free.field(field).masked(text).into(), true)
    }

    /// The answer must name `field` with this text, where one was sent.
    pub fn naming_sent(self, field: &'static str, text: &str) -> Self {
        if text.is_empty() { self } else { self.naming(field, text) }
    }

    /// The answer must name `field`, with whatever text: the id of what it created.
    pub fn with_text_in(mut self, field: &'static str) -> Self {
        self.present.push(field.into());
        self
    }

    /// The answer must report this amount and this currency.
    pub fn over(self, money: &Money) -> Self {
        self.with("amount", money.minor.into(), true).with("currency", money.currency.code().into(), true)
    }

    /// The answer does not have this status any more.
    pub fn ending(self, status: &str) -> Self {
        Self { ended_status: Some(status.to_owned()), ..self }
    }

    fn with(mut self, field: &'static str, value: Value, required: bool) -> Self {
        self.echoes.push(EchoedField { field: field.into(), value, required });
        self
    }
}

/// A call that changes something. Its inputs cannot be built wrong; its request is the same for every attempt.
pub trait OperationCall {
    const ENDPOINT: Endpoint;

    fn request(&self) -> Request;

    fn target(&self) -> Target;

    /// What a true answer must echo, as far as the call knows it: what capture, cancel and approve echo of the
    /// payment's amount is known to the core only.
    fn expectation(&self) -> Expectation;

    /// The amount that moves or is asked for; the core adds it where only the payment knows it.
    fn money(&self) -> Option<Money> {
        None
    }
}
