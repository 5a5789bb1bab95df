//! The texts of payouts.

pub use crate::text::WHOLE_NUMBER;

use std::fmt::Display;

// Duplicate check

pub fn customer(id: impl Display) -> String {
    format!("the customer {id}")
}

pub fn e_mail_address(email: impl Display) -> String {
    format!("the e-mail address {email}")
}

pub fn account(value: impl Display) -> String {
    format!("the account {value}")
}

pub fn name(name: impl Display) -> String {
    format!("the name {name}")
}

// Status

pub const CREATE_NEW_PAYOUT: &str = "Create a new payout if it is still owed";
pub const WAIT_THEN_CHECK_STATUS_AGAIN: &str = "Wait, then check the status again";
/// What the specification says of fulfilling such a payout.
pub const AUTOMATIC_FULFILMENT: &str = "Created with automatic fulfilment, so there is no need to fulfil it. Check with the service first, or it may be paid twice.";

pub fn paydesk_does_not_know_status(word: impl Display) -> String {
    format!("Paydesk does not know the status “{word}”, so it offers no actions")
}
