//! A model of the payment service: it holds objects, remembers each change with its author, and answers.
//!
//! Everything that happened is in its history: the judge compares claims with it. Replicas show an earlier state.

use std::cell::OnceCell;

use chrono::{DateTime, Utc};
use paydesk_api::call::{Call as _, Request};
use paydesk_api::operation::Endpoint;
use paydesk_api::outcome::Attempt;
use paydesk_api::record_reads::{ListRecords, RetrieveRecord};
use paydesk_api::resources::payments::calls::RetrievePayment;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::operation::ResourceKind;
use paydesk_domain::payment::Payment;
use serde_json::{Map, Value, json};

use super::answers::{answered, refusal};
use super::execute::{refused, set};
use super::world::at;

/// Who changed something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author {
    /// Number of an operation of a desk.
    Operation(usize),
    SomebodyElse,
    /// The read of a payout that writes its texts.
    Probe,
    /// It stood there from the start.
    Nobody,
}

/// What became of a request that reached the service.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    /// It changed something: what was asked for is done.
    Done,
    /// It was executed, and its outcome is `failed`.
    Declined,
    /// Known already under our id, or nothing changed by it: no second effect.
    Repeated,
    /// Known already under our id, and refused for another reason that was looked at first.
    RepeatRefused,
    Refused,
}

/// A answer_fault in how the service executes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Execution {
    Plain,
    Declining,
    /// Done, with a status nobody knows.
    UnknownStatus,
}

/// A payment, a payout, a customer, a dispute or a subscription as it was from `at_ms` on.
#[derive(Debug)]
pub struct Version {
    pub at_ms: i64,
    pub by: Author,
    pub endpoint: Option<Endpoint>,
    pub status: &'static str,
    pub received: i64,
    pub capturable: i64,
    /// What was set last: number of the operation whose texts stand there.
    pub texts: u64,
    pub read: OnceCell<Box<Payment>>,
}

/// A payment, payout, dispute, customer or subscription with its history.
#[derive(Debug)]
pub struct Object {
    pub id: String,
    pub amount: i64,
    /// `metadata.operation_id` it was created with.
    pub made_by: Option<String>,
    pub versions: Vec<Version>,
}

#[derive(Debug)]
pub struct Refund {
    pub id: String,
    pub payment: String,
    pub body: Value,
    pub amount: i64,
    pub declined: bool,
    pub made_ms: i64,
}

/// What `POST /refunds` looks at first; the specification does not say.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RefundChecks {
    #[default]
    IdFirst,
    /// The amount that is left, and whether a refund of the payment is pending.
    AmountFirst,
}

/// All objects, and how this service behaves where the specification is silent.
#[derive(Debug, Default)]
pub struct Service {
    pub payments: Vec<Object>,
    pub payouts: Vec<Object>,
    pub disputes: Vec<Object>,
    pub customers: Vec<Object>,
    pub subscriptions: Vec<Object>,
    pub refunds: Vec<Refund>,
    /// Whether a refund that is repeated is answered with `HE_01` instead of itself.
    pub says_exists: bool,
    pub refund_checks: RefundChecks,
    /// Whether a refusal for the amount names what is left to refund.
    pub names_left: bool,
    /// How long a refund is pending: another one of its payment is refused meanwhile, where the amount is checked first.
    pub refund_pending_ms: i64,
    /// How long a refund's id is known; `None`: for ever.
    pub refund_ids_known_ms: Option<i64>,
    /// Whether a payment is shown with its refunds, which the specification does not say.
    pub shows_refunds: bool,
    /// Whether refunds are listed, and read by their ids, which the specification does not say.
    pub reads_refunds: bool,
    /// Whether the list of payments tells what was received and can be captured; that of the specification does not.
    pub lists_amounts: bool,
    /// Whether it reports refunds by events.
    pub sends_events: bool,
    /// A second worker answers half of the reads, so far behind the first, in milliseconds.
    pub second_worker_lag_ms: Option<i64>,
    /// How far its clock is ahead of the true time, in milliseconds.
    pub ahead_ms: i64,
    /// How many things were made that the service names itself.
    pub made: u64,
}

/// An answer: status and body.
pub type Reply = (u16, Value);

pub fn version(at_ms: i64, by: Author, endpoint: Option<Endpoint>, status: &'static str) -> Version {
    Version { at_ms, by, endpoint, status, received: 0, capturable: 0, texts: 0, read: OnceCell::new() }
}

impl Version {
    pub fn modified_at(&self) -> DateTime<Utc> {
        at(self.at_ms.max(-1_000_000))
    }
}

impl Object {
    pub fn new(id: impl Into<String>, status: &'static str, amount: i64, received: i64, capturable: i64) -> Self {
        let first = Version { received, capturable, ..version(i64::MIN, Author::Nobody, None, status) };
        Self { id: id.into(), amount, made_by: None, versions: vec![first] }
    }

    pub fn now(&self) -> &Version {
        // There is always a first one.
        &self.versions[self.versions.len() - 1]
    }

    pub fn change(&mut self, at_ms: i64, by: Author, endpoint: Endpoint, make: impl FnOnce(&mut Version)) {
        let now = self.now();
        let (received, capturable, texts) = (now.received, now.capturable, now.texts);
        let mut next = version(at_ms, by, Some(endpoint), now.status);
        (next.received, next.capturable, next.texts) = (received, capturable, texts);
        make(&mut next);
        self.versions.push(next);
    }

    /// How it stood at `at_ms`, if it was there.
    pub fn then(&self, at_ms: i64) -> Option<&Version> {
        self.versions.iter().rfind(|version| version.at_ms <= at_ms)
    }

    pub fn payment_json(&self, version: &Version) -> Value {
        let mut body = json!({
            "payment_id": self.id, "status": version.status, "amount": self.amount, "currency": "EUR",
            "amount_received": version.received, "amount_capturable": version.capturable,
            "description": texts(version.texts), "capture_method": "manual",
        });
        if let Some(id) = &self.made_by {
            body["metadata"] = json!({ "operation_id": id });
        }
        body["created"] = json!(self.versions[0].modified_at().to_rfc3339());
        body["modified_at"] = json!(version.modified_at().to_rfc3339());
        body
    }

    /// The payment as a read of this version brings it, with its refunds where the service shows them.
    pub fn payment(&self, version: &Version, refunds: Option<Vec<Value>>) -> Payment {
        match refunds {
            // Decoded once.
            None => Payment::clone(version.read.get_or_init(|| Box::new(self.decoded(self.payment_json(version))))),
            Some(refunds) => {
                let mut body = self.payment_json(version);
                body["refunds"] = json!(refunds);
                self.decoded(body)
            }
        }
    }

    fn decoded(&self, body: Value) -> Payment {
        RetrievePayment { payment_id: PaymentId::new(self.id.as_str()) }.decode(body, MinorUnits::Iso4217).unwrap()
    }
}

/// The description that operation number `of` sets.
pub fn texts(of: u64) -> String {
    format!("as {of} says")
}

/// One request as it is executed.
pub struct Arrival<'a> {
    pub at_ms: i64,
    pub by: Author,
    /// Number of what was asked for, which its texts carry.
    pub number: u64,
    pub endpoint: Endpoint,
    pub resource: &'a str,
    pub request: &'a Request,
    pub execution: Execution,
}

impl Arrival<'_> {
    pub fn number_of(&self, field: &str) -> i64 {
        self.request.body.as_ref().and_then(|body| body.get(field)?.as_i64()).unwrap_or(0)
    }

    pub fn text(&self, field: &str) -> &str {
        self.request.body.as_ref().and_then(|body| body.get(field)?.as_str()).unwrap_or_default()
    }

    /// The status that it ends in, by its execution.
    pub fn ends(&self, plain: &'static str) -> &'static str {
        match self.execution {
            Execution::Plain => plain,
            Execution::Declining => "failed",
            Execution::UnknownStatus => "on_hold",
        }
    }

    pub fn effect(&self) -> Effect {
        if self.execution == Execution::Declining { Effect::Declined } else { Effect::Done }
    }
}

impl Service {
    /// Executes a request and answers it.
    pub fn execute(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
        match arrival.endpoint {
            Endpoint::CreatePayment => self.create_payment(arrival),
            Endpoint::UpdatePayment
            | Endpoint::ConfirmPayment
            | Endpoint::CapturePayment
            | Endpoint::CancelPayment
            | Endpoint::ApprovePayment => self.act_on_payment(arrival),
            Endpoint::CreateRefund => self.refund(arrival),
            Endpoint::UpdatePayout => set(&mut self.payouts, arrival, "payout_id"),
            Endpoint::FulfillPayout => self.fulfil(arrival),
            Endpoint::SubmitEvidence => self.evidence(arrival),
            Endpoint::CreateCustomer => self.create_customer(arrival),
            Endpoint::UpdateCustomer => set(&mut self.customers, arrival, "customer_id"),
            Endpoint::ConfirmSubscription => self.confirm_subscription(arrival),
            Endpoint::UpdateSubscription => {
                let failed = |object: &Object| object.id == arrival.resource && object.now().status == "failed";
                if self.subscriptions.iter().any(failed) {
                    return refused("The subscription has failed");
                }
                let (reply, effect) = set(&mut self.subscriptions, arrival, "id");
                // Nothing guards it: a second one bills again.
                (reply, if effect == Effect::Repeated { Effect::Done } else { effect })
            }
            Endpoint::CreatePayout
            | Endpoint::CreatePaymentLink
            | Endpoint::CreateSubscription
            | Endpoint::CreateApiKey => self.create_unguarded(arrival),
        }
    }
}

/// The payment that a subscription's create answer named.
pub fn payment_of_subscription(id: &str) -> String {
    format!("pay_{id}")
}

/// Whether a payment is worked on by way of its subscription.
pub fn is_of_subscription(payment_id: &str) -> bool {
    payment_id.starts_with("pay_sub_")
}

impl Refund {
    pub fn json(&self) -> Value {
        let status = if self.declined { "failed" } else { "succeeded" };
        json!({"refund_id": self.id, "payment_id": self.payment, "amount": self.amount, "currency": "EUR", "status": status})
    }
    /// The refund as a payment shows it at a time: pending before it ends.
    fn json_at(&self, at_ms: i64, pending_ms: i64) -> Value {
        let mut body = self.json();
        if at_ms < self.made_ms + pending_ms {
            body["status"] = json!("pending");
        }
        body
    }
}

impl Service {
    /// All payments as a list shows them at a time: with amounts, or as the specification has it.
    pub fn payment_list(&self, at_ms: i64) -> Attempt {
        let names: &[&str] = match self.lists_amounts {
            true => &["payment_id", "status", "amount", "currency", "created", "amount_received", "amount_capturable"],
            false => &["payment_id", "status", "amount", "currency", "created"],
        };
        let row = |payment: &Object| {
            let body = payment.payment_json(payment.then(at_ms)?);
            Some(names.iter().map(|name| ((*name).to_owned(), body[name].clone())).collect::<Map<_, _>>())
        };
        let data: Vec<Map<String, Value>> = self.payments.iter().filter_map(row).collect();
        answered(200, json!({"count": data.len(), "total_count": data.len(), "data": data}))
    }

    /// All refunds as a read shows them at a time, where they are listed.
    pub fn refund_list(&self, list: &ListRecords, at_ms: i64) -> Attempt {
        if !self.reads_refunds || list.kind() != ResourceKind::Refund {
            return refusal(404, "IR_05");
        }
        let made = self.refunds.iter().filter(|refund| refund.made_ms <= at_ms);
        let data: Vec<Value> = made.map(|refund| refund.json_at(at_ms, self.refund_pending_ms)).collect();
        answered(200, json!({"count": data.len(), "total_count": data.len(), "data": data}))
    }

    /// One of them.
    pub fn refund_by_id(&self, read: &RetrieveRecord, at_ms: i64) -> Attempt {
        let is_it = |refund: &&Refund| refund.id == read.id() && refund.made_ms <= at_ms;
        let found =
            self.refunds.iter().rfind(is_it).filter(|_| self.reads_refunds && read.kind() == ResourceKind::Refund);
        found.map_or_else(
            || refusal(404, "IR_05"),
            |refund| answered(200, refund.json_at(at_ms, self.refund_pending_ms)),
        )
    }

    /// The refunds of a payment as a read shows them at a time; `None` where the service shows none.
    pub fn refunds_shown(&self, payment_id: &str, at_ms: i64) -> Option<Vec<Value>> {
        let is_shown = |refund: &&Refund| refund.payment == payment_id && refund.made_ms <= at_ms;
        let shown = |refund: &Refund| refund.json_at(at_ms, self.refund_pending_ms);
        self.shows_refunds.then(|| self.refunds.iter().filter(is_shown).map(shown).collect())
    }
}
