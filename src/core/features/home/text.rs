//! The texts of what waits.

pub use crate::text::{APPROVALS, LAST_7_DAYS as LAST_SEVEN_DAYS, TO_CAPTURE, UNKNOWN as OUTCOME_UNKNOWN};

use std::fmt::Display;

pub fn oldest(time: impl Display) -> String {
    format!("Oldest {time}")
}

pub fn sent(time: impl Display) -> String {
    format!("Sent {time}")
}

/// How much of a paused run was sent.
pub fn sent_of(sent: usize, all: usize) -> String {
    format!("{sent} of {all} sent")
}

/// `is_all` is whether all payments are known that may expire.
pub fn end_within_a_day(count: u64, is_all: bool) -> String {
    match (count, is_all) {
        (1, true) => "1 expires within 24 h".to_owned(),
        (count, true) => format!("{count} expire within 24 h"),
        (count, false) => format!("At least {count} expire within 24 h"),
    }
}

pub fn due_within_a_day(count: u64) -> String {
    format!("{count} due within 24 h")
}

pub fn first_expires(left: impl Display) -> String {
    format!("First: {left}")
}

pub fn overdue(count: u64) -> String {
    format!("{count} overdue")
}

pub fn amounts_not_reported(count: u64) -> String {
    if count == 1 { "1 amount not reported".to_owned() } else { format!("{count} amounts not reported") }
}

/// Empty where all have one.
pub fn without_amount(count: usize) -> String {
    if count == 0 { String::new() } else { format!("{count} without an amount") }
}

/// What is also in the sums of another entry: all of it, or so many.
pub fn also_in(entry: &str, count: Option<u64>) -> String {
    match count {
        None => format!("Also in {entry}"),
        Some(count) => format!("{count} also in {entry}"),
    }
}
