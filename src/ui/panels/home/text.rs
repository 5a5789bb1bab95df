//! The texts of Home.

pub use crate::text::{
    AMOUNTS, CAPTURE, DETAILS, LOADING, RECENT_ACTIVITY, REFRESH, RESUME, RETRY, SHOW_ALL_OPERATIONS, TRY_AGAIN,
    caught_up,
};
pub use paydesk_core::features::bulk::text::FULFIL;
pub use paydesk_core::text::COUNT;

use std::fmt::Display;

use paydesk_core::text::listed;

pub const HOME: &str = "Home";
pub const WORK: &str = "Work";

pub fn updated(time: impl Display, zone: impl Display) -> String {
    format!("Updated {time} · Times in {zone}")
}

pub fn no_response_since(time: impl Display) -> String {
    format!("No response from the service since {time}")
}

pub fn no_items(items: &[&str]) -> String {
    format!("Nothing to do: {}", listed(items))
}

pub fn not_loaded_yet(items: &[&str]) -> String {
    format!("Not fully loaded yet: {}", listed(items))
}

/// `profile` is another than the one on screen.
pub fn attention_elsewhere(operations: usize, profile: impl Display) -> String {
    match operations {
        1 => format!("Other profile: 1 operation needs attention in {profile}"),
        operations => format!("Other profile: {operations} operations need attention in {profile}"),
    }
}

/// What the service has no list of.
pub fn unlisted(items: &[&str]) -> String {
    format!("Unknown: {}. The service does not list them; Paydesk has none.", listed(items))
}
