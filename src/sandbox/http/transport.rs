//! What every request passes: the browser guard, the rate limit, the headers of every answer, the log, the keys, the
//! faults.

use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::DATE;
use axum::http::{HeaderMap, HeaderName};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};

use super::answer::{ErrorAnswer, http_date};
use super::browser_guard;
use super::fault_layer::{self, AppliedFault, CloseConnection};
use super::keys::{CONTROL_PREFIX, LOG_PATH, Permission, check_key, key_of};
use super::shapes;
use crate::engine::SandboxShapes;
use crate::rate_limit::RateLimitState;
use crate::request_log::LogEntry;
use crate::service::Sandbox;

/// Requests without a valid key share one window of the rate limit.
const ANONYMOUS: &str = "";

/// The outermost layer: refuses what a web page sends, counts the request, sets the headers of the answer, writes the
/// log.
pub async fn outermost_layer(State(sandbox): State<Sandbox>, request: Request, next: Next) -> Response {
    let method = request.method().as_str().to_owned();
    let path = request.uri().path().to_owned();
    let now = sandbox.clock().transport_now();
    let (limit_state, response) = match browser_guard::check(sandbox.hosts(), &request) {
        Ok(()) => counted(&sandbox, request, next, now).await,
        Err(refused) => (None, refused.into_response()),
    };
    let mut response = shapes::with_shaped_error(&sandbox, &path, response);
    set_headers(response.headers_mut(), limit_state, sandbox.clock().transport_now());
    tracing::debug!(method, path, status = response.status().as_u16(), "answered");
    // Whoever reads the log again and again would push everything else out of it.
    if path != LOG_PATH {
        sandbox.log().push(log_entry(method, path, &response, now));
    }
    response
}

async fn counted(
    sandbox: &Sandbox,
    request: Request,
    next: Next,
    now: DateTime<Utc>,
) -> (Option<RateLimitState>, Response) {
    let limit_state = count(sandbox, request.headers(), request.uri().path(), now);
    let response = match limit_state {
        Some(RateLimitState { exceeded: true, .. }) => ErrorAnswer::rate_limited().into_response(),
        Some(_) | None => next.run(request).await,
    };
    (limit_state, response)
}

/// The service of the other shapes has no limit, and no headers that tell one.
fn count(sandbox: &Sandbox, headers: &HeaderMap, path: &str, now: DateTime<Utc>) -> Option<RateLimitState> {
    if sandbox.shapes().shapes == SandboxShapes::Hyperswitch {
        return None;
    }
    let key = key_of(headers).filter(|key| sandbox.key_state(key).is_some()).unwrap_or(ANONYMOUS);
    let mut limiter = sandbox.limiter();
    if path.starts_with(CONTROL_PREFIX) { limiter.peek(key, now) } else { limiter.count(key, now) }
}

fn log_entry(method: String, path: String, response: &Response, at: DateTime<Utc>) -> LogEntry {
    let closed = response.extensions().get::<CloseConnection>().is_some();
    let status = (!closed).then(|| response.status().as_u16());
    let fault = response.extensions().get::<AppliedFault>().map(|AppliedFault(kind)| kind.as_ref().to_owned());
    LogEntry { seq: 0, at, method, path, status, fault }
}

fn set_headers(headers: &mut HeaderMap, limit_state: Option<RateLimitState>, now: DateTime<Utc>) {
    if let Some(date) = http_date(now).filter(|_| !headers.contains_key(DATE)) {
        headers.insert(DATE, date);
    }
    if let Some(limit_state) = limit_state {
        headers.insert(HeaderName::from_static("x-ratelimit-limit"), limit_state.limit.into());
        headers.insert(HeaderName::from_static("x-ratelimit-remaining"), limit_state.remaining.into());
        headers.insert(HeaderName::from_static("x-ratelimit-reset"), limit_state.reset_unix.into());
    }
}

/// The layer around handlers: checks the key, and carries faults out.
pub async fn key_and_fault_layer(State(sandbox): State<Sandbox>, request: Request<Body>, next: Next) -> Response {
    let path = request.uri().path();
    if let Err(refused) = check_key(&sandbox, Permission::needed_for(path), request.headers()) {
        return refused.into_response();
    }
    if path.starts_with(CONTROL_PREFIX) {
        return next.run(request).await;
    }
    let fault = sandbox.faults().apply(request.method().as_str(), path);
    let (path, is_reusable) = (path.to_owned(), fault_layer::is_reusable(request.method(), path));
    let response = match fault {
        Some(fault) => return fault_layer::carry_out(&sandbox, &fault, request, next).await,
        None => next.run(request).await,
    };
    match is_reusable && response.status().is_success() {
        true => fault_layer::store_answer(&sandbox, path, response).await,
        false => response,
    }
}
