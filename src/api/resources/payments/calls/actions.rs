//! What is done to a payment that is there: capture, cancel, reject, approve
//! ([API reference](crate::resources::payments::reference#capture)).

use serde_json::{Map, Value, json};

use super::of_payment;
use crate::call::Request;
use crate::operation::{AnswerStatus, Endpoint, Expectation, OperationCall, Target};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::operation::ResourceKind;

/// `POST /payments/:payment_id/capture`. The amount is always sent: what the person saw is what is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CapturePayment {
    pub payment_id: PaymentId,
    pub amount_to_capture_minor: i64,
    statement_descriptor_prefix: String,
    statement_descriptor_suffix: String,
}

impl CapturePayment {
    /// A capture of `amount_to_capture_minor`, without a descriptor.
    pub fn new(payment_id: PaymentId, amount_to_capture_minor: i64) -> Self {
        Self {
            payment_id,
            amount_to_capture_minor,
            statement_descriptor_prefix: String::new(),
            statement_descriptor_suffix: String::new(),
        }
    }

    /// Adds the text for the statement; together they should have at most 22 characters, which is no limit. Empty ones are
    /// not sent.
    pub fn with_descriptor(self, prefix: &str, suffix: &str) -> Self {
        Self { statement_descriptor_prefix: prefix.to_owned(), statement_descriptor_suffix: suffix.to_owned(), ..self }
    }

    pub fn descriptor(&self) -> (&str, &str) {
        (&self.statement_descriptor_prefix, &self.statement_descriptor_suffix)
    }
}

impl OperationCall for CapturePayment {
    const ENDPOINT: Endpoint = Endpoint::CapturePayment;

    fn request(&self) -> Request {
        let mut body = Map::new();
        body.insert("amount_to_capture".into(), json!(self.amount_to_capture_minor));
        for (name, text) in [
            ("statement_descriptor_prefix", &self.statement_descriptor_prefix),
            ("statement_descriptor_suffix", &self.statement_descriptor_suffix),
        ] {
            if !text.is_empty() {
                body.insert(name.into(), json!(text));
            }
        }
        Request::to(Self::ENDPOINT, self.payment_id.as_str(), Value::Object(body))
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Payment, self.payment_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        of_payment(AnswerStatus::Capture, &self.payment_id)
    }
}

/// `POST /payments/:payment_id/cancel`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CancelPayment {
    pub payment_id: PaymentId,
    pub cancellation_reason: Option<String>,
}

impl OperationCall for CancelPayment {
    const ENDPOINT: Endpoint = Endpoint::CancelPayment;

    fn request(&self) -> Request {
        let reason = self.cancellation_reason.as_ref();
        let body = reason.map_or_else(|| json!({}), |reason| json!({ "cancellation_reason": reason }));
        Request::to(Self::ENDPOINT, self.payment_id.as_str(), body)
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Payment, self.payment_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        of_payment(AnswerStatus::Cancel, &self.payment_id)
    }
}

/// `POST /payments/:payment_id/approve`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApprovePayment {
    pub payment_id: PaymentId,
}

impl OperationCall for ApprovePayment {
    const ENDPOINT: Endpoint = Endpoint::ApprovePayment;

    fn request(&self) -> Request {
        Request::to(Self::ENDPOINT, self.payment_id.as_str(), json!({}))
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Payment, self.payment_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        of_payment(AnswerStatus::Approve, &self.payment_id)
    }
}

/// `POST /payments/:payment_id/reject`: how a payment in review is cancelled where the service refuses to cancel it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RejectPayment {
    pub payment_id: PaymentId,
}

impl OperationCall for RejectPayment {
    const ENDPOINT: Endpoint = Endpoint::CancelPayment;

    fn request(&self) -> Request {
        let cancel = Request::to(Self::ENDPOINT, self.payment_id.as_str(), json!({}));
        let path = Self::ENDPOINT.other_call().map(|call| call.path_of(self.payment_id.as_str()));
        Request { path: path.unwrap_or_else(|| cancel.path.clone()), ..cancel }
    }

    fn target(&self) -> Target {
        Target::new(ResourceKind::Payment, self.payment_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        of_payment(AnswerStatus::Cancel, &self.payment_id)
    }
}
