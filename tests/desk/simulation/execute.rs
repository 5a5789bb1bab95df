//! What the service does with each request: the states it asks for, the guards it has, and those it has not.

use paydesk_api::operation::Endpoint;
use serde_json::{Map, Value, json};

use super::service::{
    Arrival, Effect, Execution, Object, Refund, RefundChecks, Reply, Service, Version, payment_of_subscription, texts,
    version,
};

pub fn error(status: u16, code: &str, text: &str) -> Reply {
    (status, json!({"error": {"type": "invalid_request", "code": code, "message": text}}))
}

fn find<'a>(objects: &'a mut [Object], id: &str) -> Option<&'a mut Object> {
    objects.iter_mut().find(|object| object.id == id)
}

pub fn not_found() -> (Reply, Effect) {
    (error(404, "IR_05", "There is none"), Effect::Refused)
}

pub fn refused(text: &'static str) -> (Reply, Effect) {
    (error(400, "IR_04", text), Effect::Refused)
}

impl Service {
    pub fn create_payment(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
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
        made.made_by =
            arrival.request.body.as_ref().and_then(|body| body["metadata"]["operation_id"].as_str()).map(str::to_owned);
        let first = Version { capturable, ..version(arrival.at_ms, arrival.by, Some(arrival.endpoint), status) };
        made.versions = vec![first];
        let body = made.payment_json(made.now());
        self.payments.push(made);
        ((200, body), effect)
    }

    pub fn act_on_payment(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
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

    pub fn refund(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
        let (id, amount) = (arrival.text("refund_id"), arrival.number_of("amount"));
        let body = arrival.request.body.clone().unwrap_or_default();
        if find(&mut self.payments, arrival.resource).is_none() {
            return not_found();
        }
        let known = self.known_refund(id, arrival.at_ms);
        let refusal = self.refund_refusal(arrival, amount);
        match (known, refusal, self.refund_checks) {
            (Some(_), Some(text), RefundChecks::AmountFirst) => {
                return (error(400, "IR_04", &text), Effect::RepeatRefused);
            }
            (Some(known), _, _) => {
                return match (known.body == body, self.says_exists) {
                    (false, _) => (error(409, "IR_04", "This refund_id was used for another refund"), Effect::Refused),
                    (true, true) => (error(400, "HE_01", "This refund exists already"), Effect::Repeated),
                    (true, false) => ((200, known.json()), Effect::Repeated),
                };
            }
            (None, Some(text), _) => return (error(400, "IR_04", &text), Effect::Refused),
            (None, None, _) => {}
        }
        let declined = arrival.execution == Execution::Declining;
        let (id, payment) = (id.to_owned(), arrival.resource.to_owned());
        let refund = Refund { id, payment, body, amount, declined, made_ms: arrival.at_ms };
        let answer = refund.json();
        self.refunds.push(refund);
        ((200, answer), arrival.effect())
    }

    /// The newest refund under an id that is not forgotten yet.
    fn known_refund(&self, id: &str, at_ms: i64) -> Option<&Refund> {
        let remembered = |made_ms: i64| self.refund_ids_known_ms.is_none_or(|ms| at_ms - made_ms <= ms);
        self.refunds.iter().rfind(|refund| refund.id == id && remembered(refund.made_ms))
    }

    /// Why no refund of this amount can be made, if none can.
    fn refund_refusal(&self, arrival: &Arrival<'_>, amount: i64) -> Option<String> {
        let of_payment = |refund: &&Refund| refund.payment == arrival.resource && !refund.declined;
        let newest_ms = self.refunds.iter().filter(of_payment).map(|refund| refund.made_ms).max();
        let pending = newest_ms.is_some_and(|ms| arrival.at_ms - ms < self.refund_pending_ms);
        if self.refund_checks == RefundChecks::AmountFirst && pending {
            return Some("A refund of this payment is pending".into());
        }
        let left = self.left_to_refund(arrival.resource);
        (amount > left).then(|| match self.names_left {
            true => format!("amount {amount} exceeds what is left to refund of payment {}: {left}", arrival.resource),
            false => "More than was received".to_owned(),
        })
    }

    /// What of a payment can still be refunded, in its lowest unit.
    pub fn left_to_refund(&self, payment_id: &str) -> i64 {
        let made = self.refunds.iter().filter(|refund| refund.payment == payment_id && !refund.declined);
        let received = self.payments.iter().find(|payment| payment.id == payment_id);
        received.map_or(0, |payment| payment.now().received) - made.map(|refund| refund.amount).sum::<i64>()
    }

    /// Whether what the service names as left shows that a refund of this amount was not made: it would leave less.
    pub fn leaves_more_than(&self, payment_id: &str, amount: i64) -> bool {
        let payment = self.payments.iter().find(|payment| payment.id == payment_id);
        let left = self.left_to_refund(payment_id);
        left < amount && payment.is_some_and(|payment| left + amount > payment.amount)
    }

    pub fn fulfil(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
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

    pub fn evidence(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
        let Some(dispute) = find(&mut self.disputes, arrival.text("dispute_id")) else { return not_found() };
        let repeats = dispute.now().texts == arrival.number;
        dispute.change(arrival.at_ms, arrival.by, arrival.endpoint, |next| {
            (next.status, next.texts) = ("challenged", arrival.number);
        });
        let effect = if repeats { Effect::Repeated } else { Effect::Done };
        ((200, json!({"dispute_id": dispute.id, "status": "submitted"})), effect)
    }

    pub fn create_customer(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
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

    pub fn confirm_subscription(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
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

    pub fn create_unguarded(&mut self, arrival: &Arrival<'_>) -> (Reply, Effect) {
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

/// Sets what the request names: the same again changes nothing.
pub fn set(objects: &mut [Object], arrival: &Arrival<'_>, id_field: &str) -> (Reply, Effect) {
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
