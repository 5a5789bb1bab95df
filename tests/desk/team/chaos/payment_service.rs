//! The service whose payments the hub that leads reads for the team: the real sandbox, with a rate limit.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use paydesk_api::call::{Call as _, Method, Request};
use paydesk_api::client::{ApiClient, TimeLimits};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_api::resources::payments::calls::ListPayments;
use paydesk_domain::ids::PaymentId;
use paydesk_domain::money::MinorUnits;
use paydesk_domain::payment::PaymentRow;
use paydesk_domain::secret::ApiKey;
use paydesk_sandbox::{self as sandbox, RunningSandbox, SandboxConfig};
use paydesk_test_basics::rng::Rng;
use paydesk_test_sandbox::helpers::payment_with;
use serde_json::{Value, json};
use tempfile::TempDir;

/// Requests a minute.
pub const LIMIT: u32 = 2_400;

/// Payments that there are from the beginning.
const AT_FIRST: u32 = 150;

/// Its clock is so far ahead of that of everybody else.
const AHEAD_S: u32 = 7 * 3_600;

/// A card that is good.
const CARD: &str = "4242424242424242";

/// See the module.
pub struct PaymentService {
    running: RunningSandbox,
    direct: ApiClient,
    key: TempDir,
    /// Payments of the run.
    made: Mutex<Vec<PaymentId>>,
    /// Those of them that wait for capture.
    open: Mutex<Vec<PaymentId>>,
    /// The number of the last request that was looked at.
    looked_at: Mutex<u64>,
}

impl PaymentService {
    pub async fn start() -> Self {
        let config = SandboxConfig { payments: AT_FIRST, rate_limit: Some(LIMIT), ..SandboxConfig::default() };
        let running = sandbox::start(config).await.unwrap();
        let text = &running.credentials.api_key;
        let key = TempDir::with_prefix("paydesk-key-").unwrap();
        std::fs::write(key.path().join("key"), text).unwrap();
        let direct = ApiClient::new(&running.base_url, &ApiKey::parse(text).unwrap(), TimeLimits::default()).unwrap();
        let (made, open, looked_at) = (Mutex::default(), Mutex::default(), Mutex::default());
        let service = Self { running, direct, key, made, open, looked_at };
        service.advance(AHEAD_S).await;
        service
    }

    pub fn base_url(&self) -> &str {
        &self.running.base_url
    }

    /// The file with its API key.
    pub fn key_file(&self) -> std::path::PathBuf {
        Path::new(self.key.path()).join("key")
    }

    /// Its webhooks go there as well from now on.
    pub async fn register(&self, address: std::net::SocketAddr, secret: &str) {
        let webhook = json!({"url": format!("http://{address}/hooks"), "secret": secret});
        self.control(Method::Post, "/_sandbox/webhooks", Some(webhook)).await;
    }

    /// Makes a payment, or captures or cancels one; what it did, where the service did it.
    pub async fn change(&self, rng: &mut Rng) -> Option<&'static str> {
        let chosen = {
            let mut open = self.open.lock().unwrap();
            let place = (!open.is_empty() && rng.one_in(2)).then(|| rng.index(open.len()));
            place.map(|place| open.swap_remove(place))
        };
        let Some(payment) = chosen else { return self.make(rng).await };
        if rng.one_in(4) {
            self.ask(&format!("/payments/{payment}/cancel"), json!({})).await?;
            return Some("payments cancelled");
        }
        self.ask(&format!("/payments/{payment}/capture"), json!({})).await?;
        Some("payments captured")
    }

    async fn make(&self, rng: &mut Rng) -> Option<&'static str> {
        let wanted = json!({"amount": 100 + rng.below(100_000), "capture_method": "manual",
            "profile_id": self.running.credentials.profile_id});
        let made = self.ask("/payments", payment_with(CARD, wanted)).await?;
        let id = PaymentId::new(made["payment_id"].as_str().unwrap());
        self.made.lock().unwrap().push(id.clone());
        self.open.lock().unwrap().push(id);
        Some("payments made")
    }

    /// The payments of the run, as far as their makers heard of them.
    pub fn made(&self) -> Vec<PaymentId> {
        self.made.lock().unwrap().clone()
    }

    /// Reads one, as a desk reads its history.
    pub async fn read(&self, rng: &mut Rng) -> Option<&'static str> {
        let path = {
            let made = self.made.lock().unwrap();
            let payment = (!made.is_empty()).then(|| &made[rng.index(made.len())]);
            payment.map_or("/health".to_owned(), |payment| format!("/payments/{payment}"))
        };
        self.send(Method::Get, &path, None).await.map(|_| "payments read by desks")
    }

    async fn ask(&self, path: &str, body: Value) -> Option<Value> {
        self.send(Method::Post, path, Some(body)).await
    }

    async fn send(&self, method: Method, path: &str, body: Option<Value>) -> Option<Value> {
        match self.direct.send(&Request::read(method, path, body)).await {
            Attempt::Answered(HttpAnswer { body: Body::Json(value), status, .. }) if status < 300 => Some(value),
            _ => None,
        }
    }

    /// What is the sandbox's own is no request of the rate limit.
    async fn control(&self, method: Method, path: &str, body: Option<Value>) -> Value {
        self.send(method, path, body).await.unwrap_or_else(|| panic!("{path} was not answered"))
    }

    async fn advance(&self, seconds: u32) {
        self.control(Method::Post, "/_sandbox/clock", Some(json!({"advance_seconds": seconds}))).await;
    }

    /// How many requests since the last look were above the limit, and how many were too long ago to tell.
    pub async fn above_limit(&self) -> (usize, usize) {
        let log = self.control(Method::Get, "/_sandbox/log", None).await;
        let rows = log["data"].as_array().unwrap();
        let mut looked_at = self.looked_at.lock().unwrap();
        let number = |row: &Value| row["seq"].as_u64().unwrap();
        let missed = rows.first().map_or(0, |first| number(first).saturating_sub(*looked_at + 1));
        let new = rows.iter().filter(|row| number(row) > *looked_at && row["status"] == 429).count();
        *looked_at = rows.last().map_or(*looked_at, number);
        (new, usize::try_from(missed).unwrap())
    }

    /// Waits until no webhook waits to be sent again; the ids of all of them.
    pub async fn until_all_told(&self, patience: Duration) -> BTreeSet<String> {
        let began = Instant::now();
        loop {
            let (ids, waiting) = self.events().await;
            if waiting == 0 {
                return ids;
            }
            assert!(began.elapsed() < patience, "{waiting} webhooks of {} were not told", ids.len());
            // The longest pause at the beginning.
            self.advance(60).await;
            tokio::time::sleep(Duration::from_millis(200)).await;
        }
    }

    async fn events(&self) -> (BTreeSet<String>, usize) {
        let (mut ids, mut waiting, mut after) = (BTreeSet::new(), 0, 0);
        loop {
            let page = self.control(Method::Get, &format!("/_sandbox/events?after={after}&limit=100"), None).await;
            let rows = page["data"].as_array().unwrap();
            for row in rows {
                let deliveries = row["deliveries"].as_array().unwrap();
                // What happened before anybody was registered is told to nobody.
                if !deliveries.is_empty() {
                    ids.insert(row["event_id"].as_str().unwrap().to_owned());
                }
                waiting += deliveries.iter().filter(|delivery| delivery["status"] != "delivered").count();
            }
            match rows.last() {
                Some(last) => after = last["seq"].as_i64().unwrap(),
                None => return (ids, waiting),
            }
        }
    }

    /// All payments as the list shows them; `admitted` waits until a request may leave.
    pub async fn listed(&self, mut admitted: impl AsyncFnMut()) -> BTreeMap<PaymentId, PaymentRow> {
        let mut all = BTreeMap::new();
        loop {
            admitted().await;
            let offset = u32::try_from(all.len()).unwrap();
            let call = ListPayments { limit: 100, offset, ..ListPayments::default() };
            let page = call.read(self.direct.send(&call.request()).await, MinorUnits::Iso4217).unwrap();
            if page.rows.is_empty() {
                return all;
            }
            all.extend(page.rows.into_iter().map(|row| (row.payment_id.clone(), row)));
        }
    }

    /// How much of each payment was captured, by the ledger.
    pub async fn captured(&self) -> BTreeMap<PaymentId, i64> {
        let (mut all, mut after) = (BTreeMap::new(), 0);
        loop {
            let page = self.control(Method::Get, &format!("/_sandbox/ledger?after={after}"), None).await;
            let rows = page["data"].as_array().unwrap();
            for row in rows.iter().filter(|row| row["effect"] == "capture") {
                let payment = PaymentId::new(row["payment_id"].as_str().unwrap());
                *all.entry(payment).or_default() += row["amount"].as_i64().unwrap();
            }
            match rows.last() {
                Some(last) => after = last["seq"].as_i64().unwrap(),
                None => return all,
            }
        }
    }
}
