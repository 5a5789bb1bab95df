//! Texts of the audit.

pub use crate::text::{
    DECLINED, DONE, LAST_7_DAYS, NO_REASON, NOT_SENT, RECORDED, REJECTED, SENT, TODAY, UNDER_WAY as IN_PROGRESS,
    UNKNOWN,
};

pub const RESOLVED_BY_READING: &str = "Resolved by reading";
pub const RESOLVED_BY_EVENT: &str = "Resolved by an event";
pub const RESOLVED_BY_PERSON: &str = "Resolved by a person";

pub const LAST_30_DAYS: &str = "Last 30 days";

pub const OTHER_VERSION: &str = "Operation of another Paydesk version";
pub const WITHOUT_TEAM: &str = "Sent without asking the team: its database was away";
pub const CONFIRMED: &str = "Confirmed by the service";
pub const NO_CLEAR_RESPONSE: &str = "No clear response";

pub fn confirmed_by(operator: &str) -> String {
    let by = if operator.is_empty() { String::new() } else { format!(" by {operator}") };
    format!("Confirmed{by}, recorded before anything was sent")
}

pub fn attempt(number: u32) -> String {
    format!("Attempt {number}")
}

pub fn status(status: &str) -> String {
    format!("Status: {status}")
}

pub fn code_and_message(code: &str, message: &str) -> String {
    match (code.is_empty(), message.is_empty()) {
        (true, true) => NO_REASON.to_owned(),
        (true, false) => message.to_owned(),
        (false, true) => code.to_owned(),
        (false, false) => format!("{code}: {message}"),
    }
}
