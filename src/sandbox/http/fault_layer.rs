//! Carries faults out. What only a connection can do (closing it, cutting a body) is marked on the answer for the
//! server; where the router is called directly, the marks are all there is.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header::{AGE, CONTENT_LENGTH, CONTENT_TYPE, DATE, LOCATION, VIA};
use axum::http::{HeaderValue, Method, StatusCode, Uri};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use chrono::{DateTime, Utc};
use hyper::body::Frame;
use serde_json::Value;

use super::answer::{ErrorAnswer, http_date};
use super::body::MAX_BODY_BYTES;
use crate::faults::{Fault, FaultKind};
use crate::recent_answers::StoredRead;
use crate::service::Sandbox;

/// Marks an answer that must not be sent: the server closes the connection instead.
#[derive(Debug, Clone, Copy)]
pub struct CloseConnection;

/// Marks an answer that a fault changed, for the log.
#[derive(Debug, Clone, Copy)]
pub struct AppliedFault(pub FaultKind);

/// What a captive portal or a proxy would show.
const PROXY_PAGE: &str = "<!doctype html><html><head><title>Network sign-in</title></head>\
    <body><h1>Sign in to continue</h1><p>This page is a simulated fault.</p></body></html>";
/// Bodies that come with status 200 and are no answer to anything.
const EMPTY_OBJECT: &str = "{}";
const SUCCESS_FALSE: &str = r#"{"success":false}"#;
const ERROR_SHAPE: &str = r#"{"error":{"type":"api_error","code":"HE_00","message":"a fault of the sandbox"}}"#;
/// Where the redirect leads: nowhere.
const REDIRECT_TARGET: &str = "https://elsewhere.invalid/";

/// Carries `fault` out on a request.
pub async fn carry_out(sandbox: &Sandbox, fault: &Fault, request: Request, next: Next) -> Response {
    let delay = Duration::from_millis(fault.delay_ms);
    if fault.delay_ms > 0 && fault.kind != FaultKind::ExecuteLate {
        tokio::time::sleep(delay).await;
    }
    let path = request.uri().path().to_owned();
    let mut response = match fault.kind {
        FaultKind::Status429 => ErrorAnswer::rate_limited().into_response(),
        FaultKind::Status422 => server_error(StatusCode::UNPROCESSABLE_ENTITY, "processing_error", "HE_00"),
        FaultKind::Status500 => server_error(StatusCode::INTERNAL_SERVER_ERROR, "api_error", "HE_00"),
        FaultKind::Status502 => server_error(StatusCode::BAD_GATEWAY, "connector_error", "CE_01"),
        FaultKind::Status503 => server_error(StatusCode::SERVICE_UNAVAILABLE, "connector_error", "CE_01"),
        FaultKind::CloseBefore => closing(StatusCode::SERVICE_UNAVAILABLE.into_response()),
        FaultKind::CloseAfter => closing(next.run(request).await),
        FaultKind::ExecuteAndNeverAnswer => never_answer(next.run(request).await).await,
        FaultKind::Delay => next.run(request).await,
        FaultKind::CutBody => cut(next.run(request).await, fault.bytes).await,
        FaultKind::Html => Html(PROXY_PAGE).into_response(),
        FaultKind::Redirect => redirect(),
        FaultKind::WrongId => with_wrong_id(next.run(request).await).await,
        FaultKind::ExecuteAnd400 => refused_afterwards(next.run(request).await, StatusCode::BAD_REQUEST),
        FaultKind::ExecuteAnd409 => refused_afterwards(next.run(request).await, StatusCode::CONFLICT),
        FaultKind::EmptyObject => with_status_200(EMPTY_OBJECT),
        FaultKind::ExecuteEmptyObject => instead_of(next.run(request).await, EMPTY_OBJECT),
        FaultKind::SuccessFalse => with_status_200(SUCCESS_FALSE),
        FaultKind::ExecuteSuccessFalse => instead_of(next.run(request).await, SUCCESS_FALSE),
        FaultKind::ErrorIn200 => with_status_200(ERROR_SHAPE),
        FaultKind::ExecuteErrorIn200 => instead_of(next.run(request).await, ERROR_SHAPE),
        FaultKind::OtherAnswer => with_status_200(sandbox.recent_answers().to_another(&path)),
        FaultKind::ExecuteOtherAnswer => {
            let executed = next.run(request).await;
            let other = sandbox.recent_answers().to_another(&path);
            instead_of(executed, other)
        }
        FaultKind::DeliverTwice => deliver_twice(request, next).await,
        FaultKind::ExecuteLate => {
            tokio::spawn(async move {
                tokio::time::sleep(delay).await;
                next.run(request).await
            });
            (StatusCode::GATEWAY_TIMEOUT, Html(PROXY_PAGE)).into_response()
        }
        FaultKind::StaleRead => stored_read(sandbox, request, next, |stored, _| with_status_200(stored.body)).await,
        FaultKind::CachedRead => stored_read(sandbox, request, next, marked_copy).await,
        FaultKind::CachedReadUnmarked => stored_read(sandbox, request, next, |stored, _| copy(stored)).await,
    };
    response.extensions_mut().insert(AppliedFault(fault.kind));
    response
}

fn server_error(status: StatusCode, kind: &'static str, code: &'static str) -> Response {
    ErrorAnswer::new(status, kind, code, "a simulated fault; nothing was done").into_response()
}

/// The true answer gives way to a refusal; one that was a refusal stays.
fn refused_afterwards(executed: Response, status: StatusCode) -> Response {
    if !executed.status().is_success() {
        return executed;
    }
    ErrorAnswer::invalid_request(status, "IR_04", "a simulated fault; the request was executed").into_response()
}

/// A success gives way to another body.
fn instead_of(executed: Response, body: impl Into<Body>) -> Response {
    if executed.status().is_success() { with_status_200(body) } else { executed }
}

fn with_status_200(body: impl Into<Body>) -> Response {
    ([(CONTENT_TYPE, HeaderValue::from_static("application/json"))], body.into()).into_response()
}

async fn deliver_twice(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    // A body that is too large or broken is refused both times.
    let bytes = axum::body::to_bytes(body, MAX_BODY_BYTES).await.unwrap_or_default();
    let copy = || Request::from_parts(parts.clone(), Body::from(bytes.clone()));
    next.clone().run(copy()).await;
    next.run(copy()).await
}

/// The answer to the same read when it was asked first, as `answer` gives it at this time of the transport.
async fn stored_read(
    sandbox: &Sandbox,
    request: Request,
    next: Next,
    answer: impl FnOnce(StoredRead, DateTime<Utc>) -> Response,
) -> Response {
    if *request.method() != Method::GET {
        return next.run(request).await;
    }
    let path = known_uri(request.uri());
    let now = sandbox.clock().transport_now();
    let before = sandbox.recent_answers().read(&path);
    if let Some(before) = before {
        return answer(before, now);
    }
    let response = next.run(request).await;
    if !response.status().is_success() {
        return response;
    }
    let (parts, whole) = whole_body(response).await;
    sandbox.recent_answers().push_read(path, whole.to_vec(), now);
    Response::from_parts(parts, Body::from(whole))
}

/// What a read is stored under: the query that Paydesk makes up so that no cache has seen it does not help here.
fn known_uri(uri: &Uri) -> String {
    let is_made_up = uri.query().is_some_and(|query| query.starts_with("fresh="));
    if is_made_up { uri.path().to_owned() } else { uri.to_string() }
}

/// What a cache gives that says nothing of itself.
fn copy(stored: StoredRead) -> Response {
    let date = http_date(stored.answered_at);
    let mut response = with_status_200(stored.body);
    response.headers_mut().extend(date.map(|date| (DATE, date)));
    response
}

/// What a cache gives as HTTP asks for.
fn marked_copy(stored: StoredRead, now: DateTime<Utc>) -> Response {
    let age_s = (now - stored.answered_at).num_seconds();
    let mut response = copy(stored);
    response.headers_mut().insert(AGE, age_s.into());
    response.headers_mut().insert(VIA, HeaderValue::from_static("1.1 cache.example"));
    response
}

fn closing(mut response: Response) -> Response {
    response.extensions_mut().insert(CloseConnection);
    response
}

async fn never_answer(_executed: Response) -> Response {
    std::future::pending().await
}

fn redirect() -> Response {
    (StatusCode::FOUND, [(LOCATION, HeaderValue::from_static(REDIRECT_TARGET))]).into_response()
}

/// Whether the answer to this request may be given to another one: no lists, and no keys, whose value is shown once.
pub fn is_reusable(method: &Method, path: &str) -> bool {
    let is_read = *method == Method::GET || path.ends_with("/list") || path.starts_with("/analytics/");
    !is_read && !path.starts_with("/api_keys/")
}

/// Stores the answer to a request on `path` for faults that give it to another one; the response is returned unchanged.
pub async fn store_answer(sandbox: &Sandbox, path: String, response: Response) -> Response {
    let (parts, whole) = whole_body(response).await;
    sandbox.recent_answers().push(path, whole.to_vec());
    Response::from_parts(parts, Body::from(whole))
}

async fn whole_body(response: Response) -> (axum::http::response::Parts, Bytes) {
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap_or_default();
    (parts, bytes)
}

/// Announces the whole body and sends only its beginning.
async fn cut(response: Response, bytes: usize) -> Response {
    let (mut parts, whole) = whole_body(response).await;
    parts.headers.insert(CONTENT_LENGTH, whole.len().into());
    let sent = whole.slice(..bytes.min(whole.len()));
    Response::from_parts(parts, Body::new(CutBody { sent: Some(sent), flushed: false }))
}

/// A body that breaks off after its first piece.
struct CutBody {
    sent: Option<Bytes>,
    /// The server was given the time to put head and piece on the wire: an error at once would take them along.
    flushed: bool,
}

#[derive(Debug, thiserror::Error)]
#[error("cut off by a fault")]
struct CutOff;

impl hyper::body::Body for CutBody {
    type Data = Bytes;
    type Error = CutOff;

    fn poll_frame(mut self: Pin<&mut Self>, context: &mut Context) -> Poll<Option<Result<Frame<Bytes>, CutOff>>> {
        match self.sent.take() {
            Some(sent) if !sent.is_empty() => Poll::Ready(Some(Ok(Frame::data(sent)))),
            Some(_) | None if !self.flushed => {
                self.flushed = true;
                context.waker().wake_by_ref();
                Poll::Pending
            }
            Some(_) | None => Poll::Ready(Some(Err(CutOff))),
        }
    }
}

/// Replaces the first id of a JSON answer by that of another object.
async fn with_wrong_id(response: Response) -> Response {
    let (mut parts, whole) = whole_body(response).await;
    let Ok(Value::Object(mut map)) = serde_json::from_slice(&whole) else {
        return Response::from_parts(parts, Body::from(whole));
    };
    let id = map.iter_mut().find(|(name, _)| *name == "id" || name.ends_with("_id"));
    if let Some((_, value)) = id {
        *value = Value::String("another_object_0001".to_owned());
    }
    let text = serde_json::to_vec(&map).unwrap_or_default();
    parts.headers.remove(CONTENT_LENGTH);
    parts.headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Response::from_parts(parts, Body::from(text))
}
