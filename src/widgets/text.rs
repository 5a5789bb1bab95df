//! The texts of widgets.

use std::fmt::Display;

// Shared with the panels

pub const CANCEL: &str = "Cancel";
pub const DISMISS: &str = "Dismiss";
pub const RETRY: &str = "Retry";
pub const COPY_QUERY: &str = "Copy query";
pub const GROUP: &str = "Group";
pub const TIME: &str = "Time";
pub const TOTAL: &str = "Total";

// Copyable

pub const COPIED: &str = "Copied";

pub fn copy(text: impl Display) -> String {
    format!("Copy {text}")
}

// Dialog

pub const WAITING_FOR_RESPONSE: &str = "Waiting for the response";

// Field

pub fn required(name: impl Display) -> String {
    format!("{name}, required")
}

// Lists of pickers

pub fn decimals(count: impl Display) -> String {
    format!("{count} decimals")
}

// Filter

pub fn choices(name: impl Display) -> String {
    format!("{name} choices")
}

pub fn clear(to_lowercase: impl Display) -> String {
    format!("Clear {to_lowercase}")
}

// Removable filter

pub fn remove_filter(text: impl Display) -> String {
    format!("Remove filter {text}")
}

// Secret field

pub const EMPTY: &str = "Empty";

pub fn show_while_held(name: impl Display) -> String {
    format!("Show {name} while held")
}

pub fn characters(count: impl Display) -> String {
    format!("{count} characters")
}

// Secret value

pub fn hidden(name: impl Display) -> String {
    format!("{name}, hidden")
}

// States

pub const LOADING: &str = "Loading";

// Table

/// `name` is that of the row.
pub fn mark_row(name: &str) -> String {
    format!("Select {name}")
}
