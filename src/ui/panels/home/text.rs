//! The texts of Home.

pub use crate::ui::text::{REFRESH, TRY_AGAIN};

use std::fmt::Display;

pub const HOME: &str = "Home";
pub const WHAT_WAITS: &str = "What waits";
pub const WORK: &str = "Work";
pub const COUNT: &str = "Count";
pub const DETAILS: &str = "Details";
pub const AMOUNTS: &str = "Amounts";
pub const CAUGHT_UP: &str = "You're all caught up";
pub const READING: &str = "Reading what waits…";
pub const NOT_ALL_COULD_BE_READ: &str = "Not everything that waits could be read";

pub fn updated(time: impl Display, zone: impl Display) -> String {
    format!("Updated {time} · Times in {zone}")
}

pub fn nothing_heard_since(time: impl Display) -> String {
    format!("No response from the service since {time}")
}

pub fn nothing_waits_in(items: &[&str]) -> String {
    format!("Nothing in: {}", items.join(", "))
}

pub fn not_known_yet(items: &[&str]) -> String {
    format!("Not read yet: {}", items.join(", "))
}
