//! What a call is: a request, and how to read its answer. Nothing here sends anything.

use serde_json::Value;

use super::error::{CallError, DecodeError};
use super::outcome::{Attempt, Body};
use paydesk_domain::money::MinorUnits;

pub use super::http::{KeyRole, Method, path_segment};
pub use super::request::{Request, SecretPart, secret_json, wipe_texts};

/// One endpoint of the specification: a struct of its inputs, and how its answer is read.
pub trait Call {
    /// What a complete answer is read into.
    type Output;

    fn request(&self) -> Request;

    /// Reads a 2xx JSON body of a service that counts amounts so; errors name the JSON path.
    fn decode(&self, body: Value, units: MinorUnits) -> Result<Self::Output, DecodeError>;

    /// What a success without a body means; `None` where an answer has a body, so that something else answered.
    fn decode_empty(&self) -> Option<Self::Output> {
        None
    }

    /// Reads what one attempt of a *read* brought. Operations are decided by [`super::outcome`] instead.
    fn read(&self, attempt: Attempt, units: MinorUnits) -> Result<Self::Output, CallError> {
        match attempt {
            Attempt::NotSent(problem) => Err(CallError::Unreachable(problem)),
            Attempt::NoKey(role) => Err(CallError::NoKey(role)),
            Attempt::Lost(loss) => Err(CallError::Lost(loss)),
            Attempt::Answered(answer) => {
                let is_success = answer.is_success();
                match answer.body {
                    Body::Json(value) if is_success => self.decode(value, units).map_err(CallError::Decode),
                    Body::Error(error) => Err(CallError::Service { status: answer.status, error }),
                    Body::Json(_) => Err(CallError::Foreign { status: answer.status, excerpt: String::new() }),
                    Body::Foreign { excerpt } if is_success && excerpt.is_empty() => {
                        self.decode_empty().ok_or(CallError::Foreign { status: answer.status, excerpt })
                    }
                    Body::Foreign { excerpt } => Err(CallError::Foreign { status: answer.status, excerpt }),
                    Body::Broken(loss) => Err(CallError::Lost(loss)),
                }
            }
        }
    }
}
