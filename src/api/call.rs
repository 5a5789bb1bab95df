//! What a call is: a method, a path, a body, and how to read its answer. Nothing here sends anything.

use serde_json::Value;

use super::error::{CallError, DecodeError};
use super::outcome::{Attempt, Body};

/// HTTP methods the API uses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Method {
    Get,
    Post,
    Put,
}

impl Method {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
        }
    }
}

/// Whether a call only reads or changes something at the service: decides its time limits and that only
/// reads are ever repeated by themselves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallKind {
    Read,
    Operation,
}

/// One request, ready to send: the path is already percent-encoded.
#[derive(Debug, Clone, PartialEq)]
pub struct Request {
    pub method: Method,
    pub path: String,
    pub body: Option<Value>,
    pub kind: CallKind,
}

/// One endpoint of the specification: a struct of its inputs, and how its answer is read.
pub trait Call {
    /// What a complete answer is read into.
    type Output;

    fn request(&self) -> Request;

    /// Reads a 2xx JSON body; errors name the JSON path.
    fn decode(&self, body: Value) -> Result<Self::Output, DecodeError>;

    /// Reads what one attempt of a *read* brought. Operations are judged by [`super::outcome`] instead.
    fn read(&self, attempt: Attempt) -> Result<Self::Output, CallError> {
        match attempt {
            Attempt::NotSent(problem) => Err(CallError::Unreachable(problem)),
            Attempt::Lost(loss) => Err(CallError::Lost(loss)),
            Attempt::Answered(answer) => match answer.body {
                Body::Json(value) if answer.is_success() => self.decode(value).map_err(CallError::Decode),
                Body::Error(error) => Err(CallError::Service { status: answer.status, error }),
                Body::Json(_) => Err(CallError::Foreign { status: answer.status, excerpt: String::new() }),
                Body::Foreign { excerpt } => Err(CallError::Foreign { status: answer.status, excerpt }),
                Body::Broken(loss) => Err(CallError::Lost(loss)),
            },
        }
    }
}

/// `id` as one path segment: everything but unreserved characters is percent-encoded.
pub fn path_segment(id: &str) -> String {
    let mut out = String::with_capacity(id.len());
    for byte in id.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::path_segment;

    #[test]
    fn an_id_cannot_leave_its_path_segment() {
        assert_eq!(path_segment("pay_1-a"), "pay_1-a");
        assert_eq!(path_segment("../x?y#z"), "%2E%2E%2Fx%3Fy%23z");
        assert_eq!(path_segment("é"), "%C3%A9");
    }
}
