//! Texts of the approvals.

pub use crate::text::{DETAILS, ID, OBJECT, REQUEST_BODY, SEND_NOW};
pub use paydesk_core::text::{
    ALL, AMOUNT, APPROVALS, APPROVE, DECIDED, NOTE, OPEN, OPERATION, REASON, REQUEST, SENT, STATUS, TOTAL, WITHDRAWN,
};

use std::fmt::Display;

pub const APPROVALS_TABLE: &str = "Approvals table";
pub const LISTED: &str = "Requests listed";
pub const REQUESTED: &str = "Requested";
pub const REQUESTED_BY: &str = "Requested by";
pub const NOTHING_OPEN: &str = "No pending approvals. Operations that need a second person appear here.";
pub const NOTHING_YET: &str = "No requests yet. What needs a second person in your team is listed here";
pub const READING: &str = "Reading the team’s approvals…";
pub const NO_RULES: &str =
    "Nothing needs approval in this profile. An admin of the team sets rules: paydesk team rule --help";
pub const ITEMS_TABLE: &str = "Items of the bulk run";
pub const READING_ITEMS: &str = "Reading the items…";
pub const READ_AGAIN: &str = "Read items again";
pub const REASON_SENT: &str = "Reason that is sent";
pub const CLOSE: &str = "Close approval";
pub const NOTE_LABEL: &str = "Note, optional";
pub const REFUSE: &str = "Refuse";
pub const WITHDRAW: &str = "Withdraw request";
pub const APPROVED_BY: &str = "Approved by";
pub const REFUSED_BY: &str = "Refused by";
pub const SENT_BY: &str = "Sent by";
pub const OWN_REQUEST: &str = "Somebody else with the role approver decides on it. Nothing was sent";
pub const YOURS_TO_DECIDE: &str = "Nothing was sent. Once you approve it, you or the person who requested it can send it. Paydesk first checks that nothing has changed";
pub const NOT_YOURS_TO_DECIDE: &str = "Only a person with the role approver decides on it. Nothing was sent";
pub const SEND_IT: &str = "Nothing was sent yet. Paydesk first checks that nothing has changed since it was requested";
pub const OTHERS_SEND: &str = "Nothing was sent yet. Who requested or approved it can send it";
pub const WAS_SENT: &str = "See the outcome in Operations";
pub const WAS_REFUSED: &str = "Nothing was sent";
pub const UNREADABLE: &str = "What would be sent is not shown: it differs from what this request says, or another version of Paydesk wrote it. Do \
     not approve it";

pub fn open(noun: impl Display) -> String {
    format!("Open {noun}")
}

pub fn count(listed: usize, total: usize) -> String {
    format!("{listed} of {total} requests")
}
