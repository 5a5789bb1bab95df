//! The texts of refunds.

pub use crate::text::{
    BY, CHANGED, CHECK_STATUS, CLOSE_PANE, CREATED_BY, LAST_READ, METADATA, OPEN_CUSTOMER, OPEN_PAYMENT, RAW_JSON,
    REFUND, REFUND_TYPE, REFUNDS, UNIFIED_CODE,
};
pub use paydesk_core::text::{CREATED, CUSTOMER, E_MAIL, IN_REVIEW, PAYDESK, PAYMENT, REASON, STATUS};

use std::fmt::Display;

// Detail

pub const ELSEWHERE: &str = "Elsewhere";
pub const UNIFIED_MESSAGE: &str = "Unified message";

pub fn error_service_reported_cannot(error: impl Display) -> String {
    format!("The error the service reported cannot be read: {error}")
}

pub fn timeline(zone: impl Display) -> String {
    format!("Timeline ({zone})")
}

// List

pub const AMOUNT_THAT_IS_NOT_KNOWN: &str = "Unknown amount";

/// A row for a screen reader; `payment` is empty where the customer is called by it.
pub fn of(
    amount: impl Display,
    customer: impl Display,
    status: impl Display,
    created: impl Display,
    payment: &str,
) -> String {
    let payment = if payment.is_empty() { String::new() } else { format!(", {payment}") };
    format!("{amount} of {customer}, {status}, {created}{payment}")
}

pub fn open_refund_of(known: impl Display) -> String {
    format!("Open refund of {known}")
}
