//! The texts of refunds.

pub use crate::text::{
    BY, CHANGED, CHECK_STATUS, CLOSE_PANE, CREATED_BY, LAST_READ, METADATA, OPEN_PAYMENT, RAW_JSON, REFUND, REFUNDS,
    UNIFIED_CODE,
};
pub use paydesk_core::text::{CREATED, IN_REVIEW, PAYDESK, PAYMENT, REASON, STATUS};

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

pub fn listed(join: impl Display) -> String {
    format!("In this list: {join}")
}

pub fn of(amount: impl Display, title: impl Display, status: impl Display, created: impl Display) -> String {
    format!("{amount} of {title}, {status}, {created}")
}

pub fn open_refund_of(known: impl Display) -> String {
    format!("Open refund of {known}")
}
