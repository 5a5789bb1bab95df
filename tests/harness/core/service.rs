//! A model of the payment service, as small as the flows allow: it answers reads and applies operations.

use std::cell::Cell;
use std::collections::BTreeMap;

use chrono::{DateTime, Utc};
use paydesk_api::call::{Call as _, Request};
use paydesk_api::error::ApiError;
use paydesk_api::freshness::CacheMarks;
use paydesk_api::outcome::{Attempt, Body, ConnectProblem, HttpAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::record_reads::{ListRecords, RetrieveRecord};
use paydesk_api::resources::disputes::calls::ListDisputes;
use paydesk_api::resources::service_counts::calls::{AddedUp, CountedRecords};
use paydesk_core::read::{Read, ReadAnswer};
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;
use paydesk_test_basics::masked_texts::with_texts;
use serde_json::{Value, json};

/// Status, code and words of a refusal.
pub type Refusal = (u16, &'static str, &'static str);

/// A payment as the service holds it.
#[derive(Debug, Clone, PartialEq)]
pub struct Pay {
    pub id: String,
    pub status: String,
    pub amount: i64,
    pub currency: String,
    pub received: i64,
    pub capturable: i64,
    pub created: String,
    pub modified: Option<String>,
    pub capture_method: &'static str,
}

impl Pay {
    pub fn new(id: &str, status: &str, amount: i64, received: i64, capturable: i64) -> Self {
        let created = "2026-11-17T14:02:11Z".to_owned();
        let (id, status, currency) = (id.to_owned(), status.to_owned(), "EUR".to_owned());
        Self { id, status, amount, currency, received, capturable, created, modified: None, capture_method: "manual" }
    }

    pub fn authorized(id: &str, amount: i64) -> Self {
        Self::new(id, "requires_capture", amount, 0, amount)
    }

    pub fn in_review(id: &str, amount: i64) -> Self {
        Self::new(id, "requires_merchant_action", amount, 0, amount)
    }

    pub fn captured(id: &str, amount: i64) -> Self {
        Self::new(id, "succeeded", amount, amount, 0)
    }

    pub fn with_status(id: &str, status: &str, amount: i64) -> Self {
        Self::new(id, status, amount, 0, 0)
    }

    pub fn json(&self) -> Value {
        json!({
            "payment_id": self.id, "status": self.status, "amount": self.amount, "currency": self.currency,
            "amount_received": self.received, "amount_capturable": self.capturable, "created": self.created,
            "capture_method": self.capture_method, "modified_at": self.modified,
        })
    }

    /// The partial object that capture, cancel and approve answer with.
    pub fn partial(&self) -> Value {
        json!({
            "payment_id": self.id, "status": self.status, "amount": self.amount, "currency": self.currency,
            "amount_received": self.received, "amount_capturable": self.capturable,
        })
    }

    pub fn row(&self) -> Value {
        json!({
            "payment_id": self.id, "status": self.status, "amount": self.amount, "currency": self.currency,
            "created": self.created,
        })
    }

    fn row_with_amounts(&self) -> Value {
        let mut row = self.row();
        row["amount_received"] = json!(self.received);
        row["amount_capturable"] = json!(self.capturable);
        row
    }

    pub fn capture(&mut self, amount: i64) -> Result<(), Refusal> {
        match self.status.as_str() {
            "requires_capture" | "succeeded" if self.capturable > 0 && amount > self.capturable => {
                Err((400, "IR_04", "amount_to_capture exceeds amount_capturable"))
            }
            "requires_capture" | "succeeded" if self.capturable > 0 => {
                self.received += amount;
                self.capturable -= amount;
                self.status = "succeeded".into();
                Ok(())
            }
            "succeeded" | "cancelled" => Err((409, "IR_04", "Already fully captured or cancelled")),
            _ => Err((400, "IR_04", "Payment not capturable")),
        }
    }

    pub fn cancel(&mut self) -> Result<(), Refusal> {
        match self.status.as_str() {
            "cancelled" | "failed" => Err((400, "IR_04", "Already fully captured or cancelled")),
            "succeeded" if self.capturable == 0 => Err((400, "IR_04", "Already fully captured or cancelled")),
            "succeeded" => {
                self.capturable = 0;
                Ok(())
            }
            _ => {
                self.capturable = 0;
                self.status = "cancelled".into();
                Ok(())
            }
        }
    }

    pub fn confirm(&mut self) -> Result<(), Refusal> {
        if self.status != "requires_confirmation" {
            return Err((400, "IR_04", "Payment not confirmable"));
        }
        (self.status, self.received, self.capturable) = ("succeeded".into(), self.amount, 0);
        Ok(())
    }

    pub fn approve(&mut self) -> Result<(), Refusal> {
        if !["requires_merchant_action", "in_review"].contains(&self.status.as_str()) {
            return Err((400, "IR_04", "Payment not in an approvable state"));
        }
        (self.status, self.received, self.capturable) = ("succeeded".into(), self.amount, 0);
        Ok(())
    }
}

/// An answer with a JSON body.
pub fn answered(status: u16, body: Value) -> Attempt {
    let body = match ApiError::from_json(&body) {
        Some(error) if !(200..300).contains(&status) => Body::Error(error),
        Some(_) | None => Body::Json(body),
    };
    Attempt::Answered(HttpAnswer { status, body, rate: RateHeaders::default() })
}

/// An answer in the service's error shape.
pub fn refused(status: u16, code: &str, message: &str) -> Attempt {
    answered(status, json!({"error": {"type": "invalid_request", "code": code, "message": message}}))
}

/// A page of a proxy.
pub fn html(status: u16) -> Attempt {
    let body = Body::Foreign { excerpt: "<html>".into() };
    Attempt::Answered(HttpAnswer { status, body, rate: RateHeaders::default() })
}

pub fn no_connection() -> Attempt {
    Attempt::NotSent(ConnectProblem { message: "connection refused".into(), certificate: false })
}

pub fn bad_certificate() -> Attempt {
    Attempt::NotSent(ConnectProblem { message: "invalid certificate: UnknownIssuer".into(), certificate: true })
}

/// A 429 that resets `wait_s` after the service's own `Date`, which has nothing to do with our clock.
pub fn rate_limited(wait_s: i64) -> Attempt {
    let Attempt::Answered(answer) = refused(429, "RL_01", "Rate limit exceeded") else { unreachable!() };
    Attempt::Answered(HttpAnswer { rate: budget(600, 0, wait_s), ..answer })
}

pub fn budget(limit: u32, remaining: u32, wait_s: i64) -> RateHeaders {
    RateHeaders {
        limit: Some(limit),
        remaining: Some(remaining),
        reset_unix_s: Some(7_000 + wait_s),
        date_unix_s: Some(7_000),
        ..RateHeaders::default()
    }
}

/// An answer in a cache; where it has no date, the cache writes the time of the read.
#[derive(Debug, Clone)]
pub struct Copy {
    pub body: Value,
    pub head: RateHeaders,
}

/// The objects of the model, and what it answers with instead where a test sets that.
#[derive(Debug, Clone, Default)]
pub struct Service {
    pub payments: Vec<Pay>,
    /// List items, newest first; without any, disputes are refused.
    pub disputes: Vec<Value>,
    /// What it lists of these kinds beyond the specification, and reads by their ids; of others it has no list.
    pub records: BTreeMap<ResourceKind, Vec<Value>>,
    /// Whether it lists the refunds of a payment alone where that is asked for, and does not refuse to.
    pub filters_refunds: bool,
    pub refuses_filters: bool,
    /// How a page of a list is answered, by all rows and the offset, instead of up to 100 rows and how many there are.
    pub list_page: Option<fn(&[Value], usize) -> Value>,
    /// What every list of these kinds is answered instead.
    pub lists_get: Option<Attempt>,
    /// How many lists and records were asked for.
    pub record_reads: Cell<usize>,
    /// What every analytics query is answered; without it, they are refused.
    pub metrics: Option<Value>,
    /// Card numbers, account numbers and keys stand in every text that it writes.
    pub is_careless: bool,
    /// What it answers where it is asked how many there are of each status; it counts no others.
    pub status_counts: BTreeMap<CountedRecords, Attempt>,
    /// What it answers where it is asked for the sum of decided disputes.
    pub added_up: BTreeMap<AddedUp, Attempt>,
    /// What reports are refused with.
    pub metrics_error: Option<(u16, &'static str, &'static str)>,
    /// What every read gets instead of an answer.
    pub reads_get: Option<Attempt>,
    /// The same for lists of disputes.
    pub disputes_get: Option<Attempt>,
    /// Whether it reads a dispute by its id.
    pub reads_disputes: bool,
    /// The rate headers of every read's answer.
    pub rate: Option<RateHeaders>,
    /// The date of its answers.
    pub date_unix_s: Option<i64>,
    /// Whether its answers have none.
    pub hides_date: bool,
    /// What it writes into all of its answers itself.
    pub marks: CacheMarks,
    /// What a cache on the way answers every read of a payment with.
    pub copy: Option<Copy>,
    /// What a cache on the way gives for a record that is read by its id, dated anew.
    pub record_copy: Option<Attempt>,
    /// The list tells what was received and can be captured; that of the specification does not.
    pub lists_amounts: bool,
    /// The payments as the memory of a cache answers lists with them.
    pub listed_as: Option<Vec<Pay>>,
    /// Whether pages say how many rows there are in all.
    pub hides_total: bool,
    /// Whether a page of payments says how many rows it has, as if these were all.
    pub totals_pages: bool,
    /// Fewer rows a page than may be asked for.
    pub page_max: Option<u32>,
}

impl Service {
    pub fn pay(&mut self, id: &str) -> &mut Pay {
        self.payments.iter_mut().find(|pay| pay.id == id).unwrap()
    }

    pub fn disputes(&self, list: &ListDisputes) -> Attempt {
        let is = |dispute: &Value, field: &str, wanted: Option<&str>| wanted.is_none_or(|text| dispute[field] == text);
        let wanted = |dispute: &&Value| {
            is(dispute, "status", list.filter.status.as_ref().map(|status| status.as_str()))
                && is(dispute, "payment_id", list.filter.payment_id.as_ref().map(|id| id.as_str()))
        };
        let found: Vec<&Value> = self.disputes.iter().filter(wanted).collect();
        let data: Vec<&Value> = found.iter().copied().skip(list.offset as usize).take(list.limit as usize).collect();
        answered(200, json!({"count": data.len(), "total_count": found.len(), "data": data}))
    }

    /// A page of a list beyond the specification, as juspay/hyperswitch gives it.
    pub fn listed(&self, list: &ListRecords) -> Attempt {
        self.record_reads.set(self.record_reads.get() + 1);
        let Some(rows) = self.records.get(&list.kind()) else { return refused(404, "IR_05", "Not found") };
        if let Some(attempt) = &self.lists_get {
            return attempt.clone();
        }
        let request = list.request();
        let offset = request.body.as_ref().and_then(|body| body.get("offset")?.as_u64()).unwrap_or(0) as usize;
        let wanted = request.body.as_ref().and_then(|body| body.get("payment_id"));
        if self.refuses_filters && wanted.is_some() {
            return refused(400, "IR_06", "unknown field `payment_id`");
        }
        let of_payment: Option<Vec<Value>> = wanted
            .filter(|_| self.filters_refunds)
            .map(|id| rows.iter().filter(|row| row["payment_id"] == *id).cloned().collect());
        let rows = of_payment.as_ref().unwrap_or(rows);
        if let Some(page) = self.list_page {
            return answered(200, page(rows, offset));
        }
        let after = request.path.split(['?', '&']).find_map(|pair| pair.strip_prefix("ending_before="));
        let is_it = |row: &Value| after.is_some_and(|id| row[list.reads().id_field] == id);
        let begins = rows.iter().position(is_it).unwrap_or(offset);
        let data: Vec<&Value> = rows.iter().skip(begins).take(100).collect();
        match after.is_some() || request.body.is_none() {
            true => answered(200, json!({"size": data.len(), "data": data})),
            false => answered(200, json!({"count": data.len(), "total_count": rows.len(), "data": data})),
        }
    }

    pub fn record(&self, read: &RetrieveRecord) -> Attempt {
        self.record_reads.set(self.record_reads.get() + 1);
        if let Some(copy) = &self.record_copy {
            return copy.clone();
        }
        let Some(rows) = self.records.get(&read.kind()) else {
            return refused(404, "IR_02", "Unrecognized request URL");
        };
        let found = rows.iter().find(|row| ["refund_id", "payout_id"].iter().any(|field| row[field] == read.id()));
        found
            .map_or_else(|| refused(404, "HE_02", "It does not exist in our records"), |row| answered(200, row.clone()))
    }

    /// Applies an operation and answers it.
    pub fn execute(&mut self, request: &Request) -> Attempt {
        let mut parts = request.path.trim_start_matches("/payments/").split('/');
        let (id, verb) = (parts.next().unwrap_or_default().to_owned(), parts.next().unwrap_or_default());
        let amount = request.body.as_ref().and_then(|body| body.get("amount_to_capture")?.as_i64());
        let Some(pay) = self.payments.iter_mut().find(|pay| pay.id == id) else {
            return refused(404, "IR_05", "Payment not found");
        };
        let done = match verb {
            "capture" => pay.capture(amount.unwrap()),
            "cancel" | "reject" => pay.cancel(),
            "approve" => pay.approve(),
            "confirm" => pay.confirm(),
            "" => Ok(()),
            other => panic!("no endpoint {other}"),
        };
        match done {
            Ok(()) => answered(200, pay.partial()),
            Err((status, code, message)) => refused(status, code, message),
        }
    }

    /// Time has passed for it, too.
    pub fn now(&mut self, now: DateTime<Utc>) {
        self.date_unix_s = (!self.hides_date).then(|| now.timestamp());
    }

    /// The head of an answer that is made now.
    pub fn head(&self, rate: RateHeaders) -> RateHeaders {
        RateHeaders { date_unix_s: rate.date_unix_s.or(self.date_unix_s), marks: self.marks, ..rate }
    }

    /// Answers a read.
    pub fn answer(&self, read: &Read) -> (ReadAnswer, Option<RateHeaders>) {
        let attempt = self.reads_get.clone().unwrap_or_else(|| self.body_of(read));
        let attempt = if self.is_careless { careless(attempt) } else { attempt };
        if let (Read::Payment(_), Some(Copy { body, head })) = (read, &self.copy) {
            let head = RateHeaders { date_unix_s: head.date_unix_s.or(self.date_unix_s), ..*head };
            return (decode(read, answered(200, body.clone())), Some(head));
        }
        let rate = self.rate.or_else(|| attempt.rate().copied());
        (decode(read, attempt), rate.map(|rate| self.head(rate)))
    }

    pub fn body_of(&self, read: &Read) -> Attempt {
        match read {
            Read::Health(_) => answered(200, json!({})),
            Read::Payment(read) => match self.payments.iter().find(|pay| pay.id == read.payment_id.as_str()) {
                Some(pay) => answered(200, pay.json()),
                None => refused(404, "IR_05", "Payment not found"),
            },
            Read::Disputes(_) if self.disputes_get.is_some() => self.disputes_get.clone().unwrap(),
            Read::Disputes(list) if !self.disputes.is_empty() => self.disputes(list),
            Read::Customer(_) | Read::Disputes(_) | Read::Payout(_) | Read::Evidence(_) => {
                refused(404, "IR_05", "Not found")
            }
            Read::Dispute(_) if !self.reads_disputes => refused(404, "IR_02", "Unrecognized request URL"),
            Read::Dispute(read) => {
                let is_it = |dispute: &&Value| dispute["dispute_id"] == read.dispute_id.as_str();
                let absent = || refused(404, "HE_04", "Dispute does not exist in our records");
                self.disputes.iter().find(is_it).map_or_else(absent, |dispute| answered(200, dispute.clone()))
            }
            Read::Records(list) => self.listed(list),
            Read::Record(read) => self.record(read),
            Read::StatusCounts(call) => {
                let counted = self.status_counts.get(&call.records).cloned();
                counted.unwrap_or_else(|| refused(404, "IR_02", "Unrecognized request URL"))
            }
            Read::AddedUp(call) => {
                let sum = self.added_up.get(&call.added_up).cloned();
                sum.unwrap_or_else(|| {
                    answered(200, json!({"queryData": [], "metaData": [{"total_disputed_amount": 0}]}))
                })
            }
            Read::PaymentCount(_) => answered(200, json!({"total_count": self.payments.len()})),
            Read::DisputeMetrics(_) | Read::PaymentMetrics(_) => match &self.metrics {
                _ if self.metrics_error.is_some() => {
                    self.metrics_error.map(|(status, code, text)| refused(status, code, text)).unwrap()
                }
                Some(body) => answered(200, body.clone()),
                None => refused(404, "IR_05", "Not found"),
            },
            Read::Payments(list) => {
                let asked = list.form.statuses(&list.filter);
                let (earliest, latest) = (list.filter.created_gte, list.filter.created_lte);
                let is_in_time = |pay: &Pay| {
                    let created = pay.created.parse::<DateTime<Utc>>().unwrap();
                    earliest.is_none_or(|from| from <= created) && latest.is_none_or(|to| created <= to)
                };
                let has_status = |pay: &Pay| asked.iter().any(|status| status.as_str() == pay.status);
                let wanted = |pay: &&Pay| is_in_time(pay) && (asked.is_empty() || has_status(pay));
                let found: Vec<&Pay> =
                    self.listed_as.as_ref().unwrap_or(&self.payments).iter().filter(wanted).collect();
                let rows = list.rows_asked().min(self.page_max.unwrap_or(u32::MAX));
                let page = found.iter().skip(list.offset as usize).take(rows as usize);
                let row = |pay: &&Pay| if self.lists_amounts { pay.row_with_amounts() } else { pay.row() };
                let data: Vec<Value> = page.map(row).collect();
                let total = if self.totals_pages { data.len() } else { found.len() };
                let mut body = json!({"count": data.len(), "data": data});
                if !self.hides_total {
                    body["total_count"] = json!(total);
                }
                answered(200, body)
            }
        }
    }
}

/// The same answer with what nobody may see in each of its texts, as it comes from the network.
fn careless(attempt: Attempt) -> Attempt {
    match attempt {
        Attempt::Answered(HttpAnswer { status, body: Body::Json(document), rate }) => {
            let body = Body::from_bytes(status, with_texts(&document).to_string().as_bytes());
            Attempt::Answered(HttpAnswer { status, body, rate })
        }
        other => other,
    }
}

/// What a read makes of one attempt.
pub fn decode(read: &Read, attempt: Attempt) -> ReadAnswer {
    read.answer(attempt, MinorUnits::Iso4217)
}

/// When all flows begin.
pub fn start_time() -> DateTime<Utc> {
    DateTime::from_timestamp(1_795_000_000, 0).unwrap()
}
