//! How the sandbox behaves with a million payments: `cargo bench --bench sandbox [-- PAYMENTS]`.
//!
//! Calls the router directly, so that the numbers are those of engine, storage and JSON, without a network. Prints
//! medians, and ratios measured in the same run; fails when a promise is broken.
#![allow(clippy::unwrap_used)]

use std::path::Path;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use paydesk::sandbox::{ClockStart, DataLocation, Sandbox, SandboxConfig, router};
use serde_json::{Value, json};
use tower::ServiceExt;

const ROUNDS: usize = 201;

fn main() {
    let payments = std::env::args().filter_map(|argument| argument.parse().ok()).next().unwrap_or(1_000_000);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let small = runtime.block_on(measure(&dir.path().join("small"), 2_000));
    let large = runtime.block_on(measure(&dir.path().join("large"), payments));

    println!("\nratios, {payments} payments to 2,000");
    println!("  retrieve                 {:6.2}", ratio(large.retrieve, small.retrieve));
    println!("  capture                  {:6.2}", ratio(large.capture, small.capture));
    println!("ratio, last offset to offset 0 with {payments} payments");
    println!("  list of 100              {:6.2}", ratio(large.last_page, large.first_page));
    assert!(ratio(large.last_page, large.first_page) <= 3.0, "the last page takes more than three times the first");
    assert!(large.filtered < Duration::from_millis(5), "a filtered page takes 5 ms or more");
}

/// Medians of one size.
struct Medians {
    first_page: Duration,
    last_page: Duration,
    /// The slowest of the filters.
    filtered: Duration,
    retrieve: Duration,
    capture: Duration,
}

async fn measure(dir: &Path, payments: u32) -> Medians {
    println!("\n{payments} payments");
    let config = || SandboxConfig {
        data: DataLocation::Dir(dir.to_owned()),
        payments,
        rate_limit: None,
        clock: ClockStart::Frozen("2026-11-21T10:00:00Z".parse().unwrap()),
        ..SandboxConfig::default()
    };
    drop(timed("create and seed", || Sandbox::open(&config()).unwrap()));
    println!("  {:24} {:9.1} MiB", "on disk", mebibytes(dir));
    let sandbox = timed("open again", || Sandbox::open(&config()).unwrap());
    println!("  {:24} {:9.1} MiB", "resident", resident_mebibytes());
    let client = Client { key: sandbox.credentials().api_key.clone(), router: router(sandbox) };
    pages(&client, payments).await
}

async fn pages(client: &Client, payments: u32) -> Medians {
    let last = payments.saturating_sub(100);
    let first_page = client.median("list 100 at offset 0", "/payments/list", json!({"limit": 100})).await;
    let body = json!({"limit": 100, "offset": last});
    let last_page = client.median("list 100 at last offset", "/payments/list", body).await;
    let customer = client.a_customer().await;
    let mut filtered = Duration::ZERO;
    for (name, body) in [
        ("… status failed", json!({"limit": 100, "status": "failed"})),
        ("… JPY, offset 1,000", json!({"limit": 100, "currency": "JPY", "offset": 1_000})),
        ("… one customer", json!({"limit": 100, "customer_id": customer})),
        (
            "… one week, captured",
            json!({"limit": 100, "status": "succeeded", "created_gte": "2026-10-01T00:00:00Z", "created_lte": "2026-10-08T00:00:00Z"}),
        ),
        ("… status and currency", json!({"limit": 100, "status": "requires_capture", "currency": "KWD"})),
    ] {
        filtered = filtered.max(client.median(name, "/payments/list", body).await);
    }
    client.analytics().await;
    let retrieve = client.retrieve().await;
    let capture = client.capture().await;
    Medians { first_page, last_page, filtered, retrieve, capture }
}

struct Client {
    key: String,
    router: Router,
}

impl Client {
    async fn call(&self, method: &str, path: &str, body: &Value) -> Value {
        let body = if method == "GET" { Body::empty() } else { Body::from(body.to_string()) };
        let request = Request::builder().method(method).uri(path).header("api-key", &self.key).body(body).unwrap();
        let response = self.router.clone().oneshot(request).await.unwrap();
        let status = response.status();
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        assert!(status.is_success(), "{method} {path}: {}", String::from_utf8_lossy(&bytes));
        serde_json::from_slice(&bytes).unwrap()
    }

    async fn median(&self, name: &str, path: &str, body: Value) -> Duration {
        let mut times = Vec::with_capacity(ROUNDS);
        for _ in 0..ROUNDS {
            let began = Instant::now();
            self.call("POST", path, &body).await;
            times.push(began.elapsed());
        }
        report(name, times)
    }

    async fn a_customer(&self) -> Value {
        let page = self.call("POST", "/payments/list", &json!({"limit": 100})).await;
        for row in page["data"].as_array().unwrap() {
            let path = format!("/payments/{}", row["payment_id"].as_str().unwrap());
            let payment = self.call("GET", &path, &Value::Null).await;
            if let Some(customer) = payment.get("customer_id") {
                return customer.clone();
            }
        }
        Value::Null
    }

    /// Every payment by day and currency, and every dispute by stage.
    async fn analytics(&self) {
        let range = json!({"startTime": "2026-08-01T00:00:00Z", "endTime": "2026-12-01T00:00:00Z"});
        let series = json!({"granularity": "G_ONE_DAY"});
        let metrics = ["payment_count", "payment_success_rate", "payment_processed_amount"];
        let query = json!({"timeRange": range, "metrics": metrics, "groupByNames": ["currency"], "timeSeries": series});
        let path = "/analytics/v1/merchant/metrics/payments";
        let counted = self.median("payments by day, currency", path, query).await;
        assert!(counted < Duration::from_millis(150), "analytics of payments take 150 ms or more");
        let metrics = ["total_amount_disputed", "total_dispute_lost_amount"];
        let query = json!([{"timeRange": range, "metrics": metrics, "groupByNames": ["dispute_stage", "currency"]}]);
        self.median("disputes by stage", "/analytics/v1/merchant/metrics/disputes", query).await;
    }

    /// Payments from all over the list, each read once.
    async fn retrieve(&self) -> Duration {
        let total = self.call("GET", "/payments/list", &Value::Null).await["total_count"].as_u64().unwrap();
        let mut times = Vec::with_capacity(ROUNDS);
        for round in 0..ROUNDS as u64 {
            let offset = (round * 7_919_993) % total;
            let page = self.call("POST", "/payments/list", &json!({"limit": 1, "offset": offset})).await;
            let path = format!("/payments/{}", page["data"][0]["payment_id"].as_str().unwrap());
            let began = Instant::now();
            self.call("GET", &path, &Value::Null).await;
            times.push(began.elapsed());
        }
        report("retrieve", times)
    }

    async fn capture(&self) -> Duration {
        let mut times = Vec::with_capacity(ROUNDS);
        for round in 0..ROUNDS {
            let id = format!("bench-{round}");
            self.call("POST", "/payments", &self.held(&id).await).await;
            let began = Instant::now();
            self.call("POST", &format!("/payments/{id}/capture"), &json!({})).await;
            times.push(began.elapsed());
        }
        report("capture", times)
    }

    async fn held(&self, id: &str) -> Value {
        let page = self.call("GET", "/payments/list?limit=1", &Value::Null).await;
        let path = format!("/payments/{}", page["data"][0]["payment_id"].as_str().unwrap());
        let profile = self.call("GET", &path, &Value::Null).await["profile_id"].clone();
        json!({
            "payment_id": id, "amount": 1000, "currency": "USD", "profile_id": profile, "confirm": true,
            "capture_method": "manual", "payment_method": "card",
            "payment_method_data": {"card": {
                "card_number": "4242424242424242", "card_exp_month": "03", "card_exp_year": "2030", "card_cvc": "737",
            }},
            "billing": {
                "address": {
                    "line1": "1 Lane", "city": "Bristol", "state": "Avon", "zip": "BS1", "country": "GB",
                    "first_name": "Ada", "last_name": "Lovelace",
                },
                "phone": {"number": "7700900123", "country_code": "+44"},
            },
        })
    }
}

fn timed<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let done = work();
    println!("  {name:24} {:9.1} ms", began.elapsed().as_secs_f64() * 1e3);
    done
}

fn report(name: &str, mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    let (median, slow) = (times[times.len() / 2], times[times.len() * 99 / 100]);
    println!("  {name:24} {:9.3} ms   (99 %: {:.3} ms)", median.as_secs_f64() * 1e3, slow.as_secs_f64() * 1e3);
    median
}

fn ratio(one: Duration, other: Duration) -> f64 {
    one.as_secs_f64() / other.as_secs_f64()
}

fn mebibytes(dir: &Path) -> f64 {
    let bytes: u64 = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum();
    bytes as f64 / 1_048_576.0
}

/// Memory of this process, where the system tells.
fn resident_mebibytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kibibytes.unwrap_or(f64::NAN) / 1024.0
}
