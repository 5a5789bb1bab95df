//! What was recorded: requests with their answers.

use std::sync::LazyLock;

use paydesk_api::call::Request;
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_api::rate_limit::RateHeaders;
use serde_json::Value;
use url::Url;

/// Who asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sender {
    /// With an API key, or none.
    Key,
    /// Signed in to the dashboard.
    Person,
}

/// One request and its answer.
pub struct Exchange {
    pub note: String,
    pub method: String,
    pub path: String,
    /// The parameters of the query, sorted.
    pub query: Vec<(String, String)>,
    /// Path and query as they were sent.
    pub target: String,
    /// The headers of the request; keys are masked.
    pub headers: Value,
    /// What was sent: JSON, or the size of a body that was none.
    pub body: Value,
    pub sender: Sender,
    pub status: u16,
    pub answer_headers: Value,
    /// JSON; plain text as a JSON string.
    pub answer: Value,
}

impl Exchange {
    fn read(line: &str) -> Self {
        let recorded: Value = serde_json::from_str(line).unwrap();
        let request = &recorded["request"];
        let (method, target) = request["line"].as_str().unwrap().split_once(' ').unwrap();
        let (path, query) = parts(target);
        let note = recorded["note"].as_str().unwrap().to_owned();
        // The token was left out when this was recorded.
        let has_no_header = request["headers"].as_object().unwrap().is_empty();
        let is_person = has_no_header && path != "/health" && note != "no key";
        Self {
            note,
            method: method.to_owned(),
            path,
            query,
            target: target.to_owned(),
            headers: request["headers"].clone(),
            body: request["body"].clone(),
            sender: if is_person { Sender::Person } else { Sender::Key },
            status: u16::try_from(recorded["status"].as_u64().unwrap()).unwrap(),
            answer_headers: recorded["response_headers"].clone(),
            answer: recorded["response_body"].clone(),
        }
    }

    /// The names of what was asked for, in the query or the body.
    pub fn parameters(&self) -> Vec<String> {
        let in_body = self.body.as_object().into_iter().flat_map(|body| body.keys().cloned());
        self.query.iter().map(|(name, _)| name.clone()).chain(in_body).collect()
    }

    pub fn is_success(&self) -> bool {
        (200..300).contains(&self.status)
    }

    /// The answer as the client hands it on.
    pub fn attempt(&self) -> Attempt {
        let bytes = match &self.answer {
            Value::String(text) => text.clone().into_bytes(),
            json => json.to_string().into_bytes(),
        };
        let body = Body::from_bytes(self.status, &bytes);
        Attempt::Answered(HttpAnswer { status: self.status, body, rate: RateHeaders::default() })
    }
}

/// Path and query of the target of a request.
pub fn parts(target: &str) -> (String, Vec<(String, String)>) {
    let url = Url::parse(&format!("http://service{target}")).unwrap();
    let mut query: Vec<(String, String)> = url.query_pairs().into_owned().collect();
    query.sort();
    (url.path().to_owned(), query)
}

/// All exchanges, in the order in which they happened.
pub fn exchanges() -> &'static [Exchange] {
    static EXCHANGES: LazyLock<Vec<Exchange>> = LazyLock::new(|| {
        include_str!("../../fixtures/real_server/exchanges.jsonl").lines().map(Exchange::read).collect()
    });
    &EXCHANGES
}

/// What the real server answered to this request with a key, whatever its body; `None` where it was not recorded.
pub fn answer(request: &Request) -> Option<Attempt> {
    let (path, query) = parts(&request.path);
    let is_it = |exchange: &&Exchange| {
        exchange.sender == Sender::Key
            && exchange.method == request.method.as_str()
            && exchange.path == path
            && exchange.query == query
    };
    exchanges().iter().find(is_it).map(Exchange::attempt)
}
