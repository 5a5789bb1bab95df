//! The texts of requests.

pub use crate::text::{OPERATION, REQUEST_ID};

use std::fmt::Display;

// Http text

pub const NO_BODY: &str = "No body";

pub fn bytes_discarded_to_make_room(whole: impl Display) -> String {
    format!("({whole} bytes, discarded to make room for newer requests)")
}

pub fn first_kib_of_bytes(kib: impl Display, whole: impl Display) -> String {
    format!("(the first {kib} KiB of {whole} bytes)")
}

pub fn http(status: impl Display) -> String {
    format!("HTTP {status}")
}

pub fn no_response(what: impl Display) -> String {
    format!("No response: {what}")
}

pub fn nothing_was_sent(text: impl Display) -> String {
    format!("Nothing was sent: {text}")
}

// Row

pub const READ: &str = "Read";

pub fn of(left: impl Display, limit: impl Display) -> String {
    format!("{left} of {limit}")
}

pub fn ms(millis: impl Display, tenths: impl Display) -> String {
    format!("{millis}.{tenths} ms")
}

pub fn ms_text(millis: impl Display) -> String {
    format!("{millis} ms")
}
