//! Payments: list, retrieve, capture, cancel, approve (spec, *Endpoints*).

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value, json};

use crate::api::call::{Call, Method, Request, path_segment};
use crate::api::error::DecodeError;
use crate::api::operation::{Endpoint, Expectation, Family, OperationCall, StatusWords, Target};
use crate::api::wire::payments::{PaymentPage, decode_page, decode_payment};
use crate::domain::ids::{CustomerId, PaymentId};
use crate::domain::money::Currency;
use crate::domain::payment::{DescriptorError, Payment, PaymentStatus, check_capture_descriptor};

/// Most rows one page may have (spec, *Limits*).
pub const PAGE_MAX: u32 = 100;

/// What `POST /payments/list` can filter by.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PaymentListFilter {
    /// One of [`PaymentStatus::FILTERABLE`].
    pub status: Option<PaymentStatus>,
    pub customer_id: Option<CustomerId>,
    pub currency: Option<Currency>,
    pub created_gte: Option<DateTime<Utc>>,
    pub created_lte: Option<DateTime<Utc>>,
}

/// `POST /payments/list`: newest first, at most [`PAGE_MAX`] rows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListPayments {
    pub filter: PaymentListFilter,
    pub limit: u32,
    pub offset: u32,
}

impl Call for ListPayments {
    type Output = PaymentPage;

    fn request(&self) -> Request {
        let mut body = Map::new();
        let mut set = |name: &str, value: Option<Value>| {
            if let Some(value) = value {
                body.insert(name.to_owned(), value);
            }
        };
        let time = |time: DateTime<Utc>| json!(time.to_rfc3339_opts(SecondsFormat::Millis, true));
        set("limit", Some(json!(self.limit.clamp(1, PAGE_MAX))));
        set("offset", Some(json!(self.offset)));
        set("status", self.filter.status.as_ref().map(|status| json!(status.as_str())));
        set("customer_id", self.filter.customer_id.as_ref().map(|id| json!(id.as_str())));
        set("created_gte", self.filter.created_gte.map(time));
        set("created_lte", self.filter.created_lte.map(time));
        set("currency", self.filter.currency.as_ref().map(|currency| json!(currency.code())));
        Request::read(Method::Post, "/payments/list", Some(Value::Object(body)))
    }

    fn decode(&self, body: Value) -> Result<PaymentPage, DecodeError> {
        decode_page(&body)
    }
}

/// `GET /payments/:payment_id`; 404 with `IR_05` when unknown.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct RetrievePayment {
    pub payment_id: PaymentId,
}

impl Call for RetrievePayment {
    type Output = Payment;

    fn request(&self) -> Request {
        Request::read(Method::Get, format!("/payments/{}", path_segment(self.payment_id.as_str())), None)
    }

    fn decode(&self, body: Value) -> Result<Payment, DecodeError> {
        let payment = decode_payment(body)?;
        if payment.payment_id == self.payment_id {
            Ok(payment)
        } else {
            Err(DecodeError {
                path: "payment_id".into(),
                expected: "the id that was asked for",
                found: format!("the text “{}”", crate::domain::text::visible(payment.payment_id.as_str(), 80)),
            })
        }
    }
}

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

    /// Adds the words for the statement; together at most 22 characters. Empty ones are not sent.
    pub fn with_descriptor(self, prefix: &str, suffix: &str) -> Result<Self, DescriptorError> {
        check_capture_descriptor(prefix, suffix)?;
        Ok(Self {
            statement_descriptor_prefix: prefix.to_owned(),
            statement_descriptor_suffix: suffix.to_owned(),
            ..self
        })
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
        action_request(&self.payment_id, "capture", Value::Object(body))
    }

    fn target(&self) -> Target {
        Target::new(Family::Payment, self.payment_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        of_payment(&self.payment_id)
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
        action_request(&self.payment_id, "cancel", body)
    }

    fn target(&self) -> Target {
        Target::new(Family::Payment, self.payment_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        of_payment(&self.payment_id)
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
        action_request(&self.payment_id, "approve", json!({}))
    }

    fn target(&self) -> Target {
        Target::new(Family::Payment, self.payment_id.as_str())
    }

    fn expectation(&self) -> Expectation {
        of_payment(&self.payment_id)
    }
}

fn action_request(payment_id: &PaymentId, verb: &str, body: Value) -> Request {
    Request::operation(Method::Post, format!("/payments/{}/{verb}", path_segment(payment_id.as_str())), body)
}

fn of_payment(payment_id: &PaymentId) -> Expectation {
    Expectation::new(StatusWords::Payment).naming("payment_id", payment_id.as_str())
}
