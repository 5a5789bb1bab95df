//! Reads bodies, queries and path ids, and says in the API's own error shape what is wrong with them.

use std::future::poll_fn;
use std::pin::Pin;

use axum::body::Body;
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use hyper::body::Body as _;
use serde_json::{Map, Number, Value};

use super::answer::ErrorAnswer;
use crate::engine::fields::{FieldReader, kind_of};

/// Largest body that is read (ours: the specification shows no limit).
pub const MAX_BODY_BYTES: usize = 1024 * 1024;
/// How much of a larger body is still taken in, so that its sender gets the answer before a closed connection.
const MAX_DRAINED_BYTES: usize = 16 * 1024 * 1024;

/// A JSON object from a body; an empty body is an empty object. serde_json bounds the nesting.
#[derive(Debug)]
pub struct JsonBody(pub Map<String, Value>);

impl JsonBody {
    pub fn fields(&self) -> FieldReader<'_> {
        FieldReader::new(&self.0)
    }
}

impl<S: Send + Sync> FromRequest<S> for JsonBody {
    type Rejection = ErrorAnswer;

    async fn from_request(request: Request, _: &S) -> Result<Self, ErrorAnswer> {
        parse(&read(request.into_body()).await?).map(Self)
    }
}

/// Any JSON value from a body.
#[derive(Debug)]
pub struct JsonValue(pub Value);

impl<S: Send + Sync> FromRequest<S> for JsonValue {
    type Rejection = ErrorAnswer;

    async fn from_request(request: Request, _: &S) -> Result<Self, ErrorAnswer> {
        parse_value(&read(request.into_body()).await?).map(Self)
    }
}

/// Reads a whole body of at most [`MAX_BODY_BYTES`].
pub async fn read(mut body: Body) -> Result<Vec<u8>, ErrorAnswer> {
    let mut bytes = Vec::new();
    let mut seen = 0_usize;
    while let Some(frame) = poll_fn(|context| Pin::new(&mut body).poll_frame(context)).await {
        let frame = frame.map_err(|_| ErrorAnswer::invalid_value("the body ended before it was complete"))?;
        let Ok(data) = frame.into_data() else { continue };
        seen = seen.saturating_add(data.len());
        if seen > MAX_DRAINED_BYTES {
            break;
        }
        if seen <= MAX_BODY_BYTES {
            bytes.extend_from_slice(&data);
        }
    }
    if seen > MAX_BODY_BYTES {
        let message = format!("the body is larger than {MAX_BODY_BYTES} bytes");
        return Err(ErrorAnswer::invalid_request(StatusCode::PAYLOAD_TOO_LARGE, "IR_04", message));
    }
    Ok(bytes)
}

fn parse(bytes: &[u8]) -> Result<Map<String, Value>, ErrorAnswer> {
    if bytes.iter().all(u8::is_ascii_whitespace) {
        return Ok(Map::new());
    }
    match parse_value(bytes)? {
        Value::Object(map) => Ok(map),
        other => Err(ErrorAnswer::invalid_value(format!("the body must be a JSON object, not {}", kind_of(&other)))),
    }
}

fn parse_value(bytes: &[u8]) -> Result<Value, ErrorAnswer> {
    let text = str::from_utf8(bytes).map_err(|error| {
        ErrorAnswer::invalid_value(format!("the body is not UTF-8 after byte {}", error.valid_up_to()))
    })?;
    serde_json::from_str(text).map_err(|error| ErrorAnswer::invalid_value(format!("the body is not JSON: {error}")))
}

/// The query of a request as the object its body would be.
#[derive(Debug)]
pub struct QueryFields(Map<String, Value>);

/// Query parameters that are numbers; all others are texts.
const NUMBERS: [&str; 3] = ["limit", "offset", "after"];

impl QueryFields {
    pub fn fields(&self) -> FieldReader<'_> {
        FieldReader::new(&self.0)
    }

    fn read(uri: &Uri) -> Result<Self, ErrorAnswer> {
        let pairs = Query::<Vec<(String, String)>>::try_from_uri(uri)
            .map_err(|error| ErrorAnswer::invalid_value(format!("the query cannot be read: {error}")))?;
        let value = |name: &str, text: String| match text.parse::<i64>() {
            Ok(number) if NUMBERS.contains(&name) => Value::Number(Number::from(number)),
            Ok(_) | Err(_) => Value::String(text),
        };
        let pairs = pairs.0.into_iter().filter(|(_, text)| !text.is_empty());
        Ok(Self(
            pairs
                .map(|(name, text)| {
                    let value = value(&name, text);
                    (name, value)
                })
                .collect(),
        ))
    }
}

impl<S: Send + Sync> FromRequestParts<S> for QueryFields {
    type Rejection = ErrorAnswer;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ErrorAnswer> {
        Self::read(&parts.uri)
    }
}

/// The one id within a path.
#[derive(Debug)]
pub struct PathId(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathId {
    type Rejection = ErrorAnswer;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ErrorAnswer> {
        match Path::<String>::from_request_parts(parts, state).await {
            Ok(Path(id)) => Ok(Self(id)),
            Err(_) => {
                let message = "the id within the path is not UTF-8";
                Err(ErrorAnswer::invalid_request(StatusCode::NOT_FOUND, "IR_05", message))
            }
        }
    }
}
