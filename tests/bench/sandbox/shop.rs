//! A sandbox without a network: opened, and called through its router.

use std::path::Path;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use paydesk_sandbox::{ClockStart, Credentials, DataLocation, Sandbox, SandboxConfig, router};
use serde_json::Value;
use tower::ServiceExt;

/// One request, ready to be sent.
#[derive(Clone)]
pub struct Call {
    method: &'static str,
    path: String,
    body: Option<String>,
}

impl Call {
    pub fn get(path: impl Into<String>) -> Self {
        Self { method: "GET", path: path.into(), body: None }
    }

    pub fn post(path: impl Into<String>, body: &Value) -> Self {
        Self { method: "POST", path: path.into(), body: Some(body.to_string()) }
    }

    pub fn request(&self, key: &str) -> Request<Body> {
        let builder = Request::builder().method(self.method).uri(&self.path);
        let builder = builder.header("host", "localhost").header("api-key", key);
        builder
            .header("content-type", "application/json")
            .body(Body::from(self.body.clone().unwrap_or_default()))
            .unwrap()
    }
}

/// An open sandbox of a number of payments.
pub struct Shop {
    pub payments: u32,
    pub credentials: Credentials,
    router: Router,
}

impl Shop {
    /// Seeds and opens one in `dir`, and tells how long that took.
    pub fn open(dir: &Path, payments: u32) -> Self {
        println!("\n{payments} payments");
        let config = config(dir, payments);
        drop(timed("create and seed", || Sandbox::open(&config).unwrap()));
        println!("  {:32} {:9.1} MiB", "on disk", mebibytes(dir));
        let sandbox = timed("open again", || Sandbox::open(&config).unwrap());
        Self { payments, credentials: sandbox.credentials().clone(), router: router(sandbox) }
    }

    /// How long the whole answer takes; an answer that is no success ends the run.
    pub async fn time(&self, call: &Call) -> Duration {
        self.answer(call).await.0
    }

    pub async fn read(&self, call: &Call) -> Value {
        serde_json::from_slice(&self.answer(call).await.1).unwrap()
    }

    async fn answer(&self, call: &Call) -> (Duration, Vec<u8>) {
        let request = call.request(&self.credentials.api_key);
        let router = self.router.clone();
        let began = Instant::now();
        let response = router.oneshot(request).await.unwrap();
        let status = response.status();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let took = began.elapsed();
        assert!(status.is_success(), "{} {}: {}", call.method, call.path, String::from_utf8_lossy(&bytes));
        (took, bytes.to_vec())
    }
}

/// On disk, with a clock that is still, and without a rate limit.
pub fn config(dir: &Path, payments: u32) -> SandboxConfig {
    SandboxConfig {
        data: DataLocation::Dir(dir.to_owned()),
        payments,
        rate_limit: None,
        clock: ClockStart::Frozen("2026-11-21T10:00:00Z".parse().unwrap()),
        ..SandboxConfig::default()
    }
}

fn timed<T>(name: &str, work: impl FnOnce() -> T) -> T {
    let began = Instant::now();
    let done = work();
    println!("  {name:32} {:9.1} ms", began.elapsed().as_secs_f64() * 1e3);
    done
}

fn mebibytes(dir: &Path) -> f64 {
    let bytes: u64 = std::fs::read_dir(dir).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum();
    bytes as f64 / 1_048_576.0
}

/// Memory of this process, where the system reports.
pub fn resident_mebibytes() -> f64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kibibytes = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kibibytes.unwrap_or(f64::NAN) / 1024.0
}
