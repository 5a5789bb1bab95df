//! `GET /health`: whether the service is there and takes the key ([API reference](crate::api::reference#conventions)).

use serde_json::Value;

use crate::api::call::{Call, Request};
use crate::api::endpoints::ReadEndpoint;
use crate::api::error::{CallError, DecodeError};
use crate::api::outcome::{Attempt, Body};
use crate::domain::money::MinorUnits;

/// Asks whether the service is up and the key is good.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Health;

impl Call for Health {
    type Output = ();

    fn request(&self) -> Request {
        Request::read_from(ReadEndpoint::Health, "", None)
    }

    fn decode(&self, _body: Value, _: MinorUnits) -> Result<(), DecodeError> {
        Ok(())
    }

    /// Only the status is documented: any body of a 200 will do.
    fn read(&self, attempt: Attempt, _: MinorUnits) -> Result<(), CallError> {
        match attempt {
            Attempt::NotSent(problem) => Err(CallError::Unreachable(problem)),
            Attempt::Lost(loss) => Err(CallError::Lost(loss)),
            Attempt::Answered(answer) if answer.is_success() => Ok(()),
            Attempt::Answered(answer) => Err(match answer.body {
                Body::Error(error) => CallError::Service { status: answer.status, error },
                Body::Foreign { excerpt } => CallError::Foreign { status: answer.status, excerpt },
                Body::Json(_) => CallError::Foreign { status: answer.status, excerpt: String::new() },
                Body::Broken(loss) => CallError::Lost(loss),
            }),
        }
    }
}
