//! The only file that speaks HTTP as a client. One request in, one [`Attempt`] out; it never repeats anything.
//!
//! Redirects are not followed (a POST could turn into a GET that reports success), sizes and times are
//! bounded, and the key travels in one header marked sensitive.

use std::time::Duration;

use reqwest::header::{CONTENT_TYPE, DATE, HeaderMap, HeaderName, HeaderValue};
use reqwest::{Response, StatusCode, Url, redirect};
use serde_json::Value;

use crate::domain::profile::Environment;
use crate::domain::secret::ApiKey;
use crate::domain::text::visible;

use super::call::{CallKind, Method, Request};
use super::error::ApiError;
use super::outcome::{Answer, Attempt, Body, ConnectProblem, Loss};
use super::rate_limit::RateHeaders;

/// Largest answer read, in bytes; a page of 100 rows is about 20 KB.
const BODY_MAX_BYTES: usize = 8 * 1024 * 1024;
/// Most of a foreign body that is kept, in characters.
const EXCERPT_CHARS: usize = 200;

/// How long each step of a call may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TimeLimits {
    pub connect: Duration,
    /// Until the status line of an operation.
    pub operation: Duration,
    /// Until the status line of a read.
    pub read: Duration,
    /// Longest pause inside a body.
    pub stall: Duration,
}

impl Default for TimeLimits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(10),
            operation: Duration::from_secs(60),
            read: Duration::from_secs(30),
            stall: Duration::from_secs(15),
        }
    }
}

/// Why a client cannot be made for a profile.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ClientError {
    #[error("“{0}” is not the address of a service")]
    Address(String),
    #[error("An address must start with https://; plain http is only for a sandbox on this machine")]
    NotEncrypted,
    #[error("An address must not carry a user name or password")]
    UserInfo,
    #[error("The network part could not be started: {0}")]
    Start(String),
}

/// Sends requests to one service with one key.
#[derive(Clone)]
pub struct Client {
    http: reqwest::Client,
    base_url: String,
    limits: TimeLimits,
}

impl Client {
    /// A client of the service at `base_url`. `http://` is refused except for a sandbox key on loopback.
    pub fn new(base_url: &str, key: &ApiKey, limits: TimeLimits) -> Result<Self, ClientError> {
        let url = check_address(base_url, key.environment())?;
        // Err means another provider is installed already, which is as good.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut headers = HeaderMap::new();
        let mut value = HeaderValue::from_str(key.expose()).map_err(|error| ClientError::Start(error.to_string()))?;
        value.set_sensitive(true);
        headers.insert(HeaderName::from_static("api-key"), value);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
        let mut builder = reqwest::Client::builder()
            .default_headers(headers)
            .redirect(redirect::Policy::none())
            .retry(reqwest::retry::never())
            .connect_timeout(limits.connect)
            .user_agent(concat!("paydesk/", env!("CARGO_PKG_VERSION")));
        if is_loopback(&url) {
            builder = builder.no_proxy();
        }
        let http = builder.build().map_err(|error| ClientError::Start(error.to_string()))?;
        Ok(Self { http, base_url: url.as_str().trim_end_matches('/').to_owned(), limits })
    }

    /// Sends `request` once and tells what was seen. Never fails, never repeats.
    pub async fn send(&self, request: &Request) -> Attempt {
        let url = format!("{}{}", self.base_url, request.path);
        let mut builder = match request.method {
            Method::Get => self.http.get(&url),
            Method::Post => self.http.post(&url),
            Method::Put => self.http.put(&url),
        };
        if let Some(body) = &request.body {
            builder = builder.body(body.to_string());
        }
        let limit = match request.kind {
            CallKind::Read => self.limits.read,
            CallKind::Operation => self.limits.operation,
        };
        match tokio::time::timeout(limit, builder.send()).await {
            Err(_) => Attempt::Lost(Loss::TimedOut),
            Ok(Err(error)) => failed(&error),
            Ok(Ok(response)) => self.read_answer(response).await,
        }
    }

    async fn read_answer(&self, response: Response) -> Attempt {
        let status = response.status();
        let rate = rate_headers(response.headers());
        let body = match self.read_body(response).await {
            Ok(bytes) => name_body(status, &bytes),
            Err(loss) => Body::Broken(loss),
        };
        Attempt::Answered(Answer { status: status.as_u16(), body, rate })
    }

    async fn read_body(&self, mut response: Response) -> Result<Vec<u8>, Loss> {
        let mut bytes = Vec::new();
        loop {
            match tokio::time::timeout(self.limits.stall, response.chunk()).await {
                Err(_) => return Err(Loss::BodyStalled),
                Ok(Err(_)) => return Err(Loss::BodyCut),
                Ok(Ok(None)) => return Ok(bytes),
                Ok(Ok(Some(chunk))) if bytes.len() + chunk.len() > BODY_MAX_BYTES => return Err(Loss::BodyTooLarge),
                Ok(Ok(Some(chunk))) => bytes.extend_from_slice(&chunk),
            }
        }
    }
}

fn check_address(base_url: &str, environment: Environment) -> Result<Url, ClientError> {
    let url = Url::parse(base_url.trim()).map_err(|_| ClientError::Address(visible(base_url, 200)))?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(ClientError::UserInfo);
    }
    match url.scheme() {
        "https" if url.host().is_some() => Ok(url),
        "http" if environment == Environment::Sandbox && is_loopback(&url) => Ok(url),
        "http" => Err(ClientError::NotEncrypted),
        _ => Err(ClientError::Address(visible(base_url, 200))),
    }
}

fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// Only an error of connecting proves that nothing was sent.
fn failed(error: &reqwest::Error) -> Attempt {
    if error.is_connect() {
        let words = root_cause(error);
        let certificate = words.to_ascii_lowercase().contains("certificate");
        return Attempt::NotSent(ConnectProblem { words, certificate });
    }
    Attempt::Lost(if error.is_timeout() { Loss::TimedOut } else { Loss::ConnectionLost })
}

fn root_cause(error: &reqwest::Error) -> String {
    let mut cause: &dyn std::error::Error = error;
    while let Some(deeper) = cause.source() {
        cause = deeper;
    }
    visible(&cause.to_string(), EXCERPT_CHARS)
}

fn name_body(status: StatusCode, bytes: &[u8]) -> Body {
    match serde_json::from_slice::<Value>(bytes) {
        Ok(value) => match ApiError::from_json(&value) {
            Some(error) if !status.is_success() => Body::Error(error),
            Some(_) | None => Body::Json(value),
        },
        Err(error) if error.is_eof() && status.is_success() && !bytes.is_empty() => Body::Broken(Loss::BodyCut),
        Err(_) => Body::Foreign { excerpt: visible(&String::from_utf8_lossy(bytes), EXCERPT_CHARS) },
    }
}

fn rate_headers(headers: &HeaderMap) -> RateHeaders {
    let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    let date = headers.get(DATE).and_then(|value| value.to_str().ok());
    RateHeaders {
        limit: text("x-ratelimit-limit").and_then(|value| value.trim().parse().ok()),
        remaining: text("x-ratelimit-remaining").and_then(|value| value.trim().parse().ok()),
        reset_unix_s: text("x-ratelimit-reset").and_then(|value| value.trim().parse().ok()),
        date_unix_s: date.and_then(|d| chrono::DateTime::parse_from_rfc2822(d).ok()).map(|time| time.timestamp()),
    }
}
