//! The texts of refunds.

use std::fmt::Display;

// Make

pub const NOTHING_WAS_RECEIVED: &str = "Nothing was received of this payment";

pub fn is_under_way(title: impl Display) -> String {
    format!("“{title}” is under way for this payment")
}

pub fn all_of_is_refunded_already(received: impl Display) -> String {
    format!("All of {received} is refunded already")
}

// Polling

pub const IT_WAS_NOT_CREATED: &str = "It was not created in Paydesk: only a webhook event reports how it ends";
pub const IT_IS_NOT_PENDING: &str = "It is not pending: its status is final unless a webhook event reports another";
pub const IT_WAS_CREATED_MORE: &str = "It was created more than 24 hours ago. Checking its status sends the refund again under its id, and the service may no longer know that id: it could refund a second time. Look it up at the service";

// Refundable

pub fn and_refunded_before_are_more(refund: impl Display, before: impl Display, received: impl Display) -> String {
    format!("{refund} and {before} refunded before are more than {received} received")
}
