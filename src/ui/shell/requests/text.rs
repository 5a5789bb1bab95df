//! The texts of requests.

pub use crate::text::{ATTEMPT, KIND, NOT_REPORTED, OUTCOME, REQUESTS, SENT};
pub use paydesk_core::text::{OPERATION, REQUEST, REQUEST_ID, STATUS, TIME};

use std::fmt::Display;

// Bar

pub const READS: &str = "Reads";
pub const OPERATIONS: &str = "Operations";
pub const CALLS: &str = "Calls";
pub const SHOW_ALL_REQUESTS: &str = "Show all requests";

pub fn only_of(group: impl Display, method: impl Display, pattern: impl Display) -> String {
    format!("Only {group} of {method} {pattern}")
}

pub fn paused_not_recorded(count: impl Display) -> String {
    format!("Paused: {count} not recorded")
}

pub fn not_recorded_they_came_too_fast(missed: impl Display) -> String {
    format!("{missed} not recorded: they came too fast")
}

// Detail

pub const COPY_AS_CURL: &str = "Copy as curl";
pub const PATH: &str = "Path";
pub const DURATION: &str = "Duration";
pub const REQUESTS_LEFT: &str = "Requests left";

pub fn resets_in_s(seconds: impl Display) -> String {
    format!(", resets in {seconds} s")
}

// Draft

pub const ABOUT: &str = "About";

// Errors

pub const CODE: &str = "Code";
pub const ENDPOINT: &str = "Endpoint";

pub fn times(count: impl Display) -> String {
    format!("{count} times")
}

pub fn of(key: impl Display, group: impl Display, times: impl Display) -> String {
    format!("{key} of {group}, {times}")
}

// List

pub fn requests_left(left: impl Display, limit: impl Display) -> String {
    format!("{left} of {limit} requests left")
}
