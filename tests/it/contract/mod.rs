//! The real client over real sockets: against servers that misbehave in every way we could think of, and against
//! the real sandbox, endpoint by endpoint.

mod analytics;
mod api_keys;
mod bad_luck;
mod bad_server;
mod certificates;
mod connections;
mod customers;
mod disputes;
mod every_key;
mod payment_links;
mod payments;
mod payouts;
mod refunds;
mod service;
mod shapes;
mod subscriptions;
mod with_sandbox;

use std::time::Duration;

use paydesk::api::call::Request;
use paydesk::api::calls::payments::CapturePayment;
use paydesk::api::client::{Client, TimeLimits};
use paydesk::api::operation::{Expectation, OperationCall, StatusWords};
use paydesk::api::outcome::{Answer, Attempt, Body, Observation, observe};
use paydesk::api::rate_limit::RateHeaders;
use paydesk::domain::ids::PaymentId;
use paydesk::domain::money::{Currency, Money};
use paydesk::domain::secret::ApiKey;
use serde_json::Value;

/// The key of all requests in this part of the tests.
const KEY: &str = "snd_contract_key";

/// Limits that end a test soon. Only tests about time reach them.
fn limits() -> TimeLimits {
    TimeLimits {
        connect: Duration::from_secs(5),
        operation: Duration::from_secs(10),
        read: Duration::from_secs(10),
        stall: Duration::from_secs(10),
    }
}

fn client_with(base_url: &str, limits: TimeLimits) -> Client {
    Client::new(base_url, &ApiKey::parse(KEY).unwrap(), limits).unwrap()
}

fn client(base_url: &str) -> Client {
    client_with(base_url, limits())
}

/// The operation that is sent into all the bad luck: capture 5.00 EUR of `pay_1`.
fn capture() -> Request {
    CapturePayment::new(PaymentId::new("pay_1"), 500).request()
}

/// What a true answer to [`capture`] echoes.
fn expectation() -> Expectation {
    Expectation::new(StatusWords::Payment)
        .naming("payment_id", "pay_1")
        .over(&Money::new(500, Currency::from_code("EUR")))
}

/// What a success with this body is called against what the call expects.
fn observed(call: &impl OperationCall, body: Value) -> Observation {
    let answer = Answer { status: 200, body: Body::Json(body), rate: RateHeaders::default() };
    observe(&Attempt::Answered(answer), &call.expectation())
}

/// How a plain refusal with this status is named.
pub fn refusal(status: u16) -> Observation {
    if status == 404 { Observation::NotFound } else { Observation::Refused }
}
