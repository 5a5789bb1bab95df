//! What answers look like to the client: of the service, of what is in front of it, of nobody.

use paydesk_api::error::ApiError;
use paydesk_api::outcome::{Attempt, Body, ConnectProblem, HttpAnswer};
use paydesk_api::rate_limit::RateHeaders;
use serde_json::Value;

pub fn answered(status: u16, body: Value) -> Attempt {
    let body = match ApiError::from_json(&body) {
        Some(error) if !(200..300).contains(&status) => Body::Error(error),
        Some(_) | None => Body::Json(body),
    };
    Attempt::Answered(HttpAnswer { status, body, rate: RateHeaders::default() })
}

pub fn refusal(status: u16, code: &str) -> Attempt {
    let error = api_error(code);
    Attempt::Answered(HttpAnswer { status, body: Body::Error(error), rate: RateHeaders::default() })
}

pub fn api_error(code: &str) -> ApiError {
    ApiError { kind: "invalid_request".into(), code: code.into(), message: "the service says no".into() }
}

pub fn page(status: u16) -> Attempt {
    let body = Body::Foreign { excerpt: "<html>".into() };
    Attempt::Answered(HttpAnswer { status, body, rate: RateHeaders::default() })
}

pub fn no_connection(certificate: bool) -> Attempt {
    Attempt::NotSent(ConnectProblem { message: "no way there".into(), certificate })
}

pub fn rates(remaining: u32, wait_s: i64) -> RateHeaders {
    let (limit, date) = (Some(600), Some(7_000));
    let reset_unix_s = Some(7_000 + wait_s);
    RateHeaders { limit, remaining: Some(remaining), reset_unix_s, date_unix_s: date, ..RateHeaders::default() }
}

pub fn with_rate(attempt: Attempt, rate: RateHeaders) -> Attempt {
    match attempt {
        Attempt::Answered(answer) => Attempt::Answered(HttpAnswer { rate, ..answer }),
        other => other,
    }
}
