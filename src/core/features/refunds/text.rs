//! The texts of refunds.

use std::fmt::Display;

// Make

pub fn full_is_already_refunded(received: impl Display) -> String {
    format!("The full {received} is already refunded")
}

// Polling

pub fn status_could_not_be_read(what: impl Display) -> String {
    format!("The status of the refund could not be read: {what}")
}

// Refundable

pub fn plus_already_refunded_is_more(refund: impl Display, before: impl Display, received: impl Display) -> String {
    format!("{refund} plus {before} already refunded is more than the {received} received")
}
