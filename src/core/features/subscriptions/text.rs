//! The texts of subscriptions.

pub use crate::text::PROFILE_HAS_NO_PROFILE_ID;

use std::fmt::Display;

// Subscriptions

pub fn is_already_under_way(title: impl Display) -> String {
    format!("“{title}” is already under way")
}
