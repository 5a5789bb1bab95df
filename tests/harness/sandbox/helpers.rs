//! A sandbox on a frozen clock and a client that calls its router directly.

use std::path::Path;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Method, Request, StatusCode};
use paydesk_sandbox::{ClockStart, CredentialOverrides, Credentials, DataLocation, Sandbox, SandboxConfig, router};
pub use paydesk_test_basics::{fixture, fixture_of};
use serde_json::{Value, json};
use tower::ServiceExt;

/// The time of the tests' frozen clock: a Saturday.
pub const START: &str = "2026-11-21T10:00:00Z";

/// An answer as it came.
#[derive(Debug)]
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub bytes: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.bytes).unwrap_or_else(|error| panic!("no JSON ({error}): {self:?}"))
    }

    /// The body of a success; fails with the answer where it is none.
    #[track_caller]
    pub fn ok(&self) -> Value {
        assert_eq!(self.status, StatusCode::OK, "{}", self.text());
        self.json()
    }

    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.bytes).into_owned()
    }

    /// Status, type and code of an error; fails where the body is no error envelope.
    #[track_caller]
    pub fn error(&self) -> (u16, String, String) {
        let body = self.json();
        let names: Vec<&String> = body.as_object().unwrap().keys().collect();
        assert_eq!(names, ["error"], "{body}");
        let error = body["error"].as_object().unwrap();
        let names: Vec<&String> = error.keys().collect();
        assert_eq!(names, ["type", "code", "message"], "{body}");
        let text = |name: &str| error[name].as_str().unwrap().to_owned();
        assert!(!text("message").is_empty());
        (self.status.as_u16(), text("type"), text("code"))
    }

    pub fn message(&self) -> String {
        self.json()["error"]["message"].as_str().unwrap_or_default().to_owned()
    }

    /// Fails unless the answer is this error of type `invalid_request` and its message names `mention`.
    #[track_caller]
    pub fn refused(&self, status: u16, code: &str, mention: &str) {
        assert_eq!(self.error(), (status, "invalid_request".to_owned(), code.to_owned()), "{}", self.text());
        assert!(self.message().contains(mention), "the message does not name {mention}: {}", self.text());
    }
}

/// A client of one sandbox, with its secret key.
#[derive(Clone)]
pub struct Client {
    router: Router,
    pub credentials: Credentials,
}

/// What a test's sandbox starts with: nothing in it, a frozen clock, no rate limit.
pub fn config() -> SandboxConfig {
    SandboxConfig {
        payments: 0,
        rate_limit: None,
        clock: ClockStart::Frozen(START.parse().unwrap()),
        credentials: CredentialOverrides { profile_id: Some("pro_test".to_owned()), ..Default::default() },
        ..SandboxConfig::default()
    }
}

pub fn config_in(dir: &Path) -> SandboxConfig {
    SandboxConfig { data: DataLocation::Dir(dir.to_owned()), ..config() }
}

impl Client {
    /// An empty sandbox in memory.
    pub fn new() -> Self {
        Self::with(config())
    }

    pub fn with(config: SandboxConfig) -> Self {
        let sandbox = Sandbox::open(&config).unwrap();
        Self { credentials: sandbox.credentials().clone(), router: router(sandbox) }
    }

    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.router.clone().oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let bytes = axum::body::to_bytes(body, usize::MAX).await.map(|bytes| bytes.to_vec()).unwrap_or_default();
        Answer { status: parts.status, headers: parts.headers, bytes }
    }

    pub async fn bytes(&self, method: Method, path: &str, key: Option<&str>, body: Vec<u8>) -> Answer {
        let mut request = Request::builder().method(method).uri(path).header("content-type", "application/json");
        if let Some(key) = key {
            request = request.header("api-key", key);
        }
        self.send(request.body(Body::from(body)).unwrap()).await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.bytes(Method::POST, path, Some(&self.credentials.api_key), body.to_string().into_bytes()).await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.bytes(Method::PUT, path, Some(&self.credentials.api_key), body.to_string().into_bytes()).await
    }

    /// With the header that subscriptions ask for.
    pub async fn for_profile(&self, method: Method, path: &str, body: Value) -> Answer {
        let request = Request::builder().method(method).uri(path).header("api-key", &self.credentials.api_key);
        let request = request.header("x-profile-id", &self.credentials.profile_id);
        self.send(request.body(Body::from(body.to_string())).unwrap()).await
    }

    /// `(effect, amount)` of everything recorded about an object.
    pub async fn effects_on(&self, object_id: &str) -> Vec<(String, i64)> {
        let rows = self.get("/_sandbox/ledger").await.ok()["data"].as_array().unwrap().clone();
        let of_object = rows.iter().filter(|row| row["object_id"] == object_id);
        of_object.map(|row| (row["effect"].as_str().unwrap().to_owned(), row["amount"].as_i64().unwrap())).collect()
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.bytes(Method::GET, path, Some(&self.credentials.api_key), Vec::new()).await
    }

    pub async fn advance(&self, seconds: i64) {
        self.post("/_sandbox/clock", json!({ "advance_seconds": seconds })).await.ok();
    }

    /// Opens a page of the sandbox as a browser does, without a key, and posts `form` with the token that it shows.
    pub async fn submit(&self, page: &str, action: &str, form: &str) -> Answer {
        let token = page_token(&self.bytes(Method::GET, page, None, Vec::new()).await.text());
        let request = Request::post(action).header("accept", "text/html");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        self.send(request.body(Body::from(format!("page_token={token}&{form}"))).unwrap()).await
    }

    /// `(effect, amount)` of everything recorded about a payment.
    pub async fn ledger_of(&self, payment_id: &str) -> Vec<(String, i64)> {
        let rows = self.get("/_sandbox/ledger").await.ok()["data"].as_array().unwrap().clone();
        let of_payment = rows.iter().filter(|row| row["payment_id"] == payment_id);
        of_payment.map(|row| (row["effect"].as_str().unwrap().to_owned(), row["amount"].as_i64().unwrap())).collect()
    }

    /// Creates and confirms a payment of 10.00 USD with this card; `extra` fields replace or add to its body.
    pub async fn pay(&self, card_number: &str, extra: Value) -> Value {
        self.post("/payments", payment_with(card_number, extra)).await.ok()
    }

    pub async fn payment(&self, payment_id: &str) -> Value {
        self.get(&format!("/payments/{payment_id}")).await.ok()
    }
}

/// Every row of a list that is paged by `limit` and `offset`.
pub async fn all_rows(client: &Client, path: &str) -> Vec<Value> {
    let mut rows = Vec::new();
    loop {
        let page = client.get(&format!("{path}?limit=100&offset={}", rows.len())).await.ok();
        rows.extend(page["data"].as_array().unwrap().iter().cloned());
        if page["has_more"] != true {
            assert_eq!(page["total_count"], rows.len());
            return rows;
        }
    }
}

/// Asks a list for pages there are none of, in a body and in a query.
pub async fn refuse_bad_pages(client: &Client, path: &str) {
    for (body, mention) in [
        (json!({"limit": 0}), "limit"),
        (json!({"limit": 101}), "limit"),
        (json!({"limit": "ten"}), "limit"),
        (json!({"offset": -1}), "offset"),
    ] {
        client.post(path, body).await.refused(400, "IR_04", mention);
    }
    for limit in ["0", "101", "ten"] {
        client.get(&format!("{path}?limit={limit}")).await.refused(400, "IR_04", "limit");
    }
}

/// The token in the form of a page; empty where it has no form.
pub fn page_token(html: &str) -> String {
    let after = html.split_once("name=\"page_token\" value=\"").map_or("", |(_, after)| after);
    after.split('"').next().unwrap_or_default().to_owned()
}

/// The body of a confirmed payment of 10.00 USD with this card.
pub fn payment_with(card_number: &str, extra: Value) -> Value {
    let mut body = json!({
        "amount": 1000,
        "currency": "USD",
        "profile_id": "pro_test",
        "confirm": true,
        "payment_method": "card",
        "payment_method_type": "credit",
        "payment_method_data": {"card": card(card_number)},
        "billing": billing(),
    });
    merge(&mut body, extra);
    body
}

pub fn card(number: &str) -> Value {
    json!({
        "card_number": number,
        "card_exp_month": "03",
        "card_exp_year": "2030",
        "card_cvc": "737",
        "card_holder_name": "Ada Lovelace",
    })
}

pub fn billing() -> Value {
    json!({
        "address": {
            "line1": "12 Wharf Lane",
            "city": "Bristol",
            "state": "Avon",
            "zip": "BS1 4RW",
            "country": "GB",
            "first_name": "Ada",
            "last_name": "Lovelace",
        },
        "phone": {"number": "7700900123", "country_code": "+44"},
    })
}

/// Puts the fields of `extra` into `body`; `null` takes a field away.
pub fn merge(body: &mut Value, extra: Value) {
    let Value::Object(extra) = extra else { return };
    let body = body.as_object_mut().unwrap();
    for (name, value) in extra {
        if value.is_null() {
            body.remove(&name);
        } else {
            body.insert(name, value);
        }
    }
}

pub fn id(payment: &Value) -> &str {
    payment["payment_id"].as_str().unwrap()
}

impl Answer {
    #[track_caller]
    pub fn ok_status(&self) {
        assert_eq!(self.status.as_u16(), 200, "{}", self.text());
    }
}
