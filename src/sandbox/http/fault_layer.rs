//! Carries faults out. What only a connection can do (closing it, cutting a body) is marked on the answer for the
//! server; where the router is called directly, the marks are all there is.

use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::http::header::{CONTENT_LENGTH, CONTENT_TYPE, LOCATION};
use axum::http::{HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{Html, IntoResponse, Response};
use hyper::body::Frame;
use serde_json::Value;

use super::answer::ErrorAnswer;
use crate::sandbox::faults::{Fault, FaultKind};

/// Marks an answer that must not be sent: the server closes the connection instead.
#[derive(Debug, Clone, Copy)]
pub struct CloseConnection;

/// Marks an answer that a fault had a hand in, for the log.
#[derive(Debug, Clone, Copy)]
pub struct StruckBy(pub FaultKind);

/// What a captive portal or a proxy would show.
const PROXY_PAGE: &str = "<!doctype html><html><head><title>Network sign-in</title></head>\
    <body><h1>Sign in to continue</h1><p>This page is a fault of the sandbox.</p></body></html>";
/// Where the redirect leads: nowhere.
const REDIRECT_TARGET: &str = "https://elsewhere.invalid/";

/// Lets `fault` strike a request.
pub async fn strike(fault: &Fault, request: Request, next: Next) -> Response {
    if fault.delay_ms > 0 {
        tokio::time::sleep(Duration::from_millis(fault.delay_ms)).await;
    }
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
    };
    response.extensions_mut().insert(StruckBy(fault.kind));
    response
}

fn server_error(status: StatusCode, kind: &'static str, code: &'static str) -> Response {
    ErrorAnswer::new(status, kind, code, "a fault of the sandbox; nothing was done").into_response()
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
