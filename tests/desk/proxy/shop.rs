//! A sandbox, asked directly: things to work on, and the ledger that says what really happened to them.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::Duration;

use paydesk_api::call::{Method, Request};
use paydesk_api::client::{ApiClient, TimeLimits};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_domain::ids::PaymentId;
use paydesk_domain::secret::{AdminKey, ApiKey};
use paydesk_sandbox::{self as sandbox, RunningSandbox};
use paydesk_test_sandbox::helpers;
use serde_json::{Value, json};

/// Long enough for the busiest machine.
const PATIENT: TimeLimits = TimeLimits {
    connect: Duration::from_secs(30),
    operation: Duration::from_secs(30),
    read: Duration::from_secs(30),
    stall: Duration::from_secs(30),
};

pub const GOOD: &str = "4242424242424242";

pub const REVIEW: &str = "4000000000009235";

/// One effect as the ledger has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    pub seq: i64,
    pub effect: String,
    pub object: String,
    pub payment: String,
    pub amount: i64,
}

/// A sandbox and its ledger, read past the proxy.
pub struct Shop {
    pub sandbox: RunningSandbox,
    direct: ApiClient,
    /// The last entry of the ledger that was reported.
    known: AtomicI64,
}

impl Shop {
    pub async fn open() -> Self {
        let sandbox = sandbox::start(sandbox::SandboxConfig { clock: Default::default(), ..helpers::config() }).await;
        let sandbox = sandbox.unwrap();
        let direct = client(&sandbox.base_url, &sandbox.credentials.api_key, PATIENT);
        let admin_key = AdminKey::parse(&sandbox.credentials.admin_key).unwrap();
        let direct = direct.with_admin_key(&admin_key).unwrap();
        Self { sandbox, direct, known: AtomicI64::new(0) }
    }

    pub fn key(&self) -> &str {
        &self.sandbox.credentials.api_key
    }

    /// A client of what is at `base_url`, with the keys of this sandbox.
    pub fn client(&self, base_url: &str, limits: TimeLimits) -> ApiClient {
        let admin_key = AdminKey::parse(&self.sandbox.credentials.admin_key).unwrap();
        client(base_url, self.key(), limits).with_admin_key(&admin_key).unwrap()
    }

    /// The body of the answer, and its status.
    pub async fn try_ask(&self, method: Method, path: &str, body: Option<Value>) -> (u16, Value) {
        match self.direct.send(&Request::read(method, path, body)).await {
            Attempt::Answered(HttpAnswer { status, body: Body::Json(body), .. }) => (status, body),
            Attempt::Answered(HttpAnswer { status, .. }) => (status, Value::Null),
            lost => panic!("{path}: {lost:?}"),
        }
    }

    pub async fn ask(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        let (status, body) = self.try_ask(method, path, body).await;
        assert!((200..300).contains(&status), "{path}: {status} {body}");
        body
    }

    /// Sends a request as Paydesk would; the body of its success.
    pub async fn send(&self, request: &Request) -> Value {
        match self.direct.send(request).await {
            Attempt::Answered(HttpAnswer { status: 200, body: Body::Json(body), .. }) => body,
            other => panic!("{}: {other:?}", request.path),
        }
    }

    pub async fn post(&self, path: &str, body: Value) -> Value {
        self.ask(Method::Post, path, Some(body)).await
    }

    /// A payment as the card and the fields make it.
    pub async fn pay(&self, payment_id: &str, minor: i64, card: &str, extra: Value) -> PaymentId {
        let mut body = helpers::payment_with(card, json!({"payment_id": payment_id, "amount": minor}));
        helpers::merge(&mut body, extra);
        self.post("/payments", body).await;
        PaymentId::new(payment_id)
    }

    /// A payment that waits for capture.
    pub async fn held(&self, payment_id: &str, minor: i64) -> PaymentId {
        self.pay(payment_id, minor, GOOD, json!({"capture_method": "manual"})).await
    }

    /// What happened since this was last asked.
    pub async fn news(&self) -> Vec<Row> {
        let rows = self.ledger(self.known.load(Ordering::Relaxed)).await;
        if let Some(last) = rows.last() {
            self.known.store(last.seq, Ordering::Relaxed);
        }
        rows
    }

    /// What happened after entry `after`.
    pub async fn ledger(&self, mut after: i64) -> Vec<Row> {
        let mut all = Vec::new();
        loop {
            let page = self.ask(Method::Get, &format!("/_sandbox/ledger?after={after}"), None).await;
            let rows: Vec<Row> = page["data"].as_array().unwrap().iter().map(row).collect();
            match rows.last() {
                Some(last) => after = last.seq,
                None => return all,
            }
            all.extend(rows);
        }
    }
}

fn row(value: &Value) -> Row {
    let text = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
    Row {
        seq: value["seq"].as_i64().unwrap(),
        effect: text("effect"),
        object: text("object_id"),
        payment: text("payment_id"),
        amount: value["amount"].as_i64().unwrap_or(0),
    }
}

pub fn client(base_url: &str, key: &str, limits: TimeLimits) -> ApiClient {
    ApiClient::new(base_url, &ApiKey::parse(key).unwrap(), limits).unwrap()
}
