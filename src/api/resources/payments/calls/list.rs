//! Payments read: the list, and one of them ([API reference](crate::api::resources::payments::reference#list)).

use chrono::{DateTime, SecondsFormat, Utc};
use serde_json::{Map, Value, json};

use crate::api::call::{Call, Request};
use crate::api::endpoints::ReadEndpoint;
use crate::api::error::DecodeError;
use crate::api::resources::payments::wire::{PaymentPage, decode_page, decode_payment};
use crate::api::wire::other_id;
use crate::domain::ids::{CustomerId, PaymentId};
use crate::domain::money::Currency;
use crate::domain::payment::{Payment, PaymentStatus};

/// Most rows one page may have ([limits](crate::api::reference::limits#pagination)).
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
        Request::read_from(ReadEndpoint::ListPayments, "", Some(Value::Object(body)))
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
        Request::read_from(ReadEndpoint::RetrievePayment, self.payment_id.as_str(), None)
    }

    fn decode(&self, body: Value) -> Result<Payment, DecodeError> {
        let payment = decode_payment(body)?;
        let is_it = payment.payment_id == self.payment_id;
        if is_it { Ok(payment) } else { Err(other_id("payment_id", payment.payment_id.as_str())) }
    }
}
