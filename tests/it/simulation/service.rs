//! A model of the payment service: it holds objects, remembers each change with its author, and answers.
//!
//! Everything that happened stands in its history: the judge compares claims with it. Replicas show an earlier state.

use std::cell::OnceCell;

use chrono::{DateTime, Utc};
use paydesk::api::call::{Call as _, Request};
use paydesk::api::calls::payments::RetrievePayment;
use paydesk::api::operation::Endpoint;
use paydesk::domain::ids::PaymentId;
use paydesk::domain::payment::Payment;
use serde_json::{Map, Value, json};

use super::world::at;

/// Who changed something.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Author {
    /// Number of an operation of a desk.
    Operation(usize),
    SomebodyElse,
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
    Refused,
}

/// A twist in how the service executes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Manner {
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
    read: OnceCell<Box<Payment>>,
}

/// See the module.
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
    id: String,
    payment: String,
    body: Value,
    amount: i64,
    declined: bool,
}

/// See the module.
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
    /// How many things were made that the service names itself.
    pub made: u64,
}

/// An answer: status and body.
pub type Reply = (u16, Value);

fn version(at_ms: i64, by: Author, endpoint: Option<Endpoint>, status: &'static str) -> Version {
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

    fn change(&mut self, at_ms: i64, by: Author, endpoint: Endpoint, make: impl FnOnce(&mut Version)) {
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

    fn payment_json(&self, version: &Version) -> Value {
        let mut body = json!({
            "payment_id": self.id, "status": version.status, "amount": self.amount, "currency": "EUR",
            "amount_received": version.received, "amount_capturable": version.capturable,
            "description": texts(version.texts), "capture_method": "manual",
        });
        if let Some(id) = &self.made_by {
            body["metadata"] = json!({ "operation_id": id });
        }
        body["modified_at"] = json!(version.modified_at().to_rfc3339());
        body
    }

    /// The payment as a read of this version brings it; decoded once.
    pub fn payment(&self, version: &Version) -> Payment {
        let decode = || {
            let call = RetrievePayment { payment_id: PaymentId::new(self.id.as_str()) };
            Box::new(call.decode(self.payment_json(version)).unwrap())
        };
        Payment::clone(version.read.get_or_init(decode))
    }
}

/// The description that operation number `of` sets.
pub fn texts(of: u64) -> String {
    format!("as {of} says")
}

fn error(status: u16, code: &str, words: &str) -> Reply {
    (status, json!({"error": {"type": "invalid_request", "code": code, "message": words}}))
}

fn find<'a>(objects: &'a mut [Object], id: &str) -> Option<&'a mut Object> {
    objects.iter_mut().find(|object| object.id == id)
}

fn not_found() -> (Reply, Effect) {
    (error(404, "IR_05", "There is none"), Effect::Refused)
}

fn refused(words: &'static str) -> (Reply, Effect) {
    (error(400, "IR_04", words), Effect::Refused)
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
    pub manner: Manner,
}

impl Arrival<'_> {
    fn number_of(&self, field: &str) -> i64 {
        self.request.body.as_ref().and_then(|body| body.get(field)?.as_i64()).unwrap_or(0)
    }

    fn text(&self, field: &str) -> &str {
        self.request.body.as_ref().and_then(|body| body.get(field)?.as_str()).unwrap_or_default()
    }

    /// The status that it ends in, by its manner.
    fn ends(&self, plain: &'static str) -> &'static str {
        match self.manner {
            Manner::Plain => plain,
            Manner::Declining => "failed",
            Manner::UnknownStatus => "on_hold",
        }
    }

    fn effect(&self) -> Effect {
        if self.manner == Manner::Declining { Effect::Declined } else { Effect::Done }
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

    fn create_payment(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
        let id = arrival.text("payment_id");
        if find(&mut self.payments, id).is_some() {
            return (error(400, "HE_01", "A payment with this id exists already"), Effect::Repeated);
        }
        let confirm = arrival.request.body.as_ref().is_some_and(|body| body["confirm"] == json!(true));
        let (status, effect) = match confirm {
            true => (arrival.ends("requires_capture"), arrival.effect()),
            false => ("requires_confirmation", Effect::Done),
        };
        let amount = arrival.number_of("amount");
        let capturable = if status == "requires_capture" { amount } else { 0 };
        let mut made = Object::new(id, status, amount, 0, capturable);
        made.made_by = arrival.request.body.as_ref().and_then(|body| body["metadata"]["operation_id"].as_str()).map(str::to_owned);
        let first = Version { capturable, ..version(arrival.at_ms, arrival.by, Some(arrival.endpoint), status) };
        made.versions = vec![first];
        let body = made.payment_json(made.now());
        self.payments.push(made);
        ((200, body), effect)
    }

    fn act_on_payment(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
        let Some(payment) = find(&mut self.payments, arrival.resource) else { return not_found() };
        let asked = arrival.number_of("amount_to_capture");
        let (endpoint, amount) = (arrival.endpoint, payment.amount);
        let now = payment.now();
        let (status, left) = (now.status, now.capturable);
        let repeats = now.texts == arrival.number;
        let may = match endpoint {
            Endpoint::CapturePayment => match status {
                "requires_capture" | "succeeded" if left > 0 && asked > left => {
                    return refused("amount_to_capture exceeds amount_capturable");
                }
                "requires_capture" | "succeeded" if left > 0 => true,
                "succeeded" | "cancelled" => {
                    return (error(409, "IR_04", "Already fully captured or cancelled"), Effect::Refused);
                }
                _ => false,
            },
            Endpoint::CancelPayment => !matches!(status, "cancelled" | "failed") && (status != "succeeded" || left > 0),
            Endpoint::ApprovePayment => status == "requires_merchant_action",
            Endpoint::ConfirmPayment => status == "requires_confirmation",
            _ => !matches!(status, "cancelled" | "failed"),
        };
        if !may {
            return refused("Not in a state that allows it");
        }
        let end = arrival.ends("");
        payment.change(arrival.at_ms, arrival.by, endpoint, |next| match endpoint {
            Endpoint::CapturePayment if end == "failed" => (next.status, next.capturable) = (end, 0),
            Endpoint::CapturePayment => {
                (next.received, next.capturable) = (next.received + asked, next.capturable - asked);
                next.status = if end.is_empty() { "succeeded" } else { end };
            }
            Endpoint::CancelPayment => {
                next.capturable = 0;
                next.status = match status {
                    "succeeded" => "succeeded",
                    _ if end.is_empty() => "cancelled",
                    _ => end,
                };
            }
            Endpoint::ApprovePayment | Endpoint::ConfirmPayment if end.is_empty() => {
                (next.status, next.capturable) = ("requires_capture", amount);
            }
            Endpoint::ApprovePayment | Endpoint::ConfirmPayment => next.status = end,
            _ => next.texts = arrival.number,
        });
        let effect = match endpoint {
            Endpoint::UpdatePayment if repeats => Effect::Repeated,
            Endpoint::UpdatePayment => Effect::Done,
            _ => arrival.effect(),
        };
        let mut body = payment.payment_json(payment.now());
        if endpoint == Endpoint::UpdatePayment {
            // Its answer is not shown: at least it names the payment.
            body = json!({"payment_id": payment.id, "description": texts(arrival.number)});
        }
        ((200, body), effect)
    }

    fn refund(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
        let (id, amount) = (arrival.text("refund_id"), arrival.number_of("amount"));
        let body = arrival.request.body.clone().unwrap_or_default();
        if let Some(known) = self.refunds.iter().find(|refund| refund.id == id) {
            return match (known.body == body, self.says_exists) {
                (false, _) => (error(409, "IR_04", "This refund_id was used for another refund"), Effect::Refused),
                (true, true) => (error(400, "HE_01", "This refund exists already"), Effect::Repeated),
                (true, false) => ((200, known.json()), Effect::Repeated),
            };
        }
        let given = |refund: &&Refund| refund.payment == arrival.resource && !refund.declined;
        let before: i64 = self.refunds.iter().filter(given).map(|refund| refund.amount).sum();
        let Some(payment) = find(&mut self.payments, arrival.resource) else { return not_found() };
        if before + amount > payment.now().received {
            return refused("More than was received");
        }
        let declined = arrival.manner == Manner::Declining;
        let refund = Refund { id: id.to_owned(), payment: arrival.resource.to_owned(), body, amount, declined };
        let answer = refund.json();
        self.refunds.push(refund);
        ((200, answer), arrival.effect())
    }

    fn fulfil(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
        let Some(payout) = find(&mut self.payouts, arrival.resource) else { return not_found() };
        if matches!(payout.now().status, "cancelled" | "failed") {
            return refused("The payout cannot be fulfilled");
        }
        // Nothing documented guards a fulfilment: a second one pays again.
        let status = arrival.ends("success");
        payout.change(arrival.at_ms, arrival.by, arrival.endpoint, |next| next.status = status);
        let body = json!({"payout_id": payout.id, "amount": payout.amount, "currency": "EUR", "status": status});
        ((200, body), arrival.effect())
    }

    fn evidence(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
        let Some(dispute) = find(&mut self.disputes, arrival.text("dispute_id")) else { return not_found() };
        let repeats = dispute.now().texts == arrival.number;
        dispute.change(arrival.at_ms, arrival.by, arrival.endpoint, |next| {
            (next.status, next.texts) = ("challenged", arrival.number);
        });
        let effect = if repeats { Effect::Repeated } else { Effect::Done };
        ((200, json!({"dispute_id": dispute.id, "status": "submitted"})), effect)
    }

    fn create_customer(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
        let id = arrival.text("customer_id");
        if find(&mut self.customers, id).is_some() {
            return (error(409, "IR_04", "A customer with this id exists already"), Effect::Repeated);
        }
        let mut made = Object::new(id, "", 0, 0, 0);
        made.versions = vec![version(arrival.at_ms, arrival.by, Some(arrival.endpoint), "")];
        made.versions[0].texts = arrival.number;
        self.customers.push(made);
        ((200, json!({"customer_id": id, "description": texts(arrival.number)})), Effect::Done)
    }

    fn confirm_subscription(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
        let Some(subscription) = find(&mut self.subscriptions, arrival.resource) else { return not_found() };
        if subscription.now().status != "created" {
            return (error(409, "IR_04", "It was confirmed already"), Effect::Refused);
        }
        let status = arrival.ends("active");
        subscription.change(arrival.at_ms, arrival.by, arrival.endpoint, |next| next.status = status);
        let paid = payment_of_subscription(arrival.resource);
        if let Some(payment) = find(&mut self.payments, &paid) {
            let received = payment.amount;
            payment.change(arrival.at_ms, arrival.by, arrival.endpoint, |next| match status {
                "active" => (next.status, next.received) = ("succeeded", received),
                "failed" => next.status = "failed",
                _ => next.status = "processing",
            });
        }
        ((200, json!({"id": arrival.resource, "status": status})), arrival.effect())
    }

    fn create_unguarded(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
        self.made += 1;
        let mut body = arrival.request.body.clone().and_then(|body| body.as_object().cloned()).unwrap_or_default();
        body.remove("metadata");
        body.insert("id".into(), json!(format!("made_{}", self.made)));
        match arrival.endpoint {
            Endpoint::CreatePayout => drop(body.insert("status".into(), json!("requires_fulfillment"))),
            Endpoint::CreateSubscription => drop(body.insert("status".into(), json!("created"))),
            _ => {}
        }
        ((200, Value::Object(body)), Effect::Done)
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
    fn json(&self) -> Value {
        let status = if self.declined { "failed" } else { "succeeded" };
        json!({"refund_id": self.id, "payment_id": self.payment, "amount": self.amount, "currency": "EUR", "status": status})
    }
}

/// Sets what the request names: the same again changes nothing.
fn set(objects: &mut [Object], arrival: &Arrival<'_>, id_field: &str) -> (Reply, Effect) {
    let Some(object) = find(objects, arrival.resource) else { return not_found() };
    let repeats = object.now().texts == arrival.number;
    object.change(arrival.at_ms, arrival.by, arrival.endpoint, |next| next.texts = arrival.number);
    let mut body = Map::new();
    body.insert(id_field.to_owned(), json!(object.id));
    body.insert("description".into(), json!(texts(arrival.number)));
    if !object.now().status.is_empty() {
        body.insert("status".into(), json!(object.now().status));
    }
    if object.amount > 0 {
        body.insert("amount".into(), json!(object.amount));
        body.insert("currency".into(), json!("EUR"));
    }
    ((200, Value::Object(body)), if repeats { Effect::Repeated } else { Effect::Done })
}
