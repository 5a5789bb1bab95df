//! The texts of requests.

pub use crate::text::{ATTEMPT, KIND, NOT_REPORTED, OUTCOME, REQUESTS, SENT};
pub use paydesk_core::text::{OPERATION, REQUEST, REQUEST_ID, STATUS, TIME};

use std::fmt::Display;

// Bar

pub const READS: &str = "Reads";
pub const OPERATIONS: &str = "Operations";
pub const CALLS: &str = "Calls";
pub const ERRORS_BY_CODE: &str = "Errors by code";
pub const VIEW_OF_REQUESTS: &str = "View of the requests";
pub const CLOSE_REQUESTS: &str = "Close requests";
pub const NOTHING_TO_CLEAR: &str = "Nothing to clear";
pub const CLEAR_REQUESTS: &str = "Clear requests";
pub const RESUME_RECORDING: &str = "Resume recording";
pub const PAUSE_RECORDING: &str = "Pause recording";
pub const SEARCH_REQUESTS: &str = "Search requests";
pub const PATH_CODE_OR_BODY_TEXT: &str = "Path, code or body text";
pub const ERRORS_ONLY: &str = "Errors only";
pub const SHOW_ALL_REQUESTS: &str = "Show all requests";
pub const PAUSED_REQUESTS_ARE_NOT_RECORDED: &str = "Paused: requests are not recorded";

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

pub const COPY_REQUEST: &str = "Copy request";
pub const COPY_RESPONSE: &str = "Copy response";
pub const PART_OF_REQUEST: &str = "Part of the request";
pub const CLOSE_REQUEST: &str = "Close request";
pub const ONLY_PART_OF_BODY: &str = "Only part of the body is stored, so the command would not send the same request";
pub const COPY_AS_CURL: &str = "Copy as curl";
pub const ADD_KEY_AND_MASKED_VALUES: &str = "Add the key and the masked values yourself";
pub const WHAT_WENT_WRONG: &str = "What went wrong";
pub const PATH: &str = "Path";
pub const NO_RESPONSE: &str = "No response";
pub const READ_CHANGES_NOTHING_AND_CAN: &str = "A read: changes nothing and can be repeated";
pub const OPERATION_CHANGES_SOMETHING: &str = "An operation: changes something and is never repeated automatically";
pub const DURATION: &str = "Duration";
pub const REQUESTS_LEFT: &str = "Requests left";

pub fn resets_in_s(seconds: impl Display) -> String {
    format!(", resets in {seconds} s")
}

// Draft

pub const ABOUT: &str = "About";
pub const RESPONSE: &str = "Response";

// Errors

pub const CODE: &str = "Code";
pub const ENDPOINT: &str = "Endpoint";
pub const LATEST: &str = "Latest";
pub const LATEST_MESSAGE: &str = "Latest message";
pub const NO_ERRORS_IN_RECORDED_REQUESTS: &str = "No errors in the recorded requests";
pub const ERRORS_TABLE: &str = "Errors table";

pub fn times(count: impl Display) -> String {
    format!("{count} times")
}

pub fn of(key: impl Display, group: impl Display, times: impl Display) -> String {
    format!("{key} of {group}, {times}")
}

// List

pub const NO_REQUESTS_RECORDED_RECORDING: &str = "No requests recorded: recording is paused";
pub const NO_REQUESTS_RECORDED: &str = "No requests recorded for this profile yet; requests to the service appear here";
pub const NO_REQUEST_MATCHES_THESE_FILTERS: &str = "No request matches these filters";
pub const REQUESTS_TABLE: &str = "Requests table";

pub fn requests_left(left: impl Display, limit: impl Display) -> String {
    format!("{left} of {limit} requests left")
}
