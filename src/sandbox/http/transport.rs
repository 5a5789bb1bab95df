//! What every request passes: the rate limit, the headers of every answer, the log, the keys, the faults.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::DATE;
use axum::http::{HeaderMap, HeaderName, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};

use super::answer::ErrorAnswer;
use super::fault_layer::{self, AppliedFault, CloseConnection};
use crate::domain::secret::KeyKind;
use crate::sandbox::rate_limit::RateLimitState;
use crate::sandbox::request_log::LogEntry;
use crate::sandbox::service::{KeyState, Sandbox};

/// Everything under it is ours: not counted by the rate limit, not struck by faults.
const CONTROL_PREFIX: &str = "/_sandbox/";
/// Pages a customer's browser opens.
const PAGES: [&str; 3] = ["/_sandbox/3ds/", "/_sandbox/pay/", "/_sandbox/payout_links/"];
/// Requests without a valid key share one window of the rate limit.
const ANONYMOUS: &str = "";

/// The outermost layer: counts the request, dates and heads the answer, writes the log.
pub async fn surround(State(sandbox): State<Sandbox>, request: Request, next: Next) -> Response {
    let method = request.method().as_str().to_owned();
    let path = request.uri().path().to_owned();
    let now = sandbox.clock().transport_now();
    let limit_state = count(&sandbox, request.headers(), &path, now);
    let mut response = match limit_state {
        Some(RateLimitState { exceeded: true, .. }) => ErrorAnswer::rate_limited().into_response(),
        Some(_) | None => next.run(request).await,
    };
    set_headers(response.headers_mut(), limit_state, sandbox.clock().transport_now());
    tracing::debug!(method, path, status = response.status().as_u16(), "answered");
    sandbox.log().push(log_entry(method, path, &response, now));
    response
}

fn count(sandbox: &Sandbox, headers: &HeaderMap, path: &str, now: DateTime<Utc>) -> Option<RateLimitState> {
    let key = key_of(headers).filter(|key| sandbox.key_state(key).is_some()).unwrap_or(ANONYMOUS);
    let mut limiter = sandbox.limiter();
    if path.starts_with(CONTROL_PREFIX) { limiter.look(key, now) } else { limiter.count(key, now) }
}

fn log_entry(method: String, path: String, response: &Response, at: DateTime<Utc>) -> LogEntry {
    let closed = response.extensions().get::<CloseConnection>().is_some();
    let status = (!closed).then(|| response.status().as_u16());
    let fault = response.extensions().get::<AppliedFault>().map(|AppliedFault(kind)| kind.as_ref().to_owned());
    LogEntry { seq: 0, at, method, path, status, fault }
}

fn set_headers(headers: &mut HeaderMap, limit_state: Option<RateLimitState>, now: DateTime<Utc>) {
    if let Ok(date) = HeaderValue::from_str(&now.format("%a, %d %b %Y %H:%M:%S GMT").to_string()) {
        headers.insert(DATE, date);
    }
    if let Some(limit_state) = limit_state {
        headers.insert(HeaderName::from_static("x-ratelimit-limit"), limit_state.limit.into());
        headers.insert(HeaderName::from_static("x-ratelimit-remaining"), limit_state.remaining.into());
        headers.insert(HeaderName::from_static("x-ratelimit-reset"), limit_state.reset_unix.into());
    }
}

/// The layer around handlers: lets in who may come, and lets faults strike.
pub async fn admit(State(sandbox): State<Sandbox>, request: Request<Body>, next: Next) -> Response {
    let path = request.uri().path();
    if let Err(refused) = check_key(&sandbox, Permission::needed_for(path), request.headers()) {
        return refused.into_response();
    }
    if path.starts_with(CONTROL_PREFIX) {
        return next.run(request).await;
    }
    let fault = sandbox.faults().strike(request.method().as_str(), path);
    let (path, is_reusable) = (path.to_owned(), fault_layer::is_reusable(request.method(), path));
    let response = match fault {
        Some(fault) => return fault_layer::strike(&sandbox, &fault, request, next).await,
        None => next.run(request).await,
    };
    match is_reusable && response.status().is_success() {
        true => fault_layer::store_answer(&sandbox, path, response).await,
        false => response,
    }
}

/// Which keys a path takes (ours, where the specification only says 403 for insufficient permissions).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Permission {
    /// Pages a customer's browser opens.
    Anyone,
    WithKey,
    Secret,
    Admin,
}

impl Permission {
    fn needed_for(path: &str) -> Self {
        if PAGES.iter().any(|page| path.starts_with(page)) {
            Self::Anyone
        } else if path == "/health" || path.starts_with(CONTROL_PREFIX) {
            Self::WithKey
        } else if path.starts_with("/api_keys/") {
            Self::Admin
        } else {
            Self::Secret
        }
    }
}

fn check_key(sandbox: &Sandbox, needed: Permission, headers: &HeaderMap) -> Result<(), ErrorAnswer> {
    if needed == Permission::Anyone {
        return Ok(());
    }
    let Some(key) = key_of(headers) else {
        return Err(ErrorAnswer::unauthorized("AU_01", "the header api-key is required"));
    };
    match sandbox.key_state(key) {
        None => Err(ErrorAnswer::unauthorized("AU_01", "the API key is not valid")),
        Some(KeyState::Expired) => Err(ErrorAnswer::unauthorized("AU_01", "the API key has expired")),
        Some(KeyState::Revoked) => Err(ErrorAnswer::unauthorized("AU_02", "the API key was revoked")),
        Some(KeyState::Valid) => check_kind(needed, KeyKind::of(key)),
    }
}

fn check_kind(needed: Permission, kind: KeyKind) -> Result<(), ErrorAnswer> {
    match (needed, kind) {
        (Permission::Anyone | Permission::WithKey, _)
        | (Permission::Secret, KeyKind::Secret(_))
        | (Permission::Admin, KeyKind::Admin) => Ok(()),
        (Permission::Secret, _) => Err(ErrorAnswer::forbidden("this endpoint takes a secret key (snd_…)")),
        (Permission::Admin, _) => Err(ErrorAnswer::forbidden("this endpoint takes an admin key (admin_…)")),
    }
}

fn key_of(headers: &HeaderMap) -> Option<&str> {
    headers.get("api-key").and_then(|value| value.to_str().ok()).filter(|key| !key.is_empty())
}
