//! Entries of the log of the last calls.

use std::time::Duration;

use paydesk_api::call::{Method, Request};
use paydesk_api::error::ApiError;
use paydesk_api::exchange::{CapturedBody, Exchange, RequestMeta, ResponseMeta};
use paydesk_api::outcome::{Attempt, Body, HttpAnswer};
use paydesk_api::rate_limit::RateHeaders;
use paydesk_core::features::requests::RequestsAction as Do;
use paydesk_core::{Action, Message};
use paydesk_domain::profile::ProfileId;
use serde_json::{Value, json};

use crate::desk::Desk;
use crate::service::start_time;

pub fn act(desk: &mut Desk, action: Do) {
    desk.act(Action::Requests(action));
}

/// Tells Paydesk of calls that ended.
pub fn made(desk: &mut Desk, exchanges: Vec<Exchange>) {
    desk.event(Message::CallsMade { exchanges, missed: 0 });
}

/// A call of the embedded sandbox's profile and what came of it.
pub fn exchange(request: &Request, attempt: &Attempt) -> Exchange {
    let body = match attempt {
        Attempt::Answered(HttpAnswer { body: Body::Json(value), .. }) => Some(CapturedBody::of_json(value)),
        Attempt::Answered(HttpAnswer { body: Body::Error(error), .. }) => {
            let error = json!({"type": error.kind, "code": error.code, "message": error.message});
            Some(CapturedBody::of_json(&json!({"error": error})))
        }
        _ => None,
    };
    let response =
        ResponseMeta { request_id: body.is_some().then(|| "req_8f21".to_owned()), body, ..ResponseMeta::default() };
    let asked = RequestMeta::new(request, "http://127.0.0.1:8600", start_time());
    Exchange::new(ProfileId::embedded(), asked, Duration::from_micros(8_420), attempt, response)
}

pub fn ok(body: Value) -> Attempt {
    let rate = RateHeaders {
        limit: Some(100),
        remaining: Some(97),
        reset_unix_s: Some(1_000_030),
        date_unix_s: Some(1_000_000),
        ..RateHeaders::default()
    };
    Attempt::Answered(HttpAnswer { status: 200, body: Body::Json(body), rate })
}

pub fn refusal(status: u16, code: &str, message: &str) -> Attempt {
    let error = ApiError { kind: "invalid_request".into(), code: code.into(), message: message.into() };
    Attempt::Answered(HttpAnswer { status, body: Body::Error(error), rate: RateHeaders::default() })
}

pub fn payment(number: usize) -> Request {
    Request::read(Method::Get, format!("/payments/pay_{number}"), None)
}
