//! The texts of requests.

pub use crate::app::text::{OPERATION, REQUEST_ID};

use std::fmt::Display;

// Http text

pub const NO_BODY: &str = "No body";

pub fn bytes_let_go_to_make(whole: impl Display) -> String {
    format!("({whole} bytes, let go to make room for newer calls)")
}

pub fn first_kib_of_bytes(kib: impl Display, whole: impl Display) -> String {
    format!("(the first {kib} KiB of {whole} bytes)")
}

pub fn http(status: impl Display) -> String {
    format!("HTTP {status}")
}

pub fn no_answer(what: impl Display) -> String {
    format!("No answer: {what}")
}

pub fn nothing_was_sent(text: impl Display) -> String {
    format!("Nothing was sent: {text}")
}

// Row

pub const OTHER_ANSWER: &str = "other answer";
pub const ANSWER_DOES_NOT_FIT: &str = "the answer does not fit what was sent: it may have happened";
pub const READ: &str = "Read";

pub fn of(left: impl Display, limit: impl Display) -> String {
    format!("{left} of {limit}")
}

pub fn ms(millis: impl Display, tenths: impl Display) -> String {
    format!("{millis}.{tenths} ms")
}

pub fn whole_ms(millis: impl Display) -> String {
    format!("{millis} ms")
}
