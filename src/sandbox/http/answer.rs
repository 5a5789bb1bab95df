//! Error answers: always `{error: {type, code, message}}`, and which status, type
//! and code a refusal of the engine travels under.

use axum::Json;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use chrono::{DateTime, Utc};
use serde::Serialize;

use crate::engine::{Reason, Refusal};

/// An answer that says no.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErrorAnswer {
    pub status: StatusCode,
    pub error: ErrorBody,
    /// Why the engine refused, where it did.
    pub reason: Option<Reason>,
}

/// The object under `error`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ErrorBody {
    #[serde(rename = "type")]
    pub kind: &'static str,
    pub code: &'static str,
    pub message: String,
}

impl ErrorAnswer {
    pub fn new(status: StatusCode, kind: &'static str, code: &'static str, message: impl Into<String>) -> Self {
        Self { status, error: ErrorBody { kind, code, message: message.into() }, reason: None }
    }

    pub fn invalid_request(status: StatusCode, code: &'static str, message: impl Into<String>) -> Self {
        Self::new(status, "invalid_request", code, message)
    }

    /// 400 IR_04.
    pub fn invalid_value(message: impl Into<String>) -> Self {
        Self::invalid_request(StatusCode::BAD_REQUEST, "IR_04", message)
    }

    pub fn unauthorized(code: &'static str, message: &str) -> Self {
        Self::new(StatusCode::UNAUTHORIZED, "authentication_error", code, message)
    }

    /// 403; the specification shows no code for it, `AU_03` is ours.
    pub fn forbidden(message: &str) -> Self {
        Self::new(StatusCode::FORBIDDEN, "authentication_error", "AU_03", message)
    }

    pub fn rate_limited() -> Self {
        let message = "too many requests: wait until X-RateLimit-Reset";
        Self::new(StatusCode::TOO_MANY_REQUESTS, "rate_limit_error", "RL_01", message)
    }
}

impl From<Refusal> for ErrorAnswer {
    fn from(refusal: Refusal) -> Self {
        let (status, kind, code) = match refusal.reason {
            Reason::Missing => (StatusCode::BAD_REQUEST, "invalid_request", "IR_01"),
            Reason::Invalid | Reason::NotAllowedNow => (StatusCode::BAD_REQUEST, "invalid_request", "IR_04"),
            Reason::Conflict => (StatusCode::CONFLICT, "invalid_request", "IR_04"),
            Reason::PaymentExists { as_400: false } => (StatusCode::CONFLICT, "invalid_request", "HE_01"),
            Reason::PaymentExists { as_400: true } => (StatusCode::BAD_REQUEST, "invalid_request", "HE_01"),
            Reason::NotFound => (StatusCode::NOT_FOUND, "invalid_request", "IR_05"),
            Reason::Internal => (StatusCode::INTERNAL_SERVER_ERROR, "api_error", "HE_00"),
        };
        Self { reason: Some(refusal.reason), ..Self::new(status, kind, code, refusal.message) }
    }
}

#[derive(Serialize)]
struct Envelope {
    error: ErrorBody,
}

impl IntoResponse for ErrorAnswer {
    /// The response carries the answer along, for those who write it in another shape.
    fn into_response(self) -> Response {
        let mut response = (self.status, Json(Envelope { error: self.error.clone() })).into_response();
        response.extensions_mut().insert(self);
        response
    }
}

/// `time` as the header `Date` has it.
pub fn http_date(time: DateTime<Utc>) -> Option<HeaderValue> {
    HeaderValue::from_str(&time.format("%a, %d %b %Y %H:%M:%S GMT").to_string()).ok()
}

/// What handlers answer with: JSON, or a refusal.
pub type HandlerResult<T> = Result<Json<T>, ErrorAnswer>;
