//! The sandbox in the shapes of that server answers every recorded request of a key as the server did: the same status,
//! code, fields with their types and values, rows in the same order.
//!
//! The exchanges are sent again in the order in which they were recorded. [`between`] does what happened on the server in
//! between without being recorded; [`requests`] puts the sandbox's own ids in place of the recorded ones; [`compare`]
//! says what differs, and which values are each server's own.

use std::collections::BTreeMap;

use axum::body::Body;
use axum::http::{Method, Request};
use paydesk_sandbox::{ClockStart, CredentialOverrides, SandboxConfig, SandboxShapes};
use paydesk_test_sandbox::helpers::{Answer, Client};
use serde_json::{Value, json};

use self::compare::{Difference, Ids};
use super::recorded::{Exchange, Sender, exchanges};

mod between;

mod compare;

mod requests;

/// The merchant, and its profile, that everything was recorded with.
const MERCHANT: &str = "merchant_harbour";

const PROFILE: &str = "pro_4x6mXZ2wkDElbx4O8eoE";

/// Before the first exchange.
const START: &str = "2026-11-27T13:59:00Z";

/// What the sandbox cannot have: method, beginning of the path (`*` for every method), and why not.
const NOT_WALKED: [(&str, &str, &str); 6] = [
    ("*", "/organization", "the sandbox has one organization, and nobody makes another"),
    ("*", "/accounts", "the sandbox has one merchant, and nobody makes another"),
    ("*", "/account/merchant_harbour/", "profiles and processor accounts are not kept in the sandbox"),
    ("*", "/webhooks/", "sent by a processor, which the sandbox does not have"),
    ("*", "/events/", "what the dashboard shows of webhooks; /_sandbox/events has it"),
    ("POST", "/disputes/accept/", "answered with an error of the processor, which the sandbox does not have"),
];

const BY_HAND: &str = "counts payments whose statuses and times were changed in the server's database by hand";

const DECIDED: &str = "the processor decided the disputes otherwise";

/// Single exchanges that the sandbox cannot have, by their place in the file, and why not.
const NOT_REPEATED: [(usize, &str); 14] = [
    (168, "the test processor captured a payment at once that was to be captured later"),
    (224, "no processor of subscriptions was configured; the sandbox has plans of its own"),
    (408, BY_HAND),
    (410, BY_HAND),
    (434, BY_HAND),
    (413, DECIDED),
    (415, DECIDED),
    (417, DECIDED),
    (419, BY_HAND),
    (420, BY_HAND),
    (422, BY_HAND),
    (423, BY_HAND),
    (424, BY_HAND),
    (435, "the sandbox has no list of what payments can be filtered by"),
];

/// From here on, the person who was signed in to the dashboard was of the merchant.
const FIRST_OF_MERCHANT: usize = 399;

pub struct Walk {
    client: Client,
    /// What the person is signed in with.
    token: Option<String>,
    ids: Ids,
    /// What could not be done between the exchanges.
    failed: Vec<String>,
}

impl Walk {
    fn begin() -> Self {
        let client = Client::with(SandboxConfig {
            payments: 0,
            rate_limit: Some(60),
            shapes: Some(SandboxShapes::Hyperswitch),
            clock: ClockStart::Frozen(START.parse().unwrap()),
            credentials: CredentialOverrides {
                merchant_id: Some(MERCHANT.to_owned()),
                profile_id: Some(PROFILE.to_owned()),
                ..CredentialOverrides::default()
            },
            ..SandboxConfig::default()
        });
        Self { client, token: None, ids: Ids::default(), failed: Vec::new() }
    }

    /// Sends a request of JSON with the secret key, a second later than the last one: everything has a time of its own.
    async fn post(&mut self, path: &str, body: Value) -> Value {
        self.client.advance(1).await;
        let answer = self.client.post(path, body).await;
        if !answer.status.is_success() {
            self.failed.push(format!("POST {path}: {}", answer.text()));
        }
        answer.json()
    }

    async fn send(&self, index: usize, exchange: &Exchange) -> Answer {
        if exchange.method != "GET" && !exchange.path.ends_with("/list") {
            self.client.advance(1).await;
        }
        let method: Method = exchange.method.parse().unwrap();
        let target = self.ids.ours_within(&exchange.target);
        let mut request = Request::builder().method(method).uri(target);
        let (kind, body) = requests::body(index, exchange, &self.ids);
        request = request.header("content-type", kind);
        if let Some(key) = requests::key(exchange, &self.client.credentials) {
            request = request.header("api-key", key);
        }
        if let Some(token) = self.token.as_ref().filter(|_| exchange.sender == Sender::Person) {
            request = request.header("authorization", format!("Bearer {token}"));
        }
        if let Some(profile) = exchange.headers["X-Profile-Id"].as_str() {
            request = request.header("x-profile-id", profile);
        }
        self.client.send(request.body(Body::from(body)).unwrap()).await
    }
}

/// Why an exchange is not walked, where it is not.
fn why_not(index: usize, exchange: &Exchange) -> Option<&'static str> {
    if exchange.sender == Sender::Person && index < FIRST_OF_MERCHANT {
        return Some("sent by a person who was signed in to another merchant");
    }
    let single = NOT_REPEATED.iter().find(|(place, _)| *place == index).map(|(_, reason)| *reason);
    let of_path = |(method, path, _): &&(&str, &str, &str)| {
        (*method == "*" || *method == exchange.method) && exchange.path.starts_with(*path)
    };
    single.or_else(|| NOT_WALKED.iter().find(of_path).map(|(_, _, reason)| *reason))
}

/// The differences, most frequent first, each with the first exchange that has it.
fn summary(differences: &[Difference]) -> String {
    let mut kinds: BTreeMap<String, (usize, &Difference)> = BTreeMap::new();
    for difference in differences {
        kinds.entry(difference.kind()).or_insert((0, difference)).0 += 1;
    }
    let mut kinds: Vec<_> = kinds.into_iter().collect();
    kinds.sort_by_key(|(_, (count, first))| (usize::MAX - count, first.index));
    let line = |(kind, (count, first)): &(String, (usize, &Difference))| {
        format!("{count:5} × {kind}, first in exchange {} ({})", first.index, first.request)
    };
    kinds.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn the_sandbox_answers_every_recorded_request_of_a_key_as_the_real_server_did() {
    let mut walk = Walk::begin();
    let (mut walked, mut differences) = (0, Vec::new());
    for (index, exchange) in exchanges().iter().enumerate() {
        between::happens_before(&mut walk, index, exchange).await;
        if why_not(index, exchange).is_some() {
            continue;
        }
        let answer = walk.send(index, exchange).await;
        if exchange.answer["token_type"].is_string() {
            walk.token = answer.json()["token"].as_str().map(str::to_owned);
        }
        differences.extend(compare::answer(index, exchange, &answer, &mut walk.ids));
        walked += 1;
    }
    let found = format!("{} differences of {walked} exchanges:\n{}", differences.len(), summary(&differences));
    assert!(differences.is_empty() && walk.failed.is_empty(), "{found}\nbetween them: {:#?}", walk.failed);
    assert_eq!(walked, 319, "exchanges that were walked");
}

/// The fields of a row, and what each is: nothing, or a value.
fn fields(row: &Value) -> BTreeMap<&str, bool> {
    row.as_object().unwrap().iter().map(|(name, value)| (name.as_str(), value.is_null())).collect()
}

#[tokio::test]
async fn figures_of_payments_have_the_fields_of_the_real_server() {
    let client = Client::with(SandboxConfig {
        payments: 50,
        shapes: Some(SandboxShapes::Hyperswitch),
        ..paydesk_test_sandbox::helpers::config()
    });
    client.post("/_sandbox/settings", json!({"login_endpoints_take_keys": true})).await.ok();
    for exchange in &exchanges()[419..424] {
        let mut body = exchange.body.clone();
        body[0]["timeRange"] = json!({"startTime": "2026-01-01T00:00:00Z", "endTime": "2027-01-01T00:00:00Z"});
        let answer = client.post(&exchange.path, body).await.ok();
        let recorded = &exchange.answer["queryData"][0];
        if exchange.body[0]["metrics"] != json!(["retries_count"]) {
            assert_eq!(fields(&answer["queryData"][0]), fields(recorded), "{}", exchange.note);
        }
        assert_eq!(fields(&answer["metaData"][0]), fields(&exchange.answer["metaData"][0]), "{}", exchange.note);
    }
}

#[test]
fn what_is_not_walked_exists_and_is_little() {
    let of_keys = exchanges().iter().enumerate().filter(|(_, exchange)| exchange.sender == Sender::Key);
    let left_out: Vec<&str> = of_keys.filter_map(|(index, exchange)| why_not(index, exchange)).collect();
    for (_, path, reason) in NOT_WALKED {
        assert!(left_out.contains(&reason), "nothing was recorded of {path}");
    }
    assert!(
        left_out.len() <= 34,
        "{} exchanges of keys are not walked; the list may never become longer",
        left_out.len()
    );
    assert_eq!(json!(MERCHANT), exchanges()[2].answer["merchant_id"]);
}
