//! The real client over real sockets: against servers that misbehave in every way we could think of, and against
//! the real sandbox, endpoint by endpoint.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::disallowed_methods)]

mod analytics;
mod api_keys;
mod bad_server;
mod both_shapes;
mod certificates;
mod connections;
mod customers;
mod disputes;
mod every_key;
mod hostile_bodies;
mod lost_connections;
mod payment_links;
mod payments;
mod payouts;
mod proxies;
mod refunds;
mod service;
mod shapes;
mod subscriptions;
mod wire;
mod with_sandbox;

use paydesk_api::call::Request;
use paydesk_api::client::{ApiClient, TimeLimits};
use paydesk_api::operation::{AnswerStatus, Expectation, OperationCall};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer, Observation, observe};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_api::resources::payments::calls::CapturePayment;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::{Currency, Money};
use paydesk_domain::secret::ApiKey;
use paydesk_test_basics::waiting::PATIENCE;
use serde_json::Value;

/// The key of all requests in this part of the tests.
const KEY: &str = "snd_contract_key";

/// Limits that nothing reaches, however busy the machine is; tests about time have their own.
fn limits() -> TimeLimits {
    TimeLimits { connect: PATIENCE, operation: PATIENCE, read: PATIENCE, stall: PATIENCE }
}

fn client_with(base_url: &str, limits: TimeLimits) -> ApiClient {
    ApiClient::new(base_url, &ApiKey::parse(KEY).unwrap(), limits).unwrap()
}

fn client(base_url: &str) -> ApiClient {
    client_with(base_url, limits())
}

/// The operation that is sent into all the bad luck: capture 5.00 EUR of `pay_1`.
fn capture() -> Request {
    CapturePayment::new(PaymentId::new("pay_1"), 500).request()
}

/// What a true answer to [`capture`] echoes.
fn expectation() -> Expectation {
    Expectation::new(AnswerStatus::Payment)
        .naming("payment_id", "pay_1")
        .over(&Money::new(500, Currency::iso4217("EUR")))
}

/// What a success with this body is called against what the call expects.
fn observed(call: &impl OperationCall, body: Value) -> Observation {
    let answer = HttpAnswer { status: 200, body: Body::Json(body), rate: RateHeaders::default() };
    observe(&Attempt::Answered(answer), &call.expectation())
}

/// How a plain refusal with this status is named.
pub fn refusal(status: u16) -> Observation {
    if status == 404 { Observation::NotFound } else { Observation::Refused }
}
