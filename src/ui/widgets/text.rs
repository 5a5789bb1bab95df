//! The texts of widgets.

pub use crate::ui::text::{CANCEL, RETRY};

use std::fmt::Display;

// Copyable

pub const COPIED: &str = "Copied";

pub fn copy(text: impl Display) -> String {
    format!("Copy {text}")
}

// Dialog

pub const ANSWER_IS_ON_ITS_WAY: &str = "The answer is on its way";

// Field

pub fn required(name: impl Display) -> String {
    format!("{name}, required")
}

// Filter

pub fn choices(name: impl Display) -> String {
    format!("{name} choices")
}

pub fn clear(to_lowercase: impl Display) -> String {
    format!("Clear {to_lowercase}")
}

// Raw json

pub const COPY_JSON: &str = "Copy the JSON";

// Removable filter

pub fn remove_filter(text: impl Display) -> String {
    format!("Remove the filter {text}")
}

// Secret field: input

// Secret field

pub const EMPTY: &str = "Empty";
pub const ONE_CHARACTER: &str = "1 character";

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

// Toast

pub const CLOSE_THIS_MESSAGE: &str = "Close this message";
