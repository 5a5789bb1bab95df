//! `GET /health`: whether the service is there and takes the key ([API reference](crate::reference#conventions)).

use serde_json::Value;

use crate::call::{Call, Request};
use crate::endpoints::ReadEndpoint;
use crate::error::{CallError, DecodeError};
use crate::outcome::{Attempt, Body};
use paydesk_domain::money::MinorUnits;

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
            Attempt::NoKey(role) => Err(CallError::NoKey(role)),
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
