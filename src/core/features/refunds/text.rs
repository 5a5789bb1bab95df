//! The texts of refunds.

use std::fmt::Display;

// Make

pub const NOTHING_WAS_RECEIVED: &str = "Nothing was received for this payment";

pub fn is_under_way(title: impl Display) -> String {
    format!("“{title}” is under way for this payment")
}

pub fn full_is_already_refunded(received: impl Display) -> String {
    format!("The full {received} is already refunded")
}

// Polling

pub const NOT_CREATED_IN_PAYDESK_ONLY: &str = "Not created in Paydesk: only a webhook event reports its result";
pub const NOT_PENDING_ITS_STATUS: &str = "Not pending: its status is final unless a webhook event reports another";
pub const CREATED_MORE_THAN_24_HOURS: &str = "Created more than 24 hours ago. Checking its status sends the refund again under its id, and the service may no longer know that id: it could refund a second time. Check it at the service";

pub fn status_could_not_be_read(what: impl Display) -> String {
    format!("The status of the refund could not be read: {what}")
}

// Refundable

pub fn plus_already_refunded_is_more(refund: impl Display, before: impl Display, received: impl Display) -> String {
    format!("{refund} plus {before} already refunded is more than the {received} received")
}
