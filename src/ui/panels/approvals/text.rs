//! Texts of the approvals.

pub use crate::text::{DETAILS, OBJECT, REQUEST_BODY, SEND_NOW};
pub use paydesk_core::text::{
    ALL, AMOUNT, APPROVALS, APPROVE, CUSTOMER, DECIDED, NOTE, OPEN, OPERATION, REASON, REQUEST, SENT, STATUS, TOTAL,
    WITHDRAWN,
};

use std::fmt::Display;

pub const LISTED: &str = "Requests listed";
pub const REQUESTED: &str = "Requested";
pub const REQUESTED_BY: &str = "Requested by";
pub const CLOSE: &str = "Close approval";
pub const APPROVED_BY: &str = "Approved by";
pub const UNREADABLE: &str = "What would be sent is not shown: it differs from what this request says, or another version of Paydesk created it. Do \
     not approve it.";

pub fn open(noun: impl Display) -> String {
    format!("Open {noun}")
}

pub fn count(listed: usize, total: usize) -> String {
    format!("{listed} of {total} requests")
}
