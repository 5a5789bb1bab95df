//! The texts of payments.

pub use crate::text::{
    CURRENCY, CUSTOMER, DECLINES, IN_REVIEW, LAST_MONTH, PAYMENTS, PROFILE_HAS_NO_PROFILE_ID, SEARCH, STATUS,
    THIS_MONTH, TO_CAPTURE, TODAY, not_sent,
};

use std::fmt::Display;

// Capture statuses

pub fn list_of_has_payment(status: impl Display, status_2: impl Display) -> String {
    format!("The list of “{status}” payments contains one that is “{status_2}”")
}

// Filter

pub const WORTH_RETRY: &str = "Worth a retry";
pub const ANY_TIME: &str = "Any time";

pub fn last_days(days: impl Display) -> String {
    format!("Last {days} days")
}

pub fn from(from: impl Display) -> String {
    format!("From {from}")
}

pub fn until(to: impl Display) -> String {
    format!("Until {to}")
}

pub fn utc(after: impl Display, after_2: impl Display) -> String {
    format!("{after} – {after_2} UTC")
}

// List forms

pub fn created_is_outside_time_asked(payment_id: impl Display, to_rfc3339: impl Display) -> String {
    format!("{payment_id}, created {to_rfc3339}, is outside the period requested")
}

pub fn row_of_list_says(word: impl Display) -> String {
    format!("A row in the list says “{word}”")
}

// Rows

pub fn decimals_are_not_known(currency: impl Display) -> String {
    format!("Unknown number of decimals in {currency}: the amount is shown in minor units")
}

// Unconfirmed

pub const LONDON: &str = "London";
pub const GB: &str = "GB";
pub const TEST: &str = "Test";
