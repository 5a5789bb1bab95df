//! The texts of Home.

pub use crate::app::text::COUNT;
pub use crate::ui::text::{AMOUNTS, CAUGHT_UP, REFRESH, TRY_AGAIN};

use std::fmt::Display;

pub const HOME: &str = "Home";
pub const WHAT_WAITS: &str = "What waits";
pub const WORK: &str = "Work";
pub const DETAILS: &str = "Details";
pub const READING: &str = "Reading what waits…";
pub const NOT_ALL_COULD_BE_READ: &str = "Not everything that waits could be read";

pub const READ_ONCE_THERE_IS_A_KEY: &str = "What waits is read once the profile has its key";

pub fn updated(time: impl Display, zone: impl Display) -> String {
    format!("Updated {time} · Times in {zone}")
}

pub fn nothing_heard_since(time: impl Display) -> String {
    format!("No response from the service since {time}")
}

pub fn nothing_waits_in(items: &[&str]) -> String {
    format!("Nothing in: {}", list(items))
}

pub fn not_known_yet(items: &[&str]) -> String {
    format!("Not read yet: {}", list(items))
}

fn list(items: &[&str]) -> String {
    items.join(", ")
}
