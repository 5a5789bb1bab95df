//! The customer of a form that was to be sent: the service is asked for it before anything is sent, so that no id of one's
//! own invention is.

use paydesk_api::error::CallError;
use paydesk_domain::ids::CustomerId;
use paydesk_domain::text::{sentences, visible_id};

use super::input::FormInput;
use crate::read::RequestId;

/// A customer that is read, and the form that waits for it.
#[derive(Debug)]
pub(crate) struct CustomerLookup {
    pub customer_id: CustomerId,
    pub request_id: RequestId,
    pub input: FormInput,
}

/// Why a form is not sent whose customer could not be read; `None` where the service has no such customer, which is said at
/// the field, and where the key may not read customers, which the service then checks itself.
pub(super) fn why_not_sent(customer_id: &CustomerId, error: &CallError) -> Option<String> {
    let id = visible_id(customer_id.as_str(), 64);
    match error {
        CallError::Service { status: 401 | 403 | 404, .. } => None,
        CallError::Service { .. }
        | CallError::Unreachable(_)
        | CallError::NoKey(_)
        | CallError::Lost(_)
        | CallError::Foreign { .. }
        | CallError::Decode(_)
        | CallError::Outdated => {
            let what = format!("Customer ID: {id} could not be checked: {}", error.what());
            Some(sentences(&[what.as_str(), "The form was not sent", error.what_to_do()]))
        }
    }
}
