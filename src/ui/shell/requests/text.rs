//! The texts of requests.

pub use crate::app::text::{OPERATION, REQUEST_ID, STATUS, TIME};
pub use crate::ui::text::{NOT_REPORTED, SENT};

use std::fmt::Display;

// Bar

pub const READS: &str = "Reads";
pub const OPERATIONS: &str = "Operations";
pub const REQUESTS: &str = "Requests";
pub const CALLS: &str = "Calls";
pub const ERRORS_BY_CODE: &str = "Errors by code";
pub const VIEW_OF_REQUESTS: &str = "View of the requests";
pub const CLOSE_REQUESTS: &str = "Close the requests";
pub const THERE_IS_NOTHING_TO_CLEAR: &str = "There is nothing to clear";
pub const CLEAR_REQUESTS: &str = "Clear the requests";
pub const GO_ON_WRITING_CALLS_DOWN: &str = "Go on writing calls down";
pub const PAUSE_WRITING_CALLS_DOWN: &str = "Pause writing calls down";
pub const SEARCH_REQUESTS: &str = "Search the requests";
pub const PATH_CODE_TEXT_OF_BODY: &str = "Path, code, text of a body";
pub const ERRORS_ONLY: &str = "Errors only";
pub const KIND: &str = "Kind";
pub const SHOW_ALL_CALLS: &str = "Show all calls";
pub const PAUSED_CALLS_ARE_NOT_WRITTEN: &str = "Paused: calls are not written down";

pub fn only_of(group: impl Display, method: impl Display, pattern: impl Display) -> String {
    format!("Only {group} of {method} {pattern}")
}

pub fn paused_went(count: impl Display) -> String {
    format!("Paused: {count} went by and were not written down")
}

pub fn came_faster_than_they_could(missed: impl Display) -> String {
    format!("{missed} came faster than they could be written down")
}

// Detail

pub const COPY_REQUEST: &str = "Copy the request";
pub const COPY_ANSWER: &str = "Copy the answer";
pub const PART_OF_CALL: &str = "Part of the call";
pub const CLOSE_CALL: &str = "Close the call";
pub const IT_WOULD_NOT_SEND_SAME: &str = "It would not send the same request: the body is stored only in part";
pub const COPY_AS_CURL: &str = "Copy as curl";
pub const KEY_AND_WHAT_IS_HIDDEN: &str = "The key and what is hidden have to be put in";
pub const OUTCOME: &str = "Outcome";
pub const WHAT_WENT_WRONG: &str = "What went wrong";
pub const PATH: &str = "Path";
pub const NO_ANSWER: &str = "No answer";
pub const READ_CHANGES_NOTHING_AND_CAN: &str = "A read changes nothing and can be repeated";
pub const OPERATION_IT_CHANGES_SOMETHING: &str =
    "An operation: it changes something, and is never sent again by itself";
pub const ATTEMPT: &str = "Attempt";
pub const DURATION: &str = "Duration";
pub const CALLS_LEFT: &str = "Calls left";

pub fn anew_in_s(seconds: impl Display) -> String {
    format!(", anew in {seconds} s")
}

// Draft

pub const ABOUT: &str = "About";
pub const REQUEST: &str = "Request";
pub const ANSWER: &str = "Answer";

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

pub const METHOD: &str = "Method";
pub const WHAT: &str = "What";
pub const NO_REQUESTS_RECORDED_RECORDING: &str = "No requests recorded: recording is paused";
pub const NO_REQUESTS_RECORDED: &str = "No requests recorded for this profile yet; requests to the service appear here";
pub const NO_CALL_MATCHES_FILTERS: &str = "No call matches the filters";
pub const REQUESTS_TABLE: &str = "Requests table";
